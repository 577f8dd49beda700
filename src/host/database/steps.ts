// The tree in SQL: steps by id, chains up to the root, and what of the tree a session's branches reach.
import type Database from 'better-sqlite3'
import { z } from 'zod'
import { OrreryError } from '../../core/errors.ts'
import { createRecent } from '../../core/text/recent.ts'
import { Leak } from '../../core/tree/fiction.ts'
import { Difference, Grounded } from '../../core/tree/ground.ts'
import { Observation, type Step, type StepId } from '../../core/tree/model.ts'
import type { Answerer } from '../../core/tree/origin.ts'
import type { ListedStep, Store } from '../../core/tree/store.ts'
import { damaged } from '../data/disk-errors.ts'

type Reading = Pick<
  Store,
  'step' | 'chain' | 'window' | 'rows' | 'siblings' | 'redone' | 'stepIds' | 'pathIds' | 'forkedIds'
>

export interface Steps extends Reading {
  /** Writes a step; one that is there already is left alone. @throws OrreryError not-found when its parent is missing */
  insert(step: Step): void
  /** Whether `id` is `tip` or lies before it; the start lies before every step. */
  leadsTo(tip: StepId | null, id: StepId | null): boolean
  /** Ids of all steps that anything in the session leads to, children before parents. */
  heldBy(session: string): StepId[]
  /** Deletes the step unless another step, a branch, a draft or a call refers to it. */
  release(id: StepId): void
}

// The timeline shows about this much of a line; a file printed without line breaks must not make rows heavy.
const PREVIEW = 200

const WHOLE = 's.id, s.parent, s.action, s.observation'
const BRIEF = 's.id, s.parent, s.action, s.preview, s.size'

// Going up from the tip: 10,000 steps take about 25 ms, where one query a step takes twice that. The depth goes down by one each time,
// so that this ends in a damaged database too.
const upwards = (columns: string) => `
  WITH RECURSIVE chain AS (
    SELECT ${columns}, s.depth AS depth FROM steps s WHERE s.id = ?
    UNION ALL
    SELECT ${columns}, s.depth FROM chain c JOIN steps s ON s.id = c.parent AND s.depth = c.depth - 1
    LIMIT ?
  ) SELECT * FROM chain`

// Branches share most of their past: UNION visits a shared step once.
const reach = (starts: string) => `
  WITH RECURSIVE reach (id, parent, depth) AS (
    SELECT id, parent, depth FROM steps WHERE id IN (${starts})
    UNION
    SELECT s.id, s.parent, s.depth FROM reach r JOIN steps s ON s.id = r.parent WHERE r.depth > :floor
  )`
const TIPS = 'SELECT tip FROM branches WHERE session = :session'
const ALL = `${TIPS} UNION SELECT fork FROM branches WHERE session = :session
  UNION SELECT step FROM calls WHERE session = :session UNION SELECT parent FROM drafts WHERE session = :session`

// What calls keep for few steps stands behind all of their text, and is read only where it is there: 10,000 rows take about 10 ms.
const ANSWERED = `SELECT step, engine, CASE WHEN more IS NOT NULL THEN json_extract(more, '$.grounded.origin') END AS origin,
  CASE WHEN firings <> '[]' THEN (SELECT json_group_array(DISTINCT value ->> 'name') FROM json_each(firings)) END AS fired,
  CASE WHEN more IS NOT NULL THEN json_extract(more, '$.leak') END AS leak FROM calls`

export function stepsOn(db: Database.Database): Steps {
  type Whole = { id: string; parent: string | null; action: string; observation: string }
  type InChain = { depth: number }
  type InSession = { session: string; floor: number }
  const sql = {
    insert: db.prepare(`INSERT INTO steps (id, parent, depth, size, preview, action, observation)
      VALUES (:id, :parent, :depth, :size, :preview, :action, :observation) ON CONFLICT (id) DO NOTHING`),
    depth: db.prepare<[string], number>('SELECT depth FROM steps WHERE id = ?').pluck(),
    get: db.prepare<[string], Whole & InChain>(`SELECT ${WHOLE}, s.depth AS depth FROM steps s WHERE id = ?`),
    chain: db.prepare<[string, number], Whole & InChain>(upwards(WHOLE)),
    rows: db.prepare<[string, number], Brief & InChain>(upwards(BRIEF)),
    forked: db.prepare<[InSession], { parent: string | null; children: number }>(
      `${reach(TIPS)} SELECT parent, count(*) AS children FROM reach GROUP BY parent HAVING children > 1`
    ),
    siblings: db.prepare<[InSession & { parent: string | null; depth: number }], Brief>(
      `${reach(TIPS)} SELECT ${BRIEF} FROM reach r JOIN steps s ON s.id = r.id
       WHERE r.depth = :depth AND r.parent IS :parent ORDER BY s.rowid`
    ),
    treeIds: db
      .prepare<[InSession], string>(
        `${reach(TIPS)} SELECT s.id FROM reach r JOIN steps s ON s.id = r.id ORDER BY s.depth, s.rowid`
      )
      .pluck(),
    pathIds: db.prepare<[string, number], string>(`${upwards('s.id, s.parent')}`).pluck(),
    forkedIds: db.prepare<[InSession], { id: string; parent: string | null }>(
      `${reach(TIPS)} SELECT r.id, r.parent FROM reach r JOIN steps s ON s.id = r.id
       WHERE coalesce(r.parent, '') IN (SELECT coalesce(parent, '') FROM reach GROUP BY parent HAVING count(*) > 1)
       ORDER BY s.depth, s.rowid`
    ),
    children: db.prepare<[string | null], Brief>(`SELECT ${BRIEF} FROM steps s WHERE s.parent IS ? LIMIT 2`),
    leadsTo: db.prepare<[string, number, string], string>(`${upwards('s.id, s.parent')} WHERE id = ? LIMIT 1`).pluck(),
    answered: db.prepare<[string], [step: string, ...Answered]>(`${ANSWERED} WHERE session = ? ORDER BY rowid`).raw(),
    answeredOf: db
      .prepare<[string, string], [step: string, ...Answered]>(
        `${ANSWERED} WHERE step = ? AND session = ? ORDER BY rowid DESC LIMIT 1`
      )
      .raw(),
    differences: db
      .prepare<[string], [step: string, differences: string]>(
        `SELECT step, json_extract(more, '$.grounded.differences') AS differences FROM calls
         WHERE session = ? AND json_valid(more) AND differences IS NOT NULL ORDER BY rowid`
      )
      .raw(),
    branches: db.prepare<[string], number>('SELECT count(*) FROM branches WHERE session = ?').pluck(),
    heldBy: db.prepare<[InSession], string>(`${reach(ALL)} SELECT id FROM reach ORDER BY depth DESC`).pluck(),
    release: db.prepare(`DELETE FROM steps WHERE id = :id
      AND NOT EXISTS (SELECT 1 FROM steps WHERE parent = :id)
      AND NOT EXISTS (SELECT 1 FROM branches WHERE tip = :id)
      AND NOT EXISTS (SELECT 1 FROM branches WHERE fork = :id)
      AND NOT EXISTS (SELECT 1 FROM calls WHERE step = :id)
      AND NOT EXISTS (SELECT 1 FROM drafts WHERE parent = :id)`)
  }

  // They never change, so of a history only what is new is read again.
  const held = createRecent<HeldStep, StepId>(MOST_HELD, ({ size }) => size)
  const keep = (whole: Whole & InChain): Step => {
    const size = whole.action.length + whole.observation.length
    return held.set(whole.id, { step: step(whole), depth: whole.depth, size }).step
  }

  const stepOf = (id: StepId): Step => held.get(id)?.step ?? keep(sql.get.get(id) ?? missing(id))

  /** Number of steps from the root to this one, itself included; 0 before the first. */
  const depthOf = (id: StepId | null): number => (id === null ? 0 : (held.get(id)?.depth ?? writtenDepth(id)))
  const writtenDepth = (id: StepId): number => sql.depth.get(id) ?? missing(id)

  /** Up to `limit` steps that end at `tip`, oldest first. */
  function ending(tip: StepId | null, limit: number): Step[] {
    const found: Step[] = []
    for (let at = tip; at !== null && found.length !== limit; at = found.at(-1)?.parent ?? null) {
      const known = held.get(at)
      if (known) found.push(known.step)
      else for (const one of newSteps(at, limit < 0 ? limit : limit - found.length)) found.push(one)
    }
    return found.reverse()
  }

  /** Up to `limit` steps upwards from `tip` to the first that is held, newest first. */
  function newSteps(tip: StepId, limit: number): Step[] {
    const rows: (Whole & InChain)[] = []
    for (const row of sql.chain.iterate(tip, limit)) {
      if (held.has(row.id)) return rows.map(keep)
      rows.push(row)
    }
    return unbroken(rows, tip, limit).map(keep)
  }

  /** Of a damaged database the beginning of a history may be missing: half a history would pass for a whole one. */
  function unbroken<T extends InChain>(found: T[], tip: StepId, limit: number): T[] {
    const [last] = found
    if (!last) return missing(tip)
    if (found.length === (limit < 0 ? last.depth : Math.min(limit, last.depth))) return found
    throw damaged(`of the ${last.depth} steps up to ${tip} only ${found.length} can be found`)
  }

  return {
    step: stepOf,
    chain: (tip) => ending(tip, EVERY),
    window: (tip, last) => ({ steps: ending(tip, last), total: depthOf(tip) }),
    stepIds: (session) => sql.treeIds.all({ session, floor: 0 }),
    pathIds(tip) {
      if (tip === null) return []
      const found = sql.pathIds.all(tip, EVERY).reverse()
      return found.length ? found : missing(tip)
    },
    forkedIds: (session) => sql.forkedIds.all({ session, floor: 0 }),

    rows(session, tip) {
      if (tip === null) return []
      // A tree with one branch has no siblings, and most trees have one branch.
      const forked = (sql.branches.get(session) ?? 0) > 1 ? sql.forked.all({ session, floor: 0 }) : []
      const children = new Map(forked.map((fork) => [fork.parent, fork.children]))
      const found = unbroken(sql.rows.all(tip, EVERY), tip, EVERY).reverse()
      const answered = sql.answered.all(session)
      const [by, fired] = [answerers(answered), firedIn(answered)]
      return found.map((brief) =>
        row(brief, (children.get(brief.parent) ?? 1) - 1, by.get(brief.id), fired.get(brief.id))
      )
    },

    siblings(session, id) {
      const { parent } = stepOf(id)
      // Most steps are the only one after their parent anywhere, and then the tree need not be walked.
      const children = sql.children.all(parent)
      const at = depthOf(id)
      const found = children.length > 1 ? sql.siblings.all({ session, parent, depth: at, floor: at }) : children
      return found.map((brief) => {
        const answered = sql.answeredOf.all(brief.id, session)
        return row(brief, found.length - 1, answerers(answered).get(brief.id), firedIn(answered).get(brief.id))
      })
    },

    redone(session) {
      const shown = new Map<StepId, string>()
      for (const [step, differences] of sql.differences.all(session)) {
        const path = sql.pathIds.all(step, EVERY).reverse()
        for (const one of DIFFERENCES.parse(JSON.parse(differences))) {
          const id = path[one.turn - 1]
          if (id !== undefined) shown.set(id, one.shown)
        }
      }
      return shown
    },

    insert({ id, parent, action, observation }) {
      const { text } = observation
      const lineEnd = text.indexOf('\n')
      sql.insert.run({
        id,
        parent,
        depth: (parent === null ? 0 : writtenDepth(parent)) + 1,
        size: text.length,
        preview: text.slice(0, lineEnd < 0 ? PREVIEW : Math.min(lineEnd, PREVIEW)),
        action: JSON.stringify(action),
        observation: JSON.stringify(observation)
      })
    },
    leadsTo: (tip, id) => id === null || (tip !== null && sql.leadsTo.get(tip, EVERY, id) === id),
    heldBy: (session) => sql.heldBy.all({ session, floor: 0 }),
    release(id) {
      held.drop(id)
      sql.release.run({ id })
    }
  }
}

/** Characters of steps in memory: 32 MB at most, and enough for the longest worlds. */
const MOST_HELD = 16_000_000

interface HeldStep {
  step: Step
  /** Steps from the root to this one, itself included. */
  depth: number
  /** Characters. */
  size: number
}

// SQLite reads a negative LIMIT as none.
const EVERY = -1

/** Any JSON is an action, so only what a damaged observation might be is checked. */
function step(whole: { id: string; parent: string | null; action: string; observation: string }): Step {
  const { id, parent, action, observation } = whole
  return { id, parent, action: JSON.parse(action), observation: Observation.parse(JSON.parse(observation)) }
}

type Brief = Omit<ListedStep, 'action' | 'siblings' | 'by' | 'fired'> & { action: string }

/** Property by property: thousands of rows are made at once. */
function row(
  { id, parent, action, preview, size }: Brief,
  siblings: number,
  by: ListedStep['by'] = null,
  fired?: string[]
): ListedStep {
  const made = { id, parent, action: JSON.parse(action), preview, size, siblings, by }
  return fired ? { ...made, fired } : made
}

type Answered = [engine: string, origin: string | null, fired: string | null, leak: string | null]

const { origin: ORIGIN } = Grounded.shape

/** Who answered each step; of several calls the one written last. One object for a run of steps with the same answerer. */
function answerers(found: [step: string, ...Answered][]): Map<StepId, Answerer> {
  const by = new Map<StepId, Answerer>()
  const known: Answerer[] = []
  for (const [step, engine, origin, , leak] of found) {
    let one = known.at(-1)
    if (one?.engine !== engine || (one.grounded?.origin ?? null) !== origin || (one.leak ?? null) !== leak) {
      one = {
        engine,
        ...(origin !== null && { grounded: { origin: ORIGIN.parse(origin) } }),
        ...(leak !== null && { leak: Leak.parse(leak) })
      }
      known.push(one)
    }
    by.set(step, one)
  }
  return by
}

const FIRED = z.array(z.string())
const DIFFERENCES = z.array(Difference)

/** The perturbations that took part, for steps where some did. */
function firedIn(found: [step: string, ...Answered][]): Map<StepId, string[]> {
  const fired = new Map<StepId, string[]>()
  for (const [step, , , names] of found) {
    if (names !== null) fired.set(step, FIRED.parse(JSON.parse(names)))
    else fired.delete(step)
  }
  return fired
}

function missing(id: StepId): never {
  throw new OrreryError('not-found', `There is no step ${id}.`)
}
