import { createHash } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { createPrograms, type Running, stateAfter } from '../../../../src/host/grounds/programs/running.ts'

const programs = createPrograms()
afterAll(() => programs.dispose())

const open = (text: string): Running => programs.of({ text, hash: createHash('sha256').update(text).digest('hex') })

const counter = open(`
let calls = 0
export const init = (seed) => ({ count: 0, lucky: random(seed)() })
export const actions = ({ count }) => ({ commands: count < 2 ? ['count', 'look'] : ['look'] })
export const views = { text: ({ count }) => 'It stands at ' + count }
export function step(state, event) {
  calls++
  if (event.text === 'count') return { state: put(state, ['count'], state.count + 1), answer: 'call ' + calls }
  if (event.text === 'name') return event.answers ? { state: { ...state, name: event.answers[0] } } : { ask: { about: 'A name', schema: { type: 'string' } } }
}`)

it('51.2 begins from a seed, and comes to the same state from the same seed', async () => {
  const [one, two, other] = await Promise.all([counter.init('7'), counter.init('7'), counter.init('8')])
  expect(one.state.value()).toEqual(two.state.value())
  expect(one.state.value()).not.toEqual(other.state.value())
  expect(one.actions).toEqual({ commands: ['count', 'look'] })
})

it('steps from any state there was, and keeps nothing beside the state', async () => {
  const { state } = await counter.init('7')
  const first = await counter.step(state, { door: 'text', text: 'count' })
  const second = await counter.step(first.state, { door: 'text', text: 'count' })
  expect(second).toMatchObject({
    step: { answer: 'call 1' },
    changes: [{ at: ['count'], set: 2 }],
    actions: { commands: ['look'] }
  })
  const back = await counter.step(state, { door: 'text', text: 'count' })
  expect(back.state.value()).toEqual(first.state.value())
  expect(await counter.look(second.state, 'text')).toEqual({ actions: { commands: ['look'] }, view: 'It stands at 2' })
  expect(await counter.look(second.state, 'http')).not.toHaveProperty('view')
})

it('goes on from a state that the thread does not hold', async () => {
  const { step, state } = await counter.step(stateAfter(null, [{ at: ['count'], set: 40 }]), {
    door: 'text',
    text: 'count'
  })
  expect([step, state.value()]).toEqual([{ answer: 'call 1' }, { count: 41 }])
})

it('leaves the state alone where it asks, and where it does not handle the event', async () => {
  const { state } = await counter.init('7')
  const asked = await counter.step(state, { door: 'text', text: 'name' })
  expect(asked).toMatchObject({ step: { ask: { about: 'A name' } }, changes: [] })
  const told = await counter.step(state, { door: 'text', text: 'name', answers: ['Ada'] })
  expect(told.state.value()).toMatchObject({ name: 'Ada' })
  expect(await counter.step(state, { door: 'text', text: 'sing' })).toMatchObject({ step: null, changes: [] })
})
