// Provenance in SQL: one row a prediction.
import { isDeepStrictEqual } from 'node:util'
import type Database from 'better-sqlite3'
import { z } from 'zod'
import { OrreryError } from '../../core/errors.ts'
import { createRecent } from '../../core/text/recent.ts'
import { Leak } from '../../core/tree/fiction.ts'
import { Grounded } from '../../core/tree/ground.ts'
import {
  BenchRecord,
  ByAgent,
  Call,
  type CheckScore,
  Pack,
  Prediction,
  type Setup,
  ThoughtEnd,
  Tool
} from '../../core/tree/model.ts'
import { StepResult } from '../../core/tree/result.ts'
import type { AnswerTime, Holdings, Store } from '../../core/tree/store.ts'
import type { ReadSetup } from './setups.ts'

export interface CallTable
  extends Pick<Store, 'calls' | 'callFor' | 'recentTimes' | 'callIds' | 'call' | 'holdings' | 'score'> {
  /** Writes a call; one of this id that is there already is left alone. `branchSetup`: the setup that its branch keeps, where it is at hand. */
  insert(call: Call, branchSetup?: string): void
}

type Scalars = Pick<
  Call,
  'id' | 'step' | 'session' | 'branch' | 'engine' | 'seed' | 'template' | 'instruction' | 'raw' | 'thinking'
>
type CallRow = Scalars & {
  model_name: string
  model_hash: string | null
  created_at: number
  setup: string
  firings: string
  warnings: string
  tokens: string
  ms: string
  trace: string | null
  left_out: number | null
  pack: string | null
  more: string | null
}

interface TimesOf extends Pick<Setup, 'domain' | 'template'> {
  engine: string
  name: string
  thinking: NonNullable<Setup['thinking']> | null
  scan: number
  most: number
}

// A setup is long (it holds the initial state) and nearly always the branch's own: then the branch keeps it for the call.
const SETUP_OF = 'coalesce(c.setup, b.setup)'
const BRANCH_OF = 'LEFT JOIN branches b ON b.id = c.branch AND b.session = c.session'
const SELECT = `SELECT c.*, ${SETUP_OF} AS setup FROM calls c ${BRANCH_OF}`

export function callsOn(db: Database.Database, readSetup: ReadSetup): CallTable {
  const sql = {
    insert:
      db.prepare(`INSERT INTO calls (id, step, session, branch, engine, model_name, model_hash, seed, setup, template,
        instruction, firings, raw, thinking, warnings, tokens, ms, created_at, trace, left_out, pack, more)
      VALUES (:id, :step, :session, :branch, :engine, :model_name, :model_hash, :seed, :setup, :template,
        :instruction, :firings, :raw, :thinking, :warnings, :tokens, :ms, :created_at, :trace, :left_out, :pack, :more)
      ON CONFLICT (id) DO NOTHING`),
    setupOf: db.prepare<[string, string], string>('SELECT setup FROM branches WHERE id = ? AND session = ?').pluck(),
    ofStep: db.prepare<[string, string], CallRow>(
      `${SELECT} WHERE c.step = ? AND c.session = ? ORDER BY c.created_at, c.rowid`
    ),
    // In the order of `callAmong`. Only what the order asks for is read of the others.
    forBranch: db.prepare<[{ id: string; session: string; createdAt: number; step: string }], CallRow>(
      `${SELECT} WHERE c.rowid = (SELECT rowid FROM calls WHERE step = :step AND session = :session
        ORDER BY branch = :id DESC, branch = :id OR created_at <= :createdAt DESC, created_at DESC, rowid DESC LIMIT 1)`
    ),
    // The newest by rowid: no index is worth what few look at.
    times: db.prepare<[TimesOf], AnswerTime>(`SELECT json_extract(c.tokens, '$.generated') AS tokens,
        json_extract(c.ms, '$.first') AS first, json_extract(c.ms, '$.total') AS total
      FROM calls c ${BRANCH_OF}
      WHERE c.rowid > (SELECT max(rowid) FROM calls) - :scan AND c.engine = :engine AND c.model_name = :name
        AND json_extract(c.tokens, '$.generated') > 0 AND json_extract(${SETUP_OF}, '$.domain') = :domain
        AND coalesce(json_extract(${SETUP_OF}, '$.template'), 'auto') = :template
        AND json_extract(${SETUP_OF}, '$.thinking') IS :thinking
      ORDER BY c.created_at DESC, c.rowid DESC LIMIT :most`),
    one: db.prepare<[string], CallRow>(`${SELECT} WHERE c.id = ?`),
    ids: db.prepare<[string], string>('SELECT id FROM calls WHERE session = ? ORDER BY created_at, rowid').pluck(),
    // Each stops at the first call that has it: where none has, all are read.
    holds: db.prepare<[{ session: string }], { [K in keyof Holdings]: number }>(`SELECT
      EXISTS (SELECT 1 FROM calls WHERE session = :session AND thinking <> '') AS thinking,
      EXISTS (SELECT 1 FROM calls WHERE session = :session AND trace IS NOT NULL) AS traces,
      EXISTS (SELECT 1 FROM calls WHERE session = :session AND firings <> '[]') AS firings,
      EXISTS (SELECT 1 FROM calls WHERE session = :session AND instruction <> '') AS instructions,
      EXISTS (SELECT 1 FROM calls WHERE session = :session AND left_out IS NOT NULL) AS leftOut,
      EXISTS (SELECT 1 FROM drafts WHERE session = :session) AS drafts,
      (SELECT count(*) FROM calls WHERE session = :session) AS calls`),
    score: db.prepare<[string], CheckScore>(`SELECT count(*) AS checked,
      coalesce(avg(json_extract(more, '$.predicted.exact')), 0) AS exact,
      coalesce(avg(json_extract(more, '$.predicted.similarity')), 0) AS similarity
      FROM calls WHERE session = ? AND json_type(more, '$.predicted') IS NOT NULL`)
  }
  /** The text to write for the call: `null` where the branch's says the same. One kept by an older Orrery lacks the rules that are newer. */
  function unlessKept(setup: Setup, kept: string): string | null {
    const known = readSetup(kept)
    if (known === setup) return null
    const text = JSON.stringify(setup)
    return text === kept || text === JSON.stringify(known) ? null : text
  }

  const read = reader(readSetup)
  return {
    insert({ model, setup, firings, warnings, tokens, ms, trace, createdAt, leftOut, pack, ...call }, branchSetup) {
      const { thoughtEnded, record, result, grounded, predicted, facts, leak, agent, made, ...scalars } = call
      const kept = branchSetup ?? sql.setupOf.get(scalars.branch, scalars.session)
      sql.insert.run({
        ...scalars,
        model_name: model.name,
        model_hash: model.hash,
        created_at: createdAt,
        setup: kept === undefined ? JSON.stringify(setup) : unlessKept(setup, kept),
        firings: JSON.stringify(firings),
        warnings: JSON.stringify(warnings),
        tokens: JSON.stringify(tokens),
        ms: JSON.stringify(ms),
        trace: trace && JSON.stringify(trace),
        left_out: leftOut ?? null,
        pack: pack ? JSON.stringify(pack) : null,
        more: moreOf({ thoughtEnded, record, result, grounded, predicted, facts, leak, agent, made })
      })
    },
    calls: (session, step) => sql.ofStep.all(step, session).map(read),
    callFor({ id, session, createdAt }, step) {
      const row = sql.forBranch.get({ id, session, createdAt, step })
      return row ? read(row) : null
    },
    recentTimes: ({ engine, model, setup: { domain, template, thinking = null }, most }) =>
      sql.times.all({ engine, name: model.name, domain, template, thinking, most, scan: SCANNED }),
    callIds: (session) => sql.ids.all(session),
    call: (id) => read(sql.one.get(id) ?? missing(id)),
    holdings(session) {
      const held = sql.holds.get({ session })
      const has = (kind: keyof Holdings) => held?.[kind] === 1
      return {
        thinking: has('thinking'),
        traces: has('traces'),
        firings: has('firings'),
        instructions: has('instructions'),
        leftOut: has('leftOut'),
        drafts: has('drafts'),
        calls: held?.calls ?? 0
      }
    },
    score: (session) => {
      const found = sql.score.get(session)
      return found?.checked ? found : null
    }
  }
}

const { shape } = Call

/** What few calls have, in one column. A newer Orrery may keep more there. */
const MORE = z.object({
  thoughtEnded: ThoughtEnd.exactOptional(),
  record: BenchRecord.exactOptional(),
  result: StepResult.exactOptional(),
  grounded: Grounded.exactOptional(),
  predicted: Prediction.exactOptional(),
  facts: z.array(z.string()).exactOptional(),
  leak: Leak.exactOptional(),
  agent: ByAgent.exactOptional(),
  made: Tool.exactOptional()
})

/** The column's text; `null` where there is nothing to keep. */
function moreOf(more: { [K in keyof z.infer<typeof MORE>]: Call[K] | undefined }): string | null {
  return Object.values(more).some(Boolean) ? JSON.stringify(more) : null
}

// Calls looked through for those of one model.
const SCANNED = 200

function missing(id: string): never {
  throw new OrreryError('not-found', `There is no call "${id}". Its world may have been deleted.`)
}

// Characters of calls in memory: a step looks at those of all steps before it.
const MOST_HELD = 8_000_000
/** Characters that a call without any words takes. */
const BESIDE = 1000

/** Parses each row once: nobody may change what comes back. Those with every token's alternatives are long, and looked at once. */
function reader(readSetup: ReadSetup): (record: CallRow) => Call {
  const parse = parser(readSetup)
  const held = createRecent<{ row: CallRow; call: Call; size: number }>(MOST_HELD, ({ size }) => size)
  return (row) => {
    if (row.trace !== null) return parse(row)
    const known = held.get(row.id)
    if (known && isDeepStrictEqual(known.row, row)) return known.call
    const size = row.raw.length + row.thinking.length + (row.more?.length ?? 0) + BESIDE
    return held.set(row.id, { row, call: parse(row), size }).call
  }
}

function parser(readSetup: ReadSetup): (record: CallRow) => Call {
  return ({ model_name, model_hash, created_at, setup: text, left_out, pack, more, ...record }) => {
    const { firings, warnings, tokens, ms, trace, ...scalars } = record
    return {
      ...scalars,
      model: { name: model_name, hash: model_hash },
      setup: readSetup(text),
      firings: shape.firings.parse(JSON.parse(firings)),
      warnings: shape.warnings.parse(JSON.parse(warnings)),
      tokens: shape.tokens.parse(JSON.parse(tokens)),
      ms: shape.ms.parse(JSON.parse(ms)),
      createdAt: created_at,
      trace: trace === null ? null : shape.trace.parse(JSON.parse(trace)),
      ...(left_out !== null && { leftOut: left_out }),
      ...(pack !== null && { pack: Pack.parse(JSON.parse(pack)) }),
      ...(more !== null && MORE.parse(JSON.parse(more)))
    }
  }
}
