// The Store port on SQLite: the tree and its provenance under sessions, branches and drafts, every change one transaction.
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { OrreryError } from '../../core/errors.ts'
import { Grounding } from '../../core/tree/ground.ts'
import type { Branch, BranchHead, Session, StepId } from '../../core/tree/model.ts'
import type { Commit, Store } from '../../core/tree/store.ts'
import { codeOf, explain, isOutOfRoom } from '../data/disk-errors.ts'
import { callsOn } from './calls.ts'
import { draftsOn } from './drafts.ts'
import { episodesOn } from './episodes.ts'
import { type OpenDatabase, type OpenOptions, openDatabase } from './open.ts'
import { PATIENCE_MS, whenFree } from './patience.ts'
import { createSetups } from './setups.ts'
import { stepsOn } from './steps.ts'

export interface StoreOptions extends Pick<OpenOptions, 'clock' | 'reserve' | 'readonly'> {
  /** Milliseconds that a write waits while another program holds the database. */
  patience?: number
}

// Whoever closes a window waits this long for a draft that another program keeps from being written.
const CLOSING_MS = 2_000

/**
 * Opens the store kept in the file at `path`; `:memory:` for one that is gone when closed. `notice` says, for a person to read,
 * what became of a damaged or older file.
 * @throws OrreryError as `openDatabase`
 */
export function openStore(path: string, options: StoreOptions): Store & { notice: string | null } {
  const opened = openDatabase(path, { ...options, compile })
  return { ...storeOn(opened, options), notice: opened.notice }
}

function compile(db: Database.Database): unknown {
  const steps = stepsOn(db)
  const drafts = draftsOn(db, { owner: '', lives: () => false })
  return [statements(db), steps, callsOn(db, createSetups()), drafts, episodesOn(db, steps)]
}

/** The store on a database that is open already. What SQLite refuses is thrown as an OrreryError. */
export function storeOn(
  { db, path, owner, lives, readonly, makeRoom = () => false, close }: OpenDatabase,
  { clock, reserve, patience: limit = PATIENCE_MS }: StoreOptions
): Store {
  const sql = statements(db)
  const steps = stepsOn(db)
  const readSetup = createSetups()
  const calls = callsOn(db, readSetup)
  const episodes = episodesOn(db, steps)
  const { drafts, saveDraft, ...draft } = draftsOn(db, { owner, lives })

  const session = (id: string): Session => readSession(sql.session.get(id) ?? missing('world', id))
  /** The setup is parsed, so that a rule newer than the record has its default. */
  const readBranch = (row: BranchRow): Branch => ({ ...headOf(row), setup: readSetup(row.setup) })
  const branch = (id: string): Branch => readBranch(sql.branch.get(id) ?? missing('branch', id))
  const insertSession = (made: Session) =>
    sql.insertSession.run({ ...made, created_at: made.createdAt, updated_at: made.updatedAt })
  const insertBranch = (made: Branch) =>
    sql.insertBranch.get({ ...made, setup: JSON.stringify(made.setup), created_at: made.createdAt })

  const { write, free, holdBack } = writing(db, { limit, makeRoom, reserve })

  const commit = db.transaction(({ step, call, branch: id, expected, fork, draft: done }: Commit) => {
    if (step.parent !== expected) {
      throw new OrreryError('conflict', `Step ${step.id} follows ${name(step.parent)}, not ${name(expected)}.`)
    }
    steps.insert(step)
    const row = fork ? insertBranch(fork) : sql.moveTip.get({ id, expected, tip: step.id })
    if (!row) throw moved(branch(id), expected)
    calls.insert(call, row.setup)
    if (done) draft.remove(done)
    sql.touchSession.run({ id: call.session, now: clock.now() })
    return headOf(row)
  }).immediate

  const store: Store = {
    sessions: () => sql.sessions.all().map(readSession),
    answerers() {
      // The first branch last, so that it stays.
      const found = sql.answerers.all().map(({ session, recording, grounding }) => {
        const rules = { recording, ...(grounding !== null && { grounding: Grounding.parse(grounding) }) }
        return [session, rules] as const
      })
      return new Map(found)
    },
    listed: () => sql.listed.get() ?? '',
    session,
    standing(id) {
      const now = { session: session(id), branches: sql.tips.all(id), drafts: drafts(id) }
      const { title, updatedAt } = now.session
      const state = JSON.stringify([
        title,
        updatedAt,
        now.branches,
        now.drafts.map((draft) => [draft.id, draft.status])
      ])
      return { ...now, version: createHash('sha256').update(state).digest('base64url').slice(0, 16) }
    },
    createSession: write((made, branches) => {
      insertSession(made)
      for (const each of branches) insertBranch(each)
    }),
    updateSession: write((id, { title, notes, updatedAt }) => {
      const was = session(id)
      sql.updateSession.run({ id, title: title ?? was.title, notes: notes ?? was.notes, updated_at: updatedAt })
      return session(id)
    }),
    deleteSession: free((id) => {
      session(id)
      const held = steps.heldBy(id)
      // Branches, calls and drafts go with it; then every step that nothing refers to any more, children first.
      sql.deleteSession.run(id)
      for (const each of held) steps.release(each)
    }),

    branches: (of) => sql.branches.all(of).map(readBranch),
    branch,
    countBranches: (of) => sql.countBranches.get(of) ?? 0,
    createBranch: write((made, { episode = false } = {}) => {
      insertBranch(made)
      if (episode) episodes.mark(made.id)
    }),
    renameBranch: write((id, title) => {
      sql.renameBranch.run({ id, title })
      return branch(id)
    }),

    leaveEpisode: write(episodes.leave),
    endedEpisodes: episodes.ended,
    removeEpisodes: free((ids) => ids.filter(episodes.remove).length),
    bytes: () => (db.memory ? 0 : sizeOf(path) + sizeOf(`${path}-wal`)),
    async compact() {
      await whenFree(db, () => db.exec('VACUUM'), { limit })
      holdBack()
    },

    step: steps.step,
    chain: steps.chain,
    window: steps.window,
    rows: steps.rows,
    siblings: steps.siblings,
    redone: steps.redone,
    calls: calls.calls,
    callFor: calls.callFor,
    recentTimes: calls.recentTimes,
    score: calls.score,
    stepIds: steps.stepIds,
    pathIds: steps.pathIds,
    forkedIds: steps.forkedIds,
    callIds: calls.callIds,
    call: calls.call,
    holdings: calls.holdings,

    drafts,
    saveDraft,
    deleteDraft: free((id) => {
      draft.drop(id)
      draft.forget(id)
    }),

    async commit(made, { signal } = {}) {
      const head = await whenFree(db, () => commit(made), { limit, signal })
      if (made.draft) draft.forget(made.draft)
      return head
    },
    importSession: write((made, branches, imported, provenance) => {
      if (!sql.session.get(made.id)) insertSession(made)
      for (const each of imported) steps.insert(each)
      for (const each of branches) importBranch(each)
      for (const each of provenance) calls.insert(each)
    }),
    async close() {
      if (draft.waits()) await draft.finish({ limit: CLOSING_MS })
      close()
      reserve?.restore()
    }
  }
  return explained(store, path, readonly)

  /** A branch held here stays as it is; when it does not lead to the imported tip, both are kept, so that no step is lost. */
  function importBranch(made: Branch): void {
    const held = sql.branch.get(made.id)
    if (!held) return void insertBranch(made)
    if (held.session === made.session && steps.leadsTo(held.tip, made.tip)) return
    const id = `${made.id}-${made.tip?.slice(0, 12) ?? 'start'}`
    if (!sql.branch.get(id)) insertBranch({ ...made, id, title: `${made.title} (imported)` })
  }
}

/** The ways to change the database. */
function writing(
  db: Database.Database,
  { limit, makeRoom, reserve }: { limit: number; makeRoom: () => boolean } & Pick<StoreOptions, 'reserve'>
) {
  /** All or nothing; IMMEDIATE, because a transaction that starts by reading may find the lock gone when it comes to write. */
  function write<A extends unknown[], R>(work: (...args: A) => R): (...args: A) => Promise<R> {
    const once = db.transaction(work).immediate
    return (...args) => whenFree(db, () => once(...args), { limit })
  }

  /** What the log took is held back again. */
  function holdBack(): void {
    try {
      db.pragma('wal_checkpoint(TRUNCATE)')
    } catch {
      // Somebody reads from the log: it is cut back when the database is closed.
    }
    reserve?.restore()
  }

  /** A change that frees space. It writes first, and on a full disk there is room held back for that. */
  function free<A extends unknown[], R>(work: (...args: A) => R): (...args: A) => Promise<R> {
    const once = write(work)
    return async (...args) => {
      try {
        return await once(...args)
      } catch (error) {
        if (!isOutOfRoom(error) || !makeRoom()) throw error
      }
      try {
        return await once(...args)
      } finally {
        holdBack()
      }
    }
  }

  return { write, free, holdBack }
}

type SessionRow = Omit<Session, 'createdAt' | 'updatedAt'> & { created_at: number; updated_at: number }
type BranchRow = Omit<BranchHead, 'createdAt'> & { created_at: number; setup: string; episode?: number | null }

function statements(db: Database.Database) {
  return {
    listed: db.prepare<[], string>("SELECT count(*) || ' ' || coalesce(max(updated_at), 0) FROM sessions").pluck(),
    sessions: db.prepare<[], SessionRow>('SELECT * FROM sessions ORDER BY updated_at DESC, id'),
    answerers: db.prepare<[], { session: string; recording: string | null; grounding: string | null }>(
      `SELECT session, json_extract(setup, '$.recording') AS recording, json_extract(setup, '$.grounding') AS grounding
       FROM branches WHERE json_valid(setup) ORDER BY created_at DESC, rowid DESC`
    ),
    session: db.prepare<[string], SessionRow>('SELECT * FROM sessions WHERE id = ?'),
    insertSession: db.prepare(`INSERT INTO sessions (id, title, notes, domain, created_at, updated_at)
      VALUES (:id, :title, :notes, :domain, :created_at, :updated_at)`),
    updateSession: db.prepare(
      'UPDATE sessions SET title = :title, notes = :notes, updated_at = max(updated_at, :updated_at) WHERE id = :id'
    ),
    touchSession: db.prepare('UPDATE sessions SET updated_at = max(updated_at, :now) WHERE id = :id'),
    deleteSession: db.prepare('DELETE FROM sessions WHERE id = ?'),
    tips: db.prepare<[string], Pick<Branch, 'id' | 'title' | 'tip'>>(
      'SELECT id, title, tip FROM branches WHERE session = ? ORDER BY created_at, rowid'
    ),
    branches: db.prepare<[string], BranchRow>('SELECT * FROM branches WHERE session = ? ORDER BY created_at, rowid'),
    countBranches: db.prepare<[string], number>('SELECT count(*) FROM branches WHERE session = ?').pluck(),
    branch: db.prepare<[string], BranchRow>('SELECT * FROM branches WHERE id = ?'),
    insertBranch: db.prepare<
      [BranchRow],
      BranchRow
    >(`INSERT INTO branches (id, session, title, tip, fork, setup, created_at)
      VALUES (:id, :session, :title, :tip, :fork, :setup, :created_at) RETURNING *`),
    renameBranch: db.prepare('UPDATE branches SET title = :title, episode = NULL WHERE id = :id'),
    moveTip: db.prepare<[{ id: string; expected: StepId | null; tip: StepId }], BranchRow>(
      'UPDATE branches SET tip = :tip WHERE id = :id AND tip IS :expected RETURNING *'
    )
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function readSession({ created_at, updated_at, ...rest }: SessionRow): Session {
  return { ...rest, createdAt: created_at, updatedAt: updated_at }
}

function headOf({ created_at, setup: _setup, episode: _episode, ...rest }: BranchRow): BranchHead {
  return { ...rest, createdAt: created_at }
}

function missing(kind: 'world' | 'branch', id: string): never {
  throw new OrreryError('not-found', `There is no ${kind} "${id}". It may have been deleted; choose another.`)
}

function moved({ title, tip }: Branch, expected: StepId | null): OrreryError {
  return new OrreryError(
    'conflict',
    `"${title}" has changed: its tip is now ${name(tip)}, but this step follows ${name(expected)}. Act again from the new tip.`
  )
}

function name(tip: StepId | null): string {
  return tip === null ? 'its start' : `step ${tip}`
}

/** The same store, its errors explained. `readonly`: why nothing can be saved. */
function explained(store: Store, path: string, readonly: OrreryError | undefined): Store {
  const reasonOf = (error: unknown, saving: boolean) =>
    readonly && codeOf(error) === 'SQLITE_READONLY' ? readonly : explain(error, path, { saving })
  const entries = Object.entries(store).map(([key, work]: [string, (...args: unknown[]) => unknown]) => [
    key,
    (...args: unknown[]) => {
      try {
        const result = work(...args)
        if (!(result instanceof Promise)) return result
        return result.catch((error) => {
          throw reasonOf(error, true)
        })
      } catch (error) {
        // Whatever saves is a promise, but for drafts.
        throw reasonOf(error, key === 'saveDraft')
      }
    }
  ])
  // Every function is wrapped by one of the same parameters and result, which fromEntries cannot say.
  return Object.fromEntries(entries) as Store
}
