// What the servers of this program have in common: how they begin to listen, when a client has left, and how they answer in JSON.
import type { OutgoingHttpHeaders, Server, ServerResponse } from 'node:http'
import { OrreryError } from '../../core/errors.ts'
import { listenable } from './addressed.ts'

/**
 * @param what begins the message where it does not work: `Orrery cannot listen`
 * @returns the port, which 0 leaves to the system
 * @throws OrreryError invalid-input when the port is taken
 */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
  what: string
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'another program uses that port' : cause.message
      const instead = 'Choose another port, or 0 for any free one.'
      reject(new OrreryError('invalid-input', `${what} on ${host} port ${port}: ${why}. ${instead}`, { cause }))
    })
    server.listen(port, listenable(host), resolve)
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

/** Aborts when the client goes away before it is answered. */
export function leaving(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => response.writableFinished || gone.abort())
  return gone.signal
}

/** Answers with a value as JSON, which no cache keeps. */
export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: OutgoingHttpHeaders = {}
): void {
  const body = JSON.stringify(value)
  response.writeHead(status, { ...jsonHeaders(body), ...headers }).end(body)
}

/** Says when to ask again, where an error tells it. */
export const retryHeaders = (error: unknown): OutgoingHttpHeaders =>
  error instanceof OrreryError && error.retryAfter !== undefined ? { 'retry-after': String(error.retryAfter) } : {}

/** Headers of a body that is JSON. */
export const jsonHeaders = (body: string): OutgoingHttpHeaders => ({
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
  'cache-control': 'no-store'
})
