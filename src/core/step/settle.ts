// Last part of a step: perturbations alter the text, a mark says where it was cut off, and step and call are made of it.

import type { Domain } from '../domains/domain.ts'
import { misfit } from '../domains/tools/schema.ts'
import { guard, saysAnswer } from '../grounds/fiction/leak.ts'
import { clip, endingWarning, marked, noTrace } from '../tree/cut.ts'
import type { Leak, RowReference } from '../tree/fiction.ts'
import { makeStep } from '../tree/history.ts'
import type { Branch, Call, Firing, Step, StepEvent, StepId } from '../tree/model.ts'
import { capped } from '../tree/result.ts'
import { referenceOf } from '../tree/search.ts'
import { type Computed, isComputed } from './compute.ts'
import type { StepContext } from './context.ts'
import type { Prepared, StepTarget } from './prepare.ts'
import type { Answer } from './read.ts'
import { retold } from './retold.ts'
import { addTokens } from './tokens.ts'

export interface SettledStep {
  step: Step
  call: Call
  /** The branch to make, where the step was not taken at the tip. */
  fork: Branch | null
}

/** Makes what is committed. Nothing is stored here. */
export async function* settle(
  world: StepContext,
  act: StepTarget,
  { prepared, answer, started }: { prepared: Prepared; answer: Answer | Computed; started: number }
): AsyncGenerator<StepEvent, SettledStep> {
  const { clock, names } = world
  const { branch, parent, action } = act
  const { raw, parsed, by, ending, whole, cutting } = answer
  const { setup } = branch
  const { template, leftOut } = prepared
  const limits = { tokens: by.tokens, limit: setup.observationLimit, most: prepared.request.sampling.maxTokens, whole }
  const firings: Firing[] = [...prepared.disturbed.firings]
  const answered = clip(parsed.observation, setup.observationLimit)
  let text = answered
  const warnings = [
    leftOut.warning,
    prepared.made?.warning,
    prepared.unserved,
    ...prepared.disturbed.firings.filter(({ took }) => took === false).map(untaken),
    by.warning,
    ending && endingWarning(ending, limits),
    ...parsed.warnings,
    ...objections(act.domain, act, prepared, answer, text)
  ].filter((warning) => typeof warning === 'string')
  for (const alter of prepared.disturbed.alterations) {
    const altered = await alter(text)
    if (!altered) continue
    text = altered.text
    firings.push(altered.firing)
    yield { type: 'fired', firing: altered.firing }
  }
  const kept = withoutAnswer(act, text)
  text = kept.text
  for (const one of kept.warnings) warnings.push(one)
  const { result } = by
  const known = result && capped(text === answered ? result : retold(result, parsed.observation, text))
  if (ending === 'limit' || (ending && !whole)) text = marked(text, ending, limits)
  yield* cutting.settle(text)
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
    tokens: prepared.made ? addTokens(by.tokens, prepared.made.tokens) : by.tokens,
    trace: by.trace,
    seed: prepared.seed,
    template: template.name,
    instruction: prepared.instruction,
    firings,
    raw,
    thinking: parsed.thinking,
    warnings,
    ...(prepared.made?.warning === null && { made: prepared.made.tool }),
    ...(known && { result: known }),
    ms: { first: answer.first, total: clock.ticks() - started },
    createdAt: clock.now(),
    ...(leftOut.turns > 0 && { leftOut: leftOut.turns }),
    ...(by.thoughtEnded && { thoughtEnded: by.thoughtEnded }),
    ...(template.pack && { pack: template.pack }),
    ...(prepared.facts.length > 0 && { facts: prepared.facts }),
    ...(kept.leak && { leak: kept.leak }),
    ...(act.input.agent && { agent: act.input.agent }),
    ...(isComputed(answer) && { grounded: answer.grounded }),
    ...(isComputed(answer) && answer.prediction && { predicted: answer.prediction })
  }
  return { step, call, fork }
}

/** What was asked for and is not there. */
function objections(
  domain: Domain,
  { action }: StepTarget,
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

const untaken = ({ name, detail }: Firing) =>
  `The model was told "${detail}" (${name}), and its answer does not show it.`

/** The text without the reference answer of the world, where it has one and this is not the place that shows it. */
function withoutAnswer(
  { branch, domain, action, chain }: StepTarget,
  text: string
): { text: string; leak: Leak | null; warnings: string[] } {
  const reference = referenceOf(branch.setup)
  // What an agent has written itself, its tools may show it again.
  const own = (answer: RowReference) =>
    domain.fiction?.echoes
      ? domain.fiction.echoes(action)
      : [action, ...chain.map((step) => step.action)].some((one) => saysAnswer(one, answer))
  if (!reference || own(reference)) return { text, leak: null, warnings: [] }
  const { text: made, withheld, leaks } = guard(text, reference, action)
  const places = withheld === 1 ? 'one place' : `${withheld} places`
  return {
    // An observation is never empty.
    text: made || text,
    leak: leaks || !made ? 'flagged' : withheld ? 'repaired' : null,
    warnings: [
      ...(withheld ? [`The reference answer was withheld in ${places} of this observation.`] : []),
      ...(leaks ? ['The reference answer is in this observation and could not be taken out.'] : [])
    ]
  }
}

/** Whether the domain reads the answer as an error. */
function isError(domain: Domain, action: StepTarget['action'], text: string): boolean {
  const document = domain.document?.read(action, text)
  return document !== undefined && 'error' in document && document.error
}

/** The same on a branch of its own. */
export function onBranch(world: StepContext, branch: Branch, { step, call }: SettledStep): SettledStep {
  const fork = forkOf(world, branch, step.id, step.parent)
  return { step, call: { ...call, branch: fork.id }, fork }
}

function forkOf({ store, clock, names }: StepContext, branch: Branch, tip: StepId, fork: StepId | null): Branch {
  const title = `branch ${store.countBranches(branch.session) + 1}`
  return { ...branch, id: names.next(), title, tip, fork, createdAt: clock.now() }
}
