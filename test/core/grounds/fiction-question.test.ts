import { describe, expect, it } from 'vitest'
import { readTable, scoreTable, tableText } from '../../../src/core/control/evaluate/table-answer.ts'
import { questionBySql, questionProblem } from '../../../src/core/grounds/fiction/asked.ts'
import { FictionSpec } from '../../../src/core/tree/fiction.ts'
import { must } from '../../must.ts'

const table = (...rows: string[][]) => ({ columns: ['Name', 'Height', 'Town'], rows })
const truth = table(['Tarn', '34', 'Vik'], ['Ness', '1,200', 'Lund'])

describe('a table as an answer', () => {
  it.each([
    ['as it is', table(['Tarn', '34', 'Vik'], ['Ness', '1,200', 'Lund']), 1, 1],
    ['in another order and writing', table(['ness', '1200', ' lund '], ['**Tarn**', '34.0', 'VIK']), 1, 1],
    ['with a wrong cell', table(['Tarn', '35', 'Vik'], ['Ness', '1200', 'Lund']), 5 / 6, 0.5],
    ['with one row of two', table(['Tarn', '34', 'Vik']), 2 / 3, 2 / 3],
    ['with a row twice', table(['Tarn', '34', 'Vik'], ['Tarn', '34', 'Vik']), 0.5, 0.5],
    ['with a row that is none', table(['Moor', '1', 'Vik'], ['Tarn', '34', 'Vik']), 0.5, 0.5],
    [
      'without a column',
      {
        columns: ['Name', 'Town'],
        rows: [
          ['Tarn', 'Vik'],
          ['Ness', 'Lund']
        ]
      },
      0.8,
      0
    ]
  ])('is scored by cells and by rows %s', (_name, given, items, rows) => {
    const score = scoreTable(given, truth)
    expect([score.items, score.rows]).toEqual([expect.closeTo(items), expect.closeTo(rows)])
  })

  it('is read from Markdown or JSON, the last one of a text, and nothing is worth nothing', () => {
    expect(readTable(`I found:\n\n| a | b |\n|---|---|\n| 0 | 0 |\n\nNo:\n${tableText(truth)}\nThat is all.`)).toEqual(
      truth
    )
    expect(readTable('[{"Name": "Tarn", "Height": 34}]')).toEqual({
      columns: ['Name', 'Height'],
      rows: [['Tarn', '34']]
    })
    for (const text of ['', 'Tarn | 34', '| a |\n| --- |', '{"a": 1}', '[]', '[1]']) expect(readTable(text)).toBeNull()
    expect(scoreTable(null, truth)).toEqual({ items: 0, rows: 0 })
  })
})

describe('a question from SQL', () => {
  const spec = FictionSpec.parse({
    ...{ title: 'Coast', premise: '', date: '2031-05-01' },
    tables: [
      {
        ...{ name: 'lights', title: 'Lighthouses', key: 'name' },
        columns: [
          { name: 'name', type: 'text' },
          { name: 'height_m', type: 'number' },
          { name: 'town', type: 'text' }
        ]
      }
    ]
  })
  it.each([
    [
      "SELECT name FROM lights WHERE town = 'Vik'",
      'What is the name of the entries of “Lighthouses” where town is Vik?'
    ],
    [
      'select count(*) from lights where height_m > 30',
      'How many entries of “Lighthouses” are there where height m is more than 30?'
    ],
    [
      'SELECT name, height_m FROM lights ORDER BY height_m DESC LIMIT 3;',
      'What is the name, height m of the entries of “Lighthouses”, by height m from the highest on, the first 3 only?'
    ],
    ['SELECT max(height_m) FROM lights', 'What is the highest height m in “Lighthouses”?'],
    ['SELECT town, count(*) FROM lights GROUP BY town', null],
    ['SELECT a.name FROM lights a JOIN lights b', null],
    ['DROP TABLE lights', null],
    ['nonsense', null]
  ])('%s', (sql, question) => expect(questionBySql(sql, spec)).toBe(question))

  it('holds no answer and names what the query compares with', () => {
    const sql = "SELECT name FROM lights WHERE town = 'Vik'"
    expect(questionProblem('Which light is in Vik?', 'Tarn', sql)).toBeNull()
    expect(questionProblem('Is Tarn in Vik?', 'Tarn', sql)).toBe('It holds the answer.')
    expect(must(questionProblem('Which light is it?', 'Tarn', sql))).toContain('"Vik"')
  })
})
