// The first line in which two texts are not the same.
import type { Differs } from './report.ts'

// As much as a person reads of a line, and how much of it stands before the place where they part.
const MOST = 200
const LEAD = 60

/** `null` where the lines are the same, as `normalise` leaves the texts. */
export function firstDifference(truth: string, predicted: string, normalise: (text: string) => string): Differs | null {
  const [one, other] = [normalise(truth).split('\n'), normalise(predicted).split('\n')]
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const [a, b] = [one[at], other[at]]
    if (a === b) continue
    const from = Math.max(0, commonStart(a ?? '', b ?? '') - LEAD)
    return { line: at + 1, truth: shortened(a, from), predicted: shortened(b, from) }
  }
  return null
}

function commonStart(a: string, b: string): number {
  let at = 0
  while (at < a.length && at < b.length && a[at] === b[at]) at++
  return at
}

function shortened(line: string | undefined, from: number): string | null {
  if (line === undefined) return null
  const part = line.slice(from, from + MOST)
  return `${from > 0 ? '…' : ''}${part}${from + MOST < line.length ? '…' : ''}`
}
