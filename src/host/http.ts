// The HTTP door: calls as JSON, streams as server-sent events, and the window's files, for this machine only.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Handlers, Reply } from '../core/api.ts'
import { type Code, OrreryError, toWire } from '../core/errors.ts'
import { call, stream } from './mount.ts'
import { page, text } from './page.ts'
import { sendDownload } from './transfer/send.ts'

export interface ServeOptions {
  /** 0, the default, takes any free port. */
  port?: number
  /** What every call must carry; random when left out or empty. */
  token?: string
  /** Folder with the built window (index.html and assets). */
  rendererDir: string
  /** Address to bind, 127.0.0.1 unless said otherwise. Any other than this machine's own needs a `token` of your choice. */
  host?: string
  /** Largest request body in bytes. */
  maxBody?: number
}

export interface Server {
  /** Opens the window in a browser: carries the token. */
  url: string
  port: number
  token: string
  /** Cancels running streams, waits for them to end, and stops listening. */
  close(): Promise<void>
}

// Imports travel as one JSON text; larger ones belong on the command line, which reads the file in place.
const MAX_BODY = 256 * 1024 * 1024
// Proxies and clients commonly give up on a silent connection after 30 to 60 seconds.
const KEEP_ALIVE_MS = 15_000
const LOOPBACK = ['127.0.0.1', 'localhost', '::1']

/**
 * Serves `handlers` until `close`.
 * @throws OrreryError invalid-input for a host that is not this machine's own without a token; internal when the port is taken
 */
export async function serve(handlers: Handlers, options: ServeOptions): Promise<Server> {
  const { host = '127.0.0.1', rendererDir, maxBody = MAX_BODY } = options
  if (!LOOPBACK.includes(host) && !options.token) {
    throw new OrreryError(
      'invalid-input',
      `Serving on "${host}" lets other machines in. Choose a token for it, or leave the host out and reach 127.0.0.1 through an SSH tunnel.`
    )
  }
  // Empty, as an unset shell variable leaves it, it would let everybody in.
  const token = options.token || randomBytes(24).toString('base64url')
  const running = new Map<AbortController, Promise<void>>()
  const named = new Map<string, AbortController>()
  let port = 0

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      if (response.headersSent) response.destroy()
      else reply(response, { ok: false, error: toWire(error) })
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    checkHost(request)
    const url = new URL(`http://localhost${request.url}`)
    const [, api, kind = '', ...rest] = url.pathname.split('/')
    if (api !== 'api') return serveFile(request, response, url)
    checkToken(request)
    const name = rest.join('/')
    if (kind === 'download' && request.method === 'GET') return sendDownload(response, handlers.download(name))
    if (request.method !== 'POST') throw new OrreryError('invalid-input', 'Calls and streams are asked for with POST.')
    if (kind === 'call') return reply(response, await call(handlers, name, await readJson(request, maxBody)))
    if (kind === 'stream') return startStream(request, response, name)
    if (kind === 'cancel') return cancelStream(response, name)
    throw new OrreryError('not-found', `There is no ${url.pathname}; expected /api/call/NAME or /api/stream/NAME.`)
  }

  async function serveFile(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new OrreryError('invalid-input', 'Files are asked for with GET.')
    }
    const offered = url.searchParams.get('token')
    if (offered !== null && same(offered, token)) {
      // Out of the address bar and the history, into a cookie that scripts and other sites cannot use.
      const cookie = `${cookieName(port)}=${encodeURIComponent(token)}; Path=/; HttpOnly; SameSite=Strict`
      response.writeHead(303, { location: '/', 'set-cookie': cookie, 'cache-control': 'no-store' }).end()
      return
    }
    const found = offered === null ? await page(rendererDir, url.pathname) : text(403, wrongToken().message)
    response.writeHead(found.status, { ...found.headers, 'content-length': found.body.length })
    response.end(request.method === 'HEAD' ? undefined : found.body)
  }

  async function startStream(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
    const input = await readJson(request, maxBody)
    const abort = new AbortController()
    const id = request.headers['orrery-stream']
    if (typeof id === 'string') named.set(id, abort)
    response.on('close', () => abort.abort())
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.flushHeaders()
    const pulse = setInterval(() => response.write(': keep-alive\n\n'), KEEP_ALIVE_MS)
    const emit = (event: unknown) => send(response, `data: ${JSON.stringify(event)}\n\n`)
    const run = stream(handlers, name, input, { signal: abort.signal, emit })
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
    const anywhere = host === '0.0.0.0' || host === '::'
    const names = LOOPBACK.includes(host) ? ['127.0.0.1', 'localhost', '[::1]'] : ['127.0.0.1', 'localhost', host]
    const asked = request.headers.host ?? ''
    if (!anywhere && !names.some((name) => asked === `${name}:${port}`)) {
      throw new OrreryError(
        'forbidden',
        `Orrery answers at http://127.0.0.1:${port} and not at "${asked}". Open that address; through a tunnel, use the same port on both ends.`
      )
    }
    const origin = request.headers.origin
    if (origin !== undefined && origin !== `http://${asked}`) {
      throw new OrreryError(
        'forbidden',
        `A page from ${origin} may not use Orrery. Open http://127.0.0.1:${port} itself.`
      )
    }
  }

  function checkToken(request: IncomingMessage): void {
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const cookie = cookies(request)[cookieName(port)] ?? ''
    if (!(bearer === undefined ? same(cookie, encodeURIComponent(token)) : same(bearer, token))) throw wrongToken()
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const taken = cause.code === 'EADDRINUSE' ? 'another program uses it' : cause.message
      const what = `Orrery cannot listen on ${host} port ${options.port ?? 0}: ${taken}.`
      reject(new OrreryError('invalid-input', `${what} Choose another port, or 0 for any free one.`, { cause }))
    })
    server.listen(options.port ?? 0, host, resolve)
  })
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host

  return {
    url: `http://${shown}:${port}/?token=${encodeURIComponent(token)}`,
    port,
    token,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const abort of running.keys()) abort.abort()
      await Promise.allSettled(running.values())
      server.closeAllConnections()
      await closed
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
    'forbidden',
    'The token is missing or wrong. Open the whole address that `orrery serve` printed, with its ?token=, or send it as "Authorization: Bearer TOKEN".'
  )
}

function same(offered: string, token: string): boolean {
  const a = Buffer.from(offered)
  const b = Buffer.from(token)
  return a.length === b.length && timingSafeEqual(a, b)
}

/** @throws OrreryError invalid-input when the body is not JSON, not said to be, or longer than `limit` bytes */
async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new OrreryError('invalid-input', 'The body must be JSON, sent with "Content-Type: application/json".')
  }
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += part.length
    // Read to its end even when too long: a client that cannot finish sending never sees the answer.
    if (size <= limit) parts.push(part)
  }
  if (size > limit) {
    const most = Math.floor(limit / 1024 / 1024)
    const instead = 'For a large file use `orrery import` on the command line.'
    throw new OrreryError('invalid-input', `The body is larger than ${most} MB. ${instead}`)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch (cause) {
    throw new OrreryError('invalid-input', `The body is not JSON: ${(cause as Error).message}`, { cause })
  }
}

function reply(response: ServerResponse, answer: Reply): void {
  // The wire carries the code as text; ours are the keys of STATUS.
  const status = answer.ok ? 200 : STATUS[answer.error.code as Code]
  const body = JSON.stringify(answer)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff'
  })
  response.end(body)
}

/** Writes and, when the client reads slower than we write, waits; a client that is gone takes everything. */
async function send(response: ServerResponse, chunk: string): Promise<void> {
  if (response.destroyed || response.write(chunk)) return
  await new Promise<void>((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
}

const STATUS: Record<Code, number> = {
  'invalid-input': 400,
  'not-found': 404,
  conflict: 409,
  busy: 409,
  cancelled: 409,
  'no-model': 409,
  'not-recorded': 404,
  'no-output': 502,
  'context-full': 422,
  'engine-crashed': 502,
  'engine-failed': 502,
  'model-broken': 422,
  'model-too-big': 422,
  'download-failed': 502,
  'server-failed': 502,
  'disk-full': 507,
  'database-corrupt': 500,
  forbidden: 403,
  disconnected: 502,
  internal: 500
}
