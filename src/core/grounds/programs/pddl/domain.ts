// A domain: types, constants, what can be so, and what can be done. As lenient as Fast Downward: flags of requirements change nothing.

import { nearest } from '../../../text/nearest.ts'
import { type Atom, isVariable, type PddlCondition, type PddlScope, readCondition } from './condition.ts'
import { type Effect, readEffects } from './effect.ts'
import { isList, nameIn, type PddlList, type PddlNode, type Say } from './lisp.ts'
import { OBJECT, readTyped, type Typed, type Types, typesOf } from './typed.ts'

export interface Schema {
  name: string
  parameters: Typed[]
  precondition: PddlCondition
  effects: Effect[]
  at: number
}

export interface PddlDomain {
  name: string
  types: Types
  constants: Typed[]
  /** How many things each is about. */
  predicates: ReadonlyMap<string, number>
  functions: ReadonlyMap<string, number>
  schemas: Schema[]
}

/** What cannot be said in a world of facts that change step by step. */
const UNSUPPORTED: ReadonlyMap<string, string> = new Map([
  [':durative-action', 'Actions that take time are not supported. Write it as an (:action …) that happens at once.'],
  [':derived', 'Derived facts are not supported. Let the actions that bring them about say so in their effects.'],
  [':axiom', 'Derived facts are not supported. Let the actions that bring them about say so in their effects.'],
  [':process', 'Processes are not supported. Only actions change something.'],
  [':event', 'Events are not supported. Only actions change something.'],
  [':constraints', 'Constraints on the way to a goal are not supported. Put what must hold into preconditions.']
])

const NAMES = /^[^\s()?:][^\s()]*$/

/**
 * @param others things of the problem, which some domains name without declaring them
 * @returns the domain as far as it can be read
 */
export function readDomain(list: PddlList, others: readonly Typed[], say: Say): PddlDomain {
  const sections = sectionsOf(list, 2, say)
  const types = typesOf(readTyped(itemsOf(sections, ':types'), say), say)
  const constants = readTyped(itemsOf(sections, ':constants'), say)
  const predicates = declared(sections.get(':predicates')?.flatMap((one) => one.items.slice(1)) ?? [], 'predicate', say)
  const functions = declared(
    sections.get(':functions')?.flatMap((one) => withoutTypes(one.items.slice(1))) ?? [],
    'function',
    say
  )
  const objects = new Map(others.map(({ name, types: own }) => [name, own]))
  for (const [name, own] of namesOf(constants, types, new Map(), say)) objects.set(name, [...own])
  const known = { types, predicates, functions, objects }
  const schemas: Schema[] = []
  for (const one of sections.get(':action') ?? []) {
    const schema = readSchema(one, known, say)
    if (schemas.some(({ name }) => name === schema.name))
      say(one.at, `There are two actions "${schema.name}". Give one of them another name.`)
    else schemas.push(schema)
  }
  if (!schemas.length)
    say(list.at, 'This domain has no action. Write one: (:action NAME :parameters (…) :precondition (…) :effect (…)).')
  for (const [name, all] of sections) {
    const why = UNSUPPORTED.get(name)
    const [first] = all
    if (why && first) say(first.at, why)
    else if (!SECTIONS.has(name) && first)
      say(first.at, `A domain has no section "${name}".${meant(name, [...SECTIONS])}`)
  }
  const [, heading] = list.items
  return { name: isList(heading) ? nameIn(heading.items[1]) : '', types, constants, predicates, functions, schemas }
}

const SECTIONS = new Set([':requirements', ':types', ':constants', ':predicates', ':functions', ':action'])

/** The lists of a definition by their first name, from an item on. */
export function sectionsOf(list: PddlList, from: number, say: Say): Map<string, PddlList[]> {
  const found = new Map<string, PddlList[]>()
  for (const one of list.items.slice(from)) {
    const name = isList(one) ? nameIn(one.items[0]) : ''
    if (!isList(one) || !name) say(one.at, 'A section is expected here, such as (:action …).')
    else found.set(name, [...(found.get(name) ?? []), one])
  }
  return found
}

export const itemsOf = (sections: ReadonlyMap<string, PddlList[]>, name: string): PddlNode[] =>
  sections.get(name)?.flatMap(({ items }) => items.slice(1)) ?? []

/** `(distance ?a ?b) - number` declares a function, and what stands behind "-" is no other one. */
const withoutTypes = (nodes: readonly PddlNode[]): PddlNode[] =>
  nodes.filter((one, index) => nameIn(one) !== '-' && nameIn(nodes[index - 1]) !== '-')

function declared(nodes: readonly PddlNode[], what: string, say: Say): Map<string, number> {
  const found = new Map<string, number>()
  for (const node of nodes) {
    const name = isList(node) ? nameIn(node.items[0]) : ''
    if (!isList(node) || !name) say(node.at, `A ${what} is declared as a list: (NAME ?x - TYPE ?y - TYPE).`)
    else {
      const { length } = readTyped(node.items.slice(1), say)
      const before = found.get(name)
      if (before !== undefined && before !== length)
        say(node.at, `The ${what} "${name}" is declared twice, with ${before} and with ${length} arguments.`)
      found.set(name, length)
    }
  }
  return found
}

/** What names may be used, and what they are. */
export interface Known extends Pick<PddlDomain, 'types' | 'predicates' | 'functions'> {
  objects: ReadonlyMap<string, readonly string[]>
}

/** The things with their types. `before`: those that there are already. */
export function namesOf(
  things: readonly Typed[],
  types: Types,
  before: ReadonlyMap<string, readonly string[]>,
  say: Say
): Map<string, readonly string[]> {
  const all = new Map(before)
  tellTypes(things, types, say)
  for (const { name, types: own, at } of things) {
    if (!NAMES.test(name) || name === '__proto__') say(at, `"${name}" is no name for a thing.`)
    const other = all.get(name)
    if (other && other.join() !== own.join())
      say(at, `"${name}" is there twice, as ${other.join(', ')} and as ${own.join(', ')}.`)
    all.set(name, own)
  }
  return all
}

function tellTypes(typed: readonly Typed[], types: Types, say: Say): void {
  for (const { types: own, at } of typed)
    for (const type of own)
      if (!types.has(type))
        say(at, `There is no type "${type}". Declare it in (:types …).${meant(type, [...types.keys()])}`)
}

/** What conditions and effects may name. */
export function scopeOf(
  known: Known,
  parameters: readonly Typed[],
  say: Say
): PddlScope & Parameters<typeof readEffects>[1] {
  const term = (node: PddlNode | undefined, scope: PddlScope): string | null => {
    const name = nameIn(node)
    if (!node || isList(node)) return null
    if (isVariable(name)) {
      const own = scope.variables.get(name)
      if (own === undefined)
        say(
          node.at,
          `There is no variable "${name}" here.${meant(name, [...scope.variables.keys()]) || ' Declare it in :parameters.'}`
        )
      return own ?? null
    }
    if (known.objects.has(name)) return name
    const names = [...known.objects.keys()]
    say(
      node.at,
      `There is no "${name}" among the constants and objects.${meant(name, names) || ' Declare it, or write a variable: "?x".'}`
    )
    return null
  }
  const applied =
    (what: 'predicate' | 'function') =>
    ({ at, items: [head, ...args] }: PddlList, scope: PddlScope): Atom | null => {
      const name = nameIn(head)
      const all = what === 'predicate' ? known.predicates : known.functions
      const arity = all.get(name)
      if (arity === undefined) {
        say(at, `There is no ${what} "${name || '('}". Declare it in (:${what}s …).${meant(name, [...all.keys()])}`)
        return null
      }
      if (arity !== args.length) {
        say(at, `(${name} …) is about ${counted(arity)}, and ${args.length} stand here.`)
        return null
      }
      const terms = args.map((one) => {
        if (isList(one)) say(one.at, 'A list stands where a thing or a variable is expected.')
        return term(one, scope)
      })
      const known_ = terms.flatMap((one) => one ?? [])
      return known_.length === terms.length ? { predicate: name, args: known_ } : null
    }
  const variables = new Map(parameters.map(({ name }) => [name, name]))
  return {
    ...{ variables, used: new Set(variables.values()), term, say },
    atom: applied('predicate'),
    value: applied('function'),
    types: (typed) => tellTypes(typed, known.types, say)
  }
}

const counted = (count: number): string => (count === 1 ? '1 thing' : `${count} things`)

// Looking for what was meant among more takes longer than anybody waits.
const MOST_NEAR = 500

export function meant(name: string, names: readonly string[]): string {
  const near = names.length > MOST_NEAR ? null : nearest(name, names)
  return near === null ? '' : ` Did you mean "${near}"?`
}

const PARTS = [':parameters', ':precondition', ':effect']

function readSchema(list: PddlList, known: Known, say: Say): Schema {
  const [, heading, ...rest] = list.items
  const name = nameIn(heading)
  if (!name || name.startsWith(':')) say(list.at, 'An action has a name: (:action NAME :parameters (…) …).')
  const parts = new Map<string, PddlNode | undefined>()
  for (let index = 0; index < rest.length; index += 2) {
    const part = nameIn(rest[index])
    const { at } = rest[index] as PddlNode
    if (!PARTS.includes(part)) {
      say(at, `An action has :parameters, :precondition and :effect, and no "${part || '('}".`)
      break
    }
    if (parts.has(part)) say(at, `The action "${name}" has ${part} twice.`)
    parts.set(part, rest[index + 1])
  }
  const given = parts.get(':parameters')
  if (given && !isList(given)) say(given.at, 'Parameters are a list: (?x - TYPE ?y - TYPE).')
  const parameters = isList(given) ? readTyped(given.items, say) : []
  for (const [index, one] of parameters.entries()) {
    if (!isVariable(one.name)) say(one.at, `"${one.name}" is no variable. Parameters begin with "?".`)
    if (parameters.findIndex((other) => other.name === one.name) < index)
      say(one.at, `The parameter "${one.name}" is there twice.`)
  }
  tellTypes(parameters, known.types, say)
  if (!parts.has(':effect')) say(list.at, `The action "${name}" has no :effect.`)
  const scope = scopeOf(known, parameters, say)
  return {
    ...{ name, parameters, at: list.at },
    precondition: readCondition(parts.get(':precondition'), scope),
    effects: readEffects(parts.get(':effect'), scope)
  }
}

/** Whether a thing of these types is one of those that are wanted. */
export const isOneOf = (types: Types, own: readonly string[], wanted: readonly string[]): boolean =>
  wanted.includes(OBJECT) || own.some((type) => types.get(type)?.some((above) => wanted.includes(above)))
