// Checks of variations: those that are made for them, and those of the original at other turns.

import { findDomain } from '../../domains/index.ts'
import { smallest } from '../../text/extremes.ts'
import type { Check, Condition } from '../../tree/conditions.ts'
import { canonical } from '../../tree/history.ts'
import type { Action, ReadySetup } from '../../tree/model.ts'
import { keyLines } from '../key-lines.ts'
import { worldOf } from '../scene.ts'
import type { VariantTake } from './original.ts'

/** That the goal is reached: what the last action shows in every take. None where they show nothing in common. */
export function endCheck(
  takes: readonly VariantTake[],
  setup: ReadySetup,
  name = 'it ends as the original does'
): Check[] {
  const [first] = takes
  if (!first) return []
  const shown = takes.map((take) => printedOf(take, setup))
  const echoes = shown.every((text) => text !== null)
  const texts = takes.map(({ last }, index) => (echoes ? (shown[index] ?? '') : last))
  const line = keyLines(texts[0] ?? '').find((one) => texts.every((text) => text.includes(one)))
  if (line === undefined) return []
  const expect: Condition = echoes ? { printed: line } : { observation: line }
  // Under faults there may be more turns than without them.
  const sameLength = takes.every(({ turns }) => turns === first.turns)
  const at = sameLength ? first.turns : ('end' as const)
  const end: Check = { name, axis: 'LC', at, expect, baseline: true }
  if (sameLength) return [end]
  const least = smallest(takes.map(({ turns }) => turns))
  const whole: Check = { name: `it takes ${least} turns`, axis: 'LC', at: least, expect: ANYTHING, baseline: true }
  return [end, whole]
}

/** What the last action printed, where the line that was typed is shown with it; `null` elsewhere. */
function printedOf({ answers, last }: VariantTake, given: ReadySetup): string | null {
  const { shell, fold, initial } = findDomain(given.domain)
  const action = answers.at(-1)?.action
  if (!shell || action === undefined || shell.typed(action) === null) return null
  const before = answers
    .slice(0, -1)
    .reduce((state, one) => fold(state, { ...one, observation: { text: one.observation } }), initial(worldOf(given)))
  return shell.printed(action, last, before)
}

const ANYTHING: Condition = { observation: { longer: 0 } }

/** The turn in which exactly this is done. */
export const done = (action: Action): Condition => ({ argument: '$', is: action })

/** Turns by their numbers, at another place of a longer run. `null`: the check is about turns that cannot be told. */
export function shifted(check: Check, by: number, end: number | null = null): Check {
  const at =
    check.at === 'end' || (typeof check.at === 'number' && check.at < 0)
      ? end === null
        ? check.at
        : end + 1 + (check.at === 'end' ? -1 : check.at)
      : typeof check.at === 'number'
        ? check.at + by
        : check.at
  return { ...check, at, expect: moved(check.expect, by), ...(check.when && { when: moved(check.when, by) }) }
}

/**
 * The same check where turns have no fixed numbers, because actions may have to be repeated: by the action of its turn. `null` where no
 * single action tells the turn, or where it asks for another turn by its number.
 */
export function anchored(check: Check, take: VariantTake): Check | null {
  if (typeof check.at !== 'number') return refers(check.expect) || (check.when && refers(check.when)) ? null : check
  const turn = check.at < 0 ? take.answers.length + 1 + check.at : check.at
  const action = take.answers[turn - 1]?.action
  if (action === undefined || check.when || refers(check.expect)) return null
  const alike = take.answers.filter((one) => canonical(one.action) === canonical(action))
  return alike.length === 1 ? { ...check, at: 'some', when: done(action) } : null
}

function moved(condition: Condition, by: number): Condition {
  if ('turn' in condition)
    return { turn: condition.turn > 0 ? condition.turn + by : condition.turn, holds: moved(condition.holds, by) }
  if ('same' in condition) return { ...condition, as: condition.as > 0 ? condition.as + by : condition.as }
  if ('all' in condition) return { all: condition.all.map((one) => moved(one, by)) }
  if ('any' in condition) return { any: condition.any.map((one) => moved(one, by)) }
  if ('not' in condition) return { not: moved(condition.not, by) }
  return condition
}

/** Whether it asks for another turn. */
function refers(condition: Condition): boolean {
  if ('turn' in condition || 'same' in condition || 'script' in condition) return true
  if ('all' in condition) return condition.all.some(refers)
  if ('any' in condition) return condition.any.some(refers)
  return 'not' in condition && refers(condition.not)
}
