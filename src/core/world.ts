// The one path: an action goes in, the world's answer streams out, and a step is committed. Start reading here.
//
//   action -> validate -> prepare: perturb (may answer, instruct), [recorded], [certain without a model], [a ground], request -> engine
//          -> compute: the ground answers, and asks the model for what it cannot know
//             or read: stream, parse
//          -> settle: perturb (may alter) -> commit

import { checkAction, findDomain, findTemplate } from './domains/index.ts'
import { OrreryError, toWire } from './errors.ts'
import type { Action, Draft, StepEvent, StepInput } from './model.ts'
import type { GenerateOptions } from './ports.ts'
import { withWayOut } from './step/compact.ts'
import { compute, isComputed } from './step/compute.ts'
import type { World } from './step/context.ts'
import { keepDraft } from './step/draft.ts'
import { prepare } from './step/prepare.ts'
import { read } from './step/read.ts'
import { settle } from './step/settle.ts'
import { withToolCosts } from './step/tool-costs.ts'

/**
 * Runs one step: everything that happens comes as events, the last is `committed` or `failed`. Acting from a step that is not
 * the branch's tip makes a new branch there. Nothing is stored before the commit but a draft; after a failure the
 * tree is as it was and the draft holds what was streamed.
 * @throws OrreryError not-found for an unknown branch or step; busy when a step is in flight on this branch
 */
export async function* step(
  world: World,
  input: StepInput,
  { signal, answerNow }: GenerateOptions
): AsyncGenerator<StepEvent> {
  const { store, engine, clock, inFlight } = world
  const branch = store.branch(input.branch)
  if (branch.session !== input.session) {
    throw new OrreryError('not-found', `There is no branch "${branch.title}" in this world. Open the world again.`)
  }
  const { setup, session } = branch
  const parent = input.from === undefined ? branch.tip : input.from
  const chain = store.chain(parent)
  const domain = findDomain(setup.domain)
  const started = clock.ticks()

  let action: Action
  try {
    action = checkAction(domain, input.action)
  } catch (error) {
    yield failed(error, null)
    return
  }
  if (inFlight.has(branch.id)) {
    throw new OrreryError('busy', `A step is still running on "${branch.title}". Wait for it, or cancel it first.`)
  }
  inFlight.add(branch.id)

  const act = { branch, domain, chain, parent, action, input }
  const draft = keepDraft(world, { session, branch: branch.id, parent, action, instruction: input.instruction ?? '' })
  let settled = false
  try {
    draft.begin()
    const prepared = yield* prepare(world, act, { signal, answerNow })
    const { ground } = prepared
    const answer = ground
      ? yield* compute(world, act, { ...prepared, ground }, { draft, started, signal })
      : yield* read(world, prepared, { draft, started, limit: setup.observationLimit })
    const { step: made, call, fork } = yield* settle(world, act, { prepared, answer, started })
    await store.commit({ step: made, call, branch: branch.id, expected: parent, fork, draft: draft.id }, { signal })
    settled = true
    // A state that could not be kept is made again by replay.
    if (isComputed(answer)) await answer.keep(made.id).catch(() => {})
    inFlight.delete(branch.id)
    yield { type: 'committed', step: made, call, branch: store.branch(fork?.id ?? branch.id) }
  } catch (error) {
    settled = true
    inFlight.delete(branch.id)
    const way = withWayOut(error, { compact: setup.compact, engine, turns: chain.length })
    const template = () => {
      const more = world.templates?.(domain)
      return findTemplate(domain, setup.template, engine.info().template, { ...(more && { more }), seed: setup.seed })
    }
    const reason = await withToolCosts(way, { domain, template, setup, engine })
    yield failed(reason, draft.end(reason))
  } finally {
    // The listener went away in the middle: the same as cancelling. A settled step has left its branch already, and the next
    // may be on it.
    if (!settled) {
      inFlight.delete(branch.id)
      draft.end(new OrreryError('cancelled', 'The step was stopped.'))
    }
  }
}

function failed(error: unknown, draft: Draft | null): StepEvent {
  return { type: 'failed', error: toWire(error), draft }
}
