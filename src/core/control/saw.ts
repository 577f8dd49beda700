// What a check looked at where it failed, as results keep it and reports print it.
import { z } from 'zod'
import { clip } from '../tree/cut.ts'

export const Saw = z.strictObject({
  /** The turn, from 1. */
  turn: z.int(),
  /** What was looked at, such as `observation` or `file /etc/hosts`. */
  of: z.string(),
  expected: z.string(),
  /** Clipped. */
  found: z.string(),
  /** The first line that is not as expected; `line` counts from 1. */
  differs: z.strictObject({ line: z.int(), expected: z.string(), found: z.string() }).exactOptional()
})
export type Saw = z.infer<typeof Saw>

/** Characters of a line that is compared. */
export const LONGEST_LINE = 160

/** The first line that differs; `undefined` where none does. */
export function firstDifference(expected: string, found: string): Saw['differs'] {
  const [one, other] = [expected.split('\n'), found.split('\n')]
  const index = Array.from({ length: Math.max(one.length, other.length) }).findIndex((_, at) => one[at] !== other[at])
  if (index < 0) return undefined
  const shown = (line: string | undefined) => (line === undefined ? '(nothing more)' : clip(line, LONGEST_LINE))
  return { line: index + 1, expected: shown(one[index]), found: shown(other[index]) }
}

/** For a report of lines. */
export function sawLines(saw: readonly Saw[] = []): string[] {
  return saw.flatMap(({ turn, of, expected, found, differs }) => [
    `turn ${turn}, ${of}`,
    `  expected: ${expected}`,
    ...found.split('\n').map((line, index) => `  ${index ? '         ' : 'found:   '} ${line}`.trimEnd()),
    ...(differs
      ? [`  line ${differs.line}: expected ${JSON.stringify(differs.expected)}, found ${JSON.stringify(differs.found)}`]
      : [])
  ])
}
