// OpenEnv and AgentGym on the wire. Their own clients are in test/doors.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { OrreryError } from '../../src/core/errors.ts'
import { measure } from '../bench/rollouts/measure.ts'
import { type RlWorlds, rlWorlds, SETUPS } from '../doors/rl-worlds.ts'
import { scripted, serveDoors, shows } from '../doors/served.ts'
import { writeTinyModel } from '../fixtures/tiny-gguf.ts'
import { must } from '../must.ts'
import { PATIENCE } from '../patience.ts'
import { folder } from './folder.ts'

let worlds: RlWorlds
beforeAll(async () => {
  worlds = await rlWorlds()
})
afterAll(() => worlds.close())

// biome-ignore lint/suspicious/noExplicitAny: what a foreign protocol answers is looked at part by part.
type Answer = any

/** A client of `/ws` that sends a frame and takes the next one. */
async function socket(url: string) {
  const made = new WebSocket(url.replace('http', 'ws'))
  const frames: Answer[] = []
  let wake = () => {}
  made.on('message', (data) => {
    frames.push(JSON.parse(String(data)))
    wake()
  })
  const closed = new Promise<number>((resolve) => made.on('close', resolve))
  const next = async (): Promise<Answer> => {
    while (!frames.length) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    return frames.shift()
  }
  await new Promise<void>((resolve, reject) => made.on('open', () => resolve()).on('error', reject))
  const send = (frame: unknown) => made.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  const ask = (frame: unknown) => {
    send(frame)
    return next()
  }
  return { ask, send, next, closed, close: () => made.close() }
}

const posted = (body: unknown) => ({
  ...{ method: 'POST', body: JSON.stringify(body) },
  headers: { 'content-type': 'application/json' }
})

async function http(url: string, body?: unknown): Promise<{ status: number; body: Answer }> {
  const answer = await fetch(url, body === undefined ? {} : posted(body))
  return { status: answer.status, body: await answer.json() }
}

const branchesOf = async (session: string) => (await worlds.host.calls['worlds.open']({ session })).branches

test('each OpenEnv session acts in a copy of its own from where the link began, and gives it back at its end', async () => {
  const link = await worlds.link(SETUPS.text)
  const [one, two] = [await socket(link.url('openenv/ws')), await socket(link.url('openenv/ws'))]
  expect(await one.ask({ type: 'step', data: { command: 'look' } })).toMatchObject({
    type: 'observation',
    data: { observation: { metadata: {} }, reward: 0, done: false, metadata: { simulated: true, ended: null } }
  })
  expect(await one.ask({ type: 'state' })).toMatchObject({ type: 'state', data: { step_count: 1 } })
  expect(await two.ask({ type: 'state' })).toMatchObject({ type: 'state', data: { step_count: 0 } })
  expect((await branchesOf(link.session)).map(({ tip }) => tip !== null)).toEqual([false, true, false])
  expect(await worlds.people.call('links.list', {})).toHaveLength(3)
  one.close()
  await two.ask({ type: 'state' })
  two.close()
  await Promise.all([one.closed, two.closed])
  await expect.poll(async () => (await worlds.people.call('links.list', {})).length).toBe(1)
  // One request over HTTP is a session of one request.
  const step = await http(link.url('openenv/step'), { action: { command: 'take lamp' } })
  expect(step).toMatchObject({ status: 200, body: { reward: 1, done: true } })
  expect(await http(link.url('openenv/reset'), {})).toMatchObject({ status: 200, body: { reward: null, done: false } })
  expect(await worlds.people.call('links.list', {})).toHaveLength(1)
  await worlds.people.call('links.revoke', { id: link.id })
})

test('a link that may not be copied says so', async () => {
  const link = await worlds.link(SETUPS.text, { forks: false })
  const refused = await socket(link.url('openenv/ws'))
  const told = expect.stringContaining('allows forks')
  expect(await refused.next()).toMatchObject({ type: 'error', data: { code: 'SESSION_ERROR', message: told } })
  await refused.closed
  expect(await http(link.url('openenv/reset'), {})).toMatchObject({ status: 403, body: { detail: told } })
  expect(await http(link.url('agentgym/create'), {})).toMatchObject({ status: 200, body: { error: told } })
  await worlds.people.call('links.revoke', { id: link.id })
})

test('38.2 a reset begins an episode on a branch of its own at the link’s start, with the seed that was given', async () => {
  const link = await worlds.link(SETUPS.text)
  const { ask, close } = await socket(link.url('openenv/ws'))
  const first = await ask({ type: 'reset', data: { seed: 7, episode_id: 'mine' } })
  expect(first.data).toMatchObject({ observation: { text: expect.stringContaining('There is a lamp') }, done: false })
  expect(await ask({ type: 'state' })).toMatchObject({ data: { episode_id: 'mine', step_count: 0 } })
  const act = () => ask({ type: 'step', data: { command: 'look' } })
  const [one] = [await act(), await ask({ type: 'reset', data: { seed: 7 } })]
  const [two] = [await act(), await ask({ type: 'reset', data: { seed: 8 } })]
  const three = await act()
  const steps = [one, two, three].map(({ data }) => data.metadata.step)
  // The same seed and actions are the same step.
  expect(steps[0]).toBe(steps[1])
  const made = (await branchesOf(link.session)).filter(({ tip }) => tip !== null)
  expect(made.map(({ setup }) => setup.seed)).toEqual([7, 7, 8])
  expect(made.map(({ fork }) => fork)).toEqual([null, null, null])
  close()
  await worlds.people.call('links.revoke', { id: link.id })
})

test('38.3 worlds that tell reward and end are believed; elsewhere rewards sum up to 1 while the scenario’s checks hold', async () => {
  const link = await worlds.link(SETUPS.text, { tasks: ['find-a', 'lamp'] })
  const { ask, close } = await socket(link.url('openenv/ws'))
  const first = await ask({ type: 'reset', data: { split: 'train', index: 0 } })
  expect(first.data.observation).toMatchObject({ task: 'Make the file a.txt with the word yes in it.' })
  const run = async (command: string) => {
    const { data } = await ask({ type: 'step', data: { command } })
    const { verdict, ended, origin } = data.metadata
    return [data.reward, data.done, verdict, ended, origin]
  }
  expect(await run('echo yes > a.txt')).toEqual([1, false, 'pass', null, 'executed'])
  expect(await run('ls')).toEqual([0, false, 'pass', null, 'executed'])
  expect(await run('rm a.txt')).toEqual([-1, true, 'fail', 'truncated', 'executed'])
  const lamp = await ask({ type: 'reset', data: { task: 'lamp' } })
  expect(lamp.data.observation).toMatchObject({ task: null, text: expect.stringContaining('lamp') })
  expect(await run('look')).toEqual([0, false, null, null, 'predicted'])
  expect(await run('take lamp')).toEqual([1, true, null, 'terminated', 'predicted'])
  close()
  await worlds.people.call('links.revoke', { id: link.id })
})

test('38.3 where nothing tells a reward it is null, and an action that concludes the task ends the episode', async () => {
  const link = await worlds.link(SETUPS.web)
  const { ask, close } = await socket(link.url('openenv/ws'))
  const call = (tool_name: string, args: object) =>
    ask({ type: 'step', data: { type: 'call_tool', tool_name, arguments: args } })
  expect(await call('click', { bid: '11' })).toMatchObject({
    data: {
      observation: { tool_name: 'click', error: null, result: { data: expect.stringContaining('Basket') } },
      reward: null,
      done: false
    }
  })
  expect(await call('send_msg_to_user', { text: 'done' })).toMatchObject({ data: { reward: null, done: true } })
  expect(await call('clack', {})).toMatchObject({ data: { observation: { error: { error_type: 'tool_not_found' } } } })
  expect(await call('click', {})).toMatchObject({ data: { observation: { error: { error_type: 'invalid_args' } } } })
  close()
  await worlds.people.call('links.revoke', { id: link.id })
})

test('the scenarios that a link names are its tasks, by number, and no others can be begun', async () => {
  const link = await worlds.link(SETUPS.web, { tasks: ['lamp', 'find-a'] })
  const api = (what: string, body?: object) => http(link.url(`openenv/orrery/${what}`), body).then(({ body }) => body)
  expect((await http(link.url('openenv/list_environments'))).body).toEqual(['orrery'])
  expect(await api('splits')).toEqual([{ name: 'train', type: 'train' }])
  const { tasks } = await api('tasks', { split: 'train' })
  expect(tasks).toMatchObject([
    { index: 0, name: 'lamp', domain: 'textenv' },
    { index: 1, name: 'find-a', domain: 'terminal' }
  ])
  expect(await api('num_tasks', { split: 'train' })).toEqual({ num_tasks: 2 })
  expect(await api('task', { split: 'train', index: 1 })).toEqual({ task: tasks[1] })
  expect(await api('task_range', { split: 'train', start: 1 })).toEqual({ tasks: [tasks[1]] })
  expect((await http(link.url('openenv/orrery/task'), { split: 'train', index: 2 })).status).toBe(422)
  expect((await http(link.url('openenv/orrery/tasks'), { split: 'test' })).status).toBe(422)
  expect((await http(link.url('openenv/other/splits'))).status).toBe(404)
  const { ask, close } = await socket(link.url('openenv/ws'))
  expect(await ask({ type: 'reset', data: { task: 'debian' } })).toMatchObject({
    type: 'error',
    data: { message: expect.stringContaining('no task "debian"') }
  })
  // Episodes of one task are branches of one world.
  await ask({ type: 'reset', data: { index: 0 } })
  await ask({ type: 'step', data: { command: 'look' } })
  await ask({ type: 'reset', data: { index: 0 } })
  await ask({ type: 'step', data: { command: 'take lamp' } })
  const made = (await worlds.host.calls['worlds.list']({})).find(({ title }) => title.endsWith(': The lamp'))
  expect((await branchesOf(must(made).id)).filter(({ tip }) => tip !== null)).toHaveLength(2)
  close()
  await worlds.people.call('links.revoke', { id: link.id })
  await expect(worlds.link(SETUPS.web, { tasks: ['no-such'] })).rejects.toThrow(/no scenario "no-such"/)
})

test('frames and calls that are none are answered as errors, and the session goes on', async () => {
  const link = await worlds.link(SETUPS.text)
  const { ask, close } = await socket(link.url('openenv/ws'))
  const codes = []
  for (const frame of ['{', '[]', '"reset"', { type: 'dance' }, { type: 'reset', data: { seed: -1 } }])
    codes.push((await ask(frame)).data.code)
  expect(codes).toEqual(['INVALID_JSON', 'UNKNOWN_TYPE', 'UNKNOWN_TYPE', 'UNKNOWN_TYPE', 'VALIDATION_ERROR'])
  const listed = await ask({ type: 'mcp', data: { jsonrpc: '2.0', method: 'tools/list', id: 1 } })
  expect(listed).toMatchObject({ type: 'mcp', data: { id: 1, result: { tools: [{ name: 'act' }, { name: 'look' }] } } })
  expect(await ask({ type: 'step', data: { command: 'look' } })).toMatchObject({ type: 'observation' })
  close()
  const rpc = (body: unknown) => http(link.url('openenv/mcp'), body)
  expect(await rpc({})).toMatchObject({ status: 200, body: { jsonrpc: '2.0', error: { code: -32_600 } } })
  const call = (method: string, params: object) => rpc({ jsonrpc: '2.0', id: 1, method, params })
  const { session_id } = (await call('openenv/session/create', {})).body.result
  const acted = await call('tools/call', { name: 'act', arguments: { command: 'look' }, session_id })
  expect(acted.body.result).toMatchObject({ is_error: false, data: expect.stringContaining('Nothing happens') })
  const attached = await socket(link.url(`openenv/ws?session_id=${session_id}`))
  expect(await attached.ask({ type: 'state' })).toMatchObject({ data: { step_count: 1 } })
  const second = await socket(link.url(`openenv/ws?session_id=${session_id}`))
  expect((await second.next()).type).toBe('error')
  attached.close()
  await attached.closed
  await expect
    .poll(async () => (await call('openenv/session/close', { session_id })).body.result ?? null)
    .toEqual({ session_id, closed: true })
  expect((await call('tools/list', { session_id })).body.error.code).toBe(-32_602)
  expect((await call('prompts/list', {})).body.error.code).toBe(-32_601)
  // What is not upgraded is refused in HTTP.
  const refused = new WebSocket(link.url('agentgym/ws').replace('http', 'ws'))
  await expect(new Promise((_, reject) => refused.on('error', reject))).rejects.toThrow(/404/)
  await worlds.people.call('links.revoke', { id: link.id })
})

test('a wrong or empty action is an observation with an error, over every way in, and the session goes on', async () => {
  const link = await worlds.link(SETUPS.text)
  const { ask, close } = await socket(link.url('openenv/ws'))
  const wrong = [undefined, null, {}, [], 'look', { command: '' }, { command: 7 }, { order: 'look' }]
  for (const data of wrong) {
    const { type, data: told } = await ask({ type: 'step', data })
    const { text, error } = told.observation
    expect({ type, kind: error.error_type, done: told.done, same: text === error.message }).toEqual({
      ...{ type: 'observation', kind: 'invalid_args', done: false, same: true }
    })
    const over = await http(link.url('openenv/step'), { action: data })
    expect([over.status, over.body.observation.error.error_type]).toEqual([200, 'invalid_args'])
  }
  expect((await ask({ type: 'step', data: { command: 'look' } })).data.observation).toEqual({
    text: expect.stringContaining('Nothing happens'),
    metadata: {}
  })
  expect(await ask({ type: 'state' })).toMatchObject({ data: { step_count: 1 } })
  close()
  await worlds.people.call('links.revoke', { id: link.id })
})

test('a client that sends without reading is cut off, and its world given back', async () => {
  const link = await worlds.link(SETUPS.text)
  const { send, closed } = await socket(link.url('openenv/ws'))
  for (let frame = 0; frame < 200; frame++) send({ type: 'step', data: { command: 'look' } })
  expect(await closed).toBe(1008)
  await expect.poll(async () => (await worlds.people.call('links.list', {})).length).toBe(1)
  await worlds.people.call('links.revoke', { id: link.id })
})

test.each([
  ['openenv/mcp', 'a session over plain HTTP'],
  ['openenv/mcp', 'a session of one request'],
  ['openenv/step', 'a session of one request'],
  ['agentgym/step', 'an environment']
])('a client of %s that leaves in the middle of a call stops it: %s', async (path, kind) => {
  const reached = Promise.withResolvers<void>()
  const look = shows('Nothing happens.\n\nReward: 0\nDone: false\nAdmissible actions: look')
  const calm = scripted(() => look)
  const stopped: string[] = []
  const served = await serveDoors({
    ...calm,
    async *generate(request, options) {
      if (request.action !== 'wait') return yield* calm.generate(request, options)
      reached.resolve()
      await new Promise<void>((resolve) => options.signal.addEventListener('abort', () => resolve()))
      stopped.push('wait')
      throw new OrreryError('cancelled', 'Stopped.')
    }
  })
  try {
    const { secret } = await served.world(SETUPS.text, { forks: true })
    const url = (what: string) => `${served.url}/w/${secret}/${what}`
    const rpc = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params })
    const made = kind.startsWith('a session over')
      ? (await http(url('openenv/mcp'), rpc('openenv/session/create', {}))).body.result
      : {}
    const { id } = path === 'agentgym/step' ? (await http(url('agentgym/create'), {})).body : { id: 0 }
    const bodies: Record<string, (command: string) => object> = {
      'openenv/mcp': (command) => rpc('tools/call', { name: 'act', arguments: { command }, ...made }),
      'openenv/step': (command) => ({ action: { command } }),
      'agentgym/step': (command) => ({ id, action: command })
    }
    const body = (command: string) => must(bodies[path])(command)
    const leave = new AbortController()
    const left = fetch(url(path), { ...posted(body('wait')), signal: leave.signal })
    const gone = expect(left).rejects.toThrow()
    await reached.promise
    leave.abort()
    await gone
    await expect.poll(() => stopped, PATIENCE).toEqual(['wait'])
    // It goes on where it was.
    expect(JSON.stringify((await http(url(path), body('look'))).body)).toContain('Nothing happens.')
    const { session } = must((await served.people.call('links.list', {}))[0])
    const { branches } = await served.people.call('worlds.open', { session })
    const done = branches.map(({ id: branch }) => served.people.call('steps.list', { session, branch }))
    expect((await Promise.all(done)).flat().map(({ label }) => label)).toEqual(['look'])
  } finally {
    await served.close()
  }
})

test('AgentGym’s clients get a number and HTTP 200 always; what is no action is answered in words', async () => {
  const link = await worlds.link(SETUPS.web)
  const ask = async (what: string, body?: unknown) => {
    const { status, body: answer } = await http(link.url(`agentgym/${what}`), body)
    expect(status).toBe(200)
    return answer
  }
  const { id, observation } = await ask('create', {})
  expect([Number.isInteger(id), observation]).toEqual([true, SETUPS.web.initialState])
  const click = JSON.stringify({ tool_name: 'click', arguments: { bid: '11' } })
  expect(await ask('step', { id, action: click })).toMatchObject({
    observation: expect.stringContaining('Basket'),
    reward: 0,
    done: false,
    truncated: false,
    info: { simulated: true, reward: null, origin: 'predicted' }
  })
  expect(await ask(`observation?id=${id}`)).toContain('Basket')
  expect(await ask('step', { id, action: 'click it' })).toMatchObject({
    observation: expect.stringContaining('{"tool_name"'),
    info: { step: null, error: true }
  })
  expect(await ask('reset', { id, data_idx: 0, seed: 3 })).toMatchObject({ observation: SETUPS.web.initialState })
  expect(await ask('close', { id })).toEqual({ closed: true })
  expect(await ask('step', { id, action: click })).toMatchObject({ error: expect.stringContaining('Create one') })
  expect(await ask('step', { id: 'x' })).toHaveProperty('error')
  await worlds.people.call('links.revoke', { id: link.id })
})

test('AgentGym’s client for ALFWorld numbers tasks by "game" and reads what can be done next', async () => {
  const link = await worlds.link(SETUPS.text, { tasks: ['lamp'] })
  const ask = async (what: string, body: unknown) => (await http(link.url(`agentgym/${what}`), body)).body
  const { id, ...made } = await ask('create', {})
  expect(made).toMatchObject({ available_actions: ['look', 'take lamp'] })
  expect(await ask('step', { id, action: '' })).toMatchObject({ available_actions: [], info: { error: true } })
  const lamp = await ask('reset', { id, game: 0, world_type: 'Text' })
  expect(lamp).toMatchObject({ observation: expect.stringContaining('lamp'), info: { task: null } })
  expect(await ask('reset', { id, game: 7 })).toHaveProperty('error')
  expect(await ask('close', { id })).toEqual({ closed: true })
  await worlds.people.call('links.revoke', { id: link.id })
})

test('AgentGym’s client for WebShop is shown the page alone; what can be done has an address of its own', async () => {
  const shop = must((await worlds.people.call('scenarios.list', {})).find(({ name }) => name === 'shop'))
  const at = (await worlds.link(shop.setup, { tasks: ['shop'] })).url('agentgym/webshop')
  const { body: env_idx } = await http(`${at}/create`, {})
  const [page] = (await http(`${at}/reset`, { env_idx, session_id: 0 })).body
  expect(page).toMatch(/^WebShop \[SEP\] Instruction: \[SEP\] Find me [^\n]* \[SEP\] Search$/)
  expect((await http(`${at}/observation?env_idx=${env_idx}`)).body).toBe(page)
  const actions = { has_search_bar: true, clickables: [] }
  expect((await http(`${at}/available_actions?env_idx=${env_idx}`)).body).toEqual(actions)
  const { body } = await http(`${at}/step`, { env_idx, action: 'search[rain jacket]' })
  expect(body).toMatchObject({ reward: 0, done: false, state: expect.stringContaining(' [SEP] Back to Search [SEP] ') })
  expect(body.state).not.toMatch(/admissible/i)
})

test('rollouts of one world share its beginning in the engine', async () => {
  const resources = await folder()
  await mkdir(join(resources, 'models'))
  writeTinyModel(join(resources, 'models', 'own.gguf'), { random: 5, contextLength: 8192 })
  const own = { id: 'own', title: 'Own', description: '', license: 'none', size: 1, memory: 1 }
  const models = [{ ...own, template: 'small', context: 8192, bundled: 'models/own.gguf' }]
  await writeFile(join(resources, 'models.json'), JSON.stringify({ version: 1, models }))
  const { steps, prompt, reused } = await measure(resources, 8)
  expect(steps).toBe(16)
  // All but what each adds by itself: the action before, and its own answer.
  expect(reused).toBeGreaterThan(prompt * 0.5)
})

test('a reset says whether its seed decides all: the same seed is the same world, another one another, and where a model answers it is unseeded', async () => {
  const RANDOM = 'echo $RANDOM; head -c 4 /dev/urandom | xxd -p'
  const machine = await worlds.link(SETUPS.terminal)
  const { ask, close } = await socket(machine.url('openenv/ws'))
  const openenv = async (seed: number) => {
    const first = await ask({ type: 'reset', data: { seed } })
    const { data } = await ask({ type: 'step', data: { command: RANDOM } })
    return [first.data.metadata.seeded, data.observation.text]
  }
  const { body: made } = await http(machine.url('agentgym/create'), { seed: 7 })
  const agentgym = async (seed: number) => {
    const { body: first } = await http(machine.url('agentgym/reset'), { id: made.id, seed })
    const { body } = await http(machine.url('agentgym/step'), { id: made.id, action: RANDOM })
    return [first.info.seeded, body.observation]
  }
  const rex = async (seed: number) => {
    const { body: fork } = await http(machine.url('swerex/fork'), { seed })
    const { body } = await http(`${fork.url}/execute`, { command: RANDOM, shell: true })
    return [fork.seeded, body.stdout]
  }
  for (const door of [openenv, agentgym, rex]) {
    const [one, two, other] = [await door(7), await door(7), await door(8)]
    expect(two).toEqual(one)
    expect(other[1]).not.toEqual(one[1])
    expect([one[0], other[0]]).toEqual([true, true])
  }
  close()
  const predicted = await worlds.link(SETUPS.text)
  expect((await http(predicted.url('openenv/reset'), { seed: 7 })).body.metadata.seeded).toBe(false)
  expect((await http(predicted.url('agentgym/create'), { seed: 7 })).body.info.seeded).toBe(false)
  for (const { id } of [machine, predicted]) await worlds.people.call('links.revoke', { id })
})
