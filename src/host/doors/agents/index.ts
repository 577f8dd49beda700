// What listens for agents: one server on this machine alone. Who knows a link's secret reaches that link's world and nothing else.
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { DoorsStatus } from '../../../core/contract/doors.ts'
import { type ErrorCode, OrreryError, toWire } from '../../../core/errors.ts'
import type { Setup } from '../../../core/tree/model.ts'
import type { KeptPort } from '../../agents/port.ts'
import { strangeness, urlOf } from '../addressed.ts'
import { LIMITS, type Limits, limitConnections, timing } from '../http-limits.ts'
import { jsonHeaders, listen, retryHeaders } from '../listen.ts'
import type { Mounted } from '../mount.ts'
import { STATUS } from '../status.ts'
import { type AgentDoor, agentWorld, codeOf, type ModelDoor } from './door.ts'
import { agentDoors, modelDoors } from './list.ts'
import { createRate } from './rate.ts'

export interface Doors {
  status(): DoorsStatus
  /** The names of those that lead into a world of these rules. */
  into(setup: Setup): string[]
  /** @throws OrreryError invalid-input when the port is taken */
  open(port?: number): Promise<DoorsStatus>
  close(): Promise<void>
}

// Every client may hold a stream that listens beside its calls; 200 of them, all on one link, is what this is made for. Half of what there is
// stays for others.
const AGENT_LIMITS: Limits = { ...LIMITS, connections: 1024, each: 512, body: 16 * 1024 * 1024 }

// Faster than any agent thinks, rollouts in parallel included. Strangers have a bucket of their own, so that nobody guesses.
const RATE = { perSecond: 500, burst: 1000 }
const STRANGERS = { perSecond: 5, burst: 50 }

/**
 * @param mounted the contract as agents have it
 * @param key what those send who ask for the model itself
 */
export function createDoors({
  mounted,
  key,
  port: last = UNKEPT,
  limits = {}
}: {
  mounted: () => Mounted
  key: () => string
  /** The port of last time: addresses that agents were given stay true. */
  port?: KeptPort
  limits?: Partial<Limits>
}): Doors {
  let opening: Promise<DoorsStatus> | null = null
  let open: { server: Server; port: number; doors: AgentDoor[] } | null = null
  const toModel = modelDoors()

  const status = (): DoorsStatus => ({
    url: open && urlOf({ host: HOST, port: open.port }),
    doors: agentDoors().map(({ name, title, description, example }) => ({
      ...{ name, title, description },
      // Whoever shows the example replaces `{url}` by the address of a link.
      ...(example && { example: example('{url}') })
    })),
    model: {
      doors: toModel.map(({ root, title, description }) => ({ path: `/${root}`, title, description })),
      key: key()
    }
  })

  return {
    status,
    into: (setup) => agentDoors().flatMap(({ name, serves }) => ((serves?.(setup) ?? true) ? name : [])),
    open(port) {
      if (open) return Promise.resolve(status())
      opening ??= begin(port).finally(() => {
        opening = null
      })
      return opening
    },
    async close() {
      await opening?.catch(() => {})
      const closing = open
      open = null
      if (!closing) return
      const closed = new Promise((resolve) => closing.server.close(resolve))
      await Promise.all(closing.doors.map((door) => door.close()))
      closing.server.closeAllConnections()
      await closed
    }
  }

  async function begin(port: number | undefined): Promise<DoorsStatus> {
    const doors = agentDoors()
    const server = createServer(timing({ ...AGENT_LIMITS, ...limits }))
    const { trust } = limitConnections(server, { ...AGENT_LIMITS, ...limits })
    const rate = createRate(RATE)
    const strangers = createRate(STRANGERS)
    const kept = last.get()
    // Another program may have that port by now; one that was asked for by number is wanted, or none.
    const listenAt = (one: number) => listen(server, { host: HOST, port: one }, 'Orrery cannot listen for agents')
    const at = port === undefined ? await listenAt(kept ?? 0).catch(() => listenAt(0)) : await listenAt(port)
    const visited = async (request: IncomingMessage) => {
      const foreign = foreignness(request, at)
      if (foreign) throw new OrreryError('forbidden', foreign)
      const { secret, door, path } = parted(request)
      const world = agentWorld(mounted(), secret, door)
      try {
        await world.call('agent.check', {})
      } catch (error) {
        if (!strangers.allows('')) throw new TooMany(MANY)
        throw error
      }
      if (!rate.allows(secret)) throw new TooMany(MANY)
      trust(request.socket, secret)
      const found = doors.find(({ name }) => name === door)
      if (!found) {
        const names = doors.map(({ name }) => `/w/…/${name}`).join(', ')
        throw new OrreryError('not-found', `There is no door "${door}". There are: ${names}.`)
      }
      const base = `http://${request.headers.host}/w/${secret}/${door}`
      const allowed = () => rate.allows(secret)
      return { found, visit: { request, path, link: secret, world, base, allowed } }
    }
    /** Asked by key, not by address. */
    const serveModel = async (
      { door, path }: { door: ModelDoor; path: string[] },
      { request, response }: { request: IncomingMessage; response: ServerResponse }
    ) => {
      const [, key = ''] = /^Bearer +(\S{1,200})$/i.exec(request.headers.authorization ?? '') ?? []
      const visit = { request, response, path, key, mounted: mounted(), refused: null }
      const refused = (status: number, code: ErrorCode, message: string) =>
        door.serve({ ...visit, refused: { status, error: new OrreryError(code, message) } })
      const foreign = foreignness(request, at)
      if (foreign) return refused(403, 'forbidden', foreign)
      const known = await visit.mounted.call('agent.model', { key })
      if (!known.ok && !strangers.allows('')) return refused(429, 'busy', MANY)
      if (!known.ok)
        return refused(known.error.code === 'forbidden' ? 401 : 500, codeOf(known.error.code), known.error.message)
      if (!rate.allows('model')) return refused(429, 'busy', MANY)
      trust(request.socket, 'model')
      await door.serve(visit)
    }
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const model = forModel(toModel, request)
      const served = model
        ? serveModel(model, { request, response })
        : visited(request).then(({ found, visit }) => found.serve({ ...visit, response }))
      served.catch((error: unknown) => refuse(response, error))
    })
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      // Whoever goes away in the middle is missed by nobody.
      socket.on('error', () => {})
      visited(request)
        .then(({ found, visit }) => {
          if (!found.upgrade) throw new OrreryError('not-found', `The door "${found.name}" has no WebSocket.`)
          return found.upgrade({ ...visit, socket, head })
        })
        .catch((error: unknown) => refuseUpgrade(socket, error))
    })
    open = { server, port: at, doors }
    // If another Orrery listens at the port of last time, agents keep that address, so this process's other port is not remembered.
    if (kept === null || kept === at || !(await isOrrery(kept))) last.keep(at)
    return status()
  }
}

const HOST = '127.0.0.1'
const UNKEPT = { get: () => null, keep: () => {} }

// By this another Orrery is told from other programs.
const OURS = 'orrery-agents'
// It is on this machine, and has nothing to compute.
const ANSWER_MS = 1000

/** Whether an Orrery lets agents in at this port. */
async function isOrrery(port: number): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_MS)
  const answer = await fetch(urlOf({ host: HOST, port }), { signal, redirect: 'manual' }).catch(() => null)
  await answer?.body?.cancel()
  return answer?.headers.get('server') === OURS
}

class TooMany extends Error {}
const MANY = 'Too many requests. Wait a second, then go on.'

/** The door to the model that this path is of; `null` for the paths of worlds. */
function forModel(doors: ModelDoor[], request: IncomingMessage): { door: ModelDoor; path: string[] } | null {
  const [root, ...path] = pathOf(request)
  const door = doors.find((one) => one.root === root)
  return door ? { door, path: path.filter(Boolean).map(decoded) } : null
}

function refusal(error: unknown) {
  const many = error instanceof TooMany
  const wire = many ? { code: 'busy' as const, message: MANY } : toWire(error)
  const body = JSON.stringify({ error: wire })
  const headers = {
    ...jsonHeaders(body),
    server: OURS,
    ...(many ? { 'retry-after': '1' } : retryHeaders(error))
  }
  return { status: many ? 429 : STATUS[wire.code], headers, body }
}

function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy()
  const { status, headers, body } = refusal(error)
  response.writeHead(status, headers).end(body)
}

function refuseUpgrade(socket: Duplex, error: unknown): void {
  const { status, headers, body } = refusal(error)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\n${lines.join('')}\r\n${body}`)
}

/** Why a request is not let in; `null` where it is. */
function foreignness(request: IncomingMessage, port: number): string | null {
  const served = { host: HOST, port }
  const strange = strangeness(request, served)
  if (strange === 'host') return `Agents are served at ${urlOf(served)}, not at "${request.headers.host ?? ''}".`
  return strange && `A page from ${request.headers.origin} cannot act in a world.`
}

/** `/w/SECRET/DOOR/...`. @throws OrreryError not-found for any other path */
function parted(request: IncomingMessage): { secret: string; door: string; path: string[] } {
  const [w, secret = '', door = '', ...path] = pathOf(request)
  if (w !== 'w' || !secret || !door) {
    throw new OrreryError(
      'not-found',
      'There is nothing here. The address of a world is /w/SECRET/DOOR, as Orrery shows it.'
    )
  }
  return { secret, door, path: path.filter(Boolean).map(decoded) }
}

/** The parts of the path as they were sent; none for what is no path. */
function pathOf({ url = '' }: IncomingMessage): string[] {
  const whole = `http://localhost${url}`
  return URL.canParse(whole) ? new URL(whole).pathname.split('/').slice(1) : []
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
