// What holds in a declared world whatever is done in it.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ProgramEvent } from '../../../../../src/core/grounds/programs/program.ts'
import type { Json } from '../../../../../src/core/tree/ports.ts'
import { at, BANK, ISSUES, programOf } from './worlds.ts'

// As many as take a second or so.
const RUNS = { numRuns: 150 }

const account = fc.integer({ min: 0, max: 4 })
const amount = fc.oneof(
  fc.integer({ min: -100, max: 20_000 }).map((cents) => cents / 100),
  fc.constantFrom(0.1, 0.2, 0.3, 1e9, 0.001)
)
const transfer: fc.Arbitrary<ProgramEvent> = fc
  .record({ source: account, target: account, amount })
  .map((args) => ({ door: 'tools', tool: 'transfer', arguments: args }))

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<Json>(41, 42, 'ada', 'open', 'C-1', null)
) as fc.Arbitrary<Json>
const names = [
  'number',
  'title',
  'state',
  'assignee',
  'labels',
  'issue',
  'text',
  'limit',
  'sort',
  '__proto__',
  'constructor'
]
const issueCall: fc.Arbitrary<ProgramEvent> = fc
  .record({
    tool: fc.constantFrom('list_issues', 'get_issue', 'create_issue', 'update_issue', 'delete_issue', 'create_comment'),
    arguments: fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 4 })
  })
  .map((call) => ({ door: 'tools', ...call }))
const request: fc.Arbitrary<ProgramEvent> = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'BREW'),
    path: fc.constantFrom('/issues', '/issues/41', '/issues/x', '/comments', '/%', '//'),
    query: fc.dictionary(fc.constantFrom(...names), fc.string(), { maxKeys: 2 }),
    body: fc.oneof(fc.constant(null), fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 3 }))
  })
  .map((one) => ({ door: 'http', headers: {}, ...one }))

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) frozen(inner)
  }
  return value
}

it('money is neither made nor lost, and no balance is below nothing', () => {
  const program = programOf(BANK)
  fc.assert(
    fc.property(fc.array(transfer, { maxLength: 30 }), (events) => {
      const { step, state } = at(program)
      for (const event of events) step(event)
      const { tables } = state() as { tables: { accounts: { balance: number }[]; transfers: { amount: number }[] } }
      const cents = tables.accounts.map(({ balance }) => Math.round(balance * 100))
      expect(cents.reduce((sum, one) => sum + one, 0)).toBe(12_060)
      expect(tables.accounts.every(({ balance }) => balance >= 0 && balance === Number(balance.toFixed(2)))).toBe(true)
    }),
    RUNS
  )
})

it('the same seed and the same actions give the same bytes; no state is written to; nothing throws', () => {
  const program = programOf(ISSUES)
  fc.assert(
    fc.property(fc.array(fc.oneof(issueCall, request), { maxLength: 20 }), fc.string(), (events, seed) => {
      const play = () => {
        let state = frozen(program.init(seed))
        return events.map((event) => {
          const done = program.step(state, frozen(event))
          state = frozen(done?.state ?? state)
          return JSON.stringify([done, program.view('http', state)])
        })
      }
      expect(play()).toEqual(play())
    }),
    RUNS
  )
})

it('keys stay unique, and what a row refers to is there', () => {
  const program = programOf(ISSUES)
  fc.assert(
    fc.property(fc.array(issueCall, { maxLength: 30 }), (events) => {
      const { step, state } = at(program)
      for (const event of events) step(event)
      const { issues, comments, members } = (state() as { tables: Record<string, Record<string, Json>[]> }).tables
      const numbers = (issues ?? []).map(({ number }) => number)
      expect(new Set(numbers).size).toBe(numbers.length)
      expect((comments ?? []).filter(({ issue }) => !numbers.includes(issue ?? null))).toEqual([])
      const logins = [null, ...(members ?? []).map(({ login }) => login)]
      expect((issues ?? []).filter(({ assignee }) => !logins.includes(assignee ?? null))).toEqual([])
    }),
    RUNS
  )
})

const KEPT = `version: 1
tables:
  notes:
    columns: { id: id, text: text required, state: [open, closed] }
verbs:
  list: { list: notes, with: [state], limit: 1000 }
  get: { get: notes }
  create: { create: notes, with: [text] }
  update: { update: notes, with: [text, state] }
  delete: { delete: notes }
  search: { list: notes, with: [], search: [text], limit: 1000 }
  count: { answer: { open: "count(notes where it.state == 'open')", all: count(notes) } }
`
const id = fc.integer({ min: 1, max: 8 })
const text = fc.constantFrom('tide', 'anchor', 'tide and anchor')
const noteCall = fc.oneof(
  fc.record({ tool: fc.constant('create'), arguments: fc.record({ text }) }),
  fc.record({
    tool: fc.constant('update'),
    arguments: fc.record({ id, text, state: fc.constantFrom('open', 'closed') }, { requiredKeys: ['id'] })
  }),
  fc.record({ tool: fc.constant('delete'), arguments: fc.record({ id }) })
)

it('29.3 list, get, search and count agree with what was created, changed and deleted, in any order', () => {
  const program = programOf(KEPT)
  fc.assert(
    fc.property(fc.array(noteCall, { maxLength: 40 }), (calls) => {
      const { step } = at(program)
      const call = (tool: string, args: Record<string, Json> = {}) =>
        step({ door: 'tools', tool, arguments: args })?.answer
      const kept = new Map<number, Record<string, Json>>()
      let next = 1
      for (const { tool, arguments: args } of calls) {
        call(tool, args)
        const key = Number(Object(args).id)
        if (tool === 'create') kept.set(next, { id: next++, text: Object(args).text, state: 'open' })
        else if (tool === 'delete') kept.delete(key)
        else if (kept.has(key)) kept.set(key, { ...kept.get(key), ...args })
      }
      const rows = [...kept.values()]
      expect(call('list')).toEqual(rows)
      expect(call('list', { state: 'closed' })).toEqual(rows.filter(({ state }) => state === 'closed'))
      expect(call('search', { query: 'tide' })).toEqual(rows.filter((row) => String(row.text).includes('tide')))
      const open = rows.filter(({ state }) => state === 'open').length
      expect(call('count')).toEqual({ open, all: rows.length })
      for (let key = 1; key < next; key++) expect(call('get', { id: key })).toEqual(kept.get(key))
    }),
    RUNS
  )
})
