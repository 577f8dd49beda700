// What a person finds after the app, or only its engine, was killed.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../src/core/contract/index.ts'
import { MARKER } from '../../src/core/step/parse.ts'
import type { StepEvent } from '../../src/core/tree/model.ts'
import { bridgeClient } from '../../src/renderer/store/client.ts'
import { type ModelServer, PIECES, startModel } from '../contract/model.ts'
import { pageBridge } from '../electron/bridge.ts'
import { type Launched, launchStandIn } from '../electron/launch.ts'
import { writeTinyModel } from '../fixtures/tiny-gguf.ts'

let home: string
let model: ModelServer
let app: Launched

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-kill-'))
  model = await startModel()
})
afterAll(async () => {
  await app?.close()
  await model?.close()
  await rm(home, { recursive: true, force: true })
})

async function open(): Promise<Client> {
  app = await launchStandIn({ home })
  return bridgeClient(await pageBridge(app.page))
}

test('kill -9 of the app loses no committed step and leaves the interrupted one as a draft', async () => {
  const client = await open()
  await client.call('models.use', { baseUrl: model.baseUrl, model: 'test' })
  const { session, branch } = await client.call('worlds.create', { setup: { domain: 'terminal' } })
  const input = { session: session.id, branch: branch.id }
  const act = (line: string) => [{ keystrokes: `${line}\n`, duration: 1 }]
  let last: StepEvent | undefined
  for await (const event of client.stream('steps.run', { ...input, action: act('ls') })) last = event
  if (last?.type !== 'committed') throw new Error(`expected committed, got ${JSON.stringify(last)}`)

  const hanging = client.stream('steps.run', { ...input, action: act('hang') })
  for (let event = await hanging.next(); !event.done && event.value.type !== 'observation'; )
    event = await hanging.next()
  const gone = app.page.waitForEvent('close')
  process.kill(app.pid, 'SIGKILL')
  await gone

  const again = await open()
  const opened = await again.call('worlds.open', { session: session.id })
  expect(opened.branches).toEqual([{ ...branch, tip: last.step.id }])
  const { steps } = await again.call('steps.window', { branch: branch.id, at: last.step.id })
  expect(steps).toEqual([last.step])
  expect(opened.drafts).toMatchObject([{ status: 'interrupted', action: act('hang'), parent: last.step.id }])
  // Drafts are saved every quarter of a second, so the newest of what streamed may be missing, but nothing else is there.
  const streamed = `<think>Two files.</think>${MARKER}\n${PIECES[0]}`
  expect(streamed.slice(0, opened.drafts[0]?.raw.length)).toBe(opened.drafts[0]?.raw)
})

test('kill -9 of the engine in mid-stream is said clearly, and the session goes on with a new one', async () => {
  const path = join(home, 'endless.gguf')
  // After the mark that an answer begins with, it goes on for ever. Asked as a large model is, it is not ended when it outgrows the screen: on a
  // busy machine that could come before the kill.
  const round = Array.from({ length: 100 }, (_, index) => `w${index} `)
  writeTinyModel(path, { scripts: [{ pieces: ['>', ...round], after: 'again' }] })
  const client = bridgeClient(await pageBridge(app.page))
  await client.call('models.use', { model: path })
  const setup = {
    domain: 'terminal',
    initialState: 'user@box:~$ ',
    template: 'standard',
    sampling: { maxTokens: 16_000, temperature: 0 }
  }
  const { session, branch } = await client.call('worlds.create', { setup })
  const input = { session: session.id, branch: branch.id, action: [{ keystrokes: 'ls\n', duration: 1 }] }

  const stopped: StepEvent[] = []
  for await (const event of client.stream('steps.run', input)) {
    if (event.type === 'observation' && !stopped.some(({ type }) => type === 'observation')) {
      process.kill(enginePid(app.pid), 'SIGKILL')
    }
    stopped.push(event)
  }
  expect(stopped.at(-1)).toMatchObject({
    type: 'failed',
    error: { code: 'engine-crashed' },
    draft: { status: 'failed' }
  })

  const abort = new AbortController()
  const after: StepEvent[] = []
  for await (const event of client.stream('steps.run', input, { signal: abort.signal })) {
    after.push(event)
    if (event.type === 'observation') abort.abort()
  }
  expect(after.at(-1)).toMatchObject({ type: 'failed', error: { code: 'cancelled' }, draft: { status: 'cancelled' } })
})

/** The engine's process, a child of the app's. */
function enginePid(parent: number): number {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  const rows = lines.map((line) => line.trim().split(/\s+/))
  const found = rows.find(
    ([, ppid, ...args]) => ppid === String(parent) && args.join(' ').includes('out/main/engine.js')
  )
  if (!found)
    throw new Error(`The app has no engine process:\n${lines.filter((line) => line.includes('engine')).join('\n')}`)
  return Number(found[0])
}
