import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ratioOf } from '../../../src/core/control/compare/bootstrap.ts'
import type { ConsistencyRow, TaskEnd } from '../../../src/core/control/consistency/report.ts'
import { consistencyOf } from '../../../src/core/control/consistency/summary.ts'
import { walkActor } from '../../../src/core/control/walk.ts'
import type { Action } from '../../../src/core/tree/model.ts'

type Verdict = TaskEnd['verdict'] | null
const end = (verdict: Verdict, turns = 3): TaskEnd | null =>
  verdict && { ...{ verdict, why: '', turns, session: 's', branch: 'b', tip: null } }
const VERDICTS = { p: 'pass', f: 'fail', i: 'inconclusive', '-': null } as const
let nth = 0
/** `ppf`: real, WM and W2R, each passed, failed, inconclusive or missing. */
const row = (scenario: string, ends: string, more: Partial<ConsistencyRow> = {}): ConsistencyRow => {
  const [real, wm, w2r] = [...ends].map((one) => VERDICTS[one as keyof typeof VERDICTS] ?? null) // Letters of the test.
  return {
    ...{ scenario, title: scenario, domain: 'textenv', repeat: nth++, seed: 0, parted: null },
    ...{ real: end(real ?? null), wm: end(wm ?? null), w2r: end(w2r ?? null), ...more }
  }
}
const report = (rows: ConsistencyRow[]) => consistencyOf(rows, { model: 'm', agent: 'a', seed: 1 })

describe('56.6 consistency (Word2World 4)', () => {
  test('is W2R / Real over all rollouts, also those that the model called failed', () => {
    // Real 3 of 4, WM 2 of 4, W2R 2 of 4: one of them the model called failed, and one that it called solved was not.
    const { overall } = report([row('a', 'ppp'), row('b', 'ppf'), row('c', 'pfp'), row('d', 'fff')])
    expect(overall).toMatchObject({
      ...{ tasks: 4, rollouts: 4, left: 0 },
      ...{ real: { mean: 0.75, of: 4 }, wm: { mean: 0.5, of: 4 }, w2r: { mean: 0.5, of: 4 } },
      ...{ cr: { mean: 2 / 3, of: 4 }, held: { mean: 0.5, of: 2 } }
    })
  })

  test('may be more than 1, and is no number where nothing succeeds in the real world', () => {
    expect(report([row('a', 'fpp'), row('b', 'ppp')]).overall.cr?.mean).toBe(2)
    expect(report([row('a', 'fpp'), row('b', 'fff')]).overall).toMatchObject({
      cr: null,
      real: { mean: 0 },
      w2r: { mean: 0.5 }
    })
    expect(report([]).overall).toEqual({
      ...{ tasks: 0, rollouts: 0, left: 0, real: null, wm: null, w2r: null, cr: null, held: null }
    })
  })

  test('holds all shares over the same rollouts: one without an end is left out of each, and counted', () => {
    const { overall } = report([row('a', 'ppp'), row('b', 'p--'), row('c', 'ppi'), row('d', '---'), row('e', 'pip')])
    expect(overall).toMatchObject({
      ...{ rollouts: 2, left: 3, real: { mean: 1, of: 2 }, w2r: { mean: 1, of: 2 }, cr: { mean: 1, of: 2 } },
      ...{ wm: { mean: 1, of: 1 }, held: { mean: 1, of: 1 } }
    })
  })

  test('is split by steps of the rollout, and by the turn in which the two worlds parted', () => {
    const steps = (turns: number, parted: number | null, ends = 'ppp') =>
      row(`${turns}`, ends, { wm: end('pass', turns), parted })
    const { byLength, byParting, byTask } = report([
      ...[steps(5, null), steps(6, 1, 'ppf'), steps(40, 21, 'ppf'), steps(41, 41)],
      row('lost', 'p--')
    ])
    const counts = (lines: typeof byLength) =>
      Object.entries(lines).map(([name, { rollouts, w2r }]) => [name, rollouts, w2r?.mean])
    expect(counts(byLength)).toEqual([
      ['1-5', 1, 1],
      ['6-10', 1, 0],
      ['21-40', 1, 0],
      ['41 or more', 1, 1]
    ])
    expect(counts(byParting)).toEqual([
      ['1-5', 1, 0],
      ['21-40', 1, 0],
      ['41 or more', 1, 1],
      ['never', 1, 1]
    ])
    expect(Object.keys(byTask)).toContain('lost')
  })

  test('is the same for the same rollouts in another order, and its intervals hold what they are of', () => {
    const ends = fc.constantFrom('ppp', 'ppf', 'pfp', 'pff', 'fpp', 'fff', 'p--', 'ipp')
    const rows = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), ends), { maxLength: 12 })
    fc.assert(
      fc.property(rows, (given) => {
        const all = given.map(([name, one], repeat) => row(name, one, { repeat }))
        const { overall } = report(all)
        expect(report(all.toReversed())).toEqual(report(all))
        for (const share of [overall.real, overall.wm, overall.w2r, overall.cr, overall.held]) {
          if (!share || share.low === null || share.high === null) continue
          expect(share.low).toBeLessThanOrEqual(share.high)
          expect(share.mean).toBeGreaterThanOrEqual(share.low - 1e-9)
          expect(share.mean).toBeLessThanOrEqual(share.high + 1e-9)
        }
      }),
      { numRuns: 30 }
    )
  })

  test('has no bounds where a draw often holds no success, or where there is one task', () => {
    const ratio = (...pairs: [number, number][]) =>
      ratioOf(
        pairs.map(([over, under]) => ({ over, under })),
        1
      )
    expect(ratio([1, 2])).toEqual({ mean: 0.5, low: null, high: null })
    // Two tasks, one of which never succeeds: a quarter of the draws has only that one.
    expect(ratio([1, 1], [0, 0])).toEqual({ mean: 1, low: null, high: null })
    expect(ratio([1, 1], [1, 1], [1, 1])).toEqual({ mean: 1, low: 1, high: 1 })
    expect(ratio([0, 0])).toBe(null)
  })
})

describe('an agent that walks', () => {
  const walk = Array.from({ length: 200 }, (_, at): Action => `do ${at}`)
  async function taken(
    options: { noise: number; seed: number },
    fails: (action: Action, nth: number) => boolean = () => false
  ) {
    const actor = walkActor(walk, options)
    const all: Action[] = []
    let error = false
    for (;;) {
      const next = await actor.next(all.length ? { text: '', error } : null, { signal: new AbortController().signal })
      if (!('action' in next)) return all
      all.push(next.action)
      error = fails(next.action, all.length)
    }
  }

  test('does the walk, and tries once more what is refused', async () => {
    expect(await taken({ noise: 0, seed: 1 })).toEqual(walk)
    const again = await taken({ noise: 0, seed: 1 }, (action) => action === 'do 1')
    expect(again.slice(0, 4)).toEqual(['do 0', 'do 1', 'do 1', 'do 2'])
  })

  test('makes as many mistakes as it is told to, the same for the same seed', async () => {
    const [one, same, other] = [1, 1, 2].map((seed) => taken({ noise: 0.3, seed }))
    expect(await same).toEqual(await one)
    expect(await other).not.toEqual(await one)
    const plan = (await one) ?? []
    const out = walk.filter((action) => !plan.includes(action)).length
    const added = plan.length - (walk.length - out)
    // A third of 60 mistakes each: left out, done twice, another one before.
    expect([out > 8, out < 35, added > 20, added < 60]).toEqual([true, true, true, true])
  })
})
