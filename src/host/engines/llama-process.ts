// The process that runs a model with llama.cpp: started when something is asked, started again after it died, and told when nobody waits.

import { OrreryError } from '../../core/errors.ts'
import type { Bytes } from '../../core/tree/engine-status.ts'
import type { EngineState } from '../../core/tree/ports.ts'
import { FromProcess, type ToProcess } from '../engine-process/protocol.ts'
import { defer, raceAbort, stopped } from '../engine-process/wait.ts'
import type { EnginePort, SpawnEngine } from './spawn.ts'

/** How the engine is doing. */
export interface LlamaStatus extends EngineState {
  /** Tokens; before loading those that were asked for, if any. */
  contextSize: number | null
  memory: Bytes | null
}

export type Reply = Exclude<FromProcess, { type: 'status' | 'error' }>
type Loading = Extract<ToProcess, { type: 'load' }>
type Question = { [K in 'generate' | 'count' | 'ready']: Omit<Extract<ToProcess, { type: K }>, 'id'> }

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
  ): AsyncGenerator<Reply>
  /** Whether the error is of a process that died before it heard the question: the next one may be asked. */
  isUnheard(error: unknown): boolean
  close(): Promise<void>
}

/** A running process and the requests it has yet to answer. */
interface Connection {
  port: EnginePort
  send(message: ToProcess): void
  pending: Map<string, Inbox>
  /** How many of them are answers. */
  answering: number
  exited: Promise<void>
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
  spawn: SpawnEngine
  onStatus: ((status: LlamaStatus) => void) | undefined
  onChange(): void
}): LlamaProcess {
  let status: LlamaStatus = { state: 'idle', device: null, contextSize, memory: null }
  let sequences = 1
  let connection: Connection | null = null
  let requests = 0
  let closed = false
  const unheard = new WeakSet<Error>()

  function tell(next: LlamaStatus): void {
    status = next
    onStatus?.(next)
  }

  function connect(): Connection {
    if (closed) throw new OrreryError('no-model', `The model ${name} was unloaded. Select a model again.`)
    if (connection) return connection
    const port = spawn()
    const { promise: exited, resolve } = defer()
    const made: Connection = {
      port,
      send: (message) => port.postMessage(message),
      pending: new Map(),
      answering: 0,
      exited
    }
    connection = made
    port.onMessage((message) => {
      const parsed = FromProcess.safeParse(message)
      // A process that talks nonsense cannot be reasoned with; its exit fails whoever waits for it.
      if (!parsed.success) return port.kill()
      hear(parsed.data, made)
    })
    port.onExit((code, detail) => {
      resolve()
      if (connection === made) end(made, code, detail)
    })
    made.send(load)
    return made
  }

  function hear(event: FromProcess, from: Connection): void {
    if (event.type === 'error') from.pending.get(event.id)?.fail(new OrreryError(event.code, event.message))
    else if (event.type !== 'status') from.pending.get(event.id)?.reply(event)
    else {
      const { device, contextSize, memory } = event
      sequences = event.sequences
      onChange()
      // Work that everyone has left is still being wound up over there; here nobody waits for it.
      const state = event.state === 'generating' && from.answering === 0 ? 'ready' : event.state
      if (connection === from) tell({ state, device, contextSize: contextSize ?? status.contextSize, memory })
    }
  }

  function end({ pending }: Connection, code: number | null, detail: string | undefined): void {
    connection = null
    const error = closed ? stopped() : crashed(name, status.state, code, detail)
    // It had nothing to do: who asked at that very moment was not heard, and may ask the next one.
    if (status.state === 'ready') unheard.add(error)
    tell({ ...status, state: closed ? 'idle' : 'crashed', memory: null })
    for (const inbox of [...pending.values()]) inbox.fail(error)
  }

  return {
    status: () => status,
    sequences: () => sequences,
    isUnheard: (error) => error instanceof OrreryError && unheard.has(error),

    async *ask(question, signal, answerNow) {
      const asked = connect()
      const { send, pending } = asked
      const id = String(++requests)
      const inbox = createInbox()
      const answers = question.type === 'generate' ? 1 : 0
      const hurry = () => send({ type: 'answer-now', id })
      pending.set(id, inbox)
      asked.answering += answers
      try {
        send({ ...question, id })
        answerNow?.addEventListener('abort', hurry)
        if (answerNow?.aborted) hurry()
        while (true) yield* await raceAbort(inbox.next(), signal)
      } finally {
        // Whoever leaves early, by cancelling or by not listening on, stops the work; after an answer this is no news.
        answerNow?.removeEventListener('abort', hurry)
        pending.delete(id)
        asked.answering -= answers
        send({ type: 'cancel', id })
        if (answers && asked.answering === 0 && status.state === 'generating') tell({ ...status, state: 'ready' })
      }
    },

    async close() {
      closed = true
      if (!connection) return
      const { port, send, exited } = connection
      // A process that hangs while it saves must not keep the program from ending.
      const late = setTimeout(() => port.kill(), load.states ? SAVE_MS : 0)
      if (load.states) send({ type: 'close' })
      await exited
      clearTimeout(late)
    }
  }
}

/** Messages that arrived and were not read yet. `next` waits for the first and takes all. */
interface Inbox {
  reply(message: Reply): void
  fail(error: OrreryError): void
  next(): Promise<Reply[]>
}

function createInbox(): Inbox {
  let messages: Reply[] = []
  let failure: OrreryError | null = null
  let arrived = defer()
  return {
    reply(message) {
      messages.push(message)
      arrived.resolve()
    },
    fail(error) {
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

function crashed(name: string, state: LlamaStatus['state'], code: number | null, detail = ''): OrreryError {
  const doing = state === 'loading' ? `while loading ${name}` : 'while it was working'
  const how = [code === null ? '' : `exit code ${code}`, detail].filter(Boolean).join('; ')
  const hint = state === 'loading' ? ' If it happens again, the model may be damaged or too big for this machine.' : ''
  return new OrreryError(
    'engine-crashed',
    `The engine process ended ${doing}${how ? ` (${how})` : ''}. No committed step is lost, and the engine restarts automatically: try the step again.${hint}`
  )
}
