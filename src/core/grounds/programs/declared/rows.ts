// The rows that a world begins with: each fits its columns, ids are given where none is written, and what is referred to is there.
import type { Json } from '../../../tree/ports.ts'
import type { DeclaredReader } from './reader.ts'
import { VerbRefusal } from './refusal.ts'
import type { ColumnRules, DeclaredRow, Rules, TableRules } from './rules.ts'
import { timeAfter } from './time.ts'
import { fitting } from './values.ts'

/** Linear in the rows. */
export function startRows({ declared, tables }: Rules, reader: DeclaredReader): { [table: string]: DeclaredRow[] } {
  const now = timeAfter(declared.clock, 0)
  const all = Object.fromEntries(
    [...tables.values()].map((table) => [
      table.name,
      withIds(table, declared.tables[table.name]?.rows ?? []).map((row, at) =>
        firstRow(table, row, now, (message, column) =>
          reader.fault(['tables', table.name, 'rows', at, ...(column === undefined ? [] : [column])], message)
        )
      )
    ])
  )
  for (const table of tables.values()) {
    for (const column of table.columns.values()) compareAll(column, table, all, tables, reader)
  }
  return all
}

type Said = (message: string, column?: string) => void

function withIds({ key }: TableRules, rows: readonly DeclaredRow[]): DeclaredRow[] {
  if (key.type !== 'id') return [...rows]
  let next = nextNumber(key, rows)
  return rows.map((row) => {
    if ((row[key.name] ?? null) !== null) return row
    const number = next++
    return { ...row, [key.name]: key.prefix === undefined ? number : `${key.prefix}${number}` }
  })
}

/** One more than the largest number among the ids. */
export function nextNumber({ name, prefix = '' }: ColumnRules, rows: readonly DeclaredRow[]): number {
  return rows.reduce((next, row) => {
    const id = row[name] ?? null
    const number = id === null ? Number.NaN : Number(String(id).slice(prefix.length))
    return Number.isSafeInteger(number) ? Math.max(next, number + 1) : next
  }, 1)
}

function firstRow({ columns }: TableRules, given: DeclaredRow, now: string, say: Said): DeclaredRow {
  for (const name of Object.keys(given)) {
    if (!columns.has(name)) say(`There is no column "${name}". There are: ${[...columns.keys()].join(', ')}.`, name)
  }
  return Object.fromEntries(
    [...columns.values()].map((column) => {
      const { name, type } = column
      const timed = type === 'created' || type === 'updated'
      const value = given[name] ?? (timed ? now : (column.default ?? null))
      try {
        return [name, fitting(column, value)]
      } catch (error) {
        if (!(error instanceof VerbRefusal)) throw error
        say(error.message, name)
        return [name, null]
      }
    })
  )
}

/** What is unique is so, and what a row refers to is there. */
function compareAll(
  column: ColumnRules,
  table: TableRules,
  all: { [table: string]: DeclaredRow[] },
  tables: ReadonlyMap<string, TableRules>,
  { fault }: DeclaredReader
): void {
  const other = column.references === null ? undefined : tables.get(column.references)
  const keys =
    other && new Map((all[other.name] ?? []).map((row) => [String(row[other.key.name]), row[other.key.name]]))
  const seen = new Set<Json>()
  for (const [at, row] of (all[table.name] ?? []).entries()) {
    const value = row[column.name] ?? null
    if (value === null) continue
    const path = ['tables', table.name, 'rows', at, column.name]
    if ((column.unique || column === table.key) && seen.has(value)) {
      fault(path, `There are two rows with the ${column.name} ${String(value)}.`)
    }
    seen.add(value)
    if (!keys || !other) continue
    const key = keys.get(String(value))
    if (key === undefined) fault(path, `There is no ${other.one} ${String(value)}.`)
    else row[column.name] = key
  }
}
