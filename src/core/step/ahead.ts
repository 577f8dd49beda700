// The prompt of the next turn as far as it is known before there is an action: read by the engine while a person still thinks.
import { findDomain, findTemplate } from '../domains/index.ts'
import { present } from '../text/present.ts'
import { isGrounded } from '../tree/ground.ts'
import type { Branch, StepId } from '../tree/model.ts'
import type { Message } from '../tree/ports.ts'
import { leaveOut } from './compact.ts'
import type { StepContext } from './context.ts'
import { buildRequest } from './request.ts'

/**
 * Has the engine read the prompt of the turn after `at` up to its action. Nothing is read for a world that is computed, nor in strict mode,
 * which uses nothing that was read.
 * @throws OrreryError as `Engine.readAhead`
 */
export async function readAhead(
  world: Pick<StepContext, 'store' | 'engine' | 'stateAfter' | 'templates' | 'ground'>,
  branch: Branch,
  at: StepId | null
): Promise<void> {
  const { store, engine } = world
  const { setup, session } = branch
  if (!engine.readAhead || setup.strict || (isGrounded(setup) && world.ground?.(setup))) return
  const domain = findDomain(setup.domain)
  const { template: suited } = engine.info()
  const template = findTemplate(domain, setup.template, suited, {
    more: world.templates?.(domain) ?? [],
    seed: setup.seed
  })
  const state = world.stateAfter(setup, at)
  const turn = { domain, template, setup, chain: store.chain(at), instruction: '' }
  const asking = (line: string, leftOut: number) =>
    buildRequest(
      { ...turn, action: domain.fromText(line, setup) },
      { suited, seed: setup.seed, owner: session, leftOut, state }
    ).request
  const { turns: leftOut } = await leaveOut(engine, { ...turn, action: domain.fromText('a', setup) })
  // What two turns have in common whose actions have no letter in common stands before the action.
  const request = asking('a', leftOut)
  const asked = present(request.messages.at(-1)).content
  const unlike = present(asking('b', leftOut).messages.at(-1)).content
  let certain = 0
  while (certain < asked.length && asked[certain] === unlike[certain]) certain++
  const messages: Message[] = [...request.messages.slice(0, -1), { role: 'user', content: asked.slice(0, certain) }]
  await engine.readAhead({ ...request, messages })
}
