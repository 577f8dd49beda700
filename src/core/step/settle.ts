// Last part of a step: perturbations alter the text, a mark says where it was cut off, and step and call are made of it.

import type { Branch, Call, Firing, Step, StepEvent, StepId } from '../model.ts'
import type { Domain } from '../plugins.ts'
import { misfit } from '../tools/schema.ts'
import { clip, endingWarning, marked, noTrace } from '../tree/cut.ts'
import { makeStep } from '../tree/history.ts'
import { type Computed, isComputed } from './compute.ts'
import type { World } from './context.ts'
import type { Act, Prepared } from './prepare.ts'
import type { Answer } from './read.ts'

export interface Settled {
  step: Step
  call: Call
  /** The branch to make, where the step was not taken at the tip. */
  fork: Branch | null
}

/** Makes what is committed. Nothing is stored here. */
export async function* settle(
  world: World,
  act: Act,
  { prepared, answer, started }: { prepared: Prepared; answer: Answer | Computed; started: number }
): AsyncGenerator<StepEvent, Settled> {
  const { clock, names } = world
  const { branch, parent, action } = act
  const { raw, parsed, by, ending, whole, gate } = answer
  const { setup } = branch
  const { template, leftOut } = prepared
  const limits = { tokens: by.tokens, limit: setup.observationLimit, most: prepared.request.sampling.maxTokens, whole }
  const firings: Firing[] = [...prepared.disturbed.firings]
  let text = clip(parsed.observation, setup.observationLimit)
  const warnings = [
    leftOut.warning,
    by.warning,
    ending && endingWarning(ending, limits),
    ...parsed.warnings,
    ...objections(act.domain, act, prepared, answer, text)
  ].filter((warning) => typeof warning === 'string')
  for (const alter of prepared.disturbed.alterations) {
    const altered = alter(text)
    if (!altered) continue
    text = altered.text
    firings.push(altered.firing)
    yield { type: 'fired', firing: altered.firing }
    yield* gate.settle(text)
  }
  if (ending === 'limit' || (ending && !whole)) {
    text = marked(text, ending, limits)
    yield* gate.settle(text)
  }
  const step = await makeStep(parent, action, { text })
  const fork = parent === branch.tip ? null : forkOf(world, branch, step.id, parent)
  const call: Call = {
    id: names.next(),
    step: step.id,
    session: branch.session,
    branch: (fork ?? branch).id,
    setup,
    engine: by.engine,
    model: by.model,
    tokens: by.tokens,
    trace: by.trace,
    seed: prepared.seed,
    template: template.name,
    instruction: prepared.instruction,
    firings,
    raw,
    thinking: parsed.thinking,
    warnings,
    ms: { first: answer.first, total: clock.ticks() - started },
    createdAt: clock.now(),
    ...(leftOut.turns > 0 && { leftOut: leftOut.turns }),
    ...(by.thoughtEnded && { thoughtEnded: by.thoughtEnded }),
    ...(template.pack && { pack: template.pack }),
    ...(isComputed(answer) && { grounded: answer.grounded }),
    ...(isComputed(answer) && answer.prediction && { predicted: answer.prediction })
  }
  return { step, call, fork }
}

/** What was asked for and is not there. */
function objections(
  domain: Domain,
  { action }: Act,
  { predicted, held, request }: Prepared,
  { by, ended }: Answer,
  text: string
): (string | false | null)[] {
  return [
    // A recording is what it is: real tools answer in other forms than they declare. And any call may fail in words.
    predicted && !held && !isError(domain, action, text) && misfit(text, request.shape.schema),
    predicted && request.trace && !by.trace && noTrace(ended)
  ]
}

/** Whether the domain reads the answer as an error. */
function isError(domain: Domain, action: Act['action'], text: string): boolean {
  const document = domain.document?.(action, text)
  return document !== undefined && 'error' in document && document.error
}

function forkOf({ store, clock, names }: World, branch: Branch, tip: StepId, fork: StepId | null): Branch {
  const title = `branch ${store.branches(branch.session).length + 1}`
  return { ...branch, id: names.next(), title, tip, fork, createdAt: clock.now() }
}
