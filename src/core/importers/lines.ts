// JSON Lines, read so that one bad line costs that line only.
import type { z } from 'zod'

/** A line that could not be read; line numbers start at 1. */
export interface Skipped {
  line: number
  reason: string
}

/** A line with text on it; `number` counts all lines from 1. `cut`: the text ends in this line, without a line end. */
export interface Line {
  number: number
  text: string
  cut: boolean
}

/** The lines of `text` that are not blank. A byte order mark and carriage returns are dropped. */
export function lines(text: string): Line[] {
  const all = text.replace(/^\uFEFF/, '').split('\n')
  return all
    .map((line, index) => ({ number: index + 1, text: line.replace(/\r$/, ''), cut: index === all.length - 1 }))
    .filter((line) => line.text.trim() !== '')
}

/** The same lines of a text that comes in pieces, one at a time. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<Line> {
  let [number, rest] = [0, '']
  const line = (text: string, cut: boolean): Line => ({ number: ++number, text: text.replace(/\r$/, ''), cut })
  for await (const piece of pieces) {
    const found = (rest + piece).split('\n')
    rest = found.pop() ?? ''
    for (const text of found) {
      const made = line(text, false)
      if (made.text.trim() !== '') yield made
    }
  }
  const last = line(rest, true)
  if (last.text.trim() !== '') yield last
}

/** Reads one line as what `schema` describes, or says in words why it is not that. */
export function readLine<T>(line: Line, schema: z.ZodType<T>): { value: T } | { skipped: Skipped } {
  let json: unknown
  try {
    json = JSON.parse(line.text)
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    const reason = line.cut ? `The file ends in the middle of this line (${problem}).` : `Not JSON: ${problem}.`
    return { skipped: { line: line.number, reason } }
  }
  try {
    const read = schema.safeParse(json)
    if (read.success) return { value: read.data }
    return { skipped: { line: line.number, reason: problems(read.error) } }
  } catch (error) {
    // JSON nested by the thousand is read without a stack, and checked with one.
    return { skipped: { line: line.number, reason: `Cannot be read: ${String(error)}.` } }
  }
}

/** The first few problems in one line of words. */
function problems(error: z.ZodError): string {
  const [first, ...more] = error.issues.map(({ path, message }) =>
    path.length ? `${path.map(String).join('.')}: ${message}` : message
  )
  return more.length ? `${first} (and ${more.length} more)` : (first ?? 'unreadable')
}
