// The tables of declared data: their columns with types, the one that names a row, and who refers to whom.
import { meant } from '../../../text/issues.ts'
import { singular } from './names.ts'
import type { DeclaredReader } from './reader.ts'
import { VerbRefusal } from './refusal.ts'
import type { ColumnRules, TableRules } from './rules.ts'
import type { Declared, DeclaredColumn, DeclaredTable } from './schema.ts'
import { readTemplate } from './template.ts'
import { fitting } from './values.ts'

export function readTables(declared: Declared, reader: DeclaredReader): Map<string, TableRules> {
  const tables = new Map<string, TableRules>()
  const untyped = new Set<ColumnRules>()
  for (const [name, table] of Object.entries(declared.tables)) {
    const columns = Object.entries(table.columns).map(([column, rules]) => {
      const made = columnOf(column, rules)
      if (rules.type === undefined && rules.references !== undefined) untyped.add(made)
      // A list that nothing was put in is empty.
      return made.type === 'list' && rules.default === undefined ? { ...made, default: [] } : made
    })
    const key = keyOf(columns, ['tables', name, 'columns'], reader)
    tables.set(name, {
      ...{ name, one: table.one ?? singular(name), key, referredBy: [] },
      columns: new Map(columns.map((column) => [column.name, column])),
      errors: errorsOf(name, table, reader)
    })
  }
  for (const table of tables.values()) refer(table, tables, untyped, reader)
  return tables
}

/** A column of a table, or an argument of a verb. */
export function columnOf(name: string, { type, references, ...more }: DeclaredColumn): ColumnRules {
  return { ...more, name, type: type ?? (references === undefined ? 'text' : 'json'), references: references ?? null }
}

/** An id that is given is a value as others are. */
export const plainType = ({ type, prefix }: ColumnRules): ColumnRules['type'] =>
  type === 'id' ? (prefix === undefined ? 'integer' : 'text') : type

const NO_KEY: ColumnRules = { name: 'id', type: 'id', references: null }

function keyOf(columns: readonly ColumnRules[], path: PropertyKey[], { fault }: DeclaredReader): ColumnRules {
  const keys = columns.filter(({ type, key }) => type === 'id' || key)
  const [key] = keys
  if (keys.length !== 1) {
    const names = keys.map(({ name }) => name).join(', ')
    const why = 'A table has one column that names its rows: of the type "id", or with "key".'
    fault(path, keys.length ? `${why} Here are ${names}.` : why)
  }
  return key ?? NO_KEY
}

function errorsOf(
  name: string,
  { errors, one = singular(name) }: DeclaredTable,
  reader: DeclaredReader
): TableRules['errors'] {
  const path = ['tables', name, 'errors']
  const read = (which: 'missing' | 'taken' | 'referenced', usual: string, names: string[]) => {
    const own = errors?.[which]
    return own === undefined ? readTemplate(usual) : reader.template(own, [...path, which], new Set(names))
  }
  return {
    missing: read('missing', `There is no ${one} {{id}}.`, ['id']),
    taken: read('taken', `There is already a ${one} with the ${'{{column}}'} {{value}}.`, ['id', 'column', 'value']),
    referenced: read('referenced', `The ${one} {{id}} is still referred to by the {{by}}.`, ['id', 'by', 'table'])
  }
}

/** What a column refers to is there, and a column without a type of its own has that of the key it refers to. */
function refer(
  table: TableRules,
  tables: ReadonlyMap<string, TableRules>,
  untyped: ReadonlySet<ColumnRules>,
  { fault }: DeclaredReader
): void {
  for (const column of table.columns.values()) {
    const path = ['tables', table.name, 'columns', column.name]
    const { references, onDelete } = column
    if (references !== null) {
      const other = tables.get(references)
      if (!other) fault(path, `There is no table "${references}".${meant(references, [...tables.keys()])}`)
      other?.referredBy.push({ table: table.name, column })
      if (other && untyped.has(column)) column.type = plainType(other.key)
      if (onDelete === 'clear' && column.required) fault(path, 'What is required cannot be cleared.')
    } else if (onDelete) fault(path, '"onDelete" belongs to a column that refers to a table.')
    if (column.prefix !== undefined && column.type !== 'id') fault(path, '"prefix" belongs to an "id".')
    refuseDefault(column, path, fault)
  }
}

function refuseDefault(column: ColumnRules, path: PropertyKey[], fault: DeclaredReader['fault']): void {
  if (column.default === undefined || column.default === null) return
  try {
    fitting(column, column.default)
  } catch (error) {
    if (!(error instanceof VerbRefusal)) throw error
    fault([...path, 'default'], error.message)
  }
}
