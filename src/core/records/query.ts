// Reading many records: filters, words to look for, order and pages, from the arguments of a call.
import type { Json } from '../ports.ts'
import { alike, singular } from './names.ts'
import { type Fields, isFields, keyOf, numberIn } from './record.ts'

export interface Query {
  tests: ((record: Fields) => boolean)[]
  sort: { field: string; down: boolean } | null
  limit: number | null
  offset: number
  page: number | null
  /** Nothing narrows it: all records are asked for. */
  whole: boolean
}

/** The argument that no rule understands, and why. */
export interface Puzzle {
  rule: string
  why: string
}

const LIMIT = ['limit', 'max', 'perpage', 'pagesize', 'maxresults', 'top', 'first', 'count', 'take', 'size']
const OFFSET = ['offset', 'skip', 'start', 'from']
const WORDS = ['query', 'q', 'search', 'text', 'keyword', 'keywords', 'term', 'searchterm', 'searchquery']
const SORT = ['sort', 'sortby', 'orderby']
const ORDER = ['order', 'direction', 'sortorder', 'sortdirection', 'orderdirection']
const BOUNDS: [ends: string, test: (one: Json, other: Json) => boolean][] = [
  ['min|from|after|since|gte|start|minimum', (one, other) => compare(one, other) >= 0],
  ['max|to|before|until|lte|end|maximum', (one, other) => compare(one, other) <= 0]
]

/** @param fieldOf the field of the kind's records that a name means; `null` for none */
export function readQuery(given: Fields, fieldOf: (name: string) => string | null): Query | Puzzle {
  const query: Query = { tests: [], sort: null, limit: null, offset: 0, page: null, whole: true }
  let down: boolean | null = null
  for (const [name, value] of Object.entries(given)) {
    const plain = name.toLowerCase().replace(/[^a-z]/g, '')
    if (value === null || value === '') continue
    const field = fieldOf(name)
    if (LIMIT.includes(plain) && typeof value === 'number') query.limit = value
    else if (OFFSET.includes(plain) && typeof value === 'number') query.offset = value
    else if (plain === 'page' && typeof value === 'number') query.page = value
    else if (field !== null) query.tests.push(matches(field, value))
    else if (WORDS.includes(plain) && typeof value === 'string') {
      const words = wordsIn(value)
      if (words === null) return { rule: 'query-syntax', why: `"${value}" is more than words to look for.` }
      query.tests.push((record) => words.every((word) => textOf(record).includes(word)))
    } else if (SORT.includes(plain) && typeof value === 'string') {
      const [by = '', way = ''] = value.replace(/^[-+]/, '').split(/[: ]/)
      const sorted = fieldOf(by)
      if (sorted === null) return { rule: 'order', why: `No field of the records is "${by}".` }
      query.sort = { field: sorted, down: value.startsWith('-') || /^desc/i.test(way) }
    } else if (ORDER.includes(plain) && typeof value === 'string' && /^(?:asc|desc)/i.test(value))
      down = /^desc/i.test(value)
    else {
      const test = bound(name, value, fieldOf)
      if (!test) return { rule: 'unknown-argument', why: `No field of the records is meant by "${name}".` }
      query.tests.push(test)
    }
  }
  if (down !== null && query.sort) query.sort.down = down
  else if (down !== null) return { rule: 'order', why: 'The call says in which direction to sort, and not by what.' }
  if (query.page !== null && query.limit !== null) query.offset = Math.max(0, query.page - 1) * query.limit
  else if (query.page !== null && query.page > 1)
    return { rule: 'unknown-argument', why: 'How long a page is, nothing says.' }
  query.tests = query.tests.filter((test) => test !== EVERY)
  query.whole = !query.tests.length && !query.offset
  return query
}

/** The records that the query finds, and those of them on its page. */
export function run(query: Query, records: Iterable<Fields>): { found: Fields[]; page: Fields[] } {
  const found = [...records].filter((record) => query.tests.every((test) => test(record)))
  const { sort } = query
  if (sort) {
    found.sort((one, other) => compare(one[sort.field] ?? null, other[sort.field] ?? null) * (sort.down ? -1 : 1))
  }
  return { found, page: found.slice(query.offset, query.limit === null ? undefined : query.offset + query.limit) }
}

const EVERY = () => true

/** `all` of a filter that lists states filters nothing. */
function matches(field: string, value: Json): (record: Fields) => boolean {
  if (typeof value === 'string' && /^(?:all|any|\*)$/i.test(value)) return EVERY
  return (record) => holds(record[field] ?? null, value)
}

function holds(own: Json, value: Json): boolean {
  if (Array.isArray(value)) {
    // Several labels are all wanted; of several states a record has one.
    return Array.isArray(own) ? value.every((one) => holds(own, one)) : value.some((one) => holds(own, one))
  }
  if (Array.isArray(own)) return own.some((one) => holds(one, value))
  if (isFields(own)) return Object.values(own).some((one) => holds(one, value))
  if (own === null || typeof own === 'boolean' || typeof value === 'boolean') return own === value
  return keyOf(own).toLowerCase() === keyOf(value).toLowerCase()
}

/** `min_price`, `created_after`, `due_before`: a bound of a field. */
function bound(
  name: string,
  value: Json,
  fieldOf: (name: string) => string | null
): ((record: Fields) => boolean) | null {
  const words = name
    .replace(/[a-z](?=[A-Z])/g, (end) => `${end}_`)
    .toLowerCase()
    .split(/[_-]/)
  for (const [ends, test] of BOUNDS) {
    const at = words.findIndex((word) => ends.split('|').includes(word))
    const rest = words.filter((_, index) => index !== at)
    const field =
      at < 0 || !rest.length
        ? null
        : (fieldOf(rest.join('_')) ?? fieldOf(`${rest.join('_')}_at`) ?? fieldOf(`${rest.join('_')}_date`))
    if (!field) continue
    return (record) => {
      const own = record[field] ?? null
      if (own === null || typeof own !== typeof value) return false
      // A day means all of it.
      return test(
        typeof own === 'string' && typeof value === 'string' && value.length === 10 ? own.slice(0, 10) : own,
        value
      )
    }
  }
  return null
}

function compare(one: Json, other: Json): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1
  const [left, right] = [String(one), String(other)]
  const [mine, its] = [numberIn(left), numberIn(right)]
  // `T-9` comes before `T-10`.
  if (mine.prefix === its.prefix && mine.number !== null && its.number !== null) return mine.number - its.number
  return left < right ? -1 : left > right ? 1 : 0
}

/** Words to look for; `null` for a query with a language of its own. */
function wordsIn(text: string): string[] | null {
  if (/["*()|]|\w:\S|\b(?:AND|OR|NOT)\b|(?:^|\s)-\w/.test(text)) return null
  return text.toLowerCase().split(/\s/).filter(Boolean)
}

function textOf(value: Json): string {
  if (Array.isArray(value)) return value.map(textOf).join('\n')
  if (isFields(value)) return Object.values(value).map(textOf).join('\n')
  return value === null ? '' : String(value).toLowerCase()
}

/** The field that a name means: itself in any notation, its singular or plural, with the kind before it, or as the id of another kind. */
export function fieldNamed(name: string, fields: Iterable<string>, kind: string): string | null {
  const all = [...fields]
  const bare = name.replace(/^(?:new|filter|by)_/i, '')
  const tries = [
    name,
    bare,
    `${bare}_id`,
    bare.replace(/_?ids?$/i, ''),
    singular(bare),
    `${bare}s`,
    withoutKind(bare, kind)
  ]
  for (const one of tries) {
    const found = one ? (all.find((field) => field === one) ?? all.find((field) => alike(field, one))) : undefined
    if (found) return found
  }
  return null
}

const withoutKind = (name: string, kind: string): string =>
  name.toLowerCase().startsWith(kind) ? name.slice(kind.length).replace(/^_/, '') : ''
