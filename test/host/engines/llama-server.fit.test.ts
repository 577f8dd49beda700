// Where the weights go: the 35B-A3B's numbers, on cards of every common size.
import { describe, expect, test } from 'vitest'
import { LoadOptions } from '../../../src/core/contract/fit.ts'
import type { OrreryError } from '../../../src/core/errors.ts'
import { type ModelFacts, type Placement, place } from '../../../src/host/engines/llama-server/fit.ts'

const GB = 1e9
const GIB = 2 ** 30

// 40 layers: 30 recurrent, every fourth attention with 2 heads of 256 for keys and values each. 17.8 GB at 4 bits, 15.6 of it experts.
const mixture: ModelFacts = {
  layers: Array.from({ length: 40 }, (_, index) => ({
    weights: 32_500_000,
    experts: 391_000_000,
    cachePerToken: index % 4 === 3 ? 2 * 2 * 256 * 2 : 0,
    state: index % 4 === 3 ? 0 : 4 * (32 * 128 * 128 + 3 * (32 * 128 + 2 * 16 * 128))
  })),
  output: 417_000_000,
  embedding: 417_000_000,
  vocabulary: 248_320,
  contextLength: 262_144,
  predictors: 0
}
// Qwen3 8B at 4 bits: 36 layers of attention with 8 heads of 128.
const dense: ModelFacts = {
  layers: Array.from({ length: 36 }, () => ({
    weights: 117_000_000,
    experts: 0,
    cachePerToken: 2 * 8 * 128 * 2,
    state: 0
  })),
  output: 510_000_000,
  embedding: 350_000_000,
  vocabulary: 151_936,
  contextLength: 40_960,
  predictors: 0
}

function placed(facts: ModelFacts, free: { ram: number; vram: number }, wanted: Partial<LoadOptions> = {}): Placement {
  return place(facts, free, LoadOptions.parse(wanted), { name: 'model' })
}

function refused(facts: ModelFacts, free: { ram: number; vram: number }, wanted: Partial<LoadOptions> = {}) {
  try {
    return placed(facts, free, wanted)
  } catch (error) {
    // `as`: whatever else is thrown fails the comparison below.
    const { code, message } = error as OrreryError
    return { code, message }
  }
}

describe('a mixture of experts', () => {
  test('counts one checkpoint as 62.8 MiB and the context as 20 KiB a token, as the file of the 35B-A3B has it', () => {
    const state = mixture.layers.reduce((sum, layer) => sum + layer.state, 0)
    const perToken = mixture.layers.reduce((sum, layer) => sum + layer.cachePerToken, 0)
    expect([(state / 2 ** 20).toFixed(1), perToken]).toEqual(['62.8', 20 * 1024])
  })

  // Free is what a card of that size has left beside a desktop. Experts stay in RAM layer by layer, never the attention.
  test.each([
    { card: 8, cpuExperts: 29 },
    { card: 12, cpuExperts: 18 },
    { card: 16, cpuExperts: 7 },
    { card: 24, cpuExperts: 0 }
  ])('keeps the experts of $cpuExperts layers in RAM on a card of $card GB', ({ card, cpuExperts }) => {
    const free = { ram: 32 * GB, vram: (card - 0.7) * GIB }
    const { ram, vram, ...choice } = placed(mixture, free)
    expect(choice).toEqual({
      contextSize: 32_768,
      sequences: 1,
      kvType: 'f16',
      gpuLayers: 41,
      cpuExperts,
      checkpoints: 32,
      drafts: false,
      cacheRam: expect.any(Number)
    })
    // Nothing is left unused that one more layer of experts would have fitted into.
    const unused = free.vram - vram
    expect(unused).toBeGreaterThanOrEqual(0)
    if (cpuExperts > 0) expect(unused).toBeLessThan(391_000_000)
    expect(ram).toBeLessThan(free.ram)
  })

  test('takes layers off the GPU only when all experts are off it', () => {
    const { gpuLayers, cpuExperts } = placed(mixture, { ram: 32 * GB, vram: 2.6 * GB })
    expect({ gpuLayers, cpuExperts }).toEqual({ gpuLayers: 22, cpuExperts: 40 })
  })

  test('runs without a GPU', () => {
    const { gpuLayers, cpuExperts, vram } = placed(mixture, { ram: 32 * GB, vram: 0 })
    expect({ gpuLayers, cpuExperts, vram }).toEqual({ gpuLayers: 0, cpuExperts: 0, vram: 0 })
  })

  test('keeps what was decided and chooses the rest', () => {
    const free = { ram: 64 * GB, vram: 12 * GB }
    const wanted = { contextSize: 131_072, cpuExperts: 35, sequences: 2, kvType: 'q8_0' as const }
    const { ram, vram, cacheRam, ...choice } = placed(mixture, free, wanted)
    expect(choice).toEqual({ ...wanted, gpuLayers: 41, checkpoints: 32, drafts: false })
  })

  test('keeps fewer checkpoints where memory is short, and one at least', () => {
    const { ram } = placed(mixture, { ram: 64 * GB, vram: 8 * GB })
    const left = (bytes: number) => placed(mixture, { ram: ram + bytes, vram: 8 * GB }).checkpoints
    // A quarter of what is left holds them, 65.9 MB each.
    expect([left(0), left(1 * GB), left(4 * GB)]).toEqual([1, 3, 15])
  })

  test('is refused with the numbers', () => {
    expect(refused(mixture, { ram: 8 * GB, vram: 4 * GB })).toEqual({
      code: 'model-too-big',
      message: expect.stringMatching(
        /^Model "model" needs \d+\.\d GB of memory and \d+\.\d GB on the GPU for a context of 4096 tokens; 8\.0 GB and 4\.0 GB on the GPU is free\./
      )
    })
    expect(refused(mixture, { ram: 8 * GB, vram: 0 })).toEqual({
      code: 'model-too-big',
      message:
        'Model "model" needs 19.0 GB of memory for a context of 4096 tokens; 8.0 GB is free. Close other programs, use a smaller context or fewer worlds in parallel, or choose a smaller model or quantization.'
    })
  })
})

describe('a dense model', () => {
  test('puts as many layers on the GPU as fit, and asks for no checkpoints', () => {
    const choose = (vram: number) => {
      const { gpuLayers, cpuExperts, checkpoints, contextSize } = placed(dense, { ram: 32 * GB, vram })
      return { gpuLayers, cpuExperts, checkpoints, contextSize }
    }
    const others = { cpuExperts: 0, checkpoints: null, contextSize: 32_768 }
    expect([24, 12, 8, 4].map((size) => choose(size * GB))).toEqual([
      { ...others, gpuLayers: 37 },
      { ...others, gpuLayers: 37 },
      { ...others, gpuLayers: 27 },
      { ...others, gpuLayers: 11 }
    ])
  })

  test('has a shorter context only where no placement holds the longer one', () => {
    const size = (ram: number) => placed(dense, { ram, vram: 0 }).contextSize
    expect([32, 8.5, 6.6].map((ram) => size(ram * GB))).toEqual([32_768, 16_384, 4096])
    const free = { ram: 8.5 * GB, vram: 0 }
    expect(place(dense, free, LoadOptions.parse({}), { name: 'model', preferred: 8192 }).contextSize).toBe(8192)
  })

  test('takes half the memory for keys and values when they are kept at 8 bits', () => {
    const free = { ram: 32 * GB, vram: 24 * GB }
    const cache = 32_768 * 36 * 4096
    const saved = placed(dense, free).vram - placed(dense, free, { kvType: 'q8_0' }).vram
    expect(saved).toBe(cache * (1 - 34 / 64))
  })

  test('is not opened with a context that was decided and does not fit', () => {
    expect(refused(dense, { ram: 6 * GB, vram: 0 }, { contextSize: 32_768 })).toMatchObject({ code: 'model-too-big' })
  })
})
