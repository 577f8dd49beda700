// Asks an engine process whether a model fits and how it is told its turns, so that a driver that crashes while it is looked at, or a
// template that never ends, takes nothing with it.

import type { Fit, LoadOptions } from '../../core/contract/fit.ts'
import type { ChatUse } from '../../core/contract/models.ts'
import { OrreryError } from '../../core/errors.ts'
import type { Bytes } from '../../core/tree/engine-status.ts'
import { FromProcess, type ToProcess } from '../engine-process/protocol.ts'
import { forkEngine } from '../engines/spawn.ts'
import type { Spawn } from '../process/child.ts'
import { createChild } from '../process/rpc.ts'
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

export function createFits({ spawn = forkEngine }: { spawn?: Spawn | undefined } = {}): Fits {
  let timer: NodeJS.Timeout | undefined
  const child = createChild<ToProcess, FromProcess>({ name: 'The engine process', spawn, reads: FromProcess, ended })

  /** The process ends a while after the last answer. */
  async function lingering<Answer>(asking: () => Promise<Answer>): Promise<Answer> {
    clearTimeout(timer)
    try {
      return await asking()
    } finally {
      if (child.waiting() === 0) {
        clearTimeout(timer)
        timer = setTimeout(child.kill, LINGER_MS)
        timer.unref()
      }
    }
  }

  return {
    async fit(what) {
      return (await lingering(() => child.ask({ type: 'fit', ...what }, 'fitted'))).fit
    },

    async chat(path) {
      const limit = { ms: CHAT_MS, error: ended() }
      // What is only told of beside the rest must not take the rest away.
      const answer = await lingering(() => child.ask({ type: 'chat', path }, 'chat', { limit })).catch(() => null)
      return answer?.chat ?? null
    },

    async dispose() {
      clearTimeout(timer)
      await child.close()
    }
  }
}

function ended({ detail = '' } = {}): OrreryError {
  return new OrreryError(
    'engine-crashed',
    `The process that measures this machine's memory exited${detail ? ` (${detail})` : ''}. If it happens again, a graphics driver may be the cause: try ORRERY_GPU=off.`
  )
}
