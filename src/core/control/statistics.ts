// What repeated runs say together.
import type { Verdict } from '../tree/conditions.ts'

export interface Tally {
  pass: number
  fail: number
  inconclusive: number
}

/** Bounds of the true rate of success, each 0 to 1, with 95 % confidence (Wilson's score interval); 0 to 1 without a trial. */
export function interval(passes: number, trials: number): { low: number; high: number } {
  if (trials === 0) return { low: 0, high: 1 }
  const z = 1.959964
  const rate = passes / trials
  const spread = z * Math.sqrt((rate * (1 - rate)) / trials + z ** 2 / (4 * trials ** 2))
  const scale = 1 + z ** 2 / trials
  const middle = rate + z ** 2 / (2 * trials)
  return { low: Math.max(0, (middle - spread) / scale), high: Math.min(1, (middle + spread) / scale) }
}

/** The chance that `k` runs all pass, 0 to 1: how many of all ways to draw `k` of the trials do; `null` with fewer trials than `k`. */
export function passK(passes: number, trials: number, k: number): number | null {
  if (k > trials) return null
  let chance = 1
  for (let index = 0; index < k; index++) chance *= Math.max(0, passes - index) / (trials - index)
  return chance
}

/** The verdict over repeats: one failure fails; without any pass nothing is shown. */
export function verdictOf({ pass, fail }: Tally): Verdict {
  if (fail > 0) return 'fail'
  return pass > 0 ? 'pass' : 'inconclusive'
}

/** Passed and failed without anything having been changed but the seed. */
export const isFlaky = ({ pass, fail }: Tally): boolean => pass > 0 && fail > 0
