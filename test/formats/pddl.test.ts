// Worlds of PDDL beside two planners' own readers: tarski says what can be done, pyperplan how short a plan can be.
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Facts, factsOf } from '../../src/core/grounds/programs/pddl/facts.ts'
import { planOf } from '../../src/core/grounds/programs/pddl/plan.ts'
import { keyOf } from '../../src/core/grounds/programs/pddl/problem.ts'
import { type PddlWorld, writeAction } from '../../src/core/grounds/programs/pddl/world.ts'
import { NAMES, textsOf, worldOf } from '../core/grounds/programs/pddl/worlds.ts'
import { fileOf, read } from './reader.ts'

const Told = z.array(
  z.object({ facts: z.array(z.string()), actions: z.record(z.string(), z.array(z.string())), goal: z.boolean() })
)

async function folderOf({ domain, problem }: { domain: string; problem: string }): Promise<string> {
  const folder = dirname(await fileOf('domain.pddl', domain))
  writeFileSync(join(folder, 'problem.pddl'), problem)
  return folder
}

/** tarski reads no "either": a type above both says the same. */
const withoutEither = (domain: string): string =>
  domain
    .replaceAll('(either letter crate)', 'parcel')
    .replace('carrier letter crate stop - object', 'carrier parcel stop - object letter crate - parcel')

const atomsIn = (keys: readonly string[]) =>
  keys.map((key) => {
    const [predicate = '', ...args] = key.split(' ')
    return { predicate, args }
  })

const allIn = (world: PddlWorld, facts: Facts): string[] =>
  [...world.atomsIn(facts), ...world.atomsIn(world.fixed)].map(keyOf).sort()

test.each(NAMES)('%s: tarski can do the same in each state, with the same result', async (name) => {
  const texts = textsOf(name)
  const world = worldOf(texts)
  const states = Told.parse(
    await read('pddl_tarski', await folderOf({ ...texts, domain: withoutEither(texts.domain) }))
  )
  expect(states.length).toBeGreaterThan(8)
  for (const { facts: keys, actions, goal } of states) {
    const facts = factsOf(atomsIn(keys).filter(({ predicate }) => world.changes(predicate)))
    const own = world
      .applicable(facts)
      .map((action) => [writeAction(action), allIn(world, world.apply(facts, action).facts)])
    expect(Object.fromEntries(own)).toEqual(actions)
    expect(world.isGoal(facts)).toBe(goal)
  }
})

test.each(['orchard', 'shelf'])('%s: pyperplan finds no shorter plan', async (name) => {
  const texts = textsOf(name)
  const plan = z.array(z.string()).parse(await read('pddl_pyperplan', await folderOf(texts)))
  const { plan: own } = planOf(worldOf(texts))
  expect(own?.length).toBe(plan.length)
})
