// Second part of a step in a world with a ground: it computes the answer, and the model is asked for what it cannot know.

import { measure } from '../control/evaluate/metrics.ts'
import { withMadeTools } from '../domains/made-tools.ts'
import { OrreryError, toWire } from '../errors.ts'
import { USER } from '../grounds/user/talk.ts'
import { createCutStream } from '../tree/cut.ts'
import type { Prediction, Setup, StepEvent, Tokens } from '../tree/model.ts'
import type { Ground, GroundAnswer, GroundAsked, ListQuestion, ModelQuestion } from '../tree/ports.ts'
import type { StepContext } from './context.ts'
import type { Keeping } from './draft.ts'
import { fromCallbacks, passOn } from './from-callbacks.ts'
import type { Prepared, StepTarget } from './prepare.ts'
import { type Answer, read } from './read.ts'
import { addTokens } from './tokens.ts'

/** An answer that a ground gave or had a part in. */
export interface Computed extends Answer {
  grounded: GroundAnswer['grounded']
  keep: GroundAnswer['keep']
  prediction?: Prediction
}

export const isComputed = (answer: Answer | Computed): answer is Computed => 'grounded' in answer

interface While {
  draft: Keeping
  started: number
  signal: AbortSignal
}

/** @throws OrreryError as `Ground.turn` and, where the model is asked, as `Engine.generate`; no-model when it may not be asked */
export async function* compute(
  world: StepContext,
  act: StepTarget,
  prepared: Prepared & { ground: Ground },
  during: While
): AsyncGenerator<StepEvent, Computed> {
  const { ground } = prepared
  const { clock, askPerson } = world
  const { branch, input } = act
  const { setup } = branch
  const cutting = createCutStream(setup.observationLimit)
  const dreams: Answer[] = []
  const lists: { tokens: Tokens[]; warnings: string[] } = { tokens: [], warnings: [] }
  const answer = yield* fromCallbacks<StepEvent, GroundAnswer>((tell) =>
    ground.turn(askedOf(world, act, prepared), {
      signal: during.signal,
      askModel: (question) => passOn(answerQuestion(world, act, prepared, { question, during, dreams }), tell),
      askList: (question) => passOn(list(world, prepared, { question, during, lists }), tell),
      ...(askPerson && { askPerson: (question) => askPerson(question, { branch, input, signal: during.signal }) }),
      progress: (done, total) => void tell({ type: 'progress', phase: 'start', done, total }).catch(() => {}),
      // Larger models were trained to write screens whole.
      ...(prepared.template.name === 'small' && { asksChanges: world.engine.info().lists ? 'or-page' : 'only' })
    })
  )
  const { text, by, keep, result } = answer
  const grounded = act.input.by ? { ...answer.grounded, why: ASKED } : answer.grounded
  const first = dreams[0]?.first ?? clock.ticks() - during.started
  // A text that a fault may alter is shown once, as it is kept.
  if (!prepared.disturbed.alterations.length) yield* cutting.pass([{ type: 'observation', text }])
  const prediction =
    setup.check && grounded.origin === 'executed' ? yield* predict(world, act, prepared, text, during) : null
  const last = dreams.at(-1)
  return {
    raw: dreams.map(({ raw }) => raw).join('\n'),
    parsed: {
      observation: text,
      thinking: dreams
        .map(({ parsed }) => parsed.thinking)
        .filter(Boolean)
        .join('\n\n'),
      warnings: [...lists.warnings, ...dreams.flatMap(({ parsed }) => parsed.warnings), ...(prediction?.warnings ?? [])]
    },
    by: {
      ...(last
        ? { ...last.by, tokens: [...dreams.map((one) => one.by.tokens), ...lists.tokens].reduce(addTokens) }
        : { tokens: NONE, cut: null, trace: null, engine: ground.id, model: by }),
      ...(result && { result })
    },
    ended: true,
    ending: text.length > setup.observationLimit ? 'limit' : null,
    whole: true,
    ...{ first, cutting, grounded, keep },
    ...(prediction?.prediction && { prediction: prediction.prediction })
  }
}

// No ground follows an instruction, so each leaves the turn to the model.
const ASKED = 'The model was asked for this answer, in place of what computes it.'

/** Whether the model may be asked nothing here. That it plays the user is a choice of its own: their words are no part of what is executed. */
const takesExecuted = ({ grounding, user }: Setup, ground: Ground): boolean =>
  grounding === 'executed' && !(ground.id === USER && user?.answers === 'model')

function askedOf(
  { engine }: StepContext,
  { branch, chain, callOf, action, input }: StepTarget,
  { instruction, disturbed, ground }: Prepared & { ground: Ground }
): GroundAsked {
  const faults = disturbed.faults.map(({ fault }) => fault)
  return {
    setup: withMadeTools(branch.setup, { chain, callOf }, action),
    chain,
    callOf,
    action,
    instruction: input.by ? instruction || ASKED : instruction,
    ...(faults.length > 0 && { faults }),
    ...((engine.absent || takesExecuted(branch.setup, ground)) && { alone: true })
  }
}

/** Asks the model for what the ground cannot know. @returns its observation */
async function* answerQuestion(
  world: StepContext,
  { branch, domain }: StepTarget,
  prepared: Prepared & { ground: Ground },
  { question, during, dreams }: { question: ModelQuestion; during: While; dreams: Answer[] }
): AsyncGenerator<StepEvent, string> {
  const of = domain.label(question.action)
  if (takesExecuted(branch.setup, prepared.ground)) {
    throw new OrreryError(
      'no-model',
      `Only the model can answer "${of}" (rule: ${question.rule}), and this branch takes nothing but what is executed. Set its grounding to "grounded", or act differently.`
    )
  }
  yield { type: 'dream', of, rule: question.rule }
  const asked = yield* prepared.ask(question.action, question)
  const answer = yield* asPrediction(read(world, asked, { ...during, limit: branch.setup.observationLimit }))
  dreams.push(answer)
  return answer.parsed.observation
}

/** Asks the model what its answer changed, where it is large enough. That it fails is a warning: the answer stands without it. */
async function* list(
  { engine }: StepContext,
  prepared: Prepared,
  {
    question: { action, context, ...about },
    during: { signal },
    lists
  }: {
    question: ListQuestion
    during: While
    lists: { tokens: Tokens[]; warnings: string[] }
  }
): AsyncGenerator<StepEvent, string | null> {
  if (!engine.info().lists) return null
  try {
    const { answer } = yield* prepared.ask(action, { context, about })
    let text = ''
    for await (const event of answer) {
      if (event.type === 'text') text += event.text
      else if (event.type === 'done') lists.tokens.push(event.tokens)
      else yield event
    }
    return text
  } catch (error) {
    if (signal.aborted) throw error
    lists.warnings.push(`The model could not list what its answer changes: ${toWire(error).message}`)
    return null
  }
}

/** Tells what a model says as something beside the observation. */
async function* asPrediction(reading: ReturnType<typeof read>): ReturnType<typeof read> {
  let next = await reading.next()
  for (; !next.done; next = await reading.next()) {
    const event = next.value
    if (event.type === 'observation') yield { type: 'predicted', text: event.text }
    else if (event.type !== 'restart') yield event
  }
  return next.value
}

/** The model's own answer to what was computed. That it failed is a warning: the step stands without it. */
async function* predict(
  world: StepContext,
  { branch, domain, action }: StepTarget,
  prepared: Prepared,
  truth: string,
  during: While
): AsyncGenerator<StepEvent, { prediction: Prediction | null; warnings: string[] }> {
  try {
    yield { type: 'predicted', text: '' }
    const asked = yield* prepared.ask(action)
    const limit = branch.setup.observationLimit
    const draft = { ...during.draft, add: () => {} }
    const { parsed, by } = yield* asPrediction(read(world, asked, { ...during, draft, limit }))
    const text = parsed.observation
    const { exactNormalised, wordF1 } = measure(text, truth, domain)
    const { engine, model } = by
    return { prediction: { engine, model, text, exact: exactNormalised === 1, similarity: wordF1 }, warnings: [] }
  } catch (error) {
    if (during.signal.aborted) throw error
    return { prediction: null, warnings: [`The model could not predict this step: ${toWire(error).message}`] }
  }
}

const NONE: Tokens = { prompt: 0, cached: 0, generated: 0 }
