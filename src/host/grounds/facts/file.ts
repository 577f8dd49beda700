// A fiction on disk: an SQLite file with a table for each of its tables, which any SQLite tool opens, and its specification beside them.

import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { OrreryError } from '../../../core/errors.ts'
import { parseJson } from '../../../core/text/json.ts'
import { type Cell, type Column, type FactRow, FictionSpec, type FictionTable } from '../../../core/tree/fiction.ts'
import { explain } from '../../data/disk-errors.ts'
import { checkPlain } from '../../data/regular-file.ts'

/** A fiction in memory. */
export interface Fiction {
  spec: FictionSpec
  /** Rows by table, in their order. */
  rows: ReadonlyMap<string, readonly FactRow[]>
}

// 100,000 rows of a few hundred bytes.
const MOST_BYTES = 128e6

/** SHA-256 of specification and rows: the same content has the same hash on every machine. */
export function hashOf({ spec, rows }: Fiction): string {
  const hash = createHash('sha256')
  hash.update(JSON.stringify(FictionSpec.parse(spec)))
  for (const { name, columns } of spec.tables) {
    hash.update(`\n${name}`)
    for (const row of rows.get(name) ?? [])
      hash.update(`\n${JSON.stringify(columns.map((column) => row[column.name] ?? null))}`)
  }
  return hash.digest('hex')
}

const quoted = (name: string): string => `"${name}"`

/** Writes the file whole or not at all. @throws OrreryError disk-full, forbidden */
export function writeFiction(path: string, { spec, rows }: Fiction): void {
  const making = `${path}.new`
  try {
    rmSync(making, { force: true })
    const db = new Database(making)
    try {
      db.pragma('journal_mode = OFF')
      // Rows may refer to each other in any order; `checkFacts` says what leads nowhere.
      db.pragma('foreign_keys = OFF')
      db.transaction(() => {
        db.exec('CREATE TABLE "_fiction" ("spec" TEXT NOT NULL)')
        db.prepare('INSERT INTO "_fiction" VALUES (?)').run(JSON.stringify(spec))
        for (const table of spec.tables) {
          db.exec(
            `CREATE TABLE ${quoted(table.name)} (${table.columns.map((column) => declared(table, column)).join(', ')})`
          )
          const insert = db.prepare(
            `INSERT INTO ${quoted(table.name)} VALUES (${table.columns.map(() => '?').join(', ')})`
          )
          for (const row of rows.get(table.name) ?? [])
            insert.run(table.columns.map(({ name }) => stored(row[name] ?? null)))
        }
      })()
    } finally {
      db.close()
    }
    renameSync(making, path)
  } catch (error) {
    rmSync(making, { force: true })
    throw explain(error, path)
  }
}

/** The file in memory. */
export function fictionBytes(fiction: Fiction): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-facts-'))
  try {
    const path = join(folder, 'facts.db')
    writeFiction(path, fiction)
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function declared(table: FictionTable, { name, type, refers }: Column): string {
  const kind = { text: 'TEXT', date: 'TEXT', integer: 'INT', boolean: 'INT', number: 'REAL' }[type]
  return `${quoted(name)} ${kind}${name === table.key ? ' NOT NULL PRIMARY KEY' : ''}${refers ? ` REFERENCES ${quoted(refers)}` : ''}`
}

const stored = (cell: Cell): string | number | null => (typeof cell === 'boolean' ? Number(cell) : cell)

/** @throws OrreryError invalid-input for a file that is no fiction */
export function readFiction(path: string): Fiction {
  checkPlain(path, { most: MOST_BYTES })
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true })
    try {
      const text = db.prepare<[], string>('SELECT spec FROM "_fiction"').pluck().get()
      const spec = FictionSpec.parse(parseJson(text ?? 'null'))
      const rows = new Map(
        spec.tables.map((table) => {
          const found = db.prepare<[], FactRow>(`SELECT * FROM ${quoted(table.name)} ORDER BY rowid`).all()
          return [table.name, found.map((row) => readRow(table, row))]
        })
      )
      return { spec, rows }
    } finally {
      db.close()
    }
  } catch (cause) {
    const what = `"${path}" cannot be read as a fictional world (${cause instanceof Error ? cause.message : String(cause)}).`
    throw new OrreryError('invalid-input', `${what} Delete the file, or restore it from a backup.`, { cause })
  }
}

/** Booleans are kept as 0 and 1. */
export function readRow(table: FictionTable, row: FactRow): FactRow {
  return Object.fromEntries(
    table.columns.map(({ name, type }) => [
      name,
      type === 'boolean' && typeof row[name] === 'number' ? row[name] !== 0 : (row[name] ?? null)
    ])
  )
}
