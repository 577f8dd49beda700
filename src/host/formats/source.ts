// A session of the store as exporters read it: ids first, then step by step, so that memory holds one step at a time.
import { setImmediate as breathe } from 'node:timers/promises'
import { OrreryError } from '../../core/errors.ts'
import { pickBranch, siblingWithTools, turnOf, turnsWithTools } from '../../core/formats/exporters/source.ts'
import type { Chain, ExportSource } from '../../core/formats/exporting.ts'
import { callOn } from '../../core/tree/calls.ts'
import type { Branch, StepId } from '../../core/tree/model.ts'
import type { Store } from '../../core/tree/store.ts'
import type { Fictions } from '../grounds/facts/index.ts'
import type { Folders } from '../library/folders.ts'

export interface SourceOptions {
  /** Id or title. */
  branch?: string | undefined
  signal: AbortSignal
  /** Where the files of copied folders lie. */
  folders?: Folders | undefined
  /** Where the facts of fictional worlds lie. */
  fictions?: Pick<Fictions, 'copy'> | undefined
  /** Told how far a reading of the session has come: `of` is how many steps that reading has. */
  onRead?(reading: string, done: number, of: number): void
}

// The store answers at once, so nothing else would get a turn: cancels, progress, other windows. 100 steps take a few milliseconds.
const TURN = 100

/** @throws OrreryError not-found; cancelled while it is read */
export function sourceOf(
  store: Store,
  id: string,
  { branch: wanted, signal, folders, fictions, onRead }: SourceOptions
): ExportSource {
  const session = store.session(id)
  const branches = store.branches(id)
  let size: number | null = null
  let forks: Map<StepId | null, StepId[]> | null = null

  const turn = (step: StepId, number: number, branch: Branch) =>
    turnOf(store.step(step), number, store.calls(id, step), branch)

  async function* paced<T>(ids: string[], read: (id: string, index: number) => T): AsyncGenerator<T> {
    for (const [index, each] of ids.entries()) {
      if (index % TURN === 0) {
        await breathe()
        if (signal.aborted) throw new OrreryError('cancelled', 'The export was cancelled.')
      }
      yield read(each, index)
    }
  }

  const source: ExportSource = {
    session,
    branches,
    get branch() {
      return pickBranch(session, branches, wanted)
    },
    get size() {
      size ??= store.stepIds(id).length
      return size
    },
    holds: () => store.holdings(id),
    chain(branch = source.branch): Chain {
      const ids = store.pathIds(branch.tip)
      return {
        length: ids.length,
        [Symbol.asyncIterator]() {
          const withTools = turnsWithTools(branches)
          return paced(ids, (step, index) => {
            onRead?.(branch.id, index + 1, ids.length)
            return withTools(turn(step, index + 1, branch))
          })
        }
      }
    },
    async *siblings({ step, number }) {
      forks ??= families(store.forkedIds(id))
      for (const each of forks.get(step.parent) ?? []) {
        if (each === step.id) continue
        const past = () => ({ chain: store.chain(step.parent), callOf: callOn(store, source.branch) })
        yield siblingWithTools(turn(each, number, source.branch), past)
      }
    },
    steps() {
      const ids = store.stepIds(id)
      size = ids.length
      return paced(ids, (step, index) => {
        onRead?.('steps', index + 1, ids.length)
        return store.step(step)
      })
    },
    calls: () => paced(store.callIds(id), (call) => store.call(call)),
    *folders() {
      const named = new Map(branches.flatMap(({ setup: { folder } }) => (folder ? [[folder.id, folder] as const] : [])))
      for (const folder of named.values()) if (folders) yield folders.read(folder)
    },
    *fictions() {
      const uses = branches.flatMap(({ setup }) => setup.fiction ?? [])
      const named = new Map(uses.map((use) => [use.hash, use]))
      for (const use of named.values()) {
        const copy = fictions?.copy(use)
        if (copy) yield copy
      }
    }
  }
  return source
}

function families(forked: { id: StepId; parent: StepId | null }[]): Map<StepId | null, StepId[]> {
  const found = new Map<StepId | null, StepId[]>()
  for (const { id, parent } of forked) {
    const family = found.get(parent)
    if (family) family.push(id)
    else found.set(parent, [id])
  }
  return found
}
