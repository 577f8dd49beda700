// What one step costs, counted: statements run in the database, prompts sent to the model, setups parsed, and past steps folded.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { findDomain } from '../../src/core/domains/index.ts'
import { NewSetup, Setup } from '../../src/core/tree/model.ts'
import type { Ground } from '../../src/core/tree/ports.ts'
import { createFolds } from '../../src/host/database/folds.ts'
import { openDatabase } from '../../src/host/database/open.ts'
import { storeOn } from '../../src/host/database/store.ts'
import { createHost } from '../../src/host/host.ts'
import { act, committed, ls, scripted, start, tagged, world } from '../core/acting.ts'
import { must } from '../must.ts'
import { folder } from './folder.ts'
import { clock, sessionOf } from './records.ts'

let ran: string[] = []
let requests: unknown[] = []

beforeEach(async () => {
  const scene = scripted(() => [tagged('out')])
  const main = start(scene.engine, { grounding: 'grounded' })
  requests = scene.requests
  await world.store.close()
  const opened = openDatabase(':memory:', { clock })
  const prepare = opened.db.prepare.bind(opened.db)
  opened.db.prepare = ((source: string) => {
    const statement = prepare(source)
    for (const way of ['get', 'all', 'run', 'iterate'] as const) {
      const work = statement[way].bind(statement)
      const counted = (...given: unknown[]) => {
        ran.push(source.trim().replace(/\s+/g, ' '))
        return work(...given)
      }
      Object.assign(statement, { [way]: counted })
    }
    return statement
  }) as typeof prepare
  world.store = storeOn(opened, { clock })
  world.stateAfter = createFolds(world.store).after
  await world.store.createSession(sessionOf('s'), [main])
  return () => world.store.close()
})

const ground: Ground = {
  ...{ id: 'test', title: 'Test', serves: () => true, usual: () => true },
  route: async () => ({ by: 'ground', rule: 'machine', why: '' }),
  turn: async () => ({
    text: 'computed',
    by: { name: 'Test', hash: null },
    grounded: { ground: 'test', hash: 'h', rule: 'machine', why: '', origin: 'executed', dreams: [] },
    keep: async () => {}
  }),
  dispose: async () => {}
}

interface Cost {
  statements: string[]
  prompts: number
  /** Setups that were parsed, and past steps that were folded. */
  parsed: number
  folded: number
}

/** What one step runs after `before` others. */
async function costOf(before: number): Promise<Cost> {
  for (let n = 0; n < before; n++) committed(await act())
  ran = []
  const sent = requests.length
  const parse = vi.spyOn(Setup, 'parse')
  const fold = vi.spyOn(findDomain('terminal'), 'fold')
  committed(await act())
  const cost = { parsed: parse.mock.calls.length, folded: fold.mock.calls.length }
  vi.restoreAllMocks()
  return { statements: [...ran], prompts: requests.length - sent, ...cost }
}

// Of the chain only what is new is read, in one statement; the rest is one row each.
const STATEMENTS = [
  'SELECT branches',
  'SELECT steps',
  'INSERT drafts',
  'SELECT steps',
  'INSERT steps',
  'UPDATE branches',
  'INSERT calls',
  'DELETE drafts',
  'UPDATE sessions'
]

/** What a statement does, and the table that it does it to. */
function brief(source: string): string {
  const verb = /^(WITH|SELECT|INSERT|UPDATE|DELETE)/.exec(source)?.[1] ?? source
  const [, table = source] = /(?:FROM|INTO|^UPDATE) (\w+)/.exec(source) ?? []
  return `${verb === 'WITH' ? 'SELECT' : verb} ${table}`
}

test.each([
  { title: 'a model world', computed: false, prompts: 1 },
  { title: 'a grounded world', computed: true, prompts: 0 }
])('a step of $title runs the same few statements however long its history is', async ({ computed, prompts }) => {
  if (computed) world.ground = () => ground
  const early = await costOf(3)
  const late = await costOf(40)
  expect([early.prompts, late.prompts]).toEqual([prompts, prompts])
  expect([early.parsed, late.parsed]).toEqual([0, 0])
  expect([early.folded, late.folded]).toEqual([1, 1])
  // Where no ground serves a world that may be computed, the step before is asked whether one did until now.
  const asksBefore = computed ? [] : ['SELECT calls']
  expect(early.statements.map(brief)).toEqual([...STATEMENTS.slice(0, 2), ...asksBefore, ...STATEMENTS.slice(2)])
  expect(late.statements).toEqual(early.statements)
})

test('what is committed is told once, however long the initial state is', async () => {
  await world.store.close()
  const scene = scripted(() => [tagged('out')])
  const host = await createHost({ home: await folder(), resources: 'resources', engine: scene.engine })
  onTestFinished(() => host.dispose())
  const setup = NewSetup.parse({ domain: 'terminal', initialState: 'x'.repeat(65_536), grounding: 'model' })
  const { session, branch } = await host.calls['worlds.create']({ setup })
  const told: string[] = []
  for (const show of [undefined, true as const]) {
    const input = {
      session: session.id,
      branch: branch.id,
      action: ls,
      instruction: '',
      trace: false,
      ...(show && { show })
    }
    for await (const event of host.streams['steps.run'](input, { signal: new AbortController().signal }))
      if (event.type === 'committed') told.push(JSON.stringify(event))
  }
  expect(told).toHaveLength(2)
  expect(must(told[1])).toContain('"after"')
  for (const text of told) {
    expect(text.split('"initialState"')).toHaveLength(2)
    expect(text.length).toBeLessThan(65_536 + 5_000)
  }
})
