import { describe, expect, it } from 'vitest'
import { checkRow } from '../../../../src/core/grounds/fiction/check.ts'
import { readCsv } from '../../../../src/core/grounds/fiction/csv.ts'
import { type BatchQuestion, generateRows } from '../../../../src/core/grounds/fiction/generate.ts'
import { inferTables } from '../../../../src/core/grounds/fiction/infer.ts'
import { type FactRow, FictionSpec } from '../../../../src/core/tree/fiction.ts'
import { presets } from '../../../../src/host/library/fiction-presets.ts'
import { must } from '../../../must.ts'

const spec = FictionSpec.parse({
  title: 'Rivers',
  premise: 'There is no real river here.',
  date: '2030-01-01',
  avoid: ['Danube'],
  tables: [
    {
      name: 'rivers',
      key: 'name',
      rows: 4,
      columns: [
        { name: 'name', type: 'text' },
        { name: 'km', type: 'integer', min: 1, max: 900, required: true },
        { name: 'valley', type: 'text', refers: 'valleys' },
        { name: 'mapped', type: 'date' }
      ]
    },
    { name: 'valleys', key: 'name', rows: 2, columns: [{ name: 'name', type: 'text' }] }
  ]
})
const rivers = must(spec.tables[0])

describe('CSV', () => {
  it('is read with quotes, separators and empty cells', () => {
    expect(readCsv('\ufeffname;about\r\nOrm;"a ""b"";\nc"\r\nVel;\r\n', 'x.csv')).toEqual({
      header: ['name', 'about'],
      rows: [
        ['Orm', 'a "b";\nc'],
        ['Vel', '']
      ]
    })
  })

  it.each([
    ['a,b\n1,2,3\n', 'x.csv, line 2, column 1: this row has 3 fields, and the first line has 2.'],
    [
      'a,b\n1,"2\n',
      'x.csv, line 2, column 3: this quotation mark is never closed. Close it, or double it inside a quoted field.'
    ],
    ['a,b\n"1"x,2\n', 'x.csv, line 2, column 4: expected "," or the end of the line after the closing quotation mark.'],
    ['a,\n1,2\n', 'x.csv, line 1, column 2: this column has no name. The first line names the columns.'],
    ['', 'x.csv is empty. The first line names the columns.'],
    ['a,a2\n"x\ny",1\n3\n', 'x.csv, line 4, column 1: this row has 1 fields, and the first line has 2.']
  ])('%j is refused with line and column', (text, message) => {
    expect(() => readCsv(text, 'x.csv')).toThrow(message)
  })

  it('becomes tables with types, keys and references', () => {
    const made = inferTables([
      { name: 'Valleys', header: ['Name'], rows: [['Orm'], ['Vel']] },
      {
        name: 'Rivers',
        header: ['River ID', 'Valley', 'Länge (km)', 'Mapped', 'Open', 'Zip'],
        rows: [
          ['r1', 'Orm', '12.5', '2029-04-01', 'true', '01'],
          ['r2', 'Vel', '7', '', 'false', '02']
        ]
      }
    ])
    expect(made[1]).toEqual({
      table: {
        name: 'rivers',
        key: 'river_id',
        columns: [
          { name: 'river_id', type: 'text' },
          { name: 'valley', type: 'text', refers: 'valleys' },
          { name: 'lange_km', type: 'number' },
          { name: 'mapped', type: 'date' },
          { name: 'open', type: 'boolean' },
          { name: 'zip', type: 'text' }
        ]
      },
      rows: [
        { river_id: 'r1', valley: 'Orm', lange_km: 12.5, mapped: '2029-04-01', open: true, zip: '01' },
        { river_id: 'r2', valley: 'Vel', lange_km: 7, mapped: null, open: false, zip: '02' }
      ]
    })
  })
})

describe('a row is checked', () => {
  const good: FactRow = { name: 'Orm', km: 12, valley: 'Low', mapped: '2029-12-31' }
  const problems = (change: FactRow) =>
    checkRow(
      spec,
      rivers,
      { ...good, ...change },
      {
        keys: new Map([['valleys', new Set(['Low'])]]),
        taken: (column) => new Set(column === 'name' ? ['Vel'] : [])
      }
    ).map(({ column }) => column)

  it('against types, keys, references, ranges, uniqueness, the premise and the date', () => {
    expect(problems({})).toEqual([])
    expect(problems({ km: 12.5 })).toEqual(['km'])
    expect(problems({ km: '12' })).toEqual(['km'])
    expect(problems({ km: 901 })).toEqual(['km'])
    expect(problems({ km: null })).toEqual(['km'])
    expect(problems({ name: '' })).toEqual(['name'])
    expect(problems({ name: 'Vel' })).toEqual(['name'])
    expect(problems({ name: 'Little DANUBE' })).toEqual(['name'])
    expect(problems({ valley: 'High' })).toEqual(['valley'])
    expect(problems({ mapped: '2030-01-02' })).toEqual(['mapped'])
    expect(problems({ mapped: '2029-02-30' })).toEqual(['mapped'])
    expect(problems({ more: 1 })).toEqual(['more'])
  })

  it('a specification with loose ends is refused', () => {
    const bad = { ...spec, tables: [{ ...rivers, key: 'id' }] }
    expect(FictionSpec.safeParse(bad).error?.issues.map(({ message }) => message)).toEqual([
      'column "valley" refers to "valleys", which is no table',
      'the key "id" is no column of table "rivers"'
    ])
  })

  it('every preset is a whole specification', () => {
    expect(presets.map(({ name }) => name)).toEqual(['time-shifted', 'long-tail', 'private', 'realistic'])
    for (const preset of presets) expect(preset.spec.strategy).toBe(preset.name)
  })
})

describe('tables are filled', () => {
  async function run(rows: Map<string, FactRow[]>, answer: (question: BatchQuestion, at: number) => string, seed = 1) {
    const asked: BatchQuestion[] = []
    const made = new Map(rows)
    const dropped: string[] = []
    let end = { rows: 0, dropped: 0 }
    const ask = async (question: BatchQuestion) => answer(question, asked.push(question) - 1)
    for await (const event of generateRows(spec, rows, { ask, seed })) {
      if (event.type === 'rows') made.set(event.table, [...(made.get(event.table) ?? []), ...event.rows])
      if (event.type === 'dropped') dropped.push(event.reason)
      if (event.type === 'done') end = { rows: event.rows, dropped: event.dropped }
    }
    return { asked, made, dropped, end }
  }
  const river = (name: string, km: number | string) => ({ name, km, valley: 'Low', mapped: '2029-01-01' })
  const json = (...rows: object[]) => JSON.stringify({ rows })

  it('those that others refer to first, and bad rows are asked for again with the reason', async () => {
    const answers = [
      json({ name: 'Low' }, { name: 'High' }),
      json(river('Orm', 5), river('Vel', 5000), river('Orm', 6), river('Tay', 7)),
      json(river('Ull', 8), river('Esk', 9))
    ]
    const { asked, made, dropped, end } = await run(new Map(), (_, at) => answers[at] ?? 'nonsense')
    expect(asked.map(({ prompt }) => prompt.split('\n')[0])).toEqual([
      'Table "valleys"',
      'Table "rivers"',
      'Table "rivers"'
    ])
    expect(must(asked[2]).prompt).toContain('"km" is 5000; the largest allowed is 900.')
    expect(must(asked[1]).schema).toMatchObject({
      properties: { rows: { items: { properties: { valley: { enum: ['Low', 'High'] } } } } }
    })
    expect(made.get('rivers')?.map(({ name }) => name)).toEqual(['Orm', 'Tay', 'Ull', 'Esk'])
    expect([dropped, end]).toEqual([[], { rows: 6, dropped: 0 }])
  })

  it('what never fits is dropped and reported, and the end is reached', async () => {
    const { asked, dropped, end } = await run(new Map([['valleys', [{ name: 'Low' }, { name: 'High' }]]]), () =>
      json(river('Orm', 'x'))
    )
    expect(end).toEqual({ rows: 0, dropped: 4 })
    expect(dropped[0]).toBe('"km" is "x", but the column holds a whole number.')
    expect(asked).toHaveLength(12)
  })

  it('the same seed asks with the same seeds, and what is there stays', async () => {
    const rows = new Map<string, FactRow[]>([
      ['valleys', [{ name: 'Low' }, { name: 'High' }]],
      ['rivers', [river('Orm', 1), river('Vel', 2), river('Tay', 3)]]
    ])
    const one = await run(rows, () => json(river('Ull', 8)))
    const two = await run(rows, () => json(river('Ull', 8)))
    expect(one.asked).toEqual(two.asked)
    expect(one.asked).toHaveLength(1)
    expect(one.made.get('rivers')?.map(({ name }) => name)).toEqual(['Orm', 'Vel', 'Tay', 'Ull'])
    const three = await run(rows, () => json(river('Ull', 8)), 2)
    expect(three.asked[0]?.seed).not.toBe(one.asked[0]?.seed)
  })
})
