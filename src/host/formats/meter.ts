// How far an export has come, and saying so a few times a second.
import { setTimeout as sleep } from 'node:timers/promises'

export interface ExportProgress {
  type: 'progress'
  /** Steps read, of how many: a format that reads more than one branch raises the total when it comes to it. */
  done: number
  total: number
  bytes: number
}

export interface Meter {
  bytes: number
  files: number
  /** Takes in one reading of one session. */
  read(session: string, reading: string, done: number, of: number): void
  now(): ExportProgress
  /** Progress until `work` has ended; an error of `work` is thrown. */
  until(work: Promise<unknown>): AsyncGenerator<ExportProgress>
}

const EVERY_MS = 100

/** @param expected steps of each session that will probably be read */
export function createMeter(expected: Map<string, number>): Meter {
  const readings = new Map<string, Map<string, { done: number; of: number }>>()
  const meter: Meter = {
    bytes: 0,
    files: 0,
    read(session, reading, done, of) {
      const own = readings.get(session) ?? new Map<string, { done: number; of: number }>()
      readings.set(session, own)
      own.set(reading, { done: Math.max(done, own.get(reading)?.done ?? 0), of })
    },
    now() {
      let [done, total] = [0, 0]
      for (const [session, guess] of expected) {
        const own = readings.get(session)
        if (!own) total += guess
        for (const reading of own?.values() ?? []) {
          done += reading.done
          total += reading.of
        }
      }
      return { type: 'progress', done, total, bytes: meter.bytes }
    },
    async *until(work) {
      let ended = false
      const end = work.then(
        () => {
          ended = true
        },
        () => {
          ended = true
        }
      )
      for (let last = ''; ; ) {
        const wait = new AbortController()
        await Promise.race([end, sleep(EVERY_MS, null, { signal: wait.signal }).catch(() => null)])
        wait.abort()
        if (ended) await work
        const progress = meter.now()
        const text = JSON.stringify(progress)
        if (text !== last) yield progress
        last = text
        if (ended) return
      }
    }
  }
  return meter
}
