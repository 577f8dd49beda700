// Reading many records: filters, words to look for, order and pages, from the arguments of a call.
import type { Json } from '../../tree/ports.ts'
import { alike, singular } from './names.ts'
import { type Fields, isFields, keyOf, numberIn } from './record.ts'

/** Whether a record fits; `null` where nothing says. */
type Test = (record: Fields) => boolean | null

export interface Query {
  tests: Test[]
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
  ['max|to|before|until|lte|end|maximum', (one, other) => compare(one, other) <= 0],
  ['gt|above|over', (one, other) => compare(one, other) > 0],
  ['lt|below|under', (one, other) => compare(one, other) < 0]
]

/** @param fieldOf the field of the kind's records that a name means; `null` for none. @param records those that are known */
export function readQuery(
  given: Fields,
  fieldOf: (name: string) => string | null,
  records: Iterable<Fields> = []
): Query | Puzzle {
  const query: Query = { tests: [], sort: null, limit: null, offset: 0, page: null, whole: true }
  const all = [...records]
  let down: boolean | null = null
  for (const [name, value] of Object.entries(given)) {
    const plain = name.toLowerCase().replace(/[^a-z]/g, '')
    if (value === null || value === '') continue
    const field = fieldOf(name)
    if (LIMIT.includes(plain) && typeof value === 'number') query.limit = value
    else if (OFFSET.includes(plain) && typeof value === 'number') query.offset = value
    else if (plain === 'page' && typeof value === 'number') query.page = value
    else if (field !== null)
      query.tests.push(
        matches(
          field,
          value,
          all.some((record) => holds(record[field] ?? null, value, true))
        )
      )
    else if (WORDS.includes(plain) && typeof value === 'string') {
      const words = wordsIn(value)
      if (words === null) return { rule: 'query-syntax', why: `"${value}" is more than words to look for.` }
      query.tests.push((record) => {
        // Whether numbers are searched too, nothing says.
        if (words.every((word) => textOf(record, true).includes(word))) return true
        return words.every((word) => textOf(record, false).includes(word)) ? null : false
      })
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
  if ([query.page ?? 1, (query.limit ?? 0) + 1, query.offset + 1].some((one) => one < 1 || !Number.isInteger(one)))
    return { rule: 'unknown-argument', why: 'A page before the first has no meaning that a rule knows.' }
  if (query.page !== null && query.limit !== null) query.offset = (query.page - 1) * query.limit
  else if (query.page !== null && query.page > 1)
    return { rule: 'unknown-argument', why: 'How long a page is, nothing says.' }
  query.tests = query.tests.filter((test) => test !== EVERY)
  query.whole = !query.tests.length && !query.offset
  return query
}

/** The records that the query finds, and those of them on its page; or what of it is unclear. */
export function run(query: Query, records: Iterable<Fields>): { found: Fields[]; page: Fields[] } | Puzzle {
  const results = [...records].map((record) => ({ record, results: query.tests.map((test) => test(record)) }))
  const fitting = results.filter(({ results }) => !results.includes(false))
  if (fitting.some(({ results }) => results.includes(null)))
    return {
      rule: 'query-syntax',
      why: 'Whether a record fits depends on what nothing says: case, numbers, or the very bound.'
    }
  const found = fitting.map(({ record }) => record)
  const { sort } = query
  if (sort) {
    const keyIn = (record: Fields) => record[sort.field] ?? null
    const order = (by: typeof compare) =>
      [...found].sort((one, other) => by(keyIn(one), keyIn(other)) * (sort.down ? -1 : 1))
    const plain = order(compare)
    // Letters with accents stand elsewhere in an order for people.
    const spoken = order((one, other) => compare(folded(one), folded(other)))
    if (plain.some((record, at) => record !== spoken[at]))
      return { rule: 'order', why: `How accents of "${sort.field}" are sorted, nothing says.` }
    for (const [at, record] of plain.entries()) found[at] = record
  }
  return { found, page: found.slice(query.offset, query.limit === null ? undefined : query.offset + query.limit) }
}

const folded = (value: Json): Json =>
  typeof value === 'string' ? value.normalize('NFD').replace(/\p{M}/gu, '') : value

const EVERY = () => true

/** `all` of a filter that lists states filters nothing. */
function matches(field: string, value: Json, exactly: boolean): Test {
  if (typeof value === 'string' && /^(?:all|any|\*)$/i.test(value)) return EVERY
  return (record) => {
    const own = record[field] ?? null
    if (!holds(own, value, false)) return false
    return !exactly || holds(own, value, true) || null
  }
}

/** @param exactly whether capitals count */
function holds(own: Json, value: Json, exactly: boolean): boolean {
  if (Array.isArray(value)) {
    // Several labels are all wanted; of several states a record has one.
    return Array.isArray(own)
      ? value.every((one) => holds(own, one, exactly))
      : value.some((one) => holds(own, one, exactly))
  }
  if (Array.isArray(own)) return own.some((one) => holds(one, value, exactly))
  if (isFields(own)) return Object.values(own).some((one) => holds(one, value, exactly))
  if (own === null || typeof own === 'boolean' || typeof value === 'boolean') return own === value
  if (exactly) return keyOf(own) === keyOf(value)
  return keyOf(own).toLowerCase() === keyOf(value).toLowerCase()
}

/** `min_price`, `created_after`, `due_before`: a bound of a field. */
function bound(name: string, value: Json, fieldOf: (name: string) => string | null): Test | null {
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

/** @param onlyTexts without numbers and flags */
function textOf(value: Json, onlyTexts: boolean): string {
  if (Array.isArray(value)) return value.map((one) => textOf(one, onlyTexts)).join('\n')
  if (isFields(value))
    return Object.values(value)
      .map((one) => textOf(one, onlyTexts))
      .join('\n')
  return value === null || (onlyTexts && typeof value !== 'string') ? '' : String(value).toLowerCase()
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
