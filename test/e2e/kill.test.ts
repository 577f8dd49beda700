// What a person finds after the app was killed: every committed step, and the one that was in flight as a draft.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../src/core/api.ts'
import type { StepEvent } from '../../src/core/model.ts'
import { MARKER } from '../../src/core/parse.ts'
import { bridgeClient } from '../../src/renderer/client.ts'
import { type ModelServer, PIECES, startModel } from '../contract/model.ts'
import { pageBridge } from '../electron/bridge.ts'
import { type Launched, launchStandIn } from '../electron/launch.ts'

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
  const { session, branch } = await client.call('sessions.create', { setup: { domain: 'terminal' } })
  const input = { session: session.id, branch: branch.id }
  const act = (line: string) => [{ keystrokes: `${line}\n`, duration: 1 }]
  let last: StepEvent | undefined
  for await (const event of client.stream('step', { ...input, action: act('ls') })) last = event
  if (last?.type !== 'committed') throw new Error(`expected committed, got ${JSON.stringify(last)}`)

  const hanging = client.stream('step', { ...input, action: act('hang') })
  for (let event = await hanging.next(); !event.done && event.value.type !== 'observation'; )
    event = await hanging.next()
  const gone = app.page.waitForEvent('close')
  process.kill(app.pid, 'SIGKILL')
  await gone

  const again = await open()
  const opened = await again.call('sessions.open', { session: session.id })
  expect(opened.branches).toEqual([{ ...branch, tip: last.step.id }])
  const { steps } = await again.call('steps.window', { branch: branch.id, at: last.step.id })
  expect(steps).toEqual([last.step])
  expect(opened.drafts).toMatchObject([{ status: 'interrupted', action: act('hang'), parent: last.step.id }])
  // Drafts are saved every quarter of a second, so the newest of what streamed may be missing, but nothing else is there.
  const streamed = `<think>Two files.</think>${MARKER}\n${PIECES[0]}`
  expect(streamed.slice(0, opened.drafts[0]?.raw.length)).toBe(opened.drafts[0]?.raw)
})
