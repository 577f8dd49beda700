import { expect, test } from 'vitest'
import { figureOf } from '../../../../src/core/control/compare/bootstrap.ts'
import { firstDifference } from '../../../../src/core/control/compare/differs.ts'
import type { ComparedTurn, CompareReport } from '../../../../src/core/control/compare/report.ts'
import { comparisonOf } from '../../../../src/core/control/compare/summary.ts'

const STEP = 'a'.repeat(64)

/** A contestant whose turns were exact or not, by session; `null` has no answer. */
function report(contestant: string, sessions: (0 | 1 | null)[][], pass: ComparedTurn['pass'] = 'true'): CompareReport {
  return {
    contestant,
    sessions: sessions.map((_, index) => ({ session: `s${index}`, title: `S ${index}`, domain: 'd', branch: 'b' })),
    turns: sessions.flatMap((turns, session) =>
      turns.map((exact, turn) => ({
        ...{
          pass,
          session: `s${session}`,
          turn: turn + 1,
          step: STEP,
          domain: session % 2 ? 'odd' : 'even',
          kind: 'echo'
        },
        ...{ label: `act ${turn + 1}`, own: exact === null ? null : STEP },
        scores: exact === null ? null : { exact, wordF1: exact / 2 },
        error: exact === null ? { code: 'no-output' as const, message: 'nothing' } : null
      }))
    ),
    times: { ms: 0, tokens: 0, seconds: 0, measuring: 0 }
  }
}

const many = (count: number, turns: (index: number) => (0 | 1 | null)[]) =>
  Array.from({ length: count }, (_, index) => turns(index))

test('means are over turns that have an answer; the others are counted', () => {
  const [one] = comparisonOf([report('a', [[1, 0, null], [1]])], { seed: 0 }).contestants
  expect(one?.passes.true?.overall).toMatchObject({
    turns: 4,
    missing: 1,
    figures: { exact: { mean: 2 / 3, turns: 3, sessions: 2 } }
  })
  expect(one?.passes.true?.byDomain).toMatchObject({
    even: { turns: 3, missing: 1, figures: { exact: { mean: 0.5, low: null, high: null } } },
    odd: { turns: 1, figures: { exact: { mean: 1 } } }
  })
  expect(one?.passes.true?.curve).toEqual([
    { turn: 1, exact: 1, turns: 2 },
    { turn: 2, exact: 0, turns: 1 }
  ])
  expect(one?.passes.own).toBeUndefined()
})

test('intervals are by session, the same for a seed, and wider where sessions differ more', () => {
  const alike = figureOf(
    many(20, () => [1, 0]).map(() => ({ sum: 1, turns: 2 })),
    1
  )
  expect(alike).toEqual({ mean: 0.5, low: 0.5, high: 0.5, turns: 40, sessions: 20 })
  const apart = Array.from({ length: 20 }, (_, index) => ({ sum: index / 10, turns: 2 }))
  const first = figureOf(apart, 1)
  expect(first).toEqual(figureOf(apart, 1))
  expect(first).not.toEqual(figureOf(apart, 2))
  // The normal approximation for the mean of 20 draws from 0, 0.05, ... 0.95: 0.475 ± 1.96 * 0.288 / sqrt(20).
  expect(first?.low).toBeCloseTo(0.349, 1)
  expect(first?.high).toBeCloseTo(0.601, 1)
  expect(figureOf([], 1)).toBeNull()
})

test('a difference that the sessions do not bear out is noise, and few sessions say nothing', () => {
  const differences = (a: CompareReport, b: CompareReport) =>
    comparisonOf([a, b], { seed: 3 }).differences.filter(({ measure }) => measure === 'exact')
  const better = report(
    'a',
    many(12, (index) => [1, index % 4 ? 1 : 0])
  )
  const worse = report(
    'b',
    many(12, (index) => [index % 4 ? 0 : 1, 0])
  )
  expect(differences(better, worse)).toMatchObject([
    { first: 'a', second: 'b', sessions: 12, turns: 24, verdict: 'differs' }
  ])
  const flip = (by: number) => many(12, (index) => [(index + by) % 2 ? 1 : 0] as (0 | 1)[])
  expect(differences(report('a', flip(0)), report('b', flip(1)))).toMatchObject([{ mean: 0, verdict: 'noise' }])
  expect(
    differences(
      report(
        'a',
        many(5, () => [1])
      ),
      report(
        'b',
        many(5, () => [0])
      )
    )
  ).toMatchObject([{ mean: 1, verdict: 'few' }])
})

test('only turns that both answered are held against each other', () => {
  const [exact] = comparisonOf([report('a', [[1, null, 1]]), report('b', [[0, 1, null]])], { seed: 0 }).differences
  expect(exact).toMatchObject({ measure: 'exact', mean: 1, turns: 1 })
})

test('the first divergence of each session is named, also a missing answer', () => {
  const [one] = comparisonOf([report('a', [[1, 1, 0, 0], [1], [1, null]], 'own')], { seed: 0 }).contestants
  expect(one?.divergences).toMatchObject([
    { session: 's0', turns: 4, turn: 3, label: 'act 3', step: STEP },
    { session: 's1', turns: 1, turn: null, label: null, step: null },
    { session: 's2', turns: 2, turn: 2, step: null }
  ])
})

test('two texts part in a line, shown from shortly before the place', () => {
  const same = (text: string) => text
  expect(firstDifference('a\nb\nc', 'a\nx\nc', same)).toEqual({ line: 2, truth: 'b', predicted: 'x' })
  expect(firstDifference('a\nb', 'a', same)).toEqual({ line: 2, truth: 'b', predicted: null })
  expect(firstDifference('a', 'a', same)).toBeNull()
  const long = firstDifference(`${'x'.repeat(500)}1`, `${'x'.repeat(500)}2`, same)
  expect(long).toEqual({ line: 1, truth: `…${'x'.repeat(60)}1`, predicted: `…${'x'.repeat(60)}2` })
})
