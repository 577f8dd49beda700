// Asking an engine as a world does, and knowing beforehand how many tokens that takes: the random tiny models spell every character as one
// token, so a conversation's tokens can be counted without a tokenizer.
import { OrreryError } from '../../src/core/errors.ts'
import type { Cut, Tokens, TracedToken } from '../../src/core/tree/model.ts'
import type { Engine, EngineEvent, Message, Request } from '../../src/core/tree/ports.ts'
import { UNTIL_DONE } from '../patience.ts'

export interface Asked {
  messages: Message[]
  prefill: string
  maxTokens: number
  owner: string
  /** A think block may come first, so what is said may stand in no history. */
  thinking?: boolean
  trace?: boolean
}

/** An answer, or the code of the error it ended in. */
export type Answer = { text: string; tokens: Tokens; cut: Cut | null; trace: TracedToken[] | null } | { code: string }

/** Asks greedily. `onEvent` may abort `signal`; anything else stands in the request as given. */
export async function ask(
  engine: Engine,
  asked: Asked,
  { signal, onEvent, ...over }: Partial<Request> & { signal?: AbortSignal; onEvent?: (event: EngineEvent) => void } = {}
): Promise<Answer> {
  const request = requestOf(asked, over)
  // An engine that hangs must fail the test in words.
  const patience = UNTIL_DONE
  let text = ''
  try {
    for await (const event of engine.generate(request, {
      signal: signal ? AbortSignal.any([signal, patience]) : patience
    })) {
      onEvent?.(event)
      if (event.type === 'text') text += event.text
      if (event.type === 'done') return { text, tokens: event.tokens, cut: event.cut, trace: event.trace }
    }
  } catch (error) {
    if (patience.aborted) throw new Error('The engine did not answer within a minute.', { cause: error })
    if (error instanceof OrreryError) return { code: error.code }
    throw error
  }
  throw new Error('The answer did not end in done.')
}

/** What a world would ask. */
export function requestOf(
  { messages, prefill, maxTokens, owner, thinking = false, trace = false }: Asked,
  over: Partial<Request> = {}
): Request {
  return {
    messages,
    prefill,
    thinking,
    stop: [],
    repeats: 0,
    shape: { tags: false, schema: null },
    trace,
    sampling: { temperature: 0, topK: 0, topP: 1, maxTokens },
    seed: 1,
    strict: false,
    owner,
    parent: null,
    action: [],
    ...over
  }
}

/** The prompt's tokens as ChatML spells them, up to where the answer opens. */
export function spell(messages: Message[]): string[] {
  const turns = messages.flatMap(({ role, content }) => ['<|im_start|>', ...role, '\n', ...content, '<|im_end|>', '\n'])
  return ['<s>', ...turns, '<|im_start|>', ...'assistant', '\n']
}

/** How many tokens two spellings begin with in common. */
export function common(one: string[], other: string[]): number {
  const differs = one.findIndex((token, index) => token !== other[index])
  return differs < 0 ? one.length : differs
}

/** A place in a world's tree: the conversation up to it, and what the model was asked and said to get there. */
export interface Turn {
  messages: Message[]
  parent: Turn | null
  /** `null` where the world begins. */
  asked: Asked | null
  said: string
}

/** The tokens of a prompt. */
export function prompted({ messages, prefill }: Asked): string[] {
  return [...spell(messages), ...prefill]
}
