// Which of a step's calls a branch means: equal texts are one step, and each branch may have come to it by a call of its own.
import type { Branch, Call, StepId } from './model.ts'
import type { Store } from './ports.ts'

type Of = Pick<Branch, 'id' | 'session' | 'createdAt'>

/** How a step came about on this branch; `null` where nobody knows. */
export const callOn =
  (store: Pick<Store, 'calls'>, branch: Of) =>
  (step: StepId): Call | null =>
    callAmong(store.calls(branch.session, step), branch)

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
