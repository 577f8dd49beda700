import { describe, expect, it } from 'vitest'
import { judgeOn, noJudge } from '../../../src/core/control/ask-judge.ts'
import { checkRun, type RunSeen, runVerdict } from '../../../src/core/control/checks.ts'
import { expectedIn, expectedLine, joinExpected } from '../../../src/core/control/expectations.ts'
import { rubricLine } from '../../../src/core/control/rubric.ts'
import { findDomain } from '../../../src/core/domains/index.ts'
import { holds, Undecided } from '../../../src/core/faults/holds.ts'
import { Check, JudgeChoice } from '../../../src/core/tree/conditions.ts'
import { makeStep } from '../../../src/core/tree/history.ts'
import { type Action, type Call, Setup, type Step } from '../../../src/core/tree/model.ts'
import type { Engine, Request } from '../../../src/core/tree/ports.ts'
import { must } from '../../must.ts'

/** Answers by the number of the question, from 0. */
function judging(answer: (count: number, request: Request) => string): { engine: Engine; asked: Request[] } {
  const asked: Request[] = []
  const model = { name: 'a judge', hash: null }
  const engine: Engine = {
    info: () => ({ engine: 'test', model, contextSize: null, template: 'standard' }),
    async *generate(request) {
      asked.push(request)
      yield { type: 'text', text: answer(asked.length - 1, request) }
      const tokens = { prompt: 1, cached: 0, generated: 1 }
      yield { type: 'done', tokens, cut: null, trace: null, engine: 'test', model }
    },
    countTokens: async () => null,
    dispose: async () => {}
  }
  return { engine, asked }
}
const judge = (engine: Engine, votes = 3) =>
  judgeOn(engine, { votes, seed: 7, owner: 'test', signal: new AbortController().signal })
const vote = (yes: boolean, why = 'because') => JSON.stringify({ why, yes })

async function run(turns: [Action, string, Action?][], domainId = 'mcp') {
  const domain = findDomain(domainId)
  const chain: Step[] = []
  for (const [action, text] of turns) chain.push(await makeStep(chain.at(-1)?.id ?? null, action, { text }))
  const past = chain.map((step) => ({ step, label: domain.label(step.action), firings: [] }))
  const setup = Setup.parse({ domain: domainId, task: 'Close T-1.' })
  const seen: RunSeen = { domain, setup, chain, past: () => past }
  // `as`: what expectations look at in a call.
  const calls = turns.map(([, , expects]) =>
    expects === undefined ? null : ({ agent: { name: 'a', expects } } as unknown as Call)
  )
  return { seen, calls }
}
const get = { name: 'get', arguments: {} }
const rubric = Check.parse({ name: 'it is polite', expect: { rubric: 'The agent is polite.' } })
const rule = Check.parse({ name: 'it is open', expect: { observation: 'open' } })

describe('a check by rubric', () => {
  it('is what the majority of the votes says, and tells who judged and why', async () => {
    const { seen } = await run([[get, 'open']])
    const { engine, asked } = judging((count) => vote(count !== 1, `reason ${count}`))
    expect(await checkRun([rule, rubric], seen, { judge: judge(engine), answer: 'It is done.' })).toEqual([
      { name: 'it is open', axis: 'Ctrl', verdict: 'pass', turn: 1, why: 'It holds in the one turn looked at.' },
      {
        ...{ name: 'it is polite', axis: 'Ctrl', verdict: 'pass', turn: 1 },
        why: '2 of 3 votes of a judge: reason 0',
        votes: { by: 'a judge', yes: 2, no: 1, unread: 0 }
      }
    ])
    expect(asked).toHaveLength(3)
    expect(new Set(asked.map(({ seed }) => seed)).size).toBe(3)
    const told = must(asked[0])
      .messages.map(({ content }) => content)
      .join('\n')
    for (const part of ['The agent is polite.', 'Close T-1.', 'It saw: open', 'It is done.'])
      expect(told).toContain(part)
  })

  it('fails the run where the majority says no, whatever the rules say', async () => {
    const { seen } = await run([[get, 'open']])
    const { engine } = judging((count) => vote(count === 0, 'It is rude.'))
    const results = await checkRun([rule, rubric], seen, { judge: judge(engine) })
    expect(runVerdict(results, { uses: [], firings: [] })).toEqual({
      verdict: 'fail',
      why: 'it is polite: 2 of 3 votes of a judge: It is rude.'
    })
  })

  it.each([
    ['nobody is named', undefined, 'Not judged: no judge was named.'],
    ['the judge cannot be opened', noJudge('There is no model "x".'), 'Not judged: There is no model "x".'],
    [
      'no answer can be read',
      judge(judging(() => 'Sounds good to me!').engine),
      'Not judged: a judge gave no majority.'
    ],
    [
      'votes that cannot be read leave no majority of all',
      judge(judging((count) => (count === 0 ? vote(true) : 'yes')).engine),
      'Not judged: a judge gave no majority.'
    ]
  ])('never passes where %s', async (_name, asked, why) => {
    const { seen } = await run([[get, 'open']])
    const results = await checkRun([rule, rubric], seen, { ...(asked && { judge: asked }) })
    expect(results[1]).toMatchObject({ verdict: 'inconclusive', why })
    expect(runVerdict(results, { uses: [], firings: [] }).verdict).toBe('inconclusive')
  })

  it('asks three times for an answer that can be read, and reads past a thought', async () => {
    const { seen } = await run([[get, 'open']])
    const { engine, asked } = judging((count) => (count < 2 ? 'well' : `<think>{"yes": false}</think>${vote(true)}`))
    const [result] = await checkRun([rubric], seen, { judge: judge(engine, 1) })
    expect(result?.verdict).toBe('pass')
    expect(asked).toHaveLength(3)
  })

  it('is asked nowhere else than of a whole run', async () => {
    const { seen } = await run([[get, 'open']])
    await expect(holds({ not: { rubric: 'x' } }, { ...seen, turn: 1 })).rejects.toThrow(Undecided)
    expect(JudgeChoice.safeParse({ model: 'm', votes: 2 }).success).toBe(false)
    expect(JudgeChoice.parse({ model: 'm' })).toEqual({ model: 'm', votes: 3 })
  })

  it('is told in a line that names what was not judged', () => {
    expect(rubricLine(undefined)).toBe('')
    expect(rubricLine({ met: 1, unmet: 1, notJudged: 1, by: ['a', 'b'] })).toBe(
      '1 of 2 met, judged by a, b; 1 not judged, which counts as not passed'
    )
  })
})

describe('what an agent expects', () => {
  it('is right exactly, or by the fields that it names', async () => {
    const { seen, calls } = await run([
      [get, '{"id": "T-1", "status": "open", "tags": ["a", "b"]}', { status: 'open' }],
      [get, '{"id": "T-1", "status": "open"}', { status: 'open', id: 'T-1' }],
      [get, '{"id": "T-1", "more": {"a": 1}}', { more: { a: 2 } }],
      [get, 'Closed.', 'Closed.\n'],
      [get, 'Closed.', 'It will be closed.'],
      // Of a text nobody can tell its fields.
      [get, 'Closed.', { status: 'closed' }],
      [get, '{"error": "x"}', { id: 'T-2' }],
      [get, 'nothing was expected']
    ])
    const found = must(await expectedIn(seen, calls))
    expect(found).toEqual({ said: 7, turns: 8, exact: { of: 7, right: 2 }, fields: { of: 4, right: 2 } })
    expect(expectedLine(found)).toBe(
      '7 of 8 turns predicted, exactly right 2 of 7 (29 %), by fields 2 of 4 (50 %), not judged'
    )
  })

  it('can be whether it fails and with which exit code', async () => {
    const { seen, calls } = await run(
      [[[{ keystrokes: 'ls x\n', duration: 0.1 }], '$ ls x\nls: no x\n$ ', { exitCode: 2, error: true }]],
      'terminal'
    )
    const known = { ...seen, resultOf: () => ({ exitCode: 2, output: 'ls: no x\n' }) }
    expect(await expectedIn(known, calls)).toMatchObject({ fields: { of: 1, right: 1 } })
    const printed = calls.map(() => ({ agent: { name: 'a', expects: 'ls: no x' } }) as unknown as Call)
    expect(await expectedIn(known, printed)).toMatchObject({ exact: { of: 1, right: 1 }, fields: { of: 0, right: 0 } })
  })

  it('is judged by the judge, and left out where there is no majority', async () => {
    const { seen, calls } = await run([
      [get, 'Closed.', 'It is closed.'],
      [get, 'Closed.', 'It is open.'],
      [get, 'Closed.', 'Who knows.']
    ])
    const { engine } = judging((_, { messages }) => {
      const told = must(messages.at(-1)).content
      return told.includes('Who knows') ? '?' : vote(told.includes('is closed'))
    })
    const found = must(await expectedIn(seen, calls, judge(engine, 1)))
    expect(found.judged).toEqual({ of: 2, right: 1, by: ['a judge'] })
    expect(joinExpected(found, found).judged).toEqual({ of: 4, right: 2, by: ['a judge'] })
  })

  it('says nothing where no agent says it', async () => {
    const { seen, calls } = await run([[get, 'Closed.']])
    expect(await expectedIn(seen, calls)).toBeUndefined()
    expect(expectedLine(undefined)).toBe('')
  })
})
