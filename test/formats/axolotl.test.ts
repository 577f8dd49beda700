// Messages with flags in Axolotl's own chat_template strategy.
import { expect, test } from 'vitest'
import { axolotl } from '../../src/core/formats/exporters/conversations.ts'
import { notes, shell } from '../core/formats/exporters/training.ts'
import { written } from '../core/trees.ts'
import { must } from '../must.ts'
import { fileOf, read } from './reader.ts'

const told = async (options: Record<string, unknown>) =>
  (await read('axolotl_rows', await fileOf('rows.jsonl', await written(axolotl, [shell, notes], { options })))) as {
    text: string
    learned: string[]
    simulated: boolean[]
  }[]
const observed = (text: string) => `**Environment Observation:**\n${text}<|im_end|>`

test('Axolotl learns the turns that are flagged, and no other', async () => {
  const [first, second] = await told({ view: 'world' })
  expect(must(first).learned).toEqual([observed('$ ls\na\n$ '), observed('$ cat a\nhello\n$ ')])
  expect(must(first).text).toContain('y\ny<|im_end|>')
  expect(must(second).learned).toEqual([observed('[{"id": 1}]'), observed('12:01')])
  expect(must(first).simulated).toEqual([false, true, true])
})

test('of rows of single turns it learns the last answer', async () => {
  const rows = await told({ view: 'world', rows: 'turn' })
  expect(rows.map(({ learned }) => learned)).toEqual([
    [observed('$ ls\na\n$ ')],
    [observed('$ cat a\nhello\n$ ')],
    [observed('[{"id": 1}]')],
    [observed('12:01')]
  ])
})

test('calls of an agent are rendered as calls, and learned', async () => {
  const [, second] = await told({})
  expect(must(second).text).toContain('<tool_call>\n{"name": "find", "arguments": {"word": "rye"}}\n</tool_call>')
  expect(must(second).learned.map((text) => text.includes('<tool_call>'))).toEqual([true, true])
})
