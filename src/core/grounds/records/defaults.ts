// What a new record has in the fields that the call does not name: by the schemas, by the other records, by what the name says.
import type { Json } from '../../tree/ports.ts'
import { typesOf, valuesOf } from './cells.ts'
import { isFields, type RecordKind } from './record.ts'
import { timeAt } from './time.ts'
import { knownOf, type RecordTurn, seenOf, valuesIn } from './turn.ts'

// The states in which things begin.
const OPENING = ['open', 'new', 'todo', 'to_do', 'pending', 'draft', 'active', 'backlog', 'available']
const LATER =
  /^(?:closed|resolved|completed|deleted|archived|cancelled|canceled|finished|shipped|paid|sent)(?:_?at|_?on|_?date|At|On)$/
const MADE =
  /^(?:created|updated|opened|modified|registered|joined|added|posted|last_?updated|last_?modified)(?:_?at|_?on|_?date|At|On|Date)?$|^(?:timestamp|date_?(?:created|added))$/
const BY = /^(?:created_?by|author|reporter|opened_?by|createdBy|openedBy)$/
const NOT_YET =
  /^(?:is_?)?(?:archived|closed|done|completed?|deleted|resolved|cancelled|canceled|paid|shipped|read|locked)$/i
const COUNT = /(?:_count|Count)$|^(?:comments|replies|votes|views|likes)$/

/** The field's value; `undefined` where a new record may go without it, `null` inside where no rule gives it. */
export function defaultOf(turn: RecordTurn, kind: RecordKind, field: string): { value: Json | undefined } | null {
  const known = knownOf(turn)
  const schema = known.fields.get(field)
  const records = seenOf(turn, kind)
  const seen = records.map((record) => record[field])
  const [sample] = seen.filter((one) => one !== null && one !== undefined)
  if (schema?.default !== undefined) return { value: schema.default }
  const nullable = seen.includes(null) || typesOf(schema).includes('null')
  if (LATER.test(field)) return { value: nullable || seen.length ? null : undefined }
  if (MADE.test(field)) {
    const like = typeof sample === 'string' || typeof sample === 'number' ? sample : null
    return { value: timeAt(turn.book.start, turn.number, like) }
  }
  if (/^(?:status|state|stage)$/.test(field)) {
    const status = openingOf(valuesIn(turn, kind, field))
    if (status !== null) return { value: status }
  }
  if (BY.test(field) && turn.book.caller) return { value: turn.book.caller }
  if (Array.isArray(sample) || typesOf(schema).includes('array')) return { value: [] }
  if (isFields(sample) && seen.some((one) => isFields(one) && !Object.keys(one).length)) return { value: {} }
  if (NOT_YET.test(field) && (typeof sample === 'boolean' || typesOf(schema).includes('boolean')))
    return { value: false }
  if (COUNT.test(field) && (typeof sample === 'number' || typesOf(schema).includes('integer'))) return { value: 0 }
  if (nullable) return { value: null }
  const needed = known.required.has(field)
  const optional = known.optional.has(field)
  if (needed) return optional && typesOf(schema).includes('string') && !valuesOf(schema).length ? { value: '' } : null
  // What a record may lack, a new one lacks.
  const always = records.length > 0 && !seen.includes(undefined)
  // Of a choice something is chosen; of a text nothing is written.
  if (always && (!optional || valuesOf(schema).length)) return null
  return { value: always && sample !== undefined ? null : undefined }
}

/** The state in which a thing begins, of those that there are: the first listed where several are ones to begin in. */
function openingOf(values: readonly (Json | undefined)[]): Json {
  const found = values.filter(
    (one) => typeof one === 'string' && OPENING.includes(one.toLowerCase().replace(/[ -]/g, '_'))
  )
  return found[0] ?? null
}
