// How far a goal is at least: as if nothing ever ended (Helmert and Domshlak 2009, "Landmarks, Critical Paths and Abstractions", LM-cut).

import { OrreryError } from '../../../errors.ts'
import type { Atom, PddlCondition } from './condition.ts'
import { type Facts, withFact } from './facts.ts'
import { createHeap } from './heap.ts'
import { type Binding, grounded, match, type Query, queriesOf } from './match.ts'
import { keyOf } from './problem.ts'
import { isOver, type PddlWorld } from './world.ts'

// More of them take longer to look through than a search without them.
const MOST_OPERATORS = 50_000
const MOST_WORK = 5_000_000

/** What comes of what, numbered. What an action ends is left out, and what must not be so is not asked. */
interface Operator {
  needs: number[]
  adds: number[]
  cost: number
}

export interface Estimate {
  /** The number of a fact. */
  idOf(atom: Atom): number
  /** At least so much from the facts with these numbers to the goal; infinite where it cannot be reached. */
  least(ids: Iterable<number>): number
}

const ALWAYS = 0
const GOAL = 1

/** @param costOf what an action costs @returns `null` where the world is too large for it */
export function estimateOf(world: PddlWorld, cheap: boolean): Estimate | null {
  const ids = new Map<string, number>()
  const idOf = (atom: Atom): number => {
    const key = keyOf(atom)
    const id = ids.get(key) ?? ids.size + 2
    ids.set(key, id)
    return id
  }
  const { schemas } = world.domain
  const reduced = new Map(
    schemas.map((schema) => [
      schema,
      {
        queries: queriesOf(schema.precondition, schema.parameters).map(ease),
        effects: schema.effects.map((effect) => ({
          effect,
          queries: queriesOf(effect.when, effect.variables).map(ease)
        }))
      }
    ])
  )
  const work = { left: MOST_WORK }
  try {
    let reached = world.initial
    for (;;) {
      let next = reached
      if (
        !each(reached, (_, atoms) => {
          for (const atom of atoms) next = withFact(next, atom)
        })
      )
        return null
      if (next === reached) break
      reached = next
    }
    const operators: Operator[] = []
    each(reached, (needs, atoms, cost) => {
      operators.push({ needs: needs.length ? needs.map(idOf) : [ALWAYS], adds: atoms.map(idOf), cost })
    })
    for (const query of queriesOf(world.problem.goal, []).map(ease)) {
      const binding: Binding = new Map()
      match(query, world.where(reached, work), binding, () => {
        const needs = neededBy(query, binding).map(idOf)
        operators.push({ needs: needs.length ? needs : [ALWAYS], adds: [GOAL], cost: 0 })
        return operators.length > MOST_OPERATORS
      })
    }
    if (operators.length > MOST_OPERATORS) return null
    return { idOf, least: (from) => cut(operators, ids.size + 2, from) }
  } catch (error) {
    if (!(error instanceof OrreryError) || !isOver(work)) throw error
    return null
  }

  /** The query without what is not looked at. */
  function ease({ variables, literals }: Query): Query {
    return { variables, literals: literals.filter(({ condition, leads }) => leads || !changes(condition)) }
  }

  function changes(condition: PddlCondition): boolean {
    switch (condition.is) {
      case 'atom':
        return world.changes(condition.atom.predicate)
      case 'equal':
        return false
      case 'and':
      case 'or':
        return condition.of.some(changes)
      default:
        return changes(condition.of)
    }
  }

  function neededBy({ literals }: Query, binding: Binding): Atom[] {
    return literals.flatMap(({ leads }) => (leads && world.changes(leads.predicate) ? grounded(leads, binding) : []))
  }

  /** Calls `take` for all that can come of the facts. @returns whether there are few enough */
  function each(facts: Facts, take: (needs: Atom[], adds: Atom[], cost: number) => void): boolean {
    const where = world.where(facts, work)
    let count = 0
    for (const schema of schemas) {
      const { queries, effects } = reduced.get(schema) ?? { queries: [], effects: [] }
      for (const query of queries) {
        const binding: Binding = new Map()
        const stop = match(query, where, binding, () => {
          const needs = neededBy(query, binding)
          const cost = cheap
            ? world.leastCost({ schema, args: schema.parameters.map(({ name }) => binding.get(name) ?? '') })
            : 1
          for (const { effect, queries: whens } of effects)
            for (const when of whens)
              match(when, where, binding, () => {
                const adds = effect.adds.map((atom) => grounded(atom, binding))
                if (adds.length) take([...needs, ...neededBy(when, binding)], adds, cost)
                return ++count > MOST_OPERATORS
              })
          return count > MOST_OPERATORS
        })
        if (stop) return false
      }
    }
    return true
  }
}

/** LM-cut: the costs of sets of operators of which each plan has one. */
function cut(operators: readonly Operator[], size: number, from: Iterable<number>): number {
  const costs = operators.map(({ cost }) => cost)
  const start = [ALWAYS, ...from]
  const neededBy: number[][] = Array.from({ length: size }, () => [])
  for (const [index, { needs }] of operators.entries()) for (const need of needs) neededBy[need]?.push(index)
  let sum = 0
  for (;;) {
    const { reach, supporters } = furthest()
    const far = reach[GOAL] ?? Number.POSITIVE_INFINITY
    if (far === Number.POSITIVE_INFINITY) return far
    if (far === 0) return sum
    // From where the goal costs nothing more.
    const zone = new Set([GOAL])
    for (let grown = true; grown; ) {
      grown = false
      for (const [index, { adds }] of operators.entries()) {
        const supporter = supporters[index]
        if (supporter === undefined || supporter < 0 || costs[index] !== 0 || zone.has(supporter)) continue
        if (!adds.some((one) => zone.has(one))) continue
        zone.add(supporter)
        grown = true
      }
    }
    const bySupporter = new Map<number, number[]>()
    for (const [index, supporter] of supporters.entries())
      if (supporter >= 0) bySupporter.set(supporter, [...(bySupporter.get(supporter) ?? []), index])
    const seen = new Set(start)
    const open = [...seen]
    const landmark = new Set<number>()
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const index of bySupporter.get(at) ?? []) {
        const adds = operators[index]?.adds ?? []
        if (adds.some((one) => zone.has(one))) landmark.add(index)
        for (const one of adds) {
          if (seen.has(one) || zone.has(one)) continue
          seen.add(one)
          open.push(one)
        }
      }
    }
    let least = Number.POSITIVE_INFINITY
    for (const index of landmark) least = Math.min(least, costs[index] ?? 0)
    if (!landmark.size || least <= 0) return sum
    for (const index of landmark) costs[index] = (costs[index] ?? 0) - least
    sum += least
  }

  /** What each fact takes, if all that is needed came at once, and of each operator the need that takes longest. */
  function furthest(): { reach: number[]; supporters: number[] } {
    const reach: number[] = Array.from({ length: size }, () => Number.POSITIVE_INFINITY)
    const supporters: number[] = operators.map(() => -1)
    const left = operators.map(({ needs }) => needs.length)
    const heap = createHeap<number>()
    for (const id of start) {
      reach[id] = 0
      heap.push([0], id)
    }
    const done = new Set<number>()
    for (let id = heap.pop(); id !== undefined; id = heap.pop()) {
      if (done.has(id)) continue
      done.add(id)
      for (const index of neededBy[id] ?? []) {
        left[index] = (left[index] ?? 0) - 1
        if (left[index] !== 0) continue
        // The last need that is met is the furthest.
        supporters[index] = id
        const cost = (reach[id] ?? 0) + (costs[index] ?? 0)
        for (const one of operators[index]?.adds ?? []) {
          if (cost >= (reach[one] ?? 0)) continue
          reach[one] = cost
          heap.push([cost], one)
        }
      }
    }
    return { reach, supporters }
  }
}
