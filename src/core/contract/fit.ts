// How a model is opened, and whether it fits this machine.
import { z } from 'zod'
import { Bytes } from '../tree/engine-status.ts'

/** How a model is opened: what a person decided; `null` where Orrery chooses what fits this machine. */
export const LoadOptions = z.strictObject({
  /** Tokens of one sequence. */
  contextSize: z.int().min(256).nullable().default(null),
  /** Layers placed on the GPU. */
  gpuLayers: z.int().min(0).nullable().default(null),
  /** How keys and values are kept: q8_0 takes half the memory and costs speed. */
  kvType: z.enum(['f16', 'q8_0']).nullable().default(null),
  /** Worlds that can be predicted at the same time; each has a context of its own. */
  sequences: z.int().min(1).max(64).nullable().default(null),
  /** Layers whose experts stay in RAM, for engines that can do that. */
  cpuExperts: z.int().min(0).nullable().default(null)
})
export type LoadOptions = z.infer<typeof LoadOptions>

/** Whether a model fits this machine, and how it would be opened: an estimate, made without loading the weights. */
export const Fit = z.strictObject({
  /** All layers on the GPU, some of them, none of them, or not at all. */
  verdict: z.enum(['gpu', 'partial', 'cpu', 'too-big']),
  /** One sentence with the numbers; what to change when it does not fit. */
  reason: z.string(),
  /** What the model would be opened with; what was decided is kept, the rest chosen. */
  options: z.strictObject({
    contextSize: z.int(),
    gpuLayers: z.int(),
    kvType: z.enum(['f16', 'q8_0']),
    sequences: z.int(),
    cpuExperts: z.int()
  }),
  layers: z.int(),
  weights: Bytes,
  /** Keys and values of all sequences, and recurrent state where the architecture has it: at most, when all worlds are as long as may be. */
  cache: Bytes,
  /** Work buffers, at most. */
  buffers: Bytes,
  /** All that is taken for one short world. Further worlds and longer histories take more, up to the sum of the three above. */
  first: Bytes,
  free: Bytes,
  /** Every way to compute that this platform could have: whether it is used, or why it is not. */
  backends: z.array(
    z.strictObject({ name: z.enum(['cuda', 'vulkan', 'metal', 'cpu']), used: z.boolean(), reason: z.string() })
  )
})
export type Fit = z.infer<typeof Fit>
