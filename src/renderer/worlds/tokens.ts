// A traced answer as it is looked at: which tokens were thinking, how sure each was, and how it reads.
import type { TracedToken } from '../../core/tree/model.ts'

/** A token below this was a guess as likely wrong as right. */
const DOUBTFUL = 0.5

export interface TracedPart {
  name: 'Thinking' | 'Answer'
  /** Place of its first token in the whole trace. */
  from: number
  tokens: TracedToken[]
}

/** The trace in its parts, empty ones left out. A think block that never closes is all of it. */
export function tracedParts(trace: TracedToken[]): TracedPart[] {
  const text = trace.map((token) => token.text).join('')
  const closed = text.lastIndexOf('</think>')
  const end = closed >= 0 ? closed + '</think>'.length : text.trimStart().startsWith('<think>') ? text.length : 0
  let split = 0
  for (let length = 0; length < end; split++) length += trace[split]?.text.length ?? end
  const parts: TracedPart[] = [
    { name: 'Thinking', from: 0, tokens: trace.slice(0, split) },
    { name: 'Answer', from: split, tokens: trace.slice(split) }
  ]
  return parts.filter(({ tokens }) => tokens.length > 0)
}

/** A token's text with what cannot be seen made visible. */
export function visible(text: string): string {
  if (text === '') return '∅'
  return text.replaceAll('\n', '⏎').replaceAll('\t', '⇥').replaceAll('\r', '␍').replaceAll(' ', '␣')
}

/** The likeliest tokens with the one taken among them, likeliest first. */
export function alternatives({
  text,
  probability,
  top
}: TracedToken): { text: string; probability: number; taken: boolean }[] {
  const known = top.some((one) => one.text === text)
  return [...top, ...(known ? [] : [{ text, probability }])]
    .map((one) => ({ ...one, taken: one.text === text }))
    .toSorted((a, b) => b.probability - a.probability)
}

/** What a trace comes to: its length, the mean probability, and where it was doubtful. */
export function tracedWhole(trace: TracedToken[]): { mean: number; doubtful: number[] } {
  const sum = trace.reduce((total, { probability }) => total + probability, 0)
  return {
    mean: trace.length === 0 ? 0 : sum / trace.length,
    doubtful: trace.flatMap(({ probability }, index) => (probability < DOUBTFUL ? [index] : []))
  }
}
