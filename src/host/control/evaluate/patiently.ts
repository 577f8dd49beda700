// Long texts take many turns to measure; in between the host answers others.
import { setImmediate } from 'node:timers/promises'
import type { SteppedWork } from '../../../core/control/evaluate/distance.ts'

export async function patiently<T>(work: SteppedWork<T>, { signal }: { signal: AbortSignal }): Promise<T> {
  for (;;) {
    const turn = work.next()
    if (turn.done) return turn.value
    await setImmediate()
    signal.throwIfAborted()
  }
}

// Far below what a person or another caller would feel.
const TURN_MS = 10

/** What long work that waits between its pieces waits for: others, once it has had its turn. */
export function pacing({ signal }: { signal: AbortSignal }): () => Promise<void> {
  let begun = performance.now()
  return async () => {
    if (performance.now() - begun < TURN_MS) return
    await setImmediate()
    signal.throwIfAborted()
    begun = performance.now()
  }
}
