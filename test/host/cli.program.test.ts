// Programs on the command line: worlds made with `--program FILE`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { orrery, ownHome } from './command-line.ts'

const BANK = `version: 1
tables:
  accounts:
    columns: { id: id, owner: text }
    verbs: [list, create]
    rows: [{ owner: Ada }]
`
const COUNTER = `export const init = () => ({ count: 0 })
export const actions = () => ({ tools: [{ name: 'add', inputSchema: { type: 'object', properties: {} } }] })
export const step = (state) => ({ state: { count: state.count + 1 }, answer: String(state.count + 1) })
`
const MILL = 'resources/scenarios/programs/mill.z5'

let own: ReturnType<typeof ownHome>
beforeEach(() => {
  own = ownHome()
})
afterEach(() => own.remove())

function written(name: string, text: string): string {
  const file = join(own.folder, name)
  writeFileSync(file, text)
  return file
}
const call = (name: string, given = {}) => JSON.stringify({ name, arguments: given })
const session = (err: string) => /session (\S+)/.exec(err)?.[1] ?? ''

test('--program gives a new world its program, in the kind of world that the program is for', async () => {
  const listed = await orrery(['step', '--program', written('bank.yaml', BANK)], call('list_accounts'))
  expect([listed.code, JSON.parse(listed.out)]).toEqual([0, [{ id: 1, owner: 'Ada' }]])
  const counted = await orrery(['step', '--program', written('counter.js', COUNTER)], call('add'))
  expect([counted.code, counted.out]).toEqual([0, '1\n'])
  const told = await orrery(['step', '--program', MILL], 'look')
  expect([told.code, told.out]).toEqual([0, expect.stringContaining('A cobbled yard.')])
})

test('in a known world --program holds from the next step on, on a new branch, and keeps the state', async () => {
  const first = await orrery(['step', '--program', written('counter.js', COUNTER)], call('add'))
  const tens = written('tens.js', COUNTER.replaceAll('state.count + 1', 'state.count + 10'))
  const next = await orrery(['step', '--session', session(first.err), '--program', tens], call('add'))
  expect([next.code, next.out]).toEqual([0, '11\n'])
  const before = await orrery(['step', '--session', session(first.err), '--branch', 'main'], call('add'))
  expect([before.code, before.out]).toEqual([0, '2\n'])
})

test('what is wrong with a program is said with file, line and column, and nothing is stored', async () => {
  const wrong = written('wrong.yaml', BANK.replace('owner: text', 'owner: txt').replace('[list,', '[lst,'))
  const read = await orrery(['step', '--program', wrong], call('list_accounts'))
  expect(read).toMatchObject({ code: 1, out: '' })
  expect(read.err).toContain(`${wrong}:4:24: "txt" is not known here`)
  expect(read.err).toContain(`${wrong}:5:13: "lst" is not one of`)
  const broken = await orrery(['step', '--program', written('broken.js', 'export const init = () =>')], call('add'))
  expect([broken.code, broken.err]).toEqual([1, expect.stringContaining('The program failed, line 1: SyntaxError')])
  const gone = await orrery(['step', '--program', join(own.folder, 'gone.js')], call('add'))
  expect([gone.code, gone.err]).toEqual([1, expect.stringContaining('There is no file')])
  const elsewhere = await orrery(['step', '--domain', 'terminal', '--program', MILL], 'ls')
  expect([elsewhere.code, elsewhere.err]).toEqual([1, expect.stringContaining('No program can answer in the terminal')])
  expect(JSON.parse((await orrery(['sessions', '--json'])).out)).toEqual([])
})

test('orrery mcp serves a new world of a program; a world is named in one way only', async () => {
  const bank = written('bank.yaml', BANK)
  const asks = [
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/list' }
  ]
  const { code, err } = await orrery(['mcp', '--program', bank, '--scenario', 'ticket-queue'])
  expect([code, err]).toEqual([2, expect.stringContaining('Give one of: --scenario with a name, --program')])
  const served = await orrery(['mcp', '--program', bank], `${asks.map((ask) => JSON.stringify(ask)).join('\n')}\n`)
  const list = served.out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .find(({ id }) => id === 2)
  expect(list.result.tools.map(({ name }: { name: string }) => name)).toEqual(['list_accounts', 'create_account'])
})

const TESTED = (reader: string) => `name: counter
title: A counter
description: mine
setup:
  domain: mcp
  program:
    file: counter.js
    tests:
      - { name: adds, actions: [add, add], observation: '${reader}', state: { $.count: 2 } }
      - { name: begins, actions: [add], state: { $.count: 1 } }
`

test('program check tells what is wrong by line, in code as in data', async () => {
  const [good, bad] = [written('good.js', COUNTER), written('bad.js', '\n\nexport const init = () => oops')]
  const { code, out } = await orrery([
    'program',
    'check',
    good,
    bad,
    written('wrong.yaml', BANK.replace('[list,', '[lst,'))
  ])
  expect(code).toBe(1)
  expect(out.split('\n').map((line) => line.slice(own.folder.length + 1))).toEqual([
    expect.stringMatching(/^good\.js: ok, [0-9a-f]{12}$/),
    expect.stringMatching(/^bad\.js:3:1: The program failed in init, line 3: ReferenceError/),
    expect.stringMatching(/^wrong\.yaml:5:13: "lst"/),
    ''
  ])
})

test('program test plays the tests beside a program, and fails with what is otherwise', async () => {
  written('counter.js', COUNTER)
  const passed = await orrery(['program', 'test', written('counter.yaml', TESTED('2'))])
  expect([passed.code, passed.err, passed.out.split('\n').at(-2)]).toEqual([0, '', '2 of 2 tests passed'])
  const file = written('counter.yaml', TESTED('3'))
  const failed = await orrery(['program', 'test', file])
  expect([failed.code, failed.out.split('\n')]).toEqual([
    1,
    [
      `FAIL  ${file}: adds`,
      '      observation',
      '      - 3',
      '      + 2',
      `pass  ${file}: begins`,
      '1 of 2 tests passed',
      ''
    ]
  ])
  const none = await orrery(['program', 'test', 'ticket-queue'])
  expect([none.code, none.err]).toEqual([1, 'ticket-queue: no tests\n'])
  expect((await orrery(['program', 'test'])).code).toBe(2)
})

test('program show prints the text, and what the program keeps', async () => {
  const first = await orrery(['step', '--program', written('counter.js', COUNTER)], call('add'))
  const world = session(first.err)
  expect(await orrery(['program', 'show', world])).toEqual({ code: 0, out: COUNTER, err: '' })
  expect(JSON.parse((await orrery(['program', 'show', world, '--state'])).out)).toEqual({ count: 1 })
})
