// Asks an engine process whether a model fits and how it is told its turns, so that a driver that crashes while it is looked at, or a
// template that never ends, takes nothing with it.

import type { Fit, LoadOptions } from '../../core/contract/fit.ts'
import type { ChatUse } from '../../core/contract/models.ts'
import { OrreryError } from '../../core/errors.ts'
import type { Bytes } from '../../core/tree/engine-status.ts'
import { FromProcess, type ToProcess } from '../engine-process/protocol.ts'
import { type Deferred, defer } from '../engine-process/wait.ts'
import { type EnginePort, forkEngine, type SpawnEngine } from '../engines/spawn.ts'
import type { Measurable } from './index.ts'

export interface Fits {
  /** `held`: bytes that are in use now and free once this model is loaded. @throws OrreryError model-broken, engine-crashed */
  fit(what: Measurable & { options: LoadOptions; held: Bytes }): Promise<Fit>
  /** How Orrery's own engine tells the model at `path` its turns; `null` where that cannot be found out. */
  chat(path: string): Promise<ChatUse | null>
  dispose(): Promise<void>
}

// Templates take a tenth of a second; those that another form must be found for, a few seconds on a slow machine.
const CHAT_MS = 20_000
// A list of models asks for all of them at once, and starting a process is half of each answer; on a GPU it holds memory while it lives.
const LINGER_MS = 2000

type Answer = Extract<FromProcess, { type: 'fitted' | 'chat' }>
type Question = Omit<Extract<ToProcess, { type: 'fit' }>, 'id'> | Omit<Extract<ToProcess, { type: 'chat' }>, 'id'>

interface Asking {
  port: EnginePort
  waiting: Map<string, Deferred<Answer>>
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
      if (event.type === 'fitted' || event.type === 'chat') waiting.get(event.id)?.resolve(event)
      if (event.type === 'error') waiting.get(event.id)?.reject(new OrreryError(event.code, event.message))
    })
    port.onExit((_, detail) => {
      resolve()
      if (current === made) current = null
      for (const one of waiting.values()) one.reject(ended(detail))
    })
    return made
  }

  async function ask(question: Question, limit = Number.POSITIVE_INFINITY): Promise<Answer> {
    clearTimeout(timer)
    current ??= start()
    const { port, waiting } = current
    const id = String(++asked)
    const answer = defer<Answer>()
    waiting.set(id, answer)
    const late = Number.isFinite(limit) ? setTimeout(() => port.kill(), limit) : undefined
    try {
      const message: ToProcess = { ...question, id }
      port.postMessage(message)
      return await answer.promise
    } finally {
      clearTimeout(late)
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
  }

  return {
    async fit(what) {
      const answer = await ask({ type: 'fit', ...what })
      if (answer.type === 'fitted') return answer.fit
      throw new OrreryError('internal', 'The engine process answered another question.')
    },

    async chat(path) {
      // What is only told of beside the rest must not take the rest away.
      const answer = await ask({ type: 'chat', path }, CHAT_MS).catch(() => null)
      return answer?.type === 'chat' ? answer.chat : null
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
