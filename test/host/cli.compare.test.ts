// `orrery compare` as a person types it: its tables, its files, its bars and its errors.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Comparison } from '../../src/core/control/compare/report.ts'
import { orrery, ownHome } from './command-line.ts'

const sample = (name: string) => join(import.meta.dirname, `../../resources/samples/${name}.jsonl`)

let home: ReturnType<typeof ownHome>
beforeEach(() => {
  home = ownHome()
})
afterEach(() => home.remove())

const file = (name: string) => join(home.folder, name)

test('contestants stand side by side, each figure leads to its turns, and both pages are the same the next time', async () => {
  const files = [sample('web-chores'), sample('mcp-files')]
  const argv = ['compare', ...files, '--with', `replay:${files[0]}`, '--with', 'repeat', '--html', file('a.html')]
  const first = await orrery(argv)
  expect(first.err).toMatch(/repeat: .* s of answers/)
  expect(first.code).toBe(0)
  expect(first.out).toMatch(/Each turn after the true past\ncontestant +of +turns +missing +exact/)
  expect(first.out).toMatch(/\nrepeat +kind: \w+ +\d+ +0 +\d\.\d+/)
  expect(first.out).toMatch(/too few sessions to tell/)
  expect(first.out).toContain(
    'replay web-chores.jsonl: "A list of chores" never left the truth in 10 turns (world web-chores)'
  )
  expect(first.out).toContain(
    'repeat: "A list of chores" left the truth in turn 1 of 10, "click “Add”" (world web-chores)'
  )
  const page = readFileSync(file('a.html'), 'utf8')
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(links.length).toBeGreaterThan(20)
  for (const id of new Set(links)) expect(page, id).toContain(`id="${id}"`)
  expect(page).not.toMatch(/<script|https?:\/\/(?!chores\.example)/)
  await orrery([...argv, '--html', file('b.html')])
  expect(readFileSync(file('b.html'), 'utf8')).toBe(page)
})

test('a bar that is not reached ends with 100 and is a failure in JUnit', async () => {
  const argv = [
    'compare',
    sample('web-chores'),
    '--with',
    'repeat',
    '--pass',
    'true',
    '--junit',
    file('a.xml'),
    '--json'
  ]
  const well = await orrery([...argv, '--fail-under', 'nodes=0.5'])
  expect(well.code).toBe(0)
  expect(
    Comparison.strip()
      .parse(JSON.parse(well.out))
      .contestants.map(({ name }) => name)
  ).toEqual(['repeat'])
  expect(readFileSync(file('a.xml'), 'utf8')).toContain('<testsuite name="repeat, true past" tests="1" failures="0">')
  const badly = await orrery([...argv, '--fail-under', 'nodes=0.5', '--fail-under', '0.9'])
  expect(badly.code).toBe(100)
  expect(badly.err).toMatch(/Below the bar: repeat, true past: exact is 0\.\d+, below 0\.9\./)
  expect(readFileSync(file('a.xml'), 'utf8')).toMatch(/<failure type="below" message="exact is 0\.\d+, below 0\.9">/)
})

test('lines that cannot be read are told by their number, and the rest is compared', async () => {
  const lines = readFileSync(sample('web-chores'), 'utf8').trim().split('\n')
  lines.splice(1, 0, '{"type": "step", "step": ')
  writeFileSync(file('broken.jsonl'), lines.join('\n'))
  const { code, err, out } = await orrery(['compare', file('broken.jsonl'), '--with', 'repeat'])
  expect(err).toMatch(/broken\.jsonl:2: /)
  expect(code).toBe(0)
  expect(out).toContain('A list of chores')
  writeFileSync(file('nothing.jsonl'), 'not a recording\n')
  expect(await orrery(['compare', file('nothing.jsonl'), '--with', 'repeat'])).toMatchObject({ code: 1, out: '' })
})

test.each([
  [['--fail-under', '2'], /expected a number from 0 to 1/],
  [['--fail-under', 'beauty=0.5'], /exact, exactRaw/],
  [['--with', 'http://127.0.0.1:9/v1'], /names no model/],
  [['--with', ''], /needs a name/],
  [['--pass', 'both sides'], /true, own, both/]
])('%j is refused before anything is done', async (options, why) => {
  const { code, err } = await orrery(['compare', sample('web-chores'), ...options])
  expect(code).toBe(2)
  expect(err).toMatch(why)
})

test('rules in a file are a contestant over a recording whose world has none', async () => {
  const program = join(import.meta.dirname, '../../resources/scenarios/programs/helpdesk.yaml')
  const { code, out } = await orrery(['compare', sample('mcp-memory'), '--with', program, '--pass', 'true', '--json'])
  const [one] = JSON.parse(out).reports
  expect(code).toBe(0)
  expect(one.contestant).toBe('helpdesk.yaml')
  // It knows none of these tools, and says so as a server would.
  expect(one.turns.every((turn: { origin?: string; error: unknown }) => turn.origin === 'executed' || turn.error)).toBe(
    true
  )
})
