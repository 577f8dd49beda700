// OpenEnv 0.10: each session a fork of the link where it began; what is asked over plain HTTP is a session of one request.

import { randomUUID } from 'node:crypto'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { OrreryError, toWire } from '../../../core/errors.ts'
import { JsonValue } from '../../../core/text/json.ts'
import { readText } from '../http-limits.ts'
import { leaving, retryHeaders, sendJson } from '../listen.ts'
import { STATUS } from '../status.ts'
import type { AgentDoor, Upgrade, Visit } from './door.ts'
import { beginEpisode, type Episode } from './episode.ts'
import { bodyOf, clientOf, MOST_BYTES } from './http.ts'
import { batches, type OpenEnvSession } from './openenv-batches.ts'
import { fitting, RPC, type Rpc, reset, rpc, rpcError, rpcFailed, rpcResult, step } from './openenv-session.ts'
import { errorFrame, readRpc, serveSocket } from './openenv-socket.ts'
import { answerTasks } from './openenv-tasks.ts'
import { ENVIRONMENT, metadataOf, openApi, schemasOf } from './openenv-wire.ts'
import { createSessions } from './sessions.ts'

const StepBody = z.looseObject({ action: JsonValue.optional() })
export function openEnvDoor(): AgentDoor {
  const sessions = createSessions<string, OpenEnvSession>(({ episode }) => episode.leave())
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MOST_BYTES })

  async function forOne<T>(visit: Visit, work: (episode: Episode, gone: AbortSignal) => Promise<T>): Promise<T> {
    const gone = leaving(visit.response)
    const episode = await beginEpisode(visit.world, clientOf(visit.request))
    try {
      return await work(episode, gone)
    } finally {
      await episode.leave()
    }
  }

  /** @param begin what comes before anybody can reach it; where that fails there is no session */
  async function createSession(visit: Visit, begin?: (episode: Episode) => Promise<void>): Promise<string> {
    const id = randomUUID()
    const episode = await beginEpisode(visit.world, clientOf(visit.request))
    try {
      await begin?.(episode)
    } catch (error) {
      await episode.leave()
      throw error
    }
    await sessions.add(id, { link: visit.link, episode, attached: false, closing: false })
    return id
  }

  async function closeSession(id: string, session: OpenEnvSession | undefined) {
    if (session?.attached) {
      session.closing = true
      return { session_id: id, closed: false, closing: true }
    }
    await sessions.close(id)
    return { session_id: id, closed: true }
  }

  const inSessions = batches({ find: sessions.find, create: createSession, close: closeSession })

  /** JSON-RPC over HTTP. Never throws. */
  async function answerRpc(visit: Visit, request: Rpc) {
    const { id, method, params } = request
    const client = clientOf(visit.request)
    const wanted = typeof params.session_id === 'string' ? params.session_id : null
    const session = wanted === null ? undefined : sessions.find(wanted, visit.link)
    try {
      if (method === 'openenv/session/create') return rpcResult(id, { session_id: await createSession(visit) })
      if (wanted !== null && !session) return rpcError(id, RPC.params, `There is no session "${wanted}".`)
      if (method === 'openenv/session/close') {
        if (wanted === null) return rpcError(id, RPC.params, 'Which session? Say "session_id".')
        return rpcResult(id, await closeSession(wanted, session))
      }
      return await rpc(
        request,
        async () => session?.episode.told ?? visit.world.call('agent.world', {}, client),
        (work) => (session ? work(session.episode, leaving(visit.response)) : forOne(visit, work))
      )
    } catch (error) {
      return rpcFailed(id, RPC.server, error)
    }
  }

  async function answer(visit: Visit): Promise<unknown> {
    const { request, path, world } = visit
    const told = () => world.call('agent.world', {}, clientOf(request))
    switch (`${request.method} ${path.join('/')}`) {
      case 'GET health':
        return { status: 'healthy' }
      case 'GET metadata':
        return metadataOf(await told())
      case 'GET schema':
        return schemasOf(await told())
      case 'GET openapi.json':
        return openApi()
      case 'GET state':
        return { episode_id: null, step_count: 0 }
      case 'GET list_environments':
        return [ENVIRONMENT]
      case 'POST reset': {
        const body = await bodyOf(request)
        return forOne(visit, (episode) => reset(episode, body))
      }
      case 'POST step': {
        const { action } = fitting(StepBody, await bodyOf(request))
        return forOne(visit, (episode, gone) => step(episode, action, gone))
      }
      case 'POST mcp': {
        const read = readRpc(await readText(request, MOST_BYTES))
        return 'error' in read ? read : answerRpc(visit, read)
      }
      default:
        if (request.method === 'POST' && path[0] === 'batch' && path.length === 2)
          return inSessions(visit, path[1] ?? '')
        return answerTasks(visit)
    }
  }

  async function begin({ request, world, link }: Upgrade): Promise<OpenEnvSession & { id: string | null }> {
    const wanted = new URL(request.url ?? '', 'http://localhost').searchParams.get('session_id')
    if (wanted === null) {
      const episode = await beginEpisode(world, clientOf(request))
      return { id: null, link, episode, attached: true, closing: false }
    }
    const session = sessions.find(wanted, link)
    if (!session) throw new OrreryError('not-found', `There is no session "${wanted}".`)
    if (session.attached) throw new OrreryError('busy', `Session "${wanted}" has a WebSocket already.`)
    session.attached = true
    return Object.assign(session, { id: wanted })
  }

  return {
    name: 'openenv',
    title: 'OpenEnv',
    description: 'Reinforcement learning that speaks OpenEnv 0.10. The link must allow forks.',
    async serve(visit) {
      try {
        sendJson(visit.response, 200, await answer(visit))
      } catch (error) {
        const { code, message } = toWire(error)
        const status = code === 'invalid-input' ? 422 : STATUS[code]
        sendJson(visit.response, status, { detail: message }, retryHeaders(error))
      }
    },
    async upgrade(visit) {
      const [what] = visit.path
      if (what !== 'ws' && what !== 'mcp')
        throw new OrreryError('not-found', `There is no WebSocket "${what}". There are "ws" and "mcp".`)
      const { request, socket: raw, head, allowed } = visit
      const socket = await new Promise<WebSocket>((resolve) => {
        sockets.handleUpgrade(request, raw, head, resolve)
      })
      // Frames that come before the session is there wait in the socket.
      socket.pause()
      socket.on('error', () => {})
      try {
        const session = await begin(visit)
        socket.resume()
        await serveSocket(socket, session.episode, { speaks: what === 'ws' ? 'frames' : 'rpc', allowed })
        session.attached = false
        if (session.id === null) await session.episode.leave()
        else if (session.closing) await sessions.close(session.id)
      } catch (error) {
        const { code, message } = toWire(error)
        const frame = errorFrame(code === 'busy' ? 'CAPACITY_REACHED' : 'SESSION_ERROR', message)
        // Or it would not hear that the client closes, too.
        socket.resume()
        socket.send(JSON.stringify(what === 'ws' ? frame : rpcError(null, RPC.server, message)))
        socket.close(1000)
      }
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      await sessions.closeAll()
    }
  }
}
