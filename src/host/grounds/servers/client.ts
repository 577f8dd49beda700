// The servers' process from outside: started when something is asked, killed when it is to stop, and started again by what is asked next.
import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { OrreryError } from '../../../core/errors.ts'
import { type EnginePort, lastWords } from '../../engines/spawn.ts'
import {
  FromServers,
  firstKey,
  type Job,
  nextKey,
  type Result,
  type ToServers,
  type World
} from './sandbox/protocol.ts'

export type SpawnServers = () => EnginePort & { pid?: number | undefined }

export interface Servers {
  /**
   * The answer to `call` after `jobs` in this world.
   * @throws OrreryError cancelled, engine-failed when the server failed or did not answer in time, engine-crashed
   */
  work(
    asked: { world: World; jobs: Job[]; call: Pick<Job, 'call' | 'effects'> },
    options: { signal: AbortSignal; onProgress?: (progress: { done: number; total: number }) => void }
  ): Promise<Result>
  /** What has been asked of the process is as if it had not been: it is started again. */
  close(): Promise<void>
}

// The slowest call of a reference server takes a fraction of a second.
const LIMIT_MS = 30_000
// A world of a few megabytes needs a tenth.
const MEMORY_MB = 512

/** Source or build, the process's file is found from here. */
function processFile(folder = import.meta.dirname): string {
  const source = join(folder, 'sandbox', 'process.ts')
  return existsSync(source) ? source : join(folder, 'mcp-servers.js')
}

// Code and packages, and nothing of a user's.
const OWN = ['node_modules', 'src', 'out', 'package.json']

/** A Node that may read the packages and Orrery's own code, and write, start or load nothing. */
export const forkServers =
  ({
    root,
    file = processFile(),
    readable = OWN
  }: {
    root: string
    file?: string
    readable?: string[]
  }): SpawnServers =>
  () => {
    const child = fork(file, [], {
      execArgv: [
        '--permission',
        ...readable.map((path) => `--allow-fs-read=${resolve(root, path)}`),
        '--no-warnings',
        '--v8-pool-size=1',
        '--max-semi-space-size=4',
        `--max-old-space-size=${MEMORY_MB}`
      ],
      // Windows needs the name of its own folder to start anything.
      env: { TZ: 'UTC', ...(process.env.SystemRoot && { SystemRoot: process.env.SystemRoot }) },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc']
    })
    const said = lastWords(child.stderr)
    return {
      pid: child.pid,
      postMessage: (message) => {
        // `as`: what is posted is JSON by the protocol. Its end tells more than that it can no longer be written to.
        if (child.connected) child.send(message as object, () => {})
      },
      onMessage: (listener) => child.on('message', listener),
      onExit: (listener) => {
        child.on('error', (error) => listener(null, error.message))
        child.on('close', (code, signal) =>
          listener(code, [signal && `signal ${signal}`, said()].filter(Boolean).join('; '))
        )
      },
      kill: () => child.kill('SIGKILL')
    }
  }

interface Connection {
  port: EnginePort
  exited: Promise<void>
  waiting: PromiseWithResolvers<FromServers> | null
}

type Question = ToServers extends infer One ? (One extends { id: string } ? Omit<One, 'id'> : never) : never

export function createServers({ spawn, limit = LIMIT_MS }: { spawn: SpawnServers; limit?: number }): Servers {
  let connection: Connection | null = null
  let asked = 0
  /** One world's work at a time, so that stopping one stops no other. */
  let last: Promise<unknown> = Promise.resolve()

  function connect(): Connection {
    if (connection) return connection
    const port = spawn()
    const { promise: exited, resolve } = Promise.withResolvers<void>()
    const made: Connection = { port, exited, waiting: null }
    connection = made
    port.onMessage((message) => {
      const event = FromServers.safeParse(message)
      if (event.success) made.waiting?.resolve(event.data)
      else port.kill()
    })
    port.onExit((code, detail) => {
      if (connection === made) connection = null
      made.waiting?.reject(crashed(code, detail))
      resolve()
    })
    return made
  }

  function stop(): void {
    connection?.port.kill()
    connection = null
  }

  async function ask(question: Question, signal: AbortSignal): Promise<FromServers> {
    if (signal.aborted) throw stopped()
    const made = connect()
    const waiting = Promise.withResolvers<FromServers>()
    made.waiting = waiting
    const end = (error: OrreryError) => {
      waiting.reject(error)
      stop()
    }
    const cancel = () => end(stopped())
    signal.addEventListener('abort', cancel, { once: true })
    const timer = setTimeout(
      () => end(new OrreryError('engine-failed', `The server did not answer within ${limit / 1000} seconds.`)),
      limit
    )
    try {
      made.port.postMessage({ ...question, id: String(++asked) })
      const event = await waiting.promise
      if (event.type === 'error') throw new OrreryError(event.code, event.message)
      return event
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
      made.waiting = null
    }
  }

  return {
    async work({ world, jobs, call }, { signal }) {
      const before = last
      const { promise: ended, resolve } = Promise.withResolvers<void>()
      last = ended
      try {
        await orStopped(before, signal)
        const keys = [firstKey(world)]
        for (const job of jobs) keys.push(nextKey(String(keys.at(-1)), job))
        // A process that died in the meantime is only noticed by asking it.
        const question = { type: 'nearest', keys } as const
        const nearest = await ask(question, signal).catch((error: unknown) => {
          if (error instanceof OrreryError && error.code === 'engine-crashed') return ask(question, signal)
          throw error
        })
        const index = nearest.type === 'nearest' ? nearest.index : -1
        const from = index < 0 ? null : (keys[index] ?? null)
        const event = await ask({ type: 'work', world, from, jobs: jobs.slice(Math.max(index, 0)), call }, signal)
        if (event.type !== 'done') throw new OrreryError('internal', `The servers answered with "${event.type}".`)
        if (event.worn) stop()
        return event.result
      } finally {
        // Who was stopped while it waited lets nobody in before its turn.
        void before.then(() => resolve())
      }
    },
    async close() {
      const exited = connection?.exited
      stop()
      await exited
    }
  }
}

const stopped = (): OrreryError => new OrreryError('cancelled', 'The step was stopped.')

async function orStopped(before: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const cancel = () => reject(stopped())
  signal.addEventListener('abort', cancel, { once: true })
  try {
    await Promise.race([before, promise])
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

function crashed(code: number | null, detail = ''): OrreryError {
  const how = [code === null ? '' : `exit code ${code}`, detail].filter(Boolean).join('; ')
  return new OrreryError(
    'engine-crashed',
    `The process of the MCP servers ended${how ? ` (${how})` : ''}. Nothing is lost: it starts again by itself. Try the step again.`
  )
}
