// The servers' process from outside: started when something is asked, killed when it is to stop, and started again by what is asked next.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { OrreryError } from '../../../core/errors.ts'
import { type ChildPort, forkFile } from '../../process/child.ts'
import { createChild, howEnded } from '../../process/rpc.ts'
import {
  FromServers,
  firstKey,
  nextKey,
  type ServerJob,
  type ServerResult,
  type ServerWorld,
  type ToServers
} from './sandbox/protocol.ts'

export type SpawnServers = () => ChildPort & { pid?: number | undefined }

export interface Servers {
  /**
   * The answer to `call` after `jobs` in this world.
   * @throws OrreryError cancelled, engine-failed when the server failed or did not answer in time, engine-crashed
   */
  work(
    asked: { world: ServerWorld; jobs: ServerJob[]; call: Pick<ServerJob, 'call' | 'effects'> },
    options: { signal: AbortSignal; progress?(done: number, total: number): void }
  ): Promise<ServerResult>
  /** Pending requests fail; the next call starts a new process. */
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
  () =>
    forkFile(file, {
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
      serialization: 'json'
    })

export function createServers({ spawn, limit = LIMIT_MS }: { spawn: SpawnServers; limit?: number }): Servers {
  const process = createChild<ToServers, FromServers>({
    name: 'The servers',
    spawn,
    reads: FromServers,
    stopped,
    ended: (how) =>
      new OrreryError(
        'engine-crashed',
        `The process of the MCP servers ended${howEnded(how)}. Nothing is lost: it starts again by itself. Try the step again.`
      )
  })
  const late = new OrreryError('engine-failed', `The server did not answer within ${limit / 1000} seconds.`)
  /** One world's work at a time, so that stopping one stops no other. */
  let last: Promise<unknown> = Promise.resolve()

  return {
    async work({ world, jobs, call }, { signal }) {
      const before = last
      const { promise: ended, resolve } = Promise.withResolvers<void>()
      last = ended
      try {
        await orStopped(before, signal)
        const keys = [firstKey(world)]
        for (const job of jobs) keys.push(nextKey(String(keys.at(-1)), job))
        const asking = { signal, limit: { ms: limit, error: late } }
        // A process that died in the meantime is only noticed by asking it.
        const find = () => process.ask({ type: 'nearest', keys }, 'nearest', asking)
        const { index } = await find().catch((error: unknown) => {
          if (error instanceof OrreryError && error.code === 'engine-crashed') return find()
          throw error
        })
        const from = index < 0 ? null : (keys[index] ?? null)
        const left = jobs.slice(Math.max(index, 0))
        const { worn, result } = await process.ask({ type: 'work', world, from, jobs: left, call }, 'done', asking)
        if (worn) process.kill()
        return result
      } finally {
        // Who was stopped while it waited lets nobody in before its turn.
        void before.then(() => resolve())
      }
    },
    close: () => process.close()
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
