// Loads one model as its fit says: the memory is counted first, so that what cannot work is refused in words.
import { basename } from 'node:path'
import type { Llama, LlamaModel } from 'node-llama-cpp'
import type { Fit, LoadOptions } from '../../core/contract/fit.ts'
import { OrreryError } from '../../core/errors.ts'
import { trimEndOf } from '../../core/text/plain.ts'
import type { Bytes } from '../../core/tree/engine-status.ts'
import { type MachineOffer, within } from '../models/gguf/best-load.ts'
import { firstContext, lanesOf } from '../models/gguf/estimate.ts'
import { type Contexts, openContexts } from './contexts.ts'
import { broken, fitFile, isCuttable, printable } from './fit-model.ts'
import { computing, measureMachine, openLlama } from './machine.ts'
import { isMemory, tooBig } from './memory.ts'
import { createPrompter, type Prompter } from './prompt.ts'
import type { FromProcess } from './protocol.ts'
import { raceAbort } from './wait.ts'

/** A model ready to answer. */
export interface Loaded {
  model: LlamaModel
  /** The first of them is made. */
  contexts: Contexts
  prompter: Prompter
}

type Status = Omit<Extract<FromProcess, { type: 'status' }>, 'type'>

/** One model file, loaded when first asked for. */
export interface Loader {
  /**
   * The loaded model. Concurrent calls share one load, an aborted wait leaves it going, and a failed one is tried again by the next call.
   * `onProgress` hears of each whole percent, from 0 to 1.
   * @throws OrreryError not-found, model-broken, model-too-big, engine-failed, cancelled
   */
  model(options: { signal?: AbortSignal; onProgress?: (done: number) => void }): Promise<Loaded>
  /** The model where it is loaded already. */
  loaded(): Loaded | null
  /** Tells how the engine is doing; what it runs on is known from the load. */
  status(state: Status['state']): void
}

/** What to load, and how: `contextSize` in tokens is aimed for where `options` decide none; `free` stands in for what the machine has. */
export interface What {
  path: string
  contextSize: number | null
  options: LoadOptions
  free: Bytes | null
}

export function createLoader(what: What, { onStatus }: { onStatus: (status: Status) => void }): Loader {
  let loading: Promise<Loaded> | null = null
  let loaded: Loaded | null = null
  const watchers = new Set<(done: number) => void>()

  async function start(): Promise<Loaded> {
    tell('loading')
    try {
      loaded = await load(what, {
        onProgress: (done) => {
          for (const watcher of watchers) watcher(done)
        }
      })
      tell('ready')
      return loaded
    } catch (error) {
      loading = null
      tell('idle')
      throw error
    }
  }

  function tell(state: Status['state']): void {
    onStatus({ state, ...(loaded ? about(loaded) : { device: null, contextSize: null, sequences: 1, memory: null }) })
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
    loaded: () => loaded,
    status: tell
  }
}

/** What the model runs on, and what it takes by now. */
function about({ model, contexts }: Loaded): Omit<Status, 'state'> {
  const { gpu } = model.llama
  const { contextSize, sequences, memory } = contexts
  return {
    // A GPU that holds no layer computes nothing.
    device: gpu === false || model.gpuLayers === 0 ? 'cpu' : gpu,
    contextSize,
    sequences,
    // Weights in RAM are pages of the file, which count as free already.
    memory: { ram: memory.ram, vram: model.memoryUsage.vram + memory.vram }
  }
}

async function load(what: What, { onProgress }: { onProgress: (done: number) => void }): Promise<Loaded> {
  const complaints: string[] = []
  const llama = await openLlama((text) => complaints.push(text))
  try {
    return await open(llama, what, { complaints, onProgress })
  } catch (error) {
    await llama.dispose()
    throw error
  }
}

async function open(
  llama: Llama,
  { path, contextSize, options, free }: What,
  { complaints, onProgress }: { complaints: string[]; onProgress: (done: number) => void }
): Promise<Loaded> {
  const name = basename(path)
  const measured = await measureMachine(llama)
  const machine: MachineOffer = free ? { ...measured, free } : measured
  const fit = await fitFile(path, options, { llama, machine, preferred: contextSize })
  // What this machine could not hold if it were empty is not tried: a system out of memory ends other programs first.
  const possible = within(fit, { ...machine, free: measured.total })
  if (fit.verdict === 'too-big' && !(isDecided(options) && possible)) throw tooBig(name, fit, machine)

  // What llama.cpp complained of last, best of all why it gave up.
  const reason = () => {
    const said = complaints.filter(Boolean).map(printable)
    return said.findLast((line) => line.includes('error loading model')) ?? said.at(-1) ?? ''
  }
  const failed = (cause: unknown, otherwise: (detail: string) => OrreryError) => {
    const detail = reason() || printable(cause instanceof Error ? cause.message : String(cause))
    return isMemory(cause, detail) ? tooBig(name, fit, machine, cause) : otherwise(detail)
  }
  // The memory was counted above; the library's own count knows nothing of a person's decision.
  const ignoreMemorySafetyChecks = true
  const model = await llama
    .loadModel({
      modelPath: path,
      gpuLayers: fit.options.gpuLayers,
      onLoadProgress: eachPercent(onProgress),
      ignoreMemorySafetyChecks
    })
    .catch((cause: unknown) => {
      throw failed(cause, (detail) => broken(name, detail, cause))
    })
  const { kvType, contextSize: most } = fit.options
  const lanes = lanesOf(fit.options, options)
  const making = {
    lanes,
    first: firstContext(fit.options, lanes, { cuttable: isCuttable(model.fileInsights) }),
    most,
    open: (contextSize: number, sequences: number) =>
      model
        .createContext({
          contextSize,
          sequences,
          ...computing(llama.gpu, { contextSize, kvType }),
          experimentalKvCacheKeyType: CACHE_TYPES[kvType],
          experimentalKvCacheValueType: CACHE_TYPES[kvType],
          failedCreationRemedy: false,
          ignoreMemorySafetyChecks
        })
        .catch((cause: unknown) => {
          throw failed(cause, (detail) => cannotOpen(name, { ...fit.options, contextSize, sequences }, detail, cause))
        }),
    // Other programs may have taken what was free when the model was loaded.
    async hasRoom(sequences: number) {
      const now = free ?? (await measureMachine(llama)).free
      const share = sequences / fit.options.sequences
      return (['ram', 'vram'] as const).every((of) => (fit.cache[of] + fit.buffers[of]) * share <= now[of])
    }
  }
  return { model, contexts: await openContexts(making), prompter: createPrompter(model) }
}

const CACHE_TYPES = { f16: 'F16', q8_0: 'Q8_0' } as const

/** Whether a person decided something that takes memory: that is tried, even when it is over what seems free. */
function isDecided({ contextSize, gpuLayers, sequences }: LoadOptions): boolean {
  return contextSize !== null || (gpuLayers ?? 0) > 0 || (sequences ?? 1) > 1
}

function cannotOpen(name: string, options: Fit['options'], detail: string, cause: unknown): OrreryError {
  return new OrreryError(
    'engine-failed',
    `Model "${name}" was loaded, but a context of ${options.contextSize} tokens (${options.sequences} in parallel, KV cache ${options.kvType}) could not be created: ${trimEndOf(detail, '. \n')}. Try other load options, or ORRERY_GPU=off.`,
    { cause }
  )
}

/** Passes on the first of each whole percent: llama.cpp reports hundreds of times, and nobody can see more. */
function eachPercent(report: (done: number) => void): (done: number) => void {
  let last = -1
  return (done) => {
    const percent = Math.floor(done * 100)
    if (percent <= last) return
    last = percent
    report(done)
  }
}
