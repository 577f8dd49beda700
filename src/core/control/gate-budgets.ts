// Pre-execution verification as Word2World measures it (section 4): the success of an agent with so many checks an episode, beside that without any.
import { z } from 'zod'
import { type Cluster, figureOf } from './compare/bootstrap.ts'
import { Figure } from './compare/report.ts'
import { GateUse, unusedGate } from './gate.ts'
import type { ScenarioResult } from './result.ts'

/** What a rollout came to; `null` where it is not decided, or what answers failed. */
export interface BudgetRollout extends Pick<ScenarioResult, 'scenario' | 'repeat' | 'gate'> {
  budget: number
  success: boolean | null
}

const BudgetRow = z.strictObject({
  budget: z.int(),
  rollouts: z.int(),
  /** Rollouts that are not decided. They enter no share. */
  left: z.int(),
  /** The share that succeeds. */
  success: Figure.nullable(),
  /** Success minus that of the first budget, over the rollouts that are decided with both. */
  gain: Figure.nullable(),
  /** What the gate did in all of them. */
  use: GateUse
})
export type BudgetRow = z.infer<typeof BudgetRow>

export const BudgetReport = z.strictObject({ model: z.string(), agent: z.string(), rows: z.array(BudgetRow) })
export type BudgetReport = z.infer<typeof BudgetReport>

/** A row for each budget, in their order. Intervals draw tasks, since rollouts of one task are alike. */
export function budgetRows(
  rollouts: readonly BudgetRollout[],
  { budgets, seed }: { budgets: readonly number[]; seed: number }
): BudgetRow[] {
  const [first] = budgets
  const known = new Map(rollouts.map((one) => [keyOf(one), one]))
  return budgets.map((budget) => {
    const own = rollouts.filter((one) => one.budget === budget)
    const decided = own.filter(({ success }) => success !== null)
    const use = unusedGate()
    for (const { gate } of own) for (const name of NAMES) use[name] += gate?.[name] ?? 0
    const gains = decided.flatMap((one) => {
      const without = first === undefined ? null : (known.get(keyOf({ ...one, budget: first }))?.success ?? null)
      return without === null ? [] : [{ ...one, gain: Number(one.success) - Number(without) }]
    })
    return {
      ...{ budget, rollouts: own.length, left: own.length - decided.length, use },
      success: figureOf(
        clusters(decided, ({ success }) => Number(success)),
        seed
      ),
      gain:
        budget === first
          ? null
          : figureOf(
              clusters(gains, ({ gain }) => gain),
              seed
            )
    }
  })
}

const NAMES = Object.keys(unusedGate()) as (keyof GateUse)[] // Object.keys forgets which keys there are.

const keyOf = ({ scenario, repeat, budget }: Pick<BudgetRollout, 'scenario' | 'repeat' | 'budget'>): string =>
  JSON.stringify([scenario, repeat, budget])

function clusters<One extends Pick<BudgetRollout, 'scenario'>>(
  all: readonly One[],
  of: (one: One) => number
): Cluster[] {
  const tasks = new Map<string, Cluster>()
  for (const one of all) {
    const { sum, turns } = tasks.get(one.scenario) ?? { sum: 0, turns: 0 }
    tasks.set(one.scenario, { sum: sum + of(one), turns: turns + 1 })
  }
  return [...tasks.values()]
}
