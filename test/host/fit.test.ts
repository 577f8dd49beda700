// The fit of real files, counted by llama.cpp: on machines made up for the purpose, and against what a context really takes.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Llama, Token } from 'node-llama-cpp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Fit, LoadOptions } from '../../src/core/contract/fit.ts'
import { fitFile } from '../../src/host/engine-process/fit-model.ts'
import { computing, measureMachine, openLlama } from '../../src/host/engine-process/machine.ts'
import { forkEngine } from '../../src/host/engines/spawn.ts'
import { createFits } from '../../src/host/models/fits.ts'
import type { MachineOffer } from '../../src/host/models/gguf/best-load.ts'
import { CHECKPOINTS } from '../../src/host/models/gguf/estimate.ts'
import type { ChildPort } from '../../src/host/process/child.ts'
import { writeTinyModel } from '../fixtures/tiny-gguf.ts'

let folder = ''
let llama: Llama
const file = (name: string) => join(folder, `${name}.gguf`)
const before = process.env.ORRERY_GPU
beforeAll(async () => {
  // The same machine everywhere: these tests make up their GPUs.
  process.env.ORRERY_GPU = 'off'
  folder = mkdtempSync(join(tmpdir(), 'orrery-fit-'))
  const scripts = [{ pieces: ['§', 'Hello'], after: 'end' as const }]
  writeTinyModel(file('llama'), { scripts })
  writeTinyModel(file('qwen35moe'), { scripts, architecture: 'qwen35moe' })
  llama = await openLlama()
})
afterAll(async () => {
  if (before === undefined) delete process.env.ORRERY_GPU
  else process.env.ORRERY_GPU = before
  await llama?.dispose()
  rmSync(folder, { recursive: true })
})

function machine(ram: number, vram = 0): MachineOffer {
  return { free: { ram: Math.floor(ram), vram }, unified: false, gpu: vram ? 'cuda' : null, backends: [] }
}
async function fit(
  name: string,
  on: MachineOffer,
  options: Partial<LoadOptions> = {},
  preferred: number | null = null
) {
  return Fit.parse(await fitFile(file(name), LoadOptions.parse(options), { llama, machine: on, preferred }))
}

const MB = 1e6

describe.each([
  { name: 'llama', layers: 2, recurrent: 0 },
  // Three recurrent layers: three rows of what was convolved, and the state itself, as floats.
  { name: 'qwen35moe', layers: 5, recurrent: 3 * (3 * 384 + 128 * 128) * 4 }
])('a tiny $name', ({ name, layers, recurrent }) => {
  test('lies on a big GPU whole', async () => {
    const { verdict, options, ...rest } = await fit(name, machine(1000 * MB, 1000 * MB))
    expect([verdict, options, rest.layers]).toEqual([
      'gpu',
      { contextSize: 32768, gpuLayers: layers, kvType: 'f16', sequences: 4, cpuExperts: 0 },
      layers
    ])
    expect(rest.cache.ram).toBe(0)
  })

  test('is in RAM where there is no GPU', async () => {
    const { verdict, options, weights, cache, buffers } = await fit(name, machine(1000 * MB))
    expect([verdict, options]).toEqual([
      'cpu',
      { contextSize: 32768, gpuLayers: 0, kvType: 'f16', sequences: 4, cpuExperts: 0 }
    ])
    expect([weights.vram, cache.vram, buffers.vram]).toEqual([0, 0, 0])
  })

  test('has fewer tokens of context where memory is short, then fewer bits, and then does not fit', async () => {
    const opened = async (free: number) => {
      const { verdict, options } = await fit(name, machine(free))
      return [verdict, options.contextSize, options.kvType]
    }
    const needs = async (contextSize: number, kvType: 'f16' | 'q8_0') => {
      const { weights, cache, buffers } = await fit(name, machine(1000 * MB), { contextSize, kvType, sequences: 1 })
      return weights.ram + cache.ram + buffers.ram
    }
    // What llama.cpp counts is within a hundredth of what was estimated before it was asked.
    const [roomy, tight] = [1.01, 0.99]
    expect(await opened(roomy * (await needs(32768, 'f16')))).toEqual(['cpu', 32768, 'f16'])
    expect(await opened(tight * (await needs(32768, 'f16')))).toEqual(['cpu', 16384, 'f16'])
    expect(await opened(tight * (await needs(8192, 'f16')))).toEqual(['cpu', 8192, 'q8_0'])
    expect(await opened(tight * (await needs(4096, 'f16')))).toEqual(['cpu', 4096, 'q8_0'])
    const none = await fit(name, machine(tight * (await needs(4096, 'q8_0'))))
    expect(none.verdict).toBe('too-big')
    expect(none.reason).toMatch(
      /^It needs [\d.]+ MB of memory \([\d.]+ MB of weights, [\d.]+ MB for a context of 4096 tokens, [\d.]+ MB of buffers\) and [\d.]+ MB is free; close other programs, /
    )
  })

  test.each(['f16', 'q8_0'] as const)(
    'takes what was predicted with its cache at %s, within 10 %',
    async (kvType) => {
      const sequences = 2
      const contextSize = 8192
      const found = await fit(name, machine(1000 * MB), { contextSize, kvType, sequences })
      const model = await llama.loadModel({ modelPath: file(name), gpuLayers: 0 })
      const type = kvType === 'f16' ? 'F16' : 'Q8_0'
      const context = await model.createContext({
        contextSize,
        sequences,
        experimentalKvCacheKeyType: type,
        experimentalKvCacheValueType: type,
        ...computing(llama.gpu, { contextSize, kvType })
      })
      const taken = model.memoryUsage.ram + context.memoryUsage.ram
      const { weights, cache, buffers } = found
      // Room for checkpoints is promised, and taken only as they are.
      const checkpoints = Math.min(sequences * CHECKPOINTS.max * recurrent, CHECKPOINTS.memory)
      // Each is counted with its bookkeeping, which is a twentieth of so small a state.
      const off = Math.abs(weights.ram + cache.ram + buffers.ram - checkpoints - taken)
      expect(off).toBeLessThan(0.1 * taken + 0.05 * checkpoints)
      const sequence = context.getSequence()
      const full = contextSize - 1
      await sequence.evaluateWithoutGeneratingNewTokens(Array.from({ length: full }, () => 300 as Token))
      const { fileSize } = await sequence.saveStateToFile(join(folder, 'state'))
      // The file keeps each token's id and places too, which are small beside any real model's cache.
      const state = fileSize - full * (recurrent ? 28 : 16)
      expect(Math.abs(cache.ram / sequences / state - 1)).toBeLessThan(0.1)
      await model.dispose()
    },
    60_000
  )
})

describe('what this machine has', () => {
  test('is memory, and every backend with a reason', async () => {
    const { free, gpu, backends } = await measureMachine(llama)
    expect(free.ram).toBeGreaterThan(10 * MB)
    expect([free.vram, gpu]).toEqual([0, null])
    const off = { used: false, reason: 'Disabled by ORRERY_GPU=off.' }
    const gpus = process.platform === 'darwin' ? ['metal'] : ['cuda', 'vulkan']
    expect(backends).toEqual([
      ...gpus.map((name) => ({ name, ...off })),
      { name: 'cpu', used: true, reason: `Runs on ${llama.maxThreads} of ${llama.cpuMathCores} cores.` }
    ])
  })
})

test('a backend that is asked for and cannot be had is told of with the reason', async () => {
  process.env.ORRERY_GPU = 'vulkan'
  try {
    const { gpu } = await openLlama().catch((error: unknown) => {
      expect(error).toMatchObject({
        code: 'engine-failed',
        message: expect.stringMatching(
          /^ORRERY_GPU=vulkan cannot be used here\. .+\. Unset ORRERY_GPU, or set it to off\.$/
        )
      })
      return { gpu: 'vulkan' }
    })
    expect(gpu).toBe('vulkan')
  } finally {
    process.env.ORRERY_GPU = 'off'
  }
})

describe('asked in a process of its own', () => {
  const asked = (name: string) => ({
    of: { path: file(name) },
    contextSize: 1024,
    options: LoadOptions.parse({}),
    held: { ram: 0, vram: 0 }
  })

  test('several fits share one process, and what a loaded model holds counts as free', async () => {
    let started = 0
    const fits = createFits({
      spawn: () => {
        started++
        return forkEngine()
      }
    })
    const [one, two] = await Promise.all([
      fits.fit(asked('llama')),
      fits.fit({ ...asked('qwen35moe'), held: { ram: 1e12, vram: 0 } })
    ])
    expect([one.options.contextSize, one.layers, two.layers, started]).toEqual([1024, 2, 5, 1])
    expect(two.free.ram).toBeGreaterThan(1e12)
    await fits.dispose()
  })

  test('a process that dies fails the fit in words, and the next one has a new process', async () => {
    let last: ChildPort | undefined
    const fits = createFits({
      spawn: () => {
        last = forkEngine()
        return last
      }
    })
    const asking = fits.fit(asked('llama'))
    last?.kill()
    await expect(asking).rejects.toMatchObject({
      code: 'engine-crashed',
      message: expect.stringMatching(/^The process that measures this machine's memory exited .*try ORRERY_GPU=off\.$/)
    })
    expect((await fits.fit(asked('llama'))).verdict).toBe('cpu')
    await fits.dispose()
  })

  test('a file that is no model is told of', async () => {
    const fits = createFits()
    writeFileSync(file('junk'), 'junk')
    await expect(fits.fit(asked('junk'))).rejects.toMatchObject({ code: 'model-broken' })
    writeFileSync(file('cut'), readFileSync(file('llama')).subarray(0, 10_000))
    await expect(fits.fit(asked('cut'))).rejects.toMatchObject({
      code: 'model-broken',
      message: expect.stringContaining('it is truncated')
    })
    await expect(fits.fit(asked('nowhere'))).rejects.toMatchObject({ code: 'not-found' })
    await fits.dispose()
  })
})
