// The HTTP door: calls as JSON, streams as server-sent events, and the window's files, for this machine only.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Handlers, Reply } from '../../core/contract/index.ts'
import { type ErrorCode, OrreryError, toWire } from '../../core/errors.ts'
import { sendDownload } from '../formats/send.ts'
import { isLoopback, strangeness, urlOf } from './addressed.ts'
import { LIMITS, type Limits, limitConnections, readJson, send, timing } from './http-limits.ts'
import { createInvitations, type Invitations, same } from './invitations.ts'
import { listen, sendJson } from './listen.ts'
import { mount } from './mount.ts'
import { withoutPaths } from './own-files.ts'
import { html, page, type ServedPage } from './page.ts'
import { STATUS } from './status.ts'

export interface ServeOptions {
  /** 0, the default, takes any free port. */
  port?: number | undefined
  /** What every call must carry; random when left out or empty. */
  token?: string | undefined
  /** Folder with the built window (index.html and assets). */
  rendererDir: string
  /** Address to bind, 127.0.0.1 unless said otherwise. Any other than this machine's own needs a `token` of your choice. */
  host?: string | undefined
  /** What clients may hold, where it is not `LIMITS`. */
  limits?: Partial<Limits>
}

export interface HttpServer {
  /** A link that opens the window in one browser, once. It carries a code and never the token. */
  invite(options?: Parameters<Invitations['make']>[0]): string
  port: number
  token: string
  /** Cancels running streams, waits for them to end, and stops listening. */
  close(): Promise<void>
}

// Proxies and clients commonly give up on a silent connection after 30 to 60 seconds.
const KEEP_ALIVE_MS = 15_000
const LOCAL = '127.0.0.1'
// Time for clients to take how their streams ended; one that does not read must not hold up the end.
const CLOSE_MS = 2000

/** @throws OrreryError invalid-input for a host that is not this machine's own without a token */
export function checkReach(host = LOCAL, token?: string): void {
  if (isLoopback(host) || token) return
  throw new OrreryError(
    'invalid-input',
    `Serving on "${host}" lets other machines connect, which needs a token of your own. Set ORRERY_TOKEN or --token-file, or leave the host out and connect to 127.0.0.1 through an SSH tunnel.`
  )
}

/**
 * Serves the handlers until `close`; none of their calls may name files of this machine.
 * @throws OrreryError invalid-input for a host that is not this machine's own without a token; internal when the port is taken
 */
export async function serve(all: Handlers, options: ServeOptions): Promise<HttpServer> {
  const handlers = withoutPaths(all)
  const mounted = mount(handlers, 'window')
  const { host = LOCAL, rendererDir } = options
  const limits = { ...LIMITS, ...options.limits }
  checkReach(host, options.token)
  // Empty, as an unset shell variable leaves it, it would let everybody in.
  const token = options.token || randomBytes(24).toString('base64url')
  const running = new Map<AbortController, Promise<void>>()
  const named = new Map<string, AbortController>()
  const invitations = createInvitations()
  let port = 0

  const server = createServer(timing(limits), (request, response) => {
    answer(request, response).catch((error) => {
      if (response.headersSent) response.destroy()
      else reply(response, { ok: false, error: toWire(error) })
    })
  })
  const connections = limitConnections(server, limits)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    checkHost(request)
    const known = isLetIn(request)
    if (known) connections.trust(request.socket)
    const url = addressOf(request)
    const [, api, kind = '', ...rest] = url.pathname.split('/')
    if (api !== 'api') return serveFile(request, response, url)
    if (!known) throw wrongToken()
    const name = rest.join('/')
    if (kind === 'download' && request.method === 'GET') return sendDownload(response, handlers.download(name))
    if (request.method !== 'POST') throw new OrreryError('invalid-input', 'Calls and streams need POST.')
    if (kind === 'call') return reply(response, await mounted.call(name, await readJson(request, limits.body)))
    if (kind === 'stream') return startStream(request, response, name)
    if (kind === 'cancel') return cancelStream(response, name)
    throw new OrreryError('not-found', `There is no ${url.pathname}; expected /api/call/NAME or /api/stream/NAME.`)
  }

  async function serveFile(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new OrreryError('invalid-input', 'Files need GET.')
    }
    const code = request.method === 'GET' && url.pathname === '/' ? url.searchParams.get('code') : null
    if (code !== null) return letIn(request, response, code)
    writePage(request, response, await page(rendererDir, url.pathname))
  }

  /** A used link still opens the window for the browser that it let in. */
  function letIn(request: IncomingMessage, response: ServerResponse, code: string): void {
    if (!invitations.use(code) && !isLetIn(request)) {
      writePage(request, response, usedLink())
      return
    }
    // From now on scripts and other sites cannot use it, and the address bar and the history do not have it.
    const cookie = `${cookieName(port)}=${encodeURIComponent(token)}; Path=/; HttpOnly; SameSite=Strict`
    const headers = {
      location: '/',
      'set-cookie': cookie,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer'
    }
    response.writeHead(303, headers).end()
  }

  async function startStream(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
    const input = await readJson(request, limits.body)
    const abort = new AbortController()
    const id = request.headers['orrery-stream']
    if (typeof id === 'string') named.set(id, abort)
    response.on('close', () => abort.abort())
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.flushHeaders()
    const pulse = setInterval(() => response.writableNeedDrain || response.write(': keep-alive\n\n'), KEEP_ALIVE_MS)
    const emit = (event: unknown) => send(response, `data: ${JSON.stringify(event)}\n\n`)
    const run = mounted
      .stream(name, input, { signal: abort.signal, emit })
      .then(() => null, toWire)
      .then((error) => send(response, `event: end\ndata: ${JSON.stringify(error)}\n\n`))
      .finally(() => {
        clearInterval(pulse)
        running.delete(abort)
        if (typeof id === 'string' && named.get(id) === abort) named.delete(id)
        response.end()
      })
    running.set(abort, run)
    await run
  }

  /** A cancelled stream still says how it ended, on its own connection; one already over is no error. */
  function cancelStream(response: ServerResponse, id: string): void {
    named.get(id)?.abort()
    reply(response, { ok: true, value: null })
  }

  /** Names this server answers to: a page elsewhere that points its own host name at us must not be let in. */
  function checkHost(request: IncomingMessage): void {
    const strange = strangeness(request, { host, port })
    if (strange === 'host') {
      throw new OrreryError(
        'forbidden',
        `Orrery is served at ${urlOf({ host, port })}, not at "${request.headers.host ?? ''}". Open that address; through a tunnel, use the same port on both ends.`
      )
    }
    if (strange === 'origin') {
      throw new OrreryError(
        'forbidden',
        `A page from ${request.headers.origin} cannot use Orrery. Open ${urlOf({ host, port })} directly.`
      )
    }
  }

  function isLetIn(request: IncomingMessage): boolean {
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const cookie = cookies(request)[cookieName(port)] ?? ''
    return bearer === undefined ? same(cookie, encodeURIComponent(token)) : same(bearer, token)
  }

  port = await listen(server, { host, port: options.port ?? 0 }, 'Orrery cannot listen')

  return {
    invite: (options) => `${urlOf({ host, port })}/?code=${invitations.make(options)}`,
    port,
    token,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const abort of running.keys()) abort.abort()
      const ended = Promise.allSettled(running.values())
      await Promise.race([ended, sleep(CLOSE_MS, null, { ref: false })])
      server.closeAllConnections()
      await Promise.all([ended, closed])
    }
  }
}

/** Cookies are shared by all ports of a host, so each server's has its port in its name. */
function cookieName(port: number): string {
  return `orrery-${port}`
}

function cookies(request: IncomingMessage): Record<string, string> {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]))
}

function wrongToken(): OrreryError {
  return new OrreryError(
    'wrong-token',
    'The token is missing or wrong. In a browser, open the newest link from the terminal that Orrery runs in. Programs send "Authorization: Bearer TOKEN".'
  )
}

function usedLink(): ServedPage {
  return html(
    403,
    'This link is no longer valid',
    '<p>Each link to Orrery works once. The terminal that Orrery runs in shows a new one.</p><p>If you already opened the link in this browser, <a href="/">go to Orrery</a>.</p>'
  )
}

function writePage(request: IncomingMessage, response: ServerResponse, { status, headers, body }: ServedPage): void {
  response.writeHead(status, { ...headers, 'content-length': body.length })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** @throws OrreryError invalid-input for what is no path, such as the `*` of OPTIONS or a whole address */
function addressOf({ url = '' }: IncomingMessage): URL {
  const whole = `http://localhost${url}`
  if (url.startsWith('/') && URL.canParse(whole)) return new URL(whole)
  throw new OrreryError('invalid-input', `"${url.slice(0, 200)}" is not a path on this server.`)
}

function reply(response: ServerResponse, answer: Reply): void {
  // The wire carries the code as text; ours are the keys of STATUS.
  const status = answer.ok ? 200 : STATUS[answer.error.code as ErrorCode]
  sendJson(response, status, answer, { 'x-content-type-options': 'nosniff' })
}
