// Declared data that tools seem to want, as YAML to be edited: list, get, create, update and delete of an issue keep a table of issues.
import { isObject } from '../../../text/json.ts'
import type { Tool } from '../../../tree/model.ts'
import type { Json } from '../../../tree/ports.ts'
import { plural, singular, wordsOf } from './names.ts'
import type { Standard } from './schema.ts'

const VERBS: Readonly<Record<string, Standard>> = {
  ...{ list: 'list', search: 'list', find: 'list', query: 'list' },
  ...{ get: 'get', read: 'get', show: 'get', fetch: 'get', retrieve: 'get', view: 'get', describe: 'get' },
  ...{ create: 'create', add: 'create', new: 'create', insert: 'create', open: 'create' },
  ...{ update: 'update', edit: 'update', modify: 'update', set: 'update', change: 'update', patch: 'update' },
  ...{ delete: 'delete', remove: 'delete' }
}
// What pages, sorts and searches, and is no column.
const PAGING = new Set(['limit', 'offset', 'page', 'per_page', 'perPage', 'cursor', 'sort', 'order', 'query', 'q'])

interface Proposed {
  one: string
  key: string
  /** The line that declares the key. */
  keyLine: string
  columns: Map<string, string>
  verbs: string[]
}

/** The YAML, and the tools that it leaves to the model. `yaml` is `null` where no tool keeps rows. */
export function proposeDeclared(tools: readonly Tool[]): { yaml: string | null; left: string[] } {
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
    if (verbs.size < 2) continue
    tables.set(one, proposed(one, own))
  }
  for (const table of tables.values()) refer(table, [...tables.values()])
  for (const { tool, meant } of found) if (!meant || !tables.has(meant.one)) left.push(tool.name)
  return { yaml: tables.size ? written([...tables.values()], left) : null, left }
}

/** `list_issues`, `getIssue`: what is done, and to what. */
function meantBy({ name }: Tool): { verb: Standard; one: string } | null {
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

function proposed(one: string, own: readonly { tool: Tool; verb: Standard }[]): Proposed {
  const all = own.map(({ tool, verb }) => ({ tool, verb, parameters: parametersOf(tool) }))
  const named = all.flatMap(({ verb, parameters }) =>
    verb === 'list' || verb === 'create' ? [] : parameters.filter(({ required }) => required)
  )
  const given = named.find(({ name }) => KEY.test(name)) ?? named[0]
  const key = given?.name ?? 'id'
  const creates = all.flatMap(({ verb, parameters }) => (verb === 'create' ? parameters : []))
  const columns = new Map<string, string>()
  const fill = (parameters: readonly Parameter[], isNew: boolean) => {
    for (const parameter of parameters) {
      const { name } = parameter
      if (name !== key && !columns.has(name) && !PAGING.has(name)) columns.set(name, columnOf(parameter, isNew))
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
  const keyLine = creates.some(({ name }) => name === key) ? `${key}: text key` : `${key}: ${idOf(given)}`
  return { one, key, keyLine, columns, verbs: own.map(({ tool, verb }) => verbLine(one, tool, verb, key, columns)) }
}

const KEY = /^(?:id|number|key|name)$|id$/i

/** Ids are numbers, or texts such as those that the description shows: `Such as T-104.` */
function idOf(given: Parameter | undefined): string {
  if (given?.schema.type !== 'string') return 'id'
  const shown = /\b([A-Za-z]{1,10}[-_])\d/.exec(String(given.schema.description ?? '').slice(0, 1000))?.[1]
  return `{ type: id, prefix: ${JSON.stringify(shown ?? '')} }`
}

/** A column that is called as the key of another table refers to it. */
function refer({ columns }: Proposed, all: readonly Proposed[]): void {
  for (const { key, one } of all) {
    const column = columns.get(key)
    if (column === undefined || /^(?:id|number|key|name)$/i.test(key)) continue
    columns.set(key, `{ references: ${plural(one)}${column.includes('required') ? ', required: true' : ''} }`)
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

function verbLine(one: string, tool: Tool, verb: Standard, key: string, columns: ReadonlyMap<string, string>): string {
  const parts = [`${verb}: ${plural(one)}`]
  const names = parametersOf(tool).map(({ name }) => name)
  const own = names.filter((name) => columns.has(name) || (verb === 'create' && name === key))
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
  for (const { one, keyLine, columns } of tables) {
    lines.push(`  ${plural(one)}:`, '    columns:', `      ${keyLine}`)
    for (const [name, column] of columns) lines.push(`      ${name}: ${column}`)
    lines.push('    rows: []')
  }
  lines.push('verbs:')
  for (const { verbs } of tables) for (const verb of verbs) lines.push(`  ${verb}`)
  if (left.length) lines.push(`# Left to the model: ${left.join(', ')}`)
  return `${lines.join('\n')}\n`
}
