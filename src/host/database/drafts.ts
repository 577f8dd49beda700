// Drafts in SQL. A draft never holds up its step: while another program holds the database it waits here, and is written afterwards.
import type Database from 'better-sqlite3'
import { OrreryError } from '../../core/errors.ts'
import { Draft } from '../../core/tree/model.ts'
import type { Store } from '../../core/tree/store.ts'
import { isBusy } from '../data/disk-errors.ts'
import { atOnce, LONGEST_WAIT_MS, type Patience, whenFree } from './patience.ts'

export interface Drafts extends Pick<Store, 'drafts' | 'saveDraft'> {
  /** Deletes the draft; for use inside a write. */
  remove(id: string): void
  /** The same, at a person's wish. @throws OrreryError busy while its step runs, here or in another process */
  drop(id: string): void
  /** The draft is gone for good: what waits of it is not written any more. */
  forget(id: string): void
  waits(): boolean
  /** Writes what waits, if that becomes possible in time. Nothing is written afterwards. */
  finish(patience: Patience): Promise<void>
}

type Row = Omit<Draft, 'updatedAt' | 'startedAt' | 'agent' | 'action' | 'runner'> & {
  updated_at: number
  started_at: number | null
  agent: string | null
  action: string
  owner: string
}

/** Why a draft stayed behind whose process ended. */
export const INTERRUPTED = 'Orrery was closed or killed while this step was being predicted.'

/** `owner` names this opening of the database; the drafts that it writes carry it. `lives` tells of another opening whether it is still there. */
export function draftsOn(
  db: Database.Database,
  { owner, lives }: { owner: string; lives(owner: string): boolean }
): Drafts {
  const sql = {
    get: db.prepare<[string], Row>('SELECT * FROM drafts WHERE id = ?'),
    ofSession: db.prepare<[string], Row>('SELECT * FROM drafts WHERE session = ? ORDER BY updated_at, rowid'),
    save: db.prepare(`INSERT INTO drafts
        (id, session, branch, parent, action, instruction, raw, status, reason, updated_at, started_at, agent, owner)
      VALUES (:id, :session, :branch, :parent, :action, :instruction, :raw, :status, :reason, :updated_at, :started_at, :agent, :owner)
      ON CONFLICT (id) DO UPDATE SET raw = excluded.raw, status = excluded.status, reason = excluded.reason,
        instruction = excluded.instruction, updated_at = excluded.updated_at, owner = excluded.owner`),
    delete: db.prepare('DELETE FROM drafts WHERE id = ?')
  }
  const waiting = new Map<string, Draft>()
  // Steps of this opening that run. One that ended and could not be written stays `running` in the database.
  const running = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const write = ({ startedAt, agent, runner: _, ...draft }: Draft) =>
    void sql.save.run({
      ...draft,
      action: JSON.stringify(draft.action),
      updated_at: draft.updatedAt,
      started_at: startedAt ?? null,
      agent: agent ?? null,
      owner
    })

  const forget = (id: string) => {
    waiting.delete(id)
    running.delete(id)
  }

  /** With who runs it; one that nobody runs any more was interrupted. */
  function standing(draft: Draft, by: string): Draft {
    if (draft.status !== 'running') return draft
    const own = by === owner
    if (!(own ? running.has(draft.id) : lives(by))) return { ...draft, status: 'interrupted', reason: INTERRUPTED }
    return { ...draft, runner: { process: own ? process.pid : Number.parseInt(by, 10), own } }
  }

  /** Throws when the database is still held. Any other failure costs that draft only: its world was deleted, or the disk is full. */
  function writeWaiting(): void {
    for (const [id, draft] of waiting) {
      try {
        write(draft)
      } catch (error) {
        if (isBusy(error)) throw error
      }
      waiting.delete(id)
    }
  }

  function retry(): void {
    timer = undefined
    try {
      atOnce(db, writeWaiting)
    } catch {
      timer = setTimeout(retry, LONGEST_WAIT_MS)
    }
  }

  return {
    drafts(session) {
      const held = [...waiting.values()].filter((draft) => draft.session === session)
      const written = sql.ofSession.all(session).filter(({ id }) => !waiting.has(id))
      return [
        ...written.map((row) => standing(read(row), row.owner)),
        ...held.map((draft) => standing(draft, owner))
      ].sort((a, b) => a.updatedAt - b.updatedAt)
    },
    saveDraft(draft) {
      waiting.delete(draft.id)
      if (draft.status === 'running') running.add(draft.id)
      else running.delete(draft.id)
      try {
        atOnce(db, () => write(draft))
      } catch (error) {
        if (!isBusy(error)) throw error
        waiting.set(draft.id, draft)
        timer ??= setTimeout(retry, LONGEST_WAIT_MS)
      }
    },
    remove: (id) => void sql.delete.run(id),
    drop(id) {
      const found = sql.get.get(id)
      if (found && standing(read(found), found.owner).runner) {
        throw new OrreryError('busy', 'This step is still running. It can be dismissed once it has ended.')
      }
      sql.delete.run(id)
    },
    forget,
    waits: () => waiting.size > 0,
    async finish(patience) {
      clearTimeout(timer)
      await whenFree(db, writeWaiting, patience).catch(() => {})
    }
  }
}

function read({ updated_at, started_at, agent, owner: _, action, ...rest }: Row): Draft {
  return Draft.parse({
    ...rest,
    action: JSON.parse(action),
    updatedAt: updated_at,
    ...(started_at !== null && { startedAt: started_at }),
    ...(agent !== null && { agent })
  })
}
