// Which engine answers, and what it takes.
import { z } from 'zod'

/** Bytes in main memory and on the GPU. */
export const Bytes = z.strictObject({ ram: z.int(), vram: z.int() })
export type Bytes = z.infer<typeof Bytes>

/** Which engine answers now. */
export const EngineStatus = z.strictObject({
  engine: z.string(),
  /** `null`: no model is in use, and only recorded worlds answer. */
  model: z.string().nullable(),
  state: z.enum(['idle', 'loading', 'ready', 'generating', 'crashed']),
  contextSize: z.int().nullable(),
  /** `cpu`, `cuda`, `vulkan`, `metal`, the name of a server, or `null` before loading. */
  device: z.string().nullable(),
  /** Why the model that was chosen cannot be used; then `model` is `null`. Absent where it can, or none was. */
  problem: z.string().exactOptional()
})
export type EngineStatus = z.infer<typeof EngineStatus>
