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
