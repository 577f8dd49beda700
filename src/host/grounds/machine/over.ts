// How far back what a model said reaches into the state.
import type { GroundAsked } from '../../../core/tree/ports.ts'

/** The first turn of the chain (1 is the world's first) whose answer the model gave; `null` when none did. */
export function overOf({ chain, callOf }: Pick<GroundAsked, 'chain' | 'callOf'>): number | null {
  let first: number | null = null
  for (let turn = chain.length; turn > 0; turn--) {
    const step = chain[turn - 1]
    const call = step ? callOf(step.id) : null
    if (call?.engine === 'perturbation' || call?.engine === 'validation') continue
    const grounded = call?.grounded
    if (grounded?.origin !== 'executed') first = turn
    // What was known then of the turns before holds.
    if (grounded) return grounded.over ?? first
  }
  return first
}
