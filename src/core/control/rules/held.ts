// Rules held against an answer, and what a turn scores by them on each axis.
import type { Seen } from '../../faults/holds.ts'
import { Axis, type Check } from '../../tree/conditions.ts'
import { decided } from './admitted.ts'
import type { RuleVerdict } from './report.ts'

/** Rules of an answer's own turn. A rule whose `when` does not hold says nothing of it. */
export async function verdictsOf(checks: readonly Check[], seen: Seen): Promise<RuleVerdict[]> {
  const found: RuleVerdict[] = []
  for (const { name, axis, when, expect } of checks) {
    if (when && (await decided(when, () => seen)) !== true) continue
    const holds = await decided(expect, () => seen)
    found.push({ name, axis, verdict: holds === null ? 'inconclusive' : holds ? 'pass' : 'fail' })
  }
  return found
}

/** Of each axis the share of the decided rules that hold; an axis without one is absent. */
export function axisScores(verdicts: readonly RuleVerdict[]): Partial<Record<Axis, number>> {
  const scores: Partial<Record<Axis, number>> = {}
  for (const axis of Axis.options) {
    const own = verdicts.filter((one) => one.axis === axis && one.verdict !== 'inconclusive')
    if (own.length) scores[axis] = own.filter(({ verdict }) => verdict === 'pass').length / own.length
  }
  return scores
}

/** The same as measures of a compared turn. */
export function ruleScores(verdicts: readonly RuleVerdict[]): { ruleCtrl?: number; ruleErr?: number; ruleLC?: number } {
  const { Ctrl, Err, LC } = axisScores(verdicts)
  return {
    ...(Ctrl !== undefined && { ruleCtrl: Ctrl }),
    ...(Err !== undefined && { ruleErr: Err }),
    ...(LC !== undefined && { ruleLC: LC })
  }
}

/** Whether all decided rules of a turn hold; `null` where it has none. */
export function ruleHeld(verdicts: readonly RuleVerdict[]): boolean | null {
  const own = verdicts.filter(({ verdict }) => verdict !== 'inconclusive')
  return own.length ? own.every(({ verdict }) => verdict === 'pass') : null
}
