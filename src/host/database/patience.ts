// Writing while another program may hold the database: tried again and again, with room for everything else in between.
import { setTimeout as sleep } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import { OrreryError } from '../../core/errors.ts'
import { isBusy } from '../data/disk-errors.ts'

export interface Patience {
  /** Milliseconds after which a write that still finds the database held fails. */
  limit: number
  signal?: AbortSignal | undefined
}

// A large import by another Orrery holds the database for seconds; after this a person should hear of it.
export const PATIENCE_MS = 15_000
// The first tries meet a lock of milliseconds, such as another Orrery's commit; the later ones cost a thousandth of the time.
const FIRST_WAIT_MS = 2
export const LONGEST_WAIT_MS = 50
// In WAL mode nobody's writing keeps a reader out; what does, such as another Orrery's opening after a crash, takes milliseconds.
export const READING_MS = 100

/**
 * `work` as soon as no other program holds the database. Its first try is made before this returns; each try is synchronous, and in
 * between the event loop goes on.
 * @throws OrreryError busy when the limit is over, cancelled; whatever `work` throws
 */
export async function whenFree<R>(db: Database.Database, work: () => R, { limit, signal }: Patience): Promise<R> {
  const until = performance.now() + limit
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return atOnce(db, work)
    } catch (cause) {
      if (!isBusy(cause)) throw cause
      if (performance.now() >= until) throw held(db.name, limit, cause)
    }
    await sleep(wait)
    if (signal?.aborted) throw new OrreryError('cancelled', 'Cancelled while another program had the database locked.')
    if (!db.open) throw new OrreryError('cancelled', 'Orrery was closed while another program had the database locked.')
  }
}

/** `work`, which fails with SQLITE_BUSY at once when another program is writing: SQLite's own waiting would stop everything here. */
export function atOnce<R>(db: Database.Database, work: () => R): R {
  db.pragma('busy_timeout = 0')
  try {
    return work()
  } finally {
    db.pragma(`busy_timeout = ${READING_MS}`)
  }
}

function held(path: string, limit: number, cause: unknown): OrreryError {
  const seconds = `${Math.round(limit / 100) / 10} s`
  return new OrreryError(
    'busy',
    `Another program has locked the database "${path}" for ${seconds}, so this change could not be saved. Close that program (a database ` +
      'browser, a backup, another Orrery), then try again. Saved data is safe.',
    { cause }
  )
}
