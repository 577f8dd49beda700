// ShareGPT in LLaMA-Factory's own converter and formatters.
import { expect, test } from 'vitest'
import { sharegpt } from '../../src/core/formats/exporters/conversations.ts'
import { notes, shell } from '../core/formats/exporters/training.ts'
import { written } from '../core/trees.ts'
import { must } from '../must.ts'
import { fileOf, read } from './reader.ts'

type Row = {
  dropped: boolean
  messages: [role: string, content: string][]
  system: string
  calls: string[]
  tools: string
  simulated: boolean[]
}
const told = async (...all: Record<string, unknown>[]) =>
  (await read(
    'llamafactory_rows',
    await fileOf(
      'rows.jsonl',
      (await Promise.all(all.map((options) => written(sharegpt, [shell, notes], { options })))).join('')
    )
  )) as Row[]
const keys = (keystrokes: string) => JSON.stringify([{ keystrokes, duration: 1 }])

test('LLaMA-Factory drops no row, in either view and either kind of row', async () => {
  const views = ['agent', 'world'].flatMap((view) => ['session', 'turn'].map((rows) => ({ view, rows })))
  const all = await told(...views)
  expect(all).toHaveLength(2 + 5 + 2 + 4)
  expect(all.filter(({ dropped }) => dropped)).toEqual([])
})

test('an agent: actions as answers, calls and tools in the form of the model that is trained', async () => {
  const [first, second] = await told({})
  expect(must(first).messages).toEqual([
    ['user', 'Fix it\n\nA box.\n$'],
    ['assistant', keys('ls\n')],
    ['user', '$ ls\na\n$ '],
    ['assistant', keys('cat a\n')],
    ['user', '$ cat a\nhello\n$ '],
    ['assistant', keys('yes\n')]
  ])
  expect(must(second).messages.map(([role]) => role)).toEqual(['user', 'function', 'observation', 'function'])
  expect(must(second).calls).toEqual([
    '<tool_call>\n{"name": "find", "arguments": {"word": "rye"}}\n</tool_call>',
    '<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>'
  ])
  expect(must(second).tools).toContain('> Tool Name: find\nTool Description: Finds notes.')
  expect([must(first).simulated, must(second).simulated]).toEqual([
    [false, true, true],
    [true, true]
  ])
})

test('a world model: the system prompt in its column, observations as answers', async () => {
  const [first] = await told({ view: 'world' })
  expect(must(first).system).toContain('# Initial State\n\nA box.')
  expect(
    must(first)
      .messages.filter(([role]) => role === 'assistant')
      .map(([, content]) => content)
  ).toEqual(['$ ls\na\n$ ', '$ cat a\nhello\n$ ', '$ yes\ny\ny'].map((text) => `**Environment Observation:**\n${text}`))
})
