// An answer made of records in a given shape. Where the shape asks for something that no rule gives, there is no answer.
import type { Json } from '../../tree/ports.ts'
import { typesOf } from './cells.ts'
import { alike } from './names.ts'
import { type Fields, isFields } from './record.ts'
import type { RecordShape } from './shape.ts'

/** What there is to tell. */
export interface Telling {
  idField: string
  record: Fields | null
  records: readonly Fields[] | null
  total: number
  offset: number
  limit: number | null
  page: number | null
  message: string
}

/** The value, or the name of what no rule gives. */
export type Filled = { value: Json } | { unknown: string }

export function fill(shape: RecordShape, told: Telling): Filled {
  if (shape.type === 'array') return told.records ? list(shape.items, told) : { unknown: 'a list' }
  if (shape.type === 'value') return { value: told.records ? [...told.records] : (told.record ?? told.message) }
  if (told.record && isRecord(shape, told)) return project(shape, told.record)
  const value: Fields = {}
  for (const [name, inner] of shape.fields) {
    const one = part(name, inner, told)
    if ('value' in one) value[name] = one.value
    else if (shape.required.has(name)) return one
  }
  return { value }
}

type ObjectShape = Extract<RecordShape, { type: 'object' }>

function isRecord(shape: ObjectShape, { idField, record }: Telling): boolean {
  const names = shape.fields.map(([name]) => name)
  if (shape.fields.some(([name, one]) => one.type === 'object' && !isFields(record?.[name]))) return false
  const common = names.filter((name) => Object.keys(record ?? {}).some((one) => alike(one, name))).length
  return names.some((name) => alike(name, idField))
    ? common > 0 && common * 2 >= names.length
    : common * 2 > names.length
}

function list(items: RecordShape | null, { records }: Telling): Filled {
  const made: Json[] = []
  for (const record of records ?? []) {
    const one = items?.type === 'object' ? project(items, record) : { value: record }
    if ('unknown' in one) return one
    made.push(one.value)
  }
  return { value: made }
}

/** The fields of a record that a shape names, in its order. */
function project(shape: ObjectShape, record: Fields): Filled {
  const value: Fields = {}
  for (const [name, inner] of shape.fields) {
    const own = Object.keys(record).find((one) => one === name) ?? Object.keys(record).find((one) => alike(one, name))
    const found = own === undefined ? undefined : record[own]
    if (found !== undefined) value[name] = found
    else if (shape.required.has(name)) {
      const types = inner.type === 'value' ? typesOf(inner.schema) : []
      if (!types.includes('null')) return { unknown: name }
      value[name] = null
    }
  }
  const rest = Object.entries(record).filter(([name]) => !shape.fields.some(([one]) => alike(one, name)))
  return { value: shape.more ? { ...value, ...Object.fromEntries(rest) } : value }
}

/** What stands beside the records: how many there are, where this page lies, that it went well. */
function part(name: string, shape: RecordShape, told: Telling): Filled {
  const { records, record, total, offset, limit, page } = told
  if (shape.type === 'array') return records ? list(shape.items, told) : { unknown: name }
  if (shape.type === 'object') return record ? project(shape, record) : { unknown: name }
  const plain = name.toLowerCase().replace(/[^a-z]/g, '')
  if (records || !record) {
    if (/^(?:total|count|totalcount|totalitems|totalresults|n)$/.test(plain)) return { value: total }
    if (/^(?:returned|returnedcount|size)$/.test(plain)) return { value: records?.length ?? total }
    if (plain === 'offset' || plain === 'skip') return { value: offset }
    if (/^(?:limit|perpage|pagesize)$/.test(plain) && limit !== null) return { value: limit }
    if (plain === 'page') return { value: page ?? 1 }
    if (/^(?:pages|totalpages|pagecount)$/.test(plain) && limit) return { value: Math.max(1, Math.ceil(total / limit)) }
    if (/^(?:hasmore|more|hasnext|hasnextpage)$/.test(plain)) return { value: offset + (records?.length ?? 0) < total }
  }
  if (/^(?:success|ok|done|created|updated|deleted|removed|closed|changed)$/.test(plain)) return { value: true }
  if (plain === 'message' || plain === 'result') return { value: told.message }
  if (record) {
    const own = Object.keys(record).find((one) => alike(one, name))
    const found = own === undefined ? undefined : record[own]
    if (found !== undefined) return { value: found }
    if (/^\w+id$/.test(plain) || plain === 'id') return { value: record[told.idField] ?? null }
  }
  return typesOf(shape.schema).includes('null') ? { value: null } : { unknown: name }
}
