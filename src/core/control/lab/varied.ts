// A scenario's walk as nobody has done it before: with other words for what it makes, and with mistakes. What that comes to is for the world to say.
import type { Domain } from '../../domains/domain.ts'
import type { Action } from '../../tree/model.ts'
import { namedIn, wordsIn } from '../rules/words.ts'
import { chanceOf, type SeededNumber, WORDS } from './terminal.ts'

/**
 * The same for the same seed. Words and figures that an action is the first to name get others, the same ones throughout.
 * @param options.known texts that hold what is in the world already, which keeps its names
 * @param options.noise the share of actions, 0 to 1, at which a mistake is made: left out, done twice, or another one before it
 */
export function variedWalk(
  domain: Domain,
  walk: readonly Action[],
  { known, seed, noise }: { known: string; seed: number; noise: number }
): Action[] {
  const chance = chanceOf(seed)
  const there = wordsIn(known.toLowerCase())
  const others = new Map<string, string>()
  for (const action of walk)
    for (const word of namedIn(domain, action))
      if (!there.has(word.toLowerCase()) && !others.has(word)) others.set(word, otherFor(word, chance))
  return walk.flatMap((action) => {
    const one = renamed(action, others)
    if (chance(1000) >= noise * 1000) return [one]
    const mistake = chance(3)
    if (mistake === 0) return []
    const other = walk[chance(walk.length)] ?? action
    return mistake === 1 ? [one, one] : [renamed(other, others), one]
  })
}

function otherFor(word: string, chance: SeededNumber): string {
  // Figures stay as many, so that an amount or a date stays one.
  if (/\d/.test(word)) return word.replace(/\d/g, () => String(1 + chance(9)))
  const drawn = WORDS[chance(WORDS.length)] ?? word
  const dot = word.lastIndexOf('.')
  const ending = dot < 0 ? '' : word.slice(dot)
  const isProper = word.charAt(0) !== word.charAt(0).toLowerCase()
  return (isProper ? drawn.charAt(0).toUpperCase() + drawn.slice(1) : drawn) + ending
}

const PARTS = /[\p{L}\p{N}_.@-]+/gu

function renamed(value: Action, others: ReadonlyMap<string, string>): Action {
  if (typeof value === 'string') return value.replace(PARTS, (word) => other(word, others))
  if (typeof value === 'number') return Number(others.get(String(value)) ?? value)
  if (Array.isArray(value)) return value.map((one) => renamed(one, others))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, renamed(one, others)]))
}

/** A word may stand before a full stop. */
function other(word: string, others: ReadonlyMap<string, string>): string {
  const bare = word.endsWith('.') ? word.slice(0, -1) : word
  const found = others.get(bare)
  return found === undefined ? word : found + word.slice(bare.length)
}
