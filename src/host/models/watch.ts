// Progress of work that only a count of bytes can be asked of.
import { setTimeout as sleep } from 'node:timers/promises'
import type { StreamEvent } from '../../core/contract/index.ts'
import { NoAnswer } from './transient.ts'

export type DownloadProgress = Extract<StreamEvent<'models.pull'>, { type: 'progress' }>

// Faster than this a progress bar only flickers.
const POLL_MS = 250
// Long enough to smooth a bursty connection, short enough to show that it slowed down.
const SPEED_MS = 5_000

/**
 * Yields progress until `work` settles, then returns or throws what it did.
 * @throws NoAnswer when `count` does not change for `patience` milliseconds; the caller stops `work` then
 */
export async function* watch<T>(
  work: Promise<T>,
  count: () => Promise<{ done: number; total: number | null }>,
  { patience }: { patience: number }
): AsyncGenerator<DownloadProgress, T> {
  let settled = false
  const settle = () => {
    settled = true
  }
  const quiet = work.then(settle, settle)
  const samples: { at: number; done: number }[] = []
  let moved = performance.now()
  let last = -1
  for (;;) {
    // Seen before counting: the last count is then of all that came.
    const over = settled
    const { done, total } = await count()
    const at = performance.now()
    samples.push({ at, done })
    while (samples.length > 2 && at - (samples[0]?.at ?? at) > SPEED_MS) samples.shift()
    if (done !== last) {
      last = done
      moved = at
      const [first = { at, done }] = samples
      const speed = at > first.at ? ((done - first.done) / (at - first.at)) * 1000 : 0
      yield { type: 'progress', done, total, bytesPerSecond: Math.max(0, Math.round(speed)) }
    } else if (at - moved > patience) {
      throw new NoAnswer(`no data arrived for ${Math.round(patience / 1000)} seconds`)
    }
    if (over) return work
    await Promise.race([quiet, sleep(POLL_MS)])
  }
}
