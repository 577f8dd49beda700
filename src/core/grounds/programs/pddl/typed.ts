// Names with their types, `a b - t c - (either t u) d`, and which type is below which.
import { isList, nameIn, type PddlNode, type Say } from './lisp.ts'

/** A name of one or several types; of `object` where none is said. */
export interface Typed {
  name: string
  types: string[]
  at: number
}

/** The type of everything. */
export const OBJECT = 'object'

export function readTyped(nodes: readonly PddlNode[], say: Say): Typed[] {
  const read: Typed[] = []
  let waiting: Typed[] = []
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index] as PddlNode
    if (isList(node)) {
      say(node.at, 'A list stands where a name is expected.')
      continue
    }
    if (node.text !== '-') {
      const made = { name: node.text, types: [OBJECT], at: node.at }
      waiting.push(made)
      read.push(made)
      continue
    }
    const of = nodes[++index]
    const types = typesIn(of)
    if (!types.length) say(node.at, 'After "-" a type is expected, or (either one other).')
    for (const one of waiting) if (types.length) one.types = types
    waiting = []
  }
  return read
}

function typesIn(node: PddlNode | undefined): string[] {
  if (!isList(node)) return node ? [node.text] : []
  const [first, ...more] = node.items
  return nameIn(first) === 'either' ? more.map(nameIn).filter(Boolean) : []
}

/** For each type all that are above it, itself first. */
export type Types = ReadonlyMap<string, readonly string[]>

/** @param declared each type with those right above it */
export function typesOf(declared: readonly Typed[], say: Say): Types {
  const above = new Map<string, Typed>()
  for (const one of declared) {
    above.set(one.name, one)
    // Types that are only named as the type of others are types too.
    for (const name of one.types) if (!above.has(name)) above.set(name, { name, types: [OBJECT], at: one.at })
  }
  const all = new Map<string, string[]>()
  for (const { name, at } of above.values()) {
    const found = new Set([name])
    const next = [name]
    for (let one = next.pop(); one !== undefined; one = next.pop()) {
      for (const type of above.get(one)?.types ?? []) {
        if (type === name && name !== OBJECT && one !== name) say(at, `The type "${name}" is above itself.`)
        if (!found.has(type)) next.push(type)
        found.add(type)
      }
    }
    found.add(OBJECT)
    all.set(name, [...found])
  }
  if (!all.has(OBJECT)) all.set(OBJECT, [OBJECT])
  return all
}
