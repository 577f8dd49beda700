// A machine in a process of its own: started when something is asked, and again after it died. What was kept is on disk, so nothing is lost.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { OrreryError } from '../../core/errors.ts'
import { type ChildPort, type Fork, forkFile } from '../process/child.ts'
import { createChild, howEnded } from '../process/rpc.ts'
import { type EmulatorJob, type EmulatorResult, FromMachine, type ToMachine } from './emulator/protocol.ts'

export type { EmulatorJob, EmulatorResult, WorkResult } from './emulator/protocol.ts'

/** What the process needs of the disk: the image, which it reads, where it keeps states, and where it unpacks the image (`data`, if not told). */
export interface MachineFolders {
  folder: string
  data: string
  cache?: string
}
export type SpawnMachine = (folders: MachineFolders) => ChildPort

/** Told while the disk is unpacked and the machine boots for the first time. */
export type OnBootProgress = (progress: { what: string; done: number; total: number }) => void

interface Asking {
  signal?: AbortSignal | undefined
  onProgress?: OnBootProgress
}

export interface MachineClient {
  /** The image's files. */
  readonly folder: string
  /** Starts a process and opens the image, which a request does by itself. @returns the hash of image and emulator; part of every key */
  open(asking?: Asking): Promise<string>
  /**
   * Does `jobs` from the state kept as `from` (`null`: the first prompt) and keeps the state after them as `to`. It is kept while the answer
   * comes back already, before anything that is asked later; a process that is killed meanwhile has not kept it. With `to: null` nothing is
   * kept: a look. `passing`: `to` is a name of the caller's own, of which nobody else knows: its state is kept when it is renamed, or when the
   * process has to do something else; work that fails, or that leads from it to itself, leaves nothing of it. Keys are the caller's own; they name states of this image only.
   * @throws OrreryError not-found when `from` is not kept (replay from an ancestor), engine-failed when the guest panicked, hung or computed
   *   without end, engine-crashed, cancelled; the states kept before are untouched by all of these
   */
  work(
    asked: { from: string | null; to: string | null; jobs: EmulatorJob[]; passing?: true },
    asking?: Asking
  ): Promise<EmulatorResult>
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
export const forkMachine = ({ folder, data, cache = data }: MachineFolders, env: Record<string, string> = {}): Fork => {
  // What is in a folder is allowed only where the folder is there when the process starts.
  for (const one of [data, cache]) mkdirSync(one, { recursive: true, mode: 0o700 })
  // One thread of V8's own is enough, and leaves the other cores alone (docs/decisions). Little of what it makes lives for long: a small space for
  // new objects, and a C library that gives freed memory back (glibc), keep the process small. From 128 kB on: what
  // compresses a group of pieces (`pieces.ts`) takes less, and is needed again at once.
  return forkFile(join(import.meta.dirname, 'emulator', 'process.ts'), {
    execArgv: [
      '--permission',
      // The database that keeps states is native.
      '--allow-addons',
      ...[...OWN, folder, data, cache].map((path) => `--allow-fs-read=${resolve(path)}`),
      ...[data, cache].map((path) => `--allow-fs-write=${resolve(path)}`),
      '--no-warnings',
      '--v8-pool-size=1',
      '--max-semi-space-size=4'
    ],
    env: {
      ...process.env,
      ...env,
      // What its code was made into when it was last started: a third of the time to a prompt otherwise.
      NODE_COMPILE_CACHE: join(cache, 'compiled'),
      MALLOC_MMAP_THRESHOLD_: '131072',
      MALLOC_TRIM_THRESHOLD_: '1048576'
    }
  })
}

/** One process. Several works at once have their turns in it. */
export function createOneMachine({
  folder,
  data,
  cache = data,
  most = MOST,
  spawn = (folders) => forkMachine(folders)
}: MachineClientOptions): MachineClient {
  let opening: Promise<{ hash: string }> | null = null
  let closed = false
  const process = createChild<ToMachine, FromMachine>({
    name: 'The machine process',
    reads: FromMachine,
    spawn() {
      if (closed) throw new OrreryError('engine-failed', 'The machine is closed.')
      return spawn({ folder, data, cache })
    },
    ended(how) {
      opening = null
      return new OrreryError(
        'engine-crashed',
        `The machine's process ended${howEnded(how)}. Nothing that was kept is lost, and it starts again by itself: try the step again.`
      )
    }
  })

  async function open(asking?: Asking): Promise<string> {
    // A process that did not come to open is asked again.
    opening ??= process.ask({ type: 'open', folder, data, cache, most }, 'opened', asking).catch((error: unknown) => {
      opening = null
      throw error
    })
    return (await opening).hash
  }

  return {
    folder,
    open,
    async work(work, asking) {
      await open(asking)
      return (await process.ask({ type: 'work', ...work }, 'done', asking)).done
    },
    async has(keys, asking) {
      await open(asking)
      return (await process.ask({ type: 'has', keys }, 'had', asking)).has
    },
    async rename(from, to) {
      await open()
      await process.ask({ type: 'rename', from, to }, 'renamed')
    },
    async close() {
      closed = true
      await process.close()
    }
  }
}
