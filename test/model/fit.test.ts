// The smallest real model: what its file says of its need, what the catalogue says, and what it then takes.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LoadOptions } from '../../src/core/contract/fit.ts'
import { fitFile } from '../../src/host/engine-process/fit-model.ts'
import { createLoader } from '../../src/host/engine-process/load.ts'
import { openLlama } from '../../src/host/engine-process/machine.ts'
import { readCatalogue } from '../../src/host/models/catalogue.ts'
import { choose, type MachineOffer } from '../../src/host/models/gguf/best-load.ts'
import { layoutOf } from '../../src/host/models/gguf/estimate.ts'
import { must } from '../must.ts'
import { orNotRun } from './bring.ts'
import { smollm2 } from './smollm2.ts'

const smallest = await orNotRun(smollm2)
const { models: catalogue } = await readCatalogue(join(import.meta.dirname, '../../resources'))
const entry = must(catalogue.find(({ id }) => id === 'smollm2-135m'))
const preferred = entry.context
const ram: MachineOffer = { free: { ram: 10e9, vram: 0 }, unified: false, gpu: null, backends: [] }
const card: MachineOffer = { ...ram, free: { ram: 10e9, vram: 4e9 }, gpu: 'cuda' }

test.each([
  ['in RAM', ram, {}],
  ['in RAM, kept at q8_0', ram, { kvType: 'q8_0', sequences: 1 }],
  ['on a GPU', card, {}],
  ['half on a GPU', card, { gpuLayers: 16, sequences: 1 }]
] as const)('what the catalogue says and what the file says agree within 10 %%: %s', async (_, machine, decided) => {
  const options = LoadOptions.parse(decided)
  const llama = await openLlama()
  const byFile = await fitFile(smallest, options, { llama, machine, preferred })
  await llama.dispose()
  const byFacts = choose(layoutOf(must(entry.layout), entry.size, machine.gpu), machine, options, { preferred })
  expect([byFacts.verdict, byFacts.options, byFacts.layers]).toEqual([byFile.verdict, byFile.options, byFile.layers])
  for (const part of ['weights', 'cache', 'buffers', 'first'] as const) {
    for (const place of ['ram', 'vram'] as const) {
      const [told, counted] = [byFacts[part][place], byFile[part][place]]
      expect(Math.abs(told - counted), `${part} in ${place}: ${told} told, ${counted} counted`).toBeLessThanOrEqual(
        0.1 * counted
      )
    }
  }
})

test('8.4 loading is told of once per percent, and takes what the fit said within 10 %, at first and at most', async () => {
  const told: number[] = []
  const options = LoadOptions.parse({ gpuLayers: 0 })
  const loader = createLoader({ path: smallest, contextSize: preferred, options, free: null }, { onStatus: () => {} })
  const { model, contexts } = await loader.model({ onProgress: (done) => told.push(Math.floor(done * 100)) })
  expect(told).toEqual([...new Set(told)].sort((a, b) => a - b))
  expect(told.length).toBeLessThanOrEqual(101)
  expect(told.at(-1)).toBe(100)

  const { llama } = model
  const { weights, cache, buffers, first } = await fitFile(smallest, options, { llama, machine: ram, preferred })
  expect(Math.abs(weights.ram / entry.size - 1)).toBeLessThan(0.1)
  expect(Math.abs((first.ram - weights.ram) / contexts.memory.ram - 1)).toBeLessThan(0.1)
  // As many worlds as there may be, each as long as it may become.
  const sequences = [...contexts.first]
  for (let more = await contexts.more(); more; more = await contexts.more()) sequences.push(...more)
  for (const sequence of sequences) await contexts.enlarge(sequence, contexts.contextSize)
  expect(Math.abs((cache.ram + buffers.ram) / contexts.memory.ram - 1)).toBeLessThan(0.1)
  // Some processors (AMX) compute with a copy of the weights in an order of their own. llama.cpp counts the file's pages beside it, which
  // nothing keeps in memory then.
  expect(model.memoryUsage.ram / weights.ram).toBeGreaterThan(0.9)
  expect(model.memoryUsage.ram / weights.ram).toBeLessThan(2.1)
  await llama.dispose()
})
