// First part of a step: what is to be answered, what disturbs it, and who answers.

import type { Domain, DomainTemplate } from '../domains/domain.ts'
import { findTemplate } from '../domains/index.ts'
import { madeBy, withMadeTools, withTools } from '../domains/made-tools.ts'
import { toolCallOf } from '../domains/tool-call.ts'
import { OrreryError } from '../errors.ts'
import { hiddenFacts } from '../grounds/fiction/hidden.ts'
import { USER } from '../grounds/user/talk.ts'
import { stepSeed } from '../tree/history.ts'
import type { Action, Branch, Call, Step, StepEvent, StepId, StepInput, Tool } from '../tree/model.ts'
import type { Engine, Ground, ListQuestion, ModelQuestion, Request, StepOptions } from '../tree/ports.ts'
import { boundsOf } from './bounds.ts'
import { leaveOut, load } from './compact.ts'
import type { StepContext } from './context.ts'
import { decide } from './decide.ts'
import { MARKER } from './parse.ts'
import { type Disturbance, perturb } from './perturb.ts'
import { askedAsItStands, buildRequest } from './request.ts'
import { type WrittenTool, writeTool } from './write-tool.ts'

/** What a step acts on: `action` after `parent`, which the chain ends in. */
export interface StepTarget {
  branch: Branch
  domain: Domain
  /** Oldest first. */
  chain: Step[]
  /** How a step of the chain came about. */
  callOf(step: StepId): Call | null
  parent: StepId | null
  action: Action
  input: StepInput
}

/** Options that a ground adds when it asks the model. */
export type GroundQuestionOptions = Partial<Pick<ModelQuestion, 'context' | 'json' | 'schema' | 'begins'>> & {
  /** The answer is there already; it is asked about. */
  about?: Pick<ListQuestion, 'text' | 'question' | 'schema'>
}

/** An engine with a question. */
export interface PreparedQuestion {
  request: Request
  answer: ReturnType<Engine['generate']>
  /** The engine is asked: neither a perturbation nor the domain has the answer. */
  predicted: boolean
  /** So many of the oldest turns the prompt goes without, and the sentence that says so. */
  leftOut: { turns: number; warning: string | null }
}

export interface Prepared extends PreparedQuestion {
  template: Pick<DomainTemplate, 'name' | 'pack'>
  instruction: string
  seed: number
  disturbed: Disturbance
  /** It answers from a recording. */
  held: boolean
  /** What computes the answer; `answer` is then empty. */
  ground: Ground | null
  /** Why the model answers though the step before was computed; `null` where nothing changed. */
  unserved: string | null
  /** The tool that the model wrote for this call; `null` where none was to be written. */
  made: WrittenTool | null
  /** The rows of invented facts that this turn is about, as `table/key`. */
  facts: string[]
  /** Asks the engine for an action in the place of this turn's own.  */
  ask(action: Action, wanted?: GroundQuestionOptions): AsyncGenerator<StepEvent, PreparedQuestion>
  /** The same turn with more to be told to the model. */
  again(more: string): AsyncGenerator<StepEvent, Prepared>
}

/** Decides what the engine is asked, or that it is not. @throws OrreryError as `Engine.load`; invalid-input; not-found for a template */
export async function* prepare(
  world: StepContext,
  act: StepTarget,
  options: StepOptions
): AsyncGenerator<StepEvent, Prepared> {
  const { domain, chain, callOf, parent, action, input } = act
  const branch = { ...act.branch, setup: withMadeTools(act.branch.setup, act, action) }
  const { signal, answerNow } = options
  const { engine } = world
  const { setup } = branch
  if (input.by === 'model' && setup.grounding === 'executed') throw new OrreryError('invalid-input', MODEL_IS_OUT)
  const { template: suited } = engine.info()
  const template = findTemplate(domain, setup.template, suited, {
    more: world.templates?.(domain) ?? [],
    seed: setup.seed
  })
  const state = world.stateAfter(setup, parent)
  const fresh = input.seed !== undefined || input.by === 'model'
  const seed = input.seed ?? (await stepSeed(setup.seed, parent))
  const disturbed = await perturb(seed, { branch, domain, action, state, chain, callOf })
  for (const firing of disturbed.firings) yield { type: 'fired', firing }

  const { place, certain, serving, computes } = await decide(
    world,
    { setup, domain, action, chain, callOf },
    { fresh, answered: disturbed.answer !== null }
  )
  const held = place !== undefined
  const facts = setup.fiction ? (world.facts?.(setup) ?? null) : null
  const hidden = facts && hiddenFacts(facts, domain, setup, action)
  // What a real server answers to a call that does not fit its tool is an error of the call.
  const given = disturbed.answer ?? (certain === null ? null : { text: certain, result: { isError: true } })
  const ground = given === null ? serving : null
  const asksModel = given === null && !held && !ground
  const nobody = engine.absent !== undefined || setup.grounding === 'executed'
  const makes = given === null && !held ? madeBy(act.branch.setup, act, action) : null
  if (makes && nobody) throw new OrreryError('no-model', nobodyMakes(makes.name))
  if (asksModel && setup.grounding === 'executed') throw new OrreryError('no-model', NOTHING_EXECUTES)
  const last = asksModel && computes && parent !== null ? callOf(parent)?.grounded : null
  const before = last?.ground === USER ? null : last
  // Where nothing can be broken for real, the model is told what is broken.
  const told = serving?.breaks ? [] : disturbed.faults.map(({ text }) => text)
  const made = makes && setup.makesTools === 'written' ? yield* writing(makes) : null
  const rules = made ? withTools(withMadeTools(act.branch.setup, act), [made.tool]) : setup
  const asking = { suited, seed, fresh, trace: input.trace ?? false, owner: branch.session, state }

  return yield* ready([input.instruction ?? '', ...disturbed.instructions, ...told].filter(Boolean).join('\n'))

  function writing(read: Tool): AsyncGenerator<StepEvent, WrittenTool> {
    const known = domain.tools?.of(withMadeTools(act.branch.setup, act)) ?? []
    const from = { read, call: toolCallOf(action), known }
    return writeTool(engine, from, { seed, owner: branch.session, signal })
  }

  /** What the turn comes to under this instruction. */
  async function* ready(instruction: string): AsyncGenerator<StepEvent, Prepared> {
    const turnOf = (action: Action, context = hidden?.text ?? '') => {
      const all = [instruction, context].filter(Boolean).join('\n')
      return { domain, template, setup: rules, chain, action, instruction: all }
    }
    async function* ask(
      action: Action,
      wanted: GroundQuestionOptions = {}
    ): AsyncGenerator<StepEvent, PreparedQuestion> {
      const turn = turnOf(action, wanted.context)
      if (setup.compact) yield* load(engine, options)
      const leftOut = await leaveOut(engine, turn, options)
      const built = buildRequest(turn, { ...asking, leftOut: leftOut.turns }).request
      const wants = wanted.about ? askingAbout(built, wanted.about) : wanting(built, template, wanted)
      const bounds = held ? null : boundsOf(domain, template, rules, { chain, begun: wants.prefill })
      const request = { ...wants, ...(place !== undefined && { parent: place }), ...(bounds && { bounds }) }
      return {
        request,
        answer: engine.generate(request, { signal, answerNow: answerNow?.() }),
        predicted: true,
        leftOut
      }
    }
    const asked = given === null && !ground ? yield* ask(action) : null
    return {
      ...{ template, instruction, seed, disturbed, held, ground, ask, made, facts: hidden?.rows ?? [] },
      unserved: before ? predictedFromNow(before.ground) : null,
      again: (more) => ready(`${instruction}\n${more}`),
      ...(asked ?? {
        // Nobody reads a prompt where nobody is asked.
        request: askedAsItStands([], action, { ...asking, domain, template, setup, parent }),
        answer: answeredBy(certain === null ? 'perturbation' : 'validation', given ?? { text: '' }),
        predicted: false,
        leftOut: { turns: 0, warning: null }
      })
    }
  }
}

const NOTHING_EXECUTES =
  'This branch takes nothing but what is executed, and nothing on this machine can execute it. Set its grounding to "grounded" or "model", or give it a program: tables, for a world of tools.'

const MODEL_IS_OUT =
  'The model was asked for this answer, and this branch takes nothing but what is executed. Do not ask the model (--by-model), or set the grounding to "grounded" or "model".'

const predictedFromNow = (ground: string) =>
  `The steps before were computed by "${ground}", which does not answer in this world any more: from here on the model predicts. A world of tools is computed again where it is given tables.`

const nobodyMakes = (tool: string): string =>
  `Nobody can answer a call of "${tool}", which this world has not declared. Tools are made as they are called by a model: choose one, let the branch take what is predicted, or declare the tool.`

/** The request as a ground wants it answered: nothing but an object or a list of JSON, or a text with a known beginning. */
export function wanting(
  request: Request,
  { prefill }: DomainTemplate,
  { json, schema, begins = '' }: GroundQuestionOptions
): Request {
  if (!json) return { ...request, prefill: request.prefill && request.prefill + begins }
  const shape = { ...request.shape, schema: schema ?? { type: ['object', 'array'] } }
  return { ...request, prefill: prefill ? `${MARKER}\n` : '', shape }
}

// A list of sixteen changes with some content; the rest of a text is refused as no JSON.
const LIST_TOKENS = 4096

/** A hidden turn after the answer: nothing but JSON, as certain as the model can be, without a thought. */
function askingAbout(
  { budget: _budget, ...request }: Request,
  { text, question, schema }: NonNullable<GroundQuestionOptions['about']>
): Request {
  const answered = [
    { role: 'assistant' as const, content: text },
    { role: 'user' as const, content: question }
  ]
  return {
    ...request,
    messages: [...request.messages, ...answered],
    prefill: '',
    thinking: false,
    tagged: false,
    repeats: 0,
    counts: true,
    trace: false,
    shape: { tags: false, schema, only: true },
    sampling: { ...request.sampling, temperature: 0, maxTokens: LIST_TOKENS }
  }
}

/** An answer that no model gave, told the way an engine tells it. */
async function* answeredBy(
  engine: string,
  { text, result }: NonNullable<Disturbance['answer']>
): ReturnType<Engine['generate']> {
  yield { type: 'text', text: `${MARKER}\n${text}` }
  const tokens = { prompt: 0, cached: 0, generated: 0 }
  yield {
    type: 'done',
    tokens,
    cut: null,
    trace: null,
    engine,
    model: { name: 'none', hash: null },
    ...(result && { result })
  }
}
