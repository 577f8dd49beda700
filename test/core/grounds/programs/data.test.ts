// Whatever data says, it is read or refused in words; and what was read can be played.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readData } from '../../../../src/core/grounds/programs/data/read-data.ts'
import type { ProgramEvent } from '../../../../src/core/grounds/programs/program.ts'
import type { Json } from '../../../../src/core/tree/ports.ts'
import { BANK, ISSUES } from './declared/worlds.ts'
import { shipped } from './stories/telling.ts'

// As many as take a second or so.
const RUNS = { numRuns: 400 }

const WORLDS: Json[] = [BANK, ISSUES, ...['household', 'house', 'shop'].map(shipped)].map((text) => parse(text))
const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'it',
  'row',
  'accounts',
  'id',
  '',
  'a b',
  '{{x}}',
  '{{for a in b}}',
  '1/0'
]

/** Paths of all parts of a value, each with its key last. */
function paths(value: Json, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return []
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return entries.flatMap(([key, inner]) => [[...path, key], ...paths(inner, [...path, key])])
}

function damaged(world: Json, at: number, by: Json | undefined): Json {
  const copy = structuredClone(world)
  const all = paths(world)
  const path = all[at % all.length] ?? []
  let holder: unknown = copy
  for (const key of path.slice(0, -1)) holder = Object(holder)[key]
  const last = path.at(-1) ?? ''
  if (by === undefined) delete Object(holder)[last]
  else Object(holder)[last] = by
  return copy
}

const part = fc.oneof(
  fc.constantFrom<Json>(...NAMES, null, true, 0, -1, 1e9, [], {}),
  fc.constant(undefined),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>
)

const EVENTS: ProgramEvent[] = [
  ...['transfer', 'create_issue', 'list_issues', 'get_account', 'delete_issue'].map(
    (tool): ProgramEvent => ({
      ...{ door: 'tools', tool },
      arguments: { source: 1, target: 2, amount: 1, title: 'A title', number: 41, id: 1 }
    })
  ),
  ...['look', 'pay 1 from 1 to 2', 'go to table 1', 'search[jacket]', 'open door to kitchen', 'wait'].map(
    (text): ProgramEvent => ({ door: 'text', text })
  )
]

it('damaged data is refused in words, or plays', () => {
  fc.assert(
    fc.property(fc.constantFrom(...WORLDS), fc.nat(2000), part, (world, at, by) => {
      const { program, faults } = readData(damaged(world, at, by))
      expect(program === null).toBe(faults.length > 0)
      expect(faults.every(({ message }) => message.length > 0 && message.length < 2000)).toBe(true)
      if (!program) return
      let state = program.init('seed')
      for (const event of EVENTS) {
        program.actions(state)
        program.view(event.door, state)
        state = program.step(state, event)?.state ?? state
      }
      expect(JSON.parse(JSON.stringify(state))).toEqual(state)
    }),
    RUNS
  )
})

it('any JSON is refused in words', () => {
  fc.assert(
    fc.property(fc.jsonValue() as fc.Arbitrary<Json>, (value) => {
      expect(readData(value).faults.length).toBeGreaterThan(0)
      expect(readData({ version: 1, tables: value }).faults.length + 1).toBeGreaterThan(0)
      expect(readData({ story: 'household', places: value }).faults.length).toBeGreaterThan(0)
    }),
    RUNS
  )
})
