// What every measurement has: the model, how much work is enough, and engines opened for it alone.

import { LoadOptions } from '../../../src/core/contract/fit.ts'
import type { TemplateKind } from '../../../src/core/tree/model.ts'
import type { Engine } from '../../../src/core/tree/ports.ts'
import { FromProcess } from '../../../src/host/engine-process/protocol.ts'
import { raceAbort } from '../../../src/host/engine-process/wait.ts'
import { createLlamaEngine } from '../../../src/host/engines/llama.ts'
import { forkEngine } from '../../../src/host/engines/spawn.ts'
import { openRaw, type Raw } from './raw.ts'

export interface Bench {
  model: { path: string; name: string; hash: string | null; template: TemplateKind }
  sizes: Sizes
  signal: AbortSignal
  /** A folder that is deleted after the run. */
  folder: string
  /** A measurement says how it gets on. */
  say: (what: string) => void
}

/** What measurements have that need no model. */
export type Plain = Omit<Bench, 'model'>

/** How much is measured. */
export interface Sizes {
  quick: boolean
  /** Tokens of an answer whose speed is measured. */
  answer: number
  /** Tokens of the long history, when the context holds as many; `seconds`: less, where reading it once takes longer. */
  history: { tokens: number; seconds: number }
  /** Fewest and most repetitions, and the seconds after which no further one begins. */
  repeat: { least: number; most: number; seconds: number }
  /** Rounds of the machine's turns, of each of its slower programs, and of its restores; worlds beside the first; worlds at once; runs of a scenario. */
  grounds: { rounds: number; programs: number; restores: number; worlds: number; together: number[]; runs: number }
  /** Seconds of one measurement: on a machine that is slower, or busy, it is given up and the report says so. */
  limit: number
}

// Two repetitions at least, so that every ratio is a median. With some 400 prompt tokens and 50 answer tokens a second
// (SmolLM2 on one slow core) the quick run takes two to four minutes and the full one a quarter of an hour.
export const QUICK: Sizes = {
  quick: true,
  answer: 32,
  history: { tokens: 1500, seconds: 5 },
  repeat: { least: 2, most: 3, seconds: 4 },
  grounds: { rounds: 1, programs: 2, restores: 20, worlds: 2, together: [2], runs: 20 },
  limit: 60
}
export const FULL: Sizes = {
  quick: false,
  answer: 128,
  history: { tokens: 8000, seconds: 40 },
  repeat: { least: 3, most: 7, seconds: 30 },
  grounds: { rounds: 10, programs: 5, restores: 300, worlds: 5, together: [1, 2, 4, 8], runs: 1000 },
  limit: 900
}

/** An engine with its model loaded, and its process to look at. */
export interface Opened {
  engine: Engine
  /** Tokens. */
  contextSize: number
  device: string
  pid: number | undefined
  /** The next message of the process that `is` what is waited for. */
  next(is: (event: FromProcess) => boolean): Promise<FromProcess>
}

/** What an engine is opened with; what is left out is as a person would have it. */
export interface Choice {
  /** Whether copied text is read off the prompt. */
  copying?: boolean
  /** Folder of saved sequence states. */
  states?: string | null
  load?: Partial<LoadOptions>
}

/** Does `work` with an engine opened for it, loaded, and put away afterwards. */
export async function withEngine<T>(
  { model, signal }: Bench,
  { copying = true, states = null, load = {} }: Choice,
  work: (opened: Opened) => Promise<T>
): Promise<T> {
  const waiting = new Set<(event: FromProcess) => void>()
  let pid: number | undefined
  let device = 'unknown'
  const options = {
    modelPath: model.path,
    name: model.name,
    hash: model.hash,
    template: model.template,
    ...(load.contextSize && { contextSize: load.contextSize }),
    load: LoadOptions.parse(load),
    copying,
    states,
    spawn: () => {
      const port = forkEngine()
      pid = port.pid
      port.onMessage((message) => {
        const parsed = FromProcess.safeParse(message)
        if (parsed.success) for (const listener of waiting) listener(parsed.data)
      })
      return port
    },
    onStatus: (status: { device: string | null }) => {
      device = status.device ?? device
    }
  }
  const engine = createLlamaEngine(options)
  try {
    await loadModel(engine, signal)
    return await work({
      engine,
      contextSize: engine.info().contextSize ?? 0,
      device,
      pid,
      next: (is) => {
        const arrived = new Promise<FromProcess>((resolve) => {
          const listener = (event: FromProcess) => {
            if (!is(event)) return
            waiting.delete(listener)
            resolve(event)
          }
          waiting.add(listener)
        })
        return raceAbort(arrived, AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]))
      }
    })
  } finally {
    await engine.dispose()
  }
}

// A process that has said nothing for so long will not: the measurement fails instead of the run hanging.
const PATIENCE_MS = 60_000

async function loadModel(engine: Engine, signal: AbortSignal): Promise<void> {
  if (!engine.load) await engine.countTokens([''], { signal })
  else for await (const _ of engine.load({ signal }));
}

/** Does `work` with the engine and with plain node-llama-cpp, both loaded, the latter with the same context. */
export function withBoth<T>(
  bench: Bench,
  choice: Choice,
  work: (both: { ours: Opened; raw: Raw }) => Promise<T>
): Promise<T> {
  return withEngine(bench, choice, async (ours) => {
    const raw = await openRaw({ path: bench.model.path, contextSize: ours.contextSize }, { signal: bench.signal })
    try {
      return await work({ ours, raw })
    } finally {
      raw.dispose()
    }
  })
}
