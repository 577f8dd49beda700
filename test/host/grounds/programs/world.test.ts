// Worlds with a program, through the one path.
import { afterAll, beforeEach, expect, it } from 'vitest'
import { OrreryError } from '../../../../src/core/errors.ts'
import type { Setup } from '../../../../src/core/tree/model.ts'
import { programsGround } from '../../../../src/host/grounds/programs/index.ts'
import { programUse } from '../../../../src/host/grounds/programs/use.ts'
import { act, committed, failed, scripted, start, tagged, world } from '../../../core/acting.ts'

const NOTES = `
const tool = (name, properties) => ({ name, inputSchema: { type: 'object', properties, required: Object.keys(properties) } })
const text = { type: 'string' }
export const init = () => ({ notes: {}, locked: false })
export const actions = ({ locked }) => ({ tools: [tool('read', { id: text }), tool('sing', {}), ...(locked ? [] : [tool('write', { id: text }), tool('lock', {})])] })
export const views = { tools: ({ notes }) => notes }
export function step(state, { tool, arguments: { id }, answers }) {
  if (tool === 'lock') return { state: { ...state, locked: true }, answer: 'locked' }
  if (tool === 'read') return state.notes[id] ? { answer: { id, note: state.notes[id] } } : { error: 'No note ' + id }
  if (tool === 'write') {
    if (!answers) return { ask: { about: 'The note ' + id, schema: { type: 'object', properties: { note: text }, required: ['note'] }, ...(id !== 'x' && { template: { note: 'empty' } }) } }
    return { state: put(state, ['notes', id], answers[0].note), answer: 'written' }
  }
}`

const ground = programsGround()
afterAll(() => ground.dispose())

let said: string[] = []
const engine = scripted(() => [said.shift() ?? 'nothing'])
const absent = { ...engine.engine, absent: new OrreryError('no-model', 'There is no model.') }

const call = (name: string, given: Record<string, string> = {}) => ({ action: { name, arguments: given } })
const take = async (name: string, given?: Record<string, string>, more = {}) =>
  committed(await act({ ...call(name, given), ...more }))

function begin(
  setup: Partial<Setup> = {},
  { model = true, text = NOTES, asks = undefined as 'kept' | 'template' | undefined } = {}
) {
  const program = programUse({ language: 'javascript', version: 1, text, ...(asks && { asks }) })
  const main = start(model ? engine.engine : absent, { domain: 'mcp', grounding: 'grounded', program, ...setup })
  world.ground = (one) => (ground.serves(one) ? ground : null)
  return main
}

beforeEach(() => {
  said = []
  engine.requests.length = 0
})

it('is executed where the program handles it, and refused where a call fits no tool there is now', async () => {
  begin()
  const refused = await take('read', { id: 'a' })
  expect([refused.step.observation.text, refused.call.result, refused.call.grounded?.origin]).toEqual([
    'No note a',
    { isError: true },
    'executed'
  ])
  await take('lock')
  const gone = await take('write', { id: 'a' })
  expect(gone.step.observation.text).toBe('MCP error -32602: Tool write not found')
  expect(gone.call.grounded).toMatchObject({ rule: 'misfit', origin: 'executed' })
  expect(engine.requests).toEqual([])
})

it('51.3 asks the model by schema, keeps its answer in the state, and never asks it again', async () => {
  begin()
  said = [tagged('{"note": 5}'), tagged('{"note": "milk"}')]
  const written = await take('write', { id: 'a' })
  expect(engine.requests.map(({ shape }) => shape.schema)).toEqual(
    Array(2).fill(expect.objectContaining({ required: ['note'] }))
  )
  expect(written.call.grounded).toMatchObject({
    ...{ rule: 'ask', origin: 'predicted', over: 1, changes: [{ at: ['notes', 'a'], set: 'milk' }] },
    dreams: [{ of: 'The note a', rule: 'ask', text: '{"note": "milk"}' }]
  })
  const read = await take('read', { id: 'a' })
  expect(JSON.parse(read.step.observation.text)).toEqual({ id: 'a', note: 'milk' })
  expect(read.call.grounded).toMatchObject({ origin: 'executed', over: 1 })
  // The program asks the same once more; what was said is kept.
  await take('write', { id: 'a' })
  expect(engine.requests).toHaveLength(2)
})

it('answers what a program asks from its template where no model may be asked, or says that nobody can', async () => {
  for (const options of [{ model: false }, { asks: 'template' as const }, { asks: 'kept' as const }]) {
    begin({}, options)
    const written = await take('write', { id: 'a' })
    expect(written.call.grounded).toMatchObject({ origin: 'executed', changes: [{ at: ['notes', 'a'], set: 'empty' }] })
    const { error } = failed(await act(call('write', { id: 'x' })))
    expect([error.code, error.message]).toEqual([
      'no-model',
      'Nobody can answer what the program asks. It asks: "The note x". Give it a template, or choose a model.'
    ])
  }
  expect(engine.requests).toEqual([])
})

it('leaves to the model what the program does not handle, and says of later steps what they stand on', async () => {
  begin()
  said = [tagged('la la')]
  const sung = await take('sing')
  expect(sung.call.grounded).toMatchObject({ rule: 'not-handled', origin: 'predicted', over: 1 })
  expect(sung.call.grounded).not.toHaveProperty('changes')
  const asked = JSON.stringify(engine.requests[0]?.messages)
  expect(asked).toContain('What is true in this world now')
  expect((await take('lock')).call.grounded).toMatchObject({ origin: 'executed', over: 1 })
  begin({ grounding: 'executed' })
  expect(failed(await act(call('sing'))).error.code).toBe('no-model')
})

it('goes back and branches, and is made again from what the calls keep', async () => {
  begin({}, { model: false })
  const one = await take('write', { id: 'a' })
  await take('lock')
  const back = await take('write', { id: 'b' }, { from: one.step.id })
  expect(back.call.branch).not.toBe('main')
  const again = programsGround()
  world.ground = () => again
  const read = await take('read', { id: 'b' }, { branch: back.call.branch })
  expect(JSON.parse(read.step.observation.text)).toEqual({ id: 'b', note: 'empty' })
  expect((await take('write', { id: 'c' })).call.grounded?.rule).toBe('misfit')
  await again.dispose()
})

it('goes on with a changed program from the state that the old one left', async () => {
  const main = begin({}, { model: false })
  const { step } = await take('write', { id: 'a' })
  const text = NOTES.replace('{ id, note: state.notes[id] }', "'Note: ' + state.notes[id]")
  const program = programUse({ language: 'javascript', version: 1, text })
  await world.store.createBranch({
    ...main,
    id: 'other',
    tip: step.id,
    fork: step.id,
    setup: { ...main.setup, program }
  })
  const read = await take('read', { id: 'a' }, { branch: 'other' })
  expect(read.step.observation.text).toBe('Note: empty')
  expect(read.call.grounded?.hash).not.toBe(main.setup.program?.hash)
})

it('51.1 names line, turn and state of a program that fails, and leaves the world as it was', async () => {
  begin({}, { text: `${NOTES.replace("'locked'", 'nobody.there')}` })
  await take('read', { id: 'a' })
  const { error } = failed(await act(call('lock')))
  expect(error.message).toBe(
    "The program failed in step, line 8: ReferenceError: 'nobody' is not defined. This was turn 2; the state stays as turn 1 left it."
  )
  expect((await take('read', { id: 'a' })).step.observation.text).toBe('No note a')
})

it('shows a text world with reward, end and what can be done', async () => {
  const text = `export const init = () => ({ lit: false })
export const actions = ({ lit }) => ({ commands: lit ? [] : ['light lamp', 'look'] })
export const views = { text: () => 'It is dark.' }
export const step = (state, { text }) => text === 'look' ? { answer: 'It is dark.' }
  : text === 'light lamp' ? { state: { lit: true }, answer: 'There is light.', reward: 1, done: true } : undefined`
  begin({ domain: 'textenv' }, { text })
  const first = await ground.begin?.(world.store.branch('main').setup)
  expect(first?.initialState).toBe('It is dark.\n\nReward: 0\nDone: false\nAdmissible actions: light lamp, look')
  const lit = committed(await act({ action: 'light lamp' }))
  expect(lit.step.observation.text).toBe('There is light.\n\nReward: 1\nDone: true\nAdmissible actions:')
})
