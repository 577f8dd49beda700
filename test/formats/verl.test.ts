// Parquet in the libraries that verl reads it with, and in verl's own functions.
import { expect, test } from 'vitest'
import { treeSource } from '../../src/core/formats/exporters/source.ts'
import { verl } from '../../src/core/formats/exporters/verl.ts'
import type { SessionTree } from '../../src/core/formats/importing.ts'
import { notes, shell, world } from '../core/formats/exporters/training.ts'
import { chunksOf } from '../core/trees.ts'
import { must } from '../must.ts'
import { fileOf, read } from './reader.ts'

interface Row {
  data_source: string
  ability: string
  index: number
  prompt: { role: string }[]
  messages: { role: string }[]
  text: string
  reward_model: { style: string; ground_truth: string }
  extra_info: { tools: string }
  simulated: boolean[]
}

async function told(options: Record<string, unknown>, trees: SessionTree[] = [shell, notes]) {
  const chunks = await chunksOf(verl, trees, { options })
  const bytes = Buffer.concat(chunks.filter((chunk) => chunk instanceof Uint8Array))
  return read('verl_rows', await fileOf('rows.parquet', bytes)) as Promise<Row[]>
}

test('RLHFDataset: a prompt for each turn that is learned from, with the true answer', async () => {
  const rows = await told({ view: 'world' })
  expect(rows.map(({ reward_model }) => reward_model)).toEqual(
    ['$ ls\na\n$ ', '$ cat a\nhello\n$ ', '[{"id": 1}]', '12:01'].map((text) => ({
      style: 'rule',
      ground_truth: `**Environment Observation:**\n${text}`
    }))
  )
  expect(rows.map(({ data_source, ability, index }) => [data_source, ability, index])).toEqual([
    ['orrery/terminal', 'world_model', 0],
    ['orrery/terminal', 'world_model', 1],
    ['orrery/mcp', 'world_model', 2],
    ['orrery/mcp', 'world_model', 3]
  ])
  expect(must(rows[1]).prompt.map(({ role }: { role: string }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'user'
  ])
  expect(must(rows[1]).text).toMatch(
    /Be slow\.\n\n[^<]+<predicted_observation><\/predicted_observation>[^<]*<\|im_end\|>\n<\|im_start\|>assistant\n$/
  )
  expect(must(rows[1]).extra_info).toMatchObject({
    split: 'train',
    turn: 2,
    simulated: [false, true],
    models: ['bash 5.2', 'demo']
  })
})

test('RLHFDataset: an agent, whose calls are the answers', async () => {
  const rows = await told({}, [notes])
  expect(rows.map(({ reward_model }) => JSON.parse(reward_model.ground_truth))).toEqual([
    { name: 'find', arguments: { word: 'rye' } },
    { name: 'now', arguments: {} }
  ])
  expect(must(rows[1]).text).toContain('<tool_call>\n{"name": "find", "arguments": {"word":"rye"}}\n</tool_call>')
  expect(JSON.parse(must(rows[0]).extra_info.tools)).toHaveLength(2)
})

test('MultiTurnSFTDataset: whole conversations, as its own functions read them', async () => {
  const [first, second] = await told({ rows: 'session' })
  expect(must(first).messages.map(({ role }: { role: string }) => role)).toEqual([
    'user',
    ...Array(3).fill(['assistant', 'user']).flat()
  ])
  expect(must(first).simulated).toEqual([false, true, true])
  expect(must(second).text).toContain('<tool_response>\n[{"id": 1}]\n</tool_response>')
})

test('many rows in several groups come back in order, whatever their texts hold', async () => {
  const odd = ['ünïcødé 😀 \u2028', '', '\n\n', '"\\', '\t']
  const turns = Array.from({ length: 60 }, (_, n) => ({ action: [], text: `${n} ${odd[n % 5]}${'x'.repeat(9_000)}` }))
  const rows = await told({ view: 'world' }, [await world({ domain: 'terminal' }, turns)])
  expect(rows.map(({ reward_model }) => reward_model.ground_truth)).toEqual(
    turns.map(({ text }) => `**Environment Observation:**\n${text}`)
  )
})

test('the preview is the first row as JSON', async () => {
  const writing = { signal: new AbortController().signal, version: '0', templates: () => [], asset: async () => '' }
  const text = await must(verl.record).call(verl, treeSource(shell), verl.options.parse({}), writing)
  expect(JSON.parse(text)).toMatchObject({ data_source: 'orrery/terminal', ability: 'agent', extra_info: { turn: 1 } })
})
