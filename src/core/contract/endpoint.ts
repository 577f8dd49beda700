// The model itself, without a world, for whoever has the key.
import { z } from 'zod'
import { Sampling } from '../tree/model.ts'
import { AGENTS } from './entry.ts'

/** Who asks for the model itself, without a world: whoever has the key. */
const Keyed = z.strictObject({ key: z.string().max(200) })

/** A question to the model itself. */
const Chat = Keyed.extend({
  messages: z
    .array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
    .min(1)
    .max(10_000),
  /** Absent parts are as worlds have them. */
  sampling: Sampling.prefault({}),
  stop: z.array(z.string().min(1)).max(16).default([]),
  seed: z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
  /** A JSON schema that the answer has to fit; `null` for any text. */
  schema: z.record(z.string(), z.json()).nullable().default(null)
})

export const endpointCalls = {
  /** The model that answers `agent.answer`; `null` where none is loaded. */
  'agent.model': {
    audience: AGENTS,
    input: Keyed,
    output: z.strictObject({ id: z.string(), contextSize: z.int().nullable(), embeds: z.boolean() }).nullable()
  },
  /** A vector for each text, in order. @throws OrreryError invalid-input where the engine has none */
  'agent.embed': {
    audience: AGENTS,
    input: Keyed.extend({ texts: z.array(z.string().min(1)).min(1).max(2048) }),
    output: z.strictObject({ model: z.string(), vectors: z.array(z.array(z.number())), tokens: z.int() })
  }
}

export const endpointStreams = {
  /** An answer of the model itself, without a world. */
  'agent.answer': {
    audience: AGENTS,
    input: Chat,
    event: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('text'), text: z.string() }),
      /** Always last. `cut`: it was ended because it had no room left. */
      z.strictObject({
        type: z.literal('answered'),
        model: z.string(),
        tokens: z.strictObject({ prompt: z.int(), cached: z.int(), generated: z.int() }),
        cut: z.boolean()
      })
    ])
  }
}
