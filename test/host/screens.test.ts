import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import type { TerminalView } from '../../src/core/contract/steps.ts'
import { makeStep } from '../../src/core/tree/history.ts'
import { type Action, Setup, type StepId } from '../../src/core/tree/model.ts'
import type { Store } from '../../src/core/tree/store.ts'
import { openStore } from '../../src/host/database/store.ts'
import { createScreens } from '../../src/host/database/terminal-screens.ts'
import { must } from '../must.ts'
import { branchOf, callOf, clock, sessionOf } from './records.ts'

const setup = Setup.parse({ domain: 'terminal', initialState: 'A box.\n\nThe terminal shows:\nu@h:~$ ' })
let store: Store
let tip: StepId | null

beforeEach(async () => {
  store = openStore(':memory:', { clock })
  await store.createSession(sessionOf('s'), [branchOf('s', 'main', { setup })])
  tip = null
})
afterEach(() => store.close())

const type = (keystrokes: string, text: string) => add([{ keystrokes, duration: 1 }], text)

async function add(action: Action, text: string): Promise<StepId> {
  const step = await makeStep(tip, action, { text })
  const call = callOf(step.id, store.branch('main'))
  await store.commit({ step, call, branch: 'main', expected: tip, fork: null, draft: null })
  tip = step.id
  return step.id
}

async function view(at: StepId | null = tip): Promise<TerminalView> {
  const found = await createScreens(store).after(setup, at)
  if (!found) throw new Error('a terminal world has a terminal')
  return found
}

const upTo = ({ rows }: TerminalView) => rows.slice(0, rows.findLastIndex((row) => row !== '') + 1)

describe('a terminal of 160x40 is kept per step', () => {
  test('before the first step it shows the prompt', async () => {
    const { rows, ...rest } = await view()
    expect(rows).toEqual(['u@h:~$', ...Array(39).fill('')])
    expect(rest).toEqual({ columns: 160, cursor: { x: 7, y: 0 }, picture: false, added: null })
  })

  test('output scrolls, and each step has its own screen', async () => {
    const first = await type('seq 3\n', 'u@h:~$ seq 3\n1\n2\n3\nu@h:~$ ')
    const numbers = Array.from({ length: 60 }, (_, n) => String(n + 1))
    await type('seq 60\n', `u@h:~$ seq 60\n${numbers.join('\n')}\nu@h:~$ `)
    expect(upTo(await view())).toEqual([...numbers.slice(21), 'u@h:~$'])
    expect(upTo(await view(first))).toEqual(['u@h:~$ seq 3', '1', '2', '3', 'u@h:~$'])
  })

  test('long lines wrap at 160 columns', async () => {
    await type('x\n', `u@h:~$ x\n${'a'.repeat(170)}\nu@h:~$ `)
    expect(upTo(await view())).toEqual(['u@h:~$ x', 'a'.repeat(160), 'a'.repeat(10), 'u@h:~$'])
  })

  test('a full-screen program has the screen, and gives it back', async () => {
    await type('ls\n', 'u@h:~$ ls\nnotes\nu@h:~$ ')
    const vi = await type('vi notes\n', `hello\n${'~\n'.repeat(38)}"notes" 1L, 6B`)
    await type(':q\n', 'u@h:~$ ')
    const inside = await view(vi)
    expect([inside.picture, inside.rows[0], inside.rows[39], inside.added]).toEqual([
      true,
      'hello',
      '"notes" 1L, 6B',
      null
    ])
    expect(upTo(await view())).toEqual(['u@h:~$ ls', 'notes', 'u@h:~$'])
  })
})

it('the commands of a coding agent share one terminal, and its other tools leave it as it is', async () => {
  const swe = Setup.parse({ domain: 'swe' })
  const shell = (command: string) => ({ name: 'run_shell_command', arguments: { command } })
  const told = (command: string, out: string, err: string, code: number) =>
    `Command: ${command}\nDirectory: (root)\nStdout: ${out}\nStderr: ${err}\nExit Code: ${code}`
  const calls: [action: Action, text: string][] = [
    [shell('ls'), told('ls', 'a.py\nb.py', '(empty)', 0)],
    [{ name: 'read_file', arguments: { file_path: 'a.py' } }, '     1\tprint(1)'],
    [shell('python c.py'), told('python c.py', '(empty)', "python: can't open file 'c.py'", 2)]
  ]
  const views: TerminalView[] = []
  for (const [action, text] of calls) views.push(must(await createScreens(store).after(swe, await add(action, text))))
  expect(views.map(upTo)).toEqual([
    ['$ ls', 'a.py', 'b.py', '$'],
    ['$ ls', 'a.py', 'b.py', '$'],
    ['$ ls', 'a.py', 'b.py', '$ python c.py', "python: can't open file 'c.py'", '$']
  ])
  expect(views.map(({ added }) => added)).toEqual([
    '$ ls\na.py\nb.py\n$',
    '',
    "python c.py\npython: can't open file 'c.py'\n$"
  ])
})

describe('what is new since the last action', () => {
  test('begins behind the prompt that was there', async () => {
    await type('ls\n', 'u@h:~$ ls\na  b\nu@h:~$ ')
    await type('pwd\n', 'u@h:~$ pwd\n/home/u\nu@h:~$ ')
    expect((await view()).added).toBe('pwd\n/home/u\nu@h:~$')
  })

  test('cannot be told after the screen was cleared', async () => {
    await type('ls\n', 'u@h:~$ ls\na  b\nu@h:~$ ')
    await type('clear\n', 'u@h:~$ ')
    const { added, ...rest } = await view()
    expect([added, upTo({ added, ...rest })]).toEqual([null, ['u@h:~$']])
  })

  test('is cut in the middle past 10,000 bytes', async () => {
    await type('ls\n', 'u@h:~$ ls\nu@h:~$ ')
    await type('yes\n', `u@h:~$ yes\n${'y\n'.repeat(9000)}u@h:~$ `)
    const { added } = await view()
    expect(added?.split('\n').find((line) => line.startsWith('['))).toBe(
      '[... output limited to 10000 bytes; 8010 interior bytes omitted ...]'
    )
    expect([added?.startsWith('yes\ny\n'), added?.endsWith('y\nu@h:~$')]).toEqual([true, true])
  })
})
