// Episodes that agents began and left are removed after a time, a few at once, so that nothing waits for it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { CallOutput } from '../../core/contract/index.ts'
import type { Models } from '../models/index.ts'
import type { Links } from './links.ts'
import type { AgentParts } from './parts.ts'

export interface Cleaning {
  /** Removes every episode whose last step is so many days old, and gives the disk back what they took. */
  clean(days: number): Promise<CallOutput<'app.clean'>>
  /** An episode begins: where none were removed for an hour, those that are old enough are, beside it. */
  inPassing(): void
}

// Nobody may have left an episode whose agent thinks, or whose process was killed: it has a day.
const DAY_MS = 24 * 60 * 60 * 1000
const EVERY_MS = 60 * 60 * 1000
// A branch of a hundred steps takes about a millisecond.
const AT_ONCE = 50

/** @param links where they lead nothing is removed */
export function createCleaning(
  { store, clock, models }: Pick<AgentParts, 'store' | 'clock'> & { models: Pick<Models, 'preferences'> },
  links: Pick<Links, 'all'>
): Cleaning {
  let last = clock.now()

  async function remove(age: number): Promise<number> {
    const used = new Set(links.all().map(({ branch }) => branch))
    const left = clock.now() - age * DAY_MS
    const ids = store
      .endedEpisodes({ left, idle: Math.min(left, clock.now() - DAY_MS) })
      .flatMap(({ id }) => (used.has(id) ? [] : [id]))
    let removed = 0
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      removed += await store.removeEpisodes(ids.slice(at, at + AT_ONCE))
      await sleep(0)
    }
    return removed
  }

  return {
    async clean(age) {
      const before = store.bytes()
      const removed = await remove(age)
      await store.compact()
      return { removed, before, after: store.bytes() }
    },
    inPassing() {
      const age = models.preferences().episodeDays
      if (age === null || clock.now() - last < EVERY_MS) return
      last = clock.now()
      // What goes wrong is told to whoever asks for it.
      remove(age).catch(() => {})
    }
  }
}
