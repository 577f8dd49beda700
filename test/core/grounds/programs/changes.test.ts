import { expect, it } from 'vitest'
import { changesBetween, withChanges } from '../../../../src/core/grounds/programs/changes.ts'
import type { Json } from '../../../../src/core/tree/ports.ts'

const between = (before: Json, after: unknown) => changesBetween(before, after, 'state')

it('tells the fields that changed, and no more', () => {
  const before = { tickets: { a: { status: 'open', tags: ['x'] }, b: { status: 'open' } }, next: 3 }
  const after = { ...before, tickets: { ...before.tickets, b: { status: 'closed' }, c: { status: 'new' } }, next: 4 }
  const { state, changes } = between(before, after)
  expect(changes).toEqual([
    { at: ['tickets', 'b', 'status'], set: 'closed' },
    { at: ['tickets', 'c'], set: { status: 'new' } },
    { at: ['next'], set: 4 }
  ])
  expect(state).toEqual(after)
})

it('keeps a list by what was taken out and put in', () => {
  expect(between({ log: [1, 2, 3] }, { log: [1, 9, 8, 3] }).changes).toEqual([
    { at: ['log'], from: 1, drop: 1, insert: [9, 8] }
  ])
  expect(between({ log: [1, 2, 3] }, { log: [1, 5, 3] }).changes).toEqual([{ at: ['log', 1], set: 5 }])
})

it('comes to the same state by its changes, the order of the fields included', () => {
  const states: Json[] = [
    {},
    { a: 1, b: { c: [1, { d: null }] } },
    { b: { c: [] }, a: 1 },
    { b: { c: [[1], [2]] }, z: -0, a: 1, constructor: 1 },
    { b: 'now a text', 7: 'seven', 3: 'three' },
    { toString: { valueOf: [] }, b: ['x', 'y'] },
    { b: ['y', 'x', { q: 1 }] },
    [1, 2],
    'a text'
  ]
  for (const before of states) {
    for (const after of states) {
      const { changes } = between(before, after)
      const stored = JSON.parse(JSON.stringify(changes))
      expect(JSON.stringify(withChanges(before, stored))).toBe(JSON.stringify(after))
    }
  }
})

it('shares what did not change with the state before it', () => {
  const before = between({}, { big: { rows: [1, 2, 3] }, small: 1 }).state as { big: Json; small: number }
  const { state } = between(before, JSON.parse('{"big":{"rows":[1,2,3]},"small":2}'))
  expect((state as typeof before).big).toBe(before.big)
  expect(withChanges(before, [{ at: ['small'], set: 5 }])).toHaveProperty('big', before.big)
  expect(between(before, { ...before }).state).toBe(before)
})

it('refuses what no JSON holds, and says where it is', () => {
  const round: Record<string, unknown> = {}
  round.self = round
  const wrong: [unknown, RegExp][] = [
    [{ a: [1, Number.NaN] }, /^state\.a\[1\] is NaN, which JSON cannot hold$/],
    [{ at: new Date(0) }, /^state\.at is a Date/],
    [{ f: () => 1 }, /^state\.f is a function/],
    [{ n: 1n }, /^state\.n is a bigint/],
    [{ list: [undefined] }, /^state\.list\[0\] is a undefined/],
    [round, /nested more than 100 levels deep, or holds itself$/],
    [JSON.parse('{"a":{"__proto__":{"admin":true}}}'), /^state\.a\.__proto__ has a name that no field may have$/]
  ]
  for (const [after, said] of wrong) expect(() => between({}, after)).toThrow(said)
  expect(between({}, { left: undefined, kept: 1 }).state).toEqual({ kept: 1 })
})

it('takes no change that does not fit', () => {
  for (const at of [
    ['x', 'y'],
    ['list', 'length'],
    ['list', 9]
  ])
    expect(() => withChanges({ list: [1] }, [{ at, set: 1 }])).toThrow('does not fit')
})
