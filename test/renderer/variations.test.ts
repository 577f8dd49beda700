import { expect, test } from 'vitest'
import type { Client } from '../../src/core/contract/index.ts'
import type { KeptVariation } from '../../src/core/control/variation.ts'
import { OrreryError } from '../../src/core/errors.ts'
import { ScenarioFile } from '../../src/core/tree/scenario.ts'
import { createState } from '../../src/renderer/store/state.ts'

const scenario = ScenarioFile.parse({ name: 'desk', title: 'A desk', description: '', setup: { domain: 'mcp' } })
const kept = (name: string): KeptVariation => ({
  ...{
    kind: 'state',
    name,
    title: name,
    how: 'ada → noa',
    scenario: { ...scenario, name },
    text: `name: ${name}\n`,
    tried: 4
  }
})
const dropped = { kind: 'compose', how: '', reason: 'There is no other.' } as const

/** A host that varies as `events` say, and keeps what it was asked. */
function hosted(events: (signal: AbortSignal) => AsyncGenerator<unknown>) {
  const log: [name: string, input: unknown][] = []
  const client = {
    async call(name: string, input: unknown) {
      log.push([name, input])
      if (name === 'scenarios.save' && (input as { name: string }).name === 'full') {
        throw new OrreryError('disk-full', 'The disk is full.')
      }
      return name === 'scenarios.version' ? String(log.length) : []
    },
    stream(name: string, input: unknown, { signal }: { signal: AbortSignal }) {
      log.push([name, input])
      return events(signal)
    }
  } as unknown as Client
  const store = createState(client, { frame: () => {}, pause: async () => {}, seed: () => 1 })
  return { store, log, act: store.getState() }
}

test('the window shows what was kept and dropped as it comes, with what was asked for', async () => {
  const { store, act, log } = hosted(async function* () {
    yield { type: 'started', run: 'vary-1', total: 2, known: 0 }
    yield { type: 'varied', kept: kept('a'), dropped: [], done: 1, total: 2 }
    expect(store.getState().variations).toEqual({ progress: { done: 1, total: 2 }, kept: [kept('a')], dropped: [] })
    yield { type: 'varied', kept: null, dropped: [dropped], done: 2, total: 2 }
    yield { type: 'done', kept: 1, dropped: 1 }
  })
  act.askVaryScenario(scenario)
  expect(store.getState()).toMatchObject({ dialog: 'vary', variedOne: { title: 'A desk' }, variations: null })
  await act.vary({ n: 2, seed: 5, kinds: ['state'], by: 'rules' })
  expect(store.getState().variations).toEqual({ progress: null, kept: [kept('a')], dropped: [dropped] })
  // What was made is there when the dialog is opened on the same again, and not on another one.
  act.show(null)
  act.askVaryScenario(scenario)
  expect(store.getState().variations?.kept).toEqual([kept('a')])
  act.askVaryScenario({ ...scenario, title: 'Another desk' })
  expect(store.getState().variations).toBeNull()
  expect(log).toContainEqual(['scenarios.vary', { from: { scenario }, n: 2, seed: 5, kinds: ['state'], by: 'rules' }])
})

test('stopping keeps what is there, and is no error; an error is shown in the dialog', async () => {
  const { store, act } = hosted(async function* (signal) {
    yield { type: 'varied', kept: kept('a'), dropped: [], done: 1, total: 9 }
    act.stopVarying()
    signal.throwIfAborted()
  })
  act.askVaryScenario(scenario)
  await act.vary({ n: 9 })
  expect(store.getState()).toMatchObject({ variations: { progress: null, kept: [{ name: 'a' }] }, problems: {} })
  const failing = hosted(async function* () {
    yield { type: 'started', run: 'vary-1', total: 1, known: 0 }
    throw new OrreryError('no-model', 'No model is in use.')
  })
  failing.act.askVaryScenario(scenario)
  await failing.act.vary({ n: 1 })
  expect(failing.store.getState().problems.scenario?.message).toBe('No model is in use.')
})

test('one is saved and opened in the editor; what cannot be saved stays in the dialog', async () => {
  const { store, act, log } = hosted(async function* () {})
  act.askVaryScenario(scenario)
  await act.editVariation(kept('a'))
  expect(log).toContainEqual(['scenarios.save', { name: 'a', text: 'name: a\n' }])
  expect(store.getState()).toMatchObject({ dialog: 'scenarios', scenarioToEdit: 'a' })
  act.askVaryScenario(scenario)
  await act.editVariation(kept('full'))
  expect(store.getState()).toMatchObject({ dialog: 'vary', problems: { scenario: { message: 'The disk is full.' } } })
})

test('a scenario is run as often as it is asked for', async () => {
  const { act, log } = hosted(async function* () {})
  await act.runScenarios('desk-1', [scenario], { repeat: 5 })
  await act.runScenarios('desk-2', [scenario])
  const runs = log.filter(([name]) => name === 'runs.start').map(([, input]) => input)
  expect(runs).toMatchObject([
    { kind: 'scenarios', name: 'desk-1', options: { repeat: 5 } },
    { name: 'desk-2', options: { repeat: 1 } }
  ])
})
