// What a list of measured values comes to, and how a measurement is repeated.
import { performance } from 'node:perf_hooks'
import { must } from '../../must.ts'

/** The middle value; of an even count the mean of the two in the middle. */
export function median(values: number[]): number {
  if (values.length === 0) throw new RangeError('There is no median of nothing.')
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  // Half of the length is an index that exists, and so is the one before it when the count is even.
  return sorted.length % 2 ? must(sorted[half]) : (must(sorted[half - 1]) + must(sorted[half])) / 2
}

/** The median of `above[i] / below[i]`: values measured one after the other met the same noise, so they are compared with each other. */
export function medianRatio(above: number[], below: number[]): number {
  return median(above.map((value, index) => value / must(below[index])))
}

/** Counts 0, 1, 2 and so on: at least `least` times, then on until `seconds` have passed or `most` is reached. */
export function* repeat({ least, most, seconds }: { least: number; most: number; seconds: number }): Generator<number> {
  const from = performance.now()
  for (let round = 0; round < most; round++) {
    if (round >= least && performance.now() - from > seconds * 1000) return
    yield round
  }
}
