// For which things a condition holds. Facts lead the way, the fewest first, so that nothing is tried that no fact speaks for.

import { OrreryError } from '../../../errors.ts'
import { type Atom, isVariable, negated, openIn, type PddlCondition } from './condition.ts'
import { type Facts, isSo, sizeOf, tuplesOf, tuplesWith } from './facts.ts'
import type { Typed } from './typed.ts'

/** What variables stand for. It is written to while things are looked for, and afterwards as it was. */
export type Binding = Map<string, string>

/** One way in which a condition can hold: all of its literals at once, for some things. */
export interface Query {
  variables: Typed[]
  literals: Literal[]
}

interface Literal {
  condition: PddlCondition
  /** The variables that it leaves open. */
  open: string[]
  /** A fact that leads to things: its variables are found by looking for it. */
  leads: Atom | null
}

/** Where things are looked for. */
export interface Where {
  /** The facts of a predicate, wherever they are kept. */
  factsOf(predicate: string): Facts | true | undefined
  /** All things of some types. */
  thingsOf(types: readonly string[]): readonly string[]
  isOf(name: string, types: readonly string[]): boolean
  /** What is left of the work that may be done. */
  work: { left: number }
}

// Alternatives are taken apart where facts then lead to things, and tried one by one where they would be too many.
const MOST_WAYS = 32
// A thing of a type is tried before facts where there are this many times fewer of them.
const FEWER = 4

/** The ways in which a condition can hold. Things of `variables` are looked for with it. */
export function queriesOf(condition: PddlCondition, variables: readonly Typed[]): Query[] {
  const open: Typed[] = [...variables]
  const literals: PddlCondition[] = []
  const choices: PddlCondition[][] = []
  const take = (one: PddlCondition): void => {
    if (one.is === 'and') one.of.forEach(take)
    else if (one.is === 'exists') {
      for (const variable of one.variables) open.push(variable)
      take(one.of)
    } else if (one.is === 'or') choices.push(one.of)
    else literals.push(one)
  }
  take(condition)
  const led = new Set(literals.flatMap((one) => (one.is === 'atom' && !one.not ? one.atom.args : [])))
  const blind = new Set(open.map(({ name }) => name).filter((name) => !led.has(name)))
  const index = choices.findIndex(
    (of) => of.length <= MOST_WAYS && of.some((one) => [...openIn(one)].some((name) => blind.has(name)))
  )
  const split = choices[index]
  if (split) {
    const others: PddlCondition[] = choices.filter((_, at) => at !== index).map((of) => ({ is: 'or', of }))
    const ways = split.flatMap((one) => queriesOf({ is: 'and', of: [...literals, ...others, one] }, open))
    if (ways.length <= MOST_WAYS) return ways
  }
  const all: PddlCondition[] = [...literals, ...choices.map((of): PddlCondition => ({ is: 'or', of }))]
  return [
    {
      variables: open,
      literals: all.map((one) => ({
        ...{ condition: one, open: [...openIn(one)] },
        leads: one.is === 'atom' && !one.not ? one.atom : null
      }))
    }
  ]
}

/**
 * Calls `found` for everything that the query's variables can stand for, until it says `true`.
 * @param binding what variables from outside stand for
 * @returns whether it said so
 * @throws OrreryError engine-failed where that is too much work
 */
export function match({ variables, literals }: Query, where: Where, binding: Binding, found: () => boolean): boolean {
  const types = new Map(variables.map(({ name, types: own }) => [name, own]))
  return go(literals, variables)

  function go(left: readonly Literal[], open: readonly Typed[]): boolean {
    if (--where.work.left < 0) throw tooMuch()
    const rest: Literal[] = []
    for (const one of left) {
      if (!one.open.every((name) => binding.has(name))) rest.push(one)
      else if (!holds(one.condition, where, binding)) return false
    }
    let best: Literal | null = null
    let fewest = Number.POSITIVE_INFINITY
    for (const one of rest) {
      const count = one.leads ? countLed(one.leads, where, binding) : Number.POSITIVE_INFINITY
      if (count < fewest) [best, fewest] = [one, count]
    }
    const unbound = open.filter(({ name }) => !binding.has(name))
    // Where there is one agent, it is named before any of ten thousand facts is looked at.
    const rare = unbound.reduce<Typed | null>(
      (least, one) => (least && countOf(least) <= countOf(one) ? least : one),
      null
    )
    if (best?.leads && !(rare && countOf(rare) * FEWER < fewest)) {
      const { args } = best.leads
      const others = rest.filter((one) => one !== best)
      for (const tuple of ledBy(best.leads, where, binding)) {
        const set = bindTuple(args, tuple)
        const stop = set !== null && go(others, unbound)
        for (const name of set ?? []) binding.delete(name)
        if (stop) return true
      }
      return false
    }
    if (!rare) return found()
    for (const name of where.thingsOf(rare.types)) {
      binding.set(rare.name, name)
      const stop = go(rest, unbound)
      binding.delete(rare.name)
      if (stop) return true
    }
    return false
  }

  function countOf({ types: own }: Typed): number {
    return where.thingsOf(own).length
  }

  /** @returns the variables that stand for something now, or `null` where they cannot stand for this */
  function bindTuple(args: readonly string[], tuple: readonly string[]): string[] | null {
    const set: string[] = []
    for (const [index, arg] of args.entries()) {
      const name = tuple[index] as string
      const known = isVariable(arg) ? binding.get(arg) : arg
      const own = types.get(arg)
      if (known === undefined && (!own || where.isOf(name, own))) {
        binding.set(arg, name)
        set.push(arg)
      } else if (known !== name) {
        for (const one of set) binding.delete(one)
        return null
      }
    }
    return set
  }
}

const standsFor = (arg: string, binding: Binding): string | undefined => (isVariable(arg) ? binding.get(arg) : arg)

function countLed({ predicate, args }: Atom, where: Where, binding: Binding): number {
  const facts = where.factsOf(predicate)
  const place = args.findIndex((arg) => standsFor(arg, binding) !== undefined)
  if (place < 0 || facts === true || facts === undefined) return sizeOf(facts)
  const name = standsFor(args[place] as string, binding) as string
  if (place === 0) return Object.hasOwn(facts, name) ? sizeOf(facts[name]) : 0
  return tuplesWith(facts, place, name).length
}

function ledBy({ predicate, args }: Atom, where: Where, binding: Binding): string[][] {
  const facts = where.factsOf(predicate)
  const place = args.findIndex((arg) => standsFor(arg, binding) !== undefined)
  if (place < 0 || facts === true || facts === undefined) return tuplesOf(facts)
  const name = standsFor(args[place] as string, binding) as string
  if (place > 0) return tuplesWith(facts, place, name)
  return Object.hasOwn(facts, name) ? tuplesOf(facts[name]).map((rest) => [name, ...rest]) : []
}

/** Whether a condition holds whose open variables all stand for something. @throws OrreryError as `match` */
export function holds(condition: PddlCondition, where: Where, binding: Binding): boolean {
  if (--where.work.left < 0) throw tooMuch()
  switch (condition.is) {
    case 'atom': {
      const { predicate, args } = grounded(condition.atom, binding)
      return isSo(where.factsOf(predicate), args) !== condition.not
    }
    case 'equal': {
      const [left, right] = condition.args.map((arg) => standsFor(arg, binding))
      return (left === right) !== condition.not
    }
    case 'and':
      return condition.of.every((one) => holds(one, where, binding))
    case 'or':
      return condition.of.some((one) => holds(one, where, binding))
    case 'exists':
      return existQueries(condition).some((query) => match(query, where, binding, () => true))
    case 'forall':
      return !existQueries(condition).some((query) => match(query, where, binding, () => true))
    default:
      return condition satisfies never
  }
}

export const grounded = ({ predicate, args }: Atom, binding: Binding): Atom => ({
  predicate,
  args: args.map((arg) => standsFor(arg, binding) ?? arg)
})

type Quantified = Extract<PddlCondition, { is: 'exists' | 'forall' }>
const known = new WeakMap<PddlCondition, Query[]>()

/** Of `forall`: those in which it does not hold. */
function existQueries(condition: Quantified): Query[] {
  const made =
    known.get(condition) ??
    queriesOf(condition.is === 'exists' ? condition.of : negated(condition.of), condition.variables)
  known.set(condition, made)
  return made
}

const tooMuch = () =>
  new OrreryError(
    'engine-failed',
    'Finding out what can be done here takes too much work: too many things fit the conditions of an action. Say more in its precondition, or give its parameters narrower types.'
  )
