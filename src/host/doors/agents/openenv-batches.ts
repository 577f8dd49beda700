// Many OpenEnv sessions in one request over HTTP: those that `openenv/session/create` makes, and `/ws?session_id=` comes to.
import { z } from 'zod'
import { OrreryError } from '../../../core/errors.ts'
import { isObject } from '../../../core/text/json.ts'
import { leaving } from '../listen.ts'
import { inBatch, itemsIn } from './batch.ts'
import type { Visit } from './door.ts'
import type { Episode } from './episode.ts'
import { bodyOf } from './http.ts'
import { fitting, reset, step } from './openenv-session.ts'
import { failedFrame } from './openenv-socket.ts'

const InSession = z.looseObject({ session_id: z.string() })

export interface OpenEnvSession {
  link: string
  episode: Episode
  /** A socket is on it: it ends with that, when it was asked to. */
  attached: boolean
  closing: boolean
}

interface Around {
  find(id: string, link: string): OpenEnvSession | undefined
  create(visit: Visit, begin: (episode: Episode) => Promise<void>): Promise<string>
  close(id: string, session: OpenEnvSession): Promise<unknown>
}

/** Answers `create`, `reset`, `step` or `close` of many. @throws OrreryError invalid-input for what is no batch, not-found */
export function batches({ find, create, close }: Around): (visit: Visit, what: string) => Promise<unknown> {
  /** @throws OrreryError not-found */
  function sessionOf(
    visit: Visit,
    item: unknown
  ): { id: string; session: OpenEnvSession; rest: Record<string, unknown> } {
    const { session_id: id, ...rest } = fitting(InSession, item)
    const session = find(id, visit.link)
    if (session) return { id, session, rest }
    throw new OrreryError('not-found', `There is no session "${id}".`)
  }

  const works: Record<string, (visit: Visit, gone: AbortSignal) => (item: unknown) => Promise<unknown>> = {
    create: (visit) => async (item) => {
      let first: Awaited<ReturnType<typeof reset>> | undefined
      const id = await create(visit, async (episode) => {
        first = await reset(episode, item)
      })
      return { session_id: id, ...first }
    },
    reset: (visit) => async (item) => {
      const { session, rest } = sessionOf(visit, item)
      return reset(session.episode, rest)
    },
    step: (visit, gone) => async (item) => {
      const { session, rest } = sessionOf(visit, item)
      return step(session.episode, rest.action, gone)
    },
    close: (visit) => async (item) => {
      const { id, session } = sessionOf(visit, item)
      return close(id, session)
    }
  }

  return async (visit, what) => {
    const gone = leaving(visit.response)
    const work = Object.hasOwn(works, what) ? works[what]?.(visit, gone) : undefined
    if (!work)
      throw new OrreryError('not-found', `There is no batch "${what}". There are create, reset, step and close.`)
    const of = (item: unknown) => (isObject(item) && item.session_id !== undefined ? String(item.session_id) : null)
    const failed = (error: unknown) => ({ error: failedFrame(error).data })
    const { allowed } = visit
    return { items: await inBatch(itemsIn(await bodyOf(visit.request)), { of, work, failed, allowed, gone }) }
  }
}
