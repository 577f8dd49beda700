// What a world costs in each ground, and each further one beside it: calls, and memory of the ground's process.
import { join } from 'node:path'
import { type Action, Setup } from '../../../src/core/tree/model.ts'
import type { Ground } from '../../../src/core/tree/ports.ts'
import { forkMachine } from '../../../src/host/grounds/emulator-client.ts'
import { machineGround } from '../../../src/host/grounds/machine/index.ts'
import { forkServers } from '../../../src/host/grounds/servers/client.ts'
import { mcpServersGround } from '../../../src/host/grounds/servers/index.ts'
import { playing, recording, setupOf } from '../../host/grounds/mcp-worlds.ts'
import { must } from '../../must.ts'
import type { Plain } from '../engine/bench.ts'
import { median } from '../engine/middle.ts'
import type { Absolute, Findings, Ratio } from '../engine/report.ts'
import { createTimes } from './loop.ts'
import { watched } from './watched.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const resources = join(root, 'resources')
/** Acts of a first world, and of a further one. */
const [MOST, FEW] = [12, 3]

interface Kind {
  id: string
  title: string
  ground: Ground
  process: { resident(): Promise<number | null> }
  /** The setup of the `nth` world; no two are equal. */
  setup(nth: number): Setup
  acts: Action[]
}

const typed = (text: string): Action => [{ keystrokes: `${text}\n`, duration: 0.3 }]
const LINES = ['ls -la', 'echo "a line" > a.txt', 'cat a.txt', 'grep -c line a.txt']

function recordedKind(name: string, title: string, at: Pick<Kind, 'ground' | 'process'>): Kind {
  const { calls, initialState, tools } = recording(name)
  // A file more makes it another world.
  const setup = (nth: number) =>
    setupOf({ tools, initialState: `${initialState}${nth ? `\nworld-${nth}.txt\n    ${nth}\n` : ''}` }, { seed: nth })
  return { id: name, title, ...at, setup, acts: calls.slice(0, MOST).map(({ action }) => action) }
}

/** Worlds of the machine and of the MCP servers. Nothing is promised of them; the machine's own bars stand in `machine.ts`. */
export async function worlds({ sizes, folder, say, signal }: Plain): Promise<Findings> {
  const [box, node, python] = [watched(forkMachine), watched(forkServers({ root })), watched(forkMachine)]
  const home = join(folder, 'worlds')
  const machine = machineGround({ home, resources, facts: () => null, spawnMachine: box.spawn })
  const servers = mcpServersGround(
    { home, resources, facts: () => null, spawnMachine: python.spawn },
    { spawn: () => node.spawn() }
  )
  const grounded = { grounding: 'executed' as const }
  const inNode = { ground: servers, process: node }
  const inMachine = { ground: servers, process: python }
  const kinds: Kind[] = [
    ...(machine
      ? [
          {
            ...{ id: 'terminal', title: 'terminal', ground: machine, process: box },
            setup: (nth: number) => Setup.parse({ domain: 'terminal', initialState: `World ${nth}.`, ...grounded }),
            acts: LINES.map(typed)
          },
          {
            ...{ id: 'swe', title: 'swe', ground: machine, process: box },
            setup: (nth: number) => Setup.parse({ domain: 'swe', initialState: `World ${nth}.`, ...grounded }),
            acts: LINES.map((command): Action => ({ name: 'run_shell_command', arguments: { command } }))
          }
        ]
      : []),
    recordedKind('filesystem-writing', 'MCP filesystem', inNode),
    recordedKind('memory', 'MCP memory', inNode),
    recordedKind('everything', 'MCP everything', inNode),
    recordedKind('thinking', 'MCP sequential thinking', inNode),
    // Their first world unpacks Python packages for a minute.
    ...(machine && !sizes.quick
      ? [
          recordedKind('git', 'MCP git (Python)', inMachine),
          recordedKind('time', 'MCP time (Python)', inMachine),
          recordedKind('sqlite', 'MCP sqlite (Python)', inMachine)
        ]
      : [])
  ]
  const found: Required<Findings> = { ratios: {}, absolutes: {}, missing: [] }
  if (!machine) found.missing.push({ measurement: 'terminal, swe and Python worlds', reason: 'There is no image.' })
  else if (sizes.quick)
    found.missing.push({ measurement: 'Python worlds', reason: 'They take minutes; not in --quick.' })
  const times = createTimes()
  try {
    for (const kind of kinds) {
      say(kind.title)
      const { row, absolutes } = await measured(kind, { times, further: sizes.grounds.worlds, signal })
      found.ratios[`call-${kind.id}`] = row
      Object.assign(found.absolutes, absolutes)
    }
  } finally {
    await Promise.all([machine?.dispose(), servers.dispose()])
  }
  return found
}

async function measured(
  { id, title, ground, process, setup, acts }: Kind,
  { times, further, signal }: { times: ReturnType<typeof createTimes>; further: number; signal: AbortSignal }
): Promise<{ row: Ratio; absolutes: Record<string, Absolute> }> {
  const world = playing(ground)
  const [first, calls, next]: [number[], number[], number[]] = [[], [], []]
  const one = world(setup(0))
  for (const [index, act] of acts.entries()) await times.add(index ? calls : first, () => one.take(act, { signal }))
  const before = await process.resident()
  const others = Array.from({ length: further }, (_, at) => world(setup(at + 1)))
  // By turns: each finds the process in the state of another.
  for (const [index, act] of acts.slice(0, FEW).entries())
    for (const other of others) await times.add(index ? [] : next, () => other.take(act, { signal }))
  const after = await process.resident()
  const absolutes: Record<string, Absolute> = {
    [`first-${id}`]: { title: `${title}: first call of the first world`, value: must(first[0]), unit: 'ms' },
    [`next-${id}`]: { title: `${title}: first call of a further world, median`, value: median(next), unit: 'ms' },
    ...(before !== null &&
      after !== null && {
        [`memory-${id}`]: { title: `${title}: process with one world`, value: before, unit: 'bytes' as const },
        [`more-${id}`]: {
          title: `${title}: process more for each of ${further} further worlds`,
          value: (after - before) / further,
          unit: 'bytes' as const
        }
      })
  }
  return { row: times.row(`${title}: call`, calls), absolutes }
}
