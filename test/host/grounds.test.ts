import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Handlers } from '../../src/core/contract/index.ts'
import { Setup, type StepEvent, StepInput } from '../../src/core/tree/model.ts'
import { createHost } from '../../src/host/host.ts'
import { scripted, tagged } from '../core/acting.ts'
import { groundsOf, toybox } from '../fixtures/ground.ts'
import { must } from '../must.ts'

let home: string
let host: Handlers
let said: string[]

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-grounds-'))
  said = []
  const { engine } = scripted(() => [tagged(said.shift() ?? 'hello')])
  const resources = join(import.meta.dirname, '../../resources')
  host = await createHost({ home, resources, engine, grounds: groundsOf(toybox()) })
})
afterEach(async () => {
  await host.dispose()
  await rm(home, { recursive: true, force: true })
})

const setup = Setup.parse({ domain: 'terminal', grounding: 'grounded', initialState: 'notes.txt: buy milk\n' })
const typed = (line: string) => [{ keystrokes: `${line}\n`, duration: 1 }]

async function newWorld(change: Partial<Setup> = {}) {
  const { session, branch } = await host.calls['worlds.create']({ setup: { ...setup, ...change } })
  const at = { session: session.id, branch: branch.id }
  return {
    at,
    async act(line: string) {
      const input = StepInput.parse({ ...at, action: typed(line) })
      for await (const event of host.streams['steps.run'](input, { signal: new AbortController().signal })) {
        if (event.type === 'failed') throw new Error(event.error.message)
      }
    }
  }
}

test('a world says what can compute it, and what its initial state comes to', async () => {
  const of = (setup: Setup) => host.calls['worlds.ground']({ setup })
  expect(await of(setup)).toEqual({
    id: 'toybox',
    title: 'Toy box',
    copies: true,
    usual: 'model',
    initial: [{ do: 'write', path: '/home/user/notes.txt', content: 'buy milk' }],
    notReproduced: [],
    begins: null
  })
  expect(await of(Setup.parse({ domain: 'web' }))).toBe(null)
})

test('28.1 the rows of a branch tell the origin of each step', async () => {
  const { at, act } = await newWorld()
  for (const line of ['cat notes.txt', 'curl example.org', 'echo a']) await act(line)
  const rows = await host.calls['steps.list'](at)
  expect(rows.map(({ label, origin }) => [label, origin])).toEqual([
    ['cat notes.txt', 'executed'],
    ['curl example.org', 'predicted'],
    ['echo a', 'executed']
  ])
  const { siblings, calls } = await host.calls['steps.get']({ session: at.session, step: must(rows[1]).id })
  expect(siblings.map(({ origin }) => origin)).toEqual(['predicted'])
  expect(calls.map(({ grounded }) => grounded?.dreams.map(({ of }) => of))).toEqual([['curl example.org']])
})

test('the route of an action is told over the contract', async () => {
  const { at } = await newWorld()
  const answer = await host.calls['steps.route']({ ...at, action: typed('curl example.org'), instruction: '' })
  expect(answer).toEqual({ by: 'model', rule: 'network', why: 'The machine has no network.' })
  expect((await host.calls['worlds.open']({ session: at.session })).drafts).toEqual([])
})

test('a world has a score over all predictions that were checked', async () => {
  const { at, act } = await newWorld({ check: true })
  const score = async () => {
    const view = await host.calls['steps.view']({ branch: at.branch, at: null, last: 1, also: ['score'] })
    return view.score
  }
  expect(await score()).toBe(null)
  said = ['user@box:~$ echo a\na\nuser@box:~$ ', 'user@box:~$ echo b\nc\nuser@box:~$ ']
  await act('echo a')
  await act('echo b')
  expect(await score()).toMatchObject({ checked: 2, exact: 0.5 })
  expect(must(await score()).similarity).toBeGreaterThan(0.5)
  expect(must(await score()).similarity).toBeLessThan(1)
  await act('curl example.org')
  expect(await score()).toMatchObject({ checked: 2 })
})

test('the model answers an executed step where it is asked for', async () => {
  const { at, act } = await newWorld()
  await act('echo a')
  said = ['the model says']
  const input = StepInput.parse({ ...at, from: null, action: typed('echo a'), by: 'model' })
  let last: StepEvent | undefined
  for await (const event of host.streams['steps.run'](input, { signal: new AbortController().signal })) last = event
  expect(last).toMatchObject({
    type: 'committed',
    call: { grounded: { origin: 'predicted', why: expect.stringContaining('The model was asked for this answer') } }
  })
  expect(last?.type === 'committed' && last.call.instruction).toBe('')
  const [first] = await host.calls['steps.list'](at)
  const { siblings } = await host.calls['steps.get']({ session: at.session, step: must(first).id })
  expect(siblings.map(({ origin }) => origin).sort()).toEqual(['executed', 'predicted'])
})
