// Who would answer an action in a world with a ground: asked before anything is done.

import { checkAction, findDomain } from '../domains/index.ts'
import { withMadeTools } from '../domains/made-tools.ts'
import { OrreryError } from '../errors.ts'
import { callOn } from '../tree/calls.ts'
import type { Route } from '../tree/ground.ts'
import type { Action, StepId } from '../tree/model.ts'
import type { StepContext } from './context.ts'
import { decide } from './decide.ts'

/**
 * `null` where no ground is asked: in a world that has none, for what is recorded, and for what is certain without one. What
 * perturbations would do is left out: they draw when the step is taken.
 * @throws OrreryError invalid-input for an action of the wrong form; not-found for an unknown branch or step; as `Ground.route`
 */
export async function route(
  world: Pick<StepContext, 'store' | 'engine' | 'ground'>,
  input: { session: string; branch: string; from?: StepId | null | undefined; action: Action; instruction?: string }
): Promise<Route | null> {
  const { store } = world
  const branch = store.branch(input.branch)
  const { session } = branch
  if (session !== input.session) {
    throw new OrreryError('not-found', `There is no branch "${branch.title}" in this world. Open the world again.`)
  }
  const domain = findDomain(branch.setup.domain)
  const action = checkAction(domain, input.action)
  const parent = input.from === undefined ? branch.tip : input.from
  const chain = store.chain(parent)
  const callOf = callOn(store, branch)
  const setup = withMadeTools(branch.setup, { chain, callOf }, action)
  const { place, certain, serving } = await decide(world, { setup, domain, action, chain, callOf })
  if (place !== undefined || certain !== null || !serving) return null
  return serving.route({ setup, chain, callOf, action, instruction: input.instruction ?? '' })
}
