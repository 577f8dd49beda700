// AgentGym over HTTP: environments by number, actions and observations as text. Gymnasium comes this way too (`orrery_gymnasium.py`).

import { z } from 'zod'
import { OrreryError, toWire } from '../../../core/errors.ts'
import { readScene } from '../../../core/observations/documents/scene.ts'
import { sentenceOf } from '../../../core/text/issues.ts'
import { leaving, sendJson } from '../listen.ts'
import { shopActions, shopInstruction, shopStep } from './agentgym-shop.ts'
import type { AgentDoor, Visit } from './door.ts'
import { beginEpisode, type Episode, type EpisodeOutcome, taskOf } from './episode.ts'
import { bodyOf, clientOf } from './http.ts'
import { createSessions } from './sessions.ts'

const Id = z.coerce.number().int().min(0)
const Index = z.int().min(0).nullish()
// The client for ALFWorld numbers its tasks by `game`, that for WebShop by `session_id`.
const Create = z.looseObject({ seed: Index, data_idx: Index, game: Index, session_id: Index })
const Reset = Create.extend({ id: Id })
const StepBody = z.looseObject({ id: Id, action: z.string() })
const Close = z.looseObject({ id: Id })

interface Held {
  link: string
  episode: Episode
  /** The sum of what its steps were worth, where the world tells no total. */
  score: number
  /** The highest score that there is: rewards of Orrery's own checks sum up to 1. */
  most: number
}

/** Below it, WebShop's client is answered. */
const SHOP = 'webshop'

export function agentGymDoor(): AgentDoor {
  const held = createSessions<number, Held>(({ episode }) => episode.leave())
  let next = 0

  /** @throws OrreryError not-found */
  function heldBy(id: number, link: string): Held {
    const found = held.find(id, link)
    if (found) return found
    throw new OrreryError('not-found', `There is no environment ${id}. Create one.`)
  }

  async function create({ world, link, request }: Visit, given: z.infer<typeof Create>) {
    const episode = await beginEpisode(world, clientOf(request))
    try {
      await episode.reset(beginOf(given))
    } catch (error) {
      await episode.leave()
      throw error
    }
    const id = next++
    void held.add(id, { link, episode, score: 0, most: readScene(episode.text).most ?? 1 })
    return { id, ...first(episode) }
  }

  /** What the clients but WebShop's ask of a world that they hold. */
  async function get(what: string, { request, link }: Visit): Promise<unknown> {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost')
    const { episode } = heldBy(read(Id, searchParams.get('id') ?? searchParams.get('env_idx')), link)
    // Its clients expect the text alone.
    if (what === 'observation') return shown(episode)
    return what === 'instruction_text' ? shopInstruction(episode) : readScene(episode.text).admissible
  }

  /** @param body names the environment `id` */
  async function act(visit: Visit, body: unknown): Promise<{ outcome: EpisodeOutcome | string; counted: Counted }> {
    const { id, action } = read(StepBody, body)
    const one = heldBy(id, visit.link)
    const outcome = await said(one.episode, action, leaving(visit.response))
    const told = typeof outcome === 'string' ? null : outcome
    const { score, most } = readScene(told?.text ?? '')
    one.score = score ?? one.score + (told?.reward ?? 0)
    one.most = most ?? one.most
    return { outcome, counted: { score: one.score, max_score: one.most } }
  }

  async function reset(link: string, body: unknown): Promise<Episode> {
    const { id, ...given } = read(Reset, body)
    const one = heldBy(id, link)
    await one.episode.reset(beginOf(given))
    one.score = 0
    return one.episode
  }

  /** WebShop's client, at its own address below the others'. */
  async function shop(visit: Visit, what: string, given: unknown): Promise<unknown> {
    const { request, link } = visit
    const body = { ...Object(given), id: Object(given).env_idx }
    switch (request.method === 'POST' ? what : `GET ${what}`) {
      case 'create':
        return (await create(visit, {})).id
      case 'step':
        return shopStep((await act(visit, body)).outcome)
      case 'reset':
        return [shown(await reset(link, body)), null]
      case 'close':
        await held.close(read(Close, body).id)
        return true
      case 'GET available_actions':
        return shopActions(
          heldBy(read(Id, new URL(request.url ?? '', 'http://localhost').searchParams.get('env_idx')), link).episode
            .text
        )
      case 'GET observation':
      case 'GET instruction_text':
        return get(what, visit)
      case 'GET ':
        return 'ok'
      default:
        throw new OrreryError(
          'not-found',
          'There are POST create, step, reset and close, and GET observation, available_actions and instruction_text.'
        )
    }
  }

  async function answer(visit: Visit): Promise<unknown> {
    const { request, link, path } = visit
    const [what = ''] = path
    const body = request.method === 'POST' ? await bodyOf(request) : null
    if (what === SHOP) return shop(visit, path[1] ?? '', body)
    switch (request.method === 'POST' ? what : `GET ${what}`) {
      case 'create':
        return create(visit, read(Create, body))
      case 'reset':
        return first(await reset(link, body))
      case 'step': {
        const { outcome, counted } = await act(visit, body)
        return told(outcome, counted)
      }
      case 'close': {
        const { id } = read(Close, body)
        heldBy(id, link)
        await held.close(id)
        return { closed: true }
      }
      case 'GET observation':
      case 'GET available_actions':
        return get(what, visit)
      case 'GET ':
        return 'ok'
      default:
        throw new OrreryError(
          'not-found',
          'There are POST create, step, reset and close, and GET observation and available_actions.'
        )
    }
  }

  return {
    name: 'agentgym',
    title: 'AgentGym',
    description: 'Reinforcement learning that speaks AgentGym’s HTTP, and Gymnasium by orrery_gymnasium.py.',
    async serve(visit) {
      // Its clients take any other status for a broken server, and end. WebShop's has no other way to hear of a failure.
      const failed = visit.path[0] === SHOP ? 500 : 200
      const [status, value] = await answer(visit).then(
        (value) => [200, value] as const,
        (error: unknown) => [failed, { error: toWire(error).message }] as const
      )
      sendJson(visit.response, status, value)
    },
    close: held.closeAll
  }
}

/** An action that is none is answered in words, as a world that does not know it would. */
async function said(episode: Episode, action: string, gone: AbortSignal): Promise<EpisodeOutcome | string> {
  try {
    return await episode.say(action, gone)
  } catch (error) {
    const { code, message } = toWire(error)
    if (code === 'invalid-input' || code === 'not-found') return message
    throw error
  }
}

const shown = (episode: Episode): string => [taskOf(episode), episode.text].filter(Boolean).join('\n\n')

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

interface Counted {
  score: number
  max_score: number
}

function told(outcome: EpisodeOutcome | string, counted: Counted) {
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

function beginOf({ seed, data_idx, game, session_id }: z.infer<typeof Create>) {
  const index = data_idx ?? game ?? session_id
  return { ...(typeof seed === 'number' && { seed }), ...(typeof index === 'number' && { index }) }
}

/** @throws OrreryError invalid-input */
function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  throw new OrreryError('invalid-input', `The request does not fit: ${sentenceOf(error, { value, schema })}`)
}
