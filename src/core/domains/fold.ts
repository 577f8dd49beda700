// World state: folded over a chain of steps as the domain says.

import { unmarked } from '../tree/cut.ts'
import type { Setup, Step } from '../tree/model.ts'
import type { DerivedState } from './capabilities.ts'
import type { Domain } from './domain.ts'

/** World state after `chain`, oldest step first. */
export function fold(
  domain: Domain,
  setup: Setup,
  chain: readonly Pick<Step, 'action' | 'observation'>[]
): DerivedState {
  return chain.reduce((state, step) => foldStep(domain, state, step), domain.initial(setup))
}

/** World state after one more step. */
export function foldStep(
  domain: Domain,
  state: DerivedState,
  step: Pick<Step, 'action' | 'observation'>
): DerivedState {
  return domain.fold(state, { action: step.action, observation: { text: unmarked(step.observation.text) } })
}
