// Where a recording stands in a world that perturbations disturbed. What was altered is recorded as it was before, and what a perturbation
// answered never reached the recorded world.

import { stepId } from '../tree/history.ts'
import type { Action, Call, Step, StepId } from '../tree/model.ts'
import type { Engine } from '../tree/ports.ts'

/** The step after which the engine holds an answer to the action; `undefined` where it holds none. */
export async function heldAfter(
  engine: Pick<Engine, 'holds'>,
  action: Action,
  { chain, callOf }: { chain: readonly Step[]; callOf(step: StepId): Call | null }
): Promise<StepId | null | undefined> {
  if (!engine.holds) return undefined
  const parent = chain.at(-1)?.id ?? null
  if (engine.holds(parent, action)) return parent
  const place = await undisturbed(chain, callOf)
  return place !== parent && engine.holds(place, action) ? place : undefined
}

/** The last of the steps as they would be named if no perturbation had taken part. */
export async function undisturbed(
  chain: readonly Step[],
  callOf: (step: StepId) => Call | null
): Promise<StepId | null> {
  let place: StepId | null = null
  for (const { id, parent, action, observation } of chain) {
    const firings = callOf(id)?.firings ?? []
    if (firings.some(({ effect }) => effect === 'answer')) continue
    const before = firings.find((firing) => firing.before !== undefined)?.before
    const unchanged: boolean = before === undefined && place === parent
    place = unchanged ? id : await stepId(place, action, before === undefined ? observation : { text: before })
  }
  return place
}
