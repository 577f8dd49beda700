// Which of the names there are was probably meant.

/** The name that shares most pairs of letters with `wanted` (Dice's coefficient). `names` is not empty. */
export function nearest(wanted: string, names: string[]): string {
  const own = pairs(wanted)
  const likeness = (name: string) => {
    const others = pairs(name)
    return (2 * others.filter((pair) => own.includes(pair)).length) / (own.length + others.length)
  }
  return names.reduce((best, name) => (likeness(name) > likeness(best) ? name : best))
}

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
