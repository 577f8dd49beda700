import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type PddlGame, readGame } from '../../../../../src/core/grounds/programs/pddl/game.ts'
import { type FoundPlan, planOf } from '../../../../../src/core/grounds/programs/pddl/plan.ts'
import { pddlProgram, planFrom } from '../../../../../src/core/grounds/programs/pddl/play.ts'
import { planLines, walked } from '../../../../../src/core/grounds/programs/pddl/walk.ts'
import { type PddlWorld, writeAction } from '../../../../../src/core/grounds/programs/pddl/world.ts'
import { must } from '../../../../must.ts'
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

describe('a plan from a state on', () => {
  const lines = (game: PddlGame, taken: readonly string[]) => {
    const program = pddlProgram(game)
    let state = program.init('')
    for (const text of taken) state = program.step(state, { door: 'text', text })?.state ?? state
    const work = planFrom(game, state)
    for (;;) {
      const next = work.next()
      if (next.done) return next.value
    }
  }

  it.each(NAMES)('goes on with what is left of %s, and ends at its goal', (name) => {
    const game: PddlGame = { world: worldOf(textsOf(name)), grammar: null, walkthrough: null }
    const whole = must(lines(game, []).lines)
    const { cheap } = game.world.problem
    for (let done = 1; done <= whole.length; done++) {
      const rest = lines(game, whole.slice(0, done))
      // Another way may be as good.
      if (!cheap) expect(rest.lines).toHaveLength(whole.length - done)
      expect(walked(game, [...whole.slice(0, done), ...must(rest.lines)]).reached).toBe(true)
    }
    expect(lines(game, whole)).toEqual({ lines: [], cost: 0, states: 0 })
  })

  it('is in the words of the game, which takes them', () => {
    const folder = join(import.meta.dirname, '../../../../../resources/scenarios/programs')
    const { game } = readGame({ text: readFileSync(join(folder, 'cottage.tw-pddl'), 'utf8') })
    const plan = must(lines(must(game), []).lines)
    expect(plan.filter((line) => line.startsWith('('))).toEqual([])
    expect(walked(must(game), plan)).toMatchObject({ stuck: null, reached: true })
  })
})
