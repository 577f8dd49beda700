// Opens the database file so that the rest may trust it: whole, of this version, durable, and nobody's drafts mistaken for ours.
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, readSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { OrreryError } from '../../core/errors.ts'
import type { Clock } from '../../core/tree/ports.ts'
import { codeOf, damaged, explain, isBusy, isDamage, isOutOfRoom } from '../data/disk-errors.ts'
import { checkPlain } from '../data/regular-file.ts'
import type { Reserve } from '../data/reserve.ts'
import { openCopy } from './copy.ts'
import { INTERRUPTED } from './drafts.ts'
import { enter, type Presence } from './locks.ts'
import { MIGRATIONS, migrate, versionOf } from './migrations.ts'
import { atOnce, PATIENCE_MS, READING_MS, whenFree } from './patience.ts'

export interface OpenDatabase {
  db: Database.Database
  path: string
  /** Names this opening; running drafts carry it. */
  owner: string
  /** Whether another opening, named as drafts carry it, is still there. */
  lives(owner: string): boolean
  /** What a person should know about the opening, or `null`. */
  notice: string | null
  /** Why nothing can be saved, where what is opened can only be read. */
  readonly?: OrreryError | undefined
  /** Makes room for a change that frees more. `false`: there is none to be made. */
  makeRoom?(): boolean
  close(): void
}

export interface OpenOptions {
  clock: Pick<Clock, 'now'>
  migrations?: readonly string[] | undefined
  /** Compiles every statement that will be run: a database that they do not fit is damaged. */
  compile?: (db: Database.Database) => unknown
  /** What is held back for a full disk. */
  reserve?: Reserve | undefined
  /** Nothing may be written at its place. */
  readonly?: boolean | undefined
}

/**
 * Opens or makes the database at `path` (`:memory:` for one that is gone when closed). A file that is no database is set aside,
 * never overwritten, and a fresh one opened; drafts whose process died become `interrupted`. On a full disk, and where nothing may be
 * written, it is opened so that it can be read.
 * @throws OrreryError forbidden, disk-full, busy; invalid-input for a database of a newer Orrery or another program;
 *   database-corrupt when a damaged file cannot be set aside because another Orrery still has it open
 */
export function openDatabase(path: string, options: OpenOptions): OpenDatabase {
  const { reserve, readonly } = options
  try {
    if (readonly) return openReadonly(path, options, { reason: READ_ONLY(dirname(path)) })
    return openShared(path, options)
  } catch (error) {
    if (!isOutOfRoom(error)) throw explain(error, path, { saving: false })
    const ways = [
      // The index of the log needs room. What is left of it is held back again, for changes that free more.
      () => {
        if (!reserve?.give()) throw error
        const opened = openShared(path, options)
        reserve.restore()
        return opened
      },
      () => openAlone(path, options),
      // A full disk is explained by an OrreryError.
      () => openReadonly(path, options, { reason: explain(error, path) as OrreryError, notice: FULL })
    ]
    for (const way of ways) {
      try {
        return way()
      } catch (next) {
        if (!isOutOfRoom(next) && !isBusy(next)) throw explain(next, path, { saving: false })
      }
    }
    throw explain(error, path, { saving: false })
  }
}

const READ_ONLY = (home: string) =>
  new OrreryError(
    'forbidden',
    `"${home}" can only be read, so nothing can be saved there. Make it writable, or set ORRERY_HOME to another folder.`
  )

/** The usual way: other processes may have the database open at the same time. */
function openShared(path: string, { clock, migrations, compile = () => {}, reserve }: OpenOptions): OpenDatabase {
  let presence: Presence | null = null
  try {
    if (path !== ':memory:') {
      for (const part of PARTS) checkPlain(path + part)
      mkdirSync(dirname(path), { recursive: true })
      presence = enter(`${path}-locks`)
    }
    const { owner, others } = presence ?? { owner: 'memory', others: [] }
    const { db, notice } = connectOrSetAside(path, { clock, migrations, compile, others })
    return {
      db,
      path,
      owner,
      lives: presence?.lives ?? (() => false),
      notice,
      ...(reserve && { makeRoom: reserve.give }),
      close() {
        db.close()
        presence?.leave()
      }
    }
  } catch (error) {
    presence?.leave()
    throw error
  } finally {
    presence?.settled()
  }
}

/** Without any file beside the database, which keeps everybody else out: the index of the log is in memory. */
function openAlone(path: string, { clock, migrations, reserve }: OpenOptions): OpenDatabase {
  for (const part of PARTS) checkPlain(path + part)
  checkFormat(path)
  const db = new Database(path, { timeout: OPENING_MS, fileMustExist: true })
  try {
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('temp_store = MEMORY')
    return {
      ...{ db, path, owner: 'alone', lives: () => false },
      notice: settle(db, path, { clock, migrations, others: [] }) ?? FULL,
      ...(reserve && { makeRoom: reserve.give }),
      close: () => db.close()
    }
  } catch (error) {
    db.close()
    throw error
  }
}
const FULL =
  'The disk is full, so nothing can be saved. Worlds can be looked at and exported to another disk, and models can be deleted.'

/** @param why what a change is refused with, and what a person should know now */
function openReadonly(
  path: string,
  { clock, migrations }: OpenOptions,
  { reason, notice = reason.message }: { reason: OrreryError; notice?: string }
): OpenDatabase {
  const opened = openCopy(path, { stamp: stampOf(clock), migrations })
  return { ...opened, path, owner: 'reader', lives: () => false, readonly: reason, notice }
}

// Nothing else is to be done yet while a database is opened, and another Orrery may be saving.
const OPENING_MS = 5_000

type Connecting = Required<Pick<OpenOptions, 'compile'>> & OpenOptions & { others: string[] }

function connectOrSetAside(path: string, options: Connecting): { db: Database.Database; notice: string | null } {
  try {
    return connect(path, options)
  } catch (error) {
    if (!isDamage(error)) throw error
    if (options.others.length) {
      throw new OrreryError(
        'database-corrupt',
        `The database "${path}" is damaged and open in another Orrery. Close that one, then open this one again.`,
        { cause: error }
      )
    }
    const aside = setAside(path, stampOf(options.clock))
    const notice =
      `The database could not be read. It was renamed, unchanged, to "${aside}", and Orrery started with an empty one. ` +
      `To recover your worlds, close Orrery and restore a backup to "${path}", or repair the renamed file: ` +
      `sqlite3 "${aside}" .recover | sqlite3 "${path}"`
    return { db: connect(path, options).db, notice }
  }
}

function connect(
  path: string,
  { clock, migrations, compile, others }: Connecting
): ReturnType<typeof connectOrSetAside> {
  if (existsSync(path)) probe(path, { migrations, compile })
  const db = new Database(path, { timeout: OPENING_MS })
  try {
    return { db, notice: settle(db, path, { clock, migrations, others }) }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Upgrades the database, and sets what a person may rely on. Returns what should be known. */
function settle(
  db: Database.Database,
  path: string,
  { clock, migrations, others }: Pick<Connecting, 'clock' | 'migrations' | 'others'>
): string | null {
  const backup = migrate(db, path, { stamp: stampOf(clock), migrations, others })
  db.pragma('journal_mode = WAL')
  // In WAL mode a commit is in the operating system's hands when it returns, so killing the process loses nothing at any
  // setting. Losing power is different: NORMAL syncs only at checkpoints and would drop the last commits, FULL syncs every
  // commit. FULL costs 0.1 to 0.2 ms on a solid-state disk (test/bench), well within the millisecond a commit may take.
  db.pragma('synchronous = FULL')
  // macOS syncs to the drive's cache only; this orders at least the checkpoints, so that the file itself stays whole.
  db.pragma('checkpoint_fullfsync = ON')
  // A long import leaves a long log behind; past this it is cut back at the next checkpoint.
  db.pragma(`journal_size_limit = ${16 * 2 ** 20}`)
  db.pragma('foreign_keys = ON')
  db.pragma(`busy_timeout = ${READING_MS}`)
  interrupt(db, { others, now: clock.now() })
  return backup && `The database was upgraded. A copy of the old one is at "${backup}".`
}

/** Looks before touching: closing a writable connection would already write the log into a file that is to stay as it is. */
function probe(path: string, { migrations = MIGRATIONS, compile }: Pick<Connecting, 'migrations' | 'compile'>): void {
  // A file that may not be written would be given a log that may not be written either, and stay so when its permissions are mended.
  accessSync(path, constants.R_OK | constants.W_OK)
  checkFormat(path)
  const db = new Database(path, { readonly: true, timeout: OPENING_MS })
  try {
    if (versionOf(db, path, { migrations }) === migrations.length) compile(db)
  } catch (error) {
    const code = codeOf(error)
    // The same statements fit every database that is whole.
    if (code === 'SQLITE_ERROR') throw damaged(String(error))
    // Killed while the file was made: SQLite puts it in order when it is opened for writing.
    if (code !== 'SQLITE_READONLY_ROLLBACK') throw error
  } finally {
    db.close()
  }
}

/** SQLite takes a file whose format it does not know for one that may only be read, and would say that instead. */
function checkFormat(path: string): void {
  const head = Buffer.alloc(20)
  const file = openSync(path, 'r')
  const length = readSync(file, head, 0, head.length, 0)
  closeSync(file)
  // Bytes 18 and 19: 1 for a rollback journal, 2 for a log (https://www.sqlite.org/fileformat2.html#file_format_version_numbers).
  if (length === head.length && head.subarray(18, 20).some((byte) => byte > 2)) throw damaged('its format is unknown')
}

// The database and what SQLite may lay beside it. It would wait for a pipe to be written to.
const PARTS = ['', '-wal', '-shm', '-journal']

/** Renames the database and its log, which together are the data; returns the new path. */
function setAside(path: string, stamp: string): string {
  let aside = `${path}.corrupt-${stamp}`
  for (let n = 2; existsSync(aside); n++) aside = `${path}.corrupt-${stamp}-${n}`
  for (const part of ['-wal', '-shm', '']) if (existsSync(path + part)) renameSync(path + part, aside + part)
  return aside
}

/** Drafts still running whose process is gone will never finish. Where nothing can be written just now they are marked later. */
function interrupt(db: Database.Database, { others, now }: { others: string[]; now: number }): void {
  const owners = db.prepare<[], string>("SELECT DISTINCT owner FROM drafts WHERE status = 'running'").pluck().all()
  const dead = owners.filter((owner) => !others.includes(owner))
  if (!dead.length) return
  const mark = db.prepare(
    `UPDATE drafts SET status = 'interrupted', reason = ?, updated_at = ?
     WHERE status = 'running' AND owner IN (SELECT value FROM json_each(?))`
  )
  const work = () => mark.run(INTERRUPTED, now, JSON.stringify(dead))
  try {
    atOnce(db, work)
  } catch (error) {
    // Those that stay unmarked are found again at the next opening. On a full disk a person opens Orrery to make room.
    if (isOutOfRoom(error)) return
    if (!isBusy(error)) throw error
    whenFree(db, work, { limit: PATIENCE_MS }).catch(() => {})
  }
}

/** The time as a part of a file's name, on every platform. */
function stampOf(clock: Pick<Clock, 'now'>): string {
  return new Date(clock.now())
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
}
