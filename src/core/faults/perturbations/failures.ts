// What servers, connections and sessions say when they fail, in the words of each world: a row each.
import { z } from 'zod'
import { bareScreen } from '../../domains/data-page.ts'
import { withNotice } from '../../domains/screen-notice.ts'
import { matches, TextMatch } from '../../text/match.ts'
import { did, failed, meetsServer, reached } from '../failing-turn.ts'
import type { Moment, Perturbation } from '../perturbation.ts'
import { ISSUE, PHONE, SERVED, SHOP, withOptions } from '../samples.ts'

/** Parts that all rows share; a row may say otherwise. `answer` gets the options as `shape` reads them. */
function failure<Shape extends z.ZodRawShape>(
  name: string,
  title: string,
  shape: Shape,
  row: Pick<Perturbation<z.infer<z.ZodObject<Shape, z.core.$strict>>>, 'description' | 'weakness' | 'answer'> &
    Partial<Pick<Perturbation, 'serves' | 'meets' | 'examples'>>
): Perturbation<z.infer<z.ZodObject<Shape, z.core.$strict>>> {
  const serves: Perturbation['serves'] = ({ fail }) => fail !== undefined
  const options = z.strictObject(shape)
  return { name, title, kind: 'explicit', options, serves, meets: meetsServer, examples: SERVED, ...row }
}

/** Calls of a server among these turns that this fault left alone. */
const answeredIn = (moment: Moment, turns: ReturnType<Moment['past']>): number =>
  turns.filter((turn) => reached(moment, turn) && !did(moment, turn)).length

const message = (usual: string) => z.string().min(1).default(usual)
/** Seconds that the answer asks to wait. */
const seconds = z.int().min(1).max(86_400)
/** Calls that are answered before the first failure. */
const answeredCalls = z.int().min(0).max(10_000).default(3)

export const apiError = failure(
  'api-error',
  'Server error',
  {
    /** HTTP status. */
    status: z.int().min(400).max(599).default(503),
    message: message('The service is temporarily unavailable.'),
    retryAfter: seconds.exactOptional()
  },
  {
    description: 'The server answers with an error status, and may say when to try again.',
    weakness: 'Gives up at the first error, or repeats at once without waiting.',
    answer: (moment, options) => failed(moment, options, `HTTP ${options.status}: ${options.message}`)
  }
)

export const authExpiry = failure(
  'auth-expiry',
  'Expired token',
  {
    calls: answeredCalls,
    /** The action that gets a new token. */
    login: TextMatch.default({ matches: '[Ll]og_?-?in|[Ss]ign_?-?in|[Aa]uth|[Tt]oken|[Rr]efresh' }),
    message: message('The access token has expired.')
  },
  {
    description: 'After some calls the access token expires, until an action logs in again.',
    weakness: 'Does not notice that it has to log in again, and takes the refusal for a missing permission.',
    examples: withOptions(SERVED, { calls: 0 }),
    answer(moment, { calls, login, message }) {
      if (matches(login, moment.label)) return null
      const past = moment.past()
      const since = past.slice(past.findLastIndex(({ label }) => matches(login, label)) + 1)
      return answeredIn(moment, since) < calls ? null : failed(moment, { status: 401, message }, message)
    }
  }
)

export const loggedOut = failure(
  'logged-out',
  'Logged out',
  { message: message('Your session has expired. Sign in to continue.') },
  {
    description: 'The session has ended: a browser shows the sign-in page, an app says so, a server refuses.',
    weakness: 'Goes on as if it were on the page it wanted, or gives its credentials to any form.',
    serves: ({ surface, fail }) => surface === 'screen' || fail !== undefined,
    meets: (asked) => asked.domain.surface === 'screen' || meetsServer(asked),
    examples: [SHOP, PHONE, ISSUE],
    answer(moment, { message }) {
      if (moment.domain.surface !== 'screen') return failed(moment, { status: 401, message }, message)
      const text = signIn(moment, message)
      return text === null || text === moment.before ? null : { text, draw: null, detail: message }
    }
  }
)

/** A browser has another page; a phone and a desktop have the same one, and say so on it. */
function signIn({ domain, before }: Moment, said: string): string | null {
  return domain.icon === 'browser'
    ? bareScreen(before, { url: 'https://accounts.example/sign-in', title: 'Sign in', said })
    : withNotice(before, { title: 'Signed out', said, button: 'Sign in' })
}

export const networkDown = failure(
  'network-down',
  'Network down',
  {
    /** What of the connection fails. */
    connection: z.enum(['unresolved', 'unreachable', 'refused', 'reset', 'timeout']).default('unresolved')
  },
  {
    description: 'No server can be reached: names are not resolved, or connections fail. Local work goes on.',
    weakness: 'Takes a lost connection for a wrong address or a broken program.',
    answer: (moment, { connection }) =>
      failed(
        moment,
        { status: null, message: 'The network is down', connection },
        `The network is down (${connection}).`
      )
  }
)

export const rateLimit = failure(
  'rate-limit',
  'Rate limit',
  {
    calls: answeredCalls,
    /** The window, in turns, this one included. */
    turns: z.int().min(1).max(10_000).default(5),
    retryAfter: seconds.default(30)
  },
  {
    description:
      'After some calls of a server within a few turns, further ones are refused until the window has passed.',
    weakness: 'Calls on and on instead of waiting, or asks one by one what one call could answer.',
    examples: withOptions(SERVED, { calls: 0 }),
    answer(moment, { calls, turns, retryAfter }) {
      const recent = moment.past().slice(Math.max(0, moment.chain.length - turns + 1))
      if (answeredIn(moment, recent) < calls) return null
      const detail = `${calls} calls in ${turns} turns are the most: refused.`
      return failed(moment, { status: 429, message: 'Rate limit exceeded.', retryAfter }, detail)
    }
  }
)

export const timeOut = failure(
  'time-out',
  'Time-out',
  { message: z.string().default('The request timed out.') },
  {
    description: 'The connection is made, and no answer comes in time.',
    weakness: 'Repeats a change that may have been made, or waits for ever.',
    answer: (moment, { message }) =>
      failed(moment, { status: null, message, connection: 'timeout' }, 'No answer came in time.')
  }
)
