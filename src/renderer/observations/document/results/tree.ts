// A JSON value made small enough to be drawn as a tree: long lists in ranges, long strings and deep parts cut, each saying so.

// A row each: more than this at once is slow to draw and too long to scroll through.
const MOST_ENTRIES = 100
const MOST_CHARACTERS = 2_000
// Deeper than any API answers; a value of 10,000 brackets would end the stack.
const DEEPEST = 40

// What a person may still open; a response of five megabytes has ten times as many.
const MOST_NODES = 50_000

/** A value of the same look with at most 100 entries on a level. What is cut says where the whole is. */
export function drawable(value: unknown): unknown {
  return cut(value, 0, { left: MOST_NODES })
}

function cut(value: unknown, depth: number, nodes: { left: number }): unknown {
  nodes.left -= 1
  if (typeof value === 'string') {
    if (value.length <= MOST_CHARACTERS) return value
    const left = value.length - MOST_CHARACTERS
    return `${value.slice(0, MOST_CHARACTERS)}… (${left.toLocaleString('en')} more characters: see Text)`
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEEPEST) return '… (deeper: see Text)'
  const list = Array.isArray(value)
  const entries: [string, unknown][] = []
  const keys = list ? value.keys() : Object.keys(value)
  const all: Record<string | number, unknown> = Object(value)
  const count = list ? value.length : Object.keys(value).length
  for (const key of keys) {
    if (nodes.left <= 0) {
      entries.push(['…', `${(count - entries.length).toLocaleString('en')} more: see Text`])
      break
    }
    entries.push([String(key), cut(all[key], depth + 1, nodes)])
  }
  if (entries.length > MOST_ENTRIES) return ranges(entries)
  return list ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}

/** Which parts a tree opens with: so many levels that about a screenful is seen. */
export function opening(value: unknown): (level: number, value: unknown) => boolean {
  let deepest = 0
  let level: unknown[] = [value]
  let rows = 0
  while (level.length && deepest < DEEPEST) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
    rows += level.length
    if (rows > MOST_ROWS) break
    deepest += 1
  }
  const open = Math.max(1, deepest)
  return (at) => at < open
}

const MOST_ROWS = 120

function ranges(entries: [string, unknown][]): Record<string, unknown> {
  const size = Math.max(MOST_ENTRIES, Math.ceil(entries.length / MOST_ENTRIES))
  const found: [string, unknown][] = []
  for (let from = 0; from < entries.length; from += size) {
    const part = entries.slice(from, from + size)
    const inner = part.length > MOST_ENTRIES ? ranges(part) : Object.fromEntries(part)
    found.push([`${part[0]?.[0]} … ${part.at(-1)?.[0]}`, inner])
  }
  return Object.fromEntries(found)
}
