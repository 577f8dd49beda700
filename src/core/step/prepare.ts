// First part of a step: what is to be answered, what disturbs it, and who answers.

import { findTemplate } from '../domains/index.ts'
import type { Action, Branch, Step, StepEvent, StepId, StepInput } from '../model.ts'
import type { Domain, Template } from '../plugins.ts'
import type { Engine, GenerateOptions, Request } from '../ports.ts'
import { fold, stepSeed } from '../tree/history.ts'
import { leaveOut, load } from './compact.ts'
import type { World } from './context.ts'
import { labelOf } from './label.ts'
import { MARKER } from './parse.ts'
import { type Disturbance, perturb } from './perturb.ts'
import { buildRequest } from './request.ts'

/** What a step acts on: `action` after `parent`, which the chain ends in. */
export interface Act {
  branch: Branch
  domain: Domain
  /** Oldest first. */
  chain: Step[]
  parent: StepId | null
  action: Action
  input: StepInput
}

export interface Prepared {
  template: Pick<Template, 'name' | 'pack'>
  instruction: string
  seed: number
  request: Request
  answer: ReturnType<Engine['generate']>
  disturbed: Disturbance
  /** The engine is asked: neither a perturbation nor the domain has the answer. */
  predicted: boolean
  /** It answers from a recording. */
  held: boolean
  /** So many of the oldest turns the prompt goes without, and the sentence that says so. */
  leftOut: { turns: number; warning: string | null }
}

/** Decides what the engine is asked, or that it is not. @throws OrreryError as `Engine.load`; invalid-input; not-found for a template */
export async function* prepare(
  world: World,
  { branch, domain, chain, parent, action, input }: Act,
  { signal, answerNow }: GenerateOptions
): AsyncGenerator<StepEvent, Prepared> {
  const { engine } = world
  const { setup } = branch
  const { template: suited } = engine.info()
  const template = findTemplate(domain, setup.template, suited, {
    more: world.templates?.(domain) ?? [],
    seed: setup.seed
  })
  const state = fold(domain, setup, chain)
  const fresh = input.seed !== undefined
  const seed = input.seed ?? (await stepSeed(setup.seed, parent))
  const before = chain.at(-1)?.observation.text ?? setup.initialState
  const disturbed = await perturb(branch, seed, { action, label: labelOf(domain, action, before), state, chain })
  for (const firing of disturbed.firings) yield { type: 'fired', firing }

  const held = !fresh && (engine.holds?.(parent, action) ?? false)
  const certain = disturbed.answer === null && !held ? (domain.certain?.(state, action, setup) ?? null) : null
  const given = disturbed.answer ?? certain
  const predicted = given === null
  const instruction = [input.instruction ?? '', ...disturbed.instructions].filter(Boolean).join('\n')
  const turn = { domain, template, setup, chain, action, instruction }
  if (setup.compact && predicted) yield* load(engine, { signal })
  const leftOut = predicted ? await leaveOut(engine, turn, { signal }) : { turns: 0, warning: null }
  const asking = { suited, seed, fresh, trace: input.trace ?? false, owner: branch.session, state }
  const { request } = buildRequest(turn, { ...asking, leftOut: leftOut.turns })
  const answer = predicted
    ? engine.generate(request, { signal, answerNow })
    : answeredBy(certain === null ? 'perturbation' : 'validation', given)
  return { template, instruction, seed, request, answer, disturbed, predicted, held, leftOut }
}

/** An answer that no model gave, told the way an engine tells it. */
async function* answeredBy(engine: string, text: string): ReturnType<Engine['generate']> {
  yield { type: 'text', text: `${MARKER}\n${text}` }
  const tokens = { prompt: 0, cached: 0, generated: 0 }
  yield { type: 'done', tokens, cut: null, trace: null, engine, model: { name: 'none', hash: null } }
}
