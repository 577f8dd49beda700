// The folder of early experience in LLaMA-Factory's own loader, which finds its files by dataset_info.json.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { earlyExperience } from '../../src/core/formats/exporters/early-experience.ts'
import { treeSource } from '../../src/core/formats/exporters/source.ts'
import { parts } from '../../src/host/formats/parts.ts'
import { placeFolder } from '../../src/host/formats/place.ts'
import { notes } from '../core/formats/exporters/training.ts'
import { writing } from '../core/trees.ts'
import { must } from '../must.ts'
import { read } from './reader.ts'

test('LLaMA-Factory reads the three datasets of the folder, and drops no row', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-formats-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const job = {
    exporter: earlyExperience,
    options: earlyExperience.options.parse({}),
    sources: () => [treeSource(notes)]
  }
  await placeFolder(join(folder, 'data'), parts({ ...job, count: 1, leftOut: [], writing: writing() }))
  const told = (await read('llamafactory_folder', join(folder, 'data'))) as Record<
    string,
    { system: string; prompt: string[][]; response: string[] }[]
  >
  expect(Object.entries(told).map(([name, rows]) => [name, rows.map(({ response }) => response.length)])).toEqual([
    ['orrery_expert', [1, 1]],
    ['orrery_iwm', [1, 1, 1]],
    ['orrery_reflection', [1]]
  ])
  expect(must(told.orrery_iwm)[1]).toEqual({
    system: expect.stringMatching(/^You predict an environment: MCP tools\./),
    prompt: [['user', expect.stringContaining('"name": "now"')]],
    response: ['Observation:\n12:00']
  })
})
