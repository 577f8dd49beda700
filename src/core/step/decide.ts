// Who answers a turn: for the step itself, and for whoever asks before it (`route.ts`).

import type { Domain } from '../domains/domain.ts'
import { userGround } from '../grounds/user/ground.ts'
import { isGrounded } from '../tree/ground.ts'
import type { Action, Call, Setup, Step, StepId } from '../tree/model.ts'
import type { Ground } from '../tree/ports.ts'
import type { StepContext } from './context.ts'
import { heldAfter } from './recorded.ts'

/** The first of these that is there answers; where none is, the model does. */
export interface AnswerSource {
  /** The step after which a recording holds the answer; `undefined` where none does. */
  place: StepId | null | undefined
  /** What a call is refused with that does not fit its tool. */
  certain: string | null
  /** What computes answers in this world. */
  serving: Ground | null
  /** Answers of this world are to be computed, whether anything can or not. */
  computes: boolean
}

/** `fresh`: another answer than the recorded one is wanted. `answered`: a perturbation has the answer, so nothing computes it. */
export async function decide(
  { engine, ground }: Pick<StepContext, 'engine' | 'ground'>,
  turn: { setup: Setup; domain: Domain; action: Action; chain: readonly Step[]; callOf(step: StepId): Call | null },
  { fresh = false, answered = false }: { fresh?: boolean; answered?: boolean } = {}
): Promise<AnswerSource> {
  const { setup, domain, action } = turn
  const place = fresh ? undefined : await heldAfter(engine, action, turn)
  // Without an engine the facts answer by themselves.
  const computes = isGrounded(setup) || (engine.absent !== undefined && setup.fiction !== undefined)
  if (answered || place !== undefined) return { place, certain: null, serving: null, computes }
  const world = computes ? (ground?.(setup) ?? null) : null
  const said = setup.user ? (domain.says?.(action) ?? null) : null
  const serving = setup.user && said !== null ? userGround(setup.user, said, world) : world
  const isUsers = setup.user?.tools.includes(domain.toolOf(action) ?? '')
  const certain = serving?.validates && !isUsers ? null : (domain.tools?.certain(action, setup) ?? null)
  return { place, certain, serving, computes }
}
