// Which of a step's calls a branch means: equal texts are one step, and each branch may have come to it by a call of its own.
import { OrreryError } from '../errors.ts'
import type { Branch, Call, Session, Step, StepId } from './model.ts'
import type { Store } from './store.ts'

type Of = Pick<Branch, 'id' | 'session' | 'createdAt'>

/** How a step came about on this branch; `null` where nobody knows. Each step is read once: this is made anew for each look. */
export function callOn(store: Pick<Store, 'callFor'>, branch: Of): (step: StepId) => Call | null {
  const known = new Map<StepId, Call | null>()
  return (step) => {
    const found = known.get(step)
    if (found !== undefined) return found
    const call = store.callFor(branch, step)
    known.set(step, call)
    return call
  }
}

/**
 * The newest call of the branch itself, else the newest that was there when the branch was made, else the newest of all.
 * @param calls of one step, oldest first
 */
export function callAmong(calls: readonly Call[], { id, createdAt }: Omit<Of, 'session'>): Call | null {
  return (
    calls.findLast(({ branch }) => branch === id) ??
    calls.findLast((call) => call.createdAt <= createdAt) ??
    calls.at(-1) ??
    null
  )
}

/** A branch with its steps, oldest first, and how each of them came about. @throws OrreryError not-found for a branch of another world */
export function branchWithCalls(
  store: Pick<Store, 'session' | 'branch' | 'chain' | 'callFor'>,
  from: { session: string; branch: string }
): { session: Session; branch: Branch; chain: Step[]; calls: (Call | null)[] } {
  const session = store.session(from.session)
  const branch = store.branch(from.branch)
  if (branch.session !== session.id) {
    throw new OrreryError('not-found', 'That branch is not in this world. Open the world again.')
  }
  const chain = store.chain(branch.tip)
  const callOf = callOn(store, branch)
  return { session, branch, chain, calls: chain.map(({ id }) => callOf(id)) }
}
