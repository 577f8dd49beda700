// What a world is written from: recorded turns, of which the last ones are held back before anything is written.
import type { Action, Tool } from '../../tree/model.ts'

/** One recorded turn: what was done, in the domain's form and in a line, and what was shown. */
export interface SeenTurn {
  action: Action
  label: string
  text: string
}

/** A recording as whoever writes the world may see it: without the turns that are held back, and without rules or state behind it. */
export interface SeenRecording {
  /** What the agent is shown before the first turn. */
  initial: string
  task: string | null
  tools: readonly Tool[]
  turns: readonly SeenTurn[]
}

/** Turns of a recording that are shown; the others, at its end, are held back. At least one of each, where there are two. */
export function shownOf(turns: number, hold: number): number {
  if (turns < 2 || hold <= 0) return turns
  return Math.min(turns - 1, Math.max(1, turns - Math.round(turns * hold)))
}

// Agent2World, 4.1: no ten words in a row of the held-back truth may be in what the researcher reads.
const GRAM = 10

/** Every ten words in a row. Linear in the text. */
function gramsOf(text: string): Set<string> {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u)
    .filter(Boolean)
  const found = new Set<string>()
  for (let at = 0; at + GRAM <= words.length; at++) found.add(words.slice(at, at + GRAM).join(' '))
  return found
}

export interface Leaks {
  /** Held-back turns of which ten words in a row also stand in turns that are shown: worlds repeat themselves. */
  repeated: number[]
  /** Held-back turns of which ten words stand in what else was given (a description, files) and in no shown turn. They do not count. */
  told: number[]
}

/** @param held the held-back answers, in order @param shown texts of turns that are shown @param given what a person gave beside them */
export function leaksOf(held: readonly string[], shown: readonly string[], given: readonly string[]): Leaks {
  const known = new Set(shown.flatMap((text) => [...gramsOf(text)]))
  const extra = new Set(given.flatMap((text) => [...gramsOf(text)]))
  const leaks: Leaks = { repeated: [], told: [] }
  for (const [at, text] of held.entries()) {
    const grams = [...gramsOf(text)]
    if (grams.some((one) => known.has(one))) leaks.repeated.push(at)
    if (grams.some((one) => extra.has(one) && !known.has(one))) leaks.told.push(at)
  }
  return leaks
}

// Agent2World, 4.2: numbers count as the same within a thousandth, of themselves or at all.
const NEAR = 1e-3
const NUMBER = /-?\d{1,15}(?:\.\d{1,15})?/g

/** Whether two answers are the same text, where numbers may differ by a thousandth. */
export function isNear(one: string, other: string): boolean {
  if (one === other) return true
  const numbers = [one, other].map((text) => [...text.matchAll(NUMBER)].map(([number]) => Number(number)))
  const [own = [], others = []] = numbers
  if (own.length !== others.length || one.replace(NUMBER, '#') !== other.replace(NUMBER, '#')) return false
  return own.every((value, at) => {
    const gap = Math.abs(value - (others[at] ?? Number.NaN))
    return gap <= NEAR || gap <= NEAR * Math.abs(value)
  })
}
