// Which of the names there are was probably meant, and the error for a name that is not there.
import { OrreryError } from '../errors.ts'

// Names that share fewer pairs of letters have nothing to do with each other: `nope` and `note-slow` share 0.27, `shwo` and `show` 0.4.
const LEAST_LIKENESS = 0.4

/** The name that was probably meant by `wanted`; `null` where none is like it. */
export function nearest(wanted: string, names: readonly string[]): string | null {
  const slip = names.find((name) => isSlip(wanted, name))
  const best = mostAlike(wanted, names)
  return best !== null && likeness(wanted, best) >= LEAST_LIKENESS ? best : (slip ?? null)
}

/** The name that is most like `wanted`, however little that is; `null` where there is none. */
export function mostAlike(wanted: string, names: readonly string[]): string | null {
  return names.reduce<string | null>(
    (best, name) => (best !== null && likeness(wanted, name) <= likeness(wanted, best) ? best : name),
    null
  )
}

/** How many of their pairs of letters two names share, from 0 to 1 (Dice's coefficient). */
function likeness(one: string, other: string): number {
  const [own, others] = [pairs(one), pairs(other)]
  return (2 * others.filter((pair) => own.includes(pair)).length) / (own.length + others.length)
}

/**
 * The error for a name that is not there: the name that was probably meant, else what there is where that is little.
 * @param what the word for what was looked for, such as `scenario`
 * @param names what there is
 * @param list the command that lists all, such as `orrery scenario list`
 */
export function noSuch(what: string, name: string, names: readonly string[], list?: string): OrreryError {
  const near = nearest(name, names)
  const there = names.length ? names.length <= FEW && `There are: ${names.join(', ')}.` : 'There are none.'
  const hints = [near === null ? !list && there : `Did you mean "${near}"?`, list && `\`${list}\` lists all.`]
  return new OrreryError('not-found', [`There is no ${what} "${name}".`, ...hints].filter(Boolean).join(' '))
}

// More names than these are no help in a sentence.
const FEW = 12

function pairs(name: string): string[] {
  const text = ` ${name.toLowerCase()} `
  return Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2))
}

// Longer names are not compared letter by letter.
const LONGEST = 64

/** Whether `name` is `meant` with a slip: other capitals or dashes, or a letter in four that is wrong, missing or too many. */
export function isSlip(name: string, meant: string): boolean {
  const own = letters(name)
  const other = letters(meant)
  if (own === other) return true
  if (own.length > LONGEST || other.length > LONGEST) return false
  return edits(own, other) <= Math.max(1, Math.floor(other.length / 4))
}

const letters = (name: string): string => name.toLowerCase().replace(/[_-]/g, '')

/** Letters to add, drop, change, or swap with the next one (Levenshtein's distance with Damerau's swaps). */
function edits(from: string, to: string): number {
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let down = 1; down <= from.length; down++) {
    const next = [down]
    for (let at = 1; at <= to.length; at++) {
      const change = (row[at - 1] ?? 0) + (from[down - 1] === to[at - 1] ? 0 : 1)
      const swaps = at > 1 && down > 1 && from[down - 1] === to[at - 2] && from[down - 2] === to[at - 1]
      const swapped = swaps ? (before[at - 2] ?? 0) + 1 : change
      next.push(Math.min((row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, change, swapped))
    }
    before = row
    row = next
  }
  return row[to.length] ?? 0
}
