// The table editor's document: what each change makes of it, and that every change can be undone.
import { describe, expect, test } from 'vitest'
import type { FictionTable } from '../../src/core/tree/fiction.ts'
import {
  addRow,
  addTable,
  begun,
  type Changed,
  cellFrom,
  changeAbout,
  changed,
  changeTable,
  type Doc,
  putColumn,
  redone,
  removeColumn,
  removeRow,
  removeTable,
  setCell,
  undone
} from '../../src/renderer/grounds/facts/edit.ts'
import { must } from '../must.ts'

const doc: Doc = {
  spec: {
    ...{ title: 'Rivers', premise: '', date: '2030-01-01' },
    tables: [
      {
        name: 'rivers',
        key: 'name',
        label: 'name',
        columns: [
          { name: 'name', type: 'text' },
          { name: 'km', type: 'text' }
        ]
      },
      {
        name: 'bridges',
        key: 'id',
        columns: [
          { name: 'id', type: 'text' },
          { name: 'over', type: 'text', refers: 'rivers' }
        ]
      }
    ]
  },
  rows: {
    rivers: [
      { name: 'Orm', km: '412' },
      { name: 'Vel', km: 'long' }
    ],
    bridges: [{ id: 'b1', over: 'Orm' }]
  }
}
const table = (of: Doc, at = 0): FictionTable => must(of.spec.tables[at])
const made = (change: Changed): Doc => {
  if ('problem' in change) throw new Error(change.problem)
  return change.doc
}
const why = (change: Changed): string => ('problem' in change ? change.problem : '')

describe('a change of the table editor', () => {
  test('reads what is typed as the type of the column, and leaves what is none for the check', () => {
    expect(cellFrom(' 12 ', 'integer')).toBe(12)
    expect(cellFrom('1.5', 'integer')).toBe(1.5)
    expect(cellFrom('a lot', 'number')).toBe('a lot')
    expect(cellFrom('Yes', 'boolean')).toBe(true)
    expect(cellFrom(' 2030-02-28 ', 'date')).toBe('2030-02-28')
    expect(cellFrom('2030-02-31', 'date')).toBe('2030-02-31')
    expect(cellFrom(' ', 'text')).toBe(null)
    expect(cellFrom('12', 'text')).toBe('12')
  })

  test('is undone and redone; a new one forgets what was undone', () => {
    const [, km] = table(doc).columns
    const first = setCell(doc, table(doc), 1, must(km), '8')
    const second = removeRow(first, table(first), 0)
    const history = changed(changed(begun(doc), first), second)
    expect(second.rows.rivers).toEqual([{ name: 'Vel', km: '8' }])
    expect(undone(history).now).toBe(first)
    expect(undone(undone(history)).now).toBe(doc)
    expect(undone(undone(undone(history))).now).toBe(doc)
    expect(redone(undone(history)).now).toBe(second)
    expect(redone(changed(undone(history), doc)).now).toBe(doc)
  })

  test('that changes nothing is none', () => {
    const [name] = table(doc).columns
    expect(setCell(doc, table(doc), 0, must(name), 'Orm')).toBe(doc)
    expect(changed(begun(doc), doc).past).toEqual([])
  })

  test('adds a row where it was asked for', () => {
    expect(addRow(doc, table(doc), 0).rows.rivers?.map(({ name }) => name)).toEqual(['Orm', null, 'Vel'])
    expect(addRow(doc, table(doc), -1).rows.rivers?.[0]).toEqual({ name: null, km: null })
  })

  test('renames a column with its values, its key and its heading, and reads values as the new type', () => {
    const typed = made(
      putColumn(doc, table(doc), 'km', { column: { name: 'length_km', type: 'integer' }, isKey: false })
    )
    expect(typed.rows.rivers).toEqual([
      { name: 'Orm', length_km: 412 },
      { name: 'Vel', length_km: 'long' }
    ])
    const keyed = made(putColumn(doc, table(doc), 'name', { column: { name: 'river', type: 'text' }, isKey: true }))
    expect(table(keyed)).toMatchObject({ key: 'river', label: 'river' })
    expect(why(putColumn(doc, table(doc), 'km', { column: { name: 'name', type: 'text' }, isKey: false }))).toBe(
      'Table "rivers" has two columns "name".'
    )
  })

  test('removes columns and tables that nothing needs', () => {
    expect(made(removeColumn(doc, table(doc), 'km')).rows.rivers).toEqual([{ name: 'Orm' }, { name: 'Vel' }])
    expect(why(removeColumn(doc, table(doc), 'name'))).toContain('is the key of the table')
    expect(why(removeTable(doc, table(doc)))).toBe('Table “bridges” refers to “rivers”. Change its columns first.')
    const one = made(removeTable(doc, table(doc, 1)))
    expect(Object.keys(one.rows)).toEqual(['rivers'])
    expect(why(removeTable(one, table(one)))).toContain('at least one table')
  })

  test('renames a table with what refers to it, and adds others', () => {
    const renamed = made(changeTable(doc, table(doc), { name: 'streams' }))
    expect(Object.keys(renamed.rows).sort()).toEqual(['bridges', 'streams'])
    expect(table(renamed, 1).columns[1]).toMatchObject({ refers: 'streams' })
    expect(made(addTable(doc, 'lakes')).rows.lakes).toEqual([])
    expect(why(addTable(doc, 'Lakes'))).toMatch(/^A name has lower-case letters/)
    expect(why(changeAbout(doc, { date: 'soon' }))).toBe('The date is written YYYY-MM-DD.')
  })
})
