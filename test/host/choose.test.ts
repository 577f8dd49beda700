import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Fit, LoadOptions } from '../../src/core/contract/fit.ts'
import { readCatalogue } from '../../src/host/models/catalogue.ts'
import { choose, type MachineOffer } from '../../src/host/models/gguf/best-load.ts'
import { estimate, layoutOf, type ModelLayout, sum } from '../../src/host/models/gguf/estimate.ts'
import { must } from '../must.ts'

const GB = 1e9
const { models: catalogue } = await readCatalogue(join(import.meta.dirname, '../../resources'))
function model(id: string, gpu: MachineOffer['gpu']): { layout: ModelLayout; preferred: number } {
  const { layout, size, context } = must(catalogue.find((one) => one.id === id))
  return { layout: layoutOf(must(layout), size, gpu), preferred: context }
}

/** A machine with so many gigabytes free. */
function machine(ram: number, vram = 0, { unified = false } = {}): MachineOffer {
  const gpu = vram ? (unified ? 'metal' : 'cuda') : null
  const cpu = { name: 'cpu' as const, used: true, reason: 'Runs on 7 of 8 cores.' }
  return {
    free: { ram: ram * GB, vram: vram * GB },
    unified,
    gpu,
    backends: gpu ? [{ name: gpu, used: true, reason: 'Runs on a card.' }, cpu] : [cpu]
  }
}

function fit(id: string, on: MachineOffer, options: Partial<LoadOptions> = {}): Fit {
  const { layout, preferred } = model(id, on.gpu)
  return Fit.parse(choose(layout, on, LoadOptions.parse(options), { preferred }))
}

const plain = { kvType: 'f16', cpuExperts: 0 }

test.each([
  // 17.8 GB of weights, 0.7 GB for each world.
  ['qwen-agentworld-35b-a3b', machine(30, 80), 'gpu', { contextSize: 32768, gpuLayers: 41, sequences: 4 }],
  ['qwen-agentworld-35b-a3b', machine(30, 23), 'gpu', { contextSize: 32768, gpuLayers: 41, sequences: 4 }],
  ['qwen-agentworld-35b-a3b', machine(30, 19.5), 'gpu', { contextSize: 32768, gpuLayers: 41, sequences: 1 }],
  ['qwen-agentworld-35b-a3b', machine(30, 18.6), 'gpu', { contextSize: 8192, gpuLayers: 41, sequences: 1 }],
  ['qwen-agentworld-35b-a3b', machine(30, 11), 'partial', { contextSize: 32768, gpuLayers: 23, sequences: 1 }],
  ['qwen-agentworld-35b-a3b', machine(25), 'cpu', { contextSize: 32768, gpuLayers: 0, sequences: 1 }],
  ['qwen-agentworld-35b-a3b', machine(60), 'cpu', { contextSize: 32768, gpuLayers: 0, sequences: 4 }],
  ['qwen-agentworld-35b-a3b', machine(19.6), 'cpu', { contextSize: 16384, gpuLayers: 0, sequences: 1 }],
  ['qwen3-8b', machine(7), 'cpu', { contextSize: 8192, gpuLayers: 0, sequences: 1 }],
  ['qwen3-8b', machine(30), 'cpu', { contextSize: 8192, gpuLayers: 0, sequences: 4 }],
  ['smollm2-135m', machine(2), 'cpu', { contextSize: 8192, gpuLayers: 0, sequences: 2 }],
  ['smollm2-135m', machine(1), 'cpu', { contextSize: 8192, gpuLayers: 0, sequences: 1 }]
])('%s on %j: %s %j', (id, on, verdict, options) => {
  const found = fit(id, on)
  expect([found.verdict, found.options]).toEqual([verdict, { ...plain, ...options }])
  const need = sum(found)
  expect(need.ram).toBeLessThanOrEqual(on.free.ram)
  expect(need.vram).toBeLessThanOrEqual(on.free.vram)
})

test('what one short world takes is told beside what is taken at most', () => {
  const alone = fit('smollm2-135m', machine(20))
  const { weights, cache, buffers, first, options } = alone
  expect(options).toMatchObject({ contextSize: 8192, sequences: 4 })
  // Of four contexts, half of one.
  expect(first.ram - weights.ram).toBeGreaterThan((cache.ram + buffers.ram) / 8)
  expect(first.ram - weights.ram).toBeLessThan((cache.ram + buffers.ram) / 6)
  expect(alone.reason).toBe(
    'It fits in main memory: 220 MB for one short world, at most 1.0 GB, of the 20.0 GB of free RAM, with a context of 8192 tokens for each of 4 worlds at once.'
  )
  // Worlds beside each other on a GPU share a context; the first has one of its own.
  const card = fit('smollm2-135m', machine(20, 8))
  expect(card.first.vram).toBeLessThan(sum(card).vram / 2)
  // What a person decided is taken at once, and recurrent state begins in a whole context.
  const decided = fit('smollm2-135m', machine(20), { sequences: 4 })
  expect(decided.first).toEqual(sum(decided))
  const { layout, preferred } = model('qwen-agentworld-35b-a3b', null)
  const hybrid = choose(layout, machine(60), LoadOptions.parse({}), { preferred })
  expect(hybrid.first.ram - hybrid.weights.ram).toBeGreaterThan(hybrid.cache.ram / 4)
})

test('keys and values are kept at q8_0 when f16 would make the context short', () => {
  const found = fit('qwen3-8b', machine(6.1))
  expect(found.options).toEqual({ contextSize: 8192, gpuLayers: 0, kvType: 'q8_0', sequences: 1, cpuExperts: 0 })
  expect(found.reason).toBe(
    'It fits in main memory: 5.8 GB of the 6.1 GB of free RAM, with a context of 8192 tokens kept at q8_0.'
  )
})

test('the context is halved to 4096 tokens before a model is too big', () => {
  expect(fit('qwen3-8b', machine(5.74)).options).toMatchObject({ contextSize: 4096, kvType: 'f16' })
  expect(fit('qwen3-8b', machine(5.5)).options).toMatchObject({ contextSize: 4096, kvType: 'q8_0' })
  expect(fit('qwen3-8b', machine(5.4)).verdict).toBe('too-big')
})

test('8.5 a refusal has the numbers of the smallest way to open it, and what to change', () => {
  const found = fit('qwen-agentworld-35b-a3b', machine(14))
  expect([found.verdict, found.options]).toEqual([
    'too-big',
    { contextSize: 4096, gpuLayers: 0, kvType: 'q8_0', sequences: 1, cpuExperts: 0 }
  ])
  expect(found.reason).toBe(
    "It needs 19.1 GB of memory (17.8 GB of weights, 110 MB for a context of 4096 tokens, 1.2 GB of buffers) and 14.0 GB is free; close other programs, lower the context size in the model's options, or choose a smaller model or quantization."
  )
})

test('a GPU with room for some layers gets them; the rest stays in RAM', () => {
  const found = fit('qwen3-8b', machine(16, 4))
  expect([found.verdict, found.layers, found.reason]).toEqual([
    'partial',
    37,
    '21 of 37 layers fit on the GPU: 3.9 GB of the 4.0 GB free on the GPU and 3.4 GB of the 16.0 GB of free RAM, with a context of 8192 tokens.'
  ])
  expect(found.backends).toEqual([
    { name: 'cuda', used: true, reason: 'Runs on a card.' },
    { name: 'cpu', used: true, reason: 'Runs the layers that are not on the GPU.' }
  ])
  const more = estimate(model('qwen3-8b', 'cuda').layout, { ...found.options, gpuLayers: found.options.gpuLayers + 1 })
  expect(sum(more).vram).toBeGreaterThan(4 * GB)
})

test('a GPU without room for one layer is there, and not used', () => {
  const found = fit('qwen3-8b', machine(16, 0.3))
  expect([found.verdict, found.backends]).toEqual([
    'cpu',
    [
      { name: 'cuda', used: false, reason: 'Runs on a card. No layer of this model is placed on it.' },
      { name: 'cpu', used: true, reason: 'Runs on 7 of 8 cores.' }
    ]
  ])
})

test('memory that CPU and GPU share is counted once', () => {
  expect(fit('qwen3-8b', machine(30, 22, { unified: true })).verdict).toBe('gpu')
  // The GPU alone would have room for it; together with the tokens that stay in RAM it is over.
  expect(fit('qwen3-8b', machine(6.7, 6.7))).toMatchObject({ verdict: 'gpu', options: { kvType: 'f16' } })
  expect(fit('qwen3-8b', machine(6.7, 6.7, { unified: true }))).toMatchObject({
    verdict: 'gpu',
    options: { kvType: 'q8_0' }
  })
})

test('8.5 what was decided is kept, even over what is free; the rest is chosen around it', () => {
  const wide = { contextSize: 40960, sequences: 4 }
  const over = fit('qwen3-8b', machine(8, 8), wide)
  expect([over.verdict, over.options]).toEqual(['too-big', { ...wide, gpuLayers: 0, kvType: 'q8_0', cpuExperts: 0 }])
  // More than it was trained for would be noise.
  expect(fit('qwen3-8b', machine(99), { contextSize: 131072 }).options.contextSize).toBe(40960)
  expect(fit('qwen3-8b', machine(16, 24), { gpuLayers: 10 }).options.gpuLayers).toBe(10)
  expect(fit('qwen3-8b', machine(16, 24), { kvType: 'q8_0' }).options.kvType).toBe('q8_0')
  expect(fit('qwen3-8b', machine(40), { sequences: 9 }).options.sequences).toBe(9)
  // There is nothing to put layers on.
  expect(fit('qwen3-8b', machine(40), { gpuLayers: 10 }).options.gpuLayers).toBe(0)
})
