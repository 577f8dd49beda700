// Reads asciicast 1, 2 and 3: a recorded terminal becomes a terminal world, a step for each command that was entered.
//
// What was typed is what the file says, where it has input; else what stands behind the prompt when the line ends. The text of a step
// is what one reads on the terminal: colours, full-screen programs and what was overwritten are left out, and listed.

import { z } from 'zod'
import { GENERAL } from '../../domains/usual.ts'
import { OrreryError } from '../../errors.ts'
import type { Finding, Importer, Input } from '../importing.ts'
import { linearTree, stem } from './linear.ts'
import { linesOf, readLine } from './lines.ts'
import { isSaid } from './recorded.ts'
import { recover } from './recover.ts'
import { readWhole } from './whole.ts'

const Options = z.strictObject({})

const Header = z.looseObject({
  version: z.union([z.literal(2), z.literal(3)], {
    error: 'only the versions 1, 2 and 3 of asciicast can be read; "asciinema convert" writes them'
  }),
  timestamp: z.number().optional(),
  title: z.string().nullish(),
  command: z.string().nullish(),
  width: z.number().optional(),
  term: z.looseObject({ cols: z.number().optional() }).optional()
})
const Seconds = z.number('the time has to be a number of seconds').min(0, 'the time is negative')
const Text = z.string('the code and the text of an event have to be texts')
const Event = z.tuple([Seconds, Text, Text], { error: 'an event is [seconds, code, text]' }).rest(z.unknown())
const First = z.looseObject({
  version: z.literal(1),
  title: z.string().nullish(),
  command: z.string().nullish(),
  width: z.number().optional(),
  stdout: z.array(z.tuple([Seconds, Text], { error: 'an output is [seconds, text]' }).rest(z.unknown()))
})

export const asciicast: Importer<typeof Options> = {
  name: 'asciicast',
  title: 'asciinema recording',
  options: Options,

  recognise({ name, head }) {
    const [first = ''] = head.trimStart().split('\n', 1)
    const [, version] = /^\{.*"version":\s*([23])\b/.exec(first) ?? []
    if (version && /"(width|term)":/.test(first)) return { format: `asciicast v${version}`, sure: 'certain' }
    const start = head.slice(0, 2000)
    if (/^\s*\{/.test(start) && /"version":\s*1\b/.test(start) && /"(stdout|width)":/.test(start)) {
      return { format: 'asciicast v1', sure: /"stdout":/.test(start) ? 'certain' : 'likely' }
    }
    return /\.cast$/i.test(name) ? { format: 'asciicast', sure: 'possible' } : null
  },

  async *read(file, { title, now }) {
    let recovery = recover(GENERAL.keys)
    const markers: { at: number; label: string; count: () => number }[] = []
    let about: { title?: string | null | undefined; timestamp?: number | undefined } = {}
    for await (const found of /"version":\s*1\b/.test(file.head.slice(0, 2000)) ? firstVersion(file) : events(file)) {
      if ('type' in found) yield found
      else if ('header' in found) {
        about = found.header
        const { command, width, term } = Header.partial({ version: true }).parse({
          ...found.header,
          version: undefined
        })
        recovery = recover(GENERAL.keys, { command: command?.trim() || undefined, width: term?.cols ?? width })
        for (const [key, value] of Object.entries(found.header))
          if (!HEADER.has(key) && isSaid(value)) yield { type: 'dropped', what: `the field "${key}" of the header` }
      } else {
        const { at, code, data } = found
        if (code === 'o') recovery.output(at, data)
        else if (code === 'i') recovery.input(at, data)
        else if (code === 'm') markers.push({ at, label: data, count: recovery.mark() })
        else if (code === 'r') {
          recovery.resize(Number(/^\d+/.exec(data)?.[0] ?? 0))
          yield { type: 'dropped', what: 'terminal resizes' }
        } else yield { type: 'dropped', what: DROPPED[code] ?? `events "${code.slice(0, 20)}"` }
      }
    }
    const { turns, beginning, dropped } = recovery.end()
    if (turns.length) yield { type: 'understood', what: 'commands', count: turns.length }
    if (markers.length) yield { type: 'understood', what: 'markers, kept in the notes', count: markers.length }
    for (const [what, count] of dropped) yield { type: 'dropped', what, count }
    if (!turns.length) {
      const reason = 'No command was found: the recording has no input, and no line that looks like a prompt.'
      yield { type: 'problem', line: null, reason }
      return
    }
    const setup = { domain: GENERAL.keys, initialState: beginning && `The terminal shows:\n${beginning}` }
    const marked = markers.slice(0, MOST_MARKERS).map(({ at, label, count }) => {
      return `${at.toFixed(1)} s, after ${count()} commands: ${label}`
    })
    const notes = ['Imported from an asciinema recording.', ...marked].join('\n')
    const createdAt = about.timestamp ? Math.round(about.timestamp * 1000) : now
    const own = about.title?.trim().replace(/ \(Orrery\)$/, '') || stem(file.name)
    yield {
      type: 'tree',
      tree: await linearTree({ format: 'asciicast', title: title ?? own, notes, setup, createdAt, turns })
    }
  }
}

// Notes are read by a person.
const MOST_MARKERS = 500
const DROPPED: Record<string, string> = { x: 'the exit status' }
// How large the terminal was and how long it took is in the steps.
const HEADER = new Set(['version', 'width', 'height', 'term', 'timestamp', 'title', 'command', 'duration', 'stdout'])

type Found =
  | Finding
  | { header: z.infer<typeof Header> | z.infer<typeof First> }
  | { at: number; code: string; data: string }

/** Versions 2 and 3, line by line. @throws OrreryError when the header cannot be read */
async function* events(file: Input): AsyncGenerator<Found> {
  let header: z.infer<typeof Header> | null = null
  let at = 0
  for await (const line of linesOf(file.text())) {
    if (!header) {
      const read = readLine(line, Header)
      if ('skipped' in read)
        throw new OrreryError(
          'invalid-input',
          `"${file.name}" is no asciicast: line ${line.number}: ${read.skipped.reason}`
        )
      header = read.value
      yield { header }
    } else if (header.version === 3 && line.text.startsWith('#')) yield { type: 'dropped', what: 'comments' }
    else {
      const read = readLine(line, Event)
      if ('skipped' in read) yield { type: 'problem', ...read.skipped }
      else {
        const [time, code, data] = read.value
        at = header.version === 3 ? at + time : Math.max(at, time)
        yield { at, code, data }
      }
    }
  }
}

/** Version 1 is one JSON object, read whole. @throws OrreryError when it cannot be read */
async function* firstVersion(file: Input): AsyncGenerator<Found> {
  const header = await readWhole(file, First, 'asciicast')
  yield { header }
  let at = 0
  for (const [delay, data] of header.stdout) {
    at += delay
    yield { at, code: 'o', data }
  }
}
