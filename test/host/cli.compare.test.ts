// `orrery compare` as a person types it: its tables, its files, its bars and its errors.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Comparison } from '../../src/core/control/compare/report.ts'
import { must } from '../must.ts'
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

test('rules that a recording gives are measures for each axis: the truth keeps them, and who repeats what was shown remembers nothing', async () => {
  const files = [sample('mcp-memory'), sample('swe-mean')]
  const argv = ['compare', ...files, '--pass', 'true', '--with', `replay:${files[0]}`, '--with', 'repeat']
  const { out, code } = await orrery([...argv, '--json'])
  expect(code).toBe(0)
  const [replay, repeat] = Comparison.strip().parse(JSON.parse(out)).contestants
  const domains = (one: typeof replay) => one?.passes.true?.byDomain
  expect(domains(replay)?.mcp?.figures).toMatchObject({ ruleErr: { mean: 1 }, ruleLC: { mean: 1 } })
  // What is wrong with a call by its schema is answered by rule, whoever is asked.
  expect(domains(repeat)?.mcp?.figures).toMatchObject({ ruleErr: { mean: 1 }, ruleLC: { mean: 0 } })
  expect(domains(repeat)?.swe?.figures).toMatchObject({ ruleErr: { mean: 0 } })
  const { turns, rules } = JSON.parse(out).reports[1]
  expect(rules).toEqual({ LC: { made: 8, taken: 7 }, Err: { made: 4, taken: 4 } })
  expect(turns.find((one: { broken?: string[] }) => one.broken)?.broken).toEqual(['turn 4: what turn 2 set'])
  expect((await orrery(argv)).out).toContain('Rules that the recordings give: Err 4, LC 7 (1 more were refused)')
})

test('rules of a file are held against every answer they are of, and a file that is none is told what is wrong', async () => {
  const argv = ['compare', sample('mcp-files'), '--pass', 'true', '--with', 'repeat', '--json', '--rules']
  writeFileSync(
    file('rules.yaml'),
    '- {name: lists, axis: Ctrl, at: every, when: {tool: list_directory}, expect: {observation: "[FILE]"}}\n'
  )
  const { out } = await orrery([...argv, file('rules.yaml')])
  const { figures } = JSON.parse(out).contestants[0].passes.true.overall
  expect(figures.ruleCtrl.turns).toBeGreaterThan(0)
  for (const [text, wrong] of [
    ['- {name: a, expect: {observation: x}, at: some}', 'The rule "a" is of a whole run.'],
    ['- {name: a}', 'is no list of checks: 0: "expect" is missing'],
    ['a: [', 'is no YAML']
  ]) {
    writeFileSync(file('rules.yaml'), must(text))
    const refused = await orrery([...argv, file('rules.yaml')])
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(must(wrong))])
  }
})
