// JSON Lines, read so that one bad line costs that line only, and a file of bad lines costs little.
import type { z } from 'zod'
import { OrreryError } from '../errors.ts'
import type { ImportOptions, Skipped } from '../plugins.ts'

/** A line with text on it; `number` counts all lines from 1. `cut`: the text ends in this line, without a line end. */
export interface Line {
  number: number
  text: string
  cut: boolean
}

// About what a world of 100,000 steps has with all that is kept of each; the text itself has a limit at every door.
const MOST_LINES = 500_000
// In UTF-16 units. A step with the trace of the longest answer there can be has about half of it.
const LONGEST_LINE = 64 * 1024 * 1024

/**
 * The lines of `text` that are not blank. A byte order mark and carriage returns are dropped.
 * @throws OrreryError invalid-input when there are more than are read at once
 */
export function* lines(text: string): Generator<Line> {
  let number = 0
  let found = 0
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at <= text.length; ) {
    const newline = text.indexOf('\n', at)
    const cut = newline < 0
    const end = cut ? text.length : newline
    number++
    if (text.slice(at, end).trim() !== '') {
      if (++found > MOST_LINES) throw tooMany()
      yield { number, text: text.slice(at, text[end - 1] === '\r' && end > at ? end - 1 : end), cut }
    }
    at = end + 1
  }
}

function tooMany(): OrreryError {
  const most = MOST_LINES.toLocaleString('en-US')
  const way = 'Cut it into several files, each with the first line of this one, and import them one by one.'
  return new OrreryError('invalid-input', `This file has more than ${most} lines, which are the most at once. ${way}`)
}

/** Reads one line as what `schema` describes, or says in words why it is not that. */
export function readLine<T>(line: Line, schema: z.ZodType<T>): { value: T } | { skipped: Skipped } {
  const skipped = (reason: string) => ({ skipped: { line: line.number, reason } })
  if (line.text.length > LONGEST_LINE) {
    return skipped(
      `The line is too long: it has ${megabytes(line.text.length)}, and ${megabytes(LONGEST_LINE)} are read.`
    )
  }
  let json: unknown
  try {
    json = JSON.parse(line.text)
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return skipped(line.cut ? `The file ends in the middle of this line (${problem}).` : `Not JSON: ${problem}.`)
  }
  try {
    const read = schema.safeParse(json)
    return read.success ? { value: read.data } : skipped(problems(read.error))
  } catch (error) {
    // JSON nested by the thousand is read without a stack, and checked with one.
    return skipped(`Cannot be read: ${String(error)}.`)
  }
}

const megabytes = (units: number): string => `${Math.ceil(units / 1024 / 1024)} million characters`

/** The first few problems in one line of words. */
function problems(error: z.ZodError): string {
  const [first, ...more] = error.issues.map(({ path, message }) =>
    path.length ? `${path.map(String).join('.')}: ${message}` : message
  )
  return more.length ? `${first} (and ${more.length} more)` : (first ?? 'unreadable')
}

// A person reads a few; a thousand tell more than enough of what is wrong with a file.
const LISTED = 1000
// A file of which so much cannot be read is another kind of file.
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
      const reason = `Reading ended here, because ${many} lines could not be read. Take out what does not belong to the file.`
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
export function resting({ rest }: Pick<ImportOptions, 'rest'>): (characters: number) => Promise<void> {
  let worked = 0
  return async (characters) => {
    worked += characters + LINE
    if (worked < STRETCH) return
    worked = 0
    await rest?.()
  }
}
