// Records that people write down in lines: `- ISSUE-12 "title" (open, assigned to ann)`, `key: value`, rows of a table.

import type { ObjectSchema } from '../../domains/tools/bounded.ts'
import type { Json } from '../../tree/ports.ts'
import { readCell, typesOf, valuesOf } from './cells.ts'
import { alike } from './names.ts'
import type { Fields } from './record.ts'

/** What the tools say of the records of a kind. */
export interface KnownRecords {
  /** The field that holds the id, where a record is written without names. */
  idField: string
  fields: ReadonlyMap<string, ObjectSchema>
}

/** The cells of a table's row; `null` where the line is none. */
export function cellsOf(line: string): string[] | null {
  const text = line.trim()
  if (!text.startsWith('|') || text.length < 2) return null
  const cells = text.slice(1, text.endsWith('|') ? -1 : undefined).split('|')
  return cells.map((cell) => cell.trim())
}

export const isRule = (cells: readonly string[]): boolean => cells.every((cell) => /^:?-+:?$/.test(cell))

/** A row as a record. Columns that a tool names otherwise (`Created at`) have the tool's name. */
export function rowOf(names: readonly string[], cells: readonly string[], { fields }: KnownRecords): Fields {
  return Object.fromEntries(
    names.map((name, at) => {
      const field = named(name, fields)
      return [field, readCell(cells[at] ?? '', fields.get(field))]
    })
  )
}

function named(name: string, fields: KnownRecords['fields']): string {
  const known = [...fields.keys()].find((one) => alike(one, name))
  return known ?? name.trim().toLowerCase().split(' ').join('_')
}

const ID = /^(?:#\d{1,15}|[A-Za-z][A-Za-z0-9]{0,11}[-_]\d[\w-]{0,30}|[A-Z]{1,5}\d{1,12})(?![\w-])/

/** The id that a line of a list begins with; `null` for none. */
export function idAt(text: string): string | null {
  return ID.exec(text)?.[0] ?? null
}

/** A line of a list as a record: the id, a text in quotes or after a colon, and what is told of it, between commas. */
export function itemOf(line: string, known: KnownRecords): Fields | null {
  const id = idAt(line)
  if (id === null) return null
  const record: Fields = { [known.idField]: idValue(id, known.fields.get(known.idField)) }
  const text = line.slice(id.length).trim()
  // Columns without a head: what they are, nothing says.
  if (/\S {2,}\S|\t/.test(text)) return null
  const { title, told } = parts(text)
  if (title) record[titleField(known.fields)] = title
  const rest = told.filter((one) => !take(record, one, known.fields))
  return rest.length ? { ...record, details: rest.join(', ') } : record
}

/** `#41` is a number where the tools count in numbers, and where nothing says otherwise. */
function idValue(id: string, schema?: ObjectSchema): Json {
  const bare = id.replace(/^#/, '')
  const isText = typesOf(schema).includes('string')
  return bare !== id && !isText ? Number(bare) : bare
}

function titleField(fields: KnownRecords['fields']): string {
  return ['title', 'subject', 'name', 'summary'].find((one) => fields.has(one)) ?? 'title'
}

function parts(text: string): { title: string | null; told: string[] } {
  const open = text.indexOf('"')
  const close = open < 0 ? -1 : text.indexOf('"', open + 1)
  const quoted = close > open ? text.slice(open + 1, close) : null
  const outer = quoted === null ? text : `${text.slice(0, open)},${text.slice(close + 1)}`
  const round = outer.indexOf('(')
  const end = outer.lastIndexOf(')')
  const [before, inside] =
    round >= 0 && end > round ? [outer.slice(0, round), outer.slice(round + 1, end)] : [outer, null]
  const told = (one: string) => one.split(/[,;]/).map(tidy).filter(Boolean)
  if (quoted !== null) return { title: quoted, told: [...told(before), ...told(inside ?? '')] }
  // Without quotes it is either `ID: title (told)` or `ID told, told`.
  const plain = tidy(before)
  if (inside !== null || /^\s*[:–—-]/.test(before)) return { title: plain || null, told: told(inside ?? '') }
  return { title: null, told: told(before) }
}

const tidy = (text: string): string =>
  text
    .trim()
    .replace(/^[:–—-]/, '')
    .replace(/[:.]$/, '')
    .trim()

const PEOPLE: [said: string, fields: string[]][] = [
  ['assigned to ', ['assignee', 'assigned_to', 'owner', 'agent']],
  ['owned by ', ['owner', 'assignee']],
  ['opened by ', ['author', 'created_by', 'reporter', 'requester']],
  ['created by ', ['created_by', 'author']],
  ['reported by ', ['reporter', 'requester']],
  ['requested by ', ['requester', 'reporter']],
  ['by ', ['author', 'created_by', 'reporter']]
]

/** Takes one thing that is told of a record into it. False where no rule says which field it is. */
function take(record: Fields, said: string, fields: KnownRecords['fields']): boolean {
  const set = (field: string, value: Json) => {
    record[field] = value
    return true
  }
  const pair = /^([\w ]{1,40})[:=]\s{0,4}(\S.*)$/.exec(said)
  if (pair) {
    const field = named(pair[1] ?? '', fields)
    return set(field, readCell(pair[2] ?? '', fields.get(field)))
  }
  for (const [words, names] of PEOPLE) {
    if (said.toLowerCase().startsWith(words))
      return set(names.find((one) => fields.has(one)) ?? names[0] ?? 'by', said.slice(words.length))
  }
  if (said === 'unassigned')
    return set(['assignee', 'assigned_to', 'owner'].find((one) => fields.has(one)) ?? 'assignee', null)
  for (const [field, schema] of fields) {
    const value = valuesOf(schema).find((one) => String(one).toLowerCase() === said.toLowerCase())
    if (value !== undefined && !/^(?:all|any)$/.test(String(value))) return set(field, value)
  }
  const none = ['labels', 'tags'].find((one) => fields.has(one) && /^no (?:label|tag)s?$/.test(said))
  if (none) return set(none, [])
  for (const [field, schema] of fields) {
    const words = field.replaceAll('_', ' ')
    if (said.toLowerCase().startsWith(`${words} `)) return set(field, readCell(said.slice(words.length + 1), schema))
    if (said.toLowerCase().endsWith(` ${words}`)) return set(field, readCell(said.slice(0, -words.length - 1), schema))
  }
  const tags = ['labels', 'tags'].find((one) => fields.has(one))
  // A word that is nothing else is a label, where records have labels.
  if (tags && /^[\w-]{1,30}$/.test(said) && !['open', 'closed', 'done'].includes(said)) {
    const before = record[tags]
    return set(tags, [...(Array.isArray(before) ? before : []), said])
  }
  if (['open', 'closed', 'done', 'resolved', 'pending'].includes(said)) {
    return set(['status', 'state'].find((one) => fields.has(one)) ?? 'status', said)
  }
  return false
}
