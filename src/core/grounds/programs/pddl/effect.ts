// What an action does: facts that begin and end, for everything of a kind and under conditions where it says so, and what it costs.
import { type Atom, type PddlCondition, type PddlScope, quantified, readCondition, TRUE } from './condition.ts'
import { isList, nameIn, type PddlNode } from './lisp.ts'
import type { Typed } from './typed.ts'

/** A number, or the value that a function has for some things. */
export type Cost = number | Atom

/** What happens together, for all things that the variables can stand for, where the condition held before. */
export interface Effect {
  variables: Typed[]
  when: PddlCondition
  adds: Atom[]
  deletes: Atom[]
  costs: Cost[]
}

/** The scope of effects knows functions too. */
export interface EffectScope extends PddlScope {
  /** The value of a function for some things. */
  value(node: PddlNode & { items: PddlNode[] }, scope: PddlScope): Atom | null
}

const COST = 'total-cost'
const COSTS = 'Of numbers only (increase (total-cost) …) is supported'
const CHANGES = new Set(['assign', 'decrease', 'scale-up', 'scale-down'])

/** @returns those that hold in any case first */
export function readEffects(node: PddlNode | undefined, scope: EffectScope): Effect[] {
  const plain: Effect = { variables: [], when: TRUE, adds: [], deletes: [], costs: [] }
  const all = [plain]
  if (node) read(node, scope, plain)
  return all.filter(({ adds, deletes, costs }) => adds.length || deletes.length || costs.length)

  function read(one: PddlNode, inside: EffectScope, into: Effect): void {
    const { say } = inside
    if (!isList(one)) {
      say(one.at, `An effect is expected in place of "${one.text}", such as (at ?x ?y).`)
      return
    }
    const [head, ...rest] = one.items
    const word = nameIn(head)
    const [first, second] = rest
    if (!head) return
    if (word === 'and') for (const inner of rest) read(inner, inside, into)
    else if (word === 'not') {
      if (rest.length !== 1 || !isList(first)) say(one.at, '(not …) in an effect takes one fact.')
      else take(into.deletes, inside.atom(first, inside))
    } else if (word === 'forall') {
      const { variables, inner } = quantified(first, one, inside)
      const made = another({ ...into, variables: [...into.variables, ...variables] })
      if (second) read(second, { ...inside, variables: inner.variables }, made)
    } else if (word === 'when') {
      if (rest.length !== 2) say(one.at, '(when …) takes a condition and an effect.')
      const when = readCondition(first, inside)
      const made = another({ ...into, when: into.when === TRUE ? when : { is: 'and', of: [into.when, when] } })
      if (second) read(second, inside, made)
    } else if (word === 'increase') {
      const cost = costIn(rest, inside)
      if (cost === null) say(one.at, `${COSTS}, by a number of at least 0 or by the value of a function.`)
      else into.costs.push(cost)
    } else if (CHANGES.has(word)) say(one.at, `(${word} …) is not supported. ${COSTS}.`)
    else take(into.adds, inside.atom(one, inside))
  }

  function take(into: Atom[], atom: Atom | null): void {
    if (atom) into.push(atom)
  }

  function another(like: Effect): Effect {
    const made = { ...like, adds: [], deletes: [], costs: [] }
    all.push(made)
    return made
  }
}

function costIn([of, amount]: readonly PddlNode[], scope: EffectScope): Cost | null {
  if ((isList(of) ? nameIn(of.items[0]) : nameIn(of)) !== COST) return null
  if (isList(amount)) return scope.value(amount, scope)
  const number = numberIn(amount)
  return number === null || number < 0 ? null : number
}

export function numberIn(node: PddlNode | undefined): number | null {
  const text = nameIn(node)
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : null
}
