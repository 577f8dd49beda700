// How verdicts and rates are said, in every report.

import { tableLine } from '../../../core/control/evaluate/table-answer.ts'
import { expectedLine } from '../../../core/control/expectations.ts'
import type { ScenarioResult } from '../../../core/control/result.ts'
import { rubricLine } from '../../../core/control/rubric.ts'
import { sawLines } from '../../../core/control/saw.ts'
import type { ScenarioGroup } from '../../../core/control/summary.ts'
import type { Verdict } from '../../../core/tree/conditions.ts'

/** `1 turn`, `2 turns`. */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

export type ReportedVerdict = Verdict | 'flaky'

export const verdictOfGroup = ({ verdict, flaky }: Pick<ScenarioGroup, 'verdict' | 'flaky'>): ReportedVerdict =>
  flaky ? 'flaky' : verdict

/** `12 of 20 passed (60 %, 95 % interval 39 to 78 %)`. */
export function rateOf({ counts, rate, low, high }: ScenarioGroup): string {
  const decided = counts.pass + counts.fail
  const open = counts.inconclusive ? `, ${counts.inconclusive} inconclusive` : ''
  if (rate === null) return `no run decided${open}`
  const percent = (share: number) => Math.round(share * 100)
  const interval = decided > 1 ? ` (${percent(rate)} %, 95 % interval ${percent(low)} to ${percent(high)} %)` : ''
  return `${counts.pass} of ${decided} passed${interval}${open}`
}

/** What the checks that failed looked at, a check after the other. */
export const sawOf = ({ checks }: Pick<ScenarioResult, 'checks'>): string[] =>
  checks.flatMap(({ name, saw }) => (saw?.length ? [`${name}:`, ...sawLines(saw).map((text) => `  ${text}`)] : []))

export const nameOfGroup = ({ scenario, variant }: Pick<ScenarioGroup, 'scenario' | 'variant'>): string =>
  variant ? `${scenario} [${variant}]` : scenario

/** What can be relied on when it is run again. */
export const DETERMINISM = {
  exact: 'byte-identical when repeated',
  strict: 'same steps with the same model',
  sampled: 'sampled: may differ when repeated'
}

/** Means after the first fault, in a line; `''` where nothing went wrong. */
export function recoveryLine({ recovery }: Pick<ScenarioGroup, 'recovery'>): string {
  if (!recovery) return ''
  const { turns, retries, blindWrites, tokens, ms, claimed, falseClaims } = recovery
  const one = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(1))
  const parts = [
    `${one(turns)} ${turns === 1 ? 'turn' : 'turns'} after the first fault`,
    `${one(retries)} ${retries === 1 ? 'retry' : 'retries'}`,
    blindWrites > 0 && `${one(blindWrites)} of them blind writes`,
    tokens > 0 && `${one(Math.round(tokens))} tokens`,
    `${one(Math.round(ms) / 1000)} s`,
    claimed > 0 && `${claimed} claimed success, ${falseClaims} of them wrongly`
  ]
  return parts.filter(Boolean).join(', ')
}

/** What the gate did in all runs, in a line; `''` where none needs success. */
function gateLine({ gate }: Pick<ScenarioGroup, 'gate'>): string {
  if (!gate) return ''
  const { previews, taken, held, saved, refusedWrongly, unknown, afterBudget } = gate
  const parts = [
    counted(previews, 'preview'),
    `${taken} taken after a predicted success`,
    held > 0
      ? `${held} held back (${saved} saved, ${refusedWrongly} refused wrongly, ${unknown} not known)`
      : 'none held back',
    afterBudget > 0 && `${afterBudget} after the last preview`
  ]
  return parts.filter(Boolean).join(', ')
}

/** What stands beside the verdict of a group, each line with what it is about; those that say nothing are left out. */
export function besideOf(group: ScenarioGroup): [string, string][] {
  const all: [string, string][] = [
    ['rubrics', rubricLine(group.rubrics)],
    ['expected', expectedLine(group.expected)],
    ['table', tableLine(group.table)],
    ['gate', gateLine(group)]
  ]
  return all.filter(([, text]) => text)
}

/** The groups of each scenario, in their order. */
export function byScenario(groups: readonly ScenarioGroup[]): Map<string, ScenarioGroup[]> {
  const found = new Map<string, ScenarioGroup[]>()
  for (const group of groups) found.set(group.scenario, [...(found.get(group.scenario) ?? []), group])
  return found
}
