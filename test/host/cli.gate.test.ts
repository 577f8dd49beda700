// `orrery gate`: predictors that are right with a set probability, over tasks in which a wrong action ends everything.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BudgetReport } from '../../src/core/control/gate-budgets.ts'
import { OrreryError } from '../../src/core/errors.ts'
import { mulberry32 } from '../../src/core/text/chance.ts'
import type { Engine } from '../../src/core/tree/ports.ts'
import { must } from '../must.ts'
import { orrery, ownHome } from './command-line.ts'

let home: ReturnType<typeof ownHome>
beforeEach(() => {
  home = ownHome()
})
afterEach(() => home.remove())

// The coin is under the cup 9, and only one cup can be opened.
const CUPS = `
export const init = () => ({ over: false })
export const actions = () => ({ commands: ['open cup 9', 'look'] })
export const views = { text: () => 'There are cups, numbered. Your task is to: find the coin.' }
export const step = (state, { text }) => {
  if (state.over) return { error: 'It is over.' }
  if (text === 'look') return { answer: 'There are cups.' }
  const won = text === 'open cup 9'
  return { state: { over: true }, answer: won ? 'The coin!' : 'It is empty.', reward: won ? 1 : 0, done: true }
}
`

/** A task whose walk opens so many wrong cups before the right one. */
function task(wrong: number): string {
  const path = join(home.folder, `cups-${wrong}.json`)
  writeFileSync(join(home.folder, 'cups.js'), CUPS)
  const name = `cups-${wrong}`
  const actions = [...Array.from({ length: wrong }, (_, at) => `open cup ${at + 1}`), 'open cup 9']
  const checks = [{ name: 'the coin is found', at: 'end', expect: { state: '$.score', is: 1 } }]
  writeFileSync(
    path,
    JSON.stringify({
      ...{ name, title: name, description: '', stop: { when: { state: '$.done', is: true } }, checks, actions },
      setup: { domain: 'textenv', grounding: 'executed', program: 'cups.js' }
    })
  )
  return path
}

/** Says what a cup hides, right with this probability; `null`: its server is gone. */
function oracle(right: number | null): Engine {
  const about = { name: 'oracle', hash: null }
  let asked = 0
  return {
    info: () => ({ engine: 'llama', model: about, contextSize: 100_000, template: 'standard' }),
    async *generate({ messages }) {
      if (right === null) throw new OrreryError('engine-failed', 'The server is gone.')
      const isCoin = /open cup (\d+)(?![\s\S]*open cup \d)/.exec(messages.at(-1)?.content ?? '')?.[1] === '9'
      const knows = mulberry32(7, ++asked) / 2 ** 32 < right
      const text = isCoin === knows ? 'The coin!\n\nReward: 1\nDone: true' : 'It is empty.\n\nReward: 0\nDone: true'
      yield { type: 'text', text: `<predicted_observation>${text}</predicted_observation>` }
      yield {
        ...{ type: 'done', tokens: { prompt: 1, cached: 0, generated: 1 }, cut: null, trace: null },
        ...{ engine: 'llama', model: about }
      }
    },
    countTokens: async () => null,
    dispose: async () => {}
  }
}

const TASKS = [0, 1, 2, 4]
const measured = async (argv: string[], engine: Engine) => {
  const { code, out, err } = await orrery(['gate', ...TASKS.map(task), ...argv, '--json'], '', engine)
  expect([code, code ? err : '']).toEqual([0, ''])
  return { err, rows: BudgetReport.strip().parse(JSON.parse(out)).rows }
}

test('56.8 a predictor that is always right saves what cannot be undone, the more of it the more checks an episode has', async () => {
  const { rows } = await measured([], oracle(1))
  expect(rows.map(({ budget, success }) => [budget, success?.mean])).toEqual([
    [0, 0.25],
    [2, 0.5],
    [4, 0.75],
    [10, 1],
    [50, 1]
  ])
  expect(rows.map(({ gain }) => gain?.mean ?? null)).toEqual([null, 0.25, 0.5, 0.75, 0.75])
  // An agent that is held back tries the same once more, and each attempt counts.
  expect(rows[4]?.use).toMatchObject({ previews: 18, taken: 4, held: 14, saved: 14, refusedWrongly: 0, unknown: 0 })
  expect(rows[0]?.use).toMatchObject({ previews: 0, afterBudget: 4 })
  for (const { success } of rows.slice(0, 3)) expect(must(success?.low)).toBeLessThan(must(success?.high))
})

test('one that is always wrong costs what would have succeeded', async () => {
  const { rows } = await measured(['--budgets', '0,10'], oracle(0))
  expect(rows.map(({ success }) => success?.mean)).toEqual([0.25, 0])
  expect(rows[1]?.gain?.mean).toBe(-0.25)
  expect(rows[1]?.use).toMatchObject({ saved: 0, refusedWrongly: 2, taken: 3 })
})

test('one that is right in three of four cases lies between, and the same command asks nothing twice', async () => {
  const argv = ['--budgets', '0,10', '--repeat', '5']
  const { rows } = await measured(argv, oracle(0.75))
  const [without, checked] = rows.map(({ success }) => must(success?.mean))
  expect(without).toBe(0.25)
  expect(checked).toBeGreaterThan(0.25)
  expect(checked).toBeLessThan(1)
  expect((await measured(argv, oracle(null))).rows).toEqual(rows)
})

test('only what is asked for is checked, and what is not checked is done', async () => {
  const { rows } = await measured(['--budgets', '10', '--before', '{action: open cup 9}'], oracle(0))
  expect(rows[0]?.use).toMatchObject({ previews: 2, refusedWrongly: 2, afterBudget: 0 })
})

test('a server that is gone leaves its rollouts out', async () => {
  const { out, err } = await orrery(['gate', task(0), '--budgets', '0,2', '--json'], '', oracle(null))
  expect(err).toContain('cups-0, 2 checks: The server is gone.')
  expect(BudgetReport.strip().parse(JSON.parse(out)).rows).toMatchObject([
    { rollouts: 1, left: 0, success: { mean: 1 } },
    { rollouts: 1, left: 1, success: null }
  ])
})

test.each([
  [['--budgets', '0,many'], 'expected whole numbers from 0 to 100'],
  [['--before', '{acton: x}'], 'it is no condition'],
  [['--success', '['], 'it is no YAML'],
  [['--agent', 'script'], 'A script is not held to a gate']
])('what is wrong with %j is told', async (argv, wrong) => {
  const { code, err } = await orrery(['gate', task(0), ...argv], '', oracle(1))
  expect([code, err]).toEqual([2, expect.stringContaining(wrong)])
})
