// The rows that a world of tools began with, as its answers tell them: what was made or changed before it was seen is left out.
import { toolCallOf } from '../../../domains/tool-call.ts'
import { meantBy } from '../../../grounds/programs/declared/propose.ts'
import type { DeclaredRow } from '../../../grounds/programs/declared/rules.ts'
import { readJson } from '../../../observations/documents/value.ts'
import { isObject } from '../../../text/json.ts'
import type { Tool } from '../../../tree/model.ts'
import type { Json } from '../../../tree/ports.ts'
import type { SeenRecording } from '../turns.ts'

/** By which of its columns a row is called. */
const KEYS = ['id', 'number', 'key', 'code', 'login', 'name']

export const keyIn = (row: DeclaredRow): string | undefined => KEYS.find((name) => isKey(row[name]))

const isKey = (value: Json | undefined): boolean => typeof value === 'string' || Number.isSafeInteger(value)

/** The rows of an answer: a list of objects, the first such list in an object, or the object itself. `at`: where the list is. */
export function rowsIn(value: unknown): { rows: DeclaredRow[]; at: string | null; single: boolean } | null {
  // `as`: what was read is JSON.
  const listed = (one: unknown): DeclaredRow[] | null =>
    Array.isArray(one) && one.every((item) => isObject(item)) ? (one as DeclaredRow[]) : null
  const bare = listed(value)
  if (bare) return { rows: bare, at: null, single: false }
  if (!isObject(value)) return null
  const row = value as DeclaredRow
  if (keyIn(row) !== undefined) return { rows: [row], at: null, single: true }
  for (const [name, held] of Object.entries(row)) {
    const rows = listed(held)
    if (rows) return { rows, at: name, single: false }
    // `as`: an object of JSON.
    if (isObject(held) && keyIn(held as DeclaredRow) !== undefined)
      return { rows: [held as DeclaredRow], at: name, single: true }
  }
  return null
}

/** The rows by what one of them is called, in the order in which they were first seen; sorted by number where all keys have one. */
export function rowsSeen(recordings: readonly SeenRecording[]): Map<string, DeclaredRow[]> {
  const tables = new Map<string, Map<string, DeclaredRow>>()
  const closed = new Set<string>()
  for (const { turns } of recordings) {
    const made = new Set<string>()
    const touched = new Set<string>()
    for (const { action, text } of turns) {
      const call = toolCallOf(action)
      const meant = meantBy(call)
      const found = rowsIn(readJson(text)?.value)
      if (meant?.verb === 'list' || meant?.verb === 'get') {
        const table = tables.get(meant.one) ?? new Map<string, DeclaredRow>()
        tables.set(meant.one, table)
        for (const row of found?.rows ?? []) seen(table, meant.one, row)
      } else if (meant?.verb === 'create') {
        for (const row of found?.rows ?? []) made.add(`${meant.one} ${String(row[keyIn(row) ?? ''])}`)
      } else {
        // Whatever a call names may be otherwise after it.
        for (const value of Object.values(call.arguments)) if (isKey(value)) touched.add(String(value))
      }
    }
    // What one recording told of a row before it was changed is not told again by another one.
    for (const [one, table] of tables) for (const key of table.keys()) closed.add(`${one} ${key}`)

    function seen(table: Map<string, DeclaredRow>, one: string, row: DeclaredRow): void {
      const key = String(row[keyIn(row) ?? ''] ?? '')
      const id = `${one} ${key}`
      if (!key || made.has(id)) return
      const known = table.get(key)
      if (!known) table.set(key, { ...row })
      else if (!touched.has(key) && !closed.has(id))
        for (const [name, value] of Object.entries(row)) if (!Object.hasOwn(known, name)) known[name] = value
    }
  }
  return new Map([...tables].flatMap(([one, rows]) => (rows.size ? [[one, inOrder([...rows.values()])]] : [])))
}

/**
 * The same with rows of which no more is known than that there are such: what other rows say under the name by which a tool asks for one (`customer_id`
 * of `get_customer`).
 */
export function withNamed(
  tables: ReadonlyMap<string, readonly DeclaredRow[]>,
  tools: readonly Tool[]
): Map<string, readonly DeclaredRow[]> {
  const all = new Map(tables)
  for (const tool of tools) {
    const meant = meantBy(tool)
    const { required } = tool.inputSchema
    const [argument] = Array.isArray(required) ? required : []
    if (meant?.verb !== 'get' || typeof argument !== 'string' || !/._?id$/i.test(argument)) continue
    const known = all.get(meant.one) ?? []
    const key = keyIn(known[0] ?? {}) ?? argument
    const values = [...tables]
      .flatMap(([one, rows]) => (one === meant.one ? [] : rows.map((row) => row[argument])))
      .flatMap((value) => (value !== undefined && isKey(value) ? [value] : []))
    const fresh = [...new Set(values)].filter((value) => known.every((row) => row[key] !== value))
    if (values.length) all.set(meant.one, inOrder([...known, ...fresh.map((value) => ({ [key]: value }))]))
  }
  return all
}

function inOrder(rows: DeclaredRow[]): DeclaredRow[] {
  const numbers = rows.map((row) => /\d{1,15}$/.exec(String(row[keyIn(row) ?? ''] ?? ''))?.[0])
  if (numbers.some((number) => number === undefined)) return rows
  return rows
    .map((row, at) => ({ row, number: Number(numbers[at]) }))
    .sort((a, b) => a.number - b.number)
    .map(({ row }) => row)
}
