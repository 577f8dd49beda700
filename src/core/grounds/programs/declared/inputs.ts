// What each verb takes: from the columns of its table, and from what it declares itself.
import { meant } from '../../../text/issues.ts'
import type { DeclaredReader } from './reader.ts'
import type { ColumnRules, TableRules, VerbRules } from './rules.ts'
import type { DeclaredVerb, Standard } from './schema.ts'
import { columnOf, plainType } from './tables.ts'

// Rows of a list, where nothing else is said.
export const USUAL_LIMIT = 20

type Tables = ReadonlyMap<string, TableRules>

const MADE_BY_ITSELF: readonly ColumnRules['type'][] = ['id', 'created', 'updated']

interface Input {
  input: Map<string, ColumnRules>
  columns: string[]
}

/** What a verb takes: the columns of its table that it is about, and what it declares itself. */
export function inputOf(
  verb: DeclaredVerb,
  does: VerbRules['does'],
  key: string,
  path: PropertyKey[],
  tables: Tables,
  reader: DeclaredReader
): Input {
  const input = new Map<string, ColumnRules>()
  const columns: string[] = []
  if (does) {
    const { table } = does
    if (does.verb === 'get' || does.verb === 'update' || does.verb === 'delete') {
      input.set(key, { ...table.key, name: key, required: true, type: plainType(table.key) })
    }
    refuseColumns(table, [...(verb.with ?? []), ...(verb.show ?? []), ...(verb.search ?? [])], path, reader)
    const sorted = verb.sort?.replace('-', '')
    if (sorted !== undefined) refuseColumns(table, [sorted], [...path, 'sort'], reader)
    for (const column of columnsOf(verb, does)) {
      columns.push(column.name)
      input.set(column.name, argumentOf(column, does.verb, verb))
    }
    if (does.verb === 'list') addPaging(input, verb)
  }
  for (const [name, column] of Object.entries(verb.input ?? {})) {
    const { references } = column
    if (references !== undefined && !tables.has(references)) {
      reader.fault(
        [...path, 'input', name],
        `There is no table "${references}".${meant(references, [...tables.keys()])}`
      )
    }
    const other = references === undefined || column.type !== undefined ? undefined : tables.get(references)
    input.set(name, { ...columnOf(name, column), ...(other && { type: plainType(other.key) }) })
  }
  return { input, columns }
}

function columnsOf(
  { with: given, set = {} }: DeclaredVerb,
  { verb, table }: NonNullable<VerbRules['does']>
): ColumnRules[] {
  const all = [...table.columns.values()]
  if (verb === 'get' || verb === 'delete') return []
  if (given) return all.filter(({ name }) => given.includes(name))
  if (verb === 'list') {
    return all.filter((one) => one.enum ?? (one.references !== null || one.type === 'boolean' || one.type === 'date'))
  }
  const open = all.filter(({ name, type }) => !MADE_BY_ITSELF.includes(type) && !Object.hasOwn(set, name))
  return verb === 'update' ? open.filter(({ name }) => name !== table.key.name) : open
}

function argumentOf(column: ColumnRules, verb: Standard, { set = {} }: DeclaredVerb): ColumnRules {
  const { required, default: usual, unique: _, onDelete: __, key: ___, ...more } = column
  if (verb === 'create') {
    const needed = required && usual === undefined && !Object.hasOwn(set, column.name)
    return { ...more, ...(usual !== undefined && { default: usual }), ...(needed && { required: true }) }
  }
  // A filter looks for a value that may be any: one of a list, one out of bounds.
  const { min: _min, max: _max, ...filter } = more
  return verb === 'list' ? { ...filter, type: filter.type === 'list' ? 'text' : plainType(filter) } : more
}

function addPaging(input: Map<string, ColumnRules>, { search, limit = USUAL_LIMIT }: DeclaredVerb): void {
  const add = (column: ColumnRules) => {
    if (!input.has(column.name)) input.set(column.name, column)
  }
  if (search) add({ name: 'query', type: 'text', references: null, about: `Words that ${search.join(' or ')} hold.` })
  const about = 'A column to sort by, with "-" before it for the largest first.'
  add({ name: 'sort', type: 'text', references: null, about })
  add({ name: 'limit', type: 'integer', references: null, min: 1, max: 1000, default: limit, about: 'The most rows.' })
  add({ name: 'offset', type: 'integer', references: null, min: 0, default: 0, about: 'Rows to skip.' })
}

export function refuseColumns(
  table: TableRules | undefined,
  names: string[],
  path: PropertyKey[],
  { fault }: DeclaredReader
): void {
  for (const name of table ? names : []) {
    if (!table?.columns.has(name)) {
      fault(
        [...path, name],
        `${table?.name} has no column "${name}".${meant(name, [...(table?.columns.keys() ?? [])])}`
      )
    }
  }
}
