// A GGUF model run by the llama-server of this machine's owner, which can keep a mixture's experts in RAM while the rest is on the GPU.
import { LoadOptions } from '../../../core/contract/fit.ts'
import type { TemplateKind } from '../../../core/tree/model.ts'
import type { Engine, GenerateOptions, ModelName, Request } from '../../../core/tree/ports.ts'
import { fileEngine } from '../declare.ts'
import { canList } from '../lists.ts'
import { answerInTurn, type Drawn } from '../local.ts'
import { createQueue } from '../queue.ts'
import { answer } from './answer.ts'
import { countTokens } from './http.ts'
import { findProgram } from './program.ts'
import { createServerRun, FORM, type LlamaServerStatus } from './run.ts'

export type { LlamaServerStatus } from './run.ts'

const ID = 'llama-server'

export const llamaServer = fileEngine({
  id: ID,
  title: 'llama-server on this machine',
  description: 'Requires llama.cpp’s server program on this machine. Can keep expert layers on the CPU.',
  source: 'a local llama-server',
  options: LoadOptions,
  form: FORM,
  check: () => void findProgram(null),
  open: ({ path, contextSize, ...file }, load) =>
    createLlamaServerEngine({ ...file, modelPath: path, ...(contextSize !== null && { contextSize }), load })
})

export interface LlamaServerOptions {
  /** Absolute path of the .gguf file. */
  modelPath: string
  name: string
  /** SHA-256 of the file when known. */
  hash: string | null
  template: TemplateKind
  /** Of the model; absent: too few to count. */
  parameters?: number
  load: LoadOptions
  /** Tokens of context to aim for where `load` decides none; default 32,768. */
  contextSize?: number
  /** Path of the llama-server program; `null` looks for it (`findProgram`). */
  program?: string | null
  /** Bytes the model may take, instead of what the machine has free. */
  free?: { ram: number; vram: number }
  onStatus?: (status: LlamaServerStatus) => void
}

/**
 * The engine over `modelPath`. Nothing starts before the first `load`, `generate` or `countTokens`. When the server dies, the requests it
 * was answering fail with `engine-crashed` and the next one starts it again. The server ends with `dispose` and with this process.
 * Without a llama-server to run, requests fail with `not-found`.
 */
export function createLlamaServerEngine(options: LlamaServerOptions): Engine {
  const { name, template, load } = options
  const lists = canList(options.parameters ?? 0)
  const model: ModelName = { name, hash: options.hash }
  const queue = createQueue(() => load.sequences ?? 1)
  const run = createServerRun(options)

  async function* draw(request: Request, { signal, answerNow }: GenerateOptions): AsyncGenerator<Drawn> {
    const opening = run.ready(signal)
    let next = await opening.next()
    for (; !next.done; next = await opening.next())
      yield { type: 'progress', phase: 'load', done: next.value, total: 1 }
    const server = next.value
    const end = run.generating()
    try {
      yield* answer(server, request, { signal, answerNow, engine: ID, model })
    } catch (cause) {
      throw await run.reasonFor(cause, server, signal)
    } finally {
      end()
    }
  }

  return {
    info: () => ({ engine: ID, model, contextSize: run.status().contextSize, template, ...(lists && { lists }) }),
    status: run.status,
    generate: (request, options) => answerInTurn(request, { ...options, queue, draw }),

    async countTokens(texts, { signal } = {}) {
      const server = await run.connect(signal)
      try {
        return await countTokens(server, texts, signal)
      } catch (cause) {
        throw await run.reasonFor(cause, server, signal)
      }
    },

    async *load({ signal }) {
      const opening = run.ready(signal)
      for (let next = await opening.next(); !next.done; next = await opening.next()) yield next.value
      yield 1
    },

    dispose: run.close
  }
}
