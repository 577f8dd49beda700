// Messages to exact tokens, through the model's own chat template.
import type { LlamaModel, Token, Tokenizer } from 'node-llama-cpp'
import { z } from 'zod'
import { chatWarning } from '../../core/contract/chat-use.ts'
import type { Message } from '../../core/tree/ports.ts'
import { type ChatForm, chatForm, useOf } from './chat-form.ts'
import type { ToEngine } from './protocol.ts'
import { shared } from './sequences.ts'

/** A conversation as the model reads it, ending inside the open answer. */
export interface TokenPrompt {
  tokens: Token[]
  /** What of the answer is already in the prompt: an opened think tag or the prefill. It is the answer's first text. */
  begun: string
  /**
   * Where a checkpoint is worth taking, growing: before the last user message, which is where any other action would begin; and after what the
   * next turn's prompt will begin with too, whatever is answered.
   */
  checkpoints: number[]
  /** What ends the turn in this template besides the model's own end tokens. */
  stop: { texts: string[]; tokens: Set<Token> }
}

export interface Prompter {
  /** What is to be known of each answer: the model is not asked by its own chat template. `null` where it is. */
  warning: string | null
  /** `checkpoint`: whether `checkpoints` are wanted; otherwise there are none. `exact`: spelled as the model's tokenizer would, whatever was drawn before. */
  prompt(ask: ToEngine, options: { checkpoint: boolean; exact: boolean }): TokenPrompt
  /**
   * The prompt up to where the action of `ask`, whose last message ends there, would begin, and one token more. Of `checkpoints` only the
   * first: where the last message begins.
   */
  promptAhead(ask: ToEngine, options: { checkpoint: boolean }): Pick<TokenPrompt, 'tokens' | 'checkpoints'>
  /** Does what takes long the first time, and remembers answers of an earlier process, the newest first. */
  ready(answers: SpelledAnswer[]): void
  /** What is remembered, the newest first. */
  answers(): SpelledAnswer[]
  /** Keeps an answer as it was drawn: in later prompts the same text is the same tokens, and need not be read again. */
  remember(answer: SpelledAnswer): void
}

/** An answer with its prefill: after `ends[i]` characters, `i + 1` of the tokens have been said. */
export const SpelledAnswer = z.strictObject({
  text: z.string(),
  // Numbers that the library marks as its own.
  tokens: z.array(z.int()).transform((tokens) => tokens as Token[]),
  ends: z.array(z.int())
})
export type SpelledAnswer = z.infer<typeof SpelledAnswer>

// Texts are split into tokens once and kept: a turn never changes. Enough for the longest session twice over.
const MOST_TEXTS = 10_000
// Answers are looked through one by one when a new text comes; those of many worlds still fit.
const MOST_ANSWERS = 200

/** Reads the chat template once per way of using it. */
export function createPrompter(model: LlamaModel): Prompter {
  const forms = new Map<boolean, ChatForm>()
  const answers: SpelledAnswer[] = []
  const warning = chatWarning(useOf(model))
  const plain = remembering(model.tokenizer, (text, spelled) => spelled(text))
  const asDrawn = remembering(model.tokenizer, (text, spelled) => {
    const { answer, length, count } = beginning(answers, text)
    return answer ? [...answer.tokens.slice(0, count), ...spelled(text.slice(length))] : spelled(text)
  })

  function formFor(thinking: boolean): ChatForm {
    const known = forms.get(thinking)
    if (known) return known
    const form = chatForm(model, { thinking })
    forms.set(thinking, form)
    return form
  }

  return {
    warning,

    ready(known) {
      for (const one of known) answers.push(one)
      // Finding out how a template works renders it in many ways, half a second's worth.
      for (const thinking of [false, true]) formFor(thinking)
    },

    answers: () => answers,

    remember(answer) {
      answers.unshift(answer)
      answers.length = Math.min(answers.length, MOST_ANSWERS)
    },

    promptAhead({ messages, prefill, thinking }, { checkpoint }) {
      const form = formFor(thinking)
      const last = messages.at(-1)?.content ?? ''
      const ending = (content: string): Token[] =>
        form([...messages.slice(0, -1), { role: 'user', content }], prefill).contextText.tokenize(asDrawn)
      const tokens = ending(`${last}.`)
      const certain = shared(tokens, ending(`${last},`))
      const begins = checkpoint ? [shared(tokens, ending(last.startsWith('.') ? ',' : '.'))] : []
      return { tokens: tokens.slice(0, certain + 1), checkpoints: begins }
    },

    prompt(ask, { checkpoint, exact }) {
      const tokenizer = exact ? plain : asDrawn
      const form = formFor(ask.thinking)
      const { contextText, stopGenerationTriggers } = form(ask.messages, ask.prefill)
      const tokens = contextText.tokenize(tokenizer)
      const thought = ask.prefill ? '' : (/<think>\s*$/.exec(contextText.toString())?.[0] ?? '')

      const stop: TokenPrompt['stop'] = { texts: [], tokens: new Set() }
      for (const trigger of stopGenerationTriggers) {
        const [token, ...more] = trigger.tokenize(model.tokenizer)
        if (token !== undefined && more.length === 0) stop.tokens.add(token)
        // A named token that this model lacks has no tokens, and its name is not a text to stop at.
        else if (more.length > 0) stop.texts.push(trigger.toString())
      }

      return {
        tokens,
        begun: thought || ask.prefill,
        checkpoints: checkpoint ? [turnLength(), stableLength()] : [],
        stop
      }

      function turnLength(): number {
        // Not '': templates leave out a message that says nothing, its opening too.
        const text = ask.messages.at(-1)?.content.startsWith('.') ? ',' : '.'
        const other = form([...ask.messages.slice(0, -1), { role: 'user', content: text }], ask.prefill)
        return shared(tokens, other.contextText.tokenize(tokenizer))
      }

      // A generation prompt that opens or closes a think block is not in history, so the end of this prompt is no place to come back
      // to; the last token that it has in common with the next one is.
      function stableLength(): number {
        const later: Message[] = [
          ...ask.messages,
          { role: 'assistant', content: `${ask.prefill}.` },
          { role: 'user', content: '.' }
        ]
        const { contextText } = form(later, '')
        // The last token is read anew even when this same prompt is answered again.
        return Math.min(shared(tokens, contextText.tokenize(tokenizer)), tokens.length - 1)
      }
    }
  }
}

/** `tokenizer` that splits each text once. `split` decides how a text that is not the template's own is spelled. */
function remembering(
  tokenizer: Tokenizer,
  split: (text: string, spelled: (text: string) => Token[]) => Token[]
): Tokenizer {
  const known = new Map<string, Token[]>()
  const remembered: LlamaModel['tokenize'] = (
    text: string,
    special?: boolean | 'builtin',
    options?: 'trimLeadingSpace'
  ) => {
    const key = `${special ?? false}|${options ?? ''}|${text}`
    const found = known.get(key)
    if (found) return found
    const tokens =
      special === 'builtin' || special
        ? tokenizer(text as 'BOS', special as 'builtin') // One signature of the two; which one is for the tokenizer to see.
        : split(text, (rest) => tokenizer(rest, false, options))
    if (known.size >= MOST_TEXTS) known.clear()
    known.set(key, tokens)
    return tokens
  }
  const { detokenize, isSpecialToken, isEogToken } = tokenizer
  return Object.assign(remembered, { detokenize, isSpecialToken, isEogToken })
}

/**
 * The remembered answer that says most of `text`, which may have been trimmed at its end or gone on: `count` tokens say its first `length`
 * characters.
 */
function beginning(
  answers: SpelledAnswer[],
  text: string
): { answer: SpelledAnswer | null; length: number; count: number } {
  let most: ReturnType<typeof beginning> = { answer: null, length: 0, count: 0 }
  for (const answer of answers) {
    if (!answer.text.startsWith(text) && !text.startsWith(answer.text.trimEnd())) continue
    const { ends } = answer
    const count = ends.findLastIndex((end, index) => end <= text.length && end > (ends[index - 1] ?? 0)) + 1
    const length = ends[count - 1] ?? 0
    if (length > most.length) most = { answer, length, count }
  }
  return most
}
