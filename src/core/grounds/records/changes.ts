// Changes of one record: the named fields get their values, and the others stay.
import type { Json } from '../../tree/ports.ts'
import { spoken } from './names.ts'
import { fieldNamed } from './query.ts'
import { type EntityEffect, type Fields, isFields, keyOf, type RecordKind } from './record.ts'
import { timeAt } from './time.ts'
import {
  answered,
  called,
  dangling,
  fieldsOf,
  missing,
  named,
  type RecordOutcome,
  type RecordTurn,
  toModel
} from './turn.ts'

export const effectOf = (kind: RecordKind, record: Fields | null, id: Json): EntityEffect => ({
  ...{ do: 'entity', kind: kind.name, id: keyOf(id), value: record }
})

/** Changes `changes` of the record that the call names. */
export function change(
  turn: RecordTurn,
  changes: (kind: RecordKind, record: Fields) => Fields | { rule: string; why: string },
  verb: string
): RecordOutcome {
  const { plan, given } = turn
  const { kind, record } = named(turn)
  const id = given[plan.id ?? ''] ?? null
  if (!record) {
    if (kind.complete) return missing(turn, kind.name, id)
    return toModel('unread-records', `Nothing yet tells of the ${spoken(kind.name)} ${String(id)}.`)
  }
  const lost = dangling(turn, Object.fromEntries(Object.entries(given).filter(([name]) => name !== plan.id)))
  if (lost) return missing(turn, lost.kind, lost.id)
  const made = changes(kind, record)
  if (typeof made.rule === 'string' && typeof made.why === 'string' && !Object.hasOwn(record, 'rule'))
    return toModel(made.rule, made.why)
  const next: Fields = { ...record, ...made, ...stamps(turn, kind, record) }
  const message = `${verb} ${called(kind, record)}.`
  const why = `${plan.tool.name} changes ${Object.keys(made).join(', ') || 'nothing'} of the ${spoken(kind.name)}.`
  return answered(turn, plan.verb, why, { record: next, message }, [effectOf(kind, next, record[kind.idField] ?? id)])
}

/** `updated_at`, where records have it. */
function stamps({ book, number }: RecordTurn, kind: RecordKind, record: Fields): Fields {
  const field = Object.keys(record).find((name) =>
    ['updatedat', 'modifiedat', 'lastupdated', 'lastmodified'].includes(name.toLowerCase().replace(/_/g, ''))
  )
  if (!field) return {}
  const like =
    record[field] ?? [...kind.records.values()].map((one) => one[field]).find((one) => typeof one === 'string') ?? null
  return { [field]: timeAt(book.start, number, typeof like === 'string' || typeof like === 'number' ? like : null) }
}

const BUNDLES = ['fields', 'updates', 'changes', 'data', 'patch', 'properties', 'attributes', 'values']

export const update = (turn: RecordTurn): RecordOutcome =>
  change(
    turn,
    (kind, record) => {
      const { plan, given } = turn
      const fields = fieldsOf(turn, kind)
      const { [plan.id ?? '']: _, ...rest } = given
      const made: Fields = {}
      const flat = Object.entries(rest).flatMap(([name, value]): [string, Json][] =>
        BUNDLES.includes(name) && isFields(value) && !fields.has(name) ? Object.entries(value) : [[name, value]]
      )
      for (const [name, value] of flat) {
        const spokenOf = plan.field !== null && flat.length === 1 ? fieldNamed(plan.field, fields, kind.name) : null
        const field = fieldNamed(name, fields, kind.name) ?? spokenOf
        if (field === null || field === kind.idField) {
          return { rule: 'unknown-argument', why: `No field of the ${spoken(kind.name)} is meant by "${name}".` }
        }
        const own = record[field]
        if (isFields(own) && isFields(value) && Object.keys(own).some((part) => !Object.hasOwn(value, part))) {
          return { rule: 'nested', why: `Whether "${field}" is replaced or keeps its other parts, no rule knows.` }
        }
        made[field] = value
      }
      return made
    },
    'Updated'
  )
