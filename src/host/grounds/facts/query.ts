// A query of SQL over the tables of a fiction: read only, on a copy in memory.
import Database from 'better-sqlite3'
import type { AnswerTable } from '../../../core/control/evaluate/table-answer.ts'
import { OrreryError } from '../../../core/errors.ts'
import type { Fiction } from './file.ts'

// An answer that is longer is no answer to a question.
const MOST_ROWS = 200
// More tables at once multiply to more rows than anybody waits for.
const MOST_JOINED = 4

/** @throws OrreryError invalid-input for what is no single query, fails, or finds nothing */
export function queryFacts({ spec, rows }: Fiction, sql: string): AnswerTable {
  const refuse = (why: string, cause?: unknown) =>
    new OrreryError('invalid-input', `The query cannot be answered: ${why}`, { cause })
  if (/\brecursive\b/i.test(sql)) throw refuse('recursive queries may never end. Write it without.')
  if ((sql.match(/\b(?:from|join)\b/gi)?.length ?? 0) > MOST_JOINED || (sql.match(/,/g)?.length ?? 0) > 60)
    throw refuse(`it reads more than ${MOST_JOINED} tables.`)
  const db = new Database(':memory:')
  try {
    for (const { name, columns } of spec.tables) {
      db.exec(
        `CREATE TABLE "${name}" (${columns.map((column) => `"${column.name}" ${TYPES[column.type]}`).join(', ')})`
      )
      const insert = db.prepare(`INSERT INTO "${name}" VALUES (${columns.map(() => '?').join(', ')})`)
      db.transaction(() => {
        for (const row of rows.get(name) ?? []) insert.run(columns.map((column) => storable(row[column.name] ?? null)))
      })()
    }
    const statement = db.prepare(sql)
    if (!statement.reader || !statement.readonly) throw refuse('only SELECT is allowed.')
    const found: string[][] = []
    for (const row of statement.raw().iterate()) {
      // `as`: raw rows are lists of values.
      found.push((row as unknown[]).map((value) => (value === null ? '' : String(value))))
      if (found.length > MOST_ROWS) throw refuse(`it finds more than ${MOST_ROWS} rows. Narrow it.`)
    }
    if (!found.length) throw refuse('it finds nothing.')
    return { columns: statement.columns().map(({ name }) => name), rows: found }
  } catch (error) {
    if (error instanceof OrreryError) throw error
    const tables = spec.tables.map(({ name, columns }) => `${name} (${columns.map((one) => one.name).join(', ')})`)
    throw refuse(
      `${error instanceof Error ? error.message : String(error)}. The tables are: ${tables.join('; ')}.`,
      error
    )
  } finally {
    db.close()
  }
}

const TYPES = { text: 'TEXT', date: 'TEXT', integer: 'INTEGER', number: 'REAL', boolean: 'INTEGER' }
const storable = (value: string | number | boolean | null) => (typeof value === 'boolean' ? Number(value) : value)
