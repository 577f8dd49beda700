// A user in worlds of tools, through the one path: with a program, and without anything that computes the world.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actOf, toolsForAgents } from '../../../src/core/domains/agent-tools.ts'
import { findDomain } from '../../../src/core/domains/index.ts'
import { concludes, withOpening } from '../../../src/core/domains/talk.ts'
import { OrreryError } from '../../../src/core/errors.ts'
import { deafToTalk } from '../../../src/core/grounds/user/talk.ts'
import { createWidgets } from '../../../src/core/grounds/widgets/ground.ts'
import { route } from '../../../src/core/step/route.ts'
import { parseJson } from '../../../src/core/text/json.ts'
import { NewSetup, type Setup, StepInput } from '../../../src/core/tree/model.ts'
import { UserUse } from '../../../src/core/tree/user.ts'
import { programsGround } from '../../../src/host/grounds/programs/index.ts'
import { programUse } from '../../../src/host/grounds/programs/use.ts'
import { createHost } from '../../../src/host/host.ts'
import { act, committed, failed, scripted, start, tagged, world } from '../../core/acting.ts'
import { must } from '../../must.ts'

const PHONE = `
const tool = (name, properties = {}) => ({ name, inputSchema: { type: 'object', properties, additionalProperties: false } })
export const init = () => ({ data: false, plan: 'old', calls: 0 })
export const actions = () => ({ tools: [tool('status'), tool('set_plan', { plan: { type: 'string' } }), tool('toggle_data')] })
export function step(state, { tool, arguments: { plan } }) {
  const next = { ...state, calls: state.calls + 1 }
  if (tool === 'status') return { state: next, answer: next }
  if (tool === 'set_plan') return { state: { ...next, plan }, answer: next }
  if (tool === 'toggle_data') return { state: { ...next, data: !state.data }, answer: { data: !state.data } }
}`

const user = UserUse.parse({
  knows: { number: '555-0199' },
  opens: 'My phone has no data.',
  tools: ['toggle_data'],
  rules: [
    { asked: ['turn on', 'switch on'], does: { tool: 'toggle_data' }, say: 'Done, data is {result.data} now.' },
    { asked: ['bye'], say: 'Thanks.', ends: true }
  ]
})

const ground = programsGround()
afterAll(() => ground.dispose())
const deaf = deafToTalk(ground)
const widgets = createWidgets({ hash: 'h' })

let answers: string[] = []
const engine = scripted(() => [answers.shift() ?? 'nothing'])
const absent = { ...engine.engine, absent: new OrreryError('no-model', 'There is no model.') }

function begin(setup: Partial<Setup> = {}, { model = false } = {}) {
  const program = programUse({ language: 'javascript', version: 1, text: PHONE })
  const tools = ['status', 'set_plan', 'toggle_data'].map((name) => ({ name, inputSchema: { type: 'object' } }))
  const main = start(model ? engine.engine : absent, {
    domain: 'mcp',
    grounding: 'executed',
    program,
    tools,
    user,
    ...setup
  })
  world.ground = (one) => (deaf.serves(one) ? deaf : null)
  return main
}

const call = async (name: string, given: Record<string, string> = {}, more = {}) =>
  committed(await act({ action: { name, arguments: given }, ...more }))
const say = (message: string, more = {}) => call('say', { message }, more)
const text = async (made: ReturnType<typeof call>) => (await made).step.observation.text
/** The state of the phone. */
const status = async (more = {}) => parseJson(await text(call('status', {}, more)))

beforeEach(() => {
  answers = []
  engine.requests.length = 0
})

it('the user answers as the next observation, and no model is asked', async () => {
  begin()
  const { step, call: made } = await say('What is your number?')
  expect(step.observation.text).toBe('My number is 555-0199.')
  expect(made).toMatchObject({ engine: 'user', result: { isError: false }, raw: '' })
  expect(made.grounded).toMatchObject({ ground: 'user', rule: 'user', origin: 'executed', dreams: [] })
  expect(engine.requests).toEqual([])
})

it('talk before a model’s answer is no program that is gone', async () => {
  const { program: _, ...setup } = begin().setup
  start(engine.engine, { ...setup, grounding: 'grounded' })
  answers = [tagged('ok')]
  await say('What is your number?')
  expect((await call('status')).call.warnings).toEqual([])
})

it('says before who will answer', async () => {
  const main = begin()
  const asked = { session: main.session, branch: main.id }
  const talk = (message: string) => route(world, { ...asked, action: { name: 'say', arguments: { message } } })
  expect(await talk('Hello?')).toMatchObject({ by: 'ground', rule: 'user', why: expect.stringContaining('script') })
  expect(await talk('Turn on the data.')).toMatchObject({ rule: 'user-acts' })
  await say('Bye.')
  expect(await talk('Hello?')).toMatchObject({ rule: 'user-left' })
})

it('talk is no turn of the program, and turns keep the numbers of the world', async () => {
  begin({ grounding: 'grounded' }, { model: true })
  await say('What is your number?')
  expect(await status()).toEqual({ data: false, plan: 'old', calls: 1 })
  answers = [tagged('All is well.')]
  await call('status', {}, { instruction: 'It is well.' })
  const { call: after } = await call('status')
  expect(after.grounded).toMatchObject({ origin: 'executed', over: 3 })
})

it('the user acts with a tool of their own on the same state, on every branch', async () => {
  const main = begin()
  const before = await say('Hello?')
  const done = await say('Please turn on mobile data.')
  expect(done.step.observation.text).toBe('Done, data is true now.')
  expect(done.call.grounded).toMatchObject({
    ground: 'user',
    rule: 'user-acts',
    changes: expect.arrayContaining([{ at: ['data'], set: true }]),
    acted: { action: { name: 'toggle_data', arguments: {} }, text: '{\n  "data": true\n}', ground: 'program' }
  })
  expect(await status()).toEqual({ data: true, plan: 'old', calls: 2 })
  // A ground that has kept nothing makes the same state again.
  const fresh = programsGround()
  world.ground = () => deafToTalk(fresh)
  expect(await status()).toEqual({ data: true, plan: 'old', calls: 3 })
  await fresh.dispose()
  expect(await status({ branch: main.id, from: before.step.id })).toEqual({ data: false, plan: 'old', calls: 1 })
})

it('the agent has say and not the tools of the user', async () => {
  const { setup } = begin()
  expect(
    findDomain('mcp')
      .tools?.of(setup)
      .map(({ name }) => name)
  ).toEqual(['status', 'set_plan', 'say'])
  expect(() => actOf(setup, 'http_request', {}, { door: 'http' })).toThrow('only where no tool is a user’s own')
  const refused = await call('toggle_data')
  expect([refused.step.observation.text, refused.call.result]).toEqual([
    'MCP error -32602: Tool toggle_data not found',
    { isError: true }
  ])
  expect(await text(call('say'))).toMatch(/^MCP error -32602: Input validation error: .*message$/s)
})

it('who has left says nothing any more', async () => {
  begin()
  expect(await text(say('Good bye!'))).toBe('Thanks. ###STOP###')
  const gone = await say('One more thing')
  expect([gone.step.observation.text, gone.call.result]).toEqual(['###STOP###', { isError: true }])
})

it('what a perturbation answered in their place the user never heard', async () => {
  const perturbations = [{ name: 'api-error', options: {}, when: { turn: 1 } }]
  begin({ perturbations })
  await say('Bye.')
  expect(await text(say('What is your number?'))).toBe('My number is 555-0199.')
})

it('a world that the model answers has a user too, and its own words stay the model’s', async () => {
  const { program: _, ...setup } = begin({}, { model: true }).setup
  start(engine.engine, { ...setup, grounding: 'model' })
  answers = [tagged('{"data": false}'), tagged('{"data": true}')]
  expect(await text(say('What is your number?'))).toBe('My number is 555-0199.')
  expect(await text(call('status'))).toBe('{"data": false}')
  const done = await say('Turn on the data!')
  expect(done.step.observation.text).toBe('Done, data is true now.')
  expect(done.call.grounded).toMatchObject({ origin: 'predicted', acted: { text: '{"data": true}' } })
})

describe('played by the model', () => {
  const played = UserUse.parse({ ...user, answers: 'model', rules: [], persona: 'Ola, curt.', wants: 'Data again.' })

  it('the model is told the part and the talk, and its answer is predicted', async () => {
    const main = begin({ user: played, grounding: 'grounded' }, { model: true })
    answers = [tagged('It is broken.'), tagged('555-0199')]
    const first = await say('What is it?')
    expect(first.step.observation.text).toBe('It is broken.')
    expect(first.call.grounded).toMatchObject({ ground: 'user', rule: 'user-played', origin: 'predicted' })
    await status()
    await say('Your number?')
    const last = must(engine.requests.at(-1)?.messages.at(-1)).content
    for (const told of ['Ola, curt.', 'Data again.', '- number: 555-0199', '###STOP###']) expect(last).toContain(told)
    expect(last).toContain('User: My phone has no data.\nAgent: What is it?\nUser: It is broken.')
    const asked = { session: main.session, branch: main.id, action: { name: 'say', arguments: { message: 'So?' } } }
    expect(await route(world, asked)).toMatchObject({ by: 'model', rule: 'user-played' })
  })

  it('the model may play them in a world that takes nothing but what is executed', async () => {
    begin({ user: played }, { model: true })
    answers = [tagged('It is broken.')]
    expect(await text(say('What is it?'))).toBe('It is broken.')
    expect((await call('status')).call.grounded).toMatchObject({ origin: 'executed' })
  })

  it('talk that was predicted leaves the state of the program executed', async () => {
    begin({ user: played, grounding: 'grounded' }, { model: true })
    answers = [tagged('It is broken.')]
    await say('What is it?')
    const { call: after } = await call('status')
    expect(after.grounded).toMatchObject({ origin: 'executed' })
    expect(after.grounded).not.toHaveProperty('over')
  })

  it('who has said the mark has left, and the model is not asked again', async () => {
    begin({ user: played, grounding: 'grounded' }, { model: true })
    answers = [tagged('Fine, bye. ###STOP###')]
    await say('It works now.')
    const asked = engine.requests.length
    expect(await text(say('Anything else?'))).toBe('###STOP###')
    expect(engine.requests).toHaveLength(asked)
  })

  it('a model that fails or is not there is no answer: the step fails, and nothing is kept', async () => {
    begin({ user: played, grounding: 'grounded' }, { model: true })
    answers = [tagged('')]
    const asked = { action: { name: 'say', arguments: { message: 'What is it?' } } }
    expect(failed(await act(asked)).error.code).toBe('no-output')
    expect(world.store.branch('main').tip).toBeNull()
    begin({ user: played })
    expect(failed(await act(asked)).error).toMatchObject({
      code: 'no-model',
      message: expect.stringContaining('let a script answer')
    })
  })

  it('an instruction says how a scripted user answers in a turn, and the script goes on', async () => {
    begin({ grounding: 'grounded' }, { model: true })
    answers = [tagged('I am angry.')]
    expect(await text(say('Hello?', { instruction: 'The user is angry.' }))).toBe('I am angry.')
    expect(must(engine.requests.at(-1)?.messages.at(-1)).content).toContain('The user is angry.')
    expect(await text(say('What is your number?'))).toBe('My number is 555-0199.')
  })
})

describe('on the web', () => {
  const PAGE =
    "URL: https://shop.example/\nTab 0 (current): Shop\n\nRootWebArea 'Shop', focused\n\t[14] link 'Basket', clickable"
  const NEXT = PAGE.replace('Basket', 'Pay')
  const web = (more: Partial<Setup> = {}) => {
    const own = UserUse.parse({ ...user, tools: [], rules: [user.rules[1]] })
    const main = start(engine.engine, { domain: 'web', initialState: PAGE, user: own, ...more })
    world.ground = () => null
    return main
  }
  const does = async (action: string) => committed(await act({ action }))

  it('a message asks and goes on: the answer stands above the page, which stays', async () => {
    const { setup } = web()
    const asked = await does("send_msg_to_user('What is your number?')")
    const shown = `Message from the user: My number is 555-0199.\n\n${PAGE}`
    expect(asked.step.observation.text).toBe(shown)
    expect(concludes(setup, asked.step.action, shown)).toBeNull()
    answers = [tagged(NEXT)]
    expect((await does("click('14')")).step.observation.text).toBe(NEXT)
    const left = await does("send_msg_to_user('Good bye.')")
    const { text } = left.step.observation
    expect(text).toBe(`Message from the user: Thanks. ###STOP###\n\n${NEXT}`)
    expect(concludes(setup, left.step.action, text)).toBe(true)
    const again = await does("send_msg_to_user('Still there?')")
    expect(again.step.observation.text).toBe(`Message from the user: ###STOP###\n\n${NEXT}`)
    expect(toolsForAgents(setup).find(({ name }) => name === 'send_msg_to_user')?.description).toMatch(/or asks them/)
  })

  it('without a user it ends the task, and the model answers', async () => {
    const { setup } = web()
    const { user: _, ...rest } = setup
    expect(concludes(rest, "send_msg_to_user('Done.')", PAGE)).toBe(true)
    expect(toolsForAgents(rest as Setup).find(({ name }) => name === 'send_msg_to_user')?.description).toMatch(
      /Ends the task/
    )
    start(engine.engine, rest)
    answers = [tagged(PAGE)]
    expect((await does("send_msg_to_user('Done.')")).call.grounded).toBeUndefined()
  })

  it('widgets go on from the page and not from what was said', async () => {
    const form = PAGE.replace("link 'Basket', clickable", "textbox 'Name', clickable")
    web({ initialState: withOpening({ domain: 'web', initialState: form, user }), grounding: 'grounded' })
    world.ground = () => deafToTalk(widgets)
    await does("send_msg_to_user('What is your number?')")
    const filled = await does("fill('14', '555-0199')")
    expect(filled.call.grounded).toMatchObject({ ground: 'widgets', origin: 'executed' })
    expect(filled.step.observation.text).toContain("[14] textbox 'Name' value='555-0199'")
    expect(filled.step.observation.text).not.toContain('Message from the user')
  })
})

it('on a phone an answer is said to the user, in either form, and the screen stays below', async () => {
  const SCREEN =
    'UI element 0: {"index": 0, "text": "Sync", "is_clickable": True, "is_long_clickable": False, "is_editable": False, "is_selected": False, "is_checked": False}'
  const own = UserUse.parse({ ...user, tools: [], rules: [] })
  for (const action of [
    { action_type: 'answer', text: 'Your number?' },
    { action: 'answer', text: 'Your number?' }
  ]) {
    start(engine.engine, { domain: 'android', initialState: SCREEN, user: own })
    const { step } = committed(await act({ action }))
    expect(step.observation.text).toBe(`Message from the user: My number is 555-0199.\n\n${SCREEN}`)
  }
  expect(findDomain('android').says?.({ action_type: 'wait' })).toBeNull()
  expect(findDomain('android').says?.('tap(1)')).toBeNull()
})

it('in a text world a command says something, and the rest of the world does not hear it', async () => {
  const own = UserUse.parse({ ...user, tools: [], rules: [] })
  const { setup } = start(engine.engine, { domain: 'textenv', initialState: 'You are in a hall.', user: own })
  for (const action of ['say What is your number?', 'Say "What is your number?"'])
    expect(committed(await act({ action })).step.observation.text).toBe('My number is 555-0199.')
  answers = [tagged('Nothing happens.')]
  expect(committed(await act({ action: 'sayonara' })).step.observation.text).toBe('Nothing happens.')
  expect(toolsForAgents(setup)[0]?.description).toContain('say Where is the lamp?')
  expect(withOpening(setup)).toContain('The user says: My phone has no data.')
})

it('the first words stand in the initial state once', () => {
  const once = withOpening({ domain: 'mcp', initialState: 'A desk.', user })
  expect(once).toBe('A desk.\n\nThe user says: My phone has no data.')
  expect(withOpening({ domain: 'mcp', initialState: once, user })).toBe(once)
  expect(withOpening({ domain: 'mcp', initialState: 'A desk.' })).toBe('A desk.')
  const page = withOpening({ domain: 'web', initialState: 'PAGE', user })
  expect(page).toBe('Message from the user: My phone has no data.\n\nPAGE')
  expect(withOpening({ domain: 'web', initialState: page, user })).toBe(page)
})

it('a world without a user is as it was: its own tool say is a tool', async () => {
  const SAYS = PHONE.replaceAll('status', 'say')
  const program = programUse({ language: 'javascript', version: 1, text: SAYS })
  const main = begin()
  const { user: _, ...setup } = main.setup
  start(absent, { ...setup, program, tools: [{ name: 'say', inputSchema: { type: 'object' } }] })
  world.ground = () => deaf
  expect(parseJson(await text(call('say')))).toEqual({ data: false, plan: 'old', calls: 1 })
  expect(parseJson(await text(call('say')))).toEqual({ data: false, plan: 'old', calls: 2 })
})

describe('a new world', () => {
  let home = ''
  let host: Awaited<ReturnType<typeof createHost>>
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'orrery-user-'))
    host = await createHost({ home, resources: 'resources', engine: engine.engine })
  })
  afterAll(async () => {
    await host.dispose()
    await rm(home, { recursive: true, force: true })
  })
  const create = (more: object = {}, text = PHONE) => {
    const program = { language: 'javascript', version: 1, text }
    const setup = NewSetup.parse({
      domain: 'mcp',
      grounding: 'grounded',
      user,
      ...more,
      ...('domain' in more ? {} : { program })
    })
    return host.calls['worlds.create']({ setup })
  }

  it('begins with what the user says first, and keeps the tools that are theirs', async () => {
    const { branch } = await create({ initialState: 'A desk.' })
    expect(branch.setup.initialState).toBe('A desk.\n\nThe user says: My phone has no data.')
    expect(branch.setup.tools.map(({ name }) => name)).toEqual(['status', 'set_plan', 'toggle_data'])
  })

  it('shows the state of its program, keeps tests of it and tries another without the talk', async () => {
    const { branch, session } = await create()
    const ids: string[] = []
    for (const [name, given] of [
      ['say', { message: 'What is your number?' }],
      ['say', { message: 'Turn on the data.' }],
      ['status', {}]
    ] as const) {
      const input = StepInput.parse({ session: session.id, branch: branch.id, action: { name, arguments: given } })
      for await (const event of host.streams['steps.run'](input, { signal: new AbortController().signal }))
        if (event.type === 'committed') ids.push(event.step.id)
    }
    const at = must(ids[2])
    const state = (await host.calls['programs.state']({ branch: branch.id, at }))?.state
    expect(state).toEqual({ data: true, plan: 'old', calls: 2 })
    const test = await host.calls['programs.testOf']({ branch: branch.id, at })
    expect(test.actions).toEqual(['toggle_data', 'status'])
    const program = { language: 'javascript' as const, version: 1 as const, text: PHONE, tests: [test] }
    const passed: boolean[] = []
    for await (const one of host.streams['programs.test'](
      { setup: NewSetup.parse({ domain: 'mcp', program }) as never },
      { signal: new AbortController().signal }
    ))
      passed.push(one.passed)
    expect(passed).toEqual([true])
    await expect(async () => host.calls['programs.testOf']({ branch: branch.id, at: must(ids[0]) })).rejects.toThrow(
      'The program did not answer this step.'
    )
    const other = { ...program, text: PHONE.replace("plan: 'old'", "plan: 'new'") }
    const last: unknown[] = []
    for await (const event of host.streams['programs.preview'](
      { branch: branch.id, at, program: other },
      { signal: new AbortController().signal }
    ))
      if (event.type === 'done') last.push(event.difference)
    expect(last).toEqual([expect.objectContaining({ turn: 3, label: 'status' })])
  })

  it('can lose its user on a branch, or get another', async () => {
    const { branch, session } = await create()
    const fork = (other: object) =>
      host.calls['worlds.fork']({ session: session.id, branch: branch.id, at: null, setup: other })
    expect((await fork({})).setup.user).toEqual(user)
    expect((await fork({ user: null })).setup).not.toHaveProperty('user')
    expect((await fork({ user: UserUse.parse({ knows: { age: '8' } }) })).setup.user?.knows).toEqual({ age: '8' })
  })

  it('is refused where nobody can talk to the user, or their tools are not there', async () => {
    await expect(create({ domain: 'terminal' })).rejects.toThrow('Nobody can talk to a user in the terminal domain.')
    await expect(create({ user: { ...user, rules: [], tools: ['reboot'] } })).rejects.toThrow(
      'The user\'s tool "reboot" is none of this world\'s. Its tools are: status, set_plan, toggle_data.'
    )
    await expect(create({}, PHONE.replaceAll('set_plan', 'say'))).rejects.toThrow(
      'This world has a tool "say" of its own'
    )
  })
})
