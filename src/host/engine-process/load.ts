// Loads one model: the file is looked at and the memory counted first, so that what cannot work is refused in words.
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  GgufInsights,
  getLlama,
  type LlamaContext,
  LlamaLogLevel,
  type LlamaModel,
  readGgufFileInfo
} from 'node-llama-cpp'
import { OrreryError } from '../../core/errors.ts'
import { raceAbort } from '../engines/wait.ts'
import { isMemory, measureFree, tooBig } from './memory.ts'
import { createPrompter, type Prompter } from './prompt.ts'
import type { FromProcess } from './protocol.ts'

// Enough for long sessions, and 0.6 GiB of cache on the 35B model; more is asked for with ORRERY_CONTEXT.
const DEFAULT_CONTEXT = 32_768
// Below this a session ends after a few screens; the context shrinks to here before a model is called too big.
const SMALLEST_CONTEXT = 4096
/** A model ready to answer. */
export interface Loaded {
  model: LlamaModel
  /** Its sequences are for the caller to take, as many as `context.totalSequences`. */
  context: LlamaContext
  prompter: Prompter
}

type Status = Omit<Extract<FromProcess, { type: 'status' }>, 'type'>

/** One model file, loaded when first asked for. */
export interface Loader {
  /**
   * The loaded model. Concurrent calls share one load, an aborted wait leaves it going, and a failed one is tried again by the next call.
   * @throws OrreryError not-found, model-broken, model-too-big, engine-failed, cancelled
   */
  model(options: { signal?: AbortSignal; onProgress?: (done: number) => void }): Promise<Loaded>
  /** Tells how the engine is doing; what it runs on is known from the load. */
  status(state: Status['state']): void
}

/** Prepares to load `path`. `contextSize` in tokens; `freeMemory` in bytes stands in for what the machine has. */
export function createLoader(
  what: { path: string; contextSize: number | null; freeMemory: number | null },
  { onStatus }: { onStatus: (status: Status) => void }
): Loader {
  let loading: Promise<Loaded> | null = null
  let about: Omit<Status, 'state'> = { device: null, contextSize: null, sequences: 1 }
  const watchers = new Set<(done: number) => void>()

  async function start(): Promise<Loaded> {
    onStatus({ state: 'loading', ...about })
    try {
      const loaded = await load(what, {
        onProgress: (done) => {
          for (const watcher of watchers) watcher(done)
        }
      })
      const { gpu } = loaded.model.llama
      about = {
        device: gpu === false ? 'cpu' : gpu,
        contextSize: loaded.context.contextSize,
        sequences: loaded.context.totalSequences
      }
      onStatus({ state: 'ready', ...about })
      return loaded
    } catch (error) {
      loading = null
      onStatus({ state: 'idle', ...about })
      throw error
    }
  }

  return {
    async model({ signal, onProgress }) {
      loading ??= start()
      if (onProgress) watchers.add(onProgress)
      try {
        return await raceAbort(loading, signal)
      } finally {
        if (onProgress) watchers.delete(onProgress)
      }
    },
    status: (state) => onStatus({ state, ...about })
  }
}

async function load(
  { path, contextSize, freeMemory }: { path: string; contextSize: number | null; freeMemory: number | null },
  { onProgress }: { onProgress: (done: number) => void }
): Promise<Loaded> {
  const name = basename(path)
  await stat(path).catch((cause: unknown) => {
    throw new OrreryError(
      'not-found',
      `The model file ${path} is not there. Pull the model again, or choose another one.`,
      { cause }
    )
  })
  const info = await readGgufFileInfo(path, { logWarnings: false }).catch((cause: unknown) => {
    throw broken(name, cause instanceof Error ? printable(cause.message) : '', cause)
  })

  const complaints: string[] = []
  const llama = await getLlama({
    gpu: gpuChoice(process.env.ORRERY_GPU),
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    logLevel: LlamaLogLevel.error,
    logger: (_, text) => {
      complaints.push(text.trim())
      process.stderr.write(`${text.trim()}\n`)
    }
  })
  // llama.cpp's threads wait for each other at every step, spinning: as soon as anything else wants one of their cores, all stand
  // still. Measured on two cores with SmolLM2 while another program ran: 91 tokens/s on one thread, 4 on two. The window needs a core too.
  if (llama.gpu === false) llama.maxThreads = Math.max(1, llama.cpuMathCores - 1)

  const insights = await GgufInsights.from(info, llama)
  const most = Math.min(insights.trainContextSize ?? DEFAULT_CONTEXT, contextSize ?? DEFAULT_CONTEXT)
  const least = contextSize === null ? Math.min(most, SMALLEST_CONTEXT) : most
  const cache = await insights.estimateContextResourceRequirementsV2({ contextSize: least, modelGpuLayers: 0 })
  const need = { weights: insights.modelSize, cache: cache.cpuRam + cache.gpuVram, context: least }
  const free = freeMemory ?? (await measureFree(llama))
  if (need.weights + need.cache > free) throw tooBig(name, need, free)

  // What llama.cpp complained of last, best of all why it gave up.
  const reason = () => {
    const said = complaints.filter(Boolean).map(printable)
    return said.findLast((line) => line.includes('error loading model')) ?? said.at(-1) ?? ''
  }
  const model = await llama
    .loadModel({
      modelPath: path,
      // The context this engine wants is set aside before layers are placed on the GPU.
      gpuLayers: llama.gpu === false ? 0 : { fitContext: { contextSize: most } },
      onLoadProgress: onProgress
    })
    .catch(async (cause: unknown) => {
      await llama.dispose()
      throw isMemory(cause, reason()) ? tooBig(name, need, free, cause) : broken(name, reason() || String(cause), cause)
    })
  const context = await model
    .createContext({ contextSize: { min: least, max: most }, sequences: 1, flashAttention: 'auto' })
    .catch(async (cause: unknown) => {
      await llama.dispose()
      throw tooBig(name, need, free, cause)
    })
  return { model, context, prompter: createPrompter(model) }
}

/** A driver that misbehaves can be left out: `ORRERY_GPU=off`, or one of the backends by name. */
function gpuChoice(text: string | undefined): 'auto' | 'cuda' | 'vulkan' | 'metal' | false {
  switch (text) {
    case 'off':
      return false
    case 'cuda':
    case 'vulkan':
    case 'metal':
      return text
    default:
      return 'auto'
  }
}

function broken(name: string, detail: string, cause: unknown): OrreryError {
  const why = detail ? ` (${detail.replace(/[.\s]+$/, '')})` : ''
  return new OrreryError(
    'model-broken',
    `Model "${name}" cannot be read as a GGUF model${why}. The file is damaged, incomplete or of a kind that llama.cpp does not know: pull it again, or choose another one.`,
    { cause }
  )
}

// Error texts quote the file's bytes; control characters would reach somebody's terminal.
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?')
}
