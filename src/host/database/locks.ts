// Who has a database open right now, told by operating-system locks: they end with their process however it ends,
// where a stored process id may be somebody else's after a restart or in another container.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { OrreryError } from '../../core/errors.ts'
import { isDamage } from '../data/disk-errors.ts'
import { checkPlain, isPlain } from '../data/regular-file.ts'

/** One opening of a database: present from `enter` to `leave`, or to the end of the process. */
export interface Presence {
  /** Names this opening; drafts carry it while they run. */
  owner: string
  /** The other openings that live, in this process or another, as they were on entering. */
  others: string[]
  /** Whether that opening lives now. For one that has entered before: of one that is entering, the lock must not be tried. */
  lives(owner: string): boolean
  /** Opening is over: the next one may enter. */
  settled(): void
  leave(): void
}

// Long enough for another process to back up and migrate a large database; after that something is stuck.
const GATE_MS = 30_000
const GATE = 'gate'
const OWNER = /^\d+-[0-9a-f-]{36}$/

/**
 * Enters `folder`, made when missing. Openings enter one at a time and stay alone until `settled`, so that checking for
 * corruption, migrating and sweeping drafts never race.
 * @throws OrreryError busy when another opening does not settle within 30 s
 */
export function enter(folder: string): Presence {
  checkPlain(folder, { kind: 'folder' })
  checkPlain(join(folder, GATE))
  mkdirSync(folder, { recursive: true })
  const gate = lock(join(folder, GATE), GATE_MS)
  if (!gate) {
    throw new OrreryError(
      'busy',
      `Another Orrery is still opening the database next to "${folder}". Wait for it or quit it, then try again.`
    )
  }
  try {
    const names = readdirSync(folder).filter((name) => OWNER.test(name) && isPlain(join(folder, name)))
    const others = names.filter((name) => isHeld(join(folder, name)))
    // The process id is for people who look into the folder; nothing relies on it.
    const owner = `${process.pid}-${randomUUID()}`
    const own = lock(join(folder, owner), 0)
    return {
      owner,
      others,
      lives: (owner) => OWNER.test(owner) && existsSync(join(folder, owner)) && isHeld(join(folder, owner)),
      settled: () => gate.close(),
      leave() {
        own?.close()
        rmSync(join(folder, owner), { force: true })
      }
    }
  } catch (error) {
    gate.close()
    throw error
  }
}

function remade(file: string, timeout: number): Database.Database | null {
  rmSync(file)
  return lock(file, timeout)
}

/** Whether a living process holds the file; one that nobody holds is left over from a process that died, and removed. */
function isHeld(file: string): boolean {
  const taken = lock(file, 0)
  taken?.close()
  if (taken) rmSync(file, { force: true })
  return !taken
}

/** Takes the lock, or `null` when it is still held after `timeout` ms. SQLite's locks are the same on every platform. */
export function lock(file: string, timeout: number): Database.Database | null {
  const held = new Database(file, { timeout })
  try {
    // Nothing is ever written; without this SQLite would lay an empty journal beside the file.
    held.pragma('journal_mode = MEMORY')
    held.exec('BEGIN EXCLUSIVE')
    return held
  } catch (error) {
    held.close()
    // A lock file holds no data, so one that is damaged is replaced, and nothing is lost.
    if (isDamage(error)) return remade(file, timeout)
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY') return null
    throw error
  }
}
