// AgentWorldBench samples in the library that evaluations load them with.
import { expect, test } from 'vitest'
import { agentworldbench } from '../../src/core/formats/exporters/agentworldbench.ts'
import { tree, written } from '../core/trees.ts'
import { fileOf, read } from './reader.ts'

test('datasets reads every sample as it was written', async () => {
  const text = await written(agentworldbench, await tree())
  const samples = text
    .split('\n')
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line))
  expect(await read('jsonl', await fileOf('samples.jsonl', text))).toEqual({
    columns: ['task', 'id', 'prompt', 'response', 'current_prompt', 'system_str', 'turn_idx', 'total_turns'],
    rows: samples
  })
})
