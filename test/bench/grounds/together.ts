// Several worlds at once: terminals that a machine computes, each with a step in flight, in the host and at a door for agents.
import { join } from 'node:path'
import { NewSetup } from '../../../src/core/tree/model.ts'
import { forkMachine } from '../../../src/host/grounds/emulator-client.ts'
import { createHost } from '../../../src/host/host.ts'
import { bridgeClient } from '../../../src/renderer/store/client.ts'
import { mountBridge } from '../../contract/direct.ts'
import { image } from '../../host/grounds/emulator/image.ts'
import { must } from '../../must.ts'
import type { Plain } from '../engine/bench.ts'
import { median } from '../engine/middle.ts'
import { type Absolute, atLeast, type Findings, ratio } from '../engine/report.ts'
import { watchedAll } from './watched.ts'

const LINES = [
  'ls -la',
  'echo "a line" >> a.txt',
  'wc a.txt',
  'grep -c line a.txt',
  'date',
  'cat a.txt | sort | uniq -c'
]
// Issue 36, of two quiet cores.
const BAR = 12

/** Takes the next line in a world. */
type Step = (line: string) => Promise<void>

interface Measured {
  steps: number
  seconds: number
  /** Milliseconds of each step. */
  waited: number[]
  /** Milliseconds of the processor: of the machines, and of the host with those that ask. */
  machines: number | null
  host: number
  resident: number | null
}

export async function together({ sizes, folder, say, signal }: Plain): Promise<Findings> {
  if (!image) return { ratios: {}, absolutes: {}, missing: [{ measurement: 'together', reason: 'There is no image.' }] }
  const machines = watchedAll(forkMachine)
  const root = join(import.meta.dirname, '..', '..', '..')
  const host = await createHost({
    ...{ home: join(folder, 'together'), resources: join(root, 'resources'), spawnMachine: machines.spawn }
  })
  const people = bridgeClient(mountBridge(host))
  const doors = must((await people.call('doors.open', {})).url)
  const found: Required<Findings> = { ratios: {}, absolutes: {}, missing: [] }
  let made = 0

  async function world(atDoor: boolean): Promise<Step> {
    const initialState = `A Debian 12 machine, hostname w${++made}, user dev.\n\ndev@w${made}:~$ `
    const setup = NewSetup.parse({ domain: 'terminal', grounding: 'executed', seed: made, initialState })
    const { session, branch } = await people.call('worlds.create', { setup })
    const at = { session: session.id, branch: branch.id }
    if (!atDoor)
      return async (line) => {
        const action = [{ keystrokes: `${line}\n`, duration: 1, until: 'prompt' }]
        for await (const event of host.streams['steps.run'](
          { ...at, action, instruction: '', trace: false },
          { signal }
        ))
          if (event.type === 'failed') throw new Error(event.error.message)
      }
    const { secret } = await people.call('links.create', { ...at, forks: true })
    const post = async (what: string, body: object) => {
      const answer = await fetch(`${doors}/w/${secret}/agentgym/${what}`, {
        ...{ method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' }, signal }
      })
      const told = await answer.json()
      if (told.error) throw new Error(told.error)
      return told
    }
    const { id } = await post('create', { seed: made })
    return (line) => post('step', { id, action: line })
  }

  async function measured(steps: Step[], rounds: number): Promise<Measured> {
    // The first step makes the world.
    for (const step of steps) await step('true')
    const waited: number[] = []
    const [before, own, from] = [await machines.busy(), process.cpuUsage(), performance.now()]
    await Promise.all(
      steps.map(async (step) => {
        for (let round = 0; round < rounds; round++)
          for (const line of LINES) {
            const began = performance.now()
            await step(line)
            waited.push(performance.now() - began)
          }
      })
    )
    const seconds = (performance.now() - from) / 1000
    const { user, system } = process.cpuUsage(own)
    const after = await machines.busy()
    return {
      ...{ steps: waited.length, seconds, waited, host: (user + system) / 1000 },
      machines: before === null || after === null ? null : after - before,
      resident: await machines.resident()
    }
  }

  try {
    for (const [id, title, atDoor] of [
      ['host', 'terminals', false],
      ['door', 'terminals at the AgentGym door', true]
    ] as const)
      for (const count of sizes.grounds.together) {
        say(`${count} ${title}`)
        const steps = []
        for (let nth = 0; nth < count; nth++) steps.push(await world(atDoor))
        const all = await measured(steps, sizes.quick ? 1 : 4)
        const name = `${count} ${title}`
        found.ratios[`together-${id}-${count}`] = ratio(`${name}: steps a second`, all.steps / all.seconds, {
          ...{ needed: count === 8 ? atLeast(BAR) : null, samples: all.steps },
          note: `a step's median ${Math.round(median(all.waited))} ms, longest ${Math.round(Math.max(...all.waited))} ms`
        })
        Object.assign(found.absolutes, costs(`${id}-${count}`, name, all))
      }
  } finally {
    await host.dispose()
  }
  return found
}

function costs(id: string, name: string, { steps, machines, host, resident }: Measured): Record<string, Absolute> {
  return {
    ...(machines !== null && {
      [`busy-${id}`]: {
        title: `${name}: processor time of machines a step`,
        value: machines / steps,
        unit: 'ms' as const
      }
    }),
    [`own-${id}`]: { title: `${name}: of the host and its clients`, value: host / steps, unit: 'ms' as const },
    ...(resident !== null && {
      [`resident-${id}`]: { title: `${name}: memory of the machines`, value: resident, unit: 'bytes' as const }
    })
  }
}
