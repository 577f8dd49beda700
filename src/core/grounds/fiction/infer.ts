// Tables from files that say no types: names, types, keys and references are read off the values.
import { type Cell, type Column, type FactRow, type FictionTable, isDate } from '../../tree/fiction.ts'

/** A table as a file has it. `null` is an empty cell; texts may hold numbers, as in CSV. */
export interface RawTable {
  name: string
  header: string[]
  rows: (string | number | null)[][]
}

export interface Inferred {
  table: FictionTable
  rows: FactRow[]
}

/** Tables with types, keys, and references among them and to `others`. */
export function inferTables(raw: readonly RawTable[]): Inferred[] {
  const taken = new Set<string>()
  const made = raw.map((one) => inferTable(one, taken))
  const keys = made.map(({ table, rows }) => ({ table, values: new Set(rows.map((row) => String(row[table.key]))) }))
  return made.map(({ table, rows }) => ({
    rows,
    table: { ...table, columns: table.columns.map((column) => referring(column, table, rows, keys)) }
  }))
}

function inferTable({ name, header, rows }: RawTable, taken: Set<string>): Inferred {
  const own = free(nameOf(name, 'table'), taken)
  const names = new Set<string>()
  const columns: Column[] = []
  const cells: Cell[][] = []
  header.forEach((title, at) => {
    const values = rows.map((row) => row[at] ?? null)
    const type = typeOf(values)
    columns.push({ name: free(nameOf(title, 'column'), names), type })
    cells.push(values.map((value) => cellOf(value, type)))
  })
  const key = keyOf(columns, cells)
  if (key === null) {
    const id = free('id', names)
    columns.unshift({ name: id, type: 'text' })
    cells.unshift(rows.map((_, at) => `${own}-${at + 1}`))
  }
  const made = rows.map((_, at) =>
    Object.fromEntries(
      columns.flatMap(({ name: column }, index): [string, Cell][] => [[column, cells[index]?.[at] ?? null]])
    )
  )
  return { table: { name: own, columns, key: key ?? columns[0]?.name ?? 'id' }, rows: made }
}

/** A name as specifications have it: `Länge (m)` is `lange_m`. */
function nameOf(title: string, otherwise: string): string {
  const plain = title.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  const words = (plain.match(/[a-z0-9]+/g) ?? []).join('_').slice(0, 60)
  if (!words || words.startsWith('sqlite_')) return otherwise
  return /^[a-z]/.test(words) ? words : `${otherwise}_${words}`.slice(0, 60)
}

function free(name: string, taken: Set<string>): string {
  let made = name
  for (let count = 2; taken.has(made); count++) made = `${name.slice(0, 55)}_${count}`
  taken.add(made)
  return made
}

type Raw = string | number | null

function typeOf(values: readonly Raw[]): Column['type'] {
  const there = values.filter((value) => value !== null && value !== '')
  const all = (fits: (value: string | number) => boolean) =>
    there.length > 0 && there.every((value) => fits(value as string | number))
  if (all((value) => (typeof value === 'number' ? Number.isSafeInteger(value) : /^-?(?:0|[1-9]\d{0,14})$/.test(value))))
    return 'integer'
  if (all((value) => typeof value === 'number' || /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(value))) return 'number'
  if (all((value) => isDate(value))) return 'date'
  if (all((value) => typeof value === 'string' && /^(?:true|false)$/i.test(value))) return 'boolean'
  return 'text'
}

function cellOf(value: Raw, type: Column['type']): Cell {
  if (value === null || value === '') return null
  if (type === 'integer' || type === 'number') return Number(value)
  if (type === 'boolean') return String(value).toLowerCase() === 'true'
  return String(value)
}

/** The first column whose values are all there and all different; those that sound like a key first. */
function keyOf(columns: readonly Column[], cells: readonly Cell[][]): string | null {
  const fits = columns.filter(({ type }, at) => {
    const values = cells[at] ?? []
    return (
      type !== 'boolean' &&
      values.every((value) => value !== null) &&
      new Set(values.map(String)).size === values.length
    )
  })
  const sounds = (name: string) =>
    /^(?:id|key|code|slug|number)$|_id$/.test(name) ? 0 : /^(?:name|title)$/.test(name) ? 1 : 2
  return fits.toSorted((one, other) => sounds(one.name) - sounds(other.name))[0]?.name ?? null
}

function referring(
  column: Column,
  own: FictionTable,
  rows: readonly FactRow[],
  tables: readonly { table: FictionTable; values: ReadonlySet<string> }[]
): Column {
  if (column.name === own.key) return column
  const base = column.name.replace(/_(?:id|key|code|name)$/, '')
  const target = tables.find(({ table, values }) => {
    const named = [table.name, table.name.replace(/s$/, ''), table.name.replace(/ies$/, 'y')].includes(base)
    const held = rows.flatMap((row) => row[column.name] ?? [])
    return named && held.length > 0 && held.every((value) => values.has(String(value)))
  })
  return target ? { ...column, refers: target.table.name } : column
}
