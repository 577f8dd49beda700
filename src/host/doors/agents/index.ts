// What listens for agents: one server on this machine alone. Who knows a link's secret reaches that link's world and nothing else.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { DoorsStatus } from '../../../core/api.ts'
import { OrreryError, toWire } from '../../../core/errors.ts'
import { LIMITS, type Limits, limitConnections, timing } from '../http-limits.ts'
import type { Mounted } from '../mount.ts'
import { STATUS } from '../status.ts'
import { type AgentDoor, agentWorld } from './door.ts'
import { agentDoors } from './list.ts'
import { createRate } from './rate.ts'

export interface Doors {
  status(): DoorsStatus
  /** @throws OrreryError invalid-input when the port is taken */
  open(port?: number): Promise<DoorsStatus>
  close(): Promise<DoorsStatus>
}

// Every client may hold a stream that listens beside its calls; 200 of them is what this is made for.
const AGENT_LIMITS: Limits = { ...LIMITS, connections: 1024, body: 16 * 1024 * 1024 }

// Faster than any agent thinks, rollouts in parallel included. Strangers have a bucket of their own, so that nobody guesses.
const RATE = { perSecond: 500, burst: 1000 }
const STRANGERS = { perSecond: 5, burst: 50 }

/** @param mounted the contract as agents have it */
export function createDoors({ mounted, limits = {} }: { mounted: () => Mounted; limits?: Partial<Limits> }): Doors {
  let open: { server: Server; port: number; doors: AgentDoor[] } | null = null

  const status = (): DoorsStatus => ({
    url: open && `http://127.0.0.1:${open.port}`,
    doors: agentDoors().map(({ name, title, description }) => ({ name, title, description }))
  })

  return {
    status,
    async open(port = 0) {
      if (open) return status()
      const doors = agentDoors()
      const server = createServer(timing({ ...AGENT_LIMITS, ...limits }))
      const { trust } = limitConnections(server, { ...AGENT_LIMITS, ...limits })
      const rate = createRate(RATE)
      const strangers = createRate(STRANGERS)
      await listening(server, port)
      const address = server.address()
      const at = typeof address === 'object' && address !== null ? address.port : port
      const answer = async (request: IncomingMessage, response: ServerResponse) => {
        checkHost(request, at)
        const { secret, door, path } = parted(request)
        const world = agentWorld(mounted(), secret, door)
        try {
          await world.call('agent.check', {})
        } catch (error) {
          if (!strangers.allows('')) throw new TooMany()
          throw error
        }
        if (!rate.allows(secret)) throw new TooMany()
        trust(request.socket)
        const found = doors.find(({ name }) => name === door)
        if (!found) {
          const names = doors.map(({ name }) => `/w/…/${name}`).join(', ')
          throw new OrreryError('not-found', `There is no door "${door}". There are: ${names}.`)
        }
        const base = `http://${request.headers.host}/w/${secret}/${door}`
        await found.serve({ request, response, path, link: secret, world, base })
      }
      server.on('request', (request: IncomingMessage, response: ServerResponse) => {
        answer(request, response).catch((error: unknown) => refuse(response, error))
      })
      open = { server, port: at, doors }
      return status()
    },
    async close() {
      const closing = open
      open = null
      if (!closing) return status()
      const closed = new Promise((resolve) => closing.server.close(resolve))
      await Promise.all(closing.doors.map((door) => door.close()))
      closing.server.closeAllConnections()
      await closed
      return status()
    }
  }
}

class TooMany extends Error {}

function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy()
  const many = error instanceof TooMany
  const wire = many
    ? { code: 'busy' as const, message: 'Too many requests. Wait a second, then go on.' }
    : toWire(error)
  const body = JSON.stringify({ error: wire })
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...(many && { 'retry-after': '1' })
  }
  response.writeHead(many ? 429 : STATUS[wire.code], headers).end(body)
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'another program uses that port' : cause.message
      const what = `Orrery cannot listen for agents on 127.0.0.1 port ${port}: ${why}.`
      reject(new OrreryError('invalid-input', `${what} Choose another port, or 0 for any free one.`, { cause }))
    })
    server.listen(port, '127.0.0.1', resolve)
  })
}

/** A page elsewhere that points a name of its own at this machine is not let in, nor any page of another origin. */
function checkHost({ headers }: IncomingMessage, port: number): void {
  const names = ['127.0.0.1', 'localhost'].map((name) => `${name}:${port}`)
  if (!names.includes(headers.host ?? '')) {
    throw new OrreryError('forbidden', `Agents are served at http://127.0.0.1:${port}, not at "${headers.host ?? ''}".`)
  }
  if (headers.origin !== undefined && !names.some((name) => headers.origin === `http://${name}`)) {
    throw new OrreryError('forbidden', `A page from ${headers.origin} cannot act in a world.`)
  }
}

/** `/w/SECRET/DOOR/...`. @throws OrreryError not-found for any other path */
function parted({ url = '' }: IncomingMessage): { secret: string; door: string; path: string[] } {
  const whole = `http://localhost${url}`
  const [, w, secret = '', door = '', ...path] = URL.canParse(whole) ? new URL(whole).pathname.split('/') : []
  if (w !== 'w' || !secret || !door) {
    throw new OrreryError(
      'not-found',
      'There is nothing here. The address of a world is /w/SECRET/DOOR, as Orrery shows it.'
    )
  }
  return { secret, door, path: path.filter(Boolean).map(decoded) }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
