// What is counted of rules: how many were made and taken for each axis, and how each one was decided.
import { z } from 'zod'
import { Axis, Check, Verdict } from '../../tree/conditions.ts'

/** Of one axis: rules that were generated, and those of them that tell the truth from wrong answers and are used. */
const RuleCount = z.strictObject({ made: z.int(), taken: z.int() })

export const RuleCounts = z.partialRecord(Axis, RuleCount)
export type RuleCounts = z.infer<typeof RuleCounts>

/** One rule held against one answer. */
export const RuleVerdict = z.strictObject({ ...Check.pick({ name: true, axis: true }).shape, verdict: Verdict })
export type RuleVerdict = z.infer<typeof RuleVerdict>

/** A rule before it is taken. */
export interface RuleCandidate {
  check: Check
  /** Answers that break it by its own meaning, beside those that break any rule. */
  wrong: string[]
}

/** The sums of several counts. */
export function countsOf(all: readonly RuleCounts[]): RuleCounts {
  const sums: RuleCounts = {}
  for (const axis of Axis.options) {
    const own = all.flatMap((counts) => counts[axis] ?? [])
    const sum = (of: 'made' | 'taken') => own.reduce((total, one) => total + one[of], 0)
    if (own.length) sums[axis] = { made: sum('made'), taken: sum('taken') }
  }
  return sums
}
