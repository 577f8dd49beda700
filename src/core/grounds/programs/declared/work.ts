// The tables while an action changes them: a copy that replaces the state when all went well, and is thrown away when not.
import { mulberry32 } from '../../../text/chance.ts'
import { isObject } from '../../../text/json.ts'
import type { Json } from '../../../tree/ports.ts'
import { type Budget, budget, type Scope, spend } from './evaluate.ts'
import { textOf } from './functions.ts'
import { VerbRefusal } from './refusal.ts'
import type { ColumnRules, DeclaredRow, Rules, TableRules } from './rules.ts'
import { fill } from './template.ts'
import { timeAfter } from './time.ts'
import { fitting } from './values.ts'

/** Plain JSON. Rows keep their order. */
export type DeclaredState = {
  tables: { [table: string]: DeclaredRow[] }
  /** The number of the next id, by table. */
  next: { [table: string]: number }
  changes: number
  seed: string
  draws: number
  /** The goals that were reached, by number. */
  reached: number[]
}

// As many rows as one table holds.
const MOST_ROWS = 50_000

export interface VerbScope extends Scope {
  rules: Rules
  /** Its lists of rows are replaced, never changed. */
  state: DeclaredState
  /** Something was written. */
  changed: boolean
}

export function workOn(rules: Rules, before: DeclaredState, units: Budget = budget()): VerbScope {
  const state = { ...before, tables: { ...before.tables }, next: { ...before.next } }
  const work: VerbScope = {
    ...{ rules, state, changed: false, budget: units },
    draw() {
      work.changed = true
      return chance(state.seed, state.draws++)
    },
    rowOf(rows, key) {
      const table = [...rules.tables.values()].find(({ name }) => state.tables[name] === rows)
      if (table) return find(work, table, key)
      if (Array.isArray(rows)) return typeof key === 'number' ? (rows[key] ?? null) : null
      return isObject(rows) && typeof key === 'string' && Object.hasOwn(rows, key)
        ? ((rows[key] as Json) ?? null)
        : null
    },
    valueOf(name) {
      if (name === 'now') return now(work)
      if (name === 'today') return now(work).slice(0, 10)
      if (name === 'caller') return rules.declared.caller ?? null
      return Object.hasOwn(state.tables, name) ? state.tables[name] : undefined
    }
  }
  return work
}

/** The time at which what is changed now is changed. */
const now = ({ rules: { declared }, state }: VerbScope): string =>
  timeAfter(declared.clock, (state.changes + 1) * declared.tick)

/** A number from 0 to below 1 that only the seed and the count decide (mulberry32 over FNV-1a). */
function chance(seed: string, count: number): number {
  let hash = 0x811c9dc5
  for (const char of `${seed}/${count}`) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return mulberry32(hash, 1) / 2 ** 32
}

export const rowsOf = ({ state }: VerbScope, { name }: TableRules): readonly DeclaredRow[] => state.tables[name] ?? []

const isKey = (own: Json | undefined, key: Json): boolean =>
  own !== undefined &&
  own !== null &&
  (own === key || (typeof own !== typeof key && typeof key !== 'object' && String(own) === String(key)))

/** The row with the key, whatever type the key came as; `null` for none. */
function find(work: VerbScope, table: TableRules, key: Json): DeclaredRow | null {
  const rows = rowsOf(work, table)
  spend(work, Math.ceil(rows.length / 10))
  return rows.find((row) => isKey(row[table.key.name], key)) ?? null
}

/** @throws VerbRefusal in the table's words */
export function existing(work: VerbScope, table: TableRules, key: Json): DeclaredRow {
  const row = find(work, table, key)
  if (!row) throw new VerbRefusal(said(work, table, 'missing', { id: key }), 404)
  return row
}

function said(work: VerbScope, { errors }: TableRules, which: keyof TableRules['errors'], names: DeclaredRow): string {
  return fill(errors[which], {
    ...work,
    valueOf: (name) => (Object.hasOwn(names, name) ? names[name] : work.valueOf(name))
  })
}

function write(work: VerbScope, { name }: TableRules, rows: DeclaredRow[]): void {
  work.state.tables[name] = rows
  work.changed = true
}

/** Adds a row with its defaults, its id and the time. @param given by column @throws VerbRefusal */
export function insert(work: VerbScope, table: TableRules, given: DeclaredRow): DeclaredRow {
  const row: DeclaredRow = {}
  for (const column of table.columns.values()) row[column.name] = firstValue(work, table, column, given[column.name])
  const rows = rowsOf(work, table)
  if (rows.length >= MOST_ROWS) throw new VerbRefusal(`The table holds ${MOST_ROWS} rows, which is the most.`, 409)
  const made = checked(work, table, row, null)
  keepCount(work, table, made)
  write(work, table, [...rows, made])
  return made
}

/** A row as it was shown: what is there with its key has these values from now on, else it is new. */
export function put(work: VerbScope, table: TableRules, shown: DeclaredRow): void {
  const rows = [...rowsOf(work, table)]
  spend(work, Math.ceil(rows.length / 10))
  const found = rows.findIndex((row) => isKey(row[table.key.name], shown[table.key.name] ?? null))
  if (found < 0 && rows.length >= MOST_ROWS) return
  const at = found < 0 ? rows.length : found
  const known = { ...rows[at], ...shown }
  const made = Object.fromEntries([...table.columns.keys()].map((name) => [name, known[name] ?? null]))
  rows[at] = made
  keepCount(work, table, made)
  write(work, table, rows)
}

function firstValue(work: VerbScope, table: TableRules, column: ColumnRules, given: Json | undefined): Json {
  if (given !== undefined) return given
  if (column.type === 'created' || column.type === 'updated') return now(work)
  if (column.type === 'id') {
    const number = work.state.next[table.name] ?? 1
    return column.prefix === undefined ? number : `${column.prefix}${number}`
  }
  return column.default ?? null
}

/** The next id is larger than all before, those of deleted rows too. */
function keepCount({ state }: VerbScope, { name, key }: TableRules, row: DeclaredRow): void {
  if (key.type !== 'id') return
  const number = Number(textOf(row[key.name]).slice(key.prefix?.length ?? 0))
  if (Number.isSafeInteger(number)) state.next[name] = Math.max(state.next[name] ?? 1, number + 1)
}

/** The row with the values changed. @throws VerbRefusal */
export function change(work: VerbScope, table: TableRules, row: DeclaredRow, values: DeclaredRow): DeclaredRow {
  const stamped = { ...row, ...values }
  for (const { name, type } of table.columns.values()) if (type === 'updated') stamped[name] = now(work)
  const made = checked(work, table, stamped, row)
  const rows = [...rowsOf(work, table)]
  spend(work, Math.ceil(rows.length / 10))
  const at = rows.indexOf(row)
  if (at < 0) throw new VerbRefusal(`One change deletes and changes the same ${table.one}.`, 500)
  rows[at] = made
  write(work, table, rows)
  if (!isKey(row[table.key.name], made[table.key.name] ?? null)) refuseReferred(work, table, row)
  return made
}

/** Every value fits its column, what is unique is so, and what is referred to is there. */
function checked(work: VerbScope, table: TableRules, row: DeclaredRow, before: DeclaredRow | null): DeclaredRow {
  const made: DeclaredRow = {}
  for (const column of table.columns.values()) {
    const { name, references } = column
    const value = row[name] ?? null
    // What was so before need not be looked at again.
    if (before && before[name] === value) {
      made[name] = value
      continue
    }
    const other = references === null ? undefined : work.rules.tables.get(references)
    const found = other && value !== null ? (existing(work, other, value)[other.key.name] ?? null) : value
    made[name] = fitting(column, found)
    if (column.unique || column === table.key) refuseTaken(work, table, name, made[name] ?? null, before)
  }
  return made
}

function refuseTaken(
  work: VerbScope,
  table: TableRules,
  column: string,
  value: Json,
  before: DeclaredRow | null
): void {
  const rows = rowsOf(work, table)
  spend(work, Math.ceil(rows.length / 10))
  if (value === null || !rows.some((one) => one !== before && isKey(one[column], value))) return
  throw new VerbRefusal(said(work, table, 'taken', { column, value, id: value }), 409)
}

/** Deletes the rows, and what goes with them. @throws VerbRefusal where a row that stays refers to one of them */
export function removeAll(work: VerbScope, table: TableRules, rows: readonly DeclaredRow[]): void {
  const gone = new Map<TableRules, Set<DeclaredRow>>()
  const cleared = new Map<DeclaredRow, { table: TableRules; values: DeclaredRow }>()
  const open = rows.map((row) => ({ table, row }))
  for (let next = open.pop(); next; next = open.pop()) {
    const { table: from, row } = next
    const own = gone.get(from) ?? new Set()
    if (own.has(row)) continue
    gone.set(from, own.add(row))
    for (const { table: name, column } of from.referredBy) {
      const other = work.rules.tables.get(name)
      if (!other || (column.onDelete ?? 'restrict') === 'restrict') continue
      for (const one of referringTo(work, other, column.name, from, row)) {
        if (column.onDelete === 'cascade') open.push({ table: other, row: one })
        else cleared.set(one, { table: other, values: { ...cleared.get(one)?.values, [column.name]: null } })
      }
    }
  }
  for (const [from, own] of gone) {
    spend(work, Math.ceil(rowsOf(work, from).length / 10))
    write(
      work,
      from,
      rowsOf(work, from).filter((row) => !own.has(row))
    )
  }
  for (const [row, { table: other, values }] of cleared)
    if (!gone.get(other)?.has(row)) change(work, other, row, values)
  // What stays must not refer to what is gone.
  for (const [from, own] of gone) for (const row of own) refuseReferred(work, from, row)
}

function refuseReferred(work: VerbScope, table: TableRules, row: DeclaredRow): void {
  for (const { table: name, column } of table.referredBy) {
    const other = work.rules.tables.get(name)
    const [first] = other ? referringTo(work, other, column.name, table, row) : []
    if (!first || !other) continue
    const id = row[table.key.name] ?? null
    const names = { id, table: other.name, by: `${other.one} ${textOf(first[other.key.name])}` }
    throw new VerbRefusal(said(work, table, 'referenced', names), 409)
  }
}

function referringTo(
  work: VerbScope,
  other: TableRules,
  column: string,
  { key }: TableRules,
  row: DeclaredRow
): DeclaredRow[] {
  const rows = rowsOf(work, other)
  spend(work, Math.ceil(rows.length / 10))
  return rows.filter((one) => isKey(one[column], row[key.name] ?? null))
}
