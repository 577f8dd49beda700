import { expect, test } from 'vitest'
import { earlyExperience } from '../../../../src/core/formats/exporters/early-experience.ts'
import type { SessionTree } from '../../../../src/core/formats/importing.ts'
import { chunksOf } from '../../trees.ts'
import { notes, rowsIn, shell } from './training.ts'

async function files(tree: SessionTree, options: Record<string, unknown> = {}) {
  const found = new Map<string, string>()
  let name = ''
  for (const chunk of await chunksOf(earlyExperience, tree, { options })) {
    if (typeof chunk === 'object' && 'file' in chunk) name = chunk.file
    found.set(name, (found.get(name) ?? '') + (typeof chunk === 'string' ? chunk : ''))
  }
  return found
}
const said = (text = '') =>
  rowsIn(text).map(({ messages }) => messages.map(({ content }: { content: string }) => content))

const find = '{\n  "name": "find",\n  "arguments": {\n    "word": "rye"\n  }\n}'
const now = '{\n  "name": "now",\n  "arguments": {}\n}'
const past = `Notes of ada.\n\nAction:\n${find}\nObservation:\n[{"id": 1}]`

test('the expert acts where other branches acted otherwise', async () => {
  const made = await files(notes)
  expect([...made.keys()]).toEqual([
    ...['expert_sft.jsonl', 'iwm_sft.jsonl', 'reflection_sft.jsonl', 'reflection_prompts.jsonl', 'dataset_info.json']
  ])
  expect(said(made.get('expert_sft.jsonl'))).toEqual([
    ['Fix it\n\nNotes of ada.', `Action:\n${find}`],
    [`Fix it\n\n${past}`, `Action:\n${now}`]
  ])
})

test('a world model learns what came of the expert’s action and of the others, by a prompt of its own', async () => {
  const rows = said((await files(notes)).get('iwm_sft.jsonl'))
  expect(rows.map(([, ...rest]) => rest)).toEqual([
    [`Fix it\n\nNotes of ada.\n\nAction:\n${find}`, 'Observation:\n[{"id": 1}]'],
    [`Fix it\n\nNotes of ada.\n\nAction:\n${now}`, 'Observation:\n12:00'],
    [`Fix it\n\n${past}\n\nAction:\n${now}`, 'Observation:\n12:01']
  ])
  expect(rows[0][0]).toMatch(/^You predict an environment: MCP tools\..*"name":"find"/s)
})

test('a reflection says what was observed and ends in the expert’s action; a prompt asks for a better one', async () => {
  const made = await files(notes)
  const [[, reflection], ...more] = said(made.get('reflection_sft.jsonl'))
  expect(more).toEqual([])
  expect(reflection).toBe(
    `Thought:\nOne thing to do here is:\n${now}\nThat leads to:\n12:00\n\nAnother is:\n${find}\nThat leads to:\n[{"id": 1}]\n\nThe second is what moves this task on.\n\nAction:\n${find}`
  )
  const [[prompt]] = said(made.get('reflection_prompts.jsonl'))
  expect(prompt).toContain(`1. Action:\n${now}\nOutcome:\n12:00`)
})

test('6.14 rows say whether what they tell was simulated, and only real outcomes are learned where that is wanted', async () => {
  const rows = rowsIn((await files(shell, { learn: 'real' })).get('iwm_sft.jsonl') ?? '')
  expect(rows.map(({ metadata }) => [metadata.turn, metadata.simulated])).toEqual([[1, [false]]])
})

test('the history is as long as is asked for', async () => {
  const rows = said((await files(shell, { history: 1 })).get('expert_sft.jsonl'))
  expect(rows.at(-1)[0]).not.toContain('ls')
  expect(rows.at(-1)[0]).toContain('hello')
  expect(said((await files(shell, { history: 0 })).get('expert_sft.jsonl')).at(-1)[0]).toBe('Fix it\n\nA box.\n$')
})
