import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { DomainTemplate } from '../../../../src/core/domains/domain.ts'
import { agentworldbench } from '../../../../src/core/formats/exporters/agentworldbench.ts'
import { orrery } from '../../../../src/core/formats/exporters/orrery.ts'
import { treeSource } from '../../../../src/core/formats/exporters/source.ts'
import { chunksOf, tree, writing, written } from '../../trees.ts'

const whole = await tree()
const fixture = (name: string) => readFile(new URL(`../../../fixtures/${name}`, import.meta.url), 'utf8')

test('AgentWorldBench samples are the bytes they always were', async () => {
  expect(await written(agentworldbench, whole)).toBe(await fixture('agentworldbench-awkward.jsonl'))
})

test('a prompt pack that a world was simulated with is in its samples', async () => {
  const pack: DomainTemplate = {
    ...{ name: 'mine', whole: 'Be a shell.', taskDescription: '', actionSpace: '', demonstrations: '' },
    ...{ thinking: false, prefill: false, stop: [], repeats: 0 }
  }
  const calls = whole.calls.map((call) => ({ ...call, template: 'mine' }))
  const sources = [treeSource({ ...whole, calls })]
  let text = ''
  for await (const chunk of agentworldbench.write(
    sources,
    { turns: 'all', seed: 0 },
    writing({ templates: () => [pack] })
  ))
    text += chunk
  const { system_str } = JSON.parse(text.split('\n')[0] ?? '')
  expect(system_str.startsWith('Be a shell.')).toBe(true)
})

test('several sessions follow one another', async () => {
  const one = await chunksOf(orrery, whole)
  expect(await chunksOf(orrery, [whole, whole])).toEqual([...one, ...one])
})
