// What a client of the HTTP door may hold, and for how long: connections, request bodies, and answers it does not read.
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { OrreryError } from '../../core/errors.ts'

export interface Limits {
  /** Open connections. Past this the oldest one that never showed the token makes room. */
  connections: number
  /** Milliseconds for the head of a request. */
  head: number
  /** Milliseconds for a whole request, body included. */
  request: number
  /** Milliseconds in which a client must take or send at least one byte of what is under way. */
  stall: number
  /** Bytes of a request body. */
  body: number
}

export const LIMITS: Limits = {
  // A window holds six at most. Well below the 1024 open files that many systems allow a process.
  connections: 256,
  head: 10_000,
  // Five minutes for 256 MB is under 1 MB/s, the speed of a slow tunnel.
  request: 300_000,
  stall: 30_000,
  // Imports travel as one JSON text; larger ones belong on the command line, which reads the file in place.
  body: 256 * 1024 * 1024
}

// A client that is still sending must be able to finish reading why it was refused.
const LINGER_MS = 1000

/** What `createServer` is to be given. */
export function timing({ head, request }: Limits): ServerOptions {
  return { headersTimeout: head, requestTimeout: request, connectionsCheckingInterval: Math.min(head, request) / 2 }
}

/** Holds the connections of `server` to `limits`. */
export function limitConnections(server: Server, limits: Limits): { trust(socket: Socket): void } {
  const all = new Set<Socket>()
  const strangers = new Set<Socket>()
  const current = new Map<Socket, IncomingMessage>()
  const forget = (socket: Socket) => {
    all.delete(socket)
    strangers.delete(socket)
  }

  server.on('connection', (socket: Socket) => {
    all.add(socket)
    strangers.add(socket)
    socket.on('close', () => forget(socket))
    if (all.size <= limits.connections) return
    // Sets keep the order of arrival. When everybody else showed the token, the new one is the only stranger.
    const [oldest = socket] = strangers
    forget(oldest)
    oldest.destroy()
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    current.set(request.socket, request)
    response.on('close', () => current.get(request.socket) === request && current.delete(request.socket))
    // What was refused unread is skipped for a while and then cut off.
    response.on('finish', () => {
      if (request.complete) return
      request.resume()
      setTimeout(() => request.complete || request.socket.destroy(), LINGER_MS).unref()
    })
  })
  // Node restarts this clock whenever a byte moves. A stream that has nothing to say is no stall: only what waits to be taken, or to be
  // sent, is.
  server.setTimeout(limits.stall, (socket: Socket) => {
    const request = current.get(socket)
    if (!request?.complete || socket.writableLength > 0) socket.destroy()
  })
  return { trust: (socket) => void strangers.delete(socket) }
}

/** @throws OrreryError invalid-input when the body is not JSON, not said to be, or longer than `limit` bytes */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new OrreryError('invalid-input', 'The body must be JSON, sent with "Content-Type: application/json".')
  }
  const body = await readBody(request, limit)
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new OrreryError('invalid-input', `The body is not JSON: ${(cause as Error).message}`, { cause })
  }
}

/** The body as text, whatever it is said to be. @throws OrreryError invalid-input when it is longer than `limit` bytes */
export async function readText(request: IncomingMessage, limit: number): Promise<string> {
  return (await readBody(request, limit)).toString('utf8')
}

/** @throws OrreryError invalid-input when it is longer than `limit` bytes */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLong = () => {
    const instead = 'For a large file use `orrery import` on the command line.'
    return new OrreryError('invalid-input', `The body is larger than ${Math.floor(limit / 1024 / 1024)} MB. ${instead}`)
  }
  if (Number(request.headers['content-length']) > limit) return Promise.reject(tooLong())
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    const take = (part: Buffer) => {
      size += part.length
      if (size <= limit) return void parts.push(part)
      // Not `for await`: leaving that loop would close the connection before the answer.
      request.off('data', take)
      parts.length = 0
      reject(tooLong())
    }
    request
      .on('data', take)
      .on('end', () => resolve(Buffer.concat(parts)))
      .on('error', reject)
      .on('close', () => reject(new OrreryError('cancelled', 'The request ended before its body was complete.')))
  })
}

/**
 * Writes and, when the client reads slower than we write, waits; a client that is gone takes everything. What waits in memory is never
 * more than one chunk beyond Node's own buffer.
 */
export async function send(response: ServerResponse, chunk: string): Promise<void> {
  if (response.destroyed || response.write(chunk)) return
  await new Promise<void>((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
}
