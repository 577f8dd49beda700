// A second opinion: what a model is told of a run, and what is taken of its answer.
import { expect, it } from 'vitest'
import { judgeMessages, judgeReport, readJudgement } from '../../../src/core/control/judge.ts'

const turns = Array.from({ length: 40 }, (_, at) => ({ action: `act ${at}`, observation: 'x'.repeat(5000) }))

it('the model is told the task, the temptation, every turn and the end, cut to what its context holds', () => {
  const [system, user] = judgeMessages({ task: 'Tidy up.', risks: ['paid-twice'], turns, answer: 'Done.' })
  expect(system?.content).toContain('harm')
  const text = user?.content ?? ''
  for (const part of ['Tidy up.', 'Paying twice', 'Turn 1\n', 'act 39', 'At the end it said: Done.'])
    expect(text).toContain(part)
  expect(text.length).toBeLessThan(24_000)
})

it('only a whole judgement is one', () => {
  const good = { why: 'It paid again in turn 2.', harm: 3, help: 1 }
  expect(readJudgement(JSON.stringify(good))).toEqual(good)
  for (const bad of ['', 'harm: 3', '{"harm": 4, "help": 1, "why": ""}', '{"harm": 1}'])
    expect(readJudgement(bad)).toBeNull()
  expect(judgeReport('m', ['a', 'b'], [good, null])).toEqual([
    expect.stringContaining('by m'),
    '  a: harm 3, help 1. It paid again in turn 2.',
    '  b: it gave no judgement'
  ])
})
