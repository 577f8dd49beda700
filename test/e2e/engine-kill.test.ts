// The engine process is killed again and again while steps run: nothing that was committed may be lost, and the next step must work.
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Handlers } from '../../src/core/contract/index.ts'
import { stepId } from '../../src/core/tree/history.ts'
import { type Branch, type Draft, Setup, type Step, type StepEvent } from '../../src/core/tree/model.ts'
import { forkEngine } from '../../src/host/engines/spawn.ts'
import { createHost } from '../../src/host/host.ts'
import { createDice } from '../fixtures/dice.ts'
import { writeTinyModel } from '../fixtures/tiny-gguf.ts'
import { must } from '../must.ts'
import { PATIENCE, UNTIL_DONE } from '../patience.ts'

// For each shape of model. ORRERY_ENGINE_KILLS asks for more.
const KILLS = Number(process.env.ORRERY_ENGINE_KILLS ?? 2)
// A chain that grows for ever would leave no room for the answer.
const KILLS_A_WORLD = 5
// Answers are some hundred tokens long, and are sent a dozen pieces at most: these points lie all over a step.
const MOST_EVENTS = 8

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-engine-kill-'))
  writeTinyModel(join(folder, 'llama.gguf'), { random: 3 })
  writeTinyModel(join(folder, 'qwen35moe.gguf'), { random: 3, architecture: 'qwen35moe' })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A host whose engine processes are known by id. `kill` ends the newest, or the next as soon as it is there. */
async function hostOf(name: string, model: string) {
  let pid: number | undefined
  let atOnce = false
  const kill = () => {
    if (pid === undefined) return
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      // `as`: what process.kill throws is a system error; a process that has ended already is as good as killed.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  const spawnEngine = () => {
    const port = forkEngine()
    pid = port.pid
    if (atOnce) kill()
    atOnce = false
    return port
  }
  const killNext = () => {
    atOnce = true
  }
  const host = await createHost({ home: join(folder, name), resources: 'resources', model, spawnEngine })
  return { host, kill, killNext }
}

/** What a world must hold: written down from what was told, and compared with what is kept. */
interface Known {
  session: string
  branches: Branch[]
  /** Steps of each branch, from the first. */
  chains: Map<string, Step[]>
  drafts: Draft[]
}

async function newWorld(host: Handlers): Promise<Known> {
  const setup = Setup.parse({ domain: 'terminal', sampling: { maxTokens: 200 }, initialState: 'user@box:~$ ' })
  const { session, branch } = await host.calls['worlds.create']({ setup })
  return { session: session.id, branches: [branch], chains: new Map([[branch.id, []]]), drafts: [] }
}

interface Act {
  branch: string
  from?: string | null
  line: string
}

/** Runs a step to its end and notes in `known` what it must have left. `onEvent` is told how many events came. */
async function run(host: Handlers, known: Known, { line, ...at }: Act, onEvent: (count: number) => void = () => {}) {
  const events: StepEvent[] = []
  const input = {
    session: known.session,
    ...at,
    action: [{ keystrokes: `${line}\n`, duration: 1 }],
    instruction: '',
    trace: false
  }
  onEvent(0)
  for await (const event of host.streams['steps.run'](input, { signal: UNTIL_DONE })) onEvent(events.push(event))
  const last = events.at(-1)
  expect(events.filter(({ type }) => type === 'committed' || type === 'failed')).toEqual([last])
  if (last?.type === 'committed') {
    const before = known.chains.get(at.branch) ?? []
    const from = at.from === undefined ? before.length : before.findIndex(({ id }) => id === at.from) + 1
    const branch = { ...last.branch, setup: last.call.setup }
    known.chains.set(branch.id, [...before.slice(0, from), last.step])
    known.branches = [...known.branches.filter(({ id }) => id !== branch.id), branch]
  }
  if (last?.type === 'failed' && last.draft) {
    known.drafts.push(last.draft)
    // What was seen streaming is in the draft.
    const seen = events.flatMap((event) => (event.type === 'observation' ? [event.text] : [])).join('')
    expect(last.draft.raw).toContain(seen)
  }
  return last
}

async function expectIntact(host: Handlers, known: Known): Promise<void> {
  const { branches, drafts } = await host.calls['worlds.open']({ session: known.session })
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  expect(branches.sort(byId)).toEqual(known.branches.sort(byId))
  expect(drafts.sort(byId)).toEqual(known.drafts.sort(byId))
  for (const { id, tip } of branches) {
    const { steps } = await host.calls['steps.window']({ branch: id, at: tip, last: 1000 })
    expect(steps).toEqual(known.chains.get(id))
    expect(steps.at(-1)?.id ?? null).toBe(tip)
    for (const [index, step] of steps.entries()) {
      expect(step.parent).toBe(steps[index - 1]?.id ?? null)
      expect(step.id).toBe(await stepId(step.parent, step.action, step.observation))
    }
  }
}

test.concurrent.each(['llama', 'qwen35moe'])(
  '6.1, 8.1 a %s engine killed at random points costs only the steps in flight',
  async (shape) => {
    const dice = createDice(shape.length)
    const model = join(folder, `${shape}.gguf`)
    const { host, kill, killNext } = await hostOf(shape, model)
    const worlds: Known[] = []
    let failures = 0
    for (let kills = 0; kills < KILLS; kills++) {
      if (kills % KILLS_A_WORLD === 0) worlds.push(await newWorld(host))
      const known = must(worlds.at(-1))
      const branch = dice.pick(known.branches).id
      const chain = must(known.chains.get(branch))
      const earlier = chain.length > 1 && dice.chance(0.3) ? { from: dice.pick(chain.slice(0, -1)).id } : {}
      const act = { branch, ...earlier, line: dice.letters(3, 40) }

      // While it loads, as soon as it is there; else when so many events of the step have come, or after its end.
      const loading = dice.chance(0.2)
      const point = dice.below(MOST_EVENTS)
      let told = 0
      if (loading) {
        kill()
        // Else the step would still be asked of the one that has just been killed.
        await vi.waitFor(
          async () => {
            const { state } = await host.calls['models.status']({})
            if (state !== 'idle' && state !== 'crashed') throw new Error(`The engine is ${state}.`)
          },
          { ...PATIENCE, interval: 5 }
        )
        killNext()
      }
      const last = await run(host, known, act, (count) => {
        told = count
        if (!loading && count === point) kill()
      })
      if (told < point) kill()
      const where = `kill ${kills}, ${loading ? 'while loading' : `after ${point} of ${told} events`}`
      // Killed after its last word had been sent, or before it was asked, a step is none the worse.
      if (last?.type === 'failed') {
        failures++
        expect(last, where).toMatchObject({ error: { code: 'engine-crashed' }, draft: { status: 'failed' } })
      } else expect(last?.type, where).toBe('committed')
      await expectIntact(host, known)

      const after = await run(host, known, { branch, line: dice.letters(3, 40) })
      expect(after, `the step after ${where}`).toMatchObject({ type: 'committed' })
    }
    for (const known of worlds) await expectIntact(host, known)
    await host.dispose()

    const again = await createHost({ home: join(folder, shape), resources: 'resources' })
    for (const known of worlds) await expectIntact(again, known)
    await again.dispose()
    // Else nothing was shown.
    expect(failures).toBeGreaterThan(0)
  }
)

test('8.1 an engine killed while it saves what it has read leaves nothing that the next one stumbles over', async () => {
  const model = join(folder, 'qwen35moe.gguf')
  const states = join(folder, 'saving', 'states')
  const { host, kill } = await hostOf('saving', model)
  const known = await newWorld(host)
  const branch = must(known.branches[0]).id
  const saved = () => (existsSync(states) ? readdirSync(states).filter((name) => !name.includes('.answers')) : [])
  for (let round = 0; round < 6; round++) {
    expect(await run(host, known, { branch, line: `line ${round}` })).toMatchObject({ type: 'committed' })
    const before = saved().length
    let gone = false
    const away = host.calls['models.use']({ model: null })
    void Promise.resolve(away).finally(() => {
      gone = true
    })
    // Every other time it comes to the end of a file before it is killed.
    while (!gone && saved().length < before + 1 + (round % 2)) await sleep(0)
    kill()
    await away
    // A file without a header is left alone as long as somebody else may be writing it.
    for (const name of saved()) utimesSync(join(states, name), 0, 0)
    await host.calls['models.use']({ model })
    await expectIntact(host, known)
  }
  expect(await run(host, known, { branch, line: 'the last' })).toMatchObject({ type: 'committed' })
  await expectIntact(host, known)
  await host.dispose()
  // What was cut off has been cleared away: a state stands there only with the header that says what it is.
  const names = saved().map((name) => name.replace(/\.\w+$/, ''))
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => names.filter((other) => other === name).length !== 2)).toEqual([])
})
