import { expect, test } from 'vitest'
import { createState } from '../../src/renderer/store/state.ts'
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
