import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Handlers } from '../../../../src/core/contract/index.ts'
import { type RunEvent, SampleResult } from '../../../../src/core/contract/runs.ts'
import { OrreryError } from '../../../../src/core/errors.ts'
import { stepSeed } from '../../../../src/core/tree/history.ts'
import { NewSetup } from '../../../../src/core/tree/model.ts'
import { main } from '../../../../src/host/commands/cli.ts'
import { createHost } from '../../../../src/host/host.ts'
import { singer } from './singer.ts'

const resources = fileURLToPath(new URL('../../../../resources', import.meta.url))
const action = [{ keystrokes: 'ls\n', duration: 1 }]

let home = ''
let heard: number[] = []
const before = process.env.ORRERY_HOME
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-samples-'))
  process.env.ORRERY_HOME = home
  heard = []
})
afterEach(async () => {
  if (before === undefined) delete process.env.ORRERY_HOME
  else process.env.ORRERY_HOME = before
  await rm(home, { recursive: true })
})

const hear = (seed: number) => void heard.push(seed)
const seeds = (...numbers: number[]) => Promise.all(numbers.map((number) => stepSeed(number, null)))
const open = (options: { answers?: number } = {}) => createHost({ home, resources, engine: singer(hear, options) })

async function run(host: Handlers, options: object, { name = 'mine', signal = new AbortController().signal } = {}) {
  const events: RunEvent[] = []
  const input = { kind: 'samples', name, options: { at: null, action, samples: 3, ...options } }
  for await (const event of host.streams['runs.start'](input, { signal })) events.push(event)
  return events
}

async function orrery(argv: string[], stdin = '') {
  let [out, err] = ['', '']
  const io = {
    stdin: (async function* () {
      yield stdin
    })(),
    stdout: { write: (text: string | Uint8Array) => (out += String(text)) },
    stderr: { write: (text: string) => (err += text) }
  }
  const { signal } = new AbortController()
  const code = await main(argv, io, { signal, open: (options) => createHost({ ...options, engine: singer(hear) }) })
  return { code, out, err }
}

test('step --samples that was killed is resumed by the same command in the same world', async () => {
  const script = fileURLToPath(new URL('samples.child.ts', import.meta.url))
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'inherit', 'inherit'] })
  const host = await open()
  const runs = () => host.calls['runs.list']({})
  await expect.poll(runs).toMatchObject([{ kind: 'samples', state: 'running', done: 2, total: 4 }])
  const [session] = await host.calls['worlds.list']({})
  const branches = async () =>
    (await host.calls['worlds.open']({ session: session?.id ?? '' })).branches.map(({ title, tip }) => [title, !!tip])
  await expect.poll(async () => (await branches()).length).toBe(5)
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(await runs()).toMatchObject([{ state: 'stopped', done: 2, total: 4 }])
  await host.dispose()

  const argv = ['step', '--session', session?.id ?? '', '--samples', '4', '--seed', '40', '--json']
  const { code, out, err } = await orrery(argv, 'ls')
  expect([code, err]).toEqual([0, ''])
  const { samples } = JSON.parse(out)
  const texts = samples.map(({ seed, step }: { seed: number; step: { observation: { text: string } } }) => [
    seed,
    Number(step.observation.text)
  ])
  const drawn = await seeds(40, 41, 42, 43)
  expect(texts).toEqual([40, 41, 42, 43].map((seed, index) => [seed, drawn[index]]))
  expect(heard.toSorted()).toEqual(drawn.slice(2).toSorted())

  const again = await open()
  const opened = await again.calls['worlds.open']({ session: session?.id ?? '' })
  expect(opened.branches.map(({ title, tip }) => [title, tip !== null])).toEqual([
    ['main', false],
    ...[40, 41, 42, 43].map((seed, index) => [`sample ${index + 1}, seed ${seed}`, true])
  ])
  // What was predicted is in the world: nothing is left to resume, and the command given once more makes samples of its own.
  expect(await again.calls['runs.list']({})).toEqual([])
  await again.dispose()
  await orrery(argv, 'ls')
  expect(heard).toHaveLength(6)
})

test('24.2 a step that was committed before its result was written is found, not taken again', async () => {
  const host = await open()
  const { branch } = await host.calls['worlds.create']({ setup: NewSetup.parse({ domain: 'terminal' }) })
  const first = await run(host, { branch: branch.id })
  const file = join(home, 'runs', 'samples', 'mine.jsonl')
  const kept = (await readFile(file, 'utf8')).split('\n').slice(0, 1)
  await writeFile(file, `${kept}\n`)
  // Somebody has gone on from the sample meanwhile.
  const [, , third] = first.flatMap((event) => (event.type === 'job' ? [event] : []))
  const { branch: sampled } = SampleResult.parse(third?.result)
  const input = { session: branch.session, branch: sampled, action, instruction: '', trace: false }
  for await (const _ of host.streams['steps.run'](input, { signal: new AbortController().signal }));
  heard = []
  const again = await run(host, { branch: branch.id })
  const jobs = (events: RunEvent[]) => events.flatMap((event) => (event.type === 'job' ? [event.result] : []))
  expect(jobs(again)).toEqual(jobs(first))
  expect(heard).toEqual([])
  expect((await host.calls['worlds.open']({ session: branch.session })).branches).toHaveLength(4)
  await host.dispose()
})

test('24.3 another seed or another rule is refused by name', async () => {
  const host = await open()
  const { branch } = await host.calls['worlds.create']({ setup: NewSetup.parse({ domain: 'terminal' }) })
  await run(host, { branch: branch.id })
  await expect(run(host, { branch: branch.id, seed: 7, setup: { instruction: 'Slow.' } })).rejects.toThrow(
    new OrreryError(
      'conflict',
      'The run "mine" was started with other options: setup.instruction was "", is now "Slow."; setup.seed was 0, is now 7. ' +
        'Use the same options, or choose another name.'
    )
  )
  await host.dispose()
})

test('while a run is in progress the model stays; a cancelled one leaves the branches free', async () => {
  const host = await open({ answers: 1 })
  const { branch } = await host.calls['worlds.create']({ setup: NewSetup.parse({ domain: 'terminal' }) })
  const stop = new AbortController()
  const running = run(host, { branch: branch.id }, { signal: stop.signal })
  await expect.poll(() => heard.length).toBe(3)
  await expect(async () => host.calls['models.use']({ model: null })).rejects.toThrow(
    'A step or a run is still running.'
  )
  stop.abort()
  await expect(running).rejects.toThrow()
  await host.calls['models.use']({ model: null })
  expect(await host.calls['runs.list']({})).toMatchObject([{ state: 'stopped', done: 1, total: 3 }])
  const { drafts } = await host.calls['worlds.open']({ session: branch.session })
  expect(drafts.map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
  await host.dispose()
})
