// A GGUF model run by the llama-server of this machine's owner, which can keep a mixture's experts in RAM while the rest is on the GPU.
import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineStatus, LoadOptions } from '../../core/api.ts'
import { NO_OUTPUT, OrreryError } from '../../core/errors.ts'
import type { Engine, EngineEvent, ModelName, Request } from '../../core/ports.ts'
import { answer } from './llama-server-answer.ts'
import { readFacts } from './llama-server-facts.ts'
import { place } from './llama-server-fit.ts'
import { countTokens } from './llama-server-http.ts'
import { isForOtherProcessor, type Server, startServer } from './llama-server-process.ts'
import { deviceOf, findProgram, lookAt, measureFree, OTHER_PROCESSOR } from './llama-server-program.ts'
import { reasonOf } from './openai-request.ts'
import { createQueue } from './queue.ts'
import { defer, raceAbort, stopped } from './wait.ts'

/** How the engine is doing. */
export type LlamaServerStatus = Pick<EngineStatus, 'state' | 'device' | 'contextSize'>

export interface LlamaServerOptions {
  /** Absolute path of the .gguf file. */
  modelPath: string
  name: string
  /** SHA-256 of the file when known. */
  hash: string | null
  template: 'standard' | 'small'
  load: LoadOptions
  /** Tokens of context to aim for where `load` decides none; default 32,768. */
  contextSize?: number
  /** Path of the llama-server program; `null` looks for it (`findProgram`). */
  program?: string | null
  /** Bytes the model may take, instead of what the machine has free. */
  free?: { ram: number; vram: number }
  onStatus?: (status: LlamaServerStatus) => void
}

// How often an answer is asked for before it counts as none.
const DRAWS = 4
// A dying server closes its connections a moment before it is gone.
const EXIT_MS = 2000

/**
 * The engine over `modelPath`. Nothing starts before the first `load`, `generate` or `countTokens`. When the server dies, the requests it
 * was answering fail with `engine-crashed` and the next one starts it again. The server ends with `dispose` and with this process.
 * Without a llama-server to run, requests fail with `not-found`.
 */
export function createLlamaServerEngine(options: LlamaServerOptions): Engine {
  const { modelPath, name, template, load, onStatus } = options
  const model: ModelName = { name, hash: options.hash }
  const queue = createQueue(() => load.sequences ?? 1)
  const life = new AbortController()
  let status: LlamaServerStatus = { state: 'idle', device: null, contextSize: load.contextSize }
  let running: Promise<Server> | null = null
  let answering = 0
  let loaded = 0
  let moved = defer()

  function tell(change: Partial<LlamaServerStatus>): void {
    status = { ...status, ...change }
    onStatus?.(status)
  }

  function progress(done: number): void {
    loaded = done
    moved.resolve()
    moved = defer()
  }

  /** The server, started if need be. */
  function connect(): Promise<Server> {
    if (life.signal.aborted) throw new OrreryError('no-model', `The model ${name} was put away. Choose a model again.`)
    if (running) return running
    const starting = start()
    running = starting
    const over = (state: LlamaServerStatus['state']) => {
      if (running === starting) running = null
      if (!life.signal.aborted) tell({ state })
    }
    starting.then(
      ({ exited }) => exited.then(() => over('crashed')),
      (error) => over(error instanceof OrreryError && error.code === 'engine-crashed' ? 'crashed' : 'idle')
    )
    return starting
  }

  async function start(): Promise<Server> {
    loaded = 0
    tell({ state: 'loading' })
    const [known, facts] = await Promise.all([lookAt(findProgram(options.program ?? null)), readFacts(modelPath)])
    const placement = place(facts, options.free ?? measureFree(known), load, {
      name,
      preferred: options.contextSize
    })
    const server = await startServer(known, { modelPath, name, placement, life: life.signal, onProgress: progress })
    progress(1)
    tell({
      state: 'ready',
      device: deviceOf(known, placement),
      contextSize: server.contextSize ?? placement.contextSize
    })
    return server
  }

  /** Waits for the server and tells how far it is. */
  async function* ready(signal: AbortSignal): AsyncGenerator<number, Server> {
    const starting = connect()
    while (true) {
      const step = await raceAbort(Promise.race([starting, moved.promise]), signal)
      if (step) return step
      yield loaded
    }
  }

  /** One draw of an answer. Nothing is told, and `false` returned, when it adds nothing to what was given of it. */
  async function* attempt(request: Request, signal: AbortSignal): AsyncGenerator<EngineEvent, boolean> {
    const opening = ready(signal)
    let next = await opening.next()
    for (; !next.done; next = await opening.next())
      yield { type: 'progress', phase: 'load', done: next.value, total: 1 }
    const server = next.value
    let held = ''
    let given: string | null = null
    let begun = false
    if (answering++ === 0) tell({ state: 'generating' })
    try {
      for await (const event of answer(server, request, { signal, model })) {
        if (event.type === 'text') {
          held += event.text
          given ??= request.prefill || (isOpening(held) ? held : '')
          // What was given was not the model's word: it is held until the model adds its own.
          if (begun) yield event
          else if (held.trim() !== given.trim()) {
            begun = true
            yield { type: 'text', text: held }
          }
        } else if (event.type !== 'done' || begun) yield event
      }
      return begun
    } catch (cause) {
      throw await reasonFor(cause, server, signal)
    } finally {
      if (--answering === 0 && status.state === 'generating') tell({ state: 'ready' })
    }
  }

  /** Why a request failed: a connection that broke says nothing of the server that died at its other end. */
  async function reasonFor(cause: unknown, server: Server, signal: AbortSignal | undefined): Promise<OrreryError> {
    if (signal?.aborted) return stopped()
    if (cause instanceof OrreryError) return cause
    const how = await Promise.race([server.exited, sleep(EXIT_MS, null)])
    if (life.signal.aborted) return stopped()
    if (how !== null) return crashed(name, how, cause)
    const message = `llama-server broke off its answer: ${reasonOf(cause)}. Try the step again.`
    return new OrreryError('engine-failed', message, { cause })
  }

  return {
    info: () => ({ engine: 'llama-server', model, contextSize: status.contextSize, template }),

    async *generate(request, { signal }) {
      // Beside others its tokens would be read in other batches, and might come out differently.
      const place = queue.join({ owner: request.owner, alone: request.strict })
      try {
        for await (const ahead of place.turn(signal)) yield { type: 'queued', ahead }
        // A turn that ends before it begins is drawn again: small models often do that, and the prompt is read already.
        for (let draw = 0; draw < DRAWS; draw++) {
          if (yield* attempt({ ...request, seed: (request.seed + draw) % 2 ** 31 }, signal)) return
        }
        throw new OrreryError('no-output', NO_OUTPUT)
      } finally {
        place.leave()
      }
    },

    async countTokens(texts, { signal } = {}) {
      const server = await raceAbort(connect(), signal)
      try {
        return await countTokens(server, texts, signal)
      } catch (cause) {
        throw await reasonFor(cause, server, signal)
      }
    },

    async *load({ signal }) {
      const opening = ready(signal)
      for (let next = await opening.next(); !next.done; next = await opening.next()) yield next.value
      yield 1
    },

    async dispose() {
      life.abort()
      const server = await running?.catch(() => null)
      await server?.exited
      tell({ state: 'idle' })
    }
  }
}

/** Whether this is only what every answer is given to begin with. */
const isOpening = (text: string) => /^<(think|predicted_observation)>\s*$/.test(text)

function crashed(name: string, how: string, cause: unknown): OrreryError {
  const ended = `llama-server ended in the middle of its work with ${name}`
  if (isForOtherProcessor(how)) return new OrreryError('engine-crashed', `${ended}: ${OTHER_PROCESSOR}`, { cause })
  return new OrreryError(
    'engine-crashed',
    `${ended} (${how}). No committed step is lost, and it starts again by itself: try the step again.`,
    { cause }
  )
}
