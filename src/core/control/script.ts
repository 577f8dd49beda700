// Who acts in a scenario without an agent: its actions in order, and in between what the scenario says to do when something happens.
import type { Condition } from '../tree/conditions.ts'
import type { Scenario } from '../tree/scenario.ts'

type Action = NonNullable<Scenario['actions']>[number]

export interface Script {
  /** What is done now; `undefined` at the end. */
  next(): Action | undefined
  /** A turn was taken. The first reaction whose condition holds of it comes before the next action. */
  saw(holds: (condition: Condition) => Promise<boolean>): Promise<void>
  /** Whether `saw` looks at turns at all. */
  looks: boolean
}

export function scriptOf({ actions, tries, reactions }: Pick<Scenario, 'actions' | 'tries' | 'reactions'>): Script {
  const listed = actions ?? tries
  const left = reactions.map(({ times }) => times)
  const waiting: Action[] = []
  let at = 0
  return {
    looks: reactions.length > 0,
    next: () => waiting.shift() ?? listed[at++],
    async saw(holds) {
      // What a reaction began is done before anything else happens.
      if (waiting.length) return
      for (const [index, { when, actions: then }] of reactions.entries()) {
        if (!left[index] || !(await holds(when))) continue
        left[index]--
        for (const one of then) waiting.push(one)
        return
      }
    }
  }
}
