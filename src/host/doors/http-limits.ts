// What a client of the HTTP door may hold, and for how long: connections, request bodies, and answers it does not read.

import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { OrreryError } from '../../core/errors.ts'
import { decodeText } from '../../core/text/decode.ts'
import { parseJson } from '../../core/text/json.ts'

export interface Limits {
  /** Open connections. Past this whoever holds the most makes room. */
  connections: number
  /** Open connections of one link, and of one address among those that have not shown yet who they are. */
  each: number
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
  each: 128,
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

export interface Connections {
  /** Who it is, is known. A `link` is one among others, and counted by itself; without one it is the user, who makes room for nobody. */
  trust(socket: Socket, link?: string): void
}

/** Holds the connections of `server` to `limits`. */
export function limitConnections(server: Server, limits: Limits): Connections {
  let open = 0
  // Sets keep the order of arrival. Users are in none of them.
  const holders = new Map<string, Set<Socket>>()
  const holderOf = new Map<Socket, string>()
  const current = new Map<Socket, IncomingMessage>()

  function leave(socket: Socket): void {
    const name = holderOf.get(socket)
    const held = name === undefined ? undefined : holders.get(name)
    held?.delete(socket)
    if (name !== undefined && !held?.size) holders.delete(name)
    holderOf.delete(socket)
  }
  function join(socket: Socket, name: string): Set<Socket> {
    const held = holders.get(name) ?? new Set()
    holders.set(name, held.add(socket))
    holderOf.set(socket, name)
    return held
  }
  /** The oldest makes room; among those of a link, the oldest whose request is not whole yet before those that are answered. */
  function closeOne(held: Set<Socket>): void {
    const [oldest] = held
    const socket = [...held].find((one) => current.get(one)?.complete === false) ?? oldest
    if (!socket) return
    leave(socket)
    socket.destroy()
  }

  server.on('connection', (socket: Socket) => {
    open++
    const strangers = join(socket, `from ${socket.remoteAddress}`)
    socket.on('close', () => {
      open--
      leave(socket)
    })
    if (strangers.size > limits.each) closeOne(strangers)
    else if (open > limits.connections) {
      let greediest = strangers
      for (const held of holders.values()) if (held.size > greediest.size) greediest = held
      closeOne(greediest)
    }
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
  return {
    trust(socket, link) {
      const name = link === undefined ? undefined : `link ${link}`
      if (socket.destroyed || (name !== undefined && holderOf.get(socket) === name)) return
      leave(socket)
      const held = name === undefined ? null : join(socket, name)
      if (held && held.size > limits.each) closeOne(held)
    }
  }
}

/** @throws OrreryError invalid-input when the body is not JSON, not said to be, or longer than `limit` bytes */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new OrreryError('invalid-input', 'The body must be JSON, sent with "Content-Type: application/json".')
  }
  const body = await readBody(request, limit)
  try {
    return parseJson(decodeText(body, 'The body'))
  } catch (cause) {
    if (cause instanceof OrreryError) throw cause
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
