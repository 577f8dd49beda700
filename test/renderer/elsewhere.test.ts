// A world that others act in too: another window, a command in a terminal, an agent.
import { expect, test } from 'vitest'
import { OrreryError } from '../../src/core/errors.ts'
import type { Draft } from '../../src/core/tree/model.ts'
import { whoRuns } from '../../src/renderer/elsewhere.ts'
import { type OpenWorld, runningElsewhere, viewed } from '../../src/renderer/store/data.ts'
import { whoIsHere } from '../../src/renderer/store/presence.ts'
import { createState, type WindowStore } from '../../src/renderer/store/state.ts'
import { must } from '../must.ts'
import { createFakeHost, type FakeHost, setup, type } from './host.ts'

async function opened(lines: string[]) {
  const host = await createFakeHost(lines)
  const store = createState(host.client, { frame: (flush) => flush(), pause: async () => {}, seed: () => 77 })
  await store.getState().open('w')
  return { host, store, act: store.getState() }
}

const world = (store: WindowStore): OpenWorld => must(store.getState().world)
const labels = (store: WindowStore) => world(store).rows.map(({ label }) => label)
const elsewhere = (host: FakeHost, line: string) =>
  host.commit({ session: 'w', branch: 'main', action: type(line) }, `${line} done\nbox$ `)

const running = (over: Partial<Draft> = {}): Draft => ({
  ...{ id: 'far', session: 'w', branch: 'main', parent: null, action: type('slow'), instruction: '', raw: '' },
  ...{ status: 'running', reason: '', updatedAt: 0, startedAt: 0, runner: { process: 4711, own: false } },
  ...over
})

test('45.1 an action follows the step that is shown, and 45.2 the window says where it is and leads to what was added', async () => {
  const { host, store, act } = await opened(['a'])
  const shown = viewed(world(store))
  await elsewhere(host, 'b')
  expect(await act.act(type('c'))).toBe(true)
  expect(host.log.findLast(({ name }) => name === 'steps.run')?.input).toMatchObject({ branch: 'main', from: shown })
  const { branch } = world(store)
  expect([labels(store), branch === 'main']).toEqual([['a', 'c'], false])
  const news = {
    text: `“main” went on in another window or program. Your action follows the step that this window showed, on the new branch “${branch}”.`,
    branch: 'main'
  }
  expect([store.getState().news, store.getState().announcement]).toEqual([{ w: news }, news.text])
  act.dismissNews()
  await act.switchBranch('main')
  expect([store.getState().news, labels(store)]).toEqual([{}, ['a', 'b']])
})

test('45.1 another answer, a draft and a recording go on from what is shown too', async () => {
  const { host, store, act } = await opened(['a', 'b'])
  await elsewhere(host, 'c')
  await act.regenerate()
  const [a] = world(store).rows
  expect(host.log.findLast(({ name }) => name === 'steps.run')?.input).toMatchObject({ from: a?.id, action: type('b') })
  expect([labels(store), store.getState().news]).toEqual([['a', 'b'], {}])
})

test('a window that comes back shows what was added: at the tip it follows', async () => {
  const { host, store, act } = await opened(['a'])
  await elsewhere(host, 'b')
  await elsewhere(host, 'c')
  must(host.branches[0]).title = 'renamed'
  await act.comeBack()
  expect([labels(store), world(store).at, world(store).steps.length]).toEqual([['a', 'b', 'c'], 3, 3])
  expect([world(store).branches[0]?.title, store.getState().announcement]).toEqual([
    'renamed',
    '2 steps were added elsewhere'
  ])
})

test('one that looks back stays where it is', async () => {
  const { host, store, act } = await opened(['a', 'b'])
  await act.stepTo(1)
  await elsewhere(host, 'c')
  await act.catchUp()
  expect([labels(store), world(store).at]).toEqual([['a', 'b', 'c'], 1])
})

test('nothing is read again, and nothing is drawn again, where nothing was added', async () => {
  const { host, store, act } = await opened(['a'])
  await act.catchUp()
  const before = store.getState()
  const asked = host.log.length
  await act.catchUp()
  expect(host.log.slice(asked).map(({ name }) => name)).toEqual(['worlds.version'])
  expect(store.getState()).toBe(before)
})

test('what this window did during a look is not undone by it', async () => {
  const { host, store, act } = await opened(['a'])
  await elsewhere(host, 'b')
  const looked = act.catchUp()
  await act.changeRules({ compact: true }, 'mine')
  await looked
  expect(world(store).branches.map(({ title }) => title)).toContain('mine')
  await act.switchBranch('main')
  await act.catchUp()
  expect(labels(store)).toEqual(['a', 'b'])
})

test('a world that was deleted elsewhere is closed, and the window says so', async () => {
  const { host, store, act } = await opened(['a'])
  await host.client.call('worlds.delete', { session: 'w' })
  await act.catchUp()
  expect([store.getState().world, store.getState().problems.app]).toEqual([
    null,
    { code: 'not-found', message: '"World w" was deleted in another window or program.' }
  ])
})

test('a deleted world has left the list when its dialog closes, so that the focus does not go to its row', async () => {
  const { store, act } = await opened(['a'])
  act.askDelete(world(store).session)
  const listed: unknown[] = []
  store.subscribe(({ dialog, sessions }, before) => {
    if (before.dialog === 'delete' && dialog === null) listed.push(sessions?.map(({ id }) => id))
  })
  await act.deleteSession('w')
  expect([listed, store.getState().world]).toEqual([[['other']], null])
})

test('a host that can be reached again takes the word of a lost one away', async () => {
  const { host, store, act } = await opened(['a'])
  host.broken.set('worlds.version', new OrreryError('disconnected', 'The connection was lost.'))
  host.broken.set('models.status', new OrreryError('disconnected', 'The connection was lost.'))
  await act.comeBack()
  expect([store.getState().lost, world(store).session.id]).toEqual(['gone', 'w'])
  // It is said although nobody acted, and once.
  expect(store.getState().problems.app?.message).toBe('The connection was lost.')
  act.dismiss('app')
  await act.comeBack()
  expect(store.getState().problems.app).toBeUndefined()
  // That another Orrery has taken its place is another word.
  const restarted = new OrreryError('disconnected', 'Orrery was restarted.', { cause: 'restarted' })
  for (const name of ['models.status', 'worlds.version']) host.broken.set(name, restarted)
  await act.comeBack()
  expect([store.getState().lost, store.getState().problems.app?.message]).toEqual([
    'restarted',
    'Orrery was restarted.'
  ])
  host.broken.set('models.status', new OrreryError('disconnected', 'The connection was lost.'))
  host.broken.set('steps.list', new OrreryError('disconnected', 'The connection was lost.'))
  await act.switchBranch('main')
  expect(store.getState().problems.app?.code).toBe('disconnected')
  host.broken.clear()
  await act.comeBack()
  expect([store.getState().lost, store.getState().problems.app]).toEqual([null, undefined])
})

test('45.3 an action while a step runs elsewhere is refused by name and not begun; the reason goes when the branch is free', async () => {
  const { host, store, act } = await opened(['a'])
  host.drafts.push(running({ parent: viewed(world(store)) }))
  await act.catchUp()
  const action = type('b')
  expect(await act.act(action)).toBe(false)
  const failure = store.getState().failures.main
  expect(failure).toMatchObject({ code: 'busy', refused: true, parent: viewed(world(store)) })
  // The same object: what was typed for it is known by it.
  expect(failure?.action).toBe(action)
  expect(failure?.message).toBe(
    'A step runs on this branch, by another Orrery (process 4711). What you typed is kept. Send it when that step has ended.'
  )
  expect(host.log.filter(({ name }) => name === 'steps.run')).toEqual([])
  host.drafts = []
  await act.catchUp()
  expect([store.getState().failures, await act.act(action)]).toEqual([{}, true])
})

test('45.3 a refusal by the host stays until it is dismissed, and shows what is in the way', async () => {
  const { host, store, act } = await opened(['a'])
  const parent = viewed(world(store))
  // biome-ignore lint/correctness/useYield: it is refused before anything comes
  host.answer = async function* () {
    host.drafts.push(running({ parent, runner: { process: 1, own: true }, agent: 'codex' }))
    throw new OrreryError('busy', 'A step is still running on "main".')
  }
  expect(await act.act(type('b'))).toBe(false)
  expect(store.getState().failures.main).toMatchObject({ message: 'A step is still running on "main".', refused: true })
  expect(runningElsewhere(store.getState(), 'main')?.agent).toBe('codex')
  expect([store.getState().runs, labels(store)]).toEqual([{}, ['a']])
})

test('45.3 a draft that is tried again while a step runs is still there', async () => {
  const { host, store, act } = await opened(['a'])
  const parent = viewed(world(store))
  const old = running({ id: 'old', status: 'failed', parent })
  delete old.runner
  host.drafts.push(old, running({ parent }))
  await act.catchUp()
  await act.retry(must(world(store).drafts[0]))
  expect(host.drafts.map(({ id }) => id)).toEqual(['old', 'far'])
})

test('45.3 a step that was begun and could not be stored keeps its reason, and is no refusal', async () => {
  const { host, store, act } = await opened(['a'])
  const error = { code: 'busy' as const, message: 'Another program has locked the database.' }
  host.answer = async function* () {
    yield { type: 'failed', error, draft: null }
  }
  await act.act(type('b'))
  expect(store.getState().failures.main).toEqual({
    ...error,
    action: type('b'),
    parent: viewed(world(store)),
    instruction: ''
  })
})

test("this window's own step is not one that runs elsewhere, also right after it has ended", async () => {
  const { host, store, act } = await opened(['a'])
  const parent = viewed(world(store))
  const seen: (string | undefined)[] = []
  host.answer = async function* (input) {
    host.drafts.push(running({ parent, runner: { process: 1, own: true } }))
    await act.catchUp()
    seen.push(runningElsewhere(store.getState(), 'main')?.id)
    host.drafts = []
    yield await host.commit(input, 'box$ ')
  }
  await act.act(type('b'))
  seen.push(runningElsewhere(store.getState(), 'main')?.id)
  expect(seen).toEqual([undefined, undefined])
})

test('who runs it, in words', () => {
  const runner = { process: 4711, own: false }
  expect(
    [{}, { runner }, { agent: 'codex', runner: { process: 1, own: true } }, { agent: 'codex', runner }].map(whoRuns)
  ).toEqual([
    'another window',
    'another Orrery (process 4711)',
    'the agent codex',
    'the agent codex, in another Orrery (process 4711)'
  ])
})

test('a branch made elsewhere is in the list, and its steps are read when it is shown', async () => {
  const { host, store, act } = await opened(['a'])
  await host.commit({ session: 'w', branch: 'main', from: null, action: type('x') }, 'box$ ')
  await act.catchUp()
  const made = world(store).branches[1]?.id ?? ''
  await act.switchBranch(made)
  expect([labels(store), setup.domain]).toEqual([['x'], 'terminal'])
})

test('45.46 what was refused is sent once the branch is free, after what was added', async () => {
  const { host, store, act } = await opened(['a'])
  host.drafts.push(running({ parent: viewed(world(store)) }))
  await act.catchUp()
  const action = type('b')
  await act.act(action)
  act.sendLater()
  const { failures, queued, taken } = store.getState()
  expect([failures, queued.main, taken]).toEqual([
    {},
    { session: 'w', action, instruction: '' },
    { action, taken: true }
  ])
  await act.sendQueued()
  expect([labels(store), store.getState().queued.main?.action]).toEqual([['a'], action])
  host.drafts.length = 0
  await elsewhere(host, 'slow')
  await act.catchUp()
  await act.sendQueued()
  expect([labels(store), store.getState().queued]).toEqual([['a', 'slow', 'b'], {}])
})

test('45.46 what waits is sent once its branch is free, whichever one is shown', async () => {
  const { host, store, act } = await opened(['a'])
  const parent = viewed(world(store))
  host.drafts.push(running({ parent }))
  await act.catchUp()
  await act.act(type('b'))
  act.sendLater()
  await host.commit({ session: 'w', branch: 'main', from: null, action: type('x') }, 'box$ ')
  await act.catchUp()
  await act.switchBranch(world(store).branches.find(({ id }) => id !== 'main')?.id ?? '')
  await act.sendQueued()
  expect(Object.keys(store.getState().queued)).toEqual(['main'])
  host.drafts.length = 0
  await act.catchUp()
  await act.sendQueued()
  await expect.poll(() => store.getState().announcement).toBe('What waited was sent on the branch main.')
  expect([labels(store), store.getState().queued]).toEqual([['x'], {}])
  await act.switchBranch('main')
  expect(labels(store)).toEqual(['a', 'b'])
})

test('45.46 what waits can be kept from being sent', async () => {
  const { host, store, act } = await opened(['a'])
  host.drafts.push(running({ parent: viewed(world(store)) }))
  await act.catchUp()
  await act.act(type('b'))
  act.sendLater()
  act.dropQueued('main')
  host.drafts.length = 0
  await act.catchUp()
  await act.sendQueued()
  expect([labels(store), store.getState().queued]).toEqual([['a'], {}])
})

test('45.46 what was refused is sent on a new branch from the step that it was to follow', async () => {
  const { host, store, act } = await opened(['a'])
  const parent = viewed(world(store))
  host.drafts.push(running({ parent }))
  await act.catchUp()
  await act.act(type('b'))
  expect(await act.sendAside()).toBe(true)
  expect([labels(store), world(store).branch === 'main', store.getState().failures]).toEqual([['a', 'b'], false, {}])
  expect(world(store).branches.find(({ id }) => id === world(store).branch)?.title).toBe('main, meanwhile')
})

test('45.47 who else is here is said by name, and a list that others changed is read again', async () => {
  const { host, store, act } = await opened(['a'])
  await act.beHere()
  const asked = host.log.length
  await act.beHere()
  expect(host.log.slice(asked).map(({ name }) => name)).toEqual(['worlds.here'])
  expect(host.log.at(-1)?.input).toEqual({ window: '77', session: 'w' })
  host.others.push({ session: 'w', kind: 'agent', name: 'a tester' })
  host.listed = 'another'
  await act.beHere()
  expect(host.log.slice(asked + 1).map(({ name }) => name)).toEqual(['worlds.here', 'worlds.list'])
  expect(whoIsHere(store.getState().others)).toBe('The agent a tester is here')
  expect(whoIsHere([{ session: 'w', kind: 'agent', name: '' }])).toBe('An agent is here')
  expect(whoIsHere([{ session: 'w', kind: 'window', name: '' }])).toBe('Another window is here')
  expect(whoIsHere([...host.others, { session: 'w', kind: 'window', name: '' }])).toBe('2 others are here')
})
