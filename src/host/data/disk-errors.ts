// What SQLite's and the file system's refusals mean to a person, and what to do about each.
import Database from 'better-sqlite3'
import { z } from 'zod'
import { OrreryError } from '../../core/errors.ts'

/**
 * The error a person should meet in place of `error`, which came from working on the database at `path`.
 * @param options.saving whether something was to be saved
 */
export function explain(error: unknown, path: string, { saving = true } = {}): unknown {
  // Stored values were checked when they were written. If one cannot be parsed now, it was damaged on the disk.
  const code = error instanceof SyntaxError || error instanceof z.ZodError ? 'SQLITE_CORRUPT' : codeOf(error)
  if (error instanceof OrreryError || code === null) return error
  const cause = error
  const lost = saving ? 'Saved data is safe; only the last change was not saved.' : 'Saved data is safe.'
  if (isFull(error)) {
    return new OrreryError(
      'disk-full',
      `The disk is full, so "${path}" could not be ${saving ? 'written' : 'opened'}. ${lost} ` +
        'Free space on that disk (unused models are the largest files Orrery keeps), then try again.',
      { cause }
    )
  }
  // SQLite does not say which of these it met.
  if (isOutOfRoom(error)) {
    return new OrreryError(
      'disk-full',
      `"${path}" cannot grow (${code}): a quota or file size limit was reached, or the disk is failing. ` +
        `${lost} Free space or raise the limit, then try again.`,
      { cause }
    )
  }
  if (isCorrupt(code)) {
    return new OrreryError(
      'database-corrupt',
      `Part of the database "${path}" is damaged. Export the worlds that still open. Then close Orrery and move that ` +
        `file away, or repair it with: sqlite3 "${path}" .recover | sqlite3 repaired.db`,
      { cause }
    )
  }
  if (/^(SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|EACCES|EPERM|EROFS|ENOTDIR|EEXIST|EISDIR)/.test(code)) {
    return new OrreryError(
      'forbidden',
      `Orrery cannot write "${path}" (${code}). It must be a writable file in a writable folder: change the permissions, ` +
        'or set ORRERY_HOME to another folder.',
      { cause }
    )
  }
  if (isBusy(error)) {
    return new OrreryError(
      'busy',
      `Another program has locked the database "${path}". Close that program (a database browser, a backup, another Orrery), ` +
        'then try again.',
      { cause }
    )
  }
  if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY') {
    return new OrreryError(
      'not-found',
      'The session, branch or step this belongs to does not exist. It may have been deleted.',
      {
        cause
      }
    )
  }
  if (code === 'SQLITE_CONSTRAINT_PRIMARYKEY' || code === 'SQLITE_CONSTRAINT_UNIQUE') {
    return new OrreryError('conflict', 'A session, branch or call with this id already exists.', { cause })
  }
  if (code.startsWith('SQLITE_IOERR')) {
    return new OrreryError(
      'internal',
      `The disk failed while reading or writing "${path}" (${code}). Check the disk and its connection, then restart Orrery.`,
      { cause }
    )
  }
  return error
}

/** Whether SQLite says that the file is damaged, or no database at all. */
export function isDamage(error: unknown): boolean {
  return isCorrupt(codeOf(error))
}

const isCorrupt = (code: string | null) => /^SQLITE_(CORRUPT|NOTADB)/.test(code ?? '')

/** What SQLite would throw, for damage that only its reader can see. */
export function damaged(what: string): Error {
  return new Database.SqliteError(what, 'SQLITE_CORRUPT')
}

/** Whether there is no space left on the disk. */
function isFull(error: unknown): boolean {
  return /^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC)$/.test(codeOf(error) ?? '')
}

/** Whether nothing more can be written there, for want of space or because a quota or limit was reached. */
export function isOutOfRoom(error: unknown): boolean {
  return isFull(error) || /^(SQLITE_IOERR_WRITE|EFBIG|EDQUOT)$/.test(codeOf(error) ?? '')
}

/** Whether another program holds the database just now. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error) ?? '')
}

/** What SQLite or the operating system calls the error. */
export function codeOf(error: unknown): string | null {
  if (error instanceof Database.SqliteError) return error.code
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
