import { expect, test } from 'vitest'
import { asciicast } from '../../../../src/core/formats/exporters/asciicast.ts'
import { treeSource } from '../../../../src/core/formats/exporters/source.ts'
import type { SessionTree } from '../../../../src/core/formats/importing.ts'
import { transcript } from '../../../../src/core/observations/terminal/transcript.ts'
import { makeStep } from '../../../../src/core/tree/history.ts'
import { type Action, Setup, type Step } from '../../../../src/core/tree/model.ts'
import { must } from '../../../must.ts'
import { tree, written } from '../../trees.ts'

const original = await tree()
const lines = (text: string): unknown[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line))

async function terminal(turns: [Action, string][]): Promise<SessionTree> {
  const steps: Step[] = []
  for (const [action, text] of turns) steps.push(await makeStep(steps.at(-1)?.id ?? null, action, { text }))
  const branch = {
    ...must(original.branches[0]),
    setup: Setup.parse({ domain: 'terminal' }),
    tip: steps.at(-1)?.id ?? null
  }
  return { ...original, branches: [branch], steps, calls: [] }
}

const type = (keystrokes: string, duration = 1): Action => [{ keystrokes, duration }]

test('a cast holds what is typed, echoed and answered at the times of the actions, with a marker a step', async () => {
  const given = await terminal([
    [type('ls\n'), '$ ls\na\n$ '],
    [type('sleep 9\n', 9), '$ sleep 9\n$ '],
    [
      [
        { keystrokes: 'a\n', duration: 0.2 },
        { keystrokes: 'C-c', duration: 0.1 }
      ],
      '$ a\n^C\n$ '
    ]
  ])
  const header = { timestamp: 1, idle_time_limit: 2, title: 'Awkward (Orrery)', env: { TERM: 'xterm-256color' } }
  const events = [
    [0, 'm', '1. ls'],
    [0, 'i', 'ls\r'],
    [1, 'o', '\u001b[0m$ ls\r\na\r\n$ '],
    [1, 'm', '2. sleep 9'],
    [1, 'i', 'sleep 9\r'],
    [1, 'o', '\u001b[0msleep 9'],
    [10, 'o', '\r\n$ '],
    [10, 'm', '3. a ; ^C'],
    [10, 'i', 'a\r'],
    [10.2, 'i', '\u0003'],
    [10.5, 'o', '\u001b[0ma\r\n^C\r\n$ ']
  ]
  expect(lines(await written(asciicast, given))).toEqual([{ version: 2, width: 160, height: 40, ...header }, ...events])
  const third = lines(await written(asciicast, given, { options: { version: '3', columns: 80, rows: 24 } }))
  expect(third[0]).toEqual({ version: 3, term: { cols: 80, rows: 24 }, ...header })
  expect(third.slice(1).map((event) => (event as [number])[0])).toEqual([0, 0, 1, 0, 0, 0, 9, 0, 0, 0.2, 0.3])
})

test('written piece by piece, the terminal gets what it gets in the app, pictures of full-screen programs too', async () => {
  const picture = '~\n~\n~\n~\n-- INSERT --'
  const given = await terminal([
    [type('ls\n'), '$ ls\na\n$ '],
    [type('vi\n'), picture],
    [type('x'), `x\n${picture}`],
    [type(':q\n'), '$ '],
    [type('clear\n'), '$ '],
    ...original.steps.slice(0, 6).map((step): [Action, string] => [step.action, step.observation.text])
  ])
  const out = lines(await written(asciicast, given))
    .slice(1)
    .map((event) => event as [number, string, string])
    .filter(([, code]) => code === 'o')
  expect(out.map(([, , text]) => text).join('')).toBe(
    transcript(given.steps, null, '')
      .map(({ text }) => text)
      .join('')
  )
})

test('worlds without a terminal are refused in words', () => {
  expect(asciicast.unsuited?.({ ...original.session, domain: 'web' })).toContain('has no terminal')
  expect(asciicast.unsuited?.({ ...original.session, domain: 'swe' })).toBe(null)
})

test('what a cast does not hold is listed', () => {
  const losses = asciicast.losses(treeSource(original), { version: '2', columns: 160, rows: 40 })
  expect(losses).toContain("The model's thinking.")
  expect(losses).toContain('The initial state, the simulation instruction and the tools.')
  expect(losses.at(-1)).toContain('The exact text of each answer')
})
