// Loading by the fit, in this process: what the options say is what llama.cpp opens, and what fails says why.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GgmlType } from 'node-llama-cpp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LoadOptions } from '../../src/core/contract/fit.ts'
import { createLoader, type Loaded, type What } from '../../src/host/engine-process/load.ts'
import { writeTinyModel } from '../fixtures/tiny-gguf.ts'
import { must } from '../must.ts'

let folder = ''
const file = (name: string) => join(folder, `${name}.gguf`)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-load-'))
  const scripts = [{ pieces: ['§', 'Hello'], after: 'end' as const }]
  writeTinyModel(file('tiny'), { scripts })
  writeTinyModel(file('long'), { scripts, contextLength: 2 ** 26 })
  writeTinyModel(file('odd'), { scripts, headSize: 40 })
})
afterAll(() => rmSync(folder, { recursive: true }))

const plenty = { ram: 1e9, vram: 0 }

async function load(name: string, over: Partial<Omit<What, 'options'>> & { options?: Partial<LoadOptions> } = {}) {
  const { options, ...rest } = over
  const seen: unknown[] = []
  const what = { path: file(name), contextSize: null, free: plenty, ...rest, options: LoadOptions.parse(options ?? {}) }
  const loader = createLoader(what, { onStatus: (status) => seen.push(status) })
  const loaded = await loader.model({})
  return { loaded, seen }
}

function opened({ contexts, model }: Loaded) {
  const first = must(contexts.first[0]).context
  const { kvCacheKeyType, kvCacheValueType } = first
  const { contextSize, sequences } = contexts
  const begins = [first.contextSize, first.totalSequences]
  return { contextSize, sequences, begins, kvCacheKeyType, kvCacheValueType, gpuLayers: model.gpuLayers }
}

test('a model is opened exactly as its fit says', async () => {
  const { loaded, seen } = await load('tiny', { contextSize: 8192 })
  expect(opened(loaded)).toEqual({
    contextSize: 8192,
    sequences: 4,
    begins: [4096, 1],
    kvCacheKeyType: GgmlType.F16,
    kvCacheValueType: GgmlType.F16,
    gpuLayers: 0
  })
  const memory = { ram: must(loaded.contexts.first[0]).context.memoryUsage.ram, vram: 0 }
  expect(seen).toEqual([
    { state: 'loading', device: null, contextSize: null, sequences: 1, memory: null },
    { state: 'ready', device: 'cpu', contextSize: 8192, sequences: 4, memory }
  ])
  await loaded.model.llama.dispose()
})

test('what was decided is what is opened', async () => {
  const options = { contextSize: 1024, kvType: 'q8_0', sequences: 2, gpuLayers: 0 } as const
  const { loaded } = await load('tiny', { contextSize: 8192, options })
  expect(opened(loaded)).toEqual({
    contextSize: 1024,
    sequences: 2,
    begins: [1024, 2],
    kvCacheKeyType: GgmlType.Q8_0,
    kvCacheValueType: GgmlType.Q8_0,
    gpuLayers: 0
  })
  await loaded.model.llama.dispose()
})

test('8.5 a context over what seems free is tried when somebody asked for it', async () => {
  const little = { ram: 2e6, vram: 0 }
  await expect(load('tiny', { free: little, contextSize: 8192 })).rejects.toMatchObject({ code: 'model-too-big' })
  const { loaded } = await load('tiny', { free: little, options: { contextSize: 16_384 } })
  expect(loaded.contexts.contextSize).toBe(16_384)
  await loaded.model.llama.dispose()
})

test('8.5 what is more than the whole machine has is refused, whoever asked for it', async () => {
  const contextSize = 2 ** 26
  await expect(load('long', { free: null, options: { contextSize, sequences: 64 } })).rejects.toMatchObject({
    code: 'model-too-big',
    message: expect.stringMatching(
      /^Model "long\.gguf" needs [\d.]+ GB of memory \(0\.\d MB of weights, 584\.1 GB for 64 contexts of 67108864 tokens, [\d.]+ GB of buffers\) and [\d.]+ GB is free; close other programs, lower the context size /
    )
  })
})

test('a context that fails for another reason than memory is not called too big', async () => {
  // Numbers are kept at q8_0 in blocks of 32; heads of 40 do not divide into them.
  await expect(load('odd', { contextSize: 1024, options: { kvType: 'q8_0' } })).rejects.toMatchObject({
    code: 'engine-failed',
    message: expect.stringMatching(
      /^Model "odd\.gguf" was loaded, but a context of 1024 tokens \(\d in parallel, KV cache q8_0\) could not be created: .+\. Try other load options, or ORRERY_GPU=off\.$/
    )
  })
})
