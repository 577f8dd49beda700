// The messages between the benchmark and the process that runs plain node-llama-cpp.
import { z } from 'zod'
import { Sampling } from '../../../src/core/tree/model.ts'

const Messages = z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))

export const ToRaw = z.discriminatedUnion('type', [
  z.object({ type: z.literal('open'), path: z.string(), contextSize: z.int() }),
  z.object({
    type: z.literal('answer'),
    messages: Messages,
    prefill: z.string(),
    sampling: Sampling,
    seed: z.int(),
    /** Tokens of the prompt that are read before the clock starts. */
    laid: z.int()
  })
])
export type ToRaw = z.infer<typeof ToRaw>

export const FromRaw = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('opened'),
    threads: z.int(),
    batchSize: z.int(),
    contextSize: z.int(),
    device: z.string(),
    /** By package or program. */
    versions: z.record(z.string(), z.string()),
    /** Bytes of keys, values and recurrent state of one context, as the library estimates them. */
    cache: z.number()
  }),
  /** Milliseconds: `read` before the clock started, `first` and `total` from then on, as that process saw them. */
  z.object({
    type: z.literal('done'),
    prompt: z.int(),
    generated: z.int(),
    text: z.string(),
    read: z.number(),
    first: z.number(),
    total: z.number()
  }),
  z.object({ type: z.literal('error'), message: z.string() })
])
export type FromRaw = z.infer<typeof FromRaw>
