// Drafts in SQL. A draft never holds up its step: while another program holds the database it waits here, and is written afterwards.
import type Database from 'better-sqlite3'
import { Draft } from '../../core/model.ts'
import type { Store } from '../../core/ports.ts'
import { isBusy } from '../data/disk-errors.ts'
import { atOnce, LONGEST_WAIT_MS, type Patience, whenFree } from './patience.ts'

export interface Drafts extends Pick<Store, 'drafts' | 'saveDraft'> {
  /** Deletes the draft; for use inside a write. */
  remove(id: string): void
  /** The draft is gone for good: what waits of it is not written any more. */
  forget(id: string): void
  waits(): boolean
  /** Writes what waits, if that becomes possible in time. Nothing is written afterwards. */
  finish(patience: Patience): Promise<void>
}

type Row = Omit<Draft, 'updatedAt' | 'action'> & { updated_at: number; action: string; owner: string }

/** `owner` names this opening of the database; the drafts that it writes carry it. */
export function draftsOn(db: Database.Database, owner: string): Drafts {
  const sql = {
    ofSession: db.prepare<[string], Row>('SELECT * FROM drafts WHERE session = ? ORDER BY updated_at, rowid'),
    save: db.prepare(`INSERT INTO drafts
        (id, session, branch, parent, action, instruction, raw, status, reason, updated_at, owner)
      VALUES (:id, :session, :branch, :parent, :action, :instruction, :raw, :status, :reason, :updated_at, :owner)
      ON CONFLICT (id) DO UPDATE SET raw = excluded.raw, status = excluded.status, reason = excluded.reason,
        instruction = excluded.instruction, updated_at = excluded.updated_at, owner = excluded.owner`),
    delete: db.prepare('DELETE FROM drafts WHERE id = ?')
  }
  const waiting = new Map<string, Draft>()
  let timer: NodeJS.Timeout | undefined

  const write = (draft: Draft) =>
    void sql.save.run({ ...draft, action: JSON.stringify(draft.action), updated_at: draft.updatedAt, owner })

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
      return [...written.map(read), ...held].sort((a, b) => a.updatedAt - b.updatedAt)
    },
    saveDraft(draft) {
      waiting.delete(draft.id)
      try {
        atOnce(db, () => write(draft))
      } catch (error) {
        if (!isBusy(error)) throw error
        waiting.set(draft.id, draft)
        timer ??= setTimeout(retry, LONGEST_WAIT_MS)
      }
    },
    remove: (id) => void sql.delete.run(id),
    forget: (id) => void waiting.delete(id),
    waits: () => waiting.size > 0,
    async finish(patience) {
      clearTimeout(timer)
      await whenFree(db, writeWaiting, patience).catch(() => {})
    }
  }
}

function read({ updated_at, owner: _, action, ...rest }: Row): Draft {
  return Draft.parse({ ...rest, action: JSON.parse(action), updatedAt: updated_at })
}
