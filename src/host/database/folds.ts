// World states that were folded before, so that walking along a chain folds only what is new.

import type { DerivedState } from '../../core/domains/capabilities.ts'
import { foldStep } from '../../core/domains/fold.ts'
import { findDomain } from '../../core/domains/index.ts'
import { present } from '../../core/text/present.ts'
import type { Setup, StepId } from '../../core/tree/model.ts'
import type { Store } from '../../core/tree/store.ts'

export interface StateFolds {
  /** World state after `tip` under `setup`. @throws OrreryError not-found */
  after(setup: Setup, tip: StepId | null): DerivedState
}

// A state is some hundred bytes: a few megabytes, and enough to walk the longest worlds back and forth.
const KEPT = 20_000
// How many steps are read upwards at first, and then; after that the whole chain is. A step's parent is nearly always known.
const READS = [2, 64]

/** Keeps the states of the last `kept` steps that were asked for or passed on the way. */
export function createFolds(store: Pick<Store, 'window'>, { kept = KEPT }: { kept?: number } = {}): StateFolds {
  const states = new Map<string, DerivedState>()
  // The store gives the same setup each time, and an initial state is long to read.
  const beginnings = new WeakMap<Setup, { initial: DerivedState; world: string }>()

  function beginningOf(setup: Setup): { initial: DerivedState; world: string } {
    const known = beginnings.get(setup)
    if (known) return known
    const domain = findDomain(setup.domain)
    const initial = domain.initial(setup)
    // A state depends only on the initial state and the steps, so branches with other rules (template, seed) share it.
    const made = { initial, world: `${domain.id} ${JSON.stringify(initial)} ` }
    beginnings.set(setup, made)
    return made
  }

  function keep(key: string, state: DerivedState): DerivedState {
    // Put at the end: the one at the front was of no use for longest.
    states.delete(key)
    states.set(key, state)
    const [oldest] = states.keys()
    if (oldest !== undefined && states.size > kept) states.delete(oldest)
    return state
  }

  return {
    after(setup, tip) {
      const { initial, world } = beginningOf(setup)
      if (tip === null) return initial
      const domain = findDomain(setup.domain)
      const known = states.get(world + tip)
      if (known) return keep(world + tip, known)
      for (let read = 0, all = 1; ; read++) {
        const { steps, total } = store.window(tip, READS[read] ?? all)
        all = total
        const from = steps.findLastIndex(({ id }) => states.has(world + id))
        if (from < 0 && steps.length < total) continue
        const passed = steps[from]
        const start = passed ? present(states.get(world + passed.id)) : initial
        return steps
          .slice(from + 1)
          .reduce((state, step) => keep(world + step.id, foldStep(domain, state, step)), start)
      }
    }
  }
}
