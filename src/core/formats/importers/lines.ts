// JSON Lines, read so that one bad line costs that line only.

import type { z } from 'zod'
import { OrreryError } from '../../errors.ts'
import { sentenceOf } from '../../text/issues.ts'
import { parsePythonJson } from '../../text/json.ts'

/** A line that could not be read; line numbers start at 1. */
export interface Skipped {
  line: number
  reason: string
}

/** A line with text on it; `number` counts all lines from 1. `cut`: the text ends in this line, without a line end. */
export interface FileLine {
  number: number
  text: string
  cut: boolean
  /** Longer than `MOST_LINE`: its text was not kept. */
  long?: boolean
}

/** Characters of a line. A line is held whole and parsed whole, which takes several times its length in memory. */
const MOST_LINE = 128 * 1024 * 1024

/** The lines of `text` that are not blank. A byte order mark and carriage returns are dropped. */
export function lines(text: string): FileLine[] {
  const all = text.replace(/^\uFEFF/, '').split('\n')
  return all
    .map((line, index) => ({ number: index + 1, text: line.replace(/\r$/, ''), cut: index === all.length - 1 }))
    .filter((line) => line.text.trim() !== '')
}

/** The same lines of a text that comes in pieces, one at a time. Linear in the text, however many pieces a line comes in. */
export async function* linesOf(
  pieces: AsyncIterable<string>,
  { most = MOST_LINE }: { most?: number } = {}
): AsyncGenerator<FileLine> {
  let number = 0
  let begun: string[] = []
  let length = 0
  const add = (text: string) => {
    length += text.length
    if (length > most) begun = []
    else begun.push(text)
  }
  const end = (cut: boolean): FileLine | null => {
    const text = begun.join('').replace(/\r$/, '')
    const long = length > most
    begun = []
    length = 0
    number++
    if (long) return { number, text: '', cut, long }
    return text.trim() === '' ? null : { number, text, cut }
  }
  for await (const piece of pieces) {
    let from = 0
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', from)) {
      add(piece.slice(from, at))
      from = at + 1
      const line = end(false)
      if (line) yield line
    }
    add(piece.slice(from))
  }
  const last = end(true)
  if (last) yield last
}

/** Reads one line as what `schema` describes, or says in words why it is not that. */
export function readLine<T>(line: FileLine, schema: z.ZodType<T>): { value: T } | { skipped: Skipped } {
  if (line.long) {
    const reason = `The line is longer than ${MOST_LINE.toLocaleString('en-US')} characters, the most that is read.`
    return { skipped: { line: line.number, reason } }
  }
  let json: unknown
  try {
    json = parsePythonJson(line.text)
  } catch (error) {
    if (error instanceof OrreryError) return { skipped: { line: line.number, reason: error.message } }
    const problem = problemOf(error)
    const reason = line.cut ? `The file ends in the middle of this line (${problem}).` : `Not JSON: ${problem}.`
    return { skipped: { line: line.number, reason } }
  }
  const read = check(json, schema)
  return 'checked' in read ? { value: read.checked } : { skipped: { line: line.number, reason: read.reason } }
}

/** What JSON.parse says, without a place in the text: whoever reads a part of a file knows the line. */
export function problemOf(error: unknown): string {
  const problem = error instanceof Error ? error.message : String(error)
  return problem.replace(/ at position \d+(?: \(line \d+ column \d+\))?$/, '')
}

/** A value as what `schema` describes, or in words why it is not that. */
export function check<T>(value: unknown, schema: z.ZodType<T>): { checked: T } | { reason: string } {
  const read = schema.safeParse(value)
  return read.success ? { checked: read.data } : { reason: sentenceOf(read.error, { value, schema }) }
}

// A person reads a few; a thousand tell more than enough of what is wrong with a file.
const LISTED = 1000
// After this many bad lines the file is probably in another format.
const MOST_SKIPPED = 10_000

/** What could not be read of a file, as far as it is of use. */
export interface Skips {
  /** True once so much could not be read that reading on makes no sense. `add` of where that was has been done. */
  add(...skipped: Skipped[]): boolean
  /** In the order of the lines: the first thousand, and how many there are besides. */
  report(): { skipped: Skipped[]; unlisted?: number }
}

export function createSkips(): Skips {
  const all: Skipped[] = []
  let more = 0
  let ended: Skipped | null = null
  return {
    add(...skipped) {
      for (const one of skipped) {
        if (all.length < MOST_SKIPPED) all.push(one)
        else more++
      }
      const last = skipped.at(-1)
      if (all.length < MOST_SKIPPED || !last) return false
      const many = MOST_SKIPPED.toLocaleString('en-US')
      const reason = `Reading ended here, because ${many} lines could not be read. Remove what does not belong in the file.`
      ended ??= { line: last.line, reason }
      return true
    },
    report() {
      const sorted = all.sort((a, b) => a.line - b.line)
      const listed = sorted.slice(0, LISTED)
      const unlisted = sorted.length - listed.length + more
      return { skipped: ended ? [...listed, ended] : listed, ...(unlisted > 0 && { unlisted }) }
    }
  }
}

// Characters between two rests: some milliseconds of work.
const STRETCH = 500_000
// What a line costs besides its characters.
const LINE = 500

/** Called with the characters of each line, it lets others have their turn now and then. */
export function resting({ rest }: { rest: () => Promise<unknown> }): (characters: number) => Promise<void> {
  let worked = 0
  return async (characters) => {
    worked += characters + LINE
    if (worked < STRETCH) return
    worked = 0
    await rest()
  }
}
