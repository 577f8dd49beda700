// The environments that AgentGym's clients hold, by number.
import { z } from 'zod'
import { OrreryError, toWire } from '../../../core/errors.ts'
import { readScene } from '../../../core/observations/documents/scene.ts'
import { sentenceOf } from '../../../core/text/issues.ts'
import type { Visit } from './door.ts'
import { beginEpisode, type Episode, type EpisodeOutcome } from './episode.ts'
import { clientOf } from './http.ts'
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

export interface EnvironmentScore {
  score: number
  max_score: number
}

export function createEnvironments() {
  const held = createSessions<number, Held>(({ episode }) => episode.leave())
  let next = 0

  /** @param given its number, as a client writes it. @throws OrreryError invalid-input, not-found */
  function heldBy(given: unknown, link: string): Held {
    const id = read(Id, given)
    const found = held.find(id, link)
    if (found) return found
    throw new OrreryError('not-found', `There is no environment ${id}. Create one.`)
  }

  async function create({ world, link, request }: Visit, body: unknown): Promise<{ id: number; episode: Episode }> {
    const begin = beginOf(read(Create, body))
    const episode = await beginEpisode(world, clientOf(request))
    try {
      await episode.reset(begin)
    } catch (error) {
      await episode.leave()
      throw error
    }
    const id = next++
    void held.add(id, { link, episode, score: 0, most: readScene(episode.text).most ?? 1 })
    return { id, episode }
  }

  /** @param body names the environment `id` */
  async function act(
    { link }: Visit,
    body: unknown,
    gone: AbortSignal
  ): Promise<{ outcome: EpisodeOutcome | string; counted: EnvironmentScore }> {
    const { id, action } = read(StepBody, body)
    const one = heldBy(id, link)
    const outcome = await said(one.episode, action, gone)
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

  /** @returns whether there was such a one */
  async function close(link: string, body: unknown): Promise<boolean> {
    const { id } = read(Close, body)
    const found = held.find(id, link) !== undefined
    if (found) await held.close(id)
    return found
  }

  return { create, heldBy, act, reset, close, closeAll: held.closeAll }
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
