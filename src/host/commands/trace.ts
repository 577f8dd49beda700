// A trace for a person to read: where the model was least sure of what it wrote.
import type { TracedToken } from '../../core/tree/model.ts'
import type { Io } from './door.ts'
import { note, table } from './print.ts'

// A screenful; --json has them all.
const SHOWN = 10
const ALTERNATIVES = 3

/** The least certain tokens, in the order they were written, beside the result. */
export function showTrace(io: Io, trace: TracedToken[]): void {
  const doubtful = [...trace.entries()]
    .sort(([a, one], [b, other]) => one.probability - other.probability || a - b)
    .slice(0, SHOWN)
    .sort(([a], [b]) => a - b)
  note(io, `The least certain of ${trace.length} tokens:`)
  const rows = doubtful.map(([at, { text, probability, top }]) => {
    const others = top.filter((other) => other.text !== text).slice(0, ALTERNATIVES)
    return [String(at + 1).padStart(5), quoted(text), percent(probability), others.map(alternative).join('  ')]
  })
  table(io, [['token', '', '', 'instead of'], ...rows], note)
}

const alternative = ({ text, probability }: { text: string; probability: number }): string =>
  `${quoted(text)} ${percent(probability)}`

/** Quotes show the blanks and line ends that tokens are full of. */
const quoted = (text: string): string => JSON.stringify(text)

const percent = (probability: number): string => `${(probability * 100).toFixed(1).padStart(5)} %`
