// What is so, as plain JSON that people can read: `{ at: { robot: { kitchen: true } }, raining: true }`. Nothing in it is ever written to.
import type { Atom } from './condition.ts'

export type Facts = { [name: string]: Facts | true }

export const NOTHING: Facts = Object.freeze({})

/** @param facts those of a predicate */
export function isSo(facts: Facts | true | undefined, args: readonly string[]): boolean {
  let at = facts
  for (const name of args) {
    if (at === undefined || at === true) return false
    at = Object.hasOwn(at, name) ? at[name] : undefined
  }
  return at === true
}

export function withFact(facts: Facts, { predicate, args }: Atom): Facts {
  return withPath(facts, [predicate, ...args], 0)
}

function withPath(facts: Facts, path: readonly string[], depth: number): Facts {
  const name = path[depth] as string
  const inner = Object.hasOwn(facts, name) ? facts[name] : undefined
  if (depth === path.length - 1) return inner === true ? facts : { ...facts, [name]: true }
  const before = inner === undefined || inner === true ? NOTHING : inner
  const after = withPath(before, path, depth + 1)
  return after === before ? facts : { ...facts, [name]: after }
}

export function withoutFact(facts: Facts, { predicate, args }: Atom): Facts {
  return withoutPath(facts, [predicate, ...args], 0)
}

function withoutPath(facts: Facts, path: readonly string[], depth: number): Facts {
  const name = path[depth] as string
  const inner = Object.hasOwn(facts, name) ? facts[name] : undefined
  if (inner === undefined) return facts
  const after = inner === true ? NOTHING : withoutPath(inner, path, depth + 1)
  if (after === inner) return facts
  if (Object.keys(after).length) return { ...facts, [name]: after }
  const made = { ...facts }
  delete made[name]
  return made
}

/** Facts from a list, in one go. */
export function factsOf(atoms: Iterable<Atom>): Facts {
  const made: Facts = {}
  for (const { predicate, args } of atoms) {
    const path = [predicate, ...args]
    const last = path.pop() as string
    let at = made
    for (const name of path) {
      const inner = Object.hasOwn(at, name) ? at[name] : undefined
      const next: Facts = inner === undefined || inner === true ? {} : inner
      at[name] = next
      at = next
    }
    at[last] = true
  }
  return made
}

/** All of a predicate, as lists of the things that they are about. */
export function tuplesOf(facts: Facts | true | undefined): string[][] {
  if (facts === undefined) return []
  if (facts === true) return [[]]
  // Each predicate has facts of one length.
  const known = tuples.get(facts)
  if (known) return known
  const found = Object.entries(facts).flatMap(([name, inner]) => tuplesOf(inner).map((rest) => [name, ...rest]))
  tuples.set(facts, found)
  return found
}

export const atomsIn = (facts: Facts): Atom[] =>
  Object.entries(facts).flatMap(([predicate, inner]) => tuplesOf(inner).map((args) => ({ predicate, args })))

// Facts never change, so what is known of them stays.
const tuples = new WeakMap<Facts, string[][]>()
const names = new WeakMap<Facts, string[]>()
const looked = new WeakMap<Facts, { found: Map<string, string[][]>; indexes: Map<number, Map<string, string[][]>> }>()

// A step looks for one or two things in a list that the step before changed: looking through it is cheaper than an index of it.
const MOST_LOOKED = 8

const namesIn = (facts: Facts): string[] => {
  const known = names.get(facts) ?? Object.keys(facts)
  names.set(facts, known)
  return known
}

/** Those of a predicate that have this thing at that place, other than the first. */
export function tuplesWith(facts: Facts, place: number, name: string): string[][] {
  const known = looked.get(facts) ?? { found: new Map(), indexes: new Map() }
  looked.set(facts, known)
  const { found, indexes } = known
  const key = `${place} ${name}`
  const before = indexes.get(place)?.get(name) ?? found.get(key)
  if (before) return before
  if (indexes.has(place)) return []
  if (found.size < MOST_LOOKED) {
    const made: string[][] = []
    lookFor(facts, place, name, [], made)
    found.set(key, made)
    return made
  }
  const index = new Map<string, string[][]>()
  for (const tuple of tuplesOf(facts)) {
    const one = tuple[place] as string
    const list = index.get(one)
    if (list) list.push(tuple)
    else index.set(one, [tuple])
  }
  indexes.set(place, index)
  return index.get(name) ?? []
}

function lookFor(facts: Facts, place: number, name: string, path: readonly string[], into: string[][]): void {
  for (const key of namesIn(facts)) {
    const inner = facts[key]
    if (inner === undefined || inner === true) continue
    if (place > 1) lookFor(inner, place - 1, name, [...path, key], into)
    else if (Object.hasOwn(inner, name))
      for (const rest of tuplesOf(inner[name])) into.push([...path, key, name, ...rest])
  }
}

/** About how many of a predicate there are: exact for facts of one thing. */
export const sizeOf = (facts: Facts | true | undefined): number =>
  facts === undefined ? 0 : facts === true ? 1 : namesIn(facts).length

/** Those of a predicate that are about a thing, at whatever place. */
export function tuplesAbout(facts: Facts | true | undefined, name: string): string[][] {
  if (facts === undefined || facts === true) return []
  const found = Object.hasOwn(facts, name) ? tuplesOf(facts[name]).map((rest) => [name, ...rest]) : []
  const seen = new Set(found.map((tuple) => tuple.join(' ')))
  let arity = 1
  for (let at: Facts | true | undefined = facts[namesIn(facts)[0] ?? '']; at && at !== true; arity++)
    at = at[Object.keys(at)[0] ?? '']
  for (let place = 1; place < arity; place++)
    for (const tuple of tuplesWith(facts, place, name)) if (!seen.has(tuple.join(' '))) found.push(tuple)
  return found
}
