// What an engine is asked for a turn, made in this one place: for steps, previews, the command line, evaluation and exporters.
import type { PromptPart } from '../contract/prompts.ts'
import type { DerivedState } from '../domains/capabilities.ts'
import type { Domain, DomainTemplate } from '../domains/domain.ts'
import { fold } from '../domains/fold.ts'
import type { Action, Setup, Step } from '../tree/model.ts'
import type { Message, Request } from '../tree/ports.ts'
import { answerLimit, thinkingOf } from './limits.ts'
import { MARKER } from './parse.ts'
import { buildPrompt, mayCount, shapeOf } from './prompt.ts'

/** A turn to be answered. */
export interface RequestedTurn {
  domain: Domain
  template: DomainTemplate
  setup: Setup
  /** The steps before it, oldest first. */
  chain: Step[]
  action: Action
  /** For this turn only. */
  instruction: string
}

/** What a turn does not say of itself. */
export interface Asking {
  /** The template that suits the engine (`Engine.info`). */
  suited: string
  seed: number
  /** The seed was asked for: another answer than the usual one is wanted. */
  fresh?: boolean
  trace?: boolean
  /** Whose request it is. */
  owner: string
  /** So many of the oldest turns are not told (`compact.ts`). */
  leftOut?: number
  /** The world's state after the chain, where it is known already. */
  state?: DerivedState
}

/** The request for `turn`, and the same prompt in named pieces. */
export function buildRequest(
  turn: RequestedTurn,
  asking: Asking
): { request: Request; parts: Omit<PromptPart, 'tokens'>[] } {
  const { domain, template, setup, chain, action, instruction } = turn
  const { leftOut = 0, suited } = asking
  const { messages, parts } = buildPrompt(domain, template, setup, chain, action, {
    instruction,
    leftOut,
    seed: asking.seed
  })
  const state = asking.state ?? fold(domain, setup, chain)
  const known = template.prefill ? domain.prediction.prefill(action, state) : ''
  const request = {
    ...askedAsItStands(messages, action, { ...asking, domain, template, setup, parent: chain.at(-1)?.id ?? null }),
    prefill: template.prefill ? `${MARKER}\n${known}` : '',
    counts: mayCount(domain, template, setup, { action, past: chain.map((step) => step.action) }),
    shape: shapeOf(domain, template, setup, { action, suited })
  }
  return { request, parts }
}

/**
 * The request for a conversation that was written elsewhere and whose action cannot be read: it is asked as it stands, and nothing that
 * hangs on the action is known.
 */
export function askedAsItStands(
  messages: Message[],
  action: Action,
  {
    domain = null,
    template,
    setup,
    parent,
    ...asking
  }: Asking & { domain?: Domain | null; setup: Setup; parent: Request['parent']; template: Framing }
): Request {
  const { stop, repeats, prefill } = template
  const { thinking, budget } = thinkingOf(template, setup)
  const { sampling, strict } = setup
  return {
    messages,
    prefill: prefill ? `${MARKER}\n` : '',
    thinking,
    ...(budget !== null && { budget }),
    tagged: template.thinking,
    stop,
    repeats,
    counts: true,
    shape: { tags: template.thinking && asking.suited === 'small', schema: null },
    trace: asking.trace ?? false,
    sampling: { ...sampling, maxTokens: answerLimit(domain, template, setup) },
    seed: asking.seed,
    fresh: asking.fresh ?? false,
    strict,
    owner: asking.owner,
    parent,
    action
  }
}

/** What a template says beside its prompt. */
export type Framing = Pick<DomainTemplate, 'thinking' | 'stop' | 'repeats' | 'prefill' | 'maxTokens'>
