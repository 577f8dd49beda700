// The other side of the comparison: asks the process that runs plain node-llama-cpp. It times itself, so that passing messages to
// and fro counts against Orrery's engine alone.
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { OrreryError } from '../../../src/core/errors.ts'
import type { Request } from '../../../src/core/tree/ports.ts'
import { defer, raceAbort } from '../../../src/host/engine-process/wait.ts'
import type { Answer } from './answer.ts'
import { FromRaw, type ToRaw } from './raw-protocol.ts'

export interface Raw {
  facts: Omit<Extract<FromRaw, { type: 'opened' }>, 'type'>
  /**
   * Reads the whole of `request` and answers. With `laid`, that many tokens of the prompt are read before the clock starts: the
   * least that an answer can take when those are known already; `read` is what reading them took, in milliseconds.
   */
  answer(request: Request, options?: { laid?: number }): Promise<Answer & { read: number }>
  dispose(): void
}

/** @throws OrreryError engine-failed, cancelled */
export async function openRaw(
  { path, contextSize }: { path: string; contextSize: number },
  { signal }: { signal: AbortSignal }
): Promise<Raw> {
  const child = fork(join(import.meta.dirname, 'raw-process.ts'), [], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc']
  })
  let ended: OrreryError | null = null
  let reply = defer<FromRaw>()
  child.on('message', (message) => {
    const parsed = FromRaw.safeParse(message)
    if (parsed.success) reply.resolve(parsed.data)
    else reply.reject(new OrreryError('internal', `Plain node-llama-cpp said what was not understood: ${parsed.error}`))
  })
  child.on('exit', (code, how) => {
    ended = new OrreryError('engine-failed', `The process of plain node-llama-cpp ended (${how ?? code}).`)
    reply.reject(ended)
  })

  /** One message there, one back. */
  async function exchange(message: ToRaw): Promise<FromRaw> {
    if (ended) throw ended
    reply = defer()
    // Whoever stops waiting does not hear of the end.
    reply.promise.catch(() => {})
    child.send(message, () => {})
    const answer = await raceAbort(reply.promise, signal)
    if (answer.type !== 'error') return answer
    throw new OrreryError('engine-failed', `Plain node-llama-cpp failed: ${answer.message}`)
  }

  try {
    const opened = await exchange({ type: 'open', path, contextSize })
    if (opened.type !== 'opened') throw new OrreryError('internal', `"opened" was expected, not "${opened.type}".`)
    const { type: _, ...facts } = opened
    return {
      facts,
      async answer({ messages, prefill, sampling, seed }, { laid = 0 } = {}) {
        const done = await exchange({ type: 'answer', messages, prefill, sampling, seed, laid })
        if (done.type !== 'done') throw new OrreryError('internal', `"done" was expected, not "${done.type}".`)
        const { prompt, generated, text, read, first, total } = done
        const rate = ((generated - 1) * 1000) / (total - first)
        return { text: prefill + text, tokens: { prompt, cached: laid, generated }, first, total, rate, read }
      },
      dispose: () => void child.kill('SIGKILL')
    }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}
