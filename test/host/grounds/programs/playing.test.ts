// Tests of a program and previews of a changed one: played without a model, and nothing is kept.
import { afterAll, expect, it } from 'vitest'
import { type Call, Setup, type Step } from '../../../../src/core/tree/model.ts'
import type { ProgramTest } from '../../../../src/core/tree/program.ts'
import { playTest, replay } from '../../../../src/host/grounds/programs/playing.ts'
import { programUse } from '../../../../src/host/grounds/programs/use.ts'
import { createWorldPrograms } from '../../../../src/host/grounds/programs/world-programs.ts'

const NOTES = `
const text = { type: 'string' }
const tool = (name, properties) => ({ name, inputSchema: { type: 'object', properties, required: Object.keys(properties) } })
export const init = (seed) => ({ notes: {}, seed })
export const actions = () => ({ tools: [tool('write', { id: text }), tool('read', { id: text }), tool('dream', {})] })
export function step(state, { tool, arguments: { id }, answers }) {
  if (tool === 'dream') return
  if (tool === 'read') return state.notes[id] ? { answer: state.notes[id] } : { error: 'No note ' + id }
  if (!answers) return { ask: { about: 'The note ' + id, schema: text, ...(id !== 'x' && { template: 'empty' }) } }
  return { state: put(state, ['notes', id], answers[0]), answer: 'written' }
}`

const programs = createWorldPrograms()
afterAll(() => programs.dispose())
const { signal } = new AbortController()

const setupWith = (text: string, seed = 0) => ({
  ...Setup.parse({ domain: 'mcp', seed }),
  program: programUse({ language: 'javascript', version: 1, text })
})
const play = (test: Omit<ProgramTest, 'name'>, seed?: number) =>
  playTest(programs, setupWith(NOTES, seed), { name: 'a test', ...test }, signal)

it('passes where the last answer and the state are as expected, and shows each difference elsewhere', async () => {
  const actions = ['write id=a', { name: 'read', arguments: { id: 'a' } }]
  expect(await play({ actions, observation: 'empty', state: { '$.notes.a': 'empty', '$.notes.b': null } })).toEqual([])
  expect(await play({ actions, observation: 'milk', state: { '$.notes': { a: 'milk' } } })).toEqual([
    { of: 'observation', expected: 'milk', shown: 'empty' },
    { of: '$.notes', expected: '{"a":"milk"}', shown: '{"a":"empty"}' }
  ])
  expect(await play({ actions, state: { '$.seed': '7' } }, 7)).toEqual([])
})

it('takes answers of the test before templates, and says what nobody answers', async () => {
  const actions = ['write id=x', 'read id=x']
  expect(await play({ actions, answers: { 'The note x': 'tea' }, observation: 'tea' })).toEqual([])
  await expect(play({ actions })).rejects.toThrow('The program asks "The note x", and has no template.')
})

it('a refusal is an answer, what the program leaves to the model is none', async () => {
  expect(await play({ actions: ['read id=a'], observation: 'No note a' })).toEqual([])
  expect(await play({ actions: [{ name: 'sing', arguments: {} }], observation: 'x' })).toMatchObject([
    { shown: 'MCP error -32602: Tool sing not found' }
  ])
  expect(await play({ actions: ['dream'], observation: 'x' })).toEqual([
    { of: 'observation', expected: 'x', shown: 'The program leaves this to the model.' }
  ])
})

it('each test begins anew, and is stopped by its signal', async () => {
  await play({ actions: ['write id=a'] })
  expect(await play({ actions: ['read id=a'], observation: 'No note a' })).toEqual([])
  const stopped = AbortSignal.abort()
  await expect(playTest(programs, setupWith(NOTES), { name: 't', actions: ['dream'] }, stopped)).rejects.toMatchObject({
    code: 'cancelled'
  })
})

const turn = (id: string, name: string, text: string, more: object = {}) => ({
  step: { id, action: { name, arguments: { id: 'a' } }, observation: { text } },
  call: { firings: [], grounded: { ground: 'program', rule: 'handled', dreams: [] }, ...more }
})
async function previewed(text: string, turns: ReturnType<typeof turn>[]) {
  const chain = turns.map(({ step }) => step) as unknown as Step[] // what replay reads of a step
  const callOf = (id: string) => (turns.find(({ step }) => step.id === id)?.call ?? null) as unknown as Call | null
  const events = []
  for await (const event of replay(programs, setupWith(text), { chain, callOf }, signal)) events.push(event)
  return events
}

it('a history comes out the same under the same program, with what the model answered then', async () => {
  const asked = {
    grounded: { ground: 'program', rule: 'ask', dreams: [{ of: 'The note a', rule: 'ask', text: '"milk"' }] }
  }
  const turns = [
    turn('1', 'write', 'written', asked),
    turn('2', 'dream', 'a dream', { grounded: { ground: 'program', rule: 'not-handled', dreams: [] } }),
    turn('3', 'read', 'a person said so', { grounded: undefined }),
    turn('4', 'read', 'mi1k', { firings: [{}] }),
    turn('5', 'read', 'milk')
  ]
  const events = await previewed(NOTES, turns)
  expect(events.map(({ turn, difference }) => [turn, difference])).toEqual([1, 2, 3, 4, 5].map((at) => [at, null]))
})

it('ends at the first step that comes out otherwise: other words, a model in its place, or a fault of the program', async () => {
  const turns = [turn('1', 'read', 'No note a'), turn('2', 'write', 'written'), turn('3', 'read', 'empty')]
  const last = async (text: string) => (await previewed(text, turns)).at(-1)
  expect(await last(NOTES.replace("answer: 'written'", "answer: 'Written.'"))).toEqual({
    turn: 2,
    difference: { turn: 2, stored: 'written', shown: 'Written.' }
  })
  expect(await last(NOTES.replace("tool === 'dream'", "tool !== 'write'"))).toEqual({
    turn: 1,
    difference: { turn: 1, stored: 'No note a', shown: null }
  })
  expect(await last(NOTES.replace('{ answer: state.notes[id] }', 'oops()'))).toMatchObject({
    turn: 3,
    difference: { turn: 3, stored: 'empty', shown: null, problem: expect.stringContaining('oops') }
  })
})
