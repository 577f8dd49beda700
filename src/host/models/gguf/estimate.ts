// What a model takes in memory, counted from a few numbers: the same for a file that was measured and for one that is only known.
import { z } from 'zod'
import type { Fit } from '../../../core/contract/fit.ts'
import type { Bytes } from '../../../core/tree/engine-status.ts'

/** What decides a model's need of memory; all sizes in bytes. */
export const ModelLayout = z.strictObject({
  /** Repeating layers; the output counts as one more when layers are placed on the GPU. */
  layers: z.int().min(1),
  /** Tokens the model was trained on; `null` when nobody said. */
  trainContext: z.int().nullable(),
  /** Keys and values of one token at f16. */
  kvPerToken: z.number().min(0),
  /** What recurrent layers remember, in each sequence; 0 where there are none. */
  recurrent: z.number().min(0),
  weights: z.strictObject({
    total: z.number(),
    /** With all layers on the GPU: bytes there (`gpu`) and still in RAM (`host`). Their sum is over `total` if two parts share weights. */
    gpu: z.number(),
    host: z.number()
  }),
  /**
   * Work buffers: so much, and so much more for each token of a sequence's context; but at least `plain` for each where keys and values are
   * f16, which is what attention takes on a CPU.
   */
  buffers: z.strictObject({ fixed: z.number(), perToken: z.number(), plain: z.number() })
})
export type ModelLayout = z.infer<typeof ModelLayout>

/** The facts a catalogue keeps of a model's layout: what its file would say. */
export const MemoryFacts = z.strictObject({
  layers: z.int().min(1),
  kvPerToken: z.int(),
  recurrent: z.int().default(0),
  trainContext: z.int().nullable().default(null),
  /** Tokens the model knows, the numbers that stand for each, and heads of attention: they decide the work buffers. */
  vocabulary: z.int(),
  width: z.int(),
  heads: z.int()
})
export type MemoryFacts = z.infer<typeof MemoryFacts>

export type LoadPlan = Fit['options']
export type MemoryNeed = Pick<Fit, 'weights' | 'cache' | 'buffers'>

// Recurrent state cannot be cut back, only put back: a turn leaves two checkpoints in RAM, for acting otherwise and for going on. One is
// 63 MiB on the 35B model: eight turns back within 1 GiB, which all sequences share; 32 turns on small models.
export const CHECKPOINTS = { max: 64, memory: 2 ** 30 }

// Tokens that llama.cpp reads at once when nobody says otherwise (node-llama-cpp's default).
const BATCH = 512
/**
 * Tokens to read at once on a CPU. There attention is computed without its fast form (engine-process/machine.ts), and every token of a batch takes memory for the
 * whole context; few CPUs read a larger piece in the time that cancelling may wait.
 */
export const CPU_BATCH = 128
// llama.cpp gives out context in steps of so many tokens.
export const CONTEXT_STEP = 256
/**
 * Tokens of a context that may grow, to begin with: a dozen steps in a shell, with room for an answer of the usual cap. SmolLM2 at 8,192
 * tokens takes 189 MB for keys and values, at 4,096 half of it, from the moment the context is made.
 */
const FIRST_CONTEXT = 4096
// 32 numbers of 8 bits share one scale of 16 (ggml's block_q8_0): 34 bytes where f16 takes 64.
const Q8_SHARE = 34 / 64

/** The layout of a model of `size` bytes whose file is not here, on a machine with that GPU. */
export function layoutOf(
  { vocabulary, width, heads, ...facts }: MemoryFacts,
  size: number,
  gpu: string | null
): ModelLayout {
  const batch = gpu ? BATCH : CPU_BATCH
  return {
    ...facts,
    // The table of tokens stays in RAM, at about a byte a number; models of this size mostly use it for the output too.
    weights: { total: size, gpu: size, host: vocabulary * width },
    // Of every token of a batch: a float for each word that could follow, and a few numbers on the way there. A mask of f16 over the context.
    // Plain attention: a float of every head for each token of the context, and the mask as floats.
    buffers: {
      fixed: batch * 4 * (vocabulary + 2 * width),
      perToken: batch * 2,
      plain: gpu ? 0 : batch * 4 * (heads + 1)
    }
  }
}

/**
 * How many sequences each context has, in the order in which contexts are made: the first world gets one to itself. Where a person
 * decided how many worlds run at once there is one context for all of them. Sequences of one context are evaluated together, which gains much on a GPU
 * and nothing on a CPU.
 */
export function lanesOf(
  { gpuLayers, sequences }: LoadPlan,
  { sequences: decided }: { sequences: number | null }
): number[] {
  if (decided !== null || sequences === 1) return [sequences]
  return gpuLayers > 0 ? [1, sequences - 1] : Array<number>(sequences).fill(1)
}

/** The size that the first context is made with. Only a sequence that has its context to itself and needs no checkpoints can move to a larger one. */
export function firstContext({ contextSize }: LoadPlan, lanes: number[], { cuttable }: { cuttable: boolean }): number {
  return lanes[0] === 1 && cuttable ? Math.min(FIRST_CONTEXT, contextSize) : contextSize
}

/** What the model takes until a second world begins, or a history outgrows its first context. Checkpoints are made later. */
export function estimateFirst(layout: ModelLayout, plan: LoadPlan, lanes: number[]): Bytes {
  const contextSize = firstContext(plan, lanes, { cuttable: layout.recurrent === 0 })
  const { weights, cache, buffers } = estimate(layout, { ...plan, contextSize, sequences: lanes[0] ?? 1 }, 1)
  return sum({ weights, cache, buffers: { ...buffers, ram: buffers.ram - keptFor(layout, lanes[0] ?? 1) } })
}

/** Checkpoints of so many sequences, at most. */
function keptFor({ recurrent }: ModelLayout, sequences: number): number {
  return Math.min(sequences * CHECKPOINTS.max * recurrent, CHECKPOINTS.memory)
}

/** What opening the model by `plan` takes at most, with its sequences in so many contexts: each has buffers of its own. */
export function estimate(
  layout: ModelLayout,
  { contextSize, gpuLayers, kvType, sequences }: LoadPlan,
  contexts = 1
): MemoryNeed {
  const { layers, weights, buffers } = layout
  const cells = Math.ceil(contextSize / CONTEXT_STEP) * CONTEXT_STEP
  const one = cells * layout.kvPerToken * (kvType === 'q8_0' ? Q8_SHARE : 1) + layout.recurrent
  // The first layer to move to the GPU is the output, which has no cache.
  const cached = Math.max(0, gpuLayers - 1) / layers
  const moved = gpuLayers / (layers + 1)
  const plain = kvType === 'f16' ? buffers.plain * contextSize : 0
  const work = contexts * Math.max(buffers.fixed + buffers.perToken * contextSize, plain)
  const kept = keptFor(layout, sequences)
  return {
    weights: {
      ram: Math.round(weights.total + (weights.host - weights.total) * moved),
      vram: Math.round(weights.gpu * moved)
    },
    cache: { ram: Math.round(sequences * one * (1 - cached)), vram: Math.round(sequences * one * cached) },
    // Layers on both sides want buffers on both. Checkpoints of recurrent state are kept in RAM.
    buffers: { ram: Math.round((moved < 1 ? work : 0) + kept), vram: gpuLayers > 0 ? Math.round(work) : 0 }
  }
}

/** Bytes in RAM and on the GPU, of everything. */
export function sum({ weights, cache, buffers }: MemoryNeed): Bytes {
  return {
    ram: weights.ram + cache.ram + buffers.ram,
    vram: weights.vram + cache.vram + buffers.vram
  }
}
