// A conversation that is carried on with a model, as a session is: every answer becomes history.
import type { Engine, Message, Request } from '../../../src/core/tree/ports.ts'
import { must } from '../../must.ts'
import { type Answer, ask } from './answer.ts'
import { command, request, system } from './prompts.ts'

// An answer has to be something, and the time it takes is measured elsewhere.
const ANSWER = 8

export interface Talk {
  /** How many turns it has. */
  readonly turns: number
  /** The conversation up to and with turn `at`, for acting from there; the whole of it when left out. */
  upTo(at?: number): Message[]
  /** What turn `at + 1` would be asked, with a command of its own `number`. The tip when `at` is left out. */
  next(number: number, options?: { at?: number }): Request
  /** Asks the next turn and keeps its answer. */
  go(number: number, options?: Pick<Parameters<typeof ask>[2], 'onEvent'>): Promise<Turn>
}

export interface Turn {
  request: Request
  answer: Answer
  /** Tokens that no earlier turn could know of: the user's message and what the template puts around it. */
  fresh: number
  /** Tokens of the prompt that were evaluated. */
  evaluated: number
}

/** Goes on from the system prompt, or from the whole turns of `from`; nothing is asked yet. */
export function beginTalk(
  engine: Pick<Engine, 'generate'>,
  { signal, owner, from = [system('small')] }: { signal: AbortSignal; owner: string; from?: Message[] }
): Talk {
  const messages = [...from]
  // What the context holds after the last answer: its prompt and what was generated.
  let known = 0
  const talk: Talk = {
    get turns() {
      return (messages.length - 1) / 2
    },
    upTo: (at = talk.turns) => messages.slice(0, 1 + 2 * at),
    next: (number, { at = talk.turns } = {}) =>
      request([...talk.upTo(at), command(at + 1, number)], { maxTokens: ANSWER, owner }),
    async go(number, { onEvent } = {}) {
      const asked = talk.next(number)
      const answer = await ask(engine, asked, { signal, onEvent })
      const { prompt, cached, generated } = answer.tokens
      const fresh = prompt - known
      known = prompt + generated
      messages.push(must(asked.messages.at(-1)), { role: 'assistant', content: answer.text })
      return { request: asked, answer, fresh, evaluated: prompt - cached }
    }
  }
  return talk
}
