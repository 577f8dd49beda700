// Files of different worlds in one dataset: `datasets` takes the types of the first file for those of all.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { axolotl, messages } from '../../src/core/formats/exporters/conversations.ts'
import { notes, shell, world } from '../core/formats/exporters/training.ts'
import { written } from '../core/trees.ts'
import { fileOf, read } from './reader.ts'

// One turn; one that nobody knows anything of; a screen; one whose tools have schemas of other shapes.
const [short, foreign, phone, other] = await Promise.all([
  world({ domain: 'terminal' }, [{ action: [{ keystrokes: 'ls\n', duration: 1 }], text: '$ ls\n$ ' }], 'Short'),
  world(
    { domain: 'textenv', initialState: 'A room.' },
    [{ action: 'look', text: 'A room.', engine: 'import' }],
    'Foreign'
  ),
  world({ domain: 'android', initialState: 'UI element 0: {"index": 0}' }, [
    { action: { action_type: 'click', index: 0 }, text: 'UI element 0: {"index": 0, "text": "Done"}' }
  ]),
  world(
    {
      domain: 'mcp',
      tools: [
        {
          name: 'add',
          inputSchema: {
            type: 'object',
            properties: { n: { type: ['number', 'null'], enum: [1, null] }, list: { type: 'array', items: {} } }
          },
          outputSchema: { type: 'object', properties: { sum: { type: 'number' } } }
        }
      ]
    },
    [{ action: { name: 'add', arguments: { n: 1, list: [{ a: 1 }, 'b'] } }, text: '2' }]
  )
])
const worlds = [shell, notes, short, foreign, phone, other]

const FORMATS = [
  [messages, { view: 'agent' }],
  [messages, { view: 'world' }],
  [messages, { view: 'world', rows: 'turn' }],
  [axolotl, { view: 'agent' }],
  [axolotl, { view: 'world' }],
  [axolotl, { view: 'agent', rows: 'turn' }],
  [axolotl, { view: 'world', rows: 'turn' }]
] as const

for (const [exporter, options] of FORMATS) {
  test(`${exporter.name} ${JSON.stringify(options)} of any worlds load together, in any order`, async () => {
    const texts = await Promise.all(worlds.map((tree) => written(exporter, tree, { options })))
    const orders = await together(texts)
    for (const [first, rows] of orders.entries()) {
      const order = [texts[first], ...texts.filter((_, at) => at !== first)]
      expect(rows.map(withoutNulls)).toEqual(order.flatMap((text) => rowsIn(text).map(withoutNulls)))
    }
  })
}

test('an agent’s rows of single turns for TRL load from one file', async () => {
  const text = await written(messages, worlds, { options: { view: 'agent', rows: 'turn' } })
  const [rows] = await together([text])
  expect(rows?.map(withoutNulls)).toEqual(rowsIn(text).map(withoutNulls))
})

/** The rows, once with each file first. */
async function together(texts: string[]): Promise<unknown[][]> {
  const folder = join(dirname(await fileOf('none', '')), 'rows')
  await mkdir(folder)
  for (const [index, text] of texts.entries()) await writeFile(join(folder, `${index}.jsonl`), text)
  // The reader prints lists of rows.
  return (await read('together', folder)) as unknown[][]
}

const rowsIn = (text = ''): unknown[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** A key that is `null` and one that is not there are the same to a table. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (one === null ? [] : [[key, withoutNulls(one)]]))
  )
}
