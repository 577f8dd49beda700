// Files of facts that somebody brings along: CSV, or a SQLite database. Both may be made to do harm.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { OrreryError } from '../../../core/errors.ts'
import { MOST_COLUMNS, MOST_ROWS, readCsv } from '../../../core/grounds/fiction/csv.ts'
import type { RawTable } from '../../../core/grounds/fiction/infer.ts'
import { decodeText } from '../../../core/text/decode.ts'
import { sentenceOf } from '../../../core/text/issues.ts'
import { parseJson } from '../../../core/text/json.ts'
import { type FactRow, FictionSpec } from '../../../core/tree/fiction.ts'
import { type Fiction, readRow } from './file.ts'

/** A file as it came. */
export interface FactFile {
  name: string
  bytes: Uint8Array
}

export const MOST_IMPORT = 64e6
const MOST_TABLES = 40
// A value longer than any fact.
const LONGEST = 4000

/** A fiction as `writeFiction` writes it; `null` for any other file. @throws OrreryError invalid-input */
export function readOwn({ name, bytes }: FactFile): Fiction | null {
  if (!isSqlite(bytes) || bytes.length > MOST_IMPORT) return null
  const text = withDatabase({ name, bytes }, (db) => {
    const plain = db.prepare("SELECT 1 FROM pragma_table_list WHERE name = '_fiction' AND type = 'table'").get()
    return plain ? db.prepare<[], string>('SELECT spec FROM "_fiction"').pluck().get() : undefined
  })
  if (text === undefined) return null
  const value = parsedJson(text)
  const { data: spec, error } = FictionSpec.safeParse(value)
  if (!spec) {
    const why = sentenceOf(error, { value, schema: FictionSpec })
    throw new OrreryError('invalid-input', `${name}: the specification is damaged. ${why}`)
  }
  const raw = new Map(sqliteTables(name, bytes).map((table) => [table.name, table]))
  const rows = spec.tables.map((table): [string, FactRow[]] => {
    const { header = [], rows: found = [] } = raw.get(table.name) ?? {}
    const at = new Map(header.map((column, index) => [column, index]))
    const cell = (row: RawTable['rows'][number], column: string) => row[at.get(column) ?? -1] ?? null
    return [
      table.name,
      found.map((row) =>
        readRow(table, Object.fromEntries(table.columns.map((one) => [one.name, cell(row, one.name)])))
      )
    ]
  })
  return { spec, rows: new Map(rows) }
}

function parsedJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

const isSqlite = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 15)).toString('latin1') === 'SQLite format 3'

/** The tables in a file. @throws OrreryError invalid-input with line and column, or with table and row */
export function readFacts({ name, bytes }: FactFile): RawTable[] {
  if (bytes.length > MOST_IMPORT)
    throw new OrreryError(
      'invalid-input',
      `${name} is larger than ${MOST_IMPORT / 1e6} MB. Split it, or leave out what the world does not need.`
    )
  if (isSqlite(bytes)) return sqliteTables(name, bytes)
  const text = decodeText(bytes, name)
  if (text.includes('\0') || text.includes('\ufffd'))
    throw new OrreryError(
      'invalid-input',
      `${name} is neither a SQLite database nor text in UTF-8. Save it as CSV in UTF-8.`
    )
  const { header, rows } = readCsv(text, name)
  rows.forEach((row, at) => {
    const column = row.findIndex((cell) => cell.length > LONGEST)
    if (column >= 0) throw tooLong(name, at + 2, header[column] ?? '')
  })
  return [{ name: basename(name).replace(/\.[^.]*$/, ''), header, rows }]
}

const tooLong = (name: string, row: number, column: string): OrreryError =>
  new OrreryError(
    'invalid-input',
    `${name}, row ${row}, column "${column}": the value is longer than ${LONGEST} characters.`
  )

/** Plain tables alone: views, virtual tables and computed columns would run what the file says. */
function sqliteTables(name: string, bytes: Uint8Array): RawTable[] {
  return withDatabase({ name, bytes }, (db) => {
    const tables = db
      .prepare<[], string>(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"
      )
      .pluck()
      .all()
      .filter((table) => table !== '_fiction')
    if (!tables.length) throw new OrreryError('invalid-input', `${name} has no table.`)
    if (tables.length > MOST_TABLES)
      throw new OrreryError('invalid-input', `${name} has ${tables.length} tables; ${MOST_TABLES} are the most.`)
    return tables.map((table) => rowsOf(db, table, name))
  })
}

/** Opens the bytes as a database that can neither write nor run what it holds. @throws OrreryError invalid-input */
function withDatabase<T>({ name, bytes }: FactFile, read: (db: Database.Database) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-facts-'))
  const path = join(folder, 'facts.db')
  try {
    writeFileSync(path, bytes, { mode: 0o600 })
    const db = new Database(path, { readonly: true, fileMustExist: true })
    try {
      db.pragma('trusted_schema = OFF')
      db.pragma('cell_size_check = ON')
      return read(db)
    } finally {
      db.close()
    }
  } catch (cause) {
    if (cause instanceof OrreryError) throw cause
    throw new OrreryError(
      'invalid-input',
      `${name} cannot be read as a SQLite database (${cause instanceof Error ? cause.message : String(cause)}).`,
      { cause }
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function rowsOf(db: Database.Database, table: string, file: string): RawTable {
  const columns = db
    .prepare<[string], { name: string; hidden: number }>('SELECT name, hidden FROM pragma_table_xinfo(?)')
    .all(table)
  const header = columns.filter(({ hidden }) => hidden === 0).map((column) => column.name)
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  if (!header.length || header.length > MOST_COLUMNS)
    throw new OrreryError(
      'invalid-input',
      `${file}: table "${table}" has ${header.length} plain columns; there must be 1 to ${MOST_COLUMNS}.`
    )
  const rows: RawTable['rows'] = []
  // In the order in which they were written: an index may offer them in another one.
  const bare = db.prepare<[string], number>('SELECT wr FROM pragma_table_list WHERE name = ?').pluck().get(table)
  const order = bare ? '' : ' ORDER BY rowid'
  const select = db
    .prepare<[], unknown[]>(`SELECT ${header.map(quoted).join(', ')} FROM ${quoted(table)}${order}`)
    .raw()
  for (const row of select.iterate()) {
    if (rows.length >= MOST_ROWS)
      throw new OrreryError(
        'invalid-input',
        `${file}: table "${table}" has more than ${MOST_ROWS.toLocaleString('en-US')} rows.`
      )
    rows.push(
      row.map((value, at) => {
        if (value === null || typeof value === 'number') return value
        if (typeof value !== 'string')
          throw new OrreryError(
            'invalid-input',
            `${file}: table "${table}", row ${rows.length + 1}, column "${header[at]}": binary data is not a fact.`
          )
        if (value.length > LONGEST) throw tooLong(`${file}: table "${table}"`, rows.length + 1, header[at] ?? '')
        return value
      })
    )
  }
  return { name: table, header, rows }
}
