// How many calls of agents may be in worlds that machines compute. More are told at once when to come again: whoever hangs instead gives up in the
// middle of a step.
import type { Link } from '../../core/contract/links.ts'
import { OrreryError } from '../../core/errors.ts'
import type { AgentCalls } from './acting.ts'
import type { AgentParts } from './parts.ts'
import type { Turns } from './turns.ts'

export interface CallQueue {
  /** Runs `work`, a call of this link, where there is a place for it. @throws OrreryError overloaded where there is none */
  enter<T>(link: Link, work: () => Promise<T>): Promise<T>
}

// Of each machine: with what a step takes on a usual core, nobody waits for half a minute, after which the first clients give up.
const OF_EACH = 32

// Ends of calls by which it is told how fast they go.
const RECENT = 32
const UNKNOWN_S = 2
const MOST_S = 60

interface Parts extends Pick<AgentParts, 'store' | 'clock' | 'grounds'> {
  /** Calls at once, those that wait included. */
  queue: number
}

export function createQueue(
  { store, clock, grounds, queue: most }: Parts,
  { turns, acting }: { turns: Pick<Turns, 'isPaused'>; acting: Pick<AgentCalls, 'isPending'> }
): CallQueue {
  let inside = 0
  /** When calls ended, since there was last none. */
  let ends: number[] = []

  /** Seconds until half of what waits is done, as calls went until now. */
  function wait(): number {
    const [first, last] = [ends[0], ends.at(-1)]
    if (first === undefined || last === undefined || last === first) return UNKNOWN_S
    const each = (last - first) / (ends.length - 1)
    return Math.min(MOST_S, Math.max(1, Math.ceil((each * inside) / 2 / 1000)))
  }

  /** What waits for a step that has a place, or for a person, holds none. */
  async function needsPlace({ id, branch }: Link): Promise<boolean> {
    const { setup } = store.branch(branch)
    if (setup.grounding === undefined || setup.grounding === 'model' || turns.isPaused(id)) return false
    const isPooled = await grounds.of(setup)?.pooled?.(setup)
    return isPooled === true && !acting.isPending(id)
  }

  return {
    async enter(link, work) {
      if (!(await needsPlace(link))) return work()
      if (inside >= most) {
        const retryAfter = wait()
        const message = `The machines are busy: ${inside} calls are at work or wait, and more may not. Nothing was done. Try again in ${retryAfter} s.`
        throw new OrreryError('overloaded', message, { retryAfter })
      }
      inside++
      try {
        return await work()
      } finally {
        inside--
        ends = inside ? [...ends.slice(1 - RECENT), clock.ticks()] : []
      }
    }
  }
}

/** How many places there are for so many machines, where nobody says otherwise. @throws OrreryError invalid-input for an ORRERY_QUEUE that is no number from 1 on */
export function queueFrom(machines: number, { ORRERY_QUEUE: text } = process.env): number {
  if (!text) return machines * OF_EACH
  const most = Number(text)
  if (Number.isInteger(most) && most >= 1) return most
  throw new OrreryError(
    'invalid-input',
    `ORRERY_QUEUE is "${text}"; expected how many calls of agents may be at the machines at once, such as 64.`
  )
}
