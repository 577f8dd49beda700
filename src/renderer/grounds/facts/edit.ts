// Editing a fiction: a document of specification and rows, and changes that can be undone.
import { ended, sentenceOf } from '../../../core/text/issues.ts'
import {
  type Cell,
  type Column,
  type FactRow,
  FictionSpec,
  type FictionTable,
  isDate
} from '../../../core/tree/fiction.ts'

export interface Doc {
  spec: FictionSpec
  /** Rows by table. */
  rows: Record<string, FactRow[]>
}

/** The document with what was before and what was undone. Documents never change: going back is cheap. */
export interface History {
  now: Doc
  past: Doc[]
  future: Doc[]
}

// As far back as anybody remembers what they did.
const MOST_PAST = 200

export const begun = (now: Doc): History => ({ now, past: [], future: [] })

export const changed = ({ now, past }: History, next: Doc): History =>
  next === now ? { now, past, future: [] } : { now: next, past: [...past, now].slice(-MOST_PAST), future: [] }

export function undone({ now, past, future }: History): History {
  const last = past.at(-1)
  return last ? { now: last, past: past.slice(0, -1), future: [now, ...future] } : { now, past, future }
}

export function redone({ now, past, future }: History): History {
  const [next, ...rest] = future
  return next ? { now: next, past: [...past, now], future: rest } : { now, past, future }
}

export const rowsIn = ({ rows }: Doc, table: string): FactRow[] => rows[table] ?? []

/** What somebody typed into a cell, as the column's type where it can be; else as it is, for the check to object to. */
export function cellFrom(text: string, type: Column['type']): Cell {
  const bare = text.trim()
  if (bare === '') return null
  if (type === 'integer' || type === 'number') {
    const value = Number(bare)
    return Number.isFinite(value) ? value : text
  }
  if (type === 'boolean' && /^(?:true|yes|false|no)$/i.test(bare)) return /^(?:true|yes)$/i.test(bare)
  if (type === 'date' && isDate(bare)) return bare
  return text
}

export const textOf = (cell: Cell | undefined): string => (cell === null || cell === undefined ? '' : String(cell))

export function setCell(doc: Doc, { name }: FictionTable, at: number, column: Column, text: string): Doc {
  const rows = rowsIn(doc, name)
  const row = rows[at]
  const value = cellFrom(text, column.type)
  if (!row || (row[column.name] ?? null) === value) return doc
  return withRows(
    doc,
    name,
    rows.map((one, index) => (index === at ? { ...one, [column.name]: value } : one))
  )
}

/** An empty row after that of index `at`; -1 for the first. */
export function addRow(doc: Doc, table: FictionTable, at: number): Doc {
  const row = Object.fromEntries(table.columns.map(({ name }): [string, Cell] => [name, null]))
  return withRows(doc, table.name, rowsIn(doc, table.name).toSpliced(at + 1, 0, row))
}

export const removeRow = (doc: Doc, { name }: FictionTable, at: number): Doc =>
  withRows(doc, name, rowsIn(doc, name).toSpliced(at, 1))

const withRows = (doc: Doc, table: string, rows: FactRow[]): Doc => ({ ...doc, rows: { ...doc.rows, [table]: rows } })

/** The document, or why the specification would not hold together. */
export type Changed = { doc: Doc } | { problem: string }

function checked(doc: Doc): Changed {
  const { success, error, data } = FictionSpec.safeParse(doc.spec)
  if (success) return { doc: { ...doc, spec: data } }
  // Where it is wrong is seen: what was just changed.
  const sentence = ended(sentenceOf({ issues: error.issues.slice(0, 1).map((issue) => ({ ...issue, path: [] })) }))
  return { problem: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}` }
}

const withTables = ({ spec, rows }: Doc, tables: FictionTable[]): Doc => ({ spec: { ...spec, tables }, rows })

/** Everything but the tables. */
export const changeAbout = (doc: Doc, change: Partial<FictionSpec>): Changed =>
  checked({ ...doc, spec: { ...doc.spec, ...change } })

/** Adds a column (`before` null) or puts `column` in its place: values are kept and read as its type. `isKey`: it names the rows. */
export function putColumn(
  doc: Doc,
  table: FictionTable,
  before: string | null,
  { column, isKey }: { column: Column; isKey: boolean }
): Changed {
  const renamed = (name: string | undefined) => (name === before && before !== null ? column.name : name)
  const columns =
    before === null ? [...table.columns, column] : table.columns.map((one) => (one.name === before ? column : one))
  const { label: had, ...rest } = table
  const label = renamed(had)
  const made: FictionTable = {
    ...rest,
    columns,
    key: isKey ? column.name : (renamed(table.key) ?? ''),
    ...(label !== undefined && { label })
  }
  const rows = rowsIn(doc, table.name).map((row) => {
    const value = before === null ? null : (row[before] ?? null)
    const others = Object.entries(row).filter(([name]) => name !== before)
    return Object.fromEntries([...others, [column.name, asType(value, column.type)]])
  })
  const tables = doc.spec.tables.map((one) => (one === table ? made : one))
  return checked(withRows(withTables(doc, tables), table.name, rows))
}

const asType = (value: Cell, type: Column['type']): Cell =>
  type === 'text' ? (value === null ? null : String(value)) : cellFrom(textOf(value), type)

export function removeColumn(doc: Doc, table: FictionTable, name: string): Changed {
  if (name === table.key) return { problem: `“${name}” is the key of the table. Make another column the key first.` }
  const { label, ...rest } = table
  const made: FictionTable = {
    ...rest,
    columns: table.columns.filter((one) => one.name !== name),
    ...(label !== undefined && label !== name && { label })
  }
  const rows = rowsIn(doc, table.name).map((row) =>
    Object.fromEntries(Object.entries(row).filter(([column]) => column !== name))
  )
  const tables = doc.spec.tables.map((one) => (one === table ? made : one))
  return checked(withRows(withTables(doc, tables), table.name, rows))
}

export function addTable(doc: Doc, name: string): Changed {
  const column: Column = { name: 'name', type: 'text' }
  const made = checked(withTables(doc, [...doc.spec.tables, { name, columns: [column], key: 'name' }]))
  return 'doc' in made ? { doc: withRows(made.doc, name, []) } : made
}

/** Settings of a table. Its name may change: columns that refer to it follow. */
export function changeTable(doc: Doc, table: FictionTable, change: Partial<FictionTable>): Changed {
  const made = { ...table, ...change }
  const tables = doc.spec.tables.map((one) => (one === table ? made : one)).map((one) => followed(one, table, made))
  const { [table.name]: own = [], ...others } = doc.rows
  return checked({ spec: { ...doc.spec, tables }, rows: { ...others, [made.name]: own } })
}

const followed = (one: FictionTable, before: FictionTable, made: FictionTable): FictionTable => ({
  ...one,
  columns: one.columns.map((column) => (column.refers === before.name ? { ...column, refers: made.name } : column))
})

export function removeTable(doc: Doc, table: FictionTable): Changed {
  const referring = doc.spec.tables.find(
    (one) => one !== table && one.columns.some(({ refers }) => refers === table.name)
  )
  if (referring) return { problem: `Table “${referring.name}” refers to “${table.name}”. Change its columns first.` }
  if (doc.spec.tables.length === 1) return { problem: 'A fictional world has at least one table.' }
  const { [table.name]: _gone, ...rows } = doc.rows
  return checked({
    spec: { ...doc.spec, tables: doc.spec.tables.filter((one) => one !== table) },
    rows
  })
}
