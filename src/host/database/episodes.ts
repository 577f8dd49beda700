// Episodes of agents in SQL: branches that agents began for themselves, and the way to be rid of those that nobody came back to.
import type Database from 'better-sqlite3'
import type { StepId } from '../../core/tree/model.ts'
import type { EpisodeRow } from '../../core/tree/store.ts'
import type { Steps } from './steps.ts'

// In which nobody but agents acted, by one look at the calls: a branch has no index of its own there.
const ENDED = `
  WITH acted AS (
    SELECT branch, session, max(created_at) AS last, max(json_extract(more, '$.agent') IS NULL) AS person FROM calls GROUP BY branch, session
  )
  SELECT b.id, b.session, b.title FROM branches b LEFT JOIN acted a ON a.branch = b.id AND a.session = b.session
  WHERE coalesce(a.person, 0) = 0 AND max(b.created_at, coalesce(a.last, 0)) < CASE b.episode WHEN 2 THEN :left WHEN 1 THEN :idle END
    AND NOT EXISTS (SELECT 1 FROM drafts d WHERE d.branch = b.id AND d.status = 'running')
  ORDER BY max(b.created_at, coalesce(a.last, 0)), b.id`

export function episodesOn(db: Database.Database, steps: Pick<Steps, 'pathIds' | 'release'>) {
  const sql = {
    ended: db.prepare<[{ left: number; idle: number }], EpisodeRow>(ENDED),
    branch: db.prepare<[string], { session: string; tip: string | null; fork: string | null }>(
      'SELECT session, tip, fork FROM branches WHERE id = ? AND episode IS NOT NULL'
    ),
    goesOn: db.prepare<[StepId], number>('SELECT EXISTS (SELECT 1 FROM branches WHERE fork = ?)').pluck(),
    calls: db.prepare('DELETE FROM calls WHERE step = ? AND session = ? AND branch = ?'),
    remove: db.prepare('DELETE FROM branches WHERE id = ?'),
    mark: db.prepare('UPDATE branches SET episode = 1 WHERE id = ?'),
    leave: db.prepare('UPDATE branches SET episode = 2 WHERE id = ? AND episode = 1')
  }
  return {
    mark: (id: string) => void sql.mark.run(id),
    leave: (id: string) => void sql.leave.run(id),
    /** Those that were left and last acted in before `left`, or not left and before `idle`, the oldest first. */
    ended: (before: { left: number; idle: number }): EpisodeRow[] => sql.ended.all(before),
    /** Removes the branch with its steps. `false`: it is no episode, or another branch goes on from one of its steps. */
    remove(id: string): boolean {
      const found = sql.branch.get(id)
      if (!found) return false
      const path = steps.pathIds(found.tip)
      const own = path.slice(found.fork === null ? 0 : path.indexOf(found.fork) + 1)
      if (own.some((step) => sql.goesOn.get(step) === 1)) return false
      for (const step of own) sql.calls.run(step, found.session, id)
      sql.remove.run(id)
      // Others that did the same have the same steps: those stay.
      for (const step of own.toReversed()) steps.release(step)
      return true
    }
  }
}
