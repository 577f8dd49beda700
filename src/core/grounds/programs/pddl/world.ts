// A domain and a problem as a world that can be played: what can be done, what an action comes to, whether the goal is reached.

import { nearest } from '../../../text/nearest.ts'
import { type Atom, type PddlCondition, partsOf, TRUE, writeCondition } from './condition.ts'
import { isOneOf, type PddlDomain, type Schema } from './domain.ts'
import type { Cost, Effect } from './effect.ts'
import { atomsIn, type Facts, factsOf, tuplesAbout, withFact, withoutFact } from './facts.ts'
import { type Binding, grounded, holds, match, type Query, queriesOf, type Where } from './match.ts'
import { keyOf, type Problem } from './problem.ts'

/** An action with the things that it is done with. */
export interface PddlAction {
  schema: Schema
  args: string[]
}

export interface Applicable {
  /** It ends with so many. */
  most?: number
  schemas?: readonly Schema[]
  /** What is left of the work that may be done. */
  work?: { left: number }
}

/** What an action comes to. */
export interface PddlOutcome {
  facts: Facts
  /** What is so now and was not before. */
  added: Atom[]
  deleted: Atom[]
  cost: number
}

export interface PddlWorld {
  domain: PddlDomain
  problem: Problem
  /** What can change, at the beginning. What no action changes is kept apart, in `fixed`. */
  initial: Facts
  fixed: Facts
  /** What can be done, in the order of the domain. */
  applicable(facts: Facts, options?: Applicable): PddlAction[]
  isApplicable(facts: Facts, action: PddlAction): boolean
  /** The conditions of an action that do not hold, as PDDL. */
  unmet(facts: Facts, action: PddlAction): string[]
  apply(facts: Facts, action: PddlAction): PddlOutcome
  isGoal(facts: Facts): boolean
  /** The parts of the goal that do not hold yet, as PDDL. */
  missing(facts: Facts): string[]
  /** @returns the action in a line, `(move a b)` or `move a b`, or why it is none */
  read(line: string): PddlAction | { wrong: string }
  where(facts: Facts, work?: { left: number }): Where
  /** Whether some action changes facts of a predicate. */
  changes(predicate: string): boolean
  atomsIn(facts: Facts): Atom[]
  /** What an action costs at least, whatever its effects under conditions add to that. */
  leastCost(action: PddlAction): number
  /** What actions cost one after the other, by default from the beginning. */
  costOf(actions: readonly PddlAction[], from?: Facts): number
}

// About a second. A world of 10,000 facts takes some thousands.
const MOST_WORK = 500_000

interface Compiled {
  queries: Query[]
  effects: { effect: Effect; queries: Query[] }[]
}

export function pddlWorld(domain: PddlDomain, problem: Problem): PddlWorld {
  const { types, schemas } = domain
  const changed = new Set(
    schemas.flatMap(({ effects }) =>
      effects.flatMap(({ adds, deletes }) => [...adds, ...deletes].map(({ predicate }) => predicate))
    )
  )
  const initial = factsOf(problem.facts.filter(({ predicate }) => changed.has(predicate)))
  const fixed = factsOf(problem.facts.filter(({ predicate }) => !changed.has(predicate)))
  const compiled = new Map<Schema, Compiled>()
  const things = new Map<string, string[]>()

  const isOf = (name: string, wanted: readonly string[]) => isOneOf(types, problem.objects.get(name) ?? [], wanted)
  const where = (facts: Facts, work = { left: MOST_WORK }): Where => ({
    factsOf(predicate) {
      const of = changed.has(predicate) ? facts : fixed
      return Object.hasOwn(of, predicate) ? of[predicate] : undefined
    },
    thingsOf(wanted) {
      const key = wanted.join(' ')
      const all = things.get(key) ?? [...problem.objects.keys()].filter((name) => isOf(name, wanted))
      things.set(key, all)
      return all
    },
    ...{ isOf, work }
  })

  function of(schema: Schema): Compiled {
    const made = compiled.get(schema) ?? {
      queries: queriesOf(schema.precondition, schema.parameters),
      effects: schema.effects.map((effect) => ({ effect, queries: queriesOf(effect.when, effect.variables) }))
    }
    compiled.set(schema, made)
    return made
  }

  const bindingOf = ({ schema, args }: PddlAction): Binding =>
    new Map(schema.parameters.map(({ name }, index) => [name, args[index] as string]))

  const misfits = ({ schema, args }: PddlAction): string[] =>
    schema.parameters.flatMap(({ name, types: wanted }, index) => {
      const arg = args[index] as string
      if (isOf(arg, wanted)) return []
      return `${arg} is of the type ${problem.objects.get(arg)?.join(', ')}, and ${name} is to be of ${wanted.join(' or ')}`
    })

  const unmetIn = (condition: PddlCondition, facts: Facts, binding: Binding): string[] =>
    partsOf(condition)
      .filter((one) => !holds(one, where(facts), binding))
      .map((one) => writeCondition(one, (name) => binding.get(name) ?? name))

  const costIn = (costs: readonly Cost[], binding: Binding): number =>
    costs.reduce<number>(
      (sum, one) => sum + (typeof one === 'number' ? one : (problem.values.get(keyOf(grounded(one, binding))) ?? 0)),
      0
    )

  const world: PddlWorld = {
    ...{ domain, problem, initial, fixed },
    ...{ where, atomsIn },
    changes: (predicate) => changed.has(predicate),
    leastCost: (action) =>
      action.schema.effects
        .filter(({ variables, when }) => !variables.length && when === TRUE)
        .reduce((sum, { costs }) => sum + costIn(costs, bindingOf(action)), 0),
    costOf(actions, from = initial) {
      let facts = from
      let sum = 0
      for (const action of actions) {
        const outcome = world.apply(facts, action)
        facts = outcome.facts
        sum += outcome.cost
      }
      return sum
    },
    applicable(facts, { most = Number.POSITIVE_INFINITY, schemas: only = schemas, work } = {}) {
      const found: PddlAction[] = []
      const there = where(facts, work)
      for (const schema of only) {
        const seen = new Set<string>()
        const binding: Binding = new Map()
        const { queries } = of(schema)
        const take = () => {
          const args = schema.parameters.map(({ name }) => binding.get(name) as string)
          const key = args.join(' ')
          if (!seen.has(key)) found.push({ schema, args })
          seen.add(key)
          return found.length >= most
        }
        if (queries.some((query) => match(query, there, binding, take))) break
      }
      return found
    },
    isApplicable: (facts, action) =>
      !misfits(action).length && holds(action.schema.precondition, where(facts), bindingOf(action)),
    unmet(facts, action) {
      const wrong = misfits(action)
      return wrong.length ? wrong : unmetIn(action.schema.precondition, facts, bindingOf(action))
    },
    apply(facts, action) {
      const binding = bindingOf(action)
      const there = where(facts)
      const adds = new Map<string, Atom>()
      const deletes = new Map<string, Atom>()
      let cost = 0
      for (const { effect, queries } of of(action.schema).effects) {
        const seen = new Set<string>()
        const take = () => {
          const key = effect.variables.map(({ name }) => binding.get(name)).join(' ')
          if (seen.has(key)) return false
          seen.add(key)
          for (const one of effect.adds) put(adds, grounded(one, binding))
          for (const one of effect.deletes) put(deletes, grounded(one, binding))
          cost += costIn(effect.costs, binding)
          return false
        }
        for (const query of queries) match(query, there, binding, take)
      }
      let after = facts
      const deleted: Atom[] = []
      const added: Atom[] = []
      for (const [key, atom] of deletes) {
        // What begins and ends at once begins (PDDL 2.1, section 3).
        if (adds.has(key)) continue
        const next = withoutFact(after, atom)
        if (next !== after) deleted.push(atom)
        after = next
      }
      for (const atom of adds.values()) {
        const next = withFact(after, atom)
        if (next !== after) added.push(atom)
        after = next
      }
      return { facts: after, added, deleted, cost }
    },
    isGoal: (facts) => holds(problem.goal, where(facts), new Map()),
    missing: (facts) => unmetIn(problem.goal, facts, new Map()),
    read: (line) => actionIn(line, domain, problem)
  }
  return world
}

function actionIn(line: string, { schemas }: PddlDomain, { objects }: Problem): PddlAction | { wrong: string } {
  const [name = '', ...args] = line.toLowerCase().replaceAll(/[(),]/g, ' ').trim().split(/\s+/)
  const schema = schemas.find((one) => one.name === name)
  if (!schema) {
    const near = nearest(
      name,
      schemas.map((one) => one.name)
    )
    return { wrong: `There is no action "${name}".${near === null ? '' : ` Did you mean "${near}"?`}` }
  }
  const { parameters } = schema
  const usage = `(${[name, ...parameters.map((one) => one.name)].join(' ')})`
  if (args.length !== parameters.length)
    return {
      wrong: `${usage} takes ${parameters.length}, and ${args.length} ${args.length === 1 ? 'is' : 'are'} given.`
    }
  for (const arg of args)
    if (!objects.has(arg)) {
      const near = nearest(arg, [...objects.keys()])
      return { wrong: `There is no "${arg}" here.${near === null ? '' : ` Did you mean "${near}"?`}` }
    }
  return { schema, args }
}

/** Whether no work is left. */
export const isOver = ({ left }: { left: number }): boolean => left < 0

const put = (into: Map<string, Atom>, atom: Atom): void => {
  into.set(keyOf(atom), atom)
}

export const writeAction = ({ schema, args }: PddlAction): string => [schema.name, ...args].join(' ')

/** All that is so, fixed or not, about a thing. */
export function aboutThing({ fixed }: PddlWorld, facts: Facts, name: string): Atom[] {
  return [...Object.entries(facts), ...Object.entries(fixed)].flatMap(([predicate, inner]) =>
    tuplesAbout(inner, name).map((args) => ({ predicate, args }))
  )
}
