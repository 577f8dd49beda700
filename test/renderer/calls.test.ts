// What the window asks of a real host: counted, because each call is a wait, and over HTTP a connection.
import { expect, onTestFinished, test } from 'vitest'
import type { Client } from '../../src/core/contract/index.ts'
import { createHost } from '../../src/host/host.ts'
import { bridgeClient } from '../../src/renderer/store/client.ts'
import { createState } from '../../src/renderer/store/state.ts'
import { mountBridge } from '../contract/direct.ts'
import { singer } from '../host/control/runs/singer.ts'
import { folder } from '../host/folder.ts'
import { must } from '../must.ts'

const type = (line: string) => [{ keystrokes: `${line}\n`, duration: 1 }]

/** The client, which remembers the name of every call. */
function counting(client: Client): { client: Client; names: string[] } {
  const names: string[] = []
  return {
    names,
    client: {
      ...client,
      call(name, input) {
        names.push(name)
        return client.call(name, input)
      }
    }
  }
}

async function opened({ setup = {}, sample }: { setup?: object; sample?: string } = {}) {
  const host = await createHost({ home: await folder(), resources: 'resources', engine: singer(() => {}), tempo: 0 })
  onTestFinished(() => host.dispose())
  const { client, names } = counting(bridgeClient(mountBridge(host)))
  const made = sample
    ? await client.call('worlds.openSample', { name: sample })
    : await client.call('worlds.create', { setup: { domain: 'terminal', ...setup } })
  const store = createState(client, { frame: (flush) => flush(), pause: async () => {}, seed: () => 1 })
  await store.getState().start()
  await store.getState().open(made.session.id)
  /** The names of what `work` asks. */
  const asked = async (work: () => Promise<unknown>) => {
    names.length = 0
    await work()
    return [...names].sort()
  }
  const world = () => must(store.getState().world)
  return { act: store.getState(), asked, world, client }
}

const tools = [{ name: 'get_order', inputSchema: { type: 'object' } }]

test('after a step the window asks nothing, and finds nothing to ask at its next look', async () => {
  const { act, asked, world } = await opened()
  await act.act(type('first'))
  await act.catchUp()
  expect(await asked(() => act.act(type('ls')))).toEqual([])
  expect([world().rows.length, world().at, world().steps.length, world().detail?.step.id]).toEqual([
    ...[2, 2, 2],
    world().rows[1]?.id
  ])
  expect(await asked(() => act.catchUp())).toEqual(['worlds.version'])
})

test('nor after one that makes a branch, and where branches left each other is known', async () => {
  const { act, asked, world } = await opened()
  await act.act(type('ls'))
  await act.act(type('pwd'))
  await act.stepTo('back')
  expect(await asked(() => act.act(type('id')))).toEqual([])
  expect([world().branches.length, world().places.map(({ at }) => at)]).toEqual([2, [0, 1]])
  expect(await asked(() => act.catchUp())).toEqual(['worlds.version'])
})

test('nor where what follows is recorded: that comes with the step', async () => {
  const { act, asked, world } = await opened({ sample: 'android-contact' })
  const before = world().recorded
  expect(await asked(() => act.playNext())).toEqual([])
  expect([before.length, world().recorded.length, world().recorded[0]?.label === before[0]?.label]).toEqual([
    1,
    1,
    false
  ])
})

test('a look at another step, and a step that ends while another is looked at, are one call each', async () => {
  const { act, asked, world } = await opened()
  await act.act(type('ls'))
  expect(await asked(() => act.stepTo('back'))).toEqual(['steps.view'])
  expect(await asked(() => act.stepTo('last'))).toEqual(['steps.view'])
  const away = async () => {
    const acting = act.act(type('pwd'))
    await act.stepTo('first')
    await acting
  }
  expect((await asked(away)).filter((name) => name === 'steps.view').length).toBeLessThanOrEqual(2)
  expect([world().at, world().rows.length]).toEqual([0, 2])
})

test('what came is what a window sees that opens the world now', async () => {
  const { act, world, client } = await opened({ setup: { domain: 'mcp', tools } })
  for (const name of ['get_order', 'unknown']) await act.act({ name, arguments: {} })
  await act.stepTo('back')
  await act.act({ name: 'get_order', arguments: { id: 2 } })
  const came = world()
  const fresh = createState(client, { frame: (flush) => flush(), pause: async () => {}, seed: () => 1 })
  await fresh.getState().start()
  await fresh.getState().open(came.session.id)
  const now = must(fresh.getState().world)
  expect({ ...came, pace: null }).toEqual({ ...now, pace: null })
})

test('what others did meanwhile is not missed: the next look shows it', async () => {
  const { act, asked, world, client } = await opened()
  await act.act(type('ls'))
  await act.catchUp()
  const { session, branch, rows } = world()
  await client.call('worlds.fork', { session: session.id, branch, at: must(rows[0]).id, title: 'theirs', setup: {} })
  await act.act(type('pwd'))
  expect(await asked(() => act.catchUp())).toEqual(expect.arrayContaining(['worlds.version', 'worlds.open']))
  expect(world().branches.map(({ title }) => title)).toEqual(['main', 'theirs'])
})
