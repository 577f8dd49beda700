// Declared data that tools seem to want, as YAML to be edited: list, get, create, update and delete of an issue keep a table of issues.
import { isObject } from '../../../text/json.ts'
import type { Tool } from '../../../tree/model.ts'
import type { Json } from '../../../tree/ports.ts'
import { plural, singular, wordsOf } from './names.ts'
import type { DeclaredRow } from './rules.ts'
import type { Standard } from './schema.ts'
import { isTime } from './time.ts'

const VERBS: Readonly<Record<string, Standard>> = {
  ...{ list: 'list', search: 'list', find: 'list', query: 'list' },
  ...{ get: 'get', read: 'get', show: 'get', fetch: 'get', retrieve: 'get', view: 'get', describe: 'get' },
  ...{ create: 'create', add: 'create', new: 'create', insert: 'create', open: 'create' },
  ...{ update: 'update', edit: 'update', modify: 'update', set: 'update', change: 'update', patch: 'update' },
  ...{ delete: 'delete', remove: 'delete' }
}
// What pages, sorts and searches, and is no column.
const PAGING = new Set(['limit', 'offset', 'page', 'per_page', 'perPage', 'cursor', 'sort', 'order', 'query', 'q'])

export interface TableProposal {
  /** `null` where no tool keeps rows. */
  yaml: string | null
  /** What each table keeps and which of its usual verbs the tools are, for the question whether to keep it. */
  tables: { one: string; verbs: Standard[] }[]
  /** The tools that it leaves to the model. */
  left: string[]
}

interface Proposed {
  one: string
  key: string
  /** The argument with the key. */
  argument: string
  /** The line that declares the key. */
  keyLine: string
  columns: Map<string, string>
  rows: readonly DeclaredRow[]
  does: Standard[]
  verbs: string[]
}

/** @param stated rows that are there at the beginning, by what one of them is called */
export function proposeDeclared(
  tools: readonly Tool[],
  stated: ReadonlyMap<string, readonly DeclaredRow[]> = new Map()
): TableProposal {
  const said = tools.map((tool) => ({ tool, meant: meantBy(tool) }))
  // A tool that takes all of a table at once is not one that changes a row.
  const names = new Set(said.flatMap(({ meant }) => (meant ? plural(meant.one) : [])))
  const found = said.map(({ tool, meant }) => ({
    tool,
    meant: parametersOf(tool).some(({ name }) => names.has(name)) ? null : meant
  }))
  const tables = new Map<string, Proposed>()
  const left: string[] = []
  for (const one of new Set(found.flatMap(({ meant }) => meant?.one ?? []))) {
    const own = found.flatMap(({ tool, meant }) => (meant?.one === one ? [{ tool, verb: meant.verb }] : []))
    // A verb alone does not make a table: something has to come in, or to be looked at by its key.
    const verbs = new Set(own.map(({ verb }) => verb))
    const rows = stated.get(one) ?? []
    if (verbs.size < 2 && !rows.length) continue
    tables.set(one, proposed(one, own, rows))
  }
  for (const table of tables.values()) refer(table, [...tables.values()])
  for (const { tool, meant } of found) if (!meant || !tables.has(meant.one)) left.push(tool.name)
  const all = [...tables.values()]
  return {
    yaml: tables.size ? written(all, left) : null,
    tables: all.map(({ one, does }) => ({ one, verbs: [...new Set(does)] })),
    left
  }
}

/** `list_issues`, `getIssue`: what is done, and to what. */
export function meantBy({ name }: Pick<Tool, 'name'>): { verb: Standard; one: string } | null {
  const [first = '', ...rest] = wordsOf(name)
  const verb = Object.hasOwn(VERBS, first) ? VERBS[first] : undefined
  const last = rest.at(-1)
  if (!verb || last === undefined) return null
  const one = [...rest.slice(0, -1), singular(last)].join('_')
  return /^[a-z]\w*$/.test(one) ? { verb, one } : null
}

interface Parameter {
  name: string
  schema: Record<string, unknown>
  required: boolean
}

function parametersOf({ inputSchema }: Tool): Parameter[] {
  const { properties, required } = inputSchema
  const needed: readonly Json[] = Array.isArray(required) ? required : []
  if (!isObject(properties)) return []
  return Object.entries(properties).flatMap(([name, schema]) =>
    /^[A-Za-z]\w{0,63}$/.test(name)
      ? [{ name, schema: isObject(schema) ? schema : {}, required: needed.includes(name) }]
      : []
  )
}

function proposed(
  one: string,
  own: readonly { tool: Tool; verb: Standard }[],
  stated: readonly DeclaredRow[]
): Proposed {
  const all = own.map(({ tool, verb }) => ({ tool, verb, parameters: parametersOf(tool) }))
  const named = all.flatMap(({ verb, parameters }) =>
    verb === 'list' || verb === 'create' ? [] : parameters.filter(({ required }) => required)
  )
  const given = named.find(({ name }) => KEY.test(name)) ?? named[0]
  const argument = given?.name ?? 'id'
  const names = new Set(stated.flatMap(Object.keys).filter((name) => NAME.test(name)))
  const key = names.size && !names.has(argument) ? (KEYS.find((name) => names.has(name)) ?? argument) : argument
  const creates = all.flatMap(({ verb, parameters }) => (verb === 'create' ? parameters : []))
  const columns = new Map<string, string>()
  const fill = (parameters: readonly Parameter[], isNew: boolean) => {
    for (const parameter of parameters) {
      const { name } = parameter
      if (name !== key && name !== argument && !columns.has(name) && !PAGING.has(name))
        columns.set(name, columnOf(parameter, isNew))
    }
  }
  fill(creates, true)
  for (const { verb, parameters } of all) if (verb === 'update') fill(parameters, false)
  for (const { verb, parameters } of all) {
    if (verb === 'list')
      fill(
        parameters.filter(({ name }) => !columns.has(plural(name))),
        false
      )
  }
  const rows = stated.map((row) => rowOf(row, key, columns))
  for (const name of names) {
    if (name === key) continue
    const values = rows.flatMap((row) => (row[name] === null || row[name] === undefined ? [] : [row[name]]))
    const column = columns.get(name)
    // What the rows hold counts for more than what the tools say.
    if (column === undefined || !holds(column, values)) columns.set(name, typeOf(name, values))
    else if (rows.some((row) => (row[name] ?? null) === null)) columns.set(name, optional(column))
  }
  const keyLine = `${key}: ${rows.length ? keyOf(rows.map((row) => row[key] ?? null)) : idOf(given, creates, key)}`
  const verbs = own.map(({ tool, verb }) => verbLine(one, tool, verb, { key, argument, columns }))
  return { one, key, argument, keyLine, columns, rows, does: own.map(({ verb }) => verb), verbs }
}

const NAME = /^[A-Za-z]\w{0,63}$/
// By which of its columns a row is called, where no argument has the name of one.
const KEYS = ['id', 'number', 'key', 'code', 'login', 'name']

/** Texts of columns that are lists are lists of words between commas. */
function rowOf(row: DeclaredRow, key: string, columns: ReadonlyMap<string, string>): DeclaredRow {
  const named = Object.entries(row).filter(([name]) => NAME.test(name))
  return Object.fromEntries(
    named.map(([name, value]) => {
      const isList = name !== key && /^list\b/.test(columns.get(name) ?? '')
      if (isList && value === null) return [name, []]
      return [name, isList && typeof value === 'string' ? value.split(',').map((word) => word.trim()) : value]
    })
  )
}

/** Ids of one beginning with numbers behind it are counted on; others are given. */
function keyOf(values: readonly Json[]): string {
  if (values.every((value) => Number.isSafeInteger(value))) return 'id'
  const [first] = values
  const prefix = typeof first === 'string' ? /^[A-Za-z]{1,10}[-_]/.exec(first)?.[0] : undefined
  const counted =
    prefix !== undefined &&
    values.every(
      (value) => typeof value === 'string' && value.startsWith(prefix) && /^\d{1,15}$/.test(value.slice(prefix.length))
    )
  return counted ? `{ type: id, prefix: ${JSON.stringify(prefix)} }` : 'text key'
}

const KINDS: readonly (readonly [type: string, is: (value: Json) => boolean])[] = [
  ['integer', (value) => Number.isSafeInteger(value)],
  ['number', (value) => typeof value === 'number'],
  ['boolean', (value) => typeof value === 'boolean'],
  ['date', (value) => typeof value === 'string' && value.length === 10 && isTime(value)],
  ['time', (value) => typeof value === 'string' && isTime(value)],
  ['text', (value) => typeof value === 'string'],
  ['list', (value) => Array.isArray(value) && value.every((one) => typeof one !== 'object')]
]

export function typeOf(name: string, values: readonly Json[]): string {
  if (!values.length) return 'text'
  const type = KINDS.find(([, is]) => values.every(is))?.[0] ?? 'json'
  const stamp = type === 'time' ? /^(created|updated)_?at$/i.exec(name)?.[1]?.toLowerCase() : undefined
  return stamp ?? type
}

/** Whether a column takes all of the values. */
function holds(column: string, values: readonly Json[]): boolean {
  const type = /^(?:\{ type: )?(\w+)/.exec(column)?.[1]
  const is = KINDS.find(([name]) => name === type)?.[1]
  const allowed = column.split('enum: ')[1]?.split(']')[0]
  return is !== undefined && values.every((value) => is(value) && (!allowed || allowed.includes(JSON.stringify(value))))
}

const optional = (column: string): string => column.replace(', required: true', '').replace(' required', '')

const KEY = /^(?:id|number|key|name)$|id$/i

/** Ids are numbers, or texts such as those that the description shows: `Such as T-104.` */
function idOf(given: Parameter | undefined, creates: readonly Parameter[], key: string): string {
  if (creates.some(({ name }) => name === key)) return 'text key'
  if (given?.schema.type !== 'string') return 'id'
  const shown = /\b([A-Za-z]{1,10}[-_])\d/.exec(String(given.schema.description ?? '').slice(0, 1000))?.[1]
  return `{ type: id, prefix: ${JSON.stringify(shown ?? '')} }`
}

/** A column that is called as the key of another table refers to it. */
function refer({ columns, rows }: Proposed, all: readonly Proposed[]): void {
  for (const { key, argument, one, rows: others } of all) {
    const column = columns.get(argument)
    if (column === undefined || /^(?:id|number|key|name)$/i.test(argument)) continue
    const known = new Set(others.map((row) => String(row[key])))
    const dangling = rows.some((row) => (row[argument] ?? null) !== null && !known.has(String(row[argument])))
    if (dangling) continue
    columns.set(argument, `{ references: ${plural(one)}${column.includes('required') ? ', required: true' : ''} }`)
  }
}

const TYPES: Readonly<Record<string, string>> = {
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  array: 'list',
  object: 'json'
}

/** The column that a parameter fills, in the shortest form that says it. */
function columnOf({ schema, required }: Parameter, creates: boolean): string {
  const { type: given, enum: allowed, default: usual, format } = schema
  const type =
    (typeof given === 'string' && TYPES[given]) ||
    (format === 'date' ? 'date' : format === 'date-time' ? 'time' : 'text')
  const needed = creates && required
  const values = Array.isArray(allowed) && allowed.every((one) => typeof one === 'string') ? allowed : null
  const rest = [
    ...(values ? [`enum: ${JSON.stringify(values)}`] : []),
    ...(creates && usual !== undefined ? [`default: ${JSON.stringify(usual)}`] : []),
    ...(needed ? ['required: true'] : [])
  ]
  if (!values && usual === undefined) return needed ? `${type} required` : type
  return `{ type: ${[type, ...rest].join(', ')} }`
}

function verbLine(
  one: string,
  tool: Tool,
  verb: Standard,
  { key, argument, columns }: Pick<Proposed, 'key' | 'argument' | 'columns'>
): string {
  const parts = [`${verb}: ${plural(one)}`]
  const names = parametersOf(tool).map(({ name }) => name)
  const own = names.filter((name) => columns.has(name) || (verb === 'create' && name === key))
  if (argument !== key && verb !== 'list' && verb !== 'create') parts.push(`key: ${argument}`)
  if (verb !== 'get' && verb !== 'delete') parts.push(`with: [${own.join(', ')}]`)
  if (verb === 'list') {
    const texts = [...columns].flatMap(([name, column]) => (column.startsWith('text') && !KEY.test(name) ? [name] : []))
    if (names.includes('query') && texts.length) parts.push(`search: [${texts.join(', ')}]`)
    // \`label\` asks whether it is among the labels.
    const among = names.filter((name) => !columns.has(name) && columns.has(plural(name)))
    const test = among.map((name) => `(${name} == null or ${name} in it.${plural(name)})`).join(' and ')
    if (test) parts.push(`input: { ${among.map((name) => `${name}: text`).join(', ')} }`, `where: "${test}"`)
  }
  return `${/^[A-Za-z][\w.-]*$/.test(tool.name) ? tool.name : JSON.stringify(tool.name)}: { ${parts.join(', ')} }`
}

function written(tables: readonly Proposed[], left: readonly string[]): string {
  const lines = [
    '# Proposed from the tools. Add rows, references between tables, and what is refused.',
    'version: 1',
    'tables:'
  ]
  for (const { one, keyLine, columns, rows } of tables) {
    lines.push(`  ${plural(one)}:`, '    columns:', `      ${keyLine}`)
    for (const [name, column] of columns) lines.push(`      ${name}: ${column}`)
    // JSON is YAML.
    lines.push(rows.length ? '    rows:' : '    rows: []')
    for (const row of rows) lines.push(`      - ${JSON.stringify(row)}`)
  }
  lines.push('verbs:')
  for (const { verbs } of tables) for (const verb of verbs) lines.push(`  ${verb}`)
  if (left.length) lines.push(`# Left to the model: ${left.join(', ')}`)
  return `${lines.join('\n')}\n`
}
