// What one step costs, counted: statements run in the database, and prompts sent to the model.
import { beforeEach, expect, test } from 'vitest'
import type { Ground } from '../../src/core/tree/ports.ts'
import { openDatabase } from '../../src/host/database/open.ts'
import { storeOn } from '../../src/host/database/store.ts'
import { act, committed, scripted, start, tagged, world } from '../core/acting.ts'
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
    for (const way of ['get', 'all', 'run'] as const) {
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

/** What one step runs after `before` others. */
async function costOf(before: number): Promise<{ statements: string[]; prompts: number }> {
  for (let n = 0; n < before; n++) committed(await act())
  ran = []
  const sent = requests.length
  committed(await act())
  return { statements: [...ran], prompts: requests.length - sent }
}

// The chain is read once, in one statement; the rest is one row each.
const STATEMENTS = [
  'SELECT branches',
  'SELECT steps',
  'INSERT drafts',
  'SELECT steps',
  'INSERT steps',
  'UPDATE branches',
  'SELECT branches',
  'INSERT calls',
  'DELETE drafts',
  'UPDATE sessions',
  'SELECT branches'
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
  // Where no ground serves a world that may be computed, the step before is asked whether one did until now.
  const asksBefore = computed ? [] : ['SELECT calls']
  expect(early.statements.map(brief)).toEqual([...STATEMENTS.slice(0, 2), ...asksBefore, ...STATEMENTS.slice(2)])
  expect(late.statements).toEqual(early.statements)
})
