// What was let in is let in no longer.
import { z } from 'zod'
import { matches, TextMatch } from '../../text/match.ts'
import { did, failed, meetsServer, reached } from '../failing-turn.ts'
import type { Perturbation } from '../perturbation.ts'
import { SERVED, withOptions } from '../samples.ts'

const Options = z.strictObject({
  /** Calls after which the token expires. */
  calls: z.int().min(0).max(10_000).default(3),
  /** The action that gets a new one. */
  login: TextMatch.default({ matches: '[Ll]og_?-?in|[Ss]ign_?-?in|[Aa]uth|[Tt]oken|[Rr]efresh' }),
  message: z.string().min(1).default('The access token has expired.')
})
type Options = z.infer<typeof Options>

export const authExpiry: Perturbation<Options> = {
  name: 'auth-expiry',
  title: 'Expired token',
  description: 'After some calls the access token expires, until an action logs in again.',
  weakness: 'Does not notice that it has to log in again, and takes the refusal for a missing permission.',
  kind: 'explicit',
  options: Options,
  serves: ({ fail }) => fail !== undefined,
  meets: meetsServer,
  examples: withOptions(SERVED, { calls: 0 }),
  answer(moment, { calls, login, message }) {
    if (matches(login, moment.label)) return null
    const past = moment.past()
    const since = past.slice(past.findLastIndex(({ label }) => matches(login, label)) + 1)
    if (since.filter((one) => reached(moment, one) && !did(moment, one)).length < calls) return null
    return failed(moment, { status: 401, message }, message)
  }
}
