// The shape of the database, version by version, and the way from an older one to the newest.
import { rmSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { OrreryError } from '../../core/errors.ts'
import { codeOf } from '../data/disk-errors.ts'

/**
 * Migration n (counted from 1) turns version n-1 into version n. Once shipped an entry never changes; test/fixtures/store holds
 * a database of every version.
 */
export const MIGRATIONS: readonly string[] = [
  // Actions, observations, setups and lists are JSON: a step must come back exactly as it was hashed, and SQLite's own text
  // cannot hold a lone surrogate. Small columns come first so that rows are listed without reading observations.
  `
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    notes TEXT NOT NULL,
    domain TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- With rowid: steps of a chain lie next to each other on disk, which keys as random as hashes would scatter.
  CREATE TABLE steps (
    id TEXT PRIMARY KEY,
    parent TEXT REFERENCES steps (id),
    depth INTEGER NOT NULL,   -- 1 for a root step
    size INTEGER NOT NULL,    -- UTF-16 units of the observation
    preview TEXT NOT NULL,    -- beginning of the observation's first line
    action TEXT NOT NULL,
    observation TEXT NOT NULL
  ) STRICT;
  CREATE INDEX steps_parent ON steps (parent);

  CREATE TABLE branches (
    id TEXT PRIMARY KEY,
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    tip TEXT REFERENCES steps (id),
    fork TEXT REFERENCES steps (id),
    setup TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX branches_session ON branches (session);
  CREATE INDEX branches_tip ON branches (tip);
  CREATE INDEX branches_fork ON branches (fork);

  CREATE TABLE calls (
    id TEXT PRIMARY KEY,
    step TEXT NOT NULL REFERENCES steps (id),
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    branch TEXT NOT NULL,
    engine TEXT NOT NULL,
    model_name TEXT NOT NULL,
    model_hash TEXT,
    seed INTEGER NOT NULL,
    setup TEXT,               -- NULL: that of the branch, which never changes
    template TEXT NOT NULL,
    instruction TEXT NOT NULL,
    firings TEXT NOT NULL,
    raw TEXT NOT NULL,
    thinking TEXT NOT NULL,
    warnings TEXT NOT NULL,
    tokens TEXT NOT NULL,
    ms TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX calls_step ON calls (step, session);
  CREATE INDEX calls_session ON calls (session);

  CREATE TABLE drafts (
    id TEXT PRIMARY KEY,
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    branch TEXT NOT NULL REFERENCES branches (id) ON DELETE CASCADE,
    parent TEXT REFERENCES steps (id),
    action TEXT NOT NULL,
    instruction TEXT NOT NULL,
    raw TEXT NOT NULL,
    status TEXT NOT NULL,
    reason TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    owner TEXT NOT NULL       -- the opening that wrote it (locks.ts)
  ) STRICT;
  CREATE INDEX drafts_session ON drafts (session);
  CREATE INDEX drafts_branch ON drafts (branch);
  CREATE INDEX drafts_parent ON drafts (parent);
  `,
  // Last, so that SQLite reads a call's other columns without it: a trace is a hundred times as long as its answer.
  `
  ALTER TABLE calls ADD COLUMN trace TEXT;   -- JSON; NULL: none was asked for
  `,
  // Setups hold a world's tools from here on. Nothing is changed: the number keeps an Orrery that does not know them away.
  '-- setups may hold tools',
  `
  ALTER TABLE calls ADD COLUMN left_out INTEGER;   -- NULL: every turn was in the prompt
  ALTER TABLE calls ADD COLUMN pack TEXT;   -- JSON; NULL: a template of Orrery's own
  `,
  // Setups hold the rule for thinking from here on, and may leave the cap on an answer to the template.
  `
  ALTER TABLE calls ADD COLUMN more TEXT;   -- JSON (MORE in calls.ts); NULL: nothing
  `,
  // From here on setups hold who answers, and calls what a ground did. Nothing is changed: the number keeps an Orrery away that does not know them.
  '-- setups may hold grounding',
  // The same for fictions: setups name them, and calls the rows they were given.
  '-- setups may hold a fiction',
  // The same for what is known of an answer beside its text.
  '-- calls may hold results',
  `
  ALTER TABLE drafts ADD COLUMN started_at INTEGER;   -- NULL: before this version
  ALTER TABLE drafts ADD COLUMN agent TEXT;   -- NULL: a person or a script acts
  `,
  // The same as for results, for what a recording showed when it was done again.
  '-- calls may hold differences',
  // The same for programs of worlds: setups hold them, and calls what their steps changed.
  '-- setups may hold a program',
  `
  ALTER TABLE branches ADD COLUMN episode INTEGER;   -- 1: an agent began it for itself, 2: and has left it; NULL: a person's
  `
]

// "Orry" in ASCII, at byte 68 of the file: tells our databases from those of other programs.
const APPLICATION_ID = 0x4f727279

/**
 * The version of `db`, 0 for an empty one. Reads only.
 * @throws OrreryError invalid-input for a database of a newer Orrery or of another program
 */
export function versionOf(
  db: Database.Database,
  path: string,
  { migrations = MIGRATIONS }: MigrateOptions = {}
): number {
  const version = Number(db.pragma('user_version', { simple: true }))
  const isEmpty = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0
  if (!isEmpty && db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    throw new OrreryError(
      'invalid-input',
      `"${path}" belongs to another program. Move it away, or set ORRERY_HOME to another folder.`
    )
  }
  if (version > migrations.length) {
    throw new OrreryError(
      'invalid-input',
      `"${path}" was written by a newer Orrery: it is version ${version}, and this Orrery reads up to ${migrations.length}. ` +
        'Update Orrery to open it, or set ORRERY_HOME to another folder.'
    )
  }
  return version
}

/**
 * Brings `db` to the newest of `migrations`, each in a transaction of its own; an existing database is first copied to
 * `<path>.backup-v<version>-<stamp>`. Returns the path of that copy, or `null` when none was needed.
 * @throws OrreryError as `versionOf`; busy when `others` still work on the older version; disk-full
 */
export function migrate(
  db: Database.Database,
  path: string,
  { stamp, others = [], migrations = MIGRATIONS }: MigrateOptions & { stamp: string; others?: string[] }
): string | null {
  const version = versionOf(db, path, { migrations })
  if (version === migrations.length) return null
  if (version > 0 && others.length) {
    throw new OrreryError(
      'busy',
      `"${path}" must be upgraded, but another Orrery has it open. Close that one, then open this one again.`
    )
  }
  const backup = version > 0 && path !== ':memory:' ? `${path}.backup-v${version}-${stamp}` : null
  if (backup) copy(db, backup)

  // A table is changed by making it anew, which references must not notice; they are checked before each commit.
  db.pragma('foreign_keys = OFF')
  const step = db.transaction((sql: string, next: number) => {
    run(db, sql, path, version)
    db.pragma(`application_id = ${APPLICATION_ID}`)
    db.pragma(`user_version = ${next}`)
    if (db.prepare('SELECT count(*) FROM pragma_foreign_key_check').pluck().get() !== 0) {
      throw new OrreryError('internal', `Migration ${next} of "${path}" left broken references. It was rolled back.`)
    }
  })
  const all = (): void => {
    for (const [index, sql] of migrations.slice(version).entries()) step(sql, version + index + 1)
  }
  // A new database is made at once: each commit waits for the disk.
  if (version === 0) db.transaction(all)()
  else all()
  return backup
}

function run(db: Database.Database, sql: string, path: string, version: number): void {
  try {
    db.exec(sql)
  } catch (cause) {
    if (codeOf(cause) !== 'SQLITE_ERROR') throw cause
    throw new OrreryError(
      'database-corrupt',
      `"${path}" claims to be version ${version} but is not (${String(cause)}). It was not changed. Move it away, or ` +
        'restore a backup.',
      { cause }
    )
  }
}

interface MigrateOptions {
  migrations?: readonly string[] | undefined
}

function copy(db: Database.Database, target: string): void {
  try {
    db.prepare('VACUUM INTO ?').run(target)
  } catch (error) {
    // Half a copy would pass for a backup.
    rmSync(target, { force: true })
    throw error
  }
}
