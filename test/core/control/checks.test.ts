import { describe, expect, it } from 'vitest'
import { checkRun, type RunSeen, runVerdict } from '../../../src/core/control/checks.ts'
import { interval, isFlaky, passK, verdictOf } from '../../../src/core/control/statistics.ts'
import { findDomain } from '../../../src/core/domains/index.ts'
import { holds, Undecided } from '../../../src/core/faults/holds.ts'
import { Check, Condition } from '../../../src/core/tree/conditions.ts'
import { makeStep } from '../../../src/core/tree/history.ts'
import { type Action, type Firing, Setup, type Step } from '../../../src/core/tree/model.ts'

/** A world after these turns. */
async function run(domainId: string, turns: [action: Action, text: string, firings?: Firing[]][]): Promise<RunSeen> {
  const domain = findDomain(domainId)
  const chain: Step[] = []
  for (const [action, text] of turns) chain.push(await makeStep(chain.at(-1)?.id ?? null, action, { text }))
  const past = chain.map((step, index) => ({
    step,
    label: domain.label(step.action),
    firings: turns[index]?.[2] ?? []
  }))
  return { domain, setup: Setup.parse({ domain: domainId }), chain, past: () => past }
}
const call = (name: string, given: Record<string, Action> = {}): Action => ({ name, arguments: given })
const fired: Firing = { name: 'api-error', effect: 'answer', draw: null, detail: '503' }

describe('conditions', () => {
  const orders = '{"items": [{"id": 7, "total": 12.5}, {"id": 8, "total": 3}]}'
  it.each<[boolean, unknown]>([
    [true, { observation: 'total' }],
    [false, { observation: { matches: '^total' } }],
    [true, { json: '$.items[*].id', count: 2 }],
    [true, { json: '$.items[0].total', least: 12, most: 13 }],
    [true, { json: '$.items[?@.id == 8].total', is: 3 }],
    [false, { json: '$.missing' }],
    [true, { json: '$.missing', exists: false }],
    [true, { tool: 'list_*' }],
    [true, { argument: '$.arguments.page', is: 1 }],
    [false, { action: { is: 'nothing' } }],
    [true, { fired: '*' }],
    [true, { fired: 'api-error' }],
    [false, { fired: 'other' }],
    [true, { turn: -1, holds: { tool: 'get_order' } }],
    [false, { turn: -5, holds: { tool: 'get_order' } }],
    [true, { turn: 1, holds: { observation: 'not found' } }],
    [false, { same: 'observation', as: 1 }],
    [true, { all: [{ tool: '*' }, { any: [{ tool: 'x' }, { not: { tool: 'x' } }] }] }],
    [true, { state: '$.calls', is: 2 }],
    [false, { error: true }]
  ])('gives %s for %j', async (expected, given) => {
    const world = await run('mcp', [
      [call('get_order'), 'Error: not found'],
      [call('list_orders', { page: 1 }), orders, [fired]]
    ])
    expect(await holds(Condition.parse(given), { ...world, turn: 2 })).toBe(expected)
  })

  it('tells what the user is told, and what held before', async () => {
    const talk = await run('mcp', [
      [call('say', { message: 'Shall I cancel it?' }), 'Yes, please.'],
      [call('cancel'), 'cancelled'],
      [call('say', { message: 'It is done.' }), 'Thanks.']
    ])
    const world = { ...talk, setup: Setup.parse({ domain: 'mcp', user: {} }) }
    const told = { told: 'shall i CANCEL' }
    const results = async (condition: Condition) => [
      await holds(condition, { ...world, turn: 1 }),
      await holds(condition, { ...world, turn: 2 })
    ]
    expect(await results(told)).toEqual([true, false])
    expect(await results({ earlier: told })).toEqual([false, true])
    expect(await results({ earlier: { all: [told, { observation: 'No' }] } })).toEqual([false, false])
    const check = (expect: Condition, more = {}) => Check.parse({ name: 'c', expect, ...more })
    const checks = [
      check({ told: 'done' }, { at: 'some' }),
      check({ not: { told: 'card' } }, { at: 'every' }),
      check({ earlier: told }, { at: 'every', when: { tool: 'cancel' } }),
      check({ earlier: { observation: 'No' } }, { at: 'every', when: { tool: 'cancel' } }),
      check({ told: 'card' })
    ]
    const found = await checkRun(checks, world)
    expect(found.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass', 'fail', 'fail'])
    expect(found.flatMap(({ saw = [] }) => saw.map(({ found }) => found))).toEqual(['in none of 1', 'It is done.'])
    const without = await checkRun(checks.slice(0, 1), talk)
    expect(without[0]).toMatchObject({ verdict: 'inconclusive', why: expect.stringContaining('no user') })
  })

  it('reads JSON in a content block', async () => {
    const world = await run('mcp', [[call('a'), '{"type":"text","text":"{\\"ok\\":true}"}']])
    expect(await holds({ json: '$.ok', is: true }, { ...world, turn: 1 })).toBe(true)
  })

  it('refuses what takes too long, and paths that are none', async () => {
    const world = await run('mcp', [[call('a'), '[1]']])
    const at = (json: string) => holds({ json }, { ...world, turn: 1 })
    await expect(at('$..a..b')).rejects.toThrow(/more than one/)
    await expect(at('$[')).rejects.toThrow(/not a JSONPath/)
    await expect(at('$[?match(@, "(a+)+$")]')).rejects.toThrow(/not a JSONPath/)
    expect(Condition.safeParse({ observation: { matches: '(a' } }).success).toBe(false)
    expect(Condition.safeParse({ observation: 'x', tool: 'y' }).success).toBe(false)
  })

  it('says what it cannot decide', async () => {
    const world = await run('mcp', [[call('a'), '[1]']])
    await expect(holds({ file: '/etc/hosts' }, { ...world, turn: 1 })).rejects.toThrow(Undecided)
    await expect(holds({ script: 'return true' }, { ...world, turn: 1 })).rejects.toThrow(Undecided)
  })
})

describe('31.5 verdicts', () => {
  const check = (given: object) => Check.parse({ name: 'c', ...given })
  it.each([
    ['pass', { expect: { observation: 'two' } }, 2],
    ['fail', { expect: { observation: 'one' } }, 2],
    ['fail', { at: 'every', expect: { observation: 'one' } }, 2],
    ['pass', { at: 'some', expect: { observation: 'one' } }, 1],
    ['fail', { at: 'some', expect: { observation: 'three' } }, 2],
    ['pass', { at: 1, expect: { observation: 'one' } }, 1],
    ['pass', { at: -2, expect: { observation: 'one' } }, 1],
    ['inconclusive', { at: 9, expect: { observation: 'one' } }, null],
    ['pass', { at: 'every', when: { tool: 'b' }, expect: { observation: 'two' } }, 2],
    ['inconclusive', { at: 'every', when: { tool: 'z' }, expect: { observation: 'two' } }, null],
    ['inconclusive', { expect: { file: '/x' } }, null]
  ])('%s: %j', async (verdict, given, turn) => {
    const world = await run('mcp', [
      [call('a'), 'one'],
      [call('b'), 'two']
    ])
    expect(await checkRun([check(given)], world)).toMatchObject([{ verdict, turn }])
  })

  it('a run whose perturbation never fired, or did not show, does not pass', async () => {
    const world = await run('mcp', [[call('a'), 'one']])
    const results = await checkRun([check({ expect: { observation: 'one' } })], world)
    const uses = [{ name: 'api-error', options: {} }]
    const verdict = (firings: Firing[]) => runVerdict(results, { uses, firings }).verdict
    expect(verdict([])).toBe('inconclusive')
    expect(verdict([{ ...fired, took: false }])).toBe('inconclusive')
    expect(verdict([{ ...fired, name: 'other' }])).toBe('inconclusive')
    expect(verdict([fired])).toBe('pass')
    expect(runVerdict(results, { uses: [], firings: [] }).verdict).toBe('pass')
    expect(runVerdict([], { uses: [], firings: [] }).verdict).toBe('inconclusive')
    const failed = await checkRun([check({ expect: { observation: 'two' } })], world)
    expect(runVerdict(failed, { uses, firings: [] }).verdict).toBe('fail')
  })
})

it('repeats are counted with an interval', () => {
  expect(interval(0, 0)).toEqual({ low: 0, high: 1 })
  const { low, high } = interval(9, 10)
  // Wilson's interval for 9 of 10, from published tables.
  expect(low).toBeCloseTo(0.596, 3)
  expect(high).toBeCloseTo(0.982, 3)
  expect(passK(9, 10, 1)).toBeCloseTo(0.9)
  expect(passK(9, 10, 2)).toBeCloseTo(0.8)
  expect(passK(1, 10, 2)).toBe(0)
  expect(passK(1, 1, 2)).toBe(null)
  expect(verdictOf({ pass: 3, fail: 0, inconclusive: 2 })).toBe('pass')
  expect(verdictOf({ pass: 0, fail: 0, inconclusive: 2 })).toBe('inconclusive')
  expect(isFlaky({ pass: 3, fail: 1, inconclusive: 0 })).toBe(true)
})
