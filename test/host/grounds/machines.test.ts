// Several machines as one: worlds share processes and states, and give the bytes that each gives alone.
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  createOneMachine,
  type EmulatorJob,
  forkMachine,
  type MachineClient
} from '../../../src/host/grounds/emulator-client.ts'
import { createMachineClient } from '../../../src/host/grounds/machines.ts'
import type { Fork } from '../../../src/host/process/child.ts'
import { must } from '../../must.ts'
import { data, image, WHY } from './emulator/image.ts'

const folder = image?.folder ?? ''
const clients: MachineClient[] = []
afterEach(async () => {
  await Promise.all(clients.splice(0).map((one) => one.close()))
})
beforeEach((context) => {
  if (!image) context.skip(WHY)
})

function opened<Client extends MachineClient>(client: Client): Client {
  clients.push(client)
  return client
}

function several(machines: number) {
  const started: Fork[] = []
  const spawn = (folders: Parameters<typeof forkMachine>[0]) => {
    const port = forkMachine(folders)
    started.push(port)
    return port
  }
  return { client: opened(createMachineClient({ folder, data, machines, spawn })), started }
}

let named = 0
const typed = (line: string): EmulatorJob => ({
  do: 'type',
  keys: [{ keystrokes: `${line}\n`, duration: 20, until: 'prompt' }]
})

/** Types the lines in a world, each after the state that the line before led to. @returns what each showed */
async function world(client: MachineClient, lines: string[]): Promise<string[]> {
  const run = `machines ${process.pid} ${++named}`
  const shown: string[] = []
  let from: string | null = null
  for (const [turn, line] of lines.entries()) {
    // As grounds do: a name of one's own first.
    const to = `${run} ${turn}`
    const { results } = await client.work({ from, to: `${to} doing`, jobs: [typed(line)], passing: true })
    void client.rename(`${to} doing`, to)
    expect(await client.has([to])).toEqual([true])
    from = to
    const [result] = results
    if (result?.did !== 'type') throw new Error('not a turn')
    shown.push(result.text)
  }
  return shown
}

const linesOf = (nth: number): string[] => [
  `echo ${nth} > /tmp/mine; cat /tmp/mine; head -c 6 /dev/urandom | xxd -p`,
  `for i in $(seq ${nth + 1}); do echo $RANDOM; done; date +%s.%N`,
  'cat /tmp/mine; head -c 4 /dev/urandom | xxd -p',
  'sleep 0.3 & wait; jobs; ls /proc | sort -n | tail -1'
]

it('worlds at once on two machines show what each shows alone', async () => {
  const alone = opened(createOneMachine({ folder, data }))
  const worlds = [0, 1, 2, 3].map(linesOf)
  const expected: string[][] = []
  for (const lines of worlds) expected.push(await world(alone, lines))
  const { client, started } = several(2)
  expect(await Promise.all(worlds.map((lines) => world(client, lines)))).toEqual(expected)
  expect(started).toHaveLength(2)
  // One after the other none of them needs another.
  const { client: other, started: once } = several(2)
  for (const lines of worlds.slice(0, 2)) await world(other, lines)
  expect(once).toHaveLength(1)
})

it('a long step has its turns with short ones in one machine, and both show what they show alone', async () => {
  const long = ['python3 -c "print(sum(i * i for i in range(900000)))"; echo $RANDOM']
  const short = ['echo 1; echo $RANDOM', 'echo 2; echo $RANDOM']
  const alone = opened(createOneMachine({ folder, data }))
  const [longShows, shortShows] = [await world(alone, long), await world(alone, short)]
  const order: string[] = []
  const timed = async (name: string, lines: string[]) => {
    const shown = await world(alone, lines)
    order.push(name)
    return shown
  }
  expect(await Promise.all([timed('long', long), timed('short', short), timed('long', long)])).toEqual([
    longShows,
    shortShows,
    longShows
  ])
  expect(order[0]).toBe('short')
})

it('a machine that ends takes its own step with it and no other, and what was answered is kept', async () => {
  const { client, started } = several(2)
  const before = `machines ${process.pid} kept`
  await client.work({ from: null, to: before, jobs: [typed('echo kept > /tmp/kept')] })
  expect(await client.has([before])).toEqual([true])
  const forever: EmulatorJob = { do: 'type', keys: [{ keystrokes: 'sleep 1000\n', duration: 1e6 }] }
  const busy: EmulatorJob = { do: 'run', script: 'i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done; cat /tmp/kept' }
  const lost = client.work({ from: before, to: null, jobs: [forever, { ...forever }] })
  const refused = expect(lost).rejects.toMatchObject({ code: 'engine-crashed' })
  const others = [1, 2, 3].map(() => client.work({ from: before, to: null, jobs: [busy] }))
  must(started[0]).kill()
  await refused
  for (const { results } of await Promise.all(others))
    expect(results).toEqual([{ did: 'run', status: 0, output: 'kept\n' }])
})

it('a state that one machine keeps anew is the new one for another that was left in it', async () => {
  const [one, other] = [opened(createOneMachine({ folder, data })), opened(createOneMachine({ folder, data }))]
  const key = `machines ${process.pid} anew`
  const look = async (client: MachineClient) =>
    (await client.work({ from: key, to: null, jobs: [{ do: 'run', script: 'cat /tmp/which' }] })).results
  const write = (client: MachineClient, text: string) =>
    client.work({ from: null, to: key, jobs: [{ do: 'run', script: `echo ${text} > /tmp/which` }] })
  await write(one, 'old')
  expect(await one.has([key])).toEqual([true])
  await other.work({ from: key, to: null, jobs: [] })
  await write(one, 'new')
  expect(await one.has([key])).toEqual([true])
  expect(await look(other)).toEqual([{ did: 'run', status: 0, output: 'new\n' }])
})

it('a state of the caller’s own is kept when it is renamed, or when another world has the process, and is gone on from', async () => {
  const { client, started } = several(1)
  const run = (script: string): EmulatorJob => ({ do: 'run', script })
  const [own, key] = [`machines ${process.pid} own`, `machines ${process.pid} renamed`]
  const pass = (from: string | null, script: string) =>
    client.work({ from, to: own, jobs: [run(script)], passing: true })
  await pass(null, 'echo 1 > /tmp/n')
  await pass(own, 'echo 2 >> /tmp/n')
  // Another world, whose work the machine leaves it for.
  await client.work({ from: null, to: null, jobs: [run('true')] })
  expect((await pass(own, 'echo 3 >> /tmp/n; cat /tmp/n')).results).toMatchObject([{ output: '1\n2\n3\n' }])
  await client.rename(own, key)
  expect(await client.has([own, key])).toEqual([false, true])
  must(started[0]).kill()
  const look = () => client.work({ from: key, to: null, jobs: [run('cat /tmp/n')] })
  expect((await look().catch(look)).results).toMatchObject([{ output: '1\n2\n3\n' }])
})
