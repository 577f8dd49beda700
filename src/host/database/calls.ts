// Provenance in SQL: one row a prediction.
import type Database from 'better-sqlite3'
import { Call, Setup } from '../../core/model.ts'
import type { Store } from '../../core/ports.ts'

export interface Calls extends Pick<Store, 'calls' | 'allCalls'> {
  /** Writes a call; one of this id that is there already is left alone. */
  insert(call: Call): void
}

type Scalars = Pick<
  Call,
  'id' | 'step' | 'session' | 'branch' | 'engine' | 'seed' | 'template' | 'instruction' | 'raw' | 'thinking'
>
type Record = Scalars & {
  model_name: string
  model_hash: string | null
  created_at: number
  setup: string
  firings: string
  warnings: string
  tokens: string
  ms: string
  trace: string | null
}

// A setup is long (it holds the initial state) and nearly always the branch's own: then the branch keeps it for the call.
const SELECT = `SELECT c.*, coalesce(c.setup, b.setup) AS setup
  FROM calls c LEFT JOIN branches b ON b.id = c.branch AND b.session = c.session`

export function callsOn(db: Database.Database): Calls {
  const sql = {
    insert:
      db.prepare(`INSERT INTO calls (id, step, session, branch, engine, model_name, model_hash, seed, setup, template,
        instruction, firings, raw, thinking, warnings, tokens, ms, created_at, trace)
      VALUES (:id, :step, :session, :branch, :engine, :model_name, :model_hash, :seed, :setup, :template,
        :instruction, :firings, :raw, :thinking, :warnings, :tokens, :ms, :created_at, :trace)
      ON CONFLICT (id) DO NOTHING`),
    setupOf: db.prepare<[string, string], string>('SELECT setup FROM branches WHERE id = ? AND session = ?').pluck(),
    ofStep: db.prepare<[string, string], Record>(
      `${SELECT} WHERE c.step = ? AND c.session = ? ORDER BY c.created_at, c.rowid`
    ),
    ofSession: db.prepare<[string], Record>(`${SELECT} WHERE c.session = ? ORDER BY c.created_at, c.rowid`)
  }
  return {
    insert({ model, setup, firings, warnings, tokens, ms, trace, createdAt, ...scalars }) {
      const text = JSON.stringify(setup)
      const kept = sql.setupOf.get(scalars.branch, scalars.session)
      sql.insert.run({
        ...scalars,
        model_name: model.name,
        model_hash: model.hash,
        created_at: createdAt,
        setup: kept !== undefined && (kept === text || current(kept) === text) ? null : text,
        firings: JSON.stringify(firings),
        warnings: JSON.stringify(warnings),
        tokens: JSON.stringify(tokens),
        ms: JSON.stringify(ms),
        trace: trace && JSON.stringify(trace)
      })
    },
    calls: (session, step) => sql.ofStep.all(step, session).map(reader()),
    allCalls: (session) => sql.ofSession.all(session).map(reader())
  }
}

const { shape } = Call

/** A branch's setup as it reads today: one kept by an older Orrery lacks the rules that are newer. */
function current(setup: string): string {
  return JSON.stringify(Setup.parse(JSON.parse(setup)))
}

/** Reads records back. Setups are parsed, so that a rule newer than the record has its default, but each text only once. */
function reader(): (record: Record) => Call {
  const setups = new Map<string, Setup>()
  return ({ model_name, model_hash, created_at, setup: text, firings, warnings, tokens, ms, trace, ...scalars }) => {
    const setup = setups.get(text) ?? Setup.parse(JSON.parse(text))
    setups.set(text, setup)
    return {
      ...scalars,
      model: { name: model_name, hash: model_hash },
      setup,
      firings: shape.firings.parse(JSON.parse(firings)),
      warnings: shape.warnings.parse(JSON.parse(warnings)),
      tokens: shape.tokens.parse(JSON.parse(tokens)),
      ms: shape.ms.parse(JSON.parse(ms)),
      createdAt: created_at,
      trace: trace === null ? null : shape.trace.parse(JSON.parse(trace))
    }
  }
}
