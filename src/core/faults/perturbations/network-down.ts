// Network down.
import { z } from 'zod'
import { failed, meetsServer } from '../failing-turn.ts'
import type { Perturbation } from '../perturbation.ts'
import { SERVED } from '../samples.ts'

const Options = z.strictObject({
  /** What of the connection fails. */
  connection: z.enum(['unresolved', 'unreachable', 'refused', 'reset', 'timeout']).default('unresolved')
})
type Options = z.infer<typeof Options>

export const networkDown: Perturbation<Options> = {
  name: 'network-down',
  title: 'Network down',
  description: 'No server can be reached: names are not resolved, or connections fail. Local work goes on.',
  weakness: 'Takes a lost connection for a wrong address or a broken program.',
  kind: 'explicit',
  options: Options,
  serves: ({ fail }) => fail !== undefined,
  meets: meetsServer,
  examples: SERVED,
  answer: (moment, { connection }) =>
    failed(moment, { status: null, message: 'The network is down', connection }, `The network is down (${connection}).`)
}
