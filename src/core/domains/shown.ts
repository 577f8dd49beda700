// What an agent is shown of an answer beside its text.
import { z } from 'zod'

export const ShownScreen = z.strictObject({
  /** The result's structure, as the tool returned it; where only its text is known, that read as JSON, if it fits the tool's schema. */
  structured: z.record(z.string(), z.json()).nullable(),
  /** MCP's content blocks; `null` where they are one block of the text. */
  content: z.array(z.record(z.string(), z.json())).nullable(),
  /** It failed. */
  error: z.boolean(),
  /** What a server answered is an error of its protocol: a client is told of it as such. */
  rpcError: z.strictObject({ code: z.int(), message: z.string() }).exactOptional(),
  /** Nothing that answered said whether it failed, or what its structure is: both are read off the text. */
  guessed: z.boolean()
})
export type ShownScreen = z.infer<typeof ShownScreen>
