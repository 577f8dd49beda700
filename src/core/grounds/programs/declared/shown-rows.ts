// The rows of a table that an answer shows: objects with its key, most of whose other fields are its columns.

import { readJson } from '../../../observations/documents/value.ts'
import { isObject } from '../../../text/json.ts'
import type { Json } from '../../../tree/ports.ts'
import type { DeclaredRow, TableRules } from './rules.ts'

// Rows stand in a list, in a field, or in a list in a field of a field.
const DEEPEST = 4

/** @param said JSON, or a text that is read as it. What the table has no column for is left out. */
export function rowsShown(table: TableRules, said: Json): DeclaredRow[] {
  // `as`: what was read is JSON.
  const value = typeof said === 'string' ? (readJson(said)?.value as Json | undefined) : said
  return value === undefined ? [] : within(table, value, 0)
}

function within(table: TableRules, value: Json, depth: number): DeclaredRow[] {
  if (depth > DEEPEST) return []
  if (Array.isArray(value)) return value.flatMap((one) => within(table, one, depth + 1))
  if (!isObject(value)) return []
  // `as`: an object of JSON.
  const fields = Object.entries(value as DeclaredRow)
  const key = (value as DeclaredRow)[table.key.name]
  const others = fields.filter(([name]) => name !== table.key.name)
  const own = others.filter(([name]) => table.columns.has(name))
  const isRow =
    (typeof key === 'string' || typeof key === 'number') && own.length > 0 && own.length * 2 >= others.length
  if (isRow) return [Object.fromEntries([[table.key.name, key], ...own])]
  return fields.flatMap(([, one]) => within(table, one, depth + 1))
}
