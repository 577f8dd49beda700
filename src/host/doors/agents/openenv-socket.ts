// One WebSocket of an OpenEnv client: frames are answered one after the other, in the order in which they come.

import { setTimeout as sleep } from 'node:timers/promises'
import type { RawData, WebSocket } from 'ws'
import { z } from 'zod'
import { type ErrorCode, OrreryError, toWire } from '../../../core/errors.ts'
import { sentenceOf } from '../../../core/text/issues.ts'
import { JsonValue, parseJson } from '../../../core/text/json.ts'
import type { Episode } from './episode.ts'
import { fitting, RPC, Rpc, reset, rpc, rpcError, stateOf, step } from './openenv-session.ts'

// Clients send one and wait. Who sends more without reading is in a loop.
const MOST_WAITING = 64

// A connection that is cut without a word is noticed after two of these; clients ask as often.
const PULSE_MS = 20_000

// By then a link may ask several times more.
const SLOW_MS = 10

const Frame = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('reset'), data: z.record(z.string(), JsonValue).default({}) }),
  // What it holds may be no action, which the agent observes.
  z.strictObject({ type: z.literal('step'), data: JsonValue.optional() }),
  z.strictObject({ type: z.literal('state') }),
  z.strictObject({ type: z.literal('close') }),
  z.strictObject({ type: z.literal('mcp'), data: z.record(z.string(), JsonValue) })
])
const KNOWN = ['reset', 'step', 'state', 'close', 'mcp']

export interface Serving {
  /** `frames`: OpenEnv's own, with JSON-RPC inside; `rpc`: JSON-RPC alone. */
  speaks: 'frames' | 'rpc'
  allowed(): boolean
}

/** Serves the socket until it closes. */
export function serveSocket(socket: WebSocket, episode: Episode, { speaks, allowed }: Serving): Promise<void> {
  let waiting = 0
  let last = Promise.resolve()
  let alive = true
  const answer = async (text: string) => {
    // Who asks faster than a link may is slowed down: a rollout is not to lose a step.
    while (!allowed()) await sleep(SLOW_MS)
    if (socket.readyState !== socket.OPEN) return
    const reply = speaks === 'rpc' ? await answerRpc(text, episode) : await answerFrame(text, episode)
    if (reply === null) socket.close(1000)
    // A client that does not read is not written to any further.
    else if (socket.readyState === socket.OPEN) await new Promise((sent) => socket.send(JSON.stringify(reply), sent))
  }
  socket.on('message', (data) => {
    if (++waiting > MOST_WAITING) return socket.close(1008, 'Too many frames at once.')
    last = last.then(() => answer(textOf(data))).finally(() => waiting--)
  })
  socket.on('pong', () => {
    alive = true
  })
  const pulse = setInterval(() => {
    if (!alive) return socket.terminate()
    alive = false
    socket.ping()
  }, PULSE_MS)
  return new Promise<void>((resolve) => {
    if (socket.readyState === socket.CLOSED) resolve()
    socket.on('close', () => resolve())
  }).finally(() => clearInterval(pulse))
}

const textOf = (data: RawData): string =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as ArrayBuffer)).toString('utf8')

/** `null`: the client is done. Never throws. */
async function answerFrame(text: string, episode: Episode): Promise<unknown> {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    return errorFrame('INVALID_JSON', `A frame is one JSON text: ${(error as Error).message}`)
  }
  const { type } = z.looseObject({ type: z.unknown() }).catch({ type: undefined }).parse(value)
  if (typeof type !== 'string' || !KNOWN.includes(type)) {
    return errorFrame('UNKNOWN_TYPE', `The type of a frame is one of ${KNOWN.join(', ')}.`)
  }
  try {
    const frame = fitting(Frame, value)
    switch (frame.type) {
      case 'reset':
        return { type: 'observation', data: await reset(episode, frame.data) }
      case 'step':
        return { type: 'observation', data: await step(episode, frame.data) }
      case 'state':
        return { type: 'state', data: stateOf(episode) }
      case 'mcp':
        return { type: 'mcp', data: await answerRpc(JSON.stringify(frame.data), episode) }
      case 'close':
        return null
      default:
        return frame satisfies never
    }
  } catch (error) {
    return failedFrame(error)
  }
}

const FRAME_CODES: Partial<Record<ErrorCode, string>> = {
  'invalid-input': 'VALIDATION_ERROR',
  'not-found': 'VALIDATION_ERROR',
  overloaded: 'CAPACITY_REACHED'
}

/** What failed, with the seconds until it is worth asking again where nothing was done for want of machines. */
export function failedFrame(error: unknown) {
  const { code, message } = toWire(error)
  const { type, data } = errorFrame(FRAME_CODES[code] ?? 'EXECUTION_ERROR', message)
  const retryAfter = error instanceof OrreryError ? error.retryAfter : undefined
  return { type, data: { ...data, ...(retryAfter !== undefined && { retry_after: retryAfter }) } }
}

export const errorFrame = (code: string, message: string) => ({ type: 'error', data: { message, code } })

/** The answer to a JSON-RPC text on a session. Never throws. */
async function answerRpc(text: string, episode: Episode): Promise<unknown> {
  const read = readRpc(text)
  if ('error' in read) return read
  if (read.method === 'openenv/session/create') {
    return { jsonrpc: '2.0', id: read.id, result: { session_id: episode.id } }
  }
  return rpc(
    read,
    async () => episode.told,
    (work) => work(episode)
  )
}

/** A request, or the answer to what is none. */
export function readRpc(text: string): Rpc | ReturnType<typeof rpcError> {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    return rpcError(null, RPC.parse, 'That is not JSON.')
  }
  const { success, data, error } = Rpc.safeParse(value)
  return success ? data : rpcError(null, RPC.request, sentenceOf(error, { value, schema: Rpc }))
}
