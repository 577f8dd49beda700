import { expect, it } from 'vitest'
import { type FoundPlan, planOf } from '../../../../../src/core/grounds/programs/pddl/plan.ts'
import { planLines } from '../../../../../src/core/grounds/programs/pddl/walk.ts'
import { type PddlWorld, writeAction } from '../../../../../src/core/grounds/programs/pddl/world.ts'
import { NAMES, textsOf, worldOf } from './worlds.ts'

const shown = (planned: FoundPlan) => ('why' in planned ? planned.why : planned.plan.map(writeAction))

/** How many actions are needed at least, by looking at everything: none of the planner's code. */
function fewest(world: PddlWorld): number {
  let states = [world.initial]
  // As JSON with its keys in order, so that the same facts are the same text.
  const keyOf = (facts: object): string =>
    JSON.stringify(
      world
        .atomsIn(facts as typeof world.initial)
        .map((one) => [one.predicate, ...one.args].join(' '))
        .sort()
    )
  const seen = new Set(states.map(keyOf))
  for (let depth = 0; states.length; depth++) {
    if (states.some((facts) => world.isGoal(facts))) return depth
    const next: typeof states = []
    for (const facts of states)
      for (const action of world.applicable(facts)) {
        const after = world.apply(facts, action).facts
        const key = keyOf(after)
        if (!seen.has(key)) next.push(after)
        seen.add(key)
      }
    states = next
  }
  return Number.POSITIVE_INFINITY
}

it.each(NAMES.filter((name) => name !== 'roads'))('finds a shortest plan of %s, which can be walked', (name) => {
  const world = worldOf(textsOf(name))
  const planned = planOf(world)
  const plan = planned.plan ?? []
  expect(plan.length).toBe(fewest(world))
  let facts = world.initial
  for (const action of plan) {
    expect(world.unmet(facts, action)).toEqual([])
    facts = world.apply(facts, action).facts
  }
  expect(world.isGoal(facts)).toBe(true)
})

it('finds the cheapest plan where the problem asks for it, and the shortest where it does not', () => {
  const { domain, problem } = textsOf('roads')
  expect(planOf(worldOf({ domain, problem }))).toMatchObject({ cost: 9 })
  const short = problem.replace('(:metric minimize (total-cost))', '')
  const dear = short.replaceAll('(here birk)', '(here cote)')
  expect(shown(planOf(worldOf({ domain, problem: dear })))).toHaveLength(2)
})

it('says that there is none, and that it gave up', () => {
  const { domain, problem } = textsOf('orchard')
  expect(shown(planOf(worldOf({ domain, problem: problem.replace('(ripe hill) (ripe brook)', '') })))).toBe('none')
  expect(planOf(worldOf({ domain, problem }), { most: 2 })).toEqual({ plan: null, why: 'most', states: 2 })
})

it('has nothing to do where the goal holds', () => {
  const { domain, problem } = textsOf('orchard')
  expect(
    shown(
      planOf(
        worldOf({ domain, problem: problem.replace('(in red barn)', '(in blue barn)').replace('(filled red)', '') })
      )
    )
  ).toEqual([])
})

it('reads plans as planners write them', () => {
  expect(planLines('; found\n0: (walk a b) [1]\n\n(drop a)\nturn the lamp ; later\n')).toEqual([
    { line: '(walk a b)', at: 2 },
    { line: '(drop a)', at: 4 },
    { line: 'turn the lamp', at: 5 }
  ])
})
