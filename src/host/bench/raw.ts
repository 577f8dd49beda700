// The other side of the comparison: asks the process that runs plain node-llama-cpp, and times it as the engine is timed.
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { OrreryError } from '../../core/errors.ts'
import type { Request } from '../../core/ports.ts'
import { defer, raceAbort } from '../engines/wait.ts'
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
  let waiting = defer<FromRaw>()
  let arrived: FromRaw[] = []
  let ended: OrreryError | null = null
  child.on('message', (message) => {
    arrived.push(FromRaw.parse(message))
    waiting.resolve(arrived[0]!)
  })
  child.on('exit', (code, how) => {
    ended = new OrreryError('engine-failed', `The process of plain node-llama-cpp ended (${how ?? code}).`)
    waiting.reject(ended)
  })
  // Whoever waits is told; nobody may be waiting.
  const send = (message: ToRaw) => void (child.connected && child.send(message))

  async function next(): Promise<FromRaw> {
    if (arrived.length === 0 && ended) throw ended
    if (arrived.length === 0) await raceAbort(waiting.promise, signal)
    const [event, ...rest] = arrived
    arrived = rest
    if (rest.length === 0 && !ended) waiting = defer()
    waiting.promise.catch(() => {})
    if (!event) throw ended ?? new OrreryError('internal', 'A message of plain node-llama-cpp was lost.')
    if (event.type === 'error') throw new OrreryError('engine-failed', `Plain node-llama-cpp failed: ${event.message}`)
    return event
  }

  waiting.promise.catch(() => {})
  try {
    send({ type: 'open', path, contextSize })
    const opened = await next()
    if (opened.type !== 'opened') throw new OrreryError('internal', `"opened" was expected, not "${opened.type}".`)
    const { type: _, ...facts } = opened
    return {
      facts,
      async answer({ messages, prefill, sampling, seed }, { laid = 0 } = {}) {
        let from = performance.now()
        const asked = from
        let first = Number.NaN
        send({ type: 'answer', messages, prefill, sampling, seed, laid })
        for (;;) {
          const event = await next()
          const now = performance.now()
          if (event.type === 'laid') from = now
          if (event.type === 'first') first = now - from
          if (event.type !== 'done') continue
          const total = now - from
          const tokens = { prompt: event.prompt, cached: laid, generated: event.generated }
          const rate = ((event.generated - 1) * 1000) / (total - first)
          return { text: prefill + event.text, tokens, first, total, rate, read: from - asked }
        }
      },
      dispose: () => void child.kill('SIGKILL')
    }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}
