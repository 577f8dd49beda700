// Rows by hand: each is checked against all the others before it is kept.
import { OrreryError } from '../../core/errors.ts'
import { checkRow } from '../../core/fiction/check.ts'
import type { FactRow, Table } from '../../core/fiction.ts'
import type { Fiction } from './file.ts'

export interface RowsByHand {
  /** Adds a row (`key: null`), or puts it in place of another. @throws OrreryError invalid-input with what is wrong with it */
  putRow(name: string, table: string, key: string | null, row: FactRow): void
  deleteRow(name: string, table: string, key: string): void
}

export function rowsByHand({
  get,
  save
}: {
  get(name: string): Fiction
  save(name: string, fiction: Fiction): void
}): RowsByHand {
  return {
    putRow(name, tableName, key, row) {
      const fiction = get(name)
      const table = tableOf(fiction, tableName)
      const rows = [...(fiction.rows.get(tableName) ?? [])]
      const at = key === null ? rows.length : rows.findIndex((one) => String(one[table.key]) === key)
      if (at < 0) throw new OrreryError('not-found', `There is no row "${key}" in table "${tableName}".`)
      const others = rows.filter((_, index) => index !== at)
      const keys = new Map(
        fiction.spec.tables.map((one) => [
          one.name,
          new Set((fiction.rows.get(one.name) ?? []).map((other) => String(other[one.key])))
        ])
      )
      const problems = checkRow(fiction.spec, table, row, {
        keys,
        taken: (column) => new Set(others.map((one) => String(one[column] ?? '')))
      })
      if (problems.length) throw new OrreryError('invalid-input', problems.map(({ message }) => message).join(' '))
      const was = rows[at]
      rows[at] = Object.fromEntries(table.columns.map((column) => [column.name, row[column.name] ?? null]))
      if (was && String(was[table.key]) !== String(row[table.key]))
        refuseReferred(fiction, table, String(was[table.key]), 'renamed')
      save(name, { ...fiction, rows: new Map(fiction.rows).set(tableName, rows) })
    },
    deleteRow(name, tableName, key) {
      const fiction = get(name)
      const table = tableOf(fiction, tableName)
      const rows = fiction.rows.get(tableName) ?? []
      const rest = rows.filter((one) => String(one[table.key]) !== key)
      if (rest.length === rows.length)
        throw new OrreryError('not-found', `There is no row "${key}" in table "${tableName}".`)
      refuseReferred(fiction, table, key, 'deleted')
      save(name, { ...fiction, rows: new Map(fiction.rows).set(tableName, rest) })
    }
  }
}

function tableOf({ spec }: Fiction, name: string): Table {
  const table = spec.tables.find((one) => one.name === name)
  if (!table)
    throw new OrreryError(
      'not-found',
      `There is no table "${name}". There are: ${spec.tables.map((one) => one.name).join(', ')}.`
    )
  return table
}

function refuseReferred({ spec, rows }: Fiction, { name }: Table, key: string, what: string): void {
  for (const other of spec.tables) {
    for (const { name: column, refers } of other.columns) {
      if (refers === name && (rows.get(other.name) ?? []).some((row) => String(row[column] ?? '') === key))
        throw new OrreryError(
          'conflict',
          `"${key}" cannot be ${what}: rows of table "${other.name}" refer to it in "${column}". Change those first.`
        )
    }
  }
}
