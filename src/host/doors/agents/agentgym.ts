// AgentGym over HTTP: environments by number, actions and observations as text. Gymnasium comes this way too (`orrery_gymnasium.py`).

import { OrreryError, toWire } from '../../../core/errors.ts'
import { readScene } from '../../../core/observations/documents/scene.ts'
import { isObject } from '../../../core/text/json.ts'
import { leaving, retryHeaders, sendJson } from '../listen.ts'
import { STATUS } from '../status.ts'
import { createEnvironments, type EnvironmentScore } from './agentgym-environments.ts'
import { shopActions, shopInstruction, shopPage, shopStep } from './agentgym-shop.ts'
import { inBatch, itemsIn } from './batch.ts'
import type { AgentDoor, Visit } from './door.ts'
import { type Episode, type EpisodeOutcome, taskOf } from './episode.ts'
import { bodyOf } from './http.ts'

/** Below it, WebShop's client is answered. */
const SHOP = 'webshop'
/** Below it, each request is many. */
const BATCH = 'batch'

export function agentGymDoor(): AgentDoor {
  const { create, heldBy, act, reset, close, closeAll } = createEnvironments()

  /** The episode that an address asks for. */
  function asked({ request, link }: Visit): Episode {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost')
    return heldBy(searchParams.get('id') ?? searchParams.get('env_idx'), link).episode
  }

  /** WebShop's client, at its own address below the others'. */
  async function shop(visit: Visit, what: string, given: unknown): Promise<unknown> {
    const { request, link } = visit
    const body = { ...Object(given), id: Object(given).env_idx }
    switch (request.method === 'POST' ? what : `GET ${what}`) {
      case 'create':
        return (await create(visit, {})).id
      case 'step':
        return shopStep((await act(visit, body, leaving(visit.response))).outcome)
      case 'reset':
        return [shownAs(await reset(link, body), shopPage), null]
      case 'close':
        await close(link, body)
        return true
      case 'GET available_actions':
        return shopActions(asked(visit).text)
      case 'GET observation':
        return shownAs(asked(visit), shopPage)
      case 'GET instruction_text':
        return shopInstruction(asked(visit))
      case 'GET ':
        return 'ok'
      default:
        throw new OrreryError(
          'not-found',
          'There are POST create, step, reset and close, and GET observation, available_actions and instruction_text.'
        )
    }
  }

  /** What is asked by POST of one environment, or of each of many. `undefined`: there is no such thing. */
  function posted(visit: Visit, what: string, gone: AbortSignal): ((body: unknown) => Promise<unknown>) | undefined {
    switch (what) {
      case 'create':
        return async (body) => {
          const { id, episode } = await create(visit, body)
          return { id, ...first(episode) }
        }
      case 'reset':
        return async (body) => first(await reset(visit.link, body))
      case 'step':
        return async (body) => {
          const { outcome, counted } = await act(visit, body, gone)
          return told(outcome, counted)
        }
      case 'close':
        return async (body) => {
          if (await close(visit.link, body)) return { closed: true }
          throw new OrreryError('not-found', `There is no environment ${Object(body).id}. Create one.`)
        }
      default:
        return undefined
    }
  }

  async function answer(visit: Visit): Promise<unknown> {
    const { request, path } = visit
    const [what = '', each = ''] = path
    const body = request.method === 'POST' ? await bodyOf(request) : null
    if (what === SHOP) return shop(visit, each, body)
    const gone = leaving(visit.response)
    const work = request.method === 'POST' ? posted(visit, what === BATCH ? each : what, gone) : undefined
    if (work && what === BATCH) {
      const { allowed } = visit
      const of = (item: unknown) => (isObject(item) && item.id !== undefined ? String(item.id) : null)
      return { items: await inBatch(itemsIn(body), { of, work, failed, allowed, gone }) }
    }
    if (work) return work(body)
    switch (`${request.method} ${what}`) {
      case 'GET observation':
        // Its clients expect the text alone.
        return shown(asked(visit))
      case 'GET available_actions':
        return readScene(asked(visit).text).admissible
      case 'GET ':
        return 'ok'
      default:
        throw new OrreryError(
          'not-found',
          'There are POST create, step, reset and close, the same below batch for many, and GET observation and available_actions.'
        )
    }
  }

  return {
    name: 'agentgym',
    title: 'AgentGym',
    description: 'Reinforcement learning that speaks AgentGym’s HTTP, and Gymnasium by orrery_gymnasium.py.',
    async serve(visit) {
      // Its clients take any other status for a broken server, and end. WebShop's has no other way to hear of a failure.
      const usual = visit.path[0] === SHOP ? 500 : 200
      const [status, value, headers] = await answer(visit).then(
        (value) => [200, value] as const,
        (error: unknown) => {
          const { code } = toWire(error)
          return [code === 'overloaded' ? STATUS[code] : usual, failed(error), retryHeaders(error)] as const
        }
      )
      sendJson(visit.response, status, value, headers)
    },
    close: closeAll
  }
}

/** What failed; `retry_after`: seconds until it is worth asking again, where nothing was done for want of machines. */
const failed = (error: unknown) => ({
  error: toWire(error).message,
  ...(error instanceof OrreryError && error.retryAfter !== undefined && { retry_after: error.retryAfter })
})

const shownAs = (episode: Episode, as: (text: string) => string): string =>
  [taskOf(episode), as(episode.text)].filter(Boolean).join('\n\n')

const shown = (episode: Episode): string => shownAs(episode, (text) => text)

/** What can be done next, where the world lists it: the client for ALFWorld reads it of every answer. */
const available = (text: string) => ({ available_actions: readScene(text).admissible })

const first = (episode: Episode) => ({
  observation: shown(episode),
  ...available(episode.text),
  // ScienceWorld's client puts it before the observation.
  task_description: episode.told.task ?? '',
  reward: 0,
  score: readScene(episode.text).score ?? 0,
  done: false,
  info: { simulated: true, episode: episode.id, task: episode.told.task, seeded: episode.told.seeded }
})

function told(outcome: EpisodeOutcome | string, counted: EnvironmentScore) {
  if (typeof outcome === 'string') {
    const info = { simulated: true, step: null, origin: null, reward: null, verdict: null, error: true }
    return { observation: outcome, ...available(outcome), reward: 0, ...counted, done: false, truncated: false, info }
  }
  const { text, reward, ended, step, origin, verdict, error } = outcome
  return {
    observation: text,
    ...available(text),
    // A number always; `info` has what is known.
    reward: reward ?? 0,
    // TextWorld's client takes the highest score at the end for success.
    ...counted,
    won: ended !== null && counted.score >= counted.max_score,
    lost: ended !== null && counted.score < counted.max_score,
    done: ended !== null,
    truncated: ended === 'truncated',
    info: { simulated: true, step, origin, reward, verdict, error }
  }
}
