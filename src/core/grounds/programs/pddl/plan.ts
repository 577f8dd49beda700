// A plan that reaches the goal, the shortest or cheapest there is: A* with a bound from below, so that nothing better is passed by.

import { OrreryError } from '../../../errors.ts'
import type { PddlCondition } from './condition.ts'
import type { Schema } from './domain.ts'
import type { Facts } from './facts.ts'
import { createHeap } from './heap.ts'
import { estimateOf } from './relaxed.ts'
import { type PddlAction, type PddlWorld, pddlWorld } from './world.ts'

// Some minutes of a small world.
export const MOST_STATES = 100_000

export interface PlanOptions {
  /** What is so where it begins; by default the problem's own beginning. */
  from?: Facts
  /** After so many states it is given up. */
  most?: number
}

export type FoundPlan =
  | { plan: PddlAction[]; cost: number; states: number }
  /** `none`: there is no plan; `most`: none was found in so many states. */
  | { plan: null; why: 'none' | 'most'; states: number }

interface Node {
  facts: Facts
  /** The numbers of the facts that are otherwise than at the beginning, in order. */
  changed: readonly number[]
  before: Node | null
  action: PddlAction | null
  cost: number
}

/**
 * The cheapest plan where the problem asks for a cheap one (`:metric minimize (total-cost)`), else the shortest.
 * @throws OrreryError cancelled; engine-failed where a single state takes too much work
 */
export function planOf(
  whole: PddlWorld,
  { signal, ...options }: PlanOptions & { signal?: AbortSignal } = {}
): FoundPlan {
  const work = planning(whole, options)
  for (;;) {
    const next = work.next()
    if (next.done) return next.value
    if (signal?.aborted) throw new OrreryError('cancelled', 'Planning was stopped.')
  }
}

/** The same in pieces: yields before each state how many were looked at. */
export function* planning(
  whole: PddlWorld,
  { from = whole.initial, most = MOST_STATES }: PlanOptions = {}
): Generator<number, FoundPlan> {
  const world = withoutIdle(whole)
  const { cheap } = world.problem
  const estimate = estimateOf(world, cheap)
  const names = new Map<string, number>()
  const initial = new Set(world.atomsIn(world.initial).map(idOf))
  const best = new Map<string, number>()
  const guesses = new Map<string, number>()
  const waiting = createHeap<Node>()
  let states = 0

  const otherwise = new Set(initial)
  for (const atom of world.atomsIn(from)) {
    if (world.changes(atom.predicate) && !otherwise.delete(idOf(atom))) otherwise.add(idOf(atom))
  }
  add({ facts: from, changed: [...otherwise].sort(inOrder), before: null, action: null, cost: 0 })
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ((best.get(node.changed.join()) ?? 0) < node.cost) continue
    if (world.isGoal(node.facts)) return { plan: wayTo(node), cost: whole.costOf(wayTo(node), from), states }
    if (states >= most) return { plan: null, why: 'most', states }
    yield states++
    for (const action of world.applicable(node.facts)) {
      const { facts, added, deleted, cost } = world.apply(node.facts, action)
      const changed = new Set(node.changed)
      for (const atom of [...added, ...deleted]) {
        const id = idOf(atom)
        if (!changed.delete(id)) changed.add(id)
      }
      add({ facts, changed: [...changed].sort(inOrder), before: node, action, cost: node.cost + (cheap ? cost : 1) })
    }
  }
  return { plan: null, why: 'none', states }

  function idOf(atom: { predicate: string; args: string[] }): number {
    if (estimate) return estimate.idOf(atom)
    const key = [atom.predicate, ...atom.args].join(' ')
    const id = names.get(key) ?? names.size
    names.set(key, id)
    return id
  }

  function add(node: Node): void {
    const key = node.changed.join()
    if ((best.get(key) ?? Number.POSITIVE_INFINITY) <= node.cost) return
    best.set(key, node.cost)
    const left = guesses.get(key) ?? estimate?.least(idsOf(node.changed)) ?? 0
    guesses.set(key, left)
    if (left !== Number.POSITIVE_INFINITY) waiting.push([node.cost + left, left], node)
  }

  function idsOf(changed: readonly number[]): Set<number> {
    const ids = new Set(initial)
    for (const id of changed) if (!ids.delete(id)) ids.add(id)
    return ids
  }
}

const inOrder = (one: number, other: number): number => one - other

function wayTo(node: Node): PddlAction[] {
  const way: PddlAction[] = []
  for (let at: Node | null = node; at?.action; at = at.before) way.unshift(at.action)
  return way
}

/** The world with what the goal hangs on alone: what is only looked at or written down is left out. */
function withoutIdle({ domain, problem }: PddlWorld): PddlWorld {
  const wanted = new Set(predicatesIn(problem.goal))
  const isWanted = ({ effects }: Schema) =>
    effects.some(({ adds, deletes }) => [...adds, ...deletes].some(({ predicate }) => wanted.has(predicate)))
  for (let size = -1; size !== wanted.size; ) {
    size = wanted.size
    for (const schema of domain.schemas.filter(isWanted)) {
      const conditions = [
        schema.precondition,
        ...schema.effects.flatMap(({ when, adds, deletes }) =>
          [...adds, ...deletes].some(({ predicate }) => wanted.has(predicate)) ? when : []
        )
      ]
      for (const one of conditions) for (const predicate of predicatesIn(one)) wanted.add(predicate)
    }
  }
  const of = <T extends { predicate: string }>(atoms: T[]) => atoms.filter(({ predicate }) => wanted.has(predicate))
  const schemas = domain.schemas.filter(isWanted).map((schema) => ({
    ...schema,
    effects: schema.effects.map((effect) => ({ ...effect, adds: of(effect.adds), deletes: of(effect.deletes) }))
  }))
  return pddlWorld({ ...domain, schemas }, problem)
}

function predicatesIn(condition: PddlCondition): string[] {
  switch (condition.is) {
    case 'atom':
      return [condition.atom.predicate]
    case 'equal':
      return []
    case 'and':
    case 'or':
      return condition.of.flatMap(predicatesIn)
    default:
      return predicatesIn(condition.of)
  }
}
