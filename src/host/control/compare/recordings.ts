// A recording made ready to be compared: its turns in order, each with what was true before it.

import { categoryOf } from '../../../core/control/evaluate/categories.ts'
import type { DerivedState } from '../../../core/domains/capabilities.ts'
import type { Domain } from '../../../core/domains/domain.ts'
import { findDomain } from '../../../core/domains/index.ts'
import { labelOf } from '../../../core/domains/label.ts'
import { OrreryError } from '../../../core/errors.ts'
import { callOn } from '../../../core/tree/calls.ts'
import type { Branch, Call, Session, Step } from '../../../core/tree/model.ts'
import { originOf } from '../../../core/tree/origin.ts'
import type { Store } from '../../../core/tree/store.ts'

/** Branches on which contestants answer; every other one of a world is somebody's own. */
const MARK = 'compare-'

export const ownBranchId = (hash: string): string => MARK + hash
export const isOwnBranch = (id: string): boolean => id.startsWith(MARK)

export interface TrueTurn {
  step: Step
  call: Call | null
  /** State before it. */
  state: DerivedState
  /** What was seen before it. */
  before: string
  kind: string
  label: string
  /** A perturbation had a part in its answer, which is then no truth of the world. */
  disturbed: boolean
}

export interface TrueRecording {
  session: Session
  /** The branch that is taken for the truth: the world's first. */
  branch: Branch
  domain: Domain
  /** What is shown before the first step. */
  initial: string
  turns: TrueTurn[]
  /** Turns whose truth a model made up. */
  invented: number
}

/** The first `most` turns of a world. @throws OrreryError not-found for an unknown world; invalid-input for one without a step */
export function recordingOf(
  store: Store,
  { session: id, branch: wanted }: { session: string; branch?: string },
  { most }: { most: number | undefined }
): TrueRecording {
  const session = store.session(id)
  const branch = store.branches(id).find((one) => (wanted === undefined ? !isOwnBranch(one.id) : one.id === wanted))
  if (!branch) throw new OrreryError('not-found', `The world "${session.title}" has no such branch.`)
  const { setup } = branch
  const domain = findDomain(setup.domain)
  const initial = domain.initialState.shown?.(setup.initialState) ?? setup.initialState
  const callOf = callOn(store, branch)
  let [state, before] = [domain.initial(setup), initial]
  const turns = store
    .chain(branch.tip)
    .slice(0, most)
    .map((step): TrueTurn => {
      const { action, observation } = step
      const call = callOf(step.id)
      const turn = {
        ...{ step, call, state, before },
        kind: categoryOf(domain.format(action), observation.text),
        label: labelOf(domain, action, before),
        disturbed: (call?.firings.length ?? 0) > 0
      }
      state = domain.fold(state, step)
      before = observation.text
      return turn
    })
  if (!turns.length) throw new OrreryError('invalid-input', `The world "${session.title}" has no steps to compare.`)
  const invented = turns.filter(({ call }) => originOf(call) === 'predicted').length
  return { session, branch, domain, initial, turns, invented }
}
