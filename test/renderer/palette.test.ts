import { expect, test } from 'vitest'
import { commands } from '../../src/renderer/commands.ts'
import { searched } from '../../src/renderer/dialogs/search.ts'
import type { ListedScenario } from '../../src/renderer/store/data.ts'
import { createState } from '../../src/renderer/store/state.ts'
import { createFakeHost, setup } from './host.ts'

async function listed() {
  const host = await createFakeHost(['ls'])
  const store = createState(host.client, { frame: (flush) => flush() })
  const [session] = (await host.client.call('worlds.list', {})) as { id: string }[]
  await store.getState().open(session?.id ?? '')
  // `as`: what no command looks at is left out.
  const ready = { name: 'search-lights', title: 'A coast', setup, own: false, checks: [] } as unknown as ListedScenario
  store.setState({ scenarios: [ready] })
  const all = commands(store.getState()).filter(({ enabled }) => enabled)
  return (query: string) => searched(all, query).map(({ title }) => title)
}

test('the palette finds commands by the words that a person has for them, the nearest first', async () => {
  const find = await listed()
  const first = [
    ['help', 'Keyboard shortcuts'],
    ['export', 'Export this world…'],
    ['guess', 'Real or predicted? A Turing test…'],
    ['undo', 'Step back'],
    ['junit', 'Scenarios: edit and run…'],
    ['predict check', 'Show the rules: initial state and simulation instruction'],
    ['branch', 'Show the rules: initial state and simulation instruction'],
    ['model', 'Models…'],
    ['faults', 'Perturbations…'],
    ['coast', 'Start the scenario “A coast”'],
    ['lights', 'Start the scenario “A coast”']
  ]
  for (const [query = '', title] of first) expect([query, find(query)[0]]).toEqual([query, title])
})

test('letters that are strewn over a title find nothing, and a title with one letter left out is found', async () => {
  const find = await listed()
  expect(find('print')).not.toContain('Previous sibling of this step')
  expect(find('help')).not.toContain('Export this world…')
  expect(find('exprt wrld')).toContain('Export this world…')
  expect(find('😀\u202e(')).toEqual([])
  expect(find('  ')).toEqual(find(''))
})
