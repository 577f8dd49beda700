// Facts in plain sentences, for worlds that bring no words of their own: `(at robot hall)` is "robot is at hall".
import type { Atom, PddlCondition } from './condition.ts'
import { writeCondition } from './condition.ts'

// What stands between two things as "is in", "is on".
const PLACES = new Set(
  'above adjacent at behind below beside between by connected in inside near next on onto over under with within'.split(
    ' '
  )
)

const spaced = (name: string): string => name.replaceAll(/[-_]/g, ' ').trim()

/** @param not whether it is said that it is not so */
export function sentence({ predicate, args }: Atom, not = false): string {
  const words = spaced(predicate)
  const [first, ...others] = args
  const no = not ? ' not' : ''
  if (first === undefined) return not ? `not: ${words}` : words
  const bare = words.startsWith('is ') ? words.slice(3) : words
  if (!others.length) return `${first} is${no} ${bare}`
  const rest = others.join(', ')
  const start = bare.split(' ', 1)[0] ?? ''
  if (bare !== words || PLACES.has(start) || /(?:ing|ed)$/.test(start)) return `${first} is${no} ${bare} ${rest}`
  return not ? `not: ${first} ${words} ${rest}` : `${first} ${words} ${rest}`
}

/** Some sentences in one line; `MOST` of them. */
export function sentences(atoms: readonly Atom[], most: number): string {
  const told = atoms.slice(0, most).map((one) => `${sentence(one)}.`)
  const more = atoms.length - told.length
  return [...told, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ')
}

/** What a goal asks for, a line for each part. What is no single fact is told as PDDL. */
export function goalLines(goal: PddlCondition): string[] {
  if (goal.is === 'and') return goal.of.flatMap(goalLines)
  if (goal.is === 'atom') return [sentence(goal.atom, goal.not)]
  return [writeCondition(goal, (name) => name)]
}
