import { expect, test } from 'vitest'
import { scriptOf } from '../../../src/core/control/script.ts'
import { Scenario } from '../../../src/core/tree/scenario.ts'

const scenario = (reactions: object[]) =>
  Scenario.parse({
    ...{ name: 's', title: 'S', description: '', setup: { domain: 'terminal' } },
    ...{ actions: ['a', 'b', 'c'], reactions }
  })

/** What is done where the conditions named hold of every turn that did what the key says. */
async function done(reactions: object[], holding: Record<string, string[]>): Promise<unknown[]> {
  const script = scriptOf(scenario(reactions))
  const all: unknown[] = []
  for (let action = script.next(); action !== undefined && all.length < 20; action = script.next()) {
    all.push(action)
    const holds = holding[String(action)] ?? []
    await script.saw(async (condition) => 'observation' in condition && holds.includes(String(condition.observation)))
  }
  return all
}

test('a reaction comes before the next action, whole, and as often as it says', async () => {
  const busy = { when: { observation: 'busy' }, actions: ['C-c', 'again'] }
  expect(await done([busy], {})).toEqual(['a', 'b', 'c'])
  expect(await done([busy], { b: ['busy'] })).toEqual(['a', 'b', 'C-c', 'again', 'c'])
  // Once, if it does not say.
  expect(await done([busy], { a: ['busy'], b: ['busy'] })).toEqual(['a', 'C-c', 'again', 'b', 'c'])
  expect(await done([{ ...busy, times: 2 }], { a: ['busy'], b: ['busy'] })).toEqual([
    'a',
    'C-c',
    'again',
    'b',
    'C-c',
    'again',
    'c'
  ])
  // What it began itself is done first; the last turn of it counts.
  expect(await done([{ ...busy, times: 3 }], { a: ['busy'], 'C-c': ['busy'], again: ['busy'] })).toEqual([
    'a',
    'C-c',
    'again',
    'C-c',
    'again',
    'C-c',
    'again',
    'b',
    'c'
  ])
})

test('of several reactions the first that fits comes, also after the last action', async () => {
  const reactions = [
    { when: { observation: 'one' }, actions: ['x'] },
    { when: { observation: 'two' }, actions: ['y'] }
  ]
  expect(await done(reactions, { c: ['two', 'one'] })).toEqual(['a', 'b', 'c', 'x'])
  expect(await done(reactions, { c: ['two'], a: ['one'] })).toEqual(['a', 'x', 'b', 'c', 'y'])
})
