// Worlds whose program is data, through the one path.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { OrreryError } from '../../../../src/core/errors.ts'
import { NewSetup, type Setup } from '../../../../src/core/tree/model.ts'
import { programsGround } from '../../../../src/host/grounds/programs/index.ts'
import { programUse } from '../../../../src/host/grounds/programs/use.ts'
import { createHost } from '../../../../src/host/host.ts'
import { act, committed, failed, scripted, start, tagged, world } from '../../../core/acting.ts'

const DESK = `version: 1
tables:
  tickets:
    columns: { id: { type: id, prefix: T- }, subject: text required, status: [open, closed] }
    verbs: [list, get, create]
    rows: [{ subject: No wind }, { subject: No water }]
verbs:
  close: { update: tickets, with: [], require: [{ that: row.status == 'open', else: '{{row.id}} is closed.' }], set: { status: "'closed'" } }
  ask_customer:
    input: { ticket: { references: tickets, required: true } }
    ask: { about: 'What the customer of {{ticket}} says', as: reply, otherwise: Thank you. }
    do: [{ update: tickets, where: it.id == ticket, set: { subject: reply } }]
    answer: '{{reply}}'
`
const FLAT = `story: household
version: 1
task: put the mug on the desk.
unknown: model
places: { desk 1: [], shelf 1: [mug 1] }
goal: { put: mug, in: desk }
`

const ground = programsGround()
afterAll(() => ground.dispose())

let said: string[] = []
const engine = scripted(() => [said.shift() ?? 'nothing'])
const absent = { ...engine.engine, absent: new OrreryError('no-model', 'There is no model.') }

const call = (name: string, given: Record<string, string> = {}) => ({ action: { name, arguments: given } })
const take = async (name: string, given?: Record<string, string>, more = {}) =>
  committed(await act({ ...call(name, given), ...more }))
const seen = ({ step }: { step: { observation: { text: string } } }): unknown => JSON.parse(step.observation.text)

function begin(
  setup: Partial<Setup> = {},
  { model = true, text = DESK, asks = undefined as 'template' | undefined } = {}
) {
  const program = programUse({ language: 'data', version: 1, text, ...(asks && { asks }) })
  start(model ? engine.engine : absent, { domain: 'mcp', grounding: 'grounded', program, ...setup })
  world.ground = (one) => (ground.serves(one) ? ground : null)
}

beforeEach(() => {
  said = []
  engine.requests.length = 0
})

it('computes and refuses by its tables, and keeps with each step what it changed', async () => {
  begin()
  const first = await ground.begin?.(world.store.branch('main').setup)
  expect(first?.tools.map(({ name }) => name)).toEqual([
    ...['list_tickets', 'get_ticket', 'create_ticket', 'close', 'ask_customer']
  ])
  const made = await take('create_ticket', { subject: 'No bread' })
  expect(seen(made)).toEqual({ id: 'T-3', subject: 'No bread', status: 'open' })
  expect(made.call.grounded).toMatchObject({ ground: 'program', rule: 'handled', origin: 'executed' })
  expect(made.call.grounded?.changes).toContainEqual({
    ...{ at: ['tables', 'tickets'], from: 2, drop: 0 },
    insert: [{ id: 'T-3', subject: 'No bread', status: 'open' }]
  })
  await take('close', { id: 'T-3' })
  const refused = await take('close', { id: 'T-3' })
  expect([refused.step.observation.text, refused.call.result]).toEqual(['T-3 is closed.', { isError: true }])
  expect(refused.call.grounded).not.toHaveProperty('changes')
  const misfit = await take('create_ticket')
  expect(misfit.call.grounded).toMatchObject({ rule: 'misfit', origin: 'executed' })
  expect(engine.requests).toEqual([])
})

it('51.3 asks the model what it leaves open, keeps the answer in its tables, and has a template without a model', async () => {
  begin()
  said = [tagged('"It is calm."')]
  const asked = await take('ask_customer', { ticket: 'T-1' })
  expect(asked.call.grounded).toMatchObject({ rule: 'ask', origin: 'predicted', over: 1 })
  const read = await take('get_ticket', { id: 'T-1' })
  expect(seen(read)).toMatchObject({ subject: 'It is calm.' })
  expect(read.call.grounded).toMatchObject({ origin: 'executed', over: 1 })
  await take('ask_customer', { ticket: 'T-1' })
  expect(engine.requests).toHaveLength(1)
  for (const options of [{ model: false }, { asks: 'template' as const }]) {
    begin({}, options)
    const answered = await take('ask_customer', { ticket: 'T-2' })
    expect([answered.step.observation.text, answered.call.grounded?.origin]).toEqual(['Thank you.', 'executed'])
  }
  expect(engine.requests).toHaveLength(1)
})

it('tells a story line by line, and leaves to the model what no rule knows', async () => {
  begin({ domain: 'textenv' }, { text: FLAT })
  const line = async (action: string) => committed(await act({ action }))
  const first = await ground.begin?.(world.store.branch('main').setup)
  expect(first?.initialState).toContain('Your task is to: put the mug on the desk.\n\nReward: 0\nDone: false\n')
  await line('go to shelf 1')
  said = [tagged('{"text": "You sing. Nobody listens.", "moved": [], "became": []}')]
  const sung = await line('sing')
  expect(sung.call.grounded).toMatchObject({ rule: 'ask', origin: 'predicted', over: 2 })
  expect(sung.step.observation.text).toContain('You sing. Nobody listens.')
  await line('take mug 1 from shelf 1')
  await line('go to desk 1')
  const done = await line('put mug 1 in/on desk 1')
  expect(done.step.observation.text).toContain('You put the mug 1 in/on the desk 1.\n\nReward: 1\nDone: true')
  expect(done.call.grounded).toMatchObject({ origin: 'executed', over: 2 })
})

it('computes a household that the initial state states in sentences', async () => {
  const initialState =
    'On the shelf 1 is a mug 1. Everything else is empty.\nYou are in the middle of a room. Looking quickly around you, you see a desk 1, and a shelf 1.\nYour task is to: put a mug in desk.'
  start(absent, { domain: 'textenv', grounding: 'executed', initialState })
  world.ground = (one) => (ground.serves(one) ? ground : null)
  const taken = []
  for (const action of ['go to shelf 1', 'take mug 1 from shelf 1', 'go to desk 1', 'put mug 1 in/on desk 1'])
    taken.push(committed(await act({ action })))
  expect(taken.at(-1)?.step.observation.text).toContain('You put the mug 1 in/on the desk 1.\n\nReward: 1\nDone: true')
  expect(taken.every(({ call }) => call.grounded?.origin === 'executed')).toBe(true)
})

it('goes back and branches, and is made again from what the calls keep', async () => {
  begin()
  const one = await take('create_ticket', { subject: 'One' })
  await take('create_ticket', { subject: 'Two' })
  const other = await take('create_ticket', { subject: 'Other' }, { from: one.step.id })
  expect(seen(other)).toMatchObject({ id: 'T-4', subject: 'Other' })
  const again = programsGround()
  world.ground = () => again
  const read = await take('list_tickets', {}, { branch: other.call.branch })
  expect(seen(read)).toMatchObject([{}, {}, { subject: 'One' }, { subject: 'Other' }])
  await again.dispose()
})

it('refuses a new world and a branch whose data is not in order, with line and column, and a step in a stored one', async () => {
  const wrong = DESK.replace('references: tickets', 'references: people')
  const why =
    'The program of this world is not in order. Line 10, column 14: There is no table "people". There are: tickets.'
  const home = await mkdtemp(join(tmpdir(), 'orrery-data-world-'))
  const host = await createHost({ home, resources: 'resources', engine: engine.engine })
  try {
    const data = (text: string) => ({ language: 'data' as const, version: 1 as const, text })
    const create = (text: string) =>
      host.calls['worlds.create']({ setup: NewSetup.parse({ domain: 'mcp', program: data(text) }) })
    await expect(create(wrong)).rejects.toMatchObject({ code: 'invalid-input', message: why })
    await expect(create('- 1')).rejects.toThrow('The program of this world is not in order. Line 1, column 1: ')
    const { session, branch } = await create(DESK)
    const fork = (text: string) =>
      host.calls['worlds.fork']({ session: session.id, branch: branch.id, at: null, setup: { program: data(text) } })
    await expect(fork(wrong)).rejects.toMatchObject({ code: 'invalid-input', message: why })
    expect((await fork(DESK.replace('No wind', 'No waves'))).setup.program?.language).toBe('data')
  } finally {
    await host.dispose()
    await rm(home, { recursive: true })
  }
  begin({}, { text: wrong })
  expect(failed(await act(call('list_tickets'))).error).toMatchObject({ code: 'invalid-input', message: why })
})
