// asciicast v2 and v3: a terminal as a recording that asciinema and its player show.
//
// The times are those of the actions, not of the model: what was typed waits as long as its action says, then the answer is there.
// One record a line: `i` what was typed, `o` what the terminal wrote, `m` a marker for each step.
import { z } from 'zod'
import { findDomain } from '../../domains/index.ts'
import { labelOf } from '../../domains/label.ts'
import { bytesOf, echo, entries } from '../../observations/terminal/keystrokes.ts'
import { isPicture } from '../../observations/terminal/picture.ts'
import type { Step } from '../../tree/model.ts'
import type { ExportedTurn, Exporter, ExportSource } from '../exporting.ts'
import { ANOTHER, lost } from './lost.ts'

const Options = z.strictObject({
  version: z
    .enum(['2', '3'])
    .default('2')
    .describe('Format version: 2 works with every asciinema, 3 with asciinema 3 and the player.'),
  columns: z.int().min(20).max(500).default(160).describe('Terminal columns.'),
  rows: z.int().min(5).max(200).default(40).describe('Terminal rows.')
})

export const asciicast: Exporter<typeof Options> = {
  name: 'asciicast',
  title: 'Terminal recording (asciinema)',
  description: 'One branch as a cast, with a marker for each step. Read by asciinema and its player.',
  purpose: 'watch',
  extension: 'cast',
  mediaType: 'application/x-asciicast',
  lossless: false,
  layout: 'apart',
  options: Options,
  unsuited({ domain }) {
    const { shell, title } = findDomain(domain)
    return shell ? null : `${title} has no terminal. Choose another format, such as html.`
  },
  losses: (source) => [
    ...lost(source, []),
    ANOTHER,
    'The start of a step in which nothing was typed: a re-import joins it to the step before.',
    ...(findDomain(source.session.domain).tools ? [CALLS] : []),
    'The exact text of each answer: a cast holds the terminal output, without unsafe control sequences.'
  ],
  async *write(sources, options) {
    for (const source of sources) yield* cast(source, options)
  }
}

const CALLS = 'Tool calls: a cast holds only what the terminal shows of them.'
// Seconds that an action takes which says 0 or nothing: enough to be seen.
const LEAST = 0.5
// Players cut longer waits to this.
const IDLE = 2
// Each answer begins in plain colours.
const RESET = '\x1b[0m'

async function* cast(
  source: ExportSource,
  { version, columns, rows }: z.output<typeof Options>
): AsyncGenerator<string> {
  const { session } = source
  const size = version === '3' ? { term: { cols: columns, rows } } : { width: columns, height: rows }
  const timestamp = Math.floor(session.createdAt / 1000)
  const title = `${session.title} (Orrery)`
  yield `${JSON.stringify({ version: Number(version), ...size, timestamp, idle_time_limit: IDLE, title, env: { TERM: 'xterm-256color' } })}\n`
  const event = clock(version === '3')
  const piece = writer()
  let before: string | null = null
  let now = 0
  for await (const turn of source.chain()) {
    const { number, step, setup } = turn
    const label = labelOf(findDomain(setup.domain), step.action, before)
    const text = piece(turn)
    yield event(now, 'm', `${number}. ${label}`)
    const began = now
    const typed = entries(step.action)
    const shown = typed.length === 1 ? echo(step.action) : ''
    // What one line echoes is there when it is typed, the rest when it has been waited for.
    const start = text.startsWith(RESET) ? RESET.length : 0
    const echoed = shown !== '' && text.startsWith(shown, start) ? start + shown.length : 0
    for (const { keystrokes, duration } of typed) {
      if (keystrokes !== '') yield event(now, 'i', bytesOf(keystrokes))
      if (echoed) yield event(now, 'o', text.slice(0, echoed))
      now += duration
    }
    now = Math.max(now, began + LEAST)
    if (text.length > echoed) yield event(now, 'o', text.slice(echoed))
    before = step.observation.text
  }
}

/** Gives each turn's text as it continues the terminal. A terminal follows what scrolled by last, and the picture over it, if any. */
function writer(): (turn: ExportedTurn) => string {
  let [scrolled, over]: [Step[], Step[]] = [[], []]
  return ({ step, setup }) => {
    const text =
      findDomain(setup.domain)
        .shell?.transcript([...scrolled, ...over, step], setup)
        .at(-1)?.text ?? ''
    if (text === '') return text
    if (isPicture(step.observation.text)) over = [step]
    else [scrolled, over] = [[step], []]
    return text
  }
}

/** Writes events at seconds since the start: version 3 counts from the event before. */
function clock(relative: boolean): (at: number, code: 'i' | 'o' | 'm', data: string) => string {
  let before = 0
  return (at, code, data) => {
    const now = Math.round(at * 1000)
    const time = (relative ? now - before : now) / 1000
    before = now
    return `${JSON.stringify([time, code, data])}\n`
  }
}
