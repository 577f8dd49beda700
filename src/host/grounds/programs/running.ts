// Programs from the host's side: a thread for each that was used last, started when it is asked and ended when it does not come back.

import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { z } from 'zod'
import { OrreryError } from '../../../core/errors.ts'
import { withChanges } from '../../../core/grounds/programs/changes.ts'
import type { ProgramActions, ProgramDoor, ProgramEvent } from '../../../core/grounds/programs/program.ts'
import { sentenceOf } from '../../../core/text/issues.ts'
import { parseJson } from '../../../core/text/json.ts'
import type { Json } from '../../../core/tree/ports.ts'
import type { ProgramUse, StateDifference } from '../../../core/tree/program.ts'
import { Begun, type FromWorldProgram, Looked, type Started, Stepped, type ToWorldProgram } from './protocol.ts'

// Operations are counted in the thread, about half a second of them. One operation of the engine itself can still take for ever. It is the thread's own
// processor time that counts: where others keep the machine busy, the same work takes many times as long.
const STUCK_MS = 30_000
// Where the thread does not tell its processor time, or hardly gets any: nobody waits longer.
const LONGEST_MS = 20 * STUCK_MS
// How long at least until a thread that was busy with others' work is looked at again.
const LOOK_MS = 100
const TELLS_MS = 2000
// Each takes some megabytes, and up to 128.
const MOST_THREADS = 4

/** A state, which is never changed. Its value is made when somebody reads it: the thread of the program has its own. */
export interface RunningState {
  name: string
  value(): Json
}

export interface Stepping extends z.infer<typeof Stepped> {
  state: RunningState
}

/** A program that can be asked. Each @throws OrreryError engine-failed, naming what is wrong and the line; cancelled */
export interface Running {
  init(seed: string, signal?: AbortSignal): Promise<{ state: RunningState; actions: ProgramActions }>
  /** What can be done in a state, and what is seen through a door. */
  look(state: RunningState, door: ProgramDoor, signal?: AbortSignal): Promise<z.infer<typeof Looked>>
  step(state: RunningState, event: ProgramEvent, signal?: AbortSignal): Promise<Stepping>
}

/** `language`, where it is not JavaScript. */
type ThreadProgram = Pick<ProgramUse, 'text' | 'files' | 'hash'> & Partial<Pick<ProgramUse, 'language'>>

export interface Programs {
  of(program: ThreadProgram): Running
  dispose(): Promise<void>
}

let named = 0

/** The state that the changes lead to. */
export function stateAfter(
  before: RunningState | null,
  changes: readonly StateDifference[],
  name = String(++named)
): RunningState {
  let from = before
  let pending = changes
  let made: Json = {}
  const state: Unread = {
    name,
    value() {
      if (pending.length || from) {
        // Those before it that nobody read are made in one go with it.
        const [base, all] = unreadBefore(from, pending)
        made = withChanges(base, all)
        from = null
        pending = []
      }
      return made
    },
    unread: () => (from || pending.length ? { from, pending } : null)
  }
  return state
}

/** The state that is this value, which nothing may write to. */
export function stateOf(value: Json): RunningState {
  const state: Unread = { name: String(++named), value: () => value, unread: () => null }
  return state
}

interface Unread extends RunningState {
  unread(): { from: RunningState | null; pending: readonly StateDifference[] } | null
}

function unreadBefore(
  from: RunningState | null,
  pending: readonly StateDifference[]
): [base: Json, changes: StateDifference[]] {
  const parts = [pending]
  let at = from
  for (;;) {
    // `as`: every state is made here.
    const open = at && (at as Unread).unread()
    if (!open) return [at ? at.value() : {}, parts.reverse().flat()]
    parts.push(open.pending)
    at = open.from
  }
}

/** The processor time of a thread until now, in milliseconds; `null` where it does not tell. */
export type ThreadTime = (thread: Worker) => Promise<number | null>

const timeOf: ThreadTime = async (thread) => {
  // A runtime before Node 24.6 has no such method.
  if (typeof thread.cpuUsage !== 'function') return null
  const { user, system } = await thread.cpuUsage()
  return (user + system) / 1000
}

/** @param options.stuck milliseconds of processor time after which a thread that does not come back is stopped */
export function createPrograms({
  stuck = STUCK_MS,
  time = timeOf
}: {
  stuck?: number
  time?: ThreadTime
} = {}): Programs {
  const threads = new Map<string, Thread>()

  function threadOf({ text, files = {}, hash, language }: ThreadProgram): Thread {
    const thread =
      threads.get(hash) ??
      createThread({ text, files, language: language === 'z-machine' ? language : 'javascript' }, { stuck, time })
    threads.delete(hash)
    threads.set(hash, thread)
    for (const [other, old] of threads) {
      if (threads.size <= MOST_THREADS) break
      if (old.busy()) continue
      threads.delete(other)
      void old.end()
    }
    return thread
  }

  return {
    of: (program) => ({
      async init(seed, signal) {
        const next = String(++named)
        const text = await threadOf(program).ask({ work: { type: 'init', seed, next }, signal })
        const { changes, actions } = fitting(Begun, text, 'init and actions')
        return { state: stateAfter(null, changes, next), actions }
      },
      async look(state, door, signal) {
        const work = { type: 'look' as const, state: state.name, door }
        return fitting(Looked, await threadOf(program).ask({ work, state, signal }), 'actions and views')
      },
      async step(state, event, signal) {
        const next = String(++named)
        const work = { type: 'step' as const, state: state.name, event: JSON.stringify(event), next }
        const text = await threadOf(program).ask({ work, state, signal })
        const stepped = fitting(Stepped, text, 'step and actions')
        return { ...stepped, state: stateAfter(state, stepped.changes, next) }
      }
    }),
    async dispose() {
      const all = [...threads.values()]
      threads.clear()
      await Promise.all(all.map((thread) => thread.end()))
    }
  }
}

/** What a program returned. @throws OrreryError engine-failed for what the contract does not have, with the place */
function fitting<T>(schema: z.ZodType<T>, text: string, from: string): T {
  const value = parseJson(text)
  const { data, error } = schema.safeParse(value)
  if (!error) return data
  const why = sentenceOf(error, { value, schema })
  throw new OrreryError('engine-failed', `What ${from} returned does not fit the contract: ${why}`)
}

interface Thread {
  /** `state`: given to the thread where it does not hold it. @returns JSON */
  ask(asked: { work: ToWorldProgram['work']; state?: RunningState; signal: AbortSignal | undefined }): Promise<string>
  busy(): boolean
  end(): Promise<void>
}

function createThread(started: Started, { stuck, time }: { stuck: number; time: ThreadTime }): Thread {
  let worker: Worker | null = null
  let count = 0
  let waiting = 0
  /** One thing at a time: whoever is stopped stops no other. */
  let last: Promise<unknown> = Promise.resolve()

  const end = async () => {
    const old = worker
    worker = null
    await old?.terminate()
  }

  function threadOf(): Worker {
    if (worker) return worker
    const made = new Worker(fileOfWorker(), {
      workerData: started,
      resourceLimits: { maxOldGenerationSizeMb: 128 }
    })
    made.unref()
    // One that ends between two questions is replaced by the next.
    const gone = () => {
      if (worker === made) worker = null
    }
    made.on('error', gone).on('exit', gone)
    worker = made
    return made
  }

  /** One operation may hold the thread so that it does not even tell its time. */
  const told = (thread: Worker) => Promise.race([time(thread).catch(() => null), after(TELLS_MS, null, { ref: false })])

  function answered(asked: Omit<ToWorldProgram, 'id'>, signal: AbortSignal | undefined): Promise<FromWorldProgram> {
    const made = threadOf()
    const id = ++count
    const { promise, resolve, reject } = Promise.withResolvers<FromWorldProgram>()
    const stop = (error: OrreryError) => {
      reject(error)
      void end()
    }
    const onCancel = () => stop(new OrreryError('cancelled', 'The step was stopped.'))
    const onMessage = (one: FromWorldProgram) => one.id === id && resolve(one)
    const onError = (error: Error) =>
      stop(new OrreryError('engine-failed', `The program used up its memory and was stopped (${error.message}).`))
    const onExit = () => stop(new OrreryError('engine-failed', 'The thread of the program ended.'))
    const began = performance.now()
    // A thread that was only just made tells nothing yet, and has used nothing.
    const before = told(made).then((ms) => ms ?? 0)
    const look = async () => {
      const now = await told(made)
      if (done) return
      const left = now === null ? 0 : stuck - (now - (await before))
      if (left > 0 && performance.now() - began < LONGEST_MS) timer = setTimeout(look, Math.max(LOOK_MS, left))
      else
        stop(
          new OrreryError('engine-failed', `The program did not come back in ${stuck / 1000} seconds and was stopped.`)
        )
    }
    let timer = setTimeout(look, stuck)
    let done = false
    signal?.addEventListener('abort', onCancel, { once: true })
    made.on('message', onMessage).on('error', onError).on('exit', onExit)
    made.postMessage({ id, ...asked } satisfies ToWorldProgram)
    return promise.finally(() => {
      done = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', onCancel)
      made.off('message', onMessage).off('error', onError).off('exit', onExit)
    })
  }

  async function ask({ work, state, signal }: Parameters<Thread['ask']>[0]): Promise<string> {
    if (signal?.aborted) throw new OrreryError('cancelled', 'The step was stopped.')
    let one = await answered({ work }, signal)
    if (one.type === 'missing') one = await answered({ work, given: JSON.stringify(state?.value() ?? {}) }, signal)
    if (one.type === 'done') return one.text
    if (one.type === 'missing') throw new OrreryError('internal', 'The thread of a program lost a state.')
    if (one.broken) await end()
    throw new OrreryError('engine-failed', one.problem)
  }

  return {
    ask(asked) {
      waiting++
      const asking = last.then(() => ask(asked)).finally(() => waiting--)
      last = asking.catch(() => {})
      return asking
    },
    busy: () => waiting > 0,
    end
  }
}

/** Beside this file, or beside the bundle that this file became part of. */
function fileOfWorker(): string {
  return join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'worker.ts' : 'programs.js')
}
