// Whether rows are what their specification says: types, keys, references, ranges, and nothing that the premise rules out.
import {
  type Cell,
  type Column,
  type FactRow,
  type FictionSpec,
  type FictionTable,
  isDate
} from '../../tree/fiction.ts'

/** What is wrong with one cell or row, in a sentence. */
export interface FictionProblem {
  table: string
  /** From 1, in the order of the table. */
  row: number
  column: string | null
  message: string
}

/** Keys by table: what references are checked against. */
export type Keys = ReadonlyMap<string, ReadonlySet<string>>

// A fact from further away than this is a slip, not history.
const LONGEST_CELL = 4000

/** One row beside those that are there already. `taken(column)`: the values of other rows. */
export function checkRow(
  spec: FictionSpec,
  table: FictionTable,
  row: FactRow,
  { keys, taken }: { keys: Keys; taken(column: string): ReadonlySet<string> }
): { column: string | null; message: string }[] {
  const problems: { column: string | null; message: string }[] = []
  const known = new Set(table.columns.map(({ name }) => name))
  for (const name of Object.keys(row)) {
    if (!known.has(name)) problems.push({ column: name, message: `There is no column "${name}".` })
  }
  for (const column of table.columns) {
    const value = row[column.name] ?? null
    const message = cellProblem(spec, table, column, value, { keys, taken })
    if (message) problems.push({ column: column.name, message })
  }
  return problems
}

function cellProblem(
  spec: FictionSpec,
  table: FictionTable,
  column: Column,
  value: Cell,
  { keys, taken }: { keys: Keys; taken(column: string): ReadonlySet<string> }
): string | null {
  const { name, type, min, max, values, refers } = column
  const isKey = name === table.key
  if (value === null || value === '') return isKey || column.required ? `"${name}" is empty.` : null
  const misfit = typeProblem(column, value)
  if (misfit) return misfit
  if (typeof value === 'string' && value.length > LONGEST_CELL)
    return `"${name}" is longer than ${LONGEST_CELL} characters.`
  if (min !== undefined && value < min) return `"${name}" is ${said(value)}; the smallest allowed is ${min}.`
  if (max !== undefined && value > max) return `"${name}" is ${said(value)}; the largest allowed is ${max}.`
  if (values && !values.includes(String(value))) return `"${name}" is ${said(value)}; allowed are ${values.join(', ')}.`
  if ((isKey || column.unique) && taken(name).has(String(value)))
    return `"${name}" is ${said(value)}, which another row has already.`
  if (refers && !keys.get(refers)?.has(String(value)))
    return `"${name}" is ${said(value)}; table "${refers}" has no such row.`
  if (
    type === 'date' &&
    max === undefined &&
    String(value) > spec.date &&
    !/(?:plan|due|expir|end|next|deadline|until|schedul|valid)/.test(name)
  )
    return `"${name}" is ${said(value)}, which is after the present day of this world, ${spec.date}.`
  const clash = typeof value === 'string' && avoided(spec, value)
  return clash ? `"${name}" contains "${clash}", which the premise rules out.` : null
}

const said = (value: Cell): string => (typeof value === 'string' ? `"${value.slice(0, 80)}"` : String(value))

function typeProblem({ name, type }: Column, value: Cell): string | null {
  const fits = {
    text: () => typeof value === 'string',
    integer: () => Number.isSafeInteger(value),
    number: () => typeof value === 'number' && Number.isFinite(value),
    boolean: () => typeof value === 'boolean',
    date: () => isDate(value)
  }[type]()
  const wanted = {
    text: 'text',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    date: 'a date, YYYY-MM-DD'
  }[type]
  return fits ? null : `"${name}" is ${said(value)}, but the column holds ${wanted}.`
}

function avoided({ avoid = [] }: FictionSpec, value: string): string | null {
  const words = ` ${(
    value
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')} `
  return (
    avoid.find((one) =>
      words.includes(
        ` ${(
          one
            .normalize('NFKC')
            .toLowerCase()
            .match(/[\p{L}\p{N}]+/gu) ?? []
        ).join(' ')} `
      )
    ) ?? null
  )
}

// More would be read by nobody.
const MOST_PROBLEMS = 1000

/** Every problem of all tables, the first thousand. */
export function checkFacts(spec: FictionSpec, rowsOf: (table: string) => readonly FactRow[]): FictionProblem[] {
  const problems: FictionProblem[] = []
  const keys = new Map(spec.tables.map(({ name, key }) => [name, new Set(rowsOf(name).map((row) => String(row[key])))]))
  for (const table of spec.tables) {
    const seen = new Map(table.columns.map(({ name }) => [name, new Set<string>()]))
    let at = 0
    for (const row of rowsOf(table.name)) {
      at++
      const found = checkRow(spec, table, row, { keys, taken: (column) => seen.get(column) ?? new Set() })
      for (const one of found)
        if (problems.length < MOST_PROBLEMS) problems.push({ table: table.name, row: at, ...one })
      for (const { name } of table.columns) seen.get(name)?.add(String(row[name] ?? ''))
    }
  }
  return problems
}
