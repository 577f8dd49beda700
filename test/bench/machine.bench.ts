// What the machine costs: turns, restoring, deltas, the first prompt, memory. Needs an image (image/README.md).
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createMachineClient,
  forkMachine,
  type Job,
  type MachineClient,
  type SpawnMachine
} from '../../src/host/grounds/machine-client.ts'
import { image } from '../host/machine/image.ts'
import { summary } from './timing.ts'

const TURNS = [
  'ls -la',
  'cd /etc',
  'cat hosts | wc -l',
  'grep -c root passwd',
  'echo a > /tmp/a',
  'find /etc -name "*.conf" | head',
  'date',
  'ps',
  'cat /tmp/a',
  'wc /etc/*release'
]
const RUNS = 5

const keys = (text: string, duration = 0.3): Job => ({ do: 'type', keys: [{ keystrokes: `${text}\n`, duration }] })

/** Milliseconds; sizes in MB. */
export async function machine() {
  if (!image) return 'NOT MEASURED: there is no image'
  const data = await mkdtemp(join(tmpdir(), 'orrery-bench-'))
  let pid: number | undefined
  const spawn: SpawnMachine = (folders) => {
    const port = forkMachine(folders)
    pid = port.pid
    return port
  }
  const { folder } = image
  const start = async () => {
    const client = createMachineClient({ folder, data, spawn })
    const ms = await timed(async () => {
      await client.open()
      await client.work({ from: null, to: null, jobs: [keys('')] })
    })
    return { client, ms }
  }
  try {
    const first = await start()
    await first.client.close()
    const second = await start()
    const { client } = second
    const restored = memory(pid)
    const figures = await turns(client)
    const result = {
      fromShippedFiles: first.ms,
      fromSnapshot: second.ms,
      residentRestored: restored,
      ...figures,
      resident: memory(pid)
    }
    await client.close()
    return result
  } finally {
    await rm(data, { recursive: true, force: true })
  }
}

async function turns(client: MachineClient) {
  let at: string | null = null
  let step = 0
  const bytes: number[] = []
  async function type(text: string, duration?: number): Promise<number> {
    const to = `bench ${++step}`
    const ms = await timed(async () => {
      bytes.push((await client.work({ from: at, to, jobs: [keys(text, duration)] })).bytes)
    })
    at = to
    return ms
  }
  const plain: number[] = []
  for (let run = 0; run < RUNS; run++) for (const text of TURNS) plain.push(await type(text))
  const many = async (text: string) => {
    const all: number[] = []
    for (let run = 0; run < RUNS; run++) all.push(await type(text, 1))
    return summary(all)
  }
  const python = await many('python3 -c "print(6*7)"')
  const jq = await many('echo "{}" | jq .')
  const git = await many('git --version')
  // Back and forth over the whole session; the turn itself is taken off.
  const restore: number[] = []
  const still = { from: at, to: null, jobs: [] }
  for (let run = 0; run < RUNS * 2; run++) {
    const from = run % 2 ? at : `bench ${1 + run * 3}`
    restore.push(await timed(() => client.work({ ...still, from })))
  }
  return {
    turn: summary(plain),
    python,
    jq,
    git,
    restore: summary(restore),
    deltaKB: summary(bytes.map((one) => one / 1000))
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return Math.round(performance.now() - start)
}

/** Resident memory of a process in MB, where `ps` tells. */
function memory(pid: number | undefined): number | null {
  if (pid === undefined || process.platform === 'win32') return null
  return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1000)
}
