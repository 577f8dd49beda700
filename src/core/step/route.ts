// Who would answer an action in a world with a ground: asked before anything is done.

import { checkAction, findDomain } from '../domains/index.ts'
import { OrreryError } from '../errors.ts'
import { callOn } from '../tree/calls.ts'
import { isGrounded, type Route } from '../tree/ground.ts'
import type { Action, StepId } from '../tree/model.ts'
import type { StepContext } from './context.ts'
import { heldAfter } from './recorded.ts'

/**
 * `null` where no ground is asked: in a world that has none, for what is recorded, and for what is certain without one. What
 * perturbations would do is left out: they draw when the step is taken.
 * @throws OrreryError invalid-input for an action of the wrong form; not-found for an unknown branch or step; as `Ground.route`
 */
export async function route(
  { store, engine, ground }: Pick<StepContext, 'store' | 'engine' | 'ground'>,
  input: { session: string; branch: string; from?: StepId | null | undefined; action: Action; instruction?: string }
): Promise<Route | null> {
  const branch = store.branch(input.branch)
  const { setup, session } = branch
  if (session !== input.session) {
    throw new OrreryError('not-found', `There is no branch "${branch.title}" in this world. Open the world again.`)
  }
  const computes = isGrounded(setup) || (engine.absent && setup.fiction !== undefined)
  const found = computes ? (ground?.(setup) ?? null) : null
  if (!found) return null
  const domain = findDomain(setup.domain)
  const action = checkAction(domain, input.action)
  const parent = input.from === undefined ? branch.tip : input.from
  const chain = store.chain(parent)
  const callOf = callOn(store, branch)
  if ((await heldAfter(engine, action, { chain, callOf })) !== undefined) return null
  const certain = found.validates ? null : (domain.tools?.certain(action, setup) ?? null)
  if (certain !== null) return null
  return found.route({ setup, chain, callOf, action, instruction: input.instruction ?? '' })
}
