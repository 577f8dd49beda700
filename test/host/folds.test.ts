import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fold } from '../../src/core/domains/fold.ts'
import { terminal } from '../../src/core/domains/terminal/index.ts'
import { makeStep } from '../../src/core/tree/history.ts'
import { Setup, type Step } from '../../src/core/tree/model.ts'
import type { Store } from '../../src/core/tree/store.ts'
import { createFolds } from '../../src/host/database/folds.ts'
import { openStore } from '../../src/host/database/store.ts'
import { must } from '../must.ts'
import { branchOf, callOf, clock, sessionOf } from './records.ts'

const setup = Setup.parse({ domain: 'terminal', initialState: 'u@h:/$ ' })
let store: Store
let chain: Step[]
const watch = () => vi.spyOn(terminal, 'fold')
let folded: ReturnType<typeof watch>

beforeEach(async () => {
  store = openStore(':memory:', { clock })
  const main = branchOf('s', 'main', { setup })
  await store.createSession(sessionOf('s'), [main])
  chain = []
  for (let n = 0; n < 40; n++) await add(`u@h:/${n}$ `)
  folded = watch()
  return async () => {
    folded.mockRestore()
    await store.close()
  }
})

async function add(text: string): Promise<Step> {
  const parent = chain.at(-1)?.id ?? null
  const step = await makeStep(parent, [], { text })
  const call = callOf(step.id, store.branch('main'))
  await store.commit({ step, call, branch: 'main', expected: parent, fork: null, draft: null })
  chain.push(step)
  return step
}

/** How many steps were folded by `work`. */
function folds(work: () => unknown): number {
  folded.mockClear()
  work()
  return folded.mock.calls.length
}

describe('walking along a chain folds only what is new', () => {
  test('every state is that of the whole chain', () => {
    const states = createFolds(store)
    for (const at of [0, 39, 7, 8, 38, 20]) {
      expect(states.after(setup, must(chain[at]).id)).toEqual(fold(terminal, setup, chain.slice(0, at + 1)))
    }
    expect(states.after(setup, null)).toEqual(terminal.initial(setup))
  })

  test('a child costs one step, an earlier step none, the first look all of them', async () => {
    const states = createFolds(store)
    expect(folds(() => states.after(setup, must(chain[39]).id))).toBe(40)
    expect(folds(() => states.after(setup, must(chain[39]).id))).toBe(0)
    for (const { id } of chain) expect(folds(() => states.after(setup, id))).toBe(0)
    const { id } = await add('u@h:/new$ ')
    expect(folds(() => states.after(setup, id))).toBe(1)
    expect(states.after(setup, id)).toMatchObject({ cwd: '/new' })
  })

  test('what was left out on the way is folded from the nearest known step', () => {
    const states = createFolds(store)
    expect(folds(() => states.after(setup, must(chain[9]).id))).toBe(10)
    expect(folds(() => states.after(setup, must(chain[29]).id))).toBe(20)
  })

  test('branches with other rules share the states, worlds that begin otherwise do not', () => {
    const states = createFolds(store)
    const tip = must(chain[39]).id
    states.after(setup, tip)
    expect(folds(() => states.after({ ...setup, seed: 9, instruction: 'Slow disk.' }, tip))).toBe(0)
    expect(folds(() => states.after({ ...setup, initialState: 'root@other:~# ' }, tip))).toBe(40)
  })

  test('no more states are kept than there is room for, and the answer stays right', () => {
    const states = createFolds(store, { kept: 5 })
    const tip = must(chain[39]).id
    states.after(setup, tip)
    expect(folds(() => states.after(setup, must(chain[35]).id))).toBe(0)
    expect(folds(() => states.after(setup, must(chain[10]).id))).toBe(11)
    expect(states.after(setup, tip)).toEqual(fold(terminal, setup, chain))
  })
})
