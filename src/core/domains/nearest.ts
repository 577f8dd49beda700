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
