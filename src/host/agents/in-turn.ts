// The work of a link, one thing after another; each leaves a line in its traffic.
import type { Visitor } from '../../core/contract/agents.ts'
import type { TrafficRow } from '../../core/contract/doors.ts'
import type { Link } from '../../core/contract/links.ts'
import { OrreryError, toWire } from '../../core/errors.ts'
import type { Clock } from '../../core/tree/ports.ts'
import type { Traffic } from './traffic.ts'
import type { Turns } from './turns.ts'

/** What was done, and its line in the traffic. */
export interface TurnResult<T> {
  value: T
  row: Pick<TrafficRow, 'outcome' | 'step'>
}

export interface InTurn {
  /** Runs `work` when it is this link's turn, and keeps how it went. */
  run<T>(
    asked: { link: Link; visitor: Visitor; signal: AbortSignal },
    what: string,
    work: (signal: AbortSignal) => Promise<TurnResult<T>>
  ): Promise<T>
  /** What runs on after its turn, until it settles. The signal aborts when the link is stopped, or `stop` is called. */
  beyond<T>(link: string, work: (signal: AbortSignal) => Promise<T>): { made: Promise<T>; stop(reason?: unknown): void }
  /** Ends what runs for this link; `why` is what its callers are told. */
  stop(link: string, why: OrreryError): void
}

const cancelled = () => new OrreryError('cancelled', 'The call was cancelled.')

export function createInTurn({ clock, turns, traffic }: { clock: Clock; turns: Turns; traffic: Traffic }): InTurn {
  const running = new Map<string, Set<AbortController>>()

  function began(link: string): AbortController {
    const stop = new AbortController()
    running.set(link, (running.get(link) ?? new Set()).add(stop))
    return stop
  }

  function ended(link: string, stop: AbortController): void {
    const mine = running.get(link)
    mine?.delete(stop)
    if (mine?.size === 0) running.delete(link)
  }

  return {
    async run({ link, visitor, signal: outer }, what, work) {
      const stop = began(link.id)
      const signal = AbortSignal.any([outer, stop.signal])
      const arrived = clock.ticks()
      let start = arrived
      let free = () => {}
      const note = (row: Pick<TrafficRow, 'outcome' | 'step'>) => {
        const { door, client } = visitor
        const [waited, took] = [start - arrived, clock.ticks() - start]
        traffic.add({ at: clock.now(), link: link.id, door, client, what, waited, took, ...row })
      }
      try {
        free = await turns.take(link.id, signal)
        start = clock.ticks()
        const { value, row } = await work(signal)
        note(row)
        return value
      } catch (error) {
        note({ outcome: signal.aborted || toWire(error).code === 'cancelled' ? 'cancelled' : 'failed', step: null })
        throw reasonOf(stop, error)
      } finally {
        ended(link.id, stop)
        free()
      }
    },
    beyond(link, work) {
      const stop = began(link)
      const made = work(stop.signal).catch((error: unknown) => {
        throw reasonOf(stop, error)
      })
      made.catch(() => {}).finally(() => ended(link, stop))
      return { made, stop: (reason) => stop.abort(reason instanceof OrreryError ? reason : cancelled()) }
    },
    stop(link, why) {
      for (const one of running.get(link) ?? []) one.abort(why)
    }
  }
}

/** Why its link was stopped, where it was; else what went wrong. */
const reasonOf = ({ signal }: AbortController, error: unknown): unknown =>
  signal.reason instanceof OrreryError ? signal.reason : error
