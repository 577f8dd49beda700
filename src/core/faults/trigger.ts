// Decides whether a perturbation may take part in a turn.

import type { Domain } from '../domains/domain.ts'
import { matches, type TextMatch } from '../text/match.ts'
import { fits } from '../text/wildcard.ts'
import type { Trigger } from '../tree/conditions.ts'
import type { Setup, Step } from '../tree/model.ts'
import { surelyHolds } from './holds.ts'
import type { PastTurn } from './perturbation.ts'

/** The turn, and what came before it. */
export interface Counted {
  domain: Domain
  setup: Setup
  action: Step['action']
  label: string
  tool: string | null
  chain: readonly Step[]
  past(): readonly PastTurn[]
  /** What this use is called in firings. */
  use: string
  /** The number that `probability` is held against. */
  chance(): Promise<number>
}

/** `true` and `false`, or what decides once the observation is known. Cheap where nothing before this turn counts. */
export async function mayFire(
  when: Trigger,
  turn: Counted
): Promise<boolean | ((observation: string) => Promise<boolean>)> {
  if (!isCounted(when, turn.domain, turn)) return false
  const { observation } = when
  if (observation === undefined) return decide(when, turn)
  return async (text) => matches(observation, text) && decide(when, turn)
}

/** Everything but what the turn itself must be like. */
async function decide(when: Trigger, turn: Counted): Promise<boolean> {
  const { chain, domain } = turn
  const number = chain.length + 1
  const fired = (past: PastTurn, use: string) => past.firings.some(({ id, name }) => (id ?? name) === use)
  if (when.times !== undefined && turn.past().filter((past) => fired(past, turn.use)).length >= when.times) return false
  const counted = () =>
    turn.past().filter(({ step, label }) => {
      const seen = { action: step.action, label, tool: domain.toolOf(step.action) }
      const { observation } = when
      return isCounted(when, domain, seen) && (!observation || matches(observation, step.observation.text))
    })
  if (when.for !== undefined) {
    const before = counted()
    const other = before.findLastIndex((past) => !fired(past, turn.use))
    const row = before.length - 1 - other
    if (row > 0 && row % when.for !== 0) return true
  }
  if (when.turn !== undefined && ![when.turn].flat().includes(number)) return false
  if (when.call !== undefined || when.every !== undefined) {
    const nth = counted().length + 1
    if (when.call !== undefined && ![when.call].flat().includes(nth)) return false
    if (when.every !== undefined && nth % when.every !== 0) return false
  }
  const { after } = when
  if (after !== undefined && !turn.past().some((past) => fired(past, after))) return false
  if (when.while !== undefined) {
    const { setup } = turn
    const seen = { domain, setup, chain, turn: chain.length, callOf: () => null, past: () => turn.past() }
    if (chain.length === 0 || !(await surelyHolds(when.while, seen))) return false
  }
  return when.probability === undefined || (await turn.chance()) < when.probability
}

/** Whether the turn is one of those that the trigger counts, its observation aside. */
function isCounted(
  { tool, action }: { tool?: string; action?: TextMatch },
  _domain: Domain,
  turn: Pick<Counted, 'label' | 'tool'>
): boolean {
  if (tool !== undefined && !fits(tool, turn.tool ?? '')) return false
  return action === undefined || matches(action, turn.label)
}
