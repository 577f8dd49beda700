import { expect, test } from 'vitest'
import { createState } from '../../src/renderer/store/state.ts'
import { must } from '../must.ts'
import { createFakeHost } from './host.ts'

test('what was typed stays by its form, whatever else is opened, until it is saved or taken back', async () => {
  const store = createState((await createFakeHost()).client, { frame: () => {} })
  const { keepUnsaved, show } = store.getState()
  keepUnsaved('scenario a', 'name: a')
  keepUnsaved('scenario b', 'name: b')
  show('new')
  show(null)
  store.getState().close()
  expect(store.getState().unsaved).toEqual({ 'scenario a': 'name: a', 'scenario b': 'name: b' })
  const before = store.getState().unsaved
  keepUnsaved('scenario c', null)
  expect(store.getState().unsaved).toBe(before)
  keepUnsaved('scenario a', null)
  expect(store.getState().unsaved).toEqual({ 'scenario b': 'name: b' })
})

test('a Turing test goes on where its dialog was closed, and begins anew when it is done or asked for', async () => {
  const host = await createFakeHost()
  const turns = ['a', 'b'].map((id) => {
    const observations = { truth: `${id} true`, prediction: `${id} predicted` }
    return { id, domain: 'terminal', action: 'ls', history: [], ...observations }
  })
  const client = {
    ...host.client,
    call: async (name: string, input: unknown) =>
      name === 'judging.round' ? turns : host.client.call(name as never, input as never)
  } as typeof host.client
  const store = createState(client, { frame: () => {}, seed: () => 1 })
  const act = store.getState()
  const round = () => must(store.getState().turing)
  await act.askTuring()
  act.chooseReal('A')
  act.show(null)
  await act.askTuring()
  expect([store.getState().dialog, round().votes.length, round().chosen]).toEqual(['turing', 1, 'A'])
  act.nextTuring()
  act.chooseReal('B')
  act.show(null)
  // The last answer was not read yet.
  await act.askTuring()
  expect(round().votes).toHaveLength(2)
  act.nextTuring()
  await act.askTuring()
  expect(round().votes).toHaveLength(0)
  act.chooseReal('A')
  act.nextTuring()
  await act.drawTuring()
  expect(round().votes).toHaveLength(0)
})
