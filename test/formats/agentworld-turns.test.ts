// Turns by kind: our table against the one in model/, which is written in Python, and the file in Axolotl's own reader.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { categoryOf } from '../../src/core/control/evaluate/categories.ts'
import { findDomain } from '../../src/core/domains/index.ts'
import { agentworldTurns } from '../../src/core/formats/exporters/agentworld-turns.ts'
import { readText } from '../../src/core/formats/importing-text.ts'
import { notes } from '../core/formats/exporters/training.ts'
import { AWKWARD, written } from '../core/trees.ts'
import { fileOf, read } from './reader.ts'

const SAMPLES = join(import.meta.dirname, '../../resources/samples')

test('both implementations of the table sort every turn of the samples alike, and words of any script', async () => {
  const turns: [action: string, observation: string][] = [
    ...AWKWARD,
    ['ÉCOLE Ωμέγα 東京 ١٢٣ x_1 ½', 'école ωμέγα 東京 ١٢٣ x_1 ½'],
    ['a-b.c', 'A B C 😀'],
    ['', ''],
    ['😀😀😀', 'x']
  ]
  for (const file of readdirSync(SAMPLES).filter((name) => name.endsWith('.jsonl'))) {
    const { trees } = await readText(readFileSync(join(SAMPLES, file), 'utf8'), { now: 0 })
    for (const { steps, session } of trees) {
      const domain = findDomain(session.domain)
      for (const { action, observation } of steps) turns.push([domain.format(action), observation.text])
      // Texts against each other meet the rarer kinds.
      for (const [index, { observation }] of steps.entries()) {
        turns.push([observation.text, steps[index + 1]?.observation.text.slice(0, 200) ?? ''])
        turns.push([observation.text.slice(0, 60), observation.text.slice(30, 90)])
      }
    }
  }
  const ours = turns.map(([action, observation]) => categoryOf(action, observation))
  expect(await read('turn_categories', await fileOf('turns.json', JSON.stringify(turns)))).toEqual(ours)
  expect([...new Set(ours)].sort()).toEqual([
    'action',
    'boilerplate',
    'echo',
    'expansion',
    'other',
    'retrieval',
    'transform'
  ])
})

test('Axolotl learns the turns that were chosen', async () => {
  const text = await written(agentworldTurns, notes, { options: { ratios: false } })
  expect(await read('axolotl_rows', await fileOf('rows.jsonl', text))).toEqual([
    expect.objectContaining({
      learned: ['[{"id": 1}]', '12:01'].map((one) => `**Environment Observation:**\n${one}<|im_end|>`)
    })
  ])
})
