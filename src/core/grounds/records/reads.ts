// Calls that change nothing: one record, many of them, or how many there are.

import { plural, spoken, wordsOf } from './names.ts'
import type { ToolPlan } from './plan.ts'
import { isPlan } from './plan.ts'
import { fieldNamed, type Query, readQuery, run } from './query.ts'
import { type Fields, idIn, isDeleted, isMark, type RecordKind } from './record.ts'
import {
  answer,
  answered,
  fieldsOf,
  kindOf,
  missing,
  named,
  type RecordOutcome,
  type RecordTurn,
  toModel,
  valuesIn
} from './turn.ts'

export function readOne(turn: RecordTurn): RecordOutcome {
  const { plan, given } = turn
  const { kind, record } = named(turn)
  const { [plan.id ?? '']: id, ...more } = given
  const fields = fieldsOf(turn, kind)
  if (!record) {
    if (kind.complete) return missing(turn, kind.name, id)
    return toModel(
      'unread-records',
      `Nothing yet tells of the ${spoken(kind.name)} ${String(id)}, and there may be one.`
    )
  }
  for (const [name, value] of Object.entries(more)) {
    const field = fieldNamed(name, fields, kind.name)
    if (field === null)
      return toModel('unknown-argument', `What "${name}" asks of the ${spoken(kind.name)}, no rule knows.`)
    if (value !== null && record[field] !== value) return missing(turn, kind.name, id)
  }
  const asked = plan.field === null ? null : fieldNamed(plan.field, Object.keys(record), kind.name)
  if (plan.field !== null && asked === null) {
    return toModel('unknown-field', `The ${spoken(kind.name)} ${String(id)} has no field "${plan.field}".`)
  }
  const part =
    asked === null || asked === plan.id
      ? record
      : { [kind.idField]: record[kind.idField] ?? null, [asked]: record[asked] ?? null }
  const whole = part === record ? withParts(turn, kind, record) : part
  if (whole === null)
    return toModel('joined', `${plan.tool.name} also returns records of other kinds that nothing tells of yet.`)
  return answered(turn, 'get', `The store holds the ${spoken(kind.name)} ${String(id)}.`, { record: whole })
}

/** The record with those that belong to it, where the tool's description says so ("with its comments"). `null`: they are not known. */
function withParts({ plan, book, kinds }: RecordTurn, kind: RecordKind, record: Fields): Fields | null {
  if (plan.tool.outputSchema !== undefined) return record
  const words = new Set(wordsOf(plan.tool.description ?? ''))
  const others = new Set([...kinds.keys(), ...[...book.plans.values()].flatMap((one) => (isPlan(one) ? one.kind : []))])
  let whole = record
  for (const name of others) {
    const key = plural(name)
    if (name === kind.name || !words.has(key) || Object.hasOwn(record, key)) continue
    const other = kinds.get(name)
    const of =
      other &&
      [...other.records.values()].flatMap(Object.keys).find((one) => fieldNamed(one, [`${kind.name}_id`], name))
    if (!other?.complete || !of) return null
    whole = {
      ...whole,
      [key]: [...other.records.values()].filter((one) => String(one[of]) === String(record[kind.idField]))
    }
  }
  return whole
}

export function readMany(turn: RecordTurn): RecordOutcome {
  const { plan, given } = turn
  const kind = kindOf(turn, plan.kind)
  const query = queryOf(turn, kind, given)
  if ('rule' in query) return toModel(query.rule, query.why)
  if (!kind.complete) {
    return toModel(
      'unread-records',
      `Nothing yet tells which ${plural(spoken(kind.name))} there are; the model says it once, and the store keeps it.`
    )
  }
  const ran = run(query, kind.records.values())
  if ('rule' in ran) return toModel(ran.rule, ran.why)
  const { found, page } = ran
  const many = `${found.length} of ${kind.records.size} ${plural(spoken(kind.name))}`
  if (plan.verb === 'count') return counted(turn, found.length, `The store holds ${many} that fit.`)
  const { limit, offset, page: number } = query
  const told = { records: page, total: found.length, limit, offset, page: number }
  return answered(turn, plan.verb, `The store holds ${many} that fit.`, told)
}

function counted(turn: RecordTurn, total: number, why: string): RecordOutcome {
  const { plan, example } = turn
  const told = { record: { count: total }, total, idField: '' }
  const plain = plan.tool.outputSchema === undefined && example === undefined
  const made = plain ? { text: JSON.stringify({ count: total }, null, 2) } : answer(turn, { ...told, record: null })
  if ('text' in made) return { by: 'ground', rule: 'count', why, text: made.text, effects: [] }
  return toModel('form', `The answer of ${plan.tool.name} has "${made.unknown}", which no rule gives.`)
}

function queryOf(turn: RecordTurn, kind: RecordKind, given: Fields): Query | { rule: string; why: string } {
  const { plan } = turn
  const fields = fieldsOf(turn, kind)
  const fieldOf = (name: string) => fieldNamed(name, fields, kind.name)
  const query = readQuery(given, fieldOf, kind.records.values())
  if ('rule' in query) return query
  // A mark that the call asks for is asked for; otherwise nothing says whether such records are seen.
  if (!Object.keys(given).some((name) => isMark(fieldOf(name) ?? '')))
    query.tests.push((record) => (isDeleted(record) ? null : true))
  for (const word of plan.qualifiers) {
    if (fieldNamed(word, fields, kind.name) && Object.keys(given).length) continue
    const field = ['status', 'state', 'stage'].find((one) => fields.has(one))
    const seen = field === undefined ? [] : valuesIn(turn, kind, field)
    if (!field || !seen.includes(word))
      return { rule: 'unclear-kind', why: `Which ${plural(spoken(kind.name))} are "${word}", no rule knows.` }
    query.tests.push((record) => record[field] === word)
    query.whole = false
  }
  const ordered = query.sort ? null : orderOf(plan, [...fields], kind)
  if (ordered && 'why' in ordered) return ordered
  return ordered ? { ...query, sort: ordered } : query
}

const MADE = ['created_at', 'createdAt', 'created', 'opened_at', 'date', 'timestamp', 'time', 'number', 'id']

/** The order that the description tells; `null` for that in which the records came. */
function orderOf(
  { tool }: ToolPlan,
  fields: string[],
  { records, idField }: RecordKind
): Query['sort'] | { rule: string; why: string } {
  const text = tool.description ?? ''
  const made = [...MADE, idField].find(
    (one) => fields.includes(one) && [...records.values()].every((record) => idIn(record, one) !== null)
  )
  if (/\b(?:newest|latest|most recent)(?: \w+)? first\b/i.test(text) && made) return { field: made, down: true }
  const by = /\b(?:sorted by|ordered by|in order of|by order of) (\w{1,40})/i.exec(text)?.[1]
  if (!by) return null
  const field =
    fieldNamed(by, fields, '') ?? (by === 'time' ? fields.find((one) => /^(?:start|date|due|created)/.test(one)) : null)
  return field
    ? { field, down: /\bdescending\b/i.test(text) }
    : { rule: 'order', why: `No field of the records is "${by}".` }
}

/** Whether a call asks for all records of its kind and so many are all there is. */
export function asksForAll(turn: RecordTurn, answered: number): boolean {
  const query = queryOf(turn, kindOf(turn, turn.plan.kind), turn.given)
  if (turn.plan.verb !== 'list' || 'rule' in query || !query.whole) return false
  return query.limit === null || answered < query.limit
}
