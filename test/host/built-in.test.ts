// The built-in agent in a world that people look at: by a link of its own, as any other agent.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { StreamEvent, StreamInput } from '../../src/core/contract/index.ts'
import { OrreryError } from '../../src/core/errors.ts'
import type { NewSetup } from '../../src/core/tree/model.ts'
import type { Engine, Request } from '../../src/core/tree/ports.ts'
import { mount } from '../../src/host/doors/mount.ts'
import { none } from '../../src/host/engines/none.ts'
import { scripted, serveDoors, shows } from '../doors/served.ts'
import { must } from '../must.ts'
import { PATIENCE } from '../patience.ts'

type Told = StreamEvent<'links.startAgent'>

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const DOOR = {
  domain: 'textenv',
  task: 'Be in the room.',
  initialState: 'A door.\n\nScene:\nYou see a door.',
  grounding: 'model'
} as const
const act = (command: string, thought = '') => JSON.stringify({ thought, tool: 'act', arguments: { command } })
const DONE = '{"thought": "There.", "done": true, "answer": "inside"}'
const isAgents = ({ shape }: Request) => shape.only === true
const lastOf = ({ messages }: Request) => must(messages.at(-1)).content
const world = (asked: Request) =>
  shows(lastOf(asked).includes('go in') ? 'You are in the room.\nDone: true' : 'The door is open.')

/** The world answers `world`, the agent's model says `turns` one after the other, each when it has come. */
async function started(
  turns: (string | Promise<string>)[] = [],
  {
    setup = DOOR,
    answers = world,
    engine
  }: {
    setup?: Partial<NewSetup> & { domain: string }
    answers?: (asked: Request) => string | Promise<string>
    engine?: Engine
  } = {}
) {
  const asked: Request[] = []
  const speaking = scripted((request) => {
    if (!isAgents(request)) return answers(request)
    asked.push(request)
    return turns.shift() ?? ''
  })
  const served = await serveDoors(engine ?? speaking)
  open.push(served.close)
  const { people, host } = served
  const made = await people.call('worlds.create', { setup: setup as NewSetup })
  const place = { session: made.session.id, branch: made.branch.id }
  const steps = () => people.call('steps.list', place)
  const labels = async () => (await steps()).map(({ label }) => label)
  /** Everything that it tells, until it has ended. */
  async function all(given: Partial<StreamInput<'links.startAgent'>> = {}, on: (event: Told) => unknown = () => {}) {
    const told: Told[] = []
    for await (const event of people.stream('links.startAgent', { ...place, ...given })) {
      told.push(event)
      await on(event)
    }
    return told
  }
  return { people, host, place, steps, labels, all, asked }
}

/** Without what is told while it thinks, which depends on how fast it is read. */
const essence = (told: Told[]) => told.filter(({ type }) => type !== 'thinking' && type !== 'started')
const links = (people: Awaited<ReturnType<typeof started>>['people']) => people.call('links.list', {})

test('the built-in agent acts in an open world: it tells what it thinks, does and sees, and its link ends with it', async () => {
  const { people, place, steps, all, asked, host } = await started([
    act('open door', 'First the door.'),
    'no JSON at all',
    DONE
  ])
  const during: unknown[] = []
  const told = await all({}, async ({ type }) => {
    if (type === 'started') during.push(...(await links(people)))
  })
  expect(told.map(({ type }) => type)).toEqual(expect.arrayContaining(['thinking']))
  expect(must(told[0]).type).toBe('started')
  const [row] = await steps()
  expect(essence(told)).toEqual([
    { type: 'thought', thought: 'First the door.', what: 'open door' },
    { type: 'acted', text: 'The door is open.', error: false, step: must(row).id, taken: 1 },
    { type: 'thought', thought: 'There.', what: '' },
    { type: 'ended', reason: 'agent', text: 'inside', taken: 1 }
  ])
  expect(during).toMatchObject([{ ...place, parent: null, clients: [{ door: 'built-in', name: 'Built-in agent' }] }])
  expect(await links(people)).toEqual([])
  // It was never written down.
  expect(existsSync(join((await people.call('app.info', {})).home, 'links.json'))).toBe(false)
  const { calls } = await people.call('steps.get', { session: place.session, step: must(row).id })
  expect(must(calls[0]).agent).toEqual({ name: 'Built-in agent', thought: 'First the door.' })
  expect(await people.call('doors.traffic', {})).toMatchObject([
    { door: 'built-in', client: 'Built-in agent', what: 'open door', outcome: 'answered', step: must(row).id }
  ])
  expect(lastOf(must(asked[0]))).toContain('The task: Be in the room.')
  expect(lastOf(must(asked[0]))).toContain('You see a door.')
  // Agents that come from outside start none.
  const refused = mount(host, 'agent').stream('links.startAgent', place, {
    signal: AbortSignal.any([]),
    emit: () => {}
  })
  await expect(refused).rejects.toMatchObject({ code: 'forbidden' })
})

test('it is given another task or none, and begins at what there is to see now', async () => {
  const { all, asked } = await started([act('open door'), DONE, act('wait'), DONE])
  await all({ task: '' })
  await all({ task: 'Sing.' })
  expect(lastOf(must(asked[0]))).toMatch(/^There is no task: explore\.\n\nWhat you see:\nYou see a door\./)
  expect(lastOf(must(asked[2]))).toBe('The task: Sing.\n\nWhat you see:\nThe door is open.')
})

test('it takes as many steps as it may, and stops where the world says that it is over', async () => {
  const budget = await started([act('wait'), act('wait'), act('wait')])
  expect((await budget.all({ steps: 2 })).at(-1)).toEqual({ type: 'ended', reason: 'turns', text: '', taken: 2 })
  expect(budget.asked).toHaveLength(2)
  const over = await started([act('go in'), act('wait')])
  expect((await over.all()).at(-1)).toEqual({ type: 'ended', reason: 'condition', text: '', taken: 1 })
})

test('a person pauses it, lets one call through, acts in between and hands back; it is told what it has missed', async () => {
  const gate = Promise.withResolvers<string>()
  const { people, place, labels, all, asked } = await started([gate.promise, act('wait', 'Later.'), DONE])
  let link = ''
  const on = async (event: Told) => {
    if (event.type === 'started') {
      link = event.link
      expect(await people.call('links.pause', { id: link, paused: true })).toMatchObject({ paused: true })
      gate.resolve(act('open door'))
    } else if (event.type === 'thought' && event.what === 'open door') {
      expect(await labels()).toEqual([])
      await people.call('links.pause', { id: link, paused: true, step: true })
    } else if (event.type === 'thought' && event.what === 'wait') {
      const action = { ...place, action: 'sing', instruction: '' }
      for await (const _event of people.stream('steps.run', action));
      await people.call('links.pause', { id: link, paused: false })
    }
  }
  expect((await all({}, on)).at(-1)).toMatchObject({ reason: 'agent', taken: 2 })
  expect(await labels()).toEqual(['open door', 'sing', 'wait'])
  expect(lastOf(must(asked[1]))).not.toContain('somebody else')
  expect(lastOf(must(asked[2]))).toMatch(
    /Before your action somebody else did this:\n\nsing\nThe door is open\.\n\nThen came your action:/
  )
})

test('it is led to a branch with other rules, and goes on there', async () => {
  const gate = Promise.withResolvers<string>()
  const { people, place, labels, all, asked } = await started([act('open door'), gate.promise, DONE])
  let link = ''
  let other = ''
  const on = async (event: Told) => {
    if (event.type === 'started') link = event.link
    else if (event.type === 'acted' && event.taken === 1) {
      const setup = { instruction: 'The room is dark.' }
      other = (await people.call('worlds.fork', { ...place, at: event.step, setup })).id
      await people.call('links.move', { id: link, branch: other })
      gate.resolve(act('wait'))
    }
  }
  expect((await all({}, on)).at(-1)).toMatchObject({ reason: 'agent', taken: 2 })
  expect(await labels()).toEqual(['open door'])
  const there = await people.call('steps.list', { ...place, branch: other })
  expect(there.map(({ label }) => label)).toEqual(['open door', 'wait'])
  expect(lastOf(must(asked[2]))).not.toContain('somebody else')
})

test.each(['its model thinks', 'the world answers'])(
  'who cancels the stream while %s stops the model, and nothing of it stays',
  async (when) => {
    const stopped: string[] = []
    const reached = Promise.withResolvers<void>()
    const calm = scripted(() => act('open door'))
    const engine: Engine = {
      ...calm,
      async *generate(request, options) {
        const who = isAgents(request) ? 'its model thinks' : 'the world answers'
        if (who !== when) return yield* calm.generate(request, options)
        reached.resolve()
        await new Promise<void>((resolve) => options.signal.addEventListener('abort', () => resolve()))
        stopped.push(who)
        throw new OrreryError('cancelled', 'Stopped.')
      }
    }
    const { people, place, labels } = await started([], { engine })
    const cancel = new AbortController()
    const running = (async () => {
      for await (const _event of people.stream('links.startAgent', place, { signal: cancel.signal }));
    })()
    const ended = expect(running).rejects.toMatchObject({ code: 'cancelled' })
    await reached.promise
    expect(await links(people)).toHaveLength(1)
    cancel.abort()
    await ended
    await expect.poll(() => stopped, PATIENCE).toEqual([when])
    await expect.poll(() => links(people), PATIENCE).toEqual([])
    expect(await labels()).toEqual([])
  }
)

test('who revokes its link ends it, whatever it is at', async () => {
  const { people, all, labels } = await started([new Promise<string>(() => {})])
  const told = await all({}, async (event) => {
    if (event.type === 'thinking') for (const { id } of await links(people)) await people.call('links.revoke', { id })
  })
  expect(told.at(-1)).toEqual({ type: 'ended', reason: 'revoked', text: '', taken: 0 })
  expect(await labels()).toEqual([])
})

test.each(['its model thinks', 'the world answers'])('who deletes its world while %s ends it', async (when) => {
  const never = new Promise<string>(() => {})
  const { people, place, all } = await started([when === 'its model thinks' ? never : act('open door')], {
    answers: () => never
  })
  const drafts = async () => (await people.call('worlds.open', { session: place.session })).drafts
  const told = await all({}, async ({ type }) => {
    if (type !== (when === 'its model thinks' ? 'thinking' : 'thought')) return
    if (type === 'thought') await expect.poll(drafts, PATIENCE).toHaveLength(1)
    const [link] = await links(people)
    if (link) await people.call('worlds.delete', { session: place.session })
  })
  expect(told.at(-1)).toEqual({ type: 'ended', reason: 'deleted', text: '', taken: 0 })
  expect(await links(people)).toEqual([])
  await expect(people.call('worlds.open', { session: place.session })).rejects.toMatchObject({ code: 'not-found' })
})

test('it is told what its world refuses, and has given up when it does nothing else', async () => {
  const wrong = JSON.stringify({ thought: '', tool: 'fly', arguments: {} })
  const lost = await started(Array(8).fill(wrong))
  const told = await lost.all()
  expect(essence(told)[1]).toMatchObject({ type: 'acted', error: true, step: null, taken: 0 })
  expect(lastOf(must(lost.asked[1]))).toMatch(/^It failed:\nThere is no tool "fly"\./)
  expect(told.at(-1)).toMatchObject({ reason: 'gave-up', text: expect.stringContaining('8 times in a row'), taken: 0 })
  const silent = await started(['', '', ''])
  expect((await silent.all()).at(-1)).toMatchObject({
    reason: 'gave-up',
    text: expect.stringContaining('no turn that can be read')
  })
})

test('it ends where the world has no answer, and says why', async () => {
  const answers = () => {
    throw new OrreryError('engine-failed', 'The model fell over.')
  }
  const { all, people } = await started([act('open door'), act('open door')], { answers })
  expect((await all()).at(-1)).toEqual({ type: 'ended', reason: 'failed', text: 'The model fell over.', taken: 0 })
  expect(await links(people)).toEqual([])
})

test('it previews where its world demands it', async () => {
  const setup = { ...DOOR, gate: { before: { action: 'go in' }, previews: 1 } }
  const preview = JSON.stringify({
    ...{ thought: 'Careful.', tool: 'preview_action' },
    arguments: { tool: 'act', arguments: { command: 'go in' } }
  })
  const { all, labels, asked, people, place } = await started([act('go in'), preview, act('go in')], { setup })
  expect((await all()).at(-1)).toMatchObject({ reason: 'condition', taken: 1 })
  expect(await labels()).toEqual(['go in'])
  const { branches } = await people.call('worlds.open', { session: place.session })
  expect(branches.map(({ title }) => title)).toEqual(['main', 'preview: go in'])
  expect(asked.slice(1).map(lastOf)).toEqual([
    expect.stringMatching(/^It failed:[\s\S]*previewed first/),
    expect.stringMatching(/You are in the room\.[\s\S]*Verdict: /)
  ])
})

test('without a model nothing is started, and it is said what to do; so for a branch of another world', async () => {
  const { people, all } = await started([], { engine: none })
  await expect(all()).rejects.toMatchObject({ code: 'no-model', message: expect.stringContaining('`orrery model use') })
  expect(await links(people)).toEqual([])
  const two = await started()
  const other = await two.people.call('worlds.create', { setup: DOOR })
  await expect(two.all({ branch: other.branch.id })).rejects.toMatchObject({ code: 'not-found' })
})
