import { expect, it } from 'vitest'
import {
  CONTRACT,
  HttpAnswer,
  ProgramActions,
  ProgramEvent,
  ProgramStep,
  ToolAnswer,
  type WorldProgram
} from '../../../../src/core/grounds/programs/program.ts'

// The smallest world: a number that can be read and counted up.
const counter: WorldProgram = {
  version: CONTRACT,
  init: () => ({ count: 0 }),
  actions: () => ({ commands: ['count', 'look'] }),
  view: (door, state) => (door === 'text' ? JSON.stringify(state) : undefined),
  step(state, event) {
    if (event.door !== 'text' || event.text !== 'count') return undefined
    // `as`: the state is what `init` made.
    const { count } = state as { count: number }
    return { state: { count: count + 1 }, answer: String(count + 1) }
  }
}

it('steps from state to state, and leaves alone what it does not handle', () => {
  const first = counter.init('seed')
  expect(counter.step(first, { door: 'text', text: 'count' })).toEqual({ state: { count: 1 }, answer: '1' })
  expect(counter.step(first, { door: 'text', text: 'sing' })).toBeUndefined()
  expect(counter.view('text', first)).toBe('{"count":0}')
  expect(ProgramActions.parse(counter.actions(first))).toEqual({ commands: ['count', 'look'] })
})

it('takes what a step comes to as JSON, and no field that the contract does not know', () => {
  const step = { state: { count: 1 }, answer: 'one', reward: 1, done: true }
  expect(ProgramStep.parse(step)).toEqual(step)
  expect(ProgramStep.safeParse({ ...step, host: 1 }).success).toBe(false)
  expect(ProgramStep.safeParse({ state: { count: Number.NaN } }).success).toBe(false)
})

it('knows events of three doors', () => {
  const events = [
    { door: 'tools', tool: 'add', arguments: { by: 2 } },
    { door: 'text', text: 'look' },
    { door: 'http', method: 'GET', path: '/count', query: {}, headers: {}, body: null, answers: ['said'] }
  ]
  expect(events.map((event) => ProgramEvent.parse(event))).toEqual(events)
  expect(ProgramEvent.safeParse({ door: 'phone', text: 'look' }).success).toBe(false)
})

it('lets a program say nothing of what can be done', () => {
  expect(ProgramActions.parse({})).toEqual({})
})

it('answers a tool as MCP does, and a request as HTTP does', () => {
  const tool = { content: [{ type: 'text', text: 'No ticket 9' }], isError: true }
  expect(ToolAnswer.parse(tool)).toEqual(tool)
  expect(HttpAnswer.parse({ status: 404, body: { error: 'No ticket 9' } }).status).toBe(404)
  expect(HttpAnswer.safeParse({ status: 7 }).success).toBe(false)
})
