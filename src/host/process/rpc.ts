// Questions to a process of our own, and its answers: it is started when something is asked and none runs, whoever waits when it ends is told
// so, and what is asked next starts another.
import type { z } from 'zod'
import { type ErrorCode, OrreryError } from '../../core/errors.ts'
import type { ChildPort, Spawn } from './child.ts'

/** A message has the number of the question that it belongs to, unless it is about the process itself. */
interface Message {
  type: string
  id?: string
}
interface Failure {
  type: 'error'
  id: string
  code: ErrorCode
  message: string
  cause?: string
}
type Numbered = { id: string }
type Unnumbered<All> = All extends Numbered ? Omit<All, 'id'> : never
type Replies<All> = Exclude<Extract<All, Numbered>, { type: 'error' }>
type Named<All, Type> = Extract<All, { type: Type }>

/** Whoever waits for what is answered to one question. */
interface Listener<From> {
  heard(reply: Replies<From>): void
  failed(error: OrreryError): void
}

export interface RpcRequest<To> {
  id: string
  /** Says more, to the process that was asked. */
  send(message: To): void
  /** Nothing more of it is listened to. */
  leave(): void
}

interface Asking<From> {
  signal?: AbortSignal | undefined
  onProgress?: ((progress: Named<From, 'progress'>) => void) | undefined
  /** What is not answered within `ms` ends in `error`, and the process with it. */
  limit?: { ms: number; error: OrreryError } | undefined
}

export interface Child<To, From> {
  /** Asks, and hears all that is answered until it is left. */
  open(question: Unnumbered<To>, listener: Listener<From>): RpcRequest<To>
  /** Asks for one answer of that type. @throws OrreryError what the process answers with, what it ends in, cancelled */
  ask<Type extends string>(question: Unnumbered<To>, type: Type, asking?: Asking<From>): Promise<Named<From, Type>>
  /** How many questions are listened to. */
  waiting(): number
  /** Ends the process that runs, if one does. */
  kill(): void
  /** The same, and waits for its end. It may be asked first to end by itself within `ms`. */
  close(gently?: { ms: number; message: To }): Promise<void>
}

interface Connection<From> {
  port: ChildPort
  waiting: Map<string, Listener<From>>
  exited: Promise<void>
}

export function createChild<To extends { type: string }, From extends Message>({
  name,
  spawn,
  reads,
  ended,
  first,
  noticed,
  stopped
}: {
  /** For errors: "The machine process". */
  name: string
  /** @throws OrreryError where none may be started any more */
  spawn: Spawn
  /** What the process says. */
  reads: z.ZodType<From>
  /** Makes the error that all open questions end in when the process has ended. */
  ended(how: { code: number | null; detail: string }): OrreryError
  /** What is said before anything is asked. */
  first?: To
  /** What it says about itself. */
  noticed?(message: Exclude<From, Numbered>): void
  /** A question that is stopped ends in this at once, and the process with it. Otherwise the process is told, and answers. */
  stopped?(): OrreryError
}): Child<To, From> {
  let connection: Connection<From> | null = null
  let asked = 0

  function connect(): Connection<From> {
    if (connection) return connection
    const port = spawn()
    const { promise: exited, resolve } = Promise.withResolvers<void>()
    const made: Connection<From> = { port, waiting: new Map(), exited }
    connection = made
    let over = false
    port.onMessage((message) => {
      const parsed = reads.safeParse(message)
      // A process that talks nonsense cannot be reasoned with; its exit fails whoever waits for it.
      if (!parsed.success) return port.kill()
      if (parsed.data.id !== undefined) hear(parsed.data, made)
      // `as`: it has no number.
      else if (connection === made) noticed?.(parsed.data as Exclude<From, Numbered>)
    })
    port.onExit((code, detail = '') => {
      if (over) return
      over = true
      if (connection === made) connection = null
      const error = ended({ code, detail })
      for (const listener of [...made.waiting.values()]) listener.failed(error)
      made.waiting.clear()
      resolve()
    })
    if (first) port.postMessage(first)
    return made
  }

  function hear(message: From, { waiting }: Connection<From>): void {
    const listener = waiting.get(message.id ?? '')
    // `as`, here and below: the type says which message it is.
    if (message.type === 'error') listener?.failed(failure(message as unknown as Failure))
    else listener?.heard(message as Replies<From>)
  }

  const child: Child<To, From> = {
    open(question, listener) {
      const { port, waiting } = connect()
      const id = String(++asked)
      waiting.set(id, listener)
      port.postMessage({ ...question, id })
      return { id, send: (message) => port.postMessage(message), leave: () => void waiting.delete(id) }
    },

    async ask(question, type, { signal, onProgress, limit } = {}) {
      if (signal?.aborted) throw stopped?.() ?? signal.reason
      const { promise, resolve, reject } = Promise.withResolvers<Replies<From>>()
      const { id, send, leave } = child.open(question, {
        heard: (reply) =>
          reply.type === 'progress' ? onProgress?.(reply as unknown as Named<From, 'progress'>) : resolve(reply),
        failed: reject
      })
      const end = (error: OrreryError): void => {
        reject(error)
        child.kill()
      }
      const cancel = (): void => (stopped ? end(stopped()) : send({ type: 'cancel', id } as unknown as To))
      signal?.addEventListener('abort', cancel, { once: true })
      const late = limit && setTimeout(() => end(limit.error), limit.ms)
      try {
        const reply = await promise
        if (reply.type === type) return reply as unknown as Named<From, typeof type>
        throw new OrreryError('internal', `${name} answered with "${reply.type}".`)
      } finally {
        clearTimeout(late)
        signal?.removeEventListener('abort', cancel)
        leave()
      }
    },

    waiting: () => connection?.waiting.size ?? 0,

    kill() {
      const last = connection
      connection = null
      last?.port.kill()
    },

    async close(gently) {
      const last = connection
      if (!last) return
      if (!gently) child.kill()
      // One that hangs must not keep the program from ending.
      const late = gently && setTimeout(() => last.port.kill(), gently.ms)
      if (gently) last.port.postMessage(gently.message)
      await last.exited
      clearTimeout(late)
    }
  }
  return child
}

const failure = ({ code, message, cause }: Failure): OrreryError =>
  new OrreryError(code, message, cause === undefined ? {} : { cause })

/** How a process ended, as it stands in a sentence: ` (exit code 1; its last words)`; `''` where nothing is known. */
export function howEnded({ code, detail }: { code: number | null; detail: string }): string {
  const how = [code === null ? '' : `exit code ${code}`, detail].filter(Boolean).join('; ')
  return how ? ` (${how})` : ''
}
