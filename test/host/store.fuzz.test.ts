// The store against plain maps: whatever is done in whatever order, both hold the same, also after the process was killed.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Branch, Call, Session, Step, StepId } from '../../src/core/tree/model.ts'
import type { Store } from '../../src/core/tree/store.ts'
import { openStore } from '../../src/host/database/store.ts'
import { must } from '../must.ts'
import { branchOf, callOf, sessionOf, stepAfter } from './records.ts'

// docs/testing.md says how to fuzz for longer, and from another seed. Without a time the same runs are made on every machine.
const SECONDS = process.env.ORRERY_FUZZ_SECONDS
const SEED = Number(process.env.ORRERY_FUZZ_SEED ?? 20261127)
const RUNS = 7

interface Snapshot {
  session: Session
  branches: Branch[]
  steps: Step[]
  calls: Call[]
}

/** What the store is to hold. Steps of deleted sessions stay here: whether one is held follows from the rest. */
interface Model {
  sessions: Map<string, Session>
  branches: Map<string, Branch>
  calls: Map<string, Call>
  steps: Map<StepId, Step>
}

/** One thing that is done; numbers choose among what there is. */
type Operation =
  | { does: 'create' | 'snapshot' | 'delete' | 'kill' | 'reopen'; which: number }
  | { does: 'act' | 'late' | 'rename' | 'title'; which: number; text: string }
  | { does: 'fork' | 'point' | 'elsewhere'; which: number; back: number; text: string }
  | { does: 'import'; which: number }

const which = fc.nat(50)
// Few texts, so that sessions come to share steps.
const text = fc.constantFrom('a', 'b', 'λ 👩‍👧\r\n')
const back = fc.nat(4)
const is = <D extends Operation['does']>(does: D) => fc.constant(does)
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constantFrom('create', 'snapshot', 'snapshot', 'delete'), which }) },
  { weight: 8, arbitrary: fc.record({ does: is('act'), which, text }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constantFrom('fork', 'point', 'elsewhere'), which, back, text }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('late', 'rename', 'title'), which, text }) },
  { weight: 4, arbitrary: fc.record({ does: is('import'), which }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('kill', 'reopen'), which }) }
)
const DOES: Operation['does'][] = [
  ...(['create', 'snapshot', 'delete', 'kill', 'reopen', 'act', 'late'] as const),
  ...(['rename', 'title', 'fork', 'point', 'elsewhere', 'import'] as const)
]

test('the store holds what plain maps hold, whatever is done to both', async () => {
  const done = new Set<string>()
  const sequence = fc.array(operation, { minLength: 5, maxLength: 80, size: 'max' })
  const property = fc.asyncProperty(sequence, (operations) => play(operations, done))
  const limit = SECONDS === undefined ? {} : { interruptAfterTimeLimit: Number(SECONDS) * 1000 }
  await fc.assert(property, { seed: SEED, numRuns: SECONDS === undefined ? RUNS : 1_000_000, ...limit })
  // Each kind was done, so that none is held in name only.
  expect([...done].toSorted()).toEqual(DOES.toSorted())
})

async function play(operations: Operation[], done: Set<string>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'orrery-fuzz-'))
  let time = 1000
  const clock = { now: () => time }
  let path = join(home, '0.db')
  let store = openStore(path, { clock })
  const model: Model = { sessions: new Map(), branches: new Map(), calls: new Map(), steps: new Map() }
  const taken: Snapshot[] = []

  const chain = (tip: StepId | null): Step[] => {
    const found: Step[] = []
    for (let at = tip; at !== null; at = must(found[0]).parent) found.unshift(must(model.steps.get(at)))
    return found
  }
  const touch = (id: string, at = time) => {
    const session = must(model.sessions.get(id))
    model.sessions.set(id, { ...session, updatedAt: Math.max(session.updatedAt, at) })
  }
  const choose = <T>(all: Iterable<T>, nth: number): T | undefined => {
    const list = [...all]
    return list[nth % Math.max(1, list.length)]
  }
  const of = <T extends { session: string }>(all: Map<string, T>, id: string) =>
    [...all.values()].filter(({ session }) => session === id)
  const held = (id: string): Set<StepId> => {
    const starts = [
      ...of(model.branches, id).flatMap(({ tip, fork }) => [tip, fork]),
      ...of(model.calls, id).map(({ step }) => step)
    ]
    return new Set(starts.flatMap((start) => chain(start).map((step) => step.id)))
  }
  const place = (branch: Branch, back: number): StepId | null => chain(branch.tip).at(-1 - back)?.id ?? null

  async function apply(one: Operation): Promise<boolean> {
    const id = `n${time}`
    const session = choose(model.sessions.values(), one.which)
    const branch = choose(model.branches.values(), one.which)
    switch (one.does) {
      case 'create': {
        const made = sessionOf(id, { createdAt: time, updatedAt: time })
        const main = branchOf(id, `${id}-main`, { createdAt: time })
        await store.createSession(made, [main])
        model.sessions.set(id, made)
        model.branches.set(main.id, main)
        return true
      }
      case 'act':
      case 'fork': {
        if (!branch) return false
        const expected = one.does === 'fork' ? place(branch, one.back) : branch.tip
        const step = await stepAfter(expected === null ? null : must(model.steps.get(expected)), one.text)
        const moved: Branch =
          one.does === 'fork'
            ? { ...branch, id, title: id, tip: step.id, fork: expected, createdAt: time }
            : { ...branch, tip: step.id }
        const call = callOf(step.id, moved, { id })
        const fork = one.does === 'fork' ? moved : null
        await store.commit({ step, call, branch: branch.id, expected, fork, draft: null })
        model.steps.set(step.id, step)
        model.branches.set(moved.id, moved)
        model.calls.set(id, call)
        touch(branch.session)
        return true
      }
      case 'point': {
        if (!branch) return false
        const tip = place(branch, one.back)
        const made = { ...branch, id, title: one.text, tip, fork: tip, createdAt: time }
        await store.createBranch(made)
        model.branches.set(id, made)
        return true
      }
      case 'elsewhere': {
        // The same branch, as somebody went on with it on another computer.
        if (!branch) return false
        const past = chain(place(branch, one.back))
        const step = await stepAfter(past.at(-1) ?? null, `elsewhere ${one.text}`)
        const snapshot: Snapshot = {
          ...{ session: must(model.sessions.get(branch.session)), calls: [] },
          ...{ branches: [{ ...branch, tip: step.id }], steps: [...past, step] }
        }
        await store.importSession(snapshot.session, snapshot.branches, snapshot.steps, snapshot.calls)
        model.steps.set(step.id, step)
        importInto(snapshot)
        return true
      }
      case 'late': {
        // Somebody acted meanwhile: the tip is not what this step follows.
        if (!branch || branch.tip === null) return false
        const { parent } = must(model.steps.get(branch.tip))
        const step = await stepAfter(parent === null ? null : must(model.steps.get(parent)), one.text)
        const commit = { step, call: callOf(step.id, branch, { id }), branch: branch.id, expected: parent }
        await expect(store.commit({ ...commit, fork: null, draft: null })).rejects.toThrow(
          'Act again from the new tip.'
        )
        return true
      }
      case 'rename': {
        if (!branch) return false
        model.branches.set(branch.id, { ...branch, title: one.text })
        expect(await store.renameBranch(branch.id, one.text)).toEqual(model.branches.get(branch.id))
        return true
      }
      case 'title': {
        if (!session) return false
        await store.updateSession(session.id, { title: one.text, updatedAt: time })
        model.sessions.set(session.id, { ...session, title: one.text })
        touch(session.id)
        return true
      }
      case 'snapshot': {
        if (!session) return false
        const steps = [...held(session.id)].map((step) => must(model.steps.get(step)))
        taken.push({ session, branches: of(model.branches, session.id), steps, calls: of(model.calls, session.id) })
        return true
      }
      case 'import': {
        const snapshot = choose(taken, one.which)
        if (!snapshot) return false
        await store.importSession(snapshot.session, snapshot.branches, snapshot.steps, snapshot.calls)
        importInto(snapshot)
        return true
      }
      case 'delete': {
        if (!session) return false
        await store.deleteSession(session.id)
        model.sessions.delete(session.id)
        for (const { id } of of(model.branches, session.id)) model.branches.delete(id)
        for (const { id } of of(model.calls, session.id)) model.calls.delete(id)
        return true
      }
      case 'kill': {
        // What a killed process leaves: the files as they are at this moment, never closed.
        const left = path
        path = join(home, `${time}.db`)
        for (const end of ['', '-wal']) if (existsSync(left + end)) copyFileSync(left + end, path + end)
        await store.close()
        store = openStore(path, { clock })
        return true
      }
      case 'reopen': {
        await store.close()
        store = openStore(path, { clock })
        return true
      }
      default:
        return one satisfies never
    }
  }

  function importInto({ session, branches, calls }: Snapshot): void {
    if (!model.sessions.has(session.id)) model.sessions.set(session.id, session)
    for (const made of branches) {
      const known = model.branches.get(made.id)
      const leads = known && (made.tip === null || chain(known.tip).some(({ id }) => id === made.tip))
      if (leads) continue
      const id = known ? `${made.id}-${made.tip?.slice(0, 12) ?? 'start'}` : made.id
      if (model.branches.has(id)) continue
      model.branches.set(id, known ? { ...made, id, title: `${made.title} (imported)` } : made)
    }
    for (const call of calls) if (!model.calls.has(call.id)) model.calls.set(call.id, call)
  }

  const byId = <T extends { id: string }>(list: T[]) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1))

  function compare(real: Store): void {
    expect(byId(real.sessions())).toEqual(byId([...model.sessions.values()]))
    const everywhere = new Set<StepId>()
    for (const id of model.sessions.keys()) {
      const branches = of(model.branches, id)
      expect(byId(real.branches(id))).toEqual(byId(branches))
      for (const { tip } of branches) {
        const path = chain(tip)
        expect(real.chain(tip)).toEqual(path)
        expect(real.pathIds(tip)).toEqual(path.map((step) => step.id))
        expect(real.window(tip, 2)).toEqual({ steps: path.slice(-2), total: path.length })
      }
      const reached = new Set(branches.flatMap(({ tip }) => chain(tip).map((step) => step.id)))
      expect(real.stepIds(id).toSorted()).toEqual([...reached].toSorted())
      const calls = of(model.calls, id)
      expect(real.callIds(id).toSorted()).toEqual(calls.map((call) => call.id).toSorted())
      for (const call of calls) expect(real.call(call.id)).toEqual(call)
      for (const step of held(id)) everywhere.add(step)
    }
    // Every step that somebody holds is there, and none that nobody holds.
    const there = [...model.steps.values()].filter(({ id }) => {
      try {
        real.step(id)
        return true
      } catch {
        return false
      }
    })
    expect(there.map(({ id }) => id).toSorted()).toEqual([...everywhere].toSorted())
  }

  try {
    for (const one of operations) {
      time++
      if (await apply(one)) done.add(one.does)
      compare(store)
    }
  } finally {
    await store.close()
    rmSync(home, { recursive: true })
  }
}
