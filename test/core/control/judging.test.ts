// What a judge wrote, read; what it is shown; how judges are measured.
import { expect, test } from 'vitest'
import { bounded, kappa, spearman } from '../../../src/core/control/judging/agreement.ts'
import { readEvaluation, readLetter } from '../../../src/core/control/judging/answers.ts'
import { questionsOf } from '../../../src/core/control/judging/questions.ts'
import { cappedOnScreens, meanScores, scoreOf } from '../../../src/core/control/judging/scores.ts'
import { corrupted } from '../../../src/core/control/rules/corruptions.ts'
import { must } from '../../must.ts'

const five = { format: 5, factuality: 4, consistency: 3, realism: 2, quality: 1 }
const json = (scores: object) => JSON.stringify({ strengths: '', weaknesses: 'has {braces}', scores })

test.each([
  ['plain', json(five)],
  ['in a tag that was not closed', `<final_evaluation>${json(five)}`],
  [
    'fenced, with trailing commas',
    `<final_evaluation>\n\`\`\`json\n${json(five).replaceAll('}', ',}')}\n\`\`\`</final_evaluation>`
  ],
  ['after a draft', `${json({ ...five, format: 1 })}\nNo: ${json(five)} is what I mean.`],
  [
    'with numbers as texts and reasons',
    json({ ...five, Format: '5', factuality: { score: 4, why: 'one' }, format: undefined })
  ]
])('scores are read %s', (_name, text) => {
  expect(readEvaluation(text)).toEqual(five)
})

test.each([
  ['nothing', ''],
  ['words', 'five of five'],
  ['a number above five', json({ ...five, format: 6 })],
  ['half a number', json({ ...five, format: 4.5 })],
  ['a dimension less', json({ format: 5, factuality: 5 })],
  ['zeros alone', json({ format: 0, factuality: 0, consistency: 0, realism: 0, quality: 0 })],
  ['only a thought', `<think>${json(five)}</think>`]
])('%s gives no scores, and none is guessed', (_name, text) => {
  expect(readEvaluation(text)).toBeNull()
})

test('letters are the last that are boxed', () => {
  expect(readLetter('\\boxed{A}, no: \\boxed{ B }')).toBe('B')
  expect(readLetter('\\boxed{\\text{a}}')).toBe('A')
  expect(readLetter('A')).toBeNull()
})

test('a score is the mean of the dimensions above 0, on 0 to 100', () => {
  expect(scoreOf(five)).toBe(50)
  expect(scoreOf({ ...five, quality: 0 })).toBe(62.5)
  expect(meanScores([five, { ...five, format: 3, quality: 0 }])).toEqual({ ...five, format: 4 })
  expect(meanScores([])).toBeNull()
  expect(cappedOnScreens({ ...five, consistency: 2, realism: 5 }).realism).toBe(3)
  expect(cappedOnScreens({ ...five, realism: 5 }).realism).toBe(5)
})

test('Spearman and kappa as by hand, with bounds over sessions', () => {
  expect(
    spearman([
      [1, 10],
      [2, 20],
      [3, 15],
      [4, 40]
    ])
  ).toBeCloseTo(0.8)
  expect(
    spearman([
      [1, 1],
      [1, 2],
      [2, 3]
    ])
  ).toBeCloseTo(0.866, 3)
  expect(
    spearman([
      [1, 1],
      [2, 1]
    ])
  ).toBeNull()
  // Of 4 pairs one differs by 1: seen 0.25, by chance 0.75.
  expect(
    kappa([
      [1, 1],
      [2, 2],
      [2, 1],
      [1, 1]
    ])
  ).toBeCloseTo(0.5)
  expect(
    kappa([
      [3, 3],
      [3, 3]
    ])
  ).toBe(1)
  expect(kappa([])).toBeNull()
  const sessions = [
    [
      [1, 1],
      [2, 2]
    ],
    [
      [1, 2],
      [2, 1]
    ],
    [
      [1, 1],
      [2, 2]
    ]
  ] as const
  const found = bounded(sessions, kappa, 3)
  expect(found).toEqual(bounded(sessions, kappa, 3))
  expect(must(found.low)).toBeLessThan(must(found.high))
})

test('corruptions are other texts, the same for the same seed, and none where they cannot be made', () => {
  const text = 'one.txt\ntwo 22\nthree\n$ '
  const made = corrupted(text, { seed: 5, foreign: 'elsewhere' })
  expect(made.map(({ severity }) => severity)).toEqual([0, 1, 2, 2, 2, 3, 3])
  expect(new Set(made.map((one) => one.text)).size).toBe(7)
  expect(made).toEqual(corrupted(text, { seed: 5, foreign: 'elsewhere' }))
  expect(corrupted('ok', { seed: 1, foreign: null }).map(({ name }) => name)).toEqual([
    'the truth',
    'reformatted',
    'self-praise'
  ])
  expect(must(corrupted('{"a": 1}', { seed: 1, foreign: null })[1]).text).toBe('{"a":1}')
})

const item = {
  ...{ id: 'w/1', by: 'somebody', session: 'w', action: 'ls', truth: 'real', prediction: 'guess' },
  history: [{ action: 'pwd', observation: '/' }]
}

test.each([
  ['terminal', 'Determined: what the commands', false],
  ['mcp', 'Measured numbers', false],
  ['swe', 'Never shown', false],
  ['search', 'There are no classes here', false],
  ['web', 'address, title and tab', true],
  ['os', 'the window in front', true],
  ['android', 'the app and its screen', true],
  ['made-up', 'Known to the real environment alone', false]
])('the rubric of %s sorts its content, and does not say who predicted', (domain, sorts, anchors) => {
  const [question] = questionsOf('rubric', { ...item, domain }, { seed: 0, votes: 1, most: 100 })
  const { content } = must(question?.messages[0])
  expect(content).toContain(sorts)
  expect(content.includes('Anchors are')).toBe(anchors)
  expect(JSON.stringify(question)).not.toContain('somebody')
})

test('old turns are left out where the judge cannot read them all', () => {
  const ask = (most: number) =>
    must(questionsOf('rubric', { ...item, domain: 'terminal' }, { seed: 0, votes: 1, most })[0]?.messages[1])
  expect(ask(1000).content).toContain('pwd')
  expect(ask(3).content).toContain('(1 earlier turn is left out.)')
})

test('the order is drawn by the seed and changes from vote to vote', () => {
  const firsts = (seed: number) =>
    questionsOf('turing', { ...item, domain: 'web' }, { seed, votes: 2, most: 10 }).map(({ first }) => first)
  expect(new Set(Array.from({ length: 20 }, (_, seed) => String(firsts(seed)))).size).toBe(2)
  expect(
    questionsOf(
      'pair',
      { ...item, domain: 'web', other: { by: 'x', prediction: 'y' } },
      { seed: 1, votes: 1, most: 10 }
    )
  ).toHaveLength(2)
})
