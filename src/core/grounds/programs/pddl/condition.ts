// What a precondition or a goal says: read from PDDL, with "not" pushed down to single facts.
import { isList, nameIn, type PddlList, type PddlNode, type Say } from './lisp.ts'
import { readTyped, type Typed } from './typed.ts'

/** A fact; its arguments are names of things, or variables, which begin with "?". */
export interface Atom {
  predicate: string
  args: string[]
}

export type PddlCondition =
  | { is: 'atom'; atom: Atom; not: boolean }
  | { is: 'equal'; args: [string, string]; not: boolean }
  | { is: 'and' | 'or'; of: PddlCondition[] }
  | { is: 'exists' | 'forall'; variables: Typed[]; of: PddlCondition }

export const TRUE: PddlCondition = { is: 'and', of: [] }

/** What names may stand in a condition, and what each stands for. */
export interface PddlScope {
  /** The name of each variable as it is used in the domain: one that hides another has a name of its own. */
  variables: ReadonlyMap<string, string>
  /** Every name that stands for a variable so far: no two of them are the same, so that conditions can be taken apart. */
  used: Set<string>
  /** @returns the atom, with its arguments looked up, and what is wrong told */
  atom(node: PddlList, scope: PddlScope): Atom | null
  term(node: PddlNode | undefined, scope: PddlScope): string | null
  /** Tells types that are not declared. */
  types(typed: readonly Typed[]): void
  say: Say
}

const COMPARES = new Set(['<', '>', '<=', '>='])
const PREFERENCES = new Set(['preference', 'always', 'sometime', 'within', 'at-most-once'])

/** @returns what holds in any case, where it cannot be read */
export function readCondition(node: PddlNode | undefined, scope: PddlScope): PddlCondition {
  const { say } = scope
  if (!node) return TRUE
  if (!isList(node)) {
    say(node.at, `A condition is expected in place of "${node.text}", such as (at ?x ?y) or (and …).`)
    return TRUE
  }
  const [head, ...rest] = node.items
  if (!head) return TRUE
  const one = (): PddlNode | undefined => {
    if (rest.length !== 1)
      say(node.at, `(${word} …) takes one condition, and has ${rest.length}. Put several into (and …).`)
    return rest[0]
  }
  const word = nameIn(head)
  switch (word) {
    case 'and':
    case 'or':
      return { is: word, of: rest.map((inner) => readCondition(inner, scope)) }
    case 'not':
      return negated(readCondition(one(), scope))
    case 'imply': {
      const [when, then] = rest
      if (rest.length !== 2) say(node.at, `(imply …) takes two conditions, and has ${rest.length}.`)
      return { is: 'or', of: [negated(readCondition(when, scope)), readCondition(then, scope)] }
    }
    case 'exists':
    case 'forall': {
      const { variables, inner } = quantified(rest[0], node, scope)
      return { is: word, variables, of: readCondition(rest[1], inner) }
    }
    case '=': {
      if (rest.some(isList)) {
        say(node.at, 'Numbers in conditions are not supported. Compare things: (= ?a ?b).')
        return TRUE
      }
      const [left, right] = [scope.term(rest[0], scope), scope.term(rest[1], scope)]
      if (rest.length !== 2) say(node.at, `(= …) takes two things, and has ${rest.length}.`)
      return left === null || right === null ? TRUE : { is: 'equal', args: [left, right], not: false }
    }
    default: {
      if (COMPARES.has(word) || PREFERENCES.has(word)) {
        const what = COMPARES.has(word) ? 'Numbers in conditions are' : `(${word} …) is`
        say(node.at, `${what} not supported. Worlds have facts, and action costs alone are numbers.`)
        return TRUE
      }
      const atom = scope.atom(node, scope)
      return atom ? { is: 'atom', atom, not: false } : TRUE
    }
  }
}

// A name that no file can have.
const HIDES = "'"

/** The variables of a quantifier, and the scope inside of it. */
export function quantified(
  list: PddlNode | undefined,
  whole: PddlList,
  scope: PddlScope
): { variables: Typed[]; inner: PddlScope } {
  if (!isList(list)) {
    scope.say(whole.at, `(${nameIn(whole.items[0])} …) begins with a list of variables, such as (?x - thing).`)
    return { variables: [], inner: scope }
  }
  const names = new Map(scope.variables)
  const { used } = scope
  const variables = readTyped(list.items, scope.say).map((one) => {
    if (!one.name.startsWith('?')) scope.say(one.at, `"${one.name}" is no variable. Variables begin with "?".`)
    let name = one.name
    while (used.has(name)) name += HIDES
    used.add(name)
    names.set(one.name, name)
    return { ...one, name }
  })
  scope.types(variables)
  return { variables, inner: { ...scope, variables: names } }
}

export function negated(condition: PddlCondition): PddlCondition {
  switch (condition.is) {
    case 'atom':
    case 'equal':
      return { ...condition, not: !condition.not }
    case 'and':
    case 'or':
      return { is: condition.is === 'and' ? 'or' : 'and', of: condition.of.map(negated) }
    case 'exists':
    case 'forall':
      return { ...condition, is: condition.is === 'exists' ? 'forall' : 'exists', of: negated(condition.of) }
    default:
      return condition satisfies never
  }
}

/** The variables that a condition leaves open. */
export function openIn(condition: PddlCondition): Set<string> {
  switch (condition.is) {
    case 'atom':
      return new Set(condition.atom.args.filter(isVariable))
    case 'equal':
      return new Set(condition.args.filter(isVariable))
    case 'and':
    case 'or':
      return new Set(condition.of.flatMap((inner) => [...openIn(inner)]))
    case 'exists':
    case 'forall': {
      const inner = openIn(condition.of)
      for (const { name } of condition.variables) inner.delete(name)
      return inner
    }
    default:
      return condition satisfies never
  }
}

/** What must all hold. */
export const partsOf = (condition: PddlCondition): PddlCondition[] =>
  condition.is === 'and' ? condition.of.flatMap(partsOf) : [condition]

export const isVariable = (name: string): boolean => name.startsWith('?')

/** As PDDL, with the things that variables stand for. */
export function writeCondition(condition: PddlCondition, nameOf: (name: string) => string): string {
  const plain = (text: string, not: boolean) => (not ? `(not ${text})` : text)
  const shown = (name: string) => nameOf(name).replaceAll(HIDES, '')
  switch (condition.is) {
    case 'atom':
      return plain(`(${[condition.atom.predicate, ...condition.atom.args.map(shown)].join(' ')})`, condition.not)
    case 'equal':
      return plain(`(= ${condition.args.map(shown).join(' ')})`, condition.not)
    case 'and':
    case 'or':
      return `(${[condition.is, ...condition.of.map((inner) => writeCondition(inner, nameOf))].join(' ')})`
    case 'exists':
    case 'forall': {
      const variables = condition.variables.map(({ name, types }) =>
        [
          name,
          ...(types[0] === 'object' ? [] : ['-', types.length > 1 ? `(either ${types.join(' ')})` : types[0]])
        ].join(' ')
      )
      return `(${condition.is} (${variables.join(' ')}) ${writeCondition(condition.of, nameOf)})`
    }
    default:
      return condition satisfies never
  }
}
