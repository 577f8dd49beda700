// Facts that are searched: one version of a fiction in memory, with a full-text index (SQLite FTS5).
import Database from 'better-sqlite3'
import { withForms } from '../../../core/grounds/fiction/word-forms.ts'
import { wordsIn } from '../../../core/grounds/fiction/words.ts'
import {
  type FactRow,
  type FictionRows,
  type FictionTable,
  type FoundRow,
  labelOfRow
} from '../../../core/tree/fiction.ts'
import type { Fiction } from './file.ts'

/** Opens it. The index is made anew each time, from rows in their order: the same content ranks the same everywhere. */
export function openFacts({ spec, rows }: Fiction, hash: string): FictionRows {
  const tables = new Map(spec.tables.map((table) => [table.name, table]))
  const byKey = new Map(
    spec.tables.map(({ name, key }) => [
      name,
      new Map((rows.get(name) ?? []).map((row) => [String(row[key] ?? ''), row]))
    ])
  )
  const entries: FoundRow[] = spec.tables.flatMap((table) =>
    (rows.get(table.name) ?? []).map((row) => ({ table, row }))
  )
  const db = new Database(':memory:')
  db.exec(`CREATE VIRTUAL TABLE facts USING fts5 (label, words, tokenize = 'porter unicode61 remove_diacritics 2')`)
  const insert = db.prepare('INSERT INTO facts (rowid, label, words) VALUES (?, ?, ?)')
  db.transaction(() => {
    for (const [at, { table, row }] of entries.entries()) insert.run(at + 1, labelOfRow(table, row), textOf(table, row))
  })()
  // A row's own name says more than what is said of it.
  const found = db
    .prepare<[string, number], number>(
      'SELECT rowid FROM facts WHERE facts MATCH ? ORDER BY bm25(facts, 4.0, 1.0), rowid LIMIT ?'
    )
    .pluck()

  /** All that is known of a row, with the names of the rows it refers to. */
  function textOf(table: FictionTable, row: FactRow): string {
    const values = table.columns.flatMap(({ name, refers }) => {
      const value = row[name] ?? null
      const other = refers ? tables.get(refers) : undefined
      const referred = other && byKey.get(other.name)?.get(String(value))
      return value === null
        ? []
        : [name.split('_').join(' '), String(value), ...(other && referred ? [labelOfRow(other, referred)] : [])]
    })
    return [table.name.split('_').join(' '), table.title ?? '', ...values].join(' ')
  }

  return {
    ...{ spec, hash },
    search(text, most) {
      const words = wordsIn(text)
      if (!words.length) return []
      const rowids = (of: readonly string[]) =>
        found.all(of.map((word) => `"${word.replaceAll('"', '')}"`).join(' OR '), most)
      // Rows that hold only other forms of the words come last.
      const all = [...new Set([...rowids(words), ...rowids(withForms(words))])]
      return all.slice(0, most).flatMap((rowid) => entries[rowid - 1] ?? [])
    },
    rows: (name, most = Number.POSITIVE_INFINITY) => (rows.get(name) ?? []).slice(0, most),
    row: (name, key) => byKey.get(name)?.get(key) ?? null,
    referring(name, key, most) {
      const related: FoundRow[] = []
      for (const { name: other, columns } of spec.tables) {
        const links = columns.filter(({ refers }) => refers === name)
        if (!links.length) continue
        const table = tables.get(other)
        for (const row of rows.get(other) ?? []) {
          if (related.length >= most) return related
          if (table && links.some((column) => String(row[column.name] ?? '') === key)) related.push({ table, row })
        }
      }
      return related
    }
  }
}
