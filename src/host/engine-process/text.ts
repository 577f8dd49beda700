// Tokens to text that never shows half a character, and text to an answer that never shows a stop text.

import type { LlamaModel, Token } from 'node-llama-cpp'
import { largest, smallest } from '../../core/text/extremes.ts'

// Some models carry these as control tokens, which print as nothing; the parser needs to see them.
const TAGS = ['<think>', '</think>', '<predicted_observation>', '</predicted_observation>']
// The detokenizer needs a few tokens before a new one to know its spacing; the library itself looks at no more.
const CONTEXT_TOKENS = 3

/** Turns tokens into text one by one. `before` are tokens that came just before. */
export function createDetokenizer(
  model: Pick<LlamaModel, 'detokenize'>,
  before: Token[]
): { push(token: Token): string } {
  let known = before.slice(-CONTEXT_TOKENS)
  // Tokens whose text is not settled, and how many of its characters were given out.
  let open: Token[] = []
  let given = 0
  return {
    push(token) {
      open.push(token)
      const text = model.detokenize(open, false, known)
      // Bytes that end inside a character print as one replacement character until the rest arrives.
      const settled = text.endsWith('\ufffd') ? text.slice(0, -1) : text
      const fresh = settled.slice(given)
      given = settled.length
      if (settled !== text) return fresh
      known = [...known, ...open].slice(-CONTEXT_TOKENS)
      open = []
      given = 0
      if (fresh) return fresh
      const tag = model.detokenize([token], true).trim()
      return TAGS.includes(tag) ? tag : ''
    }
  }
}

/** Lets text through until one of `stops` is complete; what could still become one is held back. */
export function createStopFilter(stops: string[]): {
  /** `stopped`: a stop text came; it and what followed are swallowed. */
  push(text: string): { text: string; stopped: boolean }
  /** What was held back and turned out to be just text. */
  end(): string
} {
  const wanted = stops.filter(Boolean)
  let held = ''
  return {
    push(text) {
      held += text
      const found = wanted.map((stop) => held.indexOf(stop)).filter((index) => index >= 0)
      if (found.length > 0) {
        const before = held.slice(0, smallest(found))
        held = ''
        return { text: before, stopped: true }
      }
      const keep = largest(
        wanted.map((stop) => overlap(held, stop)),
        0
      )
      const free = held.slice(0, held.length - keep)
      held = held.slice(held.length - keep)
      return { text: free, stopped: false }
    },
    end() {
      const rest = held
      held = ''
      return rest
    }
  }
}

/** Length of the longest end of `text` that begins `stop`. */
function overlap(text: string, stop: string): number {
  for (let length = Math.min(text.length, stop.length - 1); length > 0; length--) {
    if (text.endsWith(stop.slice(0, length))) return length
  }
  return 0
}
