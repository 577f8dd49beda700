// Sends what waits on branches that are not shown, so that it does not wait for somebody to look.
import { toWire } from '../../core/errors.ts'
import { type Failure, type Queued, runningElsewhere } from './data.ts'
import type { Kit } from './state.ts'

/** @param dropQueued takes what waits on a branch away */
export function sendingUnseen(
  { client, get, set }: Pick<Kit, 'client' | 'get' | 'set'>,
  dropQueued: (branch: string) => void
) {
  /** Branches whose action is just being sent. */
  const sending = new Set<string>()

  /** Sends what waits on a branch that is not shown; what is refused once more waits on. */
  const sendUnseen = async (branch: string, { session, action, instruction }: Queued): Promise<void> => {
    if (sending.has(branch) || get().runs[branch] || runningElsewhere(get(), branch)) return
    sending.add(branch)
    const { signal } = new AbortController()
    try {
      for await (const event of client.stream('steps.run', { session, branch, action, instruction }, { signal })) {
        dropQueued(branch)
        if (event.type === 'committed')
          set({ announcement: `What waited was sent on the branch ${event.branch.title}.` })
        if (event.type === 'failed') fail(branch, { ...event.error, action, parent: null, instruction })
      }
    } catch (error) {
      const { code, message } = toWire(error)
      if (code === 'busy' || code === 'disconnected') return
      dropQueued(branch)
      fail(branch, { code, message, action, parent: null, instruction })
    } finally {
      sending.delete(branch)
    }
  }

  const fail = (branch: string, failure: Failure) =>
    set(({ failures }) => ({ failures: { ...failures, [branch]: failure } }))

  return { send: sendUnseen, isSending: (branch: string) => sending.has(branch) }
}
