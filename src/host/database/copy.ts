// Reading where nothing can be written: SQLite needs a file of its own beside a database, so a copy elsewhere is opened.
import { constants, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { migrate } from './migrations.ts'

/**
 * A copy of the database at `path`, upgraded where it is an older one; an empty one where there is none. Nothing in it can be changed,
 * and `close` takes it away.
 */
export function openCopy(
  path: string,
  { stamp, migrations }: { stamp: string; migrations?: readonly string[] | undefined }
): { db: Database.Database; close(): void } {
  const found = statSync(path, { throwIfNoEntry: false })
  const folder = found?.size ? mkdtempSync(join(tmpdir(), 'orrery-reading-')) : null
  const remove = () => folder !== null && rmSync(folder, { recursive: true, force: true })
  try {
    const copy = folder === null ? ':memory:' : join(folder, 'orrery.db')
    // The log holds what is not in the database itself yet.
    for (const part of folder === null ? [] : ['', '-wal']) {
      if (existsSync(path + part)) copyFileSync(path + part, copy + part, constants.COPYFILE_FICLONE)
    }
    const db = new Database(copy)
    try {
      migrate(db, copy, { stamp, migrations })
      db.pragma('query_only = ON')
    } catch (error) {
      db.close()
      throw error
    }
    return {
      db,
      close() {
        db.close()
        remove()
      }
    }
  } catch (error) {
    remove()
    throw error
  }
}
