// What the panel of a program is drawn from: the rows of its state, the marks of a step, and the versions of its text.
import { describe, expect, test } from 'vitest'
import type { Branch } from '../../src/core/tree/model.ts'
import type { Json } from '../../src/core/tree/ports.ts'
import { jsonPathOf, marksOf, rowsOf } from '../../src/renderer/worlds/program/rows.ts'
import { versionsOf } from '../../src/renderer/worlds/program/versions.ts'

const none = marksOf([])
const shown = (state: Json, marks = none, toggled: [at: string, open: boolean][] = []) =>
  rowsOf(state, marks, new Map(toggled)).map(
    ({ at, open, changed }) => `${jsonPathOf(at)}${open === null ? '' : open ? ' -' : ' +'}${changed ? ' *' : ''}`
  )

describe('the rows of a state', () => {
  const state = { books: { emma: { reader: 'ada', 'due by': { day: 4 } } }, log: ['lent', 'read'] }

  test('are those of the first levels, and what a person opens or closes', () => {
    const first = ['$.books -', '$.books.emma -', '$.books.emma.reader', '$.books.emma["due by"] +', '$.log -']
    expect(shown(state)).toEqual([...first, '$.log[0]', '$.log[1]'])
    expect(
      shown(state, none, [
        ['["log"]', false],
        ['["books","emma","due by"]', true]
      ])
    ).toEqual([...first.slice(0, 3), '$.books.emma["due by"] -', '$.books.emma["due by"].day', '$.log +'])
  })

  test('show what a step changed, and open the way to it; of what is gone the place is marked', () => {
    const day = marksOf([{ at: ['books', 'emma', 'due by', 'day'], set: 4 }])
    expect(shown(state, day).slice(3, 5)).toEqual(['$.books.emma["due by"] -', '$.books.emma["due by"].day *'])
    const rest = marksOf([
      { at: ['books', 'emma', 'note'], drop: true },
      { at: ['log'], from: 1, drop: 0, insert: ['read'] }
    ])
    expect(shown(state, rest).filter((row) => row.endsWith('*'))).toEqual(['$.books.emma - *', '$.log[1] *'])
    expect(shown(state, marksOf([{ at: ['log'], from: 0, drop: 1, insert: [] }])).at(-3)).toBe('$.log - *')
  })

  test('of a table of 10,000 are one until it is opened, and then each knows its place', () => {
    const table = { rows: Array.from({ length: 10_000 }, (_, id) => ({ id, owner: `reader ${id}` })) }
    expect(shown(table)).toEqual(['$.rows +'])
    const begun = performance.now()
    const rows = rowsOf(table, marksOf([{ at: ['rows', 9_999, 'owner'], set: 'lin' }]), new Map())
    // A key press may take a tenth of a second at most, on a slow machine too.
    expect(performance.now() - begun).toBeLessThan(1000)
    expect(rows).toHaveLength(1 + 10_000 + 2)
    expect(rows.at(-1)).toMatchObject({ at: ['rows', 9_999, 'owner'], parent: 10_000, place: 2, of: 2, changed: true })
  })
})

describe('the versions of a program', () => {
  const branch = (id: string, hash: string | null, createdAt: number) =>
    // Of a branch only these are looked at.
    ({ id, title: id, createdAt, setup: hash === null ? {} : { program: { hash } } }) as unknown as Branch
  const told = (...given: Parameters<typeof versionsOf>) =>
    versionsOf(...given).map(({ program, branches, from }) => [program.hash, from, branches.map(({ id }) => id)])

  test('are its texts, oldest first, each with its branches and the step that it begins with', () => {
    const branches = [branch('main', 'a', 0), branch('two', 'b', 1), branch('play', 'b', 2), branch('back', 'a', 3)]
    const places = [
      { branch: 'main', parent: null, at: 0 },
      { branch: 'two', parent: 'main', at: 2 },
      // Acting again on an earlier step makes a branch, and no version.
      { branch: 'play', parent: 'two', at: 3 },
      { branch: 'back', parent: 'play', at: 5 }
    ]
    expect(told(branches, places)).toEqual([
      ['a', 1, ['main', 'back']],
      ['b', 3, ['two', 'play']]
    ])
  })

  test('are none where there was no program', () => {
    expect(told([branch('main', null, 0)], [])).toEqual([])
  })
})
