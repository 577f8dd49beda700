// One call on the store: what is given to the rules, and what comes of it.
import type { Json } from '../../tree/ports.ts'
import type { Book } from './book.ts'
import { fill, type Telling } from './fill.ts'
import type { KnownKind } from './known.ts'
import { spoken, wordsOf } from './names.ts'
import type { ToolPlan } from './plan.ts'
import { fieldNamed } from './query.ts'
import {
  type EntityEffect,
  type Fields,
  find,
  isDeleted,
  isFields,
  isMark,
  type Kinds,
  newKind,
  type RecordKind
} from './record.ts'
import { formOf, lists } from './shape.ts'
import { missingError } from './stated.ts'

export interface RecordTurn {
  book: Book
  kinds: Kinds
  plan: ToolPlan
  /** The arguments, without those that only say where the records are. */
  given: Fields
  /** 1 is the first of the world. */
  number: number
  /** An earlier answer of the same tool that was not computed. */
  example: string | undefined
}

/** A call that a rule answers, or that the model has to. `rule` is a name in `RULES`. */
export type RecordOutcome =
  /** `fails`: the call is refused. */
  | { by: 'ground'; rule: string; why: string; text: string; effects: EntityEffect[]; fails?: true }
  | { by: 'model'; rule: string; why: string }

export const toModel = (rule: string, why: string): RecordOutcome => ({ by: 'model', rule, why })

export const kindOf = ({ kinds, book }: RecordTurn, name: string): RecordKind =>
  kinds.get(name) ?? newKind(name, book.known(name).idField)

export const knownOf = ({ book, plan }: RecordTurn): KnownKind => book.known(plan.kind)

/** The names of all fields that records of the kind have or may have. */
export function fieldsOf(turn: RecordTurn, kind: RecordKind): Set<string> {
  return new Set([
    ...seenOf(turn, kind).flatMap(Object.keys),
    ...turn.book.known(kind.name).fields.keys(),
    kind.idField
  ])
}

/** Records of the kind that there are or were at the beginning: what fields they have, and what is in them. */
export const seenOf = ({ book }: RecordTurn, kind: RecordKind): Fields[] => [
  ...kind.records.values(),
  ...(book.initial.get(kind.name)?.records.values() ?? [])
]

/** The values that a field may have: those that the tools list, then those that records have. */
export const valuesIn = (turn: RecordTurn, kind: RecordKind, field: string): (Json | undefined)[] => [
  ...(turn.book.known(kind.name).values.get(field) ?? []),
  ...seenOf(turn, kind).map((record) => record[field])
]

/** The record that the call names: by its id, or by another field such as `email`. */
export function named(turn: RecordTurn): { kind: RecordKind; record: Fields | undefined } {
  const kind = kindOf(turn, turn.plan.kind)
  const arg = turn.plan.id ?? ''
  const wanted = turn.given[arg] ?? null
  const field = fieldNamed(arg, fieldsOf(turn, kind), kind.name)
  const byId = find(kind, wanted)
  if (byId || field === null || field === kind.idField) return { kind, record: byId }
  return { kind, record: [...kind.records.values()].find((record) => record[field] === wanted) }
}

/** Whether a call names a record by a field that several have, such as a name. */
export function isAmbiguous(turn: RecordTurn): boolean {
  const { plan, given } = turn
  if (plan.id === null || plan.verb === 'create') return false
  const { kind, record } = named(turn)
  const wanted = given[plan.id] ?? null
  const field = fieldNamed(plan.id, fieldsOf(turn, kind), kind.name)
  if (!record || field === null || field === kind.idField || find(kind, wanted)) return false
  return [...kind.records.values()].filter((one) => one[field] === wanted).length > 1
}

/** Whether the call is about a record that is marked as deleted, or would mark one. */
export function isMarked(turn: RecordTurn): boolean {
  const { plan } = turn
  if (plan.id === null || plan.verb === 'create') return false
  const { kind, record } = named(turn)
  const marks = plan.verb === 'delete' && [...fieldsOf(turn, kind)].some(isMark)
  return record !== undefined && (marks || isDeleted(record))
}

/** What the tool answers, in its own form; `null` and the missing part where no rule gives all of it. */
export function answer(turn: RecordTurn, told: Partial<Telling>): { text: string } | { unknown: string } {
  const { plan, example } = turn
  const whole: Telling = {
    ...{ idField: kindOf(turn, plan.kind).idField, record: null, records: null, message: '' },
    ...{ total: told.records?.length ?? 0, offset: 0, limit: null, page: null, ...told }
  }
  const before = formOf(plan.tool, example)
  // A tool that lists may once have answered with one record, or with none.
  const form =
    told.records && before.type === 'json' && before.shape && !lists(before.shape)
      ? formOf(plan.tool, undefined)
      : before
  if (form.type === 'sentence' && whole.message) return { text: whole.message }
  if (form.type === 'sentence') return { text: json(whole.records ?? whole.record, 2) }
  if (form.shape === null)
    return { text: json(whole.records ?? whole.record ?? { message: whole.message }, form.indent) }
  const filled = fill(form.shape, whole)
  return 'value' in filled ? { text: json(filled.value, form.indent) } : filled
}

const json = (value: unknown, indent: number): string => JSON.stringify(value, null, indent)

/** The answer as an outcome. */
export function answered(
  turn: RecordTurn,
  rule: string,
  why: string,
  told: Partial<Telling>,
  effects: EntityEffect[] = []
): RecordOutcome {
  const made = answer(turn, told)
  if ('text' in made) return { by: 'ground', rule, why, text: made.text, effects }
  return toModel('form', `The answer of ${turn.plan.tool.name} has "${made.unknown}", which no rule gives.`)
}

/** The error of a record that is not there. */
export function missing(turn: RecordTurn, kind: string, id: unknown): RecordOutcome {
  const name = spoken(kind)
  const stated = missingError(turn.book.text, kind)
  const worded = stated?.replace(/\b(?:NUMBER|ID|KEY|CODE|NAME|N|X)\b/, () => String(id))
  const said = worded ?? `Error: ${name.charAt(0).toUpperCase()}${name.slice(1)} ${String(id)} not found`
  return failed(turn, 'missing-record', `There is no ${name} ${String(id)} in the store.`, said)
}

/** A refused call: in JSON where the tool declares what it answers, else in words. */
export function failed({ plan }: RecordTurn, rule: string, why: string, said: string): RecordOutcome {
  const text = plan.tool.outputSchema === undefined ? said : json({ error: said.replace(/^Error: /, '') }, 2)
  return { by: 'ground', rule, why, text, effects: [], fails: true }
}

/** A record that an argument names and that is not there: `customer_id` where no such customer is. */
export function dangling(turn: RecordTurn, given: Fields): { kind: string; id: unknown } | null {
  for (const [arg, value] of Object.entries(given)) {
    if (value === null || isFields(value) || Array.isArray(value)) continue
    const words = wordsOf(arg)
    if (words.length < 2 || words.at(-1) !== 'id') continue
    const kind = turn.kinds.get(words.slice(0, -1).join('_'))
    if (kind?.complete && kind.name !== turn.plan.kind && !find(kind, value)) return { kind: kind.name, id: value }
  }
  return null
}

/** `ticket T-101` */
export const called = (kind: RecordKind, record: Fields): string =>
  `${spoken(kind.name)} ${String(record[kind.idField])}`
