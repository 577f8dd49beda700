import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { done } from '../../../src/core/control/evaluate/distance.ts'
import { predictionIn, RewardSettings, readRow, rewarding } from '../../../src/core/control/reward-rows.ts'
import {
  cosineDistance,
  dataReward,
  gapReward,
  hybridReward,
  maskedJson,
  measuringDistance,
  rubricReward,
  ruleReward,
  TextDistance,
  toolReward
} from '../../../src/core/control/rewards.ts'
import { must } from '../../must.ts'

const scores = (format: number, factuality: number, consistency: number, realism: number, quality: number) => ({
  ...{ format, factuality, consistency, realism, quality }
})
const mark = fc.double({ min: 1, max: 5, noNaN: true })
const marks = fc.tuple(mark, mark, mark, mark, mark).map((five) => scores(...five))
const distance = (name: TextDistance, one: string, other: string) => done(measuringDistance(name, one, other))

describe('56.5 the gap reward (RWML 2.2)', () => {
  test('is 1 below the threshold and 0 at it, also where floating point says otherwise', () => {
    // 9 of 10 words in common: F1 is 0.9, and 1 - 0.9 is 0.09999999999999998.
    expect(gapReward(1 - 0.9, 0.1)).toBe(0)
    expect(gapReward(1 - 0.8, 0.2)).toBe(0)
    expect([0, 0.19, 0.2, 0.21, 1].map((far) => gapReward(far, 0.2))).toEqual([1, 1, 0, 0, 0])
    expect([0.39, 0.4].map((far) => gapReward(far, 0.4))).toEqual([1, 0])
  })

  test('never grows with the distance, and is met by a text that equals the truth at any threshold above 0', () => {
    const far = fc.double({ min: 0, max: 2, noNaN: true })
    fc.assert(
      fc.property(far, far, fc.double({ min: 0.01, max: 1, noNaN: true }), (one, other, threshold) => {
        expect(gapReward(Math.min(one, other), threshold)).toBeGreaterThanOrEqual(
          gapReward(Math.max(one, other), threshold)
        )
      })
    )
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...TextDistance.options), (text, name) => {
        expect(gapReward(distance(name, text, text), 0.01)).toBe(1)
      })
    )
  })

  test('stands on distances from 0 to 1, worked out by hand', () => {
    // Words: 2 in common of 3 and 3. Edits: "cat" to "car" is 1 of 3. The longest common subsequence of a b c and a c is 2 of 3 and 2.
    expect(distance('words', 'a b c', 'a b d')).toBeCloseTo(1 / 3, 12)
    expect(distance('edits', 'cat', 'car')).toBeCloseTo(1 / 3, 12)
    expect(distance('rouge', 'a b c', 'a c')).toBeCloseTo(1 - 4 / 5, 12)
    expect([distance('exact', ' a ', 'a'), distance('exact', 'a', 'b')]).toEqual([0, 1])
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.constantFrom(...TextDistance.options), (one, other, name) => {
        const far = distance(name, one, other)
        expect(far).toBeGreaterThanOrEqual(0)
        expect(far).toBeLessThanOrEqual(1)
      })
    )
  })

  test('takes the cosine of vectors, which their lengths do not change', () => {
    expect(cosineDistance([1, 0], [0, 1])).toBe(1)
    expect(cosineDistance([1, 0], [-2, 0])).toBe(2)
    expect(cosineDistance([3, 4], [4, 3])).toBeCloseTo(1 - 24 / 25, 12)
    expect([cosineDistance([1], [1, 2]), cosineDistance([0, 0], [1, 1]), cosineDistance([], [])]).toEqual([
      ...[null, null, null]
    ])
    const vector = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(vector, vector, fc.integer({ min: 1, max: 50 }), (one, other, times) => {
        const [far, longer] = [
          cosineDistance(one, other),
          cosineDistance(
            one.map((x) => x * times),
            other
          )
        ]
        expect(cosineDistance(other, one)).toBe(far)
        if (far === null) expect(longer).toBe(null)
        else expect(longer).toBeCloseTo(far, 9)
      })
    )
  })
})

describe('the reward of a tool’s answer (RWML C.1)', () => {
  test('is ROUGE-L of schemas in steps of 0.2: values cost nothing', () => {
    expect(toolReward('{"id": 1}', '{"id": 7}')).toBe(1)
    // Schemas in words: 4 in common, in order, of 4 and 8 ("type object properties id ..."): worked out in the exporter's tests too.
    expect(toolReward('{"id": 1}', '{"id": 2, "name": "b"}')).toBe(0.8)
    expect(toolReward('not found', 'not there')).toBe(0.6)
  })

  test('is one of six values, and masks nothing twice', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect([0, 0.2, 0.4, 0.6, 0.8, 1]).toContain(toolReward(one, other))
      })
    )
    const [schema, other] = [maskedJson('{"id": 1}'), maskedJson('{"id": "x"}')]
    expect(toolReward(schema, other)).toBe(1)
    expect(toolReward(schema, other, { masked: true })).toBe(0.8)
  })

  test('is what data are prepared with', () => {
    expect(dataReward('{"id": 1}', '{"id": 2}', 'tool')).toBe(1)
    // 19 of 20 words: a distance of 0.05.
    const words = (right: number) => Array.from({ length: 20 }, (_, at) => (at < right ? `w${at}` : `x${at}`)).join(' ')
    expect([20, 19, 18, 17].map((right) => dataReward(words(right), words(20), 'state'))).toEqual([1, 1, 0, 0])
    expect([18, 17].map((right) => dataReward(words(right), words(20), 'user'))).toEqual([1, 0])
  })
})

describe('the hybrid reward (Qwen-AgentWorld 3.4.1)', () => {
  test('is the mean of the five times 5, the rule 0 or 25, and both 9 to 1', () => {
    expect(rubricReward(scores(1, 1, 1, 1, 1))).toBe(5)
    expect(rubricReward(scores(5, 5, 5, 5, 5))).toBe(25)
    expect(rubricReward(scores(5, 4, 3, 2, 1))).toBe(15)
    expect([ruleReward(true), ruleReward(false)]).toEqual([25, 0])
    // 0.9 * 15 + 0.1 * 25, and without the rule 0.9 * 15.
    expect(hybridReward({ scores: scores(5, 4, 3, 2, 1), rule: true })).toBe(16)
    expect(hybridReward({ scores: scores(5, 4, 3, 2, 1), rule: false })).toBe(13.5)
    expect(hybridReward({ scores: scores(5, 4, 3, 2, 1), rule: null })).toBe(15)
    expect(hybridReward({ scores: scores(5, 5, 5, 5, 5), rule: true })).toBe(25)
  })

  test('counts an invalid judge as 0, and keeps what the rule gave', () => {
    for (const invalid of [null, scores(0, 5, 5, 5, 5), scores(6, 5, 5, 5, 5), scores(Number.NaN, 5, 5, 5, 5)])
      expect([
        rubricReward(invalid),
        hybridReward({ scores: invalid, rule: true }),
        hybridReward({ scores: invalid, rule: false })
      ]).toEqual([0, 2.5, 0])
  })

  test('stays from 5 to 25, and a rule that held is worth 2.5 more than one that did not', () => {
    fc.assert(
      fc.property(marks, (five) => {
        const rubric = rubricReward(five)
        expect(rubric).toBeGreaterThanOrEqual(5)
        expect(rubric).toBeLessThanOrEqual(25)
        const [held, failed] = [true, false].map((rule) => hybridReward({ scores: five, rule }))
        expect(must(held) - must(failed)).toBeCloseTo(2.5, 9)
      })
    )
  })
})

describe('a row', () => {
  const reward = (row: object, settings: Partial<RewardSettings> = {}, embedded?: number) => {
    const read = readRow(row)
    return 'error' in read ? read : done(rewarding(read, RewardSettings.parse(settings), embedded))
  }

  test('is measured by what was predicted, without a thought and what stands around it', () => {
    expect(predictionIn('$ ls\na\n')).toBe('$ ls\na\n')
    expect(predictionIn('<think>it is a</think> <next_state> a </next_state> all correct!')).toBe('a')
    expect(predictionIn('it is a</think>\na')).toBe('a')
    expect([predictionIn('<think>it is'), predictionIn('<think></think><next_state>half')]).toEqual([null, null])
  })

  test('has the thresholds of its stage and kind, or its own', () => {
    const [prediction, truth] = ['a b c d e f g h i x', 'a b c d e f g h i j']
    const near = { distance: expect.closeTo(0.1, 12) }
    expect(reward({ id: 7, prediction, truth })).toEqual({ id: 7, reward: 1, ...near, threshold: 0.2 })
    expect(reward({ prediction, truth, kind: 'user' })).toEqual({ reward: 1, ...near, threshold: 0.4 })
    expect(reward({ prediction, truth }, { stage: 'data' })).toEqual({ reward: 0, ...near, threshold: 0.1 })
    expect(reward({ prediction, truth, kind: 'user' }, { stage: 'data' })).toEqual({
      ...{ reward: 1, threshold: 0.15 },
      ...near
    })
    expect(reward({ prediction, truth, threshold: 0.05 })).toEqual({ reward: 0, ...near, threshold: 0.05 })
    expect(reward({ prediction, distance: 0.3, kind: 'user' })).toEqual({ reward: 1, distance: 0.3, threshold: 0.4 })
    expect(reward({ prediction, truth }, { distance: 'embedding' }, 0.2)).toEqual({
      ...{ reward: 0, distance: 0.2, threshold: 0.2 }
    })
  })

  test('that was cut off is worth 0, and one that cannot be read says what to do', () => {
    expect(reward({ prediction: '<think>so', truth: '' })).toEqual({
      ...{ reward: 0, why: 'The thought or the prediction was cut off.' }
    })
    expect(reward({ prediction: 'a' })).toEqual({
      ...{ reward: null, error: 'No "truth": give the observation that was recorded, or a "distance".' }
    })
    expect(reward({ truth: 'a' })).toEqual({ error: expect.stringContaining('prediction') })
    expect(reward({ prediction: 'a', truth: 'a', kind: 'tools' })).toEqual({ error: expect.stringContaining('kind') })
    expect(reward({ prediction: 'a', truth: 'a' }, { distance: 'embedding' })).toEqual({
      ...{ reward: null, error: expect.stringContaining('--embeddings') }
    })
  })

  test('of a judge is read defensively, capped on screens, and 0 where it is invalid', () => {
    const said = (...five: Parameters<typeof scores>) =>
      `<final_evaluation>{"scores": ${JSON.stringify(scores(...five))},}</final_evaluation>`
    const hybrid = { reward: 'hybrid' } as const
    expect(reward({ prediction: 'a', judge: said(5, 4, 3, 2, 1), rule: 1 }, hybrid)).toEqual({
      ...{ reward: 16, rubric: 15, rule: 25 }
    })
    expect(reward({ prediction: 'a', scores: scores(5, 5, 5, 5, 5) }, hybrid)).toEqual({ reward: 25, rubric: 25 })
    expect(reward({ prediction: 'a', domain: 'web', scores: scores(5, 2, 5, 5, 5) }, hybrid)).toEqual({
      ...{ reward: 20, rubric: 20 }
    })
    const why = 'The answer of the judge is not valid, which is worth 0.'
    expect(reward({ prediction: 'a', judge: 'Very good!', rule: true }, hybrid)).toEqual({
      ...{ reward: 2.5, rubric: 0, rule: 25, why }
    })
    expect(reward({ prediction: 'a', scores: { format: 9 } }, hybrid)).toEqual({ reward: 0, rubric: 0, why })
    expect(reward({ prediction: 'a', judge: null }, hybrid)).toEqual({ reward: 0, rubric: 0, why })
    expect(reward({ prediction: 'a' }, hybrid)).toEqual({ reward: null, error: expect.stringContaining('judge') })
    expect(reward({ prediction: '<think>great', judge: said(5, 5, 5, 5, 5) }, hybrid)).toEqual({
      ...{ reward: 0, why: expect.any(String) }
    })
  })
})
