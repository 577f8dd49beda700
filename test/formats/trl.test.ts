// Chat messages in TRL's own code: what is rendered, and what the loss is taken on.
import { expect, test } from 'vitest'
import { messages } from '../../src/core/formats/exporters/conversations.ts'
import { notes, shell } from '../core/formats/exporters/training.ts'
import { tree, written } from '../core/trees.ts'
import { must } from '../must.ts'
import { fileOf, read } from './reader.ts'

const told = async (options: Record<string, unknown>, given = [shell, notes]) =>
  read('trl_rows', await fileOf('rows.jsonl', await written(messages, given, { options }))) as Promise<
    { text: string; learned: string[]; simulated: (boolean | null)[] }[]
  >

// The template gives every answer an empty thought.
const answer = (text: string) => `<think>\n\n</think>\n\n${text}<|im_end|>\n`
const call = (name: string, args: string) =>
  answer(`<tool_call>\n{"name": "${name}", "arguments": ${args}}\n</tool_call>`)
const keys = (keystrokes: string) => answer(JSON.stringify([{ keystrokes, duration: 1 }]))
const observed = (text: string) => answer(`**Environment Observation:**\n${text}`)

test('TRL learns the actions of an agent, its calls as calls', async () => {
  const [first, second] = await told({})
  expect(must(first).learned).toEqual([keys('ls\n'), keys('cat a\n'), keys('yes\n')])
  expect(must(second).learned).toEqual([call('find', '{"word":"rye"}'), call('now', '{}')])
  expect(must(second).text).toContain('<tool_response>\n[{"id": 1}]\n</tool_response>')
  expect(must(second).text).toContain(
    '"description": "Finds notes.", "parameters": {"type": "object", "properties": {"word": {"type": "string"}}}'
  )
  expect([must(first).simulated, must(second).simulated]).toEqual([
    [false, true, true],
    [true, true]
  ])
})

test('TRL learns the observations of a world model', async () => {
  const [first] = await told({ view: 'world' })
  expect(must(first).learned).toEqual(['$ ls\na\n$ ', '$ cat a\nhello\n$ ', '$ yes\ny\ny'].map(observed))
})

test('of rows of single turns TRL learns the last answer only', async () => {
  const rows = await told({ view: 'world', rows: 'turn' })
  expect(rows.map(({ learned }) => learned)).toEqual([
    [observed('$ ls\na\n$ ')],
    [observed('$ cat a\nhello\n$ ')],
    [observed('[{"id": 1}]')],
    [observed('12:01')]
  ])
  expect(must((await told({ rows: 'turn' })).at(-1)).learned).toEqual([call('now', '{}')])
})

test('awkward texts are read as they were', async () => {
  const [row] = await told({ view: 'world' }, [await tree()])
  expect(must(row).text).toContain('ünïcødé 😀 \u2028 \u001b[1m\t\n\n<|im_end|>')
})
