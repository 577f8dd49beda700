// The one path: an action goes in, the world's answer streams out, and a step is committed. Start reading here.
//
//   action -> validate -> prepare: perturb (may answer, instruct), [recorded], [certain without a model], [a ground], request -> engine
//          -> compute: the ground answers, and asks the model for what it cannot know
//             or read: stream, parse; once more where the model did not do what a perturbation told it
//          -> settle: perturb (may alter) -> commit

import { checkAction, findDomain, findTemplate } from './domains/index.ts'
import { OrreryError, toWire } from './errors.ts'
import { withWayOut } from './step/compact.ts'
import { compute, isComputed } from './step/compute.ts'
import type { StepContext } from './step/context.ts'
import { keepDraft } from './step/draft.ts'
import { prepare, type StepTarget } from './step/prepare.ts'
import { read } from './step/read.ts'
import { retryUntilShown } from './step/retry-until-shown.ts'
import { onBranch, type SettledStep, settle } from './step/settle.ts'
import { withToolCosts } from './step/tool-costs.ts'
import { callOn } from './tree/calls.ts'
import type { Action, BranchHead, Draft, StepEvent, StepInput } from './tree/model.ts'
import type { StepOptions } from './tree/ports.ts'
import { referenceOf } from './tree/search.ts'

/**
 * Runs one step: everything that happens comes as events, the last is `committed` or `failed`. Acting from a step that is not
 * the branch's tip, or is not any more when the answer is there, makes a new branch there. Nothing is stored before the commit but a draft; after a failure the
 * tree is as it was and the draft holds what was streamed.
 * @throws OrreryError not-found for an unknown branch or step; busy when a step is in flight on this branch
 */
export async function* step(
  world: StepContext,
  input: StepInput,
  { signal, answerNow }: StepOptions
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

  const act = { branch, domain, chain, callOf: callOn(store, branch), parent, action, input }
  const draft = keepDraft(world, {
    session,
    branch: branch.id,
    parent,
    action,
    instruction: input.instruction ?? '',
    agent: input.agent?.name
  })
  let settled = false
  try {
    const during = { draft, started, signal, limit: setup.observationLimit }
    const ready = yield* prepare(world, act, { signal, answerNow })
    // Recorded and certain answers come at once and whole, so they need no draft.
    if ((ready.predicted && !ready.held) || ready.ground) draft.begin()
    const guarded = referenceOf(setup) !== undefined
    const { prepared, answer } = yield* retryUntilShown(ready, ({ ground, ...rest }) =>
      unseen(guarded, ground ? compute(world, act, { ...rest, ground }, during) : read(world, rest, during))
    )
    const ended = yield* unseen(guarded, settle(world, act, { prepared, answer, started }))
    if (guarded) yield { type: 'observation', text: ended.step.observation.text }
    const { step: made, call, head } = await commit(world, act, { ended, draft: draft.id, signal })
    settled = true
    // A state that could not be kept is made again by replay.
    if (isComputed(answer)) await answer.keep(made.id).catch(() => {})
    inFlight.delete(branch.id)
    yield { type: 'committed', step: made, call, branch: head }
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

/** Stores the step. If the tip moved meanwhile and `input.from` named the step before it, the step is stored on a new branch. */
async function commit(
  world: StepContext,
  act: StepTarget,
  { ended, draft, signal }: { ended: SettledStep; draft: string; signal: AbortSignal }
): Promise<SettledStep & { head: BranchHead }> {
  const { branch, parent: expected, input } = act
  const store = async (one: SettledStep) => {
    const head = await world.store.commit({ ...one, branch: branch.id, expected, draft }, { signal })
    return { ...one, head }
  }
  try {
    return await store(ended)
  } catch (error) {
    if (input.from === undefined || ended.fork || toWire(error).code !== 'conflict') throw error
    return store(onBranch(world, branch, ended))
  }
}

/** Holds back the text of an answer that is still to be checked for the reference answer (`guarded`). */
async function* unseen<T>(guarded: boolean, events: AsyncGenerator<StepEvent, T>): AsyncGenerator<StepEvent, T> {
  if (!guarded) return yield* events
  let done = false
  try {
    for (;;) {
      const next = await events.next()
      if (next.done) {
        done = true
        return next.value
      }
      const { type } = next.value
      if (type !== 'observation' && type !== 'restart' && type !== 'predicted') yield next.value
    }
  } finally {
    // Whoever listened went away: the engine must hear of it.
    if (!done) await events.return(undefined as never)
  }
}

function failed(error: unknown, draft: Draft | null): StepEvent {
  return { type: 'failed', error: toWire(error), draft }
}
