// A GGUF model on this machine, run by llama.cpp in a process of its own that may die without taking anything with it.
import { type Bytes, LoadOptions } from '../../core/api.ts'
import { NO_OUTPUT, OrreryError } from '../../core/errors.ts'
import type { Engine, EngineEvent, ModelName, Request } from '../../core/ports.ts'
import { FromProcess, type ToProcess } from '../engine-process/protocol.ts'
import { createQueue } from './queue.ts'
import { type EnginePort, forkEngine, type SpawnEngine } from './spawn.ts'
import { defer, raceAbort, stopped } from './wait.ts'

export type { SpawnEngine } from './spawn.ts'

/** How the engine is doing: the engine's part of the contract's EngineStatus. */
export interface LlamaStatus {
  state: 'idle' | 'loading' | 'ready' | 'generating' | 'crashed'
  /** `cpu`, `cuda`, `vulkan` or `metal`; `null` before loading. */
  device: string | null
  /** Tokens; `null` before loading. */
  contextSize: number | null
  /** Bytes that unloading sets free; `null` before loading. */
  memory: Bytes | null
}

export interface LlamaOptions {
  /** Absolute path of the .gguf file. */
  modelPath: string
  name: string
  /** SHA-256 of the file when known. */
  hash: string | null
  template: 'standard' | 'small'
  /** Tokens to aim for, where neither `load` nor ORRERY_CONTEXT decides; default 32,768, as far as training and memory go. */
  contextSize?: number
  /** What a person decided about loading it. */
  load?: LoadOptions
  /** Bytes the model may take, instead of what the machine has free. */
  freeMemory?: number
  /** Folder where what was read is kept when the engine is put away; without it, or without a hash, nothing is. */
  states?: string | null
  /** Whether answers may be copied from the prompt; default: yes. */
  copying?: boolean
  spawn?: SpawnEngine
  onStatus?: (status: LlamaStatus) => void
}

/** A running process and the requests it has yet to answer. */
interface Connection {
  port: EnginePort
  send(message: ToProcess): void
  pending: Map<string, Pending>
  exited: Promise<void>
}
type Reply = Exclude<FromProcess, { type: 'status' | 'error' }>
interface Pending {
  reply(message: Reply): void
  fail(error: OrreryError): void
}

/**
 * The engine over `modelPath`. Nothing starts before the first `generate` or `countTokens`. When the process dies, the request it was
 * answering fails with `engine-crashed` and the next one starts a fresh process.
 */
export function createLlamaEngine(options: LlamaOptions): Engine {
  const { modelPath, template, spawn = forkEngine, onStatus, states = null, copying = true } = options
  const model: ModelName = { name: options.name, hash: options.hash }
  const decided = options.load ?? LoadOptions.parse({})
  const load = { ...decided, contextSize: contextFromEnvironment(process.env.ORRERY_CONTEXT) ?? decided.contextSize }
  let sequences = 1
  const queue = createQueue(() => sequences)
  let status: LlamaStatus = {
    state: 'idle',
    device: null,
    contextSize: load.contextSize ?? options.contextSize ?? null,
    memory: null
  }
  let connection: Connection | null = null
  let requests = 0
  let disposed = false
  const unheard = new WeakSet<OrreryError>()

  function tell(next: LlamaStatus): void {
    status = next
    onStatus?.(next)
  }

  function connect(): Connection {
    if (disposed) throw new OrreryError('no-model', `The model ${model.name} was put away. Choose a model again.`)
    if (connection) return connection
    const port = spawn()
    const { promise: exited, resolve } = defer()
    const pending: Connection['pending'] = new Map()
    const made: Connection = { port, send: (message) => port.postMessage(message), pending, exited }
    connection = made
    port.onMessage((message) => {
      const parsed = FromProcess.safeParse(message)
      // A process that talks nonsense cannot be reasoned with; its exit fails whoever waits for it.
      if (!parsed.success) return port.kill()
      const event = parsed.data
      if (event.type === 'status') {
        const { device, contextSize, memory } = event
        sequences = event.sequences
        queue.look()
        // Work that everyone has left is still being wound up over there; here nobody waits for it.
        const state = event.state === 'generating' && pending.size === 0 ? 'ready' : event.state
        if (connection === made) tell({ state, device, contextSize: contextSize ?? status.contextSize, memory })
      } else if (event.type === 'error') {
        pending.get(event.id)?.fail(new OrreryError(event.code, event.message))
      } else {
        pending.get(event.id)?.reply(event)
      }
    })
    port.onExit((code, detail) => {
      resolve()
      if (connection !== made) return
      connection = null
      const error = disposed ? stopped() : crashed(model.name, status.state, code, detail)
      // It had nothing to do: who asked at that very moment was not heard, and may ask the next one.
      if (status.state === 'ready') unheard.add(error)
      tell({ ...status, state: disposed ? 'idle' : 'crashed', memory: null })
      for (const request of [...pending.values()]) request.fail(error)
    })
    made.send({
      type: 'load',
      path: modelPath,
      contextSize: options.contextSize ?? null,
      options: load,
      free: options.freeMemory === undefined ? null : { ram: options.freeMemory, vram: 0 },
      states: states && options.hash ? { folder: states, model: options.hash } : null,
      copying
    })
    return made
  }

  /** One draw of an answer. Nothing is told, and `false` returned, when it adds nothing to the prefill. */
  async function* attempt(request: Request, seed: number, signal: AbortSignal): AsyncGenerator<EngineEvent, boolean> {
    const { messages, prefill, thinking, stop, sampling, strict, owner, repeats, shape, trace } = request
    const { counts = true } = request
    const { send, pending } = connect()
    const id = String(++requests)
    const inbox = createInbox()
    pending.set(id, inbox)
    let text = ''
    let begun = false
    try {
      send({
        type: 'generate',
        id,
        ask: { messages, prefill, thinking, stop, sampling, seed, strict, owner, repeats, counts, shape, trace }
      })
      while (true) {
        for (const message of await raceAbort(inbox.next(), signal)) {
          const event = toEvent(message, model)
          if (event?.type === 'text') {
            text += event.text
            // What the prefill says was not the model's word: it is held until the model adds its own.
            if (!begun && text.trim() !== prefill.trim()) {
              begun = true
              yield { type: 'text', text }
            } else if (begun) yield event
          } else if (event?.type === 'done') {
            if (begun) yield event
            return begun
          } else if (event) yield event
        }
      }
    } finally {
      // Whoever leaves early, by cancelling or by not listening on, stops the work; after an answer this is no news.
      pending.delete(id)
      send({ type: 'cancel', id })
      if (status.state === 'generating') tell({ ...status, state: 'ready' })
    }
  }

  /** The first draw, asked of a new process when the one there had died before it could hear of it. */
  async function* first(request: Request, signal: AbortSignal): AsyncGenerator<EngineEvent, boolean> {
    try {
      return yield* attempt(request, request.seed, signal)
    } catch (error) {
      if (!(error instanceof OrreryError) || !unheard.has(error)) throw error
    }
    return yield* attempt(request, request.seed, signal)
  }

  return {
    info: () => ({ engine: 'llama', model, contextSize: status.contextSize, template }),

    async *generate(request, { signal }) {
      const place = queue.join({ owner: request.owner, alone: request.strict })
      try {
        for await (const ahead of place.turn(signal)) yield { type: 'queued', ahead }
        // A turn that ends before it begins is drawn again: small models often do that, and the prompt is read already.
        for (let draw = 0; draw < DRAWS; draw++) {
          if (yield* draw === 0 ? first(request, signal) : attempt(request, seedOf(request.seed, draw), signal)) return
        }
        throw new OrreryError('no-output', NO_OUTPUT)
      } finally {
        place.leave()
      }
    },

    async countTokens(texts, { signal } = {}) {
      const { send, pending } = connect()
      const id = String(++requests)
      const { promise, resolve, reject } = defer<number[]>()
      pending.set(id, {
        reply: (message) => message.type === 'counted' && resolve(message.counts),
        fail: reject
      })
      try {
        send({ type: 'count', id, texts })
        return await raceAbort(promise, signal)
      } finally {
        pending.delete(id)
      }
    },

    async *load({ signal }) {
      const { send, pending } = connect()
      const id = String(++requests)
      const inbox = createInbox()
      pending.set(id, inbox)
      try {
        send({ type: 'ready', id })
        while (true) {
          for (const message of await raceAbort(inbox.next(), signal)) {
            if (message.type === 'progress') yield message.done / message.total
            else if (message.type === 'ready') return
          }
        }
      } finally {
        pending.delete(id)
        send({ type: 'cancel', id })
      }
    },

    async dispose() {
      disposed = true
      if (!connection) return
      const { port, send, exited } = connection
      // A process that hangs while it saves must not keep the program from ending.
      const late = setTimeout(() => port.kill(), states ? SAVE_MS : 0)
      if (states) send({ type: 'close' })
      await exited
      clearTimeout(late)
    }
  }
}

// Saving takes tens of milliseconds; half a gigabyte on a slow disk takes this long.
const SAVE_MS = 5000

// How often an answer is asked for before it counts as none.
const DRAWS = 4

/** The seed of the nth draw, within what llama.cpp takes: the first is the one asked for. */
function seedOf(seed: number, draw: number): number {
  return (seed + draw) % 2 ** 31
}

/** Messages that arrived and were not read yet. `next` waits for the first and takes all. */
function createInbox(): Pending & { next(): Promise<Reply[]> } {
  let messages: Reply[] = []
  let failure: OrreryError | null = null
  let arrived = defer()
  return {
    reply(message) {
      messages.push(message)
      arrived.resolve()
    },
    fail(error) {
      failure = error
      arrived.resolve()
    },
    async next() {
      await arrived.promise
      // What came before the failure is still part of the answer.
      if (messages.length === 0 && failure) throw failure
      const taken = messages
      messages = []
      if (!failure) arrived = defer()
      return taken
    }
  }
}

function toEvent(message: Reply, model: ModelName): EngineEvent | null {
  switch (message.type) {
    case 'progress':
      return { type: 'progress', phase: message.phase, done: message.done, total: message.total }
    case 'text':
      return { type: 'text', text: message.text }
    case 'meter':
      return { type: 'meter', tokens: message.tokens, tokensPerSecond: message.tokensPerSecond }
    case 'done':
      return { type: 'done', tokens: message.tokens, cut: message.cut, trace: message.trace, engine: 'llama', model }
    case 'counted':
    case 'ready':
    case 'fitted':
      return null
    default:
      return message satisfies never
  }
}

function crashed(name: string, state: LlamaStatus['state'], code: number | null, detail = ''): OrreryError {
  const doing = state === 'loading' ? `while loading ${name}` : 'in the middle of its work'
  const how = [code === null ? '' : `exit code ${code}`, detail].filter(Boolean).join('; ')
  const hint = state === 'loading' ? ' If it happens again, the model may be damaged or too big for this machine.' : ''
  return new OrreryError(
    'engine-crashed',
    `The engine process ended ${doing}${how ? ` (${how})` : ''}. No committed step is lost, and the engine restarts by itself: try the step again.${hint}`
  )
}

function contextFromEnvironment(text: string | undefined): number | null {
  if (!text) return null
  const size = Number(text)
  if (LoadOptions.shape.contextSize.safeParse(size).success) return size
  throw new OrreryError(
    'invalid-input',
    `ORRERY_CONTEXT is "${text}"; a whole number of tokens was expected, 256 or more, for example 8192.`
  )
}
