// A GGUF model run by the llama-server of this machine's owner, which can keep a mixture's experts in RAM while the rest is on the GPU.
import { setTimeout as sleep } from 'node:timers/promises'
import { LoadOptions } from '../../core/api.ts'
import { OrreryError } from '../../core/errors.ts'
import type { Engine, EngineState, ModelName, Request } from '../../core/ports.ts'
import { fileEngine } from './declare.ts'
import { answer } from './llama-server-answer.ts'
import { readFacts } from './llama-server-facts.ts'
import { place } from './llama-server-fit.ts'
import { countTokens } from './llama-server-http.ts'
import { isForOtherProcessor, type Server, startServer } from './llama-server-process.ts'
import { deviceOf, findProgram, lookAt, measureFree, OTHER_PROCESSOR } from './llama-server-program.ts'
import { answerInTurn, type Drawn } from './local.ts'
import { reasonOf } from './openai-request.ts'
import { createQueue } from './queue.ts'
import { defer, raceAbort, stopped } from './wait.ts'

const ID = 'llama-server'

export const llamaServer = fileEngine({
  id: ID,
  title: 'llama-server of this machine',
  description: 'Needs llama.cpp’s server program on this machine; it can keep expert layers on the CPU.',
  source: 'a local llama-server',
  options: LoadOptions,
  check: () => void findProgram(null),
  open: ({ path, contextSize, ...file }, load) =>
    createLlamaServerEngine({ ...file, modelPath: path, ...(contextSize !== null && { contextSize }), load })
})

/** How the engine is doing. */
export interface LlamaServerStatus extends EngineState {
  /** Tokens; before loading those that were asked for, if any. */
  contextSize: number | null
}

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

  async function* draw(request: Request, { signal }: { signal: AbortSignal }): AsyncGenerator<Drawn> {
    const opening = ready(signal)
    let next = await opening.next()
    for (; !next.done; next = await opening.next())
      yield { type: 'progress', phase: 'load', done: next.value, total: 1 }
    const server = next.value
    if (answering++ === 0) tell({ state: 'generating' })
    try {
      yield* answer(server, request, { signal, engine: ID, model })
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
    info: () => ({ engine: ID, model, contextSize: status.contextSize, template }),
    status: () => status,
    generate: (request, { signal }) => answerInTurn(request, { signal, queue, draw }),

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

function crashed(name: string, how: string, cause: unknown): OrreryError {
  const ended = `llama-server ended in the middle of its work with ${name}`
  if (isForOtherProcessor(how)) return new OrreryError('engine-crashed', `${ended}: ${OTHER_PROCESSOR}`, { cause })
  return new OrreryError(
    'engine-crashed',
    `${ended} (${how}). No committed step is lost, and it starts again by itself: try the step again.`,
    { cause }
  )
}
