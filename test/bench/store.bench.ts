// What the store costs with much in it, on a real file in the temporary folder. All figures are milliseconds.
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Branch, type Call, Setup, type Step, type StepId } from '../../src/core/tree/model.ts'
import type { Store } from '../../src/core/tree/store.ts'
import { openStore } from '../../src/host/database/store.ts'
import { round, summary, timed } from './timing.ts'

/** A commit to a session that already holds 1,000 steps, and 100,000. It may take 1 ms. */
export async function commit() {
  return inFolder((folder) => {
    const stores = [filled(join(folder, 'small.db'), 1_000), filled(join(folder, 'large.db'), 100_000)] as const
    const [small, large]: [number[], number[]] = [[], []]
    // Turn by turn, so that whatever else the machine does meets both alike; the first turns only warm up.
    for (let turn = -50; turn < 1000; turn++) {
      timed(turn < 0 ? [] : small, commitOne(stores[0], turn))
      timed(turn < 0 ? [] : large, commitOne(stores[1], turn))
    }
    for (const store of stores) store.close()
    const [at1000, at100000] = [summary(small), summary(large)]
    return { limit: 1, at1000, at100000, ratio: round(at100000.median / at1000.median) }
  })
}

/** Opening the database and a session of 10,000 steps: its rows for the timeline, and its whole chain. It may take 200 ms. */
export async function open() {
  return inFolder((folder) => {
    const path = join(folder, 'orrery.db')
    filled(path, 10_000).close()
    const linear = opening(path)
    // A second branch makes the store walk the tree for siblings.
    const store = openStore(path, { clock })
    const half = store.window(store.branch('main').tip, 5_000).steps[0]?.parent ?? null
    store.createBranch({ ...main, id: 'second', tip: half, fork: half })
    commitOne(store, 0, 'second')()
    store.close()
    return { limit: 200, linear, branched: opening(path) }
  })
}

/** A step back in a session of 10,000 steps: the step with provenance and siblings, and the 100 steps up to it. */
export async function stepBack() {
  return inFolder((folder) => {
    const store = filled(join(folder, 'orrery.db'), 10_000)
    const [single, window]: [number[], number[]] = [[], []]
    let at = store.branch('main').tip
    for (let turn = 0; turn < 500 && at !== null; turn++) {
      const id = at
      at = timed(single, () => [store.step(id), store.calls('s', id), store.siblings('s', id)] as const)[0].parent
      timed(window, () => store.window(id, 100))
    }
    store.close()
    return { single: summary(single), window100: summary(window) }
  })
}

const clock = { now: Date.now }
const setup = Setup.parse({ domain: 'terminal', initialState: 'A fresh Debian 12 box.\n'.repeat(40) })
const main: Branch = { id: 'main', session: 's', title: 'main', tip: null, fork: null, setup, createdAt: 0 }
// About 1.5 kB, the size of a directory listing.
const listing = Array.from({ length: 24 }, (_, n) => `drwxr-xr-x  2 root root 4096 Nov 21 05:01 directory-"${n}"`).join(
  '\n'
)

/** A store with one session of `count` steps in a row, each with its call, and its log folded into the file. */
function filled(path: string, count: number): Store {
  const steps: Step[] = []
  for (let n = 0; n < count; n++) steps.push(stepAfter(steps.at(-1)?.id ?? null, n))
  const session = { id: 's', title: 'Bench', notes: '', domain: 'terminal', createdAt: 0, updatedAt: 0 }
  const calls = steps.map(({ id }) => callOf(id))
  const store = openStore(path, { clock })
  store.importSession(session, [{ ...main, tip: steps.at(-1)?.id ?? null }], steps, calls)
  store.close()
  return openStore(path, { clock })
}

/** Makes the step, the call and the draft it began as; the function returned only commits them. */
function commitOne(store: Store, turn: number, branch = 'main'): () => void {
  const { tip } = store.branch(branch)
  const step = stepAfter(tip, -1 - turn)
  const call = { ...callOf(step.id), branch }
  const { action } = step
  const draft = { id: 'd', session: 's', branch, parent: tip, action, instruction: '', raw: listing }
  store.saveDraft({ ...draft, status: 'running', reason: '', updatedAt: 0 })
  return () => store.commit({ step, call, branch, expected: tip, fork: null, draft: draft.id })
}

function opening(path: string) {
  const ms: Record<'database' | 'session' | 'rows' | 'chain' | 'total' | 'tree', number[]> = {
    database: [],
    session: [],
    rows: [],
    chain: [],
    total: [],
    tree: []
  }
  for (let turn = 0; turn < 20; turn++) {
    const store = timed(ms.total, () => {
      const opened = timed(ms.database, () => openStore(path, { clock }))
      timed(ms.session, () => [opened.sessions(), opened.session('s'), opened.branches('s'), opened.drafts('s')])
      const { tip } = opened.branch('main')
      timed(ms.rows, () => opened.rows('s', tip))
      timed(ms.chain, () => opened.chain(tip))
      return opened
    })
    timed(ms.tree, () => store.stepIds('s').map(store.step))
    store.close()
  }
  return Object.fromEntries(Object.entries(ms).map(([part, list]) => [part, summary(list)]))
}

// The store takes ids as they are, so an id need only be unlike any other here, not the hash of its step.
function stepAfter(parent: StepId | null, n: number): Step {
  const id = createHash('sha256').update(`${parent} ${n}`).digest('hex')
  return { id, parent, action: [{ keystrokes: 'ls -la\n', duration: 0.1 }], observation: { text: `${n}\n${listing}` } }
}

function callOf(step: StepId): Call {
  return {
    id: `call ${step}`,
    step,
    session: 's',
    branch: 'main',
    engine: 'llama',
    model: { name: 'bench', hash: null },
    seed: 1,
    setup,
    template: 'small',
    instruction: '',
    firings: [],
    raw: listing,
    thinking: '',
    warnings: [],
    tokens: { prompt: 1000, cached: 900, generated: 400 },
    ms: { first: 10, total: 1000 },
    createdAt: 0,
    trace: null
  }
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
