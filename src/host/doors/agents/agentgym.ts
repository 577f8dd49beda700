// AgentGym over HTTP: environments by number, actions and observations as text. Gymnasium comes this way too (`orrery_gymnasium.py`).

import { z } from 'zod'
import { OrreryError, toWire } from '../../../core/errors.ts'
import { readScene } from '../../../core/observations/documents/scene.ts'
import { sentenceOf } from '../../../core/text/issues.ts'
import { sendJson } from '../listen.ts'
import type { AgentDoor, Visit } from './door.ts'
import { beginEpisode, type Episode, type EpisodeOutcome, taskOf } from './episode.ts'
import { bodyOf, clientOf, leaving } from './http.ts'
import { createSessions } from './sessions.ts'

const Id = z.coerce.number().int().min(0)
const Index = z.int().min(0).nullish()
// The client for ALFWorld numbers its tasks by `game`.
const Create = z.looseObject({ seed: Index, data_idx: Index, game: Index })
const Reset = Create.extend({ id: Id })
const StepBody = z.looseObject({ id: Id, action: z.string() })
const Close = z.looseObject({ id: Id })

export function agentGymDoor(): AgentDoor {
  const held = createSessions<number, { link: string; episode: Episode }>(({ episode }) => episode.leave())
  let next = 0

  /** @throws OrreryError not-found */
  function episodeOf(id: number, link: string): Episode {
    const found = held.find(id, link)
    if (found) return found.episode
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
    void held.add(id, { link, episode })
    return { id, ...first(episode) }
  }

  async function answer(visit: Visit): Promise<unknown> {
    const { request, link, path } = visit
    const [what = ''] = path
    const body = request.method === 'POST' ? await bodyOf(request) : null
    switch (request.method === 'POST' ? what : `GET ${what}`) {
      case 'create':
        return create(visit, read(Create, body))
      case 'reset': {
        const { id, ...given } = read(Reset, body)
        const episode = episodeOf(id, link)
        await episode.reset(beginOf(given))
        return first(episode)
      }
      case 'step': {
        const { id, action } = read(StepBody, body)
        return told(await said(episodeOf(id, link), action, leaving(visit.response)))
      }
      case 'close': {
        const { id } = read(Close, body)
        episodeOf(id, link)
        await held.close(id)
        return { closed: true }
      }
      case 'GET observation': {
        const { searchParams } = new URL(request.url ?? '', 'http://localhost')
        // Its clients expect the text alone.
        return shown(episodeOf(read(Id, searchParams.get('id')), link))
      }
      case 'GET ':
        return 'ok'
      default:
        throw new OrreryError('not-found', 'There are POST create, step, reset and close, and GET observation.')
    }
  }

  return {
    name: 'agentgym',
    title: 'AgentGym',
    description: 'Reinforcement learning that speaks AgentGym’s HTTP, and Gymnasium by orrery_gymnasium.py.',
    async serve(visit) {
      // Its clients take any other status for a broken server, and end.
      const value = await answer(visit).catch((error: unknown) => ({ error: toWire(error).message }))
      sendJson(visit.response, 200, value)
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
  reward: 0,
  done: false,
  info: { simulated: true, episode: episode.id, task: episode.told.task }
})

function told(outcome: EpisodeOutcome | string) {
  if (typeof outcome === 'string') {
    const info = { simulated: true, step: null, origin: null, reward: null, verdict: null, error: true }
    return { observation: outcome, ...available(outcome), reward: 0, done: false, truncated: false, info }
  }
  const { text, reward, ended, step, origin, verdict, error } = outcome
  return {
    observation: text,
    ...available(text),
    // A number always; `info` has what is known.
    reward: reward ?? 0,
    done: ended !== null,
    truncated: ended === 'truncated',
    info: { simulated: true, step, origin, reward, verdict, error }
  }
}

function beginOf({ seed, data_idx, game }: z.infer<typeof Create>) {
  const index = data_idx ?? game
  return { ...(typeof seed === 'number' && { seed }), ...(typeof index === 'number' && { index }) }
}

/** @throws OrreryError invalid-input */
function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  throw new OrreryError('invalid-input', `The request does not fit: ${sentenceOf(error, { value, schema })}`)
}
