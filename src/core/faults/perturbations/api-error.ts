// Server error.
import { z } from 'zod'
import { failed, meetsServer } from '../failing-turn.ts'
import type { Perturbation } from '../perturbation.ts'
import { SERVED } from '../samples.ts'

const Options = z.strictObject({
  /** HTTP status. */
  status: z.int().min(400).max(599).default(503),
  message: z.string().min(1).default('The service is temporarily unavailable.'),
  /** Seconds that the answer asks to wait. */
  retryAfter: z.int().min(1).max(86_400).exactOptional()
})
type Options = z.infer<typeof Options>

export const apiError: Perturbation<Options> = {
  name: 'api-error',
  title: 'Server error',
  description: 'The server answers with an error status, and may say when to try again.',
  weakness: 'Gives up at the first error, or repeats at once without waiting.',
  kind: 'explicit',
  options: Options,
  serves: ({ fail }) => fail !== undefined,
  meets: meetsServer,
  examples: SERVED,
  answer: (moment, { status, message, retryAfter }) =>
    failed(moment, { status, message, ...(retryAfter !== undefined && { retryAfter }) }, `HTTP ${status}: ${message}`)
}
