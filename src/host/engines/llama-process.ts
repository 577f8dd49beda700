// The process that runs a model with llama.cpp: started when something is asked, started again after it died, and told when nobody waits.

import { OrreryError } from '../../core/errors.ts'
import type { Bytes } from '../../core/tree/engine-status.ts'
import type { EngineState } from '../../core/tree/ports.ts'
import { FromProcess, type ToProcess } from '../engine-process/protocol.ts'
import { defer, raceAbort, stopped } from '../engine-process/wait.ts'
import type { Spawn } from '../process/child.ts'
import { createChild, howEnded } from '../process/rpc.ts'

/** How the engine is doing. */
export interface LlamaStatus extends EngineState {
  /** Tokens; before loading those that were asked for, if any. */
  contextSize: number | null
  memory: Bytes | null
}

export type FromLlama = Exclude<FromProcess, { type: 'status' | 'error' }>
type Loading = Extract<ToProcess, { type: 'load' }>
type Question = {
  [K in 'generate' | 'read-ahead' | 'count' | 'embed' | 'ready']: Omit<Extract<ToProcess, { type: K }>, 'id'>
}

export interface LlamaProcess {
  status(): LlamaStatus
  /** How many answers may be drawn at the same time. */
  sequences(): number
  /**
   * Asks and yields what comes back until the caller has heard enough; leaving stops the work.
   * @throws OrreryError cancelled, engine-crashed; no-model once it is closed; whatever the process answers with
   */
  ask(
    question: Question[keyof Question],
    signal: AbortSignal | undefined,
    answerNow?: AbortSignal
  ): AsyncGenerator<FromLlama>
  /** Whether the error is of a process that died before it heard the question: the next one may be asked. */
  isUnheard(error: unknown): boolean
  close(): Promise<void>
}

// Saving takes tens of milliseconds; half a gigabyte on a slow disk takes this long.
const SAVE_MS = 5000

/** `name`: the model's, for errors. `onChange`: called when there may be more sequences. */
export function createLlamaProcess({
  name,
  load,
  contextSize,
  spawn,
  onStatus,
  onChange
}: {
  name: string
  load: Loading
  contextSize: number | null
  spawn: Spawn
  onStatus: ((status: LlamaStatus) => void) | undefined
  onChange(): void
}): LlamaProcess {
  let status: LlamaStatus = { state: 'idle', device: null, contextSize, memory: null }
  let sequences = 1
  /** The requests under way that are answers. */
  const answering = new Set<string>()
  let closed = false
  const unheard = new WeakSet<Error>()
  const child = createChild<ToProcess, FromProcess>({
    name: 'The engine process',
    reads: FromProcess,
    first: load,
    spawn() {
      if (closed) throw new OrreryError('no-model', `The model ${name} was unloaded. Select a model again.`)
      return spawn()
    },
    noticed({ device, contextSize, memory, ...now }) {
      sequences = now.sequences
      onChange()
      // The process may still be ending an answer that was cancelled. Nobody waits for that, so the engine counts as ready.
      const state = now.state === 'generating' && answering.size === 0 ? 'ready' : now.state
      tell({ state, device, contextSize: contextSize ?? status.contextSize, memory })
    },
    ended(how) {
      answering.clear()
      const error = closed ? stopped() : crashed(name, status.state, how)
      // It ended while it was idle, so a question sent at that moment was not read and may be asked of the next process.
      if (status.state === 'ready') unheard.add(error)
      tell({ ...status, state: closed ? 'idle' : 'crashed', memory: null })
      return error
    }
  })

  function tell(next: LlamaStatus): void {
    status = next
    onStatus?.(next)
  }

  return {
    status: () => status,
    sequences: () => sequences,
    isUnheard: (error) => error instanceof OrreryError && unheard.has(error),

    async *ask(question, signal, answerNow) {
      const inbox = createInbox()
      const { id, send, leave } = child.open(question, inbox)
      const hurry = () => send({ type: 'answer-now', id })
      if (question.type === 'generate') answering.add(id)
      try {
        answerNow?.addEventListener('abort', hurry)
        if (answerNow?.aborted) hurry()
        while (true) yield* await raceAbort(inbox.next(), signal)
      } finally {
        // Whoever leaves early, by cancelling or by not listening on, stops the work; after an answer this is no news.
        answerNow?.removeEventListener('abort', hurry)
        leave()
        send({ type: 'cancel', id })
        if (answering.delete(id) && answering.size === 0 && status.state === 'generating')
          tell({ ...status, state: 'ready' })
      }
    },

    async close() {
      closed = true
      await child.close(load.states ? { ms: SAVE_MS, message: { type: 'close' } } : undefined)
    }
  }
}

/** Messages that arrived and were not read yet. `next` waits for the first and takes all. */
interface Inbox {
  heard(message: FromLlama): void
  failed(error: OrreryError): void
  next(): Promise<FromLlama[]>
}

function createInbox(): Inbox {
  let messages: FromLlama[] = []
  let failure: OrreryError | null = null
  let arrived = defer()
  return {
    heard(message) {
      messages.push(message)
      arrived.resolve()
    },
    failed(error) {
      failure = error
      arrived.resolve()
    },
    async next() {
      await arrived.promise
      // What came before the failure is still part of the answer.
      if (messages.length === 0 && failure) throw failure
      const taken = messages
      messages = []
      if (!failure) arrived = defer()
      return taken
    }
  }
}

function crashed(name: string, state: LlamaStatus['state'], how: Parameters<typeof howEnded>[0]): OrreryError {
  const doing = state === 'loading' ? `while loading ${name}` : 'while it was working'
  const hint = state === 'loading' ? ' If it happens again, the model may be damaged or too big for this machine.' : ''
  return new OrreryError(
    'engine-crashed',
    `The engine process ended ${doing}${howEnded(how)}. No committed step is lost, and the engine restarts automatically: try the step again.${hint}`
  )
}
