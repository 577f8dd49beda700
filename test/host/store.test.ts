import { beforeEach, describe, expect, test } from 'vitest'
import { OrreryError } from '../../src/core/errors.ts'
import { callAmong } from '../../src/core/tree/calls.ts'
import type { Call } from '../../src/core/tree/model.ts'
import type { Store } from '../../src/core/tree/store.ts'
import { openDatabase } from '../../src/host/database/open.ts'
import { openStore, storeOn } from '../../src/host/database/store.ts'
import { must } from '../must.ts'
import { act, branchOf, callOf, clock, draftOf, sessionOf, stepAfter, threeSteps } from './records.ts'

let store: Store
beforeEach(() => {
  store = openStore(':memory:', { clock })
  return () => store.close()
})

describe('sessions and branches', () => {
  test('come back as they were written, the session touched last first', async () => {
    const older = sessionOf('older', { updatedAt: 10, notes: 'Line one\nλ' })
    const newer = sessionOf('newer', { updatedAt: 20 })
    const branches = [branchOf('older', 'b1', { createdAt: 1 }), branchOf('older', 'b2', { createdAt: 2 })]
    await store.createSession(older, branches)
    await store.createSession(newer, [])

    expect(store.sessions()).toEqual([newer, older])
    expect(store.session('older')).toEqual(older)
    expect(store.branches('older')).toEqual(branches)
    expect(store.branch('b2')).toEqual(branches[1])
  })

  test('only what an update names is changed', async () => {
    const session = sessionOf('s', { notes: 'kept' })
    await store.createSession(session, [branchOf('s', 'main')])

    expect(await store.updateSession('s', { title: 'New', updatedAt: 9 })).toEqual({
      ...session,
      title: 'New',
      updatedAt: 9
    })
    expect(await store.updateSession('s', { notes: '', updatedAt: 10 })).toEqual({
      ...session,
      title: 'New',
      notes: '',
      updatedAt: 10
    })
    expect(await store.renameBranch('main', 'other')).toEqual(branchOf('s', 'main', { title: 'other' }))
  })

  test('what is not there is named', async () => {
    const id = 'f'.repeat(64)
    const notFound = (message: string) => new OrreryError('not-found', message)
    expect(() => store.session('x')).toThrow(
      notFound('There is no world "x". It may have been deleted; choose another.')
    )
    expect(() => store.branch('x')).toThrow(
      notFound('There is no branch "x". It may have been deleted; choose another.')
    )
    expect(() => store.step(id)).toThrow(notFound(`There is no step ${id}.`))
    expect(() => store.chain(id)).toThrow(notFound(`There is no step ${id}.`))
    await expect(store.deleteSession('x')).rejects.toThrow(/no world "x"/)
    await expect(store.updateSession('x', { updatedAt: 1 })).rejects.toThrow(/no world "x"/)
    await expect(store.renameBranch('x', 'y')).rejects.toThrow(/no branch "x"/)
  })

  test('a session of an id that is taken is refused whole', async () => {
    await store.createSession(sessionOf('s'), [branchOf('s', 'main')])
    expect(await codeOf(() => store.createSession(sessionOf('s'), [branchOf('s', 'second')]))).toBe('conflict')
    expect(store.branches('s')).toEqual([branchOf('s', 'main')])
  })

  test('a branch of a deleted session is not found', async () => {
    expect(await codeOf(() => store.createBranch(branchOf('gone', 'b')))).toBe('not-found')
  })
})

describe('committing', () => {
  test('moves the tip, keeps step and call, removes the draft and touches the session', async () => {
    const main = branchOf('s', 'main')
    await store.createSession(sessionOf('s'), [main])
    store.saveDraft(draftOf(main, 'd'))
    const step = await stepAfter(null, 'ls')
    const call = callOf(step.id, main)

    await store.commit({ step, call, branch: 'main', expected: null, fork: null, draft: 'd' })

    expect(store.branch('main')).toEqual({ ...main, tip: step.id })
    expect(store.step(step.id)).toEqual(step)
    expect(store.calls('s', step.id)).toEqual([call])
    expect(store.drafts('s')).toEqual([])
    expect(store.session('s')).toEqual(sessionOf('s', { updatedAt: clock.now() }))
  })

  test('onto a tip that moved is refused with both ids, and nothing is written', async () => {
    const [, , three] = await threeSteps(store)
    const main = store.branch('main')
    store.saveDraft(draftOf(main, 'd'))
    const late = await stepAfter(null, 'late')

    await expect(
      store.commit({ step: late, call: callOf(late.id, main), branch: 'main', expected: null, fork: null, draft: 'd' })
    ).rejects.toThrow(
      new OrreryError(
        'conflict',
        `"main" has changed: its tip is now step ${must(three).id}, but this step follows its start. Act again from the new tip.`
      )
    )
    expect(await codeOf(() => store.step(late.id))).toBe('not-found')
    expect(store.branch('main')).toEqual(main)
    expect(store.drafts('s')).toEqual([draftOf(main, 'd', { runner: { process: process.pid, own: true } })])
  })

  test('a step that does not follow what the commit expects is refused', async () => {
    const [one, , three] = await threeSteps(store)
    const step = await stepAfter(must(one), 'again')
    const call = callOf(step.id, store.branch('main'))
    expect(
      await codeOf(() =>
        store.commit({ step, call, branch: 'main', expected: must(three).id, fork: null, draft: null })
      )
    ).toBe('conflict')
  })

  test('with a fork makes the branch and leaves the other where it was', async () => {
    const [one, two, three] = await threeSteps(store)
    const step = await stepAfter(must(one), 'other')
    const fork = branchOf('s', 'fork', { tip: step.id, fork: must(one).id })
    const call = callOf(step.id, fork)

    await store.commit({ step, call, branch: 'main', expected: must(one).id, fork, draft: null })

    expect(store.branches('s')).toEqual([branchOf('s', 'main', { tip: must(three).id }), fork])
    expect(store.chain(step.id)).toEqual([one, step])
    expect(store.chain(must(three).id)).toEqual([one, two, three])
    expect(
      store
        .callIds('s')
        .map(store.call)
        .map(({ step }) => step)
    ).toEqual([must(one).id, must(two).id, must(three).id, step.id])
  })

  test('the same step again only adds its call', async () => {
    const [one, two] = await threeSteps(store)
    const fork = branchOf('s', 'fork', { tip: must(two).id, fork: must(one).id })
    const again = callOf(must(two).id, fork, { id: 'again', seed: 8 })
    await store.commit({ step: must(two), call: again, branch: 'main', expected: must(one).id, fork, draft: null })

    expect(store.calls('s', must(two).id)).toEqual([callOf(must(two).id, branchOf('s', 'main')), again])
    expect(store.stepIds('s').map(store.step)).toHaveLength(3)
  })

  test('on a branch that was deleted meanwhile is not found', async () => {
    const main = branchOf('s', 'main')
    await store.createSession(sessionOf('s'), [main])
    await store.deleteSession('s')
    const step = await stepAfter(null, 'ls')
    const commit = { step, call: callOf(step.id, main), branch: 'main', expected: null, fork: null, draft: null }
    expect(await codeOf(() => store.commit(commit))).toBe('not-found')
    expect(await codeOf(() => store.saveDraft(draftOf(main, 'd')))).toBe('not-found')
    expect(await codeOf(() => store.step(step.id))).toBe('not-found')
  })
})

describe('the tree', () => {
  test('chains, windows and rows end at the tip and begin at the root', async () => {
    const [one, two, three] = await threeSteps(store)
    expect(store.chain(null)).toEqual([])
    expect(store.chain(must(two).id)).toEqual([one, two])
    expect(store.window(must(three).id, 2)).toEqual({ steps: [two, three], total: 3 })
    expect(store.window(must(three).id, 10)).toEqual({ steps: [one, two, three], total: 3 })
    expect(store.window(null, 10)).toEqual({ steps: [], total: 0 })
    expect(store.rows('s', null)).toEqual([])
    expect(store.rows('s', must(two).id)).toEqual([
      {
        id: must(one).id,
        parent: null,
        action: must(one).action,
        preview: 'one',
        size: 6,
        siblings: 0,
        by: { engine: 'llama' },
        fired: ['latency']
      },
      {
        id: must(two).id,
        parent: must(one).id,
        action: must(two).action,
        preview: 'two',
        size: 6,
        siblings: 0,
        by: { engine: 'llama' },
        fired: ['latency']
      }
    ])
  })

  test('a preview is the first line, cut at 200 characters', async () => {
    await store.createSession(sessionOf('s'), [branchOf('s', 'main')])
    await act(store, 'main', '')
    await act(store, 'main', 'x'.repeat(300))
    const { tip } = store.branch('main')
    expect(store.rows('s', tip).map(({ preview, size }) => [preview, size])).toEqual([
      ['', 3],
      ['x'.repeat(200), 303]
    ])
  })

  test('siblings are those of the session, roots too', async () => {
    const [one, two, three] = await threeSteps(store)
    await store.createBranch(branchOf('s', 'other', { tip: must(one).id, fork: must(one).id }))
    const other = await act(store, 'other', 'other')
    await store.createBranch(branchOf('s', 'start'))
    const start = await act(store, 'start', 'start')
    // Another session goes its own way from the same steps.
    await store.createSession(sessionOf('s2'), [branchOf('s2', 'far', { tip: must(one).id })])
    const far = await act(store, 'far', 'far')

    const siblings = (session: string, step: string) => store.siblings(session, step).map(({ id }) => id)
    expect(siblings('s', must(two).id)).toEqual([must(two).id, other.id])
    expect(siblings('s', start.id)).toEqual([must(one).id, start.id])
    expect(siblings('s', must(three).id)).toEqual([must(three).id])
    expect(siblings('s2', far.id)).toEqual([far.id])
    expect(siblings('s2', must(one).id)).toEqual([must(one).id])
    expect(store.rows('s', must(three).id).map((row) => row.siblings)).toEqual([1, 1, 0])
    expect(store.rows('s2', far.id).map((row) => row.siblings)).toEqual([0, 0])
    expect(store.siblings('s', must(two).id).map((row) => row.siblings)).toEqual([1, 1])
    expect(
      store
        .stepIds('s')
        .map(store.step)
        .map(({ id }) => id)
    ).toEqual([one, start, two, other, three].map((step) => must(step).id))
    expect(store.stepIds('s2').map(store.step)).toEqual([one, far])
  })

  test('a step comes back exactly as it was hashed', async () => {
    await store.createSession(sessionOf('s'), [branchOf('s', 'main')])
    const step = await stepAfter(null, 'NUL \0, half a pair \ud800, 你好, 🪐, \u2028')
    const call = callOf(step.id, branchOf('s', 'main'))
    await store.commit({ step, call, branch: 'main', expected: null, fork: null, draft: null })
    expect(store.step(step.id)).toEqual(step)
    expect(store.chain(step.id)).toEqual([step])
  })

  test('1.4 a call keeps its own setup when it is not the branch’s', async () => {
    const [one] = await threeSteps(store)
    const main = branchOf('s', 'main')
    const strange = callOf(must(one).id, main, { id: 'strange', setup: { ...main.setup, seed: 99 }, createdAt: 6 })
    const lost = callOf(must(one).id, main, { id: 'lost', branch: 'nowhere', createdAt: 7 })
    await store.importSession(sessionOf('s'), [], [], [lost, strange])
    expect(store.calls('s', must(one).id)).toEqual([callOf(must(one).id, main), strange, lost])
  })
})

test('the call that a branch means is the same as among all calls of the step', async () => {
  const store = openStore(':memory:', { clock })
  const branches = ['a', 'b', 'c'].map((id, at) => branchOf('s', id, { createdAt: 10 * at }))
  await store.createSession(sessionOf('s'), branches)
  const step = await stepAfter(null, 'ls')
  const times = [3, 12, 12, 7, 25]
  const calls = times.map((createdAt, at) =>
    callOf(step.id, must(branches[0]), {
      id: `call ${at}`,
      branch: must(['a', 'b', 'gone', 'a', 'gone'][at]),
      createdAt
    })
  )
  await store.importSession(sessionOf('s'), [], [step], calls)
  for (const branch of [
    ...branches,
    branchOf('s', 'early', { createdAt: 1 }),
    branchOf('s', 'late', { createdAt: 99 })
  ])
    expect(store.callFor(branch, step.id)).toEqual(callAmong(store.calls('s', step.id), branch))
  expect(store.callFor(branchOf('other', 'a'), step.id)).toBeNull()
  await store.close()
})

test('a call keeps what its prompt left out and its prompt pack, and nothing where it has neither', async () => {
  const store = openStore(':memory:', { clock })
  const main = branchOf('s', 'main')
  await store.createSession(sessionOf('s'), [main])
  const step = await stepAfter(null, 'ls')
  const asked = { leftOut: 12, pack: { name: 'mine', hash: 'a'.repeat(64) } }
  const calls = [
    callOf(step.id, main, { id: 'with', ...asked }),
    callOf(step.id, main, { id: 'without', createdAt: 6 })
  ]
  await store.importSession(sessionOf('s'), [{ ...main, tip: step.id }], [step], calls)
  expect(store.calls('s', step.id)).toEqual(calls)
  expect(Object.keys(store.call('without'))).not.toContain('leftOut')
  expect(Object.keys(store.call('without'))).not.toContain('pack')
  expect(store.holdings('s').leftOut).toBe(true)
  await store.close()
})

describe('the times of the last answers', () => {
  const main = branchOf('s', 'main')
  const { setup } = main
  const of = { engine: 'llama', model: { name: 'smollm2-135m', hash: null }, setup, most: 20 }
  const took = (total: number, rest: Partial<Call> = {}) => ({
    ...{ id: `call ${total}`, ms: { first: 1, total }, createdAt: total },
    ...rest
  })

  async function keep(...calls: Partial<Call>[]) {
    const step = await stepAfter(null, 'ls')
    const made = calls.map((call) => callOf(step.id, main, call))
    await store.importSession(sessionOf('s'), [{ ...main, tip: step.id }], [step], made)
  }

  test('are those of this engine, model, domain, template and rule for thinking, the newest first', async () => {
    await keep(
      took(20),
      took(30),
      took(10),
      took(40, { engine: 'other' }),
      took(41, { model: { name: 'other', hash: null } }),
      took(42, { setup: { ...setup, domain: 'web' } }),
      took(43, { setup: { ...setup, template: 'small' } }),
      took(44, { setup: { ...setup, thinking: 'full' } }),
      took(45, { setup: { ...setup, thinking: 7 } }),
      took(46, { tokens: { prompt: 1, cached: 0, generated: 0 } })
    )
    const times = [30, 20, 10].map((total) => ({ tokens: 12, first: 1, total }))
    expect(store.recentTimes(of)).toEqual(times)
    expect(store.recentTimes({ ...of, most: 2 })).toEqual(times.slice(0, 2))
    const rules = [{ thinking: 7 }, { thinking: 'full' as const }, { template: 'small' }, { domain: 'web' }]
    expect(
      rules.map((rule) => store.recentTimes({ ...of, setup: { ...setup, ...rule } }).map(({ total }) => total))
    ).toEqual([[45], [44], [43], [42]])
    expect(store.recentTimes({ ...of, engine: 'none' })).toEqual([])
  })

  test('are counted from setups of an older Orrery too, which name no template', async () => {
    const opened = openDatabase(':memory:', { clock })
    const held = storeOn(opened, { clock })
    held.createSession(sessionOf('s'), [main])
    await act(held, 'main', 'ls')
    opened.db.exec("UPDATE branches SET setup = json_remove(setup, '$.template')")
    expect(held.recentTimes(of)).toEqual([{ tokens: 12, first: 12.5, total: 80 }])
    held.close()
  })
})

describe('the trace of a call', () => {
  const trace = [{ text: 'l\ud800', probability: 0.5, top: [{ text: 'ls', probability: 0.5 }] }]

  test('comes back with its call', async () => {
    const main = branchOf('s', 'main')
    await store.createSession(sessionOf('s'), [main])
    const step = await stepAfter(null, 'ls')
    const call = callOf(step.id, main, { trace })
    await store.commit({ step, call, branch: 'main', expected: null, fork: null, draft: null })
    expect(store.calls('s', step.id)).toEqual([call])
  })

  test('is not read by lists of steps, nor by deleting', async () => {
    const opened = openDatabase(':memory:', { clock })
    const held = storeOn(opened, { clock })
    const [, , three] = await threeSteps(held)
    opened.db.exec("UPDATE calls SET trace = 'not JSON'")
    expect(() => held.calls('s', must(three).id)).toThrow(/is damaged/)
    expect(held.rows('s', must(three).id)).toHaveLength(3)
    expect(held.stepIds('s').map(held.step)).toHaveLength(3)
    held.deleteSession('s')
    held.close()
  })
})

test('a branch of an older Orrery, whose setup lacks the newer rules, still keeps the setup for its calls', async () => {
  const opened = openDatabase(':memory:', { clock })
  const held = storeOn(opened, { clock })
  held.createSession(sessionOf('s'), [branchOf('s', 'main')])
  opened.db.exec("UPDATE branches SET setup = json_remove(setup, '$.compact', '$.observationLimit')")
  const step = await act(held, 'main', 'ls')
  expect(opened.db.prepare('SELECT setup FROM calls').pluck().all()).toEqual([null])
  expect(held.calls('s', step.id)).toEqual([callOf(step.id, branchOf('s', 'main'))])
  held.close()
})

describe('deleting a session', () => {
  test('removes its steps but those that another session leads to', async () => {
    const [one, two, three] = await threeSteps(store)
    await store.createSession(sessionOf('s2'), [branchOf('s2', 'far', { tip: must(one).id })])
    const far = await act(store, 'far', 'far')
    store.saveDraft(draftOf(store.branch('main'), 'd', { parent: must(three).id }))

    await store.deleteSession('s')
    expect(store.sessions().map(({ id }) => id)).toEqual(['s2'])
    expect([
      store.branches('s'),
      store.drafts('s'),
      store.callIds('s').map(store.call),
      store.stepIds('s').map(store.step)
    ]).toEqual([[], [], [], []])
    expect(store.stepIds('s2').map(store.step)).toEqual([one, far])
    for (const { id } of [must(two), must(three)]) expect(await codeOf(() => store.step(id))).toBe('not-found')

    await store.deleteSession('s2')
    for (const { id } of [must(one), far]) expect(await codeOf(() => store.step(id))).toBe('not-found')
  })

  test.each(['a branch', 'a fork', 'a draft', 'a call'])(
    'keeps what only %s of another session leads to',
    async (kind) => {
      const [one, two, three] = await threeSteps(store)
      const { id } = must(three)
      const far = branchOf('s2', 'far', { tip: kind === 'a branch' ? id : null, fork: kind === 'a fork' ? id : null })
      await store.createSession(sessionOf('s2'), [far])
      if (kind === 'a draft') store.saveDraft(draftOf(far, 'd', { parent: id }))
      if (kind === 'a call') store.importSession(sessionOf('s2'), [], [], [callOf(id, far, { id: 'c' })])

      await store.deleteSession('s')
      expect(store.chain(id)).toEqual([one, two, three])
      await store.deleteSession('s2')
      for (const step of [must(one), must(two), must(three)])
        expect(await codeOf(() => store.step(step.id))).toBe('not-found')
    }
  )
})

describe('drafts', () => {
  test('are overwritten under their id, and deleted', async () => {
    const main = branchOf('s', 'main')
    await store.createSession(sessionOf('s'), [main])
    store.saveDraft(draftOf(main, 'd'))
    const later = draftOf(main, 'd', { raw: 'more', status: 'failed', reason: 'The engine died.', updatedAt: 4 })
    store.saveDraft(later)
    expect(store.drafts('s')).toEqual([later])
    await store.deleteDraft('d')
    expect(store.drafts('s')).toEqual([])
  })
})

describe('importing', () => {
  test('a whole session gives the same tree, and doing it twice adds nothing', async () => {
    const [one, two, three] = await threeSteps(store)
    const tree = {
      session: store.session('s'),
      branches: store.branches('s'),
      steps: store.stepIds('s').map(store.step),
      calls: store.callIds('s').map(store.call)
    }
    const other = openStore(':memory:', { clock })
    for (let times = 0; times < 2; times++) {
      other.importSession(tree.session, tree.branches, tree.steps, tree.calls)
      expect({
        session: other.session('s'),
        branches: other.branches('s'),
        steps: other.chain(must(three).id),
        calls: other.callIds('s').map(other.call)
      }).toEqual({ ...tree, steps: [one, two, three] })
    }
    other.close()
  })

  test('a branch that went another way is kept beside ours', async () => {
    const [, two, three] = await threeSteps(store)
    const elsewhere = await stepAfter(must(two), 'elsewhere')
    const theirs = branchOf('s', 'main', { tip: elsewhere.id })
    for (let times = 0; times < 2; times++) {
      await store.importSession(sessionOf('s'), [theirs], [elsewhere], [])
      expect(store.branches('s')).toEqual([
        branchOf('s', 'main', { tip: must(three).id }),
        { ...theirs, id: `main-${elsewhere.id.slice(0, 12)}`, title: 'main (imported)' }
      ])
    }
  })

  test('an older copy of a branch leaves it where it is', async () => {
    const [one, , three] = await threeSteps(store)
    await store.importSession(sessionOf('s'), [branchOf('s', 'main', { tip: must(one).id })], [must(one)], [])
    expect(store.branches('s')).toEqual([branchOf('s', 'main', { tip: must(three).id })])
  })

  test('a step without its parent is refused, and nothing is kept', async () => {
    const orphan = await stepAfter(await stepAfter(null, 'missing'), 'orphan')
    await expect(
      store.importSession(sessionOf('s'), [branchOf('s', 'main', { tip: orphan.id })], [orphan], [])
    ).rejects.toThrow(new OrreryError('not-found', `There is no step ${orphan.parent}.`))
    expect(store.sessions()).toEqual([])
  })
})

async function codeOf(work: () => unknown): Promise<string> {
  try {
    await work()
  } catch (error) {
    return error instanceof OrreryError ? error.code : String(error)
  }
  return 'nothing was thrown'
}
