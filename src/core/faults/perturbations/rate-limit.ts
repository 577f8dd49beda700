// Too many calls in too short a time.
import { z } from 'zod'
import { did, failed, meetsServer, reached } from '../failing-turn.ts'
import type { Perturbation } from '../perturbation.ts'
import { SERVED, withOptions } from '../samples.ts'

const Options = z.strictObject({
  /** Calls that are answered within the window. */
  calls: z.int().min(0).max(10_000).default(3),
  /** The window, in turns, this one included. */
  turns: z.int().min(1).max(10_000).default(5),
  /** Seconds that the answer asks to wait. */
  retryAfter: z.int().min(1).max(86_400).default(30)
})
type Options = z.infer<typeof Options>

export const rateLimit: Perturbation<Options> = {
  name: 'rate-limit',
  title: 'Rate limit',
  description: 'After some calls of a server within a few turns, further ones are refused until the window has passed.',
  weakness: 'Calls on and on instead of waiting, or asks one by one what one call could answer.',
  kind: 'explicit',
  options: Options,
  serves: ({ fail }) => fail !== undefined,
  meets: meetsServer,
  examples: withOptions(SERVED, { calls: 0 }),
  answer(moment, { calls, turns, retryAfter }) {
    const answered = moment
      .past()
      .slice(Math.max(0, moment.chain.length - turns + 1))
      .filter((past) => reached(moment, past) && !did(moment, past)).length
    if (answered < calls) return null
    const failure = { status: 429, message: 'Rate limit exceeded.', retryAfter }
    return failed(moment, failure, `${calls} calls in ${turns} turns are the most: refused.`)
  }
}
