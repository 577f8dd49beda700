// A machine in a process of its own: started when something is asked, and again after it died. What was kept is on disk, so nothing is lost.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { OrreryError } from '../../core/errors.ts'
import { type EnginePort, forkFile } from '../engines/spawn.ts'
import { type Done, FromMachine, type Job, OVER_BUDGET, type ToMachine } from './emulator/protocol.ts'

export type { Done, Job, Result } from './emulator/protocol.ts'

/** What the process needs of the disk: the image, which it reads, where it keeps states, and where it unpacks the image (`data`, if not told). */
export interface MachineFolders {
  folder: string
  data: string
  cache?: string
}
export type SpawnMachine = (folders: MachineFolders) => EnginePort

/** Told while the disk is unpacked and the machine boots for the first time. */
export type OnProgress = (progress: { what: string; done: number; total: number }) => void

interface Asking {
  signal?: AbortSignal | undefined
  onProgress?: OnProgress
}

export interface MachineClient {
  /** Starts the process and opens the image, which a request does by itself. @returns the hash of image and emulator; part of every key */
  open(asking?: Asking): Promise<string>
  /**
   * Does `jobs` from the state kept as `from` (`null`: the first prompt) and keeps the state after them as `to`. With `to: null` nothing is
   * kept: a look. Keys are the caller's own; they name states of this image only.
   * @throws OrreryError not-found when `from` is not kept (replay from an ancestor), engine-failed when the guest panicked, hung or computed
   *   without end, engine-crashed, cancelled; the states kept before are untouched by all of these
   */
  work(asked: { from: string | null; to: string | null; jobs: Job[] }, asking?: Asking): Promise<Done>
  /** Which of the states are kept. */
  has(keys: string[], asking?: Asking): Promise<boolean[]>
  /** Gives a kept state another key; a state that had that key is forgotten. Nothing happens when `from` is not kept. */
  rename(from: string, to: string): Promise<void>
  close(): Promise<void>
}

/** `most`: bytes that kept states may take on disk. */
export interface MachineClientOptions extends MachineFolders {
  most?: number
  spawn?: SpawnMachine
}

const MOST = 2 * 2 ** 30

// Code and packages, from src/host/grounds.
const ROOT = join(import.meta.dirname, '..', '..', '..')
const OWN = ['node_modules', 'src', 'package.json'].map((name) => join(ROOT, name))

/**
 * Starts the process as a fork of this Node, which may read Orrery's code and the image, read and write `data`, and start nothing. A second
 * wall: the guest has no way to the process's own code. Electron's utility processes have no such permissions.
 */
export const forkMachine = (
  { folder, data, cache = data }: MachineFolders,
  env: Record<string, string> = {}
): ReturnType<typeof forkFile> => {
  // What is in a folder is allowed only where the folder is there when the process starts.
  for (const one of [data, cache]) mkdirSync(one, { recursive: true, mode: 0o700 })
  // One thread of V8's own is enough, and leaves the other cores alone (docs/decisions). Little of what it makes lives for long: a small space for
  // new objects, and a C library that gives freed memory back (glibc), keep the process small.
  return forkFile(
    join(import.meta.dirname, 'emulator', 'process.ts'),
    [
      '--permission',
      // The database that keeps states is native.
      '--allow-addons',
      ...[...OWN, folder, data, cache].map((path) => `--allow-fs-read=${resolve(path)}`),
      ...[data, cache].map((path) => `--allow-fs-write=${resolve(path)}`),
      '--no-warnings',
      '--v8-pool-size=1',
      '--max-semi-space-size=4'
    ],
    {
      ...env,
      // What its code was made into when it was last started: a third of the time to a prompt otherwise.
      NODE_COMPILE_CACHE: join(data, 'compiled'),
      MALLOC_MMAP_THRESHOLD_: '65536',
      MALLOC_TRIM_THRESHOLD_: '131072'
    }
  )
}

type Question = ToMachine extends infer One ? (One extends { id: string } ? Omit<One, 'id'> : never) : never
type Answer = Exclude<FromMachine, { type: 'error' | 'progress' }>

interface Waiting {
  resolve(answer: Answer): void
  reject(error: OrreryError): void
  onProgress: OnProgress | undefined
}

interface Connection {
  port: EnginePort
  waiting: Map<string, Waiting>
  exited: Promise<void>
}

export function createMachineClient({
  folder,
  data,
  cache = data,
  most = MOST,
  spawn = (folders) => forkMachine(folders)
}: MachineClientOptions): MachineClient {
  let connection: Connection | null = null
  let opening: Promise<Answer> | null = null
  let closed = false
  let asked = 0

  function connect(): Connection {
    if (closed) throw new OrreryError('engine-failed', 'The machine is closed.')
    if (connection) return connection
    const port = spawn({ folder, data, cache })
    const { promise: exited, resolve } = Promise.withResolvers<void>()
    const made: Connection = { port, waiting: new Map(), exited }
    connection = made
    port.onMessage((message) => {
      const parsed = FromMachine.safeParse(message)
      // A process that talks nonsense cannot be reasoned with; its exit fails whoever waits for it.
      if (!parsed.success) return port.kill()
      hear(parsed.data, made)
    })
    port.onExit((code, detail) => {
      resolve()
      if (connection === made) {
        connection = null
        opening = null
      }
      for (const { reject } of made.waiting.values()) reject(crashed(code, detail))
      made.waiting.clear()
    })
    return made
  }

  function hear(event: FromMachine, { waiting }: Connection): void {
    const one = waiting.get(event.id)
    if (event.type === 'progress') {
      one?.onProgress?.(event)
      return
    }
    waiting.delete(event.id)
    if (event.type === 'error')
      one?.reject(new OrreryError(event.code, event.message, event.overBudget && { cause: OVER_BUDGET }))
    else one?.resolve(event)
  }

  async function ask(question: Question, { signal, onProgress }: Asking = {}): Promise<Answer> {
    signal?.throwIfAborted()
    const { port, waiting } = connect()
    const id = String(++asked)
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    waiting.set(id, { resolve, reject, onProgress })
    const cancel = (): void => port.postMessage({ type: 'cancel', id } satisfies ToMachine)
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      port.postMessage({ ...question, id })
      return await promise
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

  async function open(asking?: Asking): Promise<string> {
    // A process that did not come to open is asked again.
    opening ??= ask({ type: 'open', folder, data, cache, most }, asking).catch((error: unknown) => {
      opening = null
      throw error
    })
    const answer = await opening
    return answer.type === 'opened' ? answer.hash : unexpected(answer)
  }

  return {
    open,
    async work(work, asking) {
      await open(asking)
      const answer = await ask({ type: 'work', ...work }, asking)
      return answer.type === 'done' ? answer.done : unexpected(answer)
    },
    async has(keys, asking) {
      await open(asking)
      const answer = await ask({ type: 'has', keys }, asking)
      return answer.type === 'had' ? answer.has : unexpected(answer)
    },
    async rename(from, to) {
      await open()
      const answer = await ask({ type: 'rename', from, to })
      if (answer.type !== 'renamed') unexpected(answer)
    },
    async close() {
      closed = true
      connection?.port.kill()
      await connection?.exited
    }
  }
}

function unexpected(answer: Answer): never {
  throw new OrreryError('internal', `The machine process answered with "${answer.type}".`)
}

function crashed(code: number | null, detail = ''): OrreryError {
  const how = [code === null ? '' : `exit code ${code}`, detail].filter(Boolean).join('; ')
  return new OrreryError(
    'engine-crashed',
    `The machine's process ended${how ? ` (${how})` : ''}. Nothing that was kept is lost, and it starts again by itself: try the step again.`
  )
}
