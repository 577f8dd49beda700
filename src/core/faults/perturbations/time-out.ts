// Time-out.
import { z } from 'zod'
import { failed, meetsServer } from '../failing-turn.ts'
import type { Perturbation } from '../perturbation.ts'
import { SERVED } from '../samples.ts'

const Options = z.strictObject({
  message: z.string().default('The request timed out.')
})
type Options = z.infer<typeof Options>

export const timeOut: Perturbation<Options> = {
  name: 'time-out',
  title: 'Time-out',
  description: 'The connection is made, and no answer comes in time.',
  weakness: 'Repeats a change that may have been made, or waits for ever.',
  kind: 'explicit',
  options: Options,
  serves: ({ fail }) => fail !== undefined,
  meets: meetsServer,
  examples: SERVED,
  answer: (moment, { message }) =>
    failed(moment, { status: null, message, connection: 'timeout' }, 'No answer came in time.')
}
