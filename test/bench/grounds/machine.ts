// What the machine costs: the first prompt, turns, going back, states on disk, memory of one world.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import {
  createOneMachine,
  type EmulatorJob,
  forkMachine,
  type MachineClient
} from '../../../src/host/grounds/emulator-client.ts'
import { keptNodeJobs, nodeJobs } from '../../../src/host/grounds/machine/node.ts'
import { image } from '../../host/grounds/emulator/image.ts'
import type { Plain } from '../engine/bench.ts'
import { median } from '../engine/middle.ts'
import { type Absolute, atMost, type Findings, type Ratio, ratio } from '../engine/report.ts'
import { createTimes } from './loop.ts'
import { watched } from './watched.ts'

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
const STARTS = 3

const keys = (text: string, duration = 0.3): EmulatorJob => ({
  do: 'type',
  keys: [{ keystrokes: `${text}\n`, duration }]
})

type Watched = Pick<ReturnType<typeof watched>, 'busy'>

export async function machine({ sizes, signal, folder, say }: Plain): Promise<Findings> {
  if (!image) return { ratios: {}, absolutes: {}, missing: [{ measurement: 'machine', reason: 'There is no image.' }] }
  const process = watched(forkMachine)
  const times = createTimes()
  const at = { folder: image.folder, data: join(folder, 'machine') }
  const start = async (ms: number[]) => {
    const client = createOneMachine({ ...at, spawn: () => process.spawn(at) })
    await times.add(ms, () => client.work({ from: null, to: null, jobs: [keys('')] }, { signal }))
    return client
  }
  say('first prompt')
  const [shipped, prompt]: [number[], number[]] = [[], []]
  await (await start(shipped)).close()
  for (let one = 1; one < STARTS; one++) await (await start(prompt)).close()
  const client = await start(prompt)
  try {
    const opened = await process.resident()
    const { ratios, absolutes, missing } = await session(client, { data: at.data, process, times, signal, say, sizes })
    const resident = await process.resident()
    return {
      ratios: {
        machineShipped: times.row('From the shipped files to the first prompt', shipped, atMost(3000)),
        machinePrompt: times.row('From the kept snapshot to the first prompt', prompt, atMost(1000)),
        ...ratios,
        ...(resident !== null && {
          machineMemory: ratio('Memory of one world: the machine’s process after the session', resident, {
            ...{ unit: 'bytes', needed: atMost(450e6), samples: 1 },
            note: 'every turn and restore above'
          })
        })
      },
      absolutes: {
        ...absolutes,
        ...(opened !== null && { machineOpened: bytes('The machine’s process at its first prompt', opened) }),
        ...times.absolutes()
      },
      missing
    }
  } finally {
    await client.close()
  }
}

async function session(
  client: MachineClient,
  {
    data,
    process,
    times,
    signal,
    say,
    sizes
  }: { data: string; process: Watched; times: ReturnType<typeof createTimes> } & Pick<Plain, 'signal' | 'say' | 'sizes'>
): Promise<Required<Findings>> {
  const states: string[] = []
  const added: number[] = []
  const file = join(data, await client.open({ signal }), 'states.db')
  const type = async (ms: number[], text: string, duration?: number) => {
    const to = `bench ${states.length + 1}`
    const from = states.at(-1) ?? null
    const before = bytesUsed(file)
    await times.add(ms, () => client.work({ from, to, jobs: [keys(text, duration)] }, { signal }))
    // Answered when the state is kept.
    await client.has([], { signal })
    added.push(bytesUsed(file) - before)
    states.push(to)
  }
  const many = async (text: string, times = sizes.grounds.programs) => {
    say(text)
    const ms: number[] = []
    for (let run = 0; run < times; run++) await type(ms, text, 1)
    return ms
  }
  // A world's machine has its own `node`; nobody would answer it here.
  const { folder } = client
  await client.work({ from: null, to: 'bench 0', jobs: [...nodeJobs(folder), ...keptNodeJobs(folder)] }, { signal })
  states.push('bench 0')
  await type([], 'true')
  say('turns')
  const turns: number[] = []
  const before = await process.busy()
  for (let run = 0; run < sizes.grounds.rounds; run++) for (const text of TURNS) await type(turns, text)
  const busy = since(before, await process.busy(), turns.length)
  const python = await many('python3 -c "print(6*7)"')
  const jq = await many('echo "{}" | jq .')
  await type([], `echo 'int main() { return 0; }' > /tmp/a.c; gcc /tmp/a.c`, 1)
  const first = await many(`node -e 'console.log(6*7)'`, 1)
  const node = await many(`node -e 'console.log(6*7)'`)
  const gcc = await many('gcc -o /tmp/a.out /tmp/a.c')

  say('restores')
  const restores: number[] = []
  const still = await process.busy()
  for (const from of drawn(states, sizes.grounds.restores))
    await times.add(restores, () => client.work({ from, to: null, jobs: [] }, { signal }))
  const restoring = since(still, await process.busy(), restores.length)
  const worst = Math.max(...restores)
  return {
    ratios: {
      machineTurn: times.row('Warm turn', turns, atMost(100)),
      machinePython: times.row('python3 -c', python, atMost(600)),
      machineNodeFirst: times.row('node -e, the first', first, null),
      machineNode: times.row('node -e', node, atMost(1500)),
      machineGcc: times.row('gcc', gcc, atMost(1000)),
      machineJq: times.row('jq', jq, atMost(1500)),
      machineRestore: times.row('Going back to any earlier step', restores, atMost(100)),
      machineRestoreWorst: ratio('Going back to any earlier step, worst', worst, {
        ...{ unit: 'ms', needed: atMost(100), samples: restores.length },
        note: `drawn from ${states.length} steps`
      }),
      machineState: size('State of a step on disk, compressed', added)
    },
    absolutes: {
      ...(busy !== null && { machineTurnBusy: ms('Processor time of a warm turn, mean', busy) }),
      ...(restoring !== null && { machineRestoreBusy: ms('Processor time of going back, mean', restoring) })
    },
    missing: []
  }
}

function bytesUsed(file: string): number {
  const db = new Database(file, { readonly: true })
  const number = (pragma: string) => Number(db.pragma(pragma, { simple: true }))
  const used = (number('page_count') - number('freelist_count')) * number('page_size')
  db.close()
  return used
}

/** The same places in every run. */
function drawn(states: string[], count: number): string[] {
  let x = 12_345
  return Array.from({ length: count }, () => {
    x = (Math.imul(x, 1_103_515_245) + 12_345) >>> 1
    return states[x % states.length] ?? ''
  })
}

function size(title: string, all: number[]): Ratio {
  const worst = (Math.max(...all) / 1e6).toFixed(2)
  const note = `median; worst ${worst} MB`
  return ratio(title, median(all), { unit: 'bytes', needed: atMost(1e6), samples: all.length, note })
}

const since = (before: number | null, now: number | null, count: number): number | null =>
  before === null || now === null ? null : (now - before) / count

const ms = (title: string, value: number): Absolute => ({ title, value, unit: 'ms' })
const bytes = (title: string, value: number): Absolute => ({ title, value, unit: 'bytes' })
