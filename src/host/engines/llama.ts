// A GGUF model on this machine, run by llama.cpp in a process of its own that may die without taking anything with it.
import { LoadOptions } from '../../core/contract/fit.ts'
import { OrreryError } from '../../core/errors.ts'
import type { TemplateKind } from '../../core/tree/model.ts'
import type { Engine, EngineEvent, GenerateOptions, ModelName, Request } from '../../core/tree/ports.ts'
import type { ToEngine } from '../engine-process/protocol.ts'
import type { Spawn } from '../process/child.ts'
import { fileEngine } from './declare.ts'
import { canList } from './lists.ts'
import { createLlamaProcess, type FromLlama, type LlamaStatus } from './llama-process.ts'
import { answerInTurn } from './local.ts'
import { createQueue } from './queue.ts'
import { forkEngine } from './spawn.ts'

export type { LlamaStatus } from './llama-process.ts'

const ID = 'llama'

export const llama = fileEngine({
  id: ID,
  title: 'Orrery’s own engine',
  description: 'Rewinds and branches without rereading the history.',
  source: 'a local model',
  options: LoadOptions.omit({ cpuExperts: true }),
  open: ({ path, contextSize, ...file }, load, { states, spawn }) =>
    createLlamaEngine({
      ...file,
      modelPath: path,
      ...(contextSize !== null && { contextSize }),
      load: LoadOptions.parse(load),
      states,
      ...(spawn && { spawn })
    })
})

export interface LlamaOptions {
  /** Absolute path of the .gguf file. */
  modelPath: string
  name: string
  /** SHA-256 of the file when known. */
  hash: string | null
  template: TemplateKind
  /** Of the model; absent: too few to count. */
  parameters?: number
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
  spawn?: Spawn
  onStatus?: (status: LlamaStatus) => void
}

/**
 * The engine over `modelPath`. Nothing starts before the first `generate` or `countTokens`. When the process dies, the request it was
 * answering fails with `engine-crashed` and the next one starts a fresh process.
 */
export function createLlamaEngine(options: LlamaOptions): Engine {
  const { modelPath, template, spawn = forkEngine, onStatus, states = null, copying = true } = options
  const lists = canList(options.parameters ?? 0)
  const model: ModelName = { name: options.name, hash: options.hash }
  const decided = options.load ?? LoadOptions.parse({})
  const load = { ...decided, contextSize: contextFromEnvironment(process.env.ORRERY_CONTEXT) ?? decided.contextSize }
  const queue = createQueue(() => running.sequences())
  const running = createLlamaProcess({
    name: model.name,
    load: {
      type: 'load',
      path: modelPath,
      contextSize: options.contextSize ?? null,
      options: load,
      free: options.freeMemory === undefined ? null : { ram: options.freeMemory, vram: 0 },
      states: states && options.hash ? { folder: states, model: options.hash } : null,
      copying
    },
    contextSize: load.contextSize ?? options.contextSize ?? null,
    spawn,
    onStatus,
    onChange: () => queue.look()
  })

  function toEngine(request: Request): ToEngine {
    const {
      messages,
      prefill,
      thinking,
      tagged = thinking,
      stop,
      sampling,
      seed,
      strict,
      owner,
      repeats,
      shape,
      trace
    } = request
    const { counts = true, budget = null, bounds = null } = request
    const asked = { messages, prefill, thinking, budget, tagged, stop, sampling, seed, strict, owner, repeats, counts }
    return { ...asked, bounds, shape, trace }
  }

  async function* ask(request: Request, options: GenerateOptions): AsyncGenerator<EngineEvent> {
    const question = { type: 'generate' as const, ask: toEngine(request) }
    for await (const message of running.ask(question, options.signal, options.answerNow)) {
      const event = toEvent(message, model)
      if (event) yield event
      if (event?.type === 'done') return
    }
  }

  /** One draw, asked of a new process when the one there had died before it could hear of it. */
  async function* draw(request: Request, options: GenerateOptions): AsyncGenerator<EngineEvent> {
    try {
      return yield* ask(request, options)
    } catch (error) {
      if (!running.isUnheard(error)) throw error
    }
    yield* ask(request, options)
  }

  return {
    info: () => ({ engine: ID, model, contextSize: running.status().contextSize, template, ...(lists && { lists }) }),
    status: running.status,
    generate: (request, options) => answerInTurn(request, { ...options, queue, draw }),

    async countTokens(texts, { signal } = {}) {
      for await (const message of running.ask({ type: 'count', texts }, signal)) {
        if (message.type === 'counted') return message.counts
      }
      return null
    },

    async embed(texts, { signal }) {
      for await (const message of running.ask({ type: 'embed', texts }, signal)) {
        if (message.type === 'embedded') return { vectors: message.vectors, tokens: message.tokens }
      }
      throw new OrreryError('engine-failed', `The model ${model.name} gave no vectors. Try again.`)
    },

    async readAhead(request) {
      for await (const message of running.ask({ type: 'read-ahead', ask: toEngine(request) }, undefined)) {
        if (message.type === 'ready') return
      }
    },

    async *load({ signal }) {
      for await (const message of running.ask({ type: 'ready' }, signal)) {
        if (message.type === 'progress') yield message.done / message.total
        else if (message.type === 'ready') return
      }
    },

    dispose: running.close
  }
}

function toEvent(message: FromLlama, model: ModelName): EngineEvent | null {
  switch (message.type) {
    case 'progress':
      return { type: 'progress', phase: message.phase, done: message.done, total: message.total }
    case 'text':
      return { type: 'text', text: message.text }
    case 'meter':
      return { type: 'meter', tokens: message.tokens, tokensPerSecond: message.tokensPerSecond }
    case 'done':
      return {
        ...{ type: 'done', tokens: message.tokens, cut: message.cut, trace: message.trace, engine: ID, model },
        ...(message.thoughtEnded && { thoughtEnded: message.thoughtEnded }),
        ...(message.warning !== null && { warning: message.warning })
      }
    case 'counted':
    case 'embedded':
    case 'ready':
    case 'fitted':
    case 'chat':
      return null
    default:
      return message satisfies never
  }
}

function contextFromEnvironment(text: string | undefined): number | null {
  if (!text) return null
  const size = Number(text)
  if (LoadOptions.shape.contextSize.safeParse(size).success) return size
  throw new OrreryError(
    'invalid-input',
    `ORRERY_CONTEXT is "${text}"; expected a whole number of tokens, 256 or more, such as 8192.`
  )
}
