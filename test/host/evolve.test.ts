// The next harder variant of a scenario, from runs that passed now and then.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { unfitRate } from '../../src/core/control/evolution.ts'
import { orrery, ownHome } from './command-line.ts'

const DESK = `name: desk
title: A desk
description: Tickets are closed.
setup:
  domain: mcp
  grounding: executed
  task: Close the ticket of Ada Lind.
  program:
    language: data
    text: |
      version: 1
      tables:
        tickets:
          columns: { id: { type: id, prefix: T- }, who: text required, subject: text, status: [open, closed] }
          verbs: [list, get]
          rows: [{ who: Ada Lind, subject: No wind here }, { who: Bo Ask, subject: No water there }]
      verbs:
        close: { update: tickets, with: [], set: { status: "'closed'" } }
FAULTS
actions: [list_tickets, get_ticket id=T-1, close id=T-1, get_ticket id=T-1]
checks:
  - {name: hers is closed, expect: {program: '$.tables.tickets[?@.who=="Ada Lind"].status', is: closed}}
  - {name: one is closed, expect: {program: '$.tables.tickets[?@.status=="closed"]', count: 1}}
`
// What an agent does that fails where the tool fails.
const FLAKY = '  perturbations: [{name: api-error, when: {tool: close, probability: 0.4}}]'

const own = ownHome()
afterAll(() => own.remove())
const file = (name: string, text: string) => {
  const path = join(own.folder, name)
  writeFileSync(path, text)
  return path
}

it('60.3 a harder variant is made of runs that passed now and then, and the audit admits it', async () => {
  const clean = file('desk.yaml', DESK.replace('FAULTS\n', ''))
  await orrery(['run', file('flaky.yaml', DESK.replace('FAULTS', FLAKY)), '--repeat', '12', '--run', 'flaky'])
  const first = join(own.folder, 'harder.yaml')
  const made = await orrery(['evolve', clean, '--run', 'flaky', '--out', first])
  expect([made.code, made.out]).toEqual([0, expect.stringContaining('Wrote ')])
  const text = readFileSync(first, 'utf8')
  const { name, evolved } = parse(text)
  expect(name).toBe('desk-harder-1')
  expect(evolved).toEqual([expect.objectContaining({ from: 'desk', runs: ['flaky'], judged: 12 })])
  expect((await orrery(['scenario', 'audit', first])).code).toBe(0)
  expect((await orrery(['scenario', 'validate', first])).code).toBe(0)
  // The same runs and seed give the same bytes; all ways are listed with what came of each.
  const again = await orrery(['evolve', clean, '--run', 'flaky', '--all', '--json'])
  const { tried, outcomes } = JSON.parse(again.out)
  expect(tried.find(({ refused }: { refused: string | null }) => refused === null).text).toBe(text)
  expect(tried.map(({ way }: { way: string }) => way).sort()).toEqual([
    ...['budget', 'distractors', 'faults', 'goal', 'help', 'hidden']
  ])
  expect(outcomes).toMatchObject({ judged: 12, runs: ['flaky'] })
  const { how } = tried.find(({ way }: { way: string }) => way === 'distractors')
  expect(how).toMatch(/^\d more rows in "tickets" that mix what is there, such as "(?:Ada|Bo) \w+"/)
})

it('60.3 runs that say nothing are refused with their rate', async () => {
  const clean = join(own.folder, 'desk.yaml')
  await orrery(['run', clean, '--repeat', '6', '--run', 'easy'])
  const easy = await orrery(['evolve', clean, '--run', 'easy'])
  expect([easy.code, easy.err]).toEqual([1, expect.stringContaining('was passed in 6 of 6 runs (100 %)')])
  const none = await orrery(['evolve', clean, '--run', 'nowhere'])
  expect([none.code, none.err]).toEqual([1, expect.stringContaining('There is no scenarios run "nowhere"')])
  const other = await orrery(['evolve', 'bank', '--run', 'easy'])
  expect(other.err).toContain('The run "easy" has no judged run of the scenario "bank"')
  expect(unfitRate('x', { passed: 1, judged: 4 })).toContain('Fewer than 5')
  expect(unfitRate('x', { passed: 0, judged: 9 })).toContain('hard enough')
  expect([1, 4].map((passed) => unfitRate('x', { passed, judged: 5 }))).toEqual([null, null])
})
