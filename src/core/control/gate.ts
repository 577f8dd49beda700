// Whether an action has to be previewed before it is taken: the rule of its world, held against it and what came before it.

import { holds, type Seen, Undecided } from '../faults/holds.ts'
import type { Condition, Gate } from '../tree/conditions.ts'
import type { Action, Step } from '../tree/model.ts'

/** An action that is about to be taken after the chain's last step. */
export interface Coming extends Omit<Seen, 'turn'> {
  action: Action
  /** The action in one line. */
  label: string
}

/** Where the rule cannot be decided, a preview is demanded. @throws OrreryError invalid-input for a path that is none */
export async function demandsPreview({ before }: Gate, coming: Coming): Promise<boolean> {
  try {
    return await comes(before, coming)
  } catch (error) {
    if (error instanceof Undecided) return true
    throw error
  }
}

async function comes(condition: Condition, coming: Coming): Promise<boolean> {
  const { action, label, chain, past } = coming
  if ('all' in condition) return every(condition.all, coming)
  if ('any' in condition) return !(await every(condition.any.map(not), coming))
  if ('not' in condition) return !(await comes(condition.not, coming))
  if (OF_ACTION.some((part) => part in condition)) {
    // The turn as far as it is known: nothing has been observed of it.
    const step: Step = { id: '', parent: null, action, observation: { text: '' } }
    const whole = [...chain, step]
    return holds(condition, {
      ...coming,
      chain: whole,
      turn: whole.length,
      past: () => [...past(), { step, label, firings: [] }]
    })
  }
  return holds(condition, { ...coming, turn: chain.length })
}

// What can be asked of a turn that has not been taken; a turn seen from it is counted from there.
const OF_ACTION = ['action', 'tool', 'argument', 'turn', 'same']

const not = (condition: Condition): Condition => ({ not: condition })

async function every(conditions: Condition[], coming: Coming): Promise<boolean> {
  for (const one of conditions) if (!(await comes(one, coming))) return false
  return true
}
