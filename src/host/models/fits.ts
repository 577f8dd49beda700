// Asks an engine process whether a model fits, so that a driver that crashes while it is looked at takes nothing with it.
import type { Bytes, Fit, LoadOptions } from '../../core/api.ts'
import { OrreryError } from '../../core/errors.ts'
import { FromProcess, type ToProcess } from '../engine-process/protocol.ts'
import { type Deferred, defer } from '../engine-process/wait.ts'
import { type EnginePort, forkEngine, type SpawnEngine } from '../engines/spawn.ts'
import type { Measurable } from './index.ts'

export interface Fits {
  /** `held`: bytes that are in use now and free once this model is loaded. @throws OrreryError model-broken, engine-crashed */
  fit(what: Measurable & { options: LoadOptions; held: Bytes }): Promise<Fit>
  dispose(): Promise<void>
}

// A list of models asks for all of them at once, and starting a process is half of each answer; on a GPU it holds memory while it lives.
const LINGER_MS = 2000

interface Asking {
  port: EnginePort
  waiting: Map<string, Deferred<Fit>>
  exited: Promise<void>
}

export function createFits({ spawn = forkEngine }: { spawn?: SpawnEngine | undefined } = {}): Fits {
  let current: Asking | null = null
  let timer: NodeJS.Timeout | undefined
  let asked = 0

  function start(): Asking {
    const port = spawn()
    const waiting: Asking['waiting'] = new Map()
    const { promise: exited, resolve } = defer()
    const made: Asking = { port, waiting, exited }
    port.onMessage((message) => {
      const parsed = FromProcess.safeParse(message)
      // A process that talks nonsense cannot be reasoned with; its exit fails whoever waits for it.
      if (!parsed.success) return port.kill()
      const event = parsed.data
      if (event.type === 'fitted') waiting.get(event.id)?.resolve(event.fit)
      if (event.type === 'error') waiting.get(event.id)?.reject(new OrreryError(event.code, event.message))
    })
    port.onExit((_, detail) => {
      resolve()
      if (current === made) current = null
      for (const one of waiting.values()) one.reject(ended(detail))
    })
    return made
  }

  return {
    async fit({ of, contextSize, options, held }) {
      clearTimeout(timer)
      current ??= start()
      const { port, waiting } = current
      const id = String(++asked)
      const answer = defer<Fit>()
      waiting.set(id, answer)
      try {
        const message: ToProcess = { type: 'fit', id, of, contextSize, options, held }
        port.postMessage(message)
        return await answer.promise
      } finally {
        waiting.delete(id)
        if (waiting.size === 0) {
          clearTimeout(timer)
          timer = setTimeout(() => {
            current = null
            port.kill()
          }, LINGER_MS)
          timer.unref()
        }
      }
    },

    async dispose() {
      clearTimeout(timer)
      const last = current
      current = null
      last?.port.kill()
      await last?.exited
    }
  }
}

function ended(detail = ''): OrreryError {
  return new OrreryError(
    'engine-crashed',
    `The process that measures this machine's memory exited${detail ? ` (${detail})` : ''}. If it happens again, a graphics driver may be the cause: try ORRERY_GPU=off.`
  )
}
