// What an answer that no rule gave tells of records: read by rules into changes of the store.

import { callOf } from '../../domains/tool-call.ts'
import { readJson } from '../../observations/documents/value.ts'
import type { Action } from '../../tree/model.ts'
import type { Json } from '../../tree/ports.ts'
import type { Book } from './book.ts'
import { kindNamed } from './json-blocks.ts'
import { alike, plainName } from './names.ts'
import { isPlan } from './plan.ts'
import {
  type EntityEffect,
  type Fields,
  find,
  idIn,
  idNames,
  isFields,
  type Kinds,
  keyOf,
  making,
  numberIn,
  type RecordKind,
  type RecordsState
} from './record.ts'
import { confirms, spokenStatus } from './said.ts'

// Deeper than answers hold records.
const DEEPEST = 6
// What a tool says of the call, and no field of a record.
const ABOUT = /^(?:success|ok|message|error|deleted|created|updated)$/i

/** The changes that an answer tells of, in order. */
export function takeIn(book: Book, state: RecordsState, action: Action, text: string): EntityEffect[] {
  const { name, arguments: given } = callOf(action)
  const plan = book.plans.get(name)
  const own = plan && isPlan(plan) ? plan : null
  const json = readJson(text)
  if (own?.verb === 'delete') {
    const id = given[own.id ?? ''] ?? null
    const kind = state.kinds.get(own.kind)
    const there = kind && find(kind, id)
    const confirmed = json ? confirms(json.value, id) : /\b(?:delet|remov|cancel|success|done\b|ok\b)/i.test(text)
    return kind && there && confirmed
      ? [{ do: 'entity', kind: kind.name, id: keyOf(there[kind.idField] ?? id), value: null }]
      : []
  }
  const target = recordNamed(book, state, name, given)
  const store = making(state.kinds)
  const { kinds } = store
  const effects: EntityEffect[] = []
  const take = (kind: string, id: Json, fields: Fields) => {
    const before = kinds.get(kind)
    const held = before && find(before, id)
    const kept = Object.fromEntries(
      Object.entries(fields).filter(
        ([field]) => held?.[field] !== undefined || !(ABOUT.test(field) || (held && alike(field, `${kind}_id`)))
      )
    )
    const value = { ...held, ...renamed(kept, held) }
    const effect: EntityEffect = { do: 'entity', kind, id: keyOf(held?.[before?.idField ?? 'id'] ?? id), value }
    if (held && JSON.stringify(held) === JSON.stringify(value)) return
    effects.push(effect)
    store.put(effect)
  }
  // JSON that was read is JSON.
  if (json) walk(json.value as Json, own?.kind ?? null, { book, kinds, owners: ownersOf(kinds), take })
  else {
    const status = spokenStatus(text, target.record)
    if (target.of && target.record && status) take(target.of.name, target.id, status)
  }
  return effects
}

/** The record that the call names, by an argument that is the id of some kind. */
export function recordNamed(
  book: Book,
  state: RecordsState,
  name: string,
  given: Fields
): { of: RecordKind | null; record: Fields | null; id: Json } {
  const plan = book.plans.get(name)
  for (const kind of state.kinds.values()) {
    for (const [arg, value] of Object.entries(given)) {
      const names =
        plan && isPlan(plan) && plan.kind === kind.name
          ? idNames(kind.name)
          : [`${kind.name}_id`, kind.name, `${kind.name}_number`, 'id']
      const record = names.some((one) => alike(one, arg)) && value !== null ? find(kind, value) : undefined
      if (record) return { of: kind, record, id: record[kind.idField] ?? value }
    }
  }
  return { of: null, record: null, id: null }
}

interface Walk {
  book: Book
  kinds: Kinds
  /** Kinds by the plain names of fields that hold their ids. */
  owners: ReadonlyMap<string, string>
  take(kind: string, id: Json, fields: Fields): void
}

/** Takes every object that is a record of a kind: by the name it stands under, by the tool, or by an id that only that kind has. */
function walk(value: Json, under: string | null, on: Walk, depth = 0): void {
  if (depth > DEEPEST) return
  if (Array.isArray(value)) for (const one of value) walk(one, under, on, depth + 1)
  if (!isFields(value)) return
  const record = recordIn(value, under, on)
  if (record) on.take(record.kind, record.id, value)
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner !== 'object' || inner === null) continue
    const kind = kindNamed(name)
    const known = on.kinds.has(kind) || [...on.book.plans.values()].some((plan) => isPlan(plan) && plan.kind === kind)
    // `{"total": 1, "items": [...]}` holds what the tool lists; what a record holds is a part of it.
    walk(inner, known ? kind : record ? null : under, on, depth + 1)
  }
}

const ownersOf = (kinds: Kinds) => new Map([...kinds.keys()].map((kind) => [plainName(`${kind}_id`), kind]))

/** A record that one kind alone holds, told again: by its id, and by most of its fields. */
function known(value: Fields, kinds: Kinds): { kind: string; id: Json } | null {
  const found = [...kinds.values()].flatMap((kind) => {
    const id = idIn(value, kind.idField)
    const held = id === null ? undefined : find(kind, id)
    const names = Object.keys(value)
    const common = held ? names.filter((name) => Object.hasOwn(held, name)).length : 0
    return id !== null && common > 1 && common * 2 > names.length ? [{ kind: kind.name, id }] : []
  })
  return found.length === 1 ? (found[0] ?? null) : null
}

function recordIn(
  value: Fields,
  under: string | null,
  { book, kinds, owners }: Walk
): { kind: string; id: Json } | null {
  const itself = under === null ? known(value, kinds) : null
  if (itself) return itself
  const named = under !== null && idIn(value, kinds.get(under)?.idField ?? book.known(under).idField) !== null
  // `{"ticket_id": "T-1", "status": "closed"}` is of tickets whatever the tool is called.
  for (const [name, id] of Object.entries(value)) {
    const kind = kinds.get(owners.get(plainName(name)) ?? '')
    if (kind && !alike(name, kind.idField) && (!named || under === kind.name) && find(kind, id))
      return { kind: kind.name, id }
  }
  const all = [...kinds.values()]
  if (under !== null) {
    const field = kinds.get(under)?.idField ?? book.known(under).idField
    const id = idIn(value, field) ?? idIn(value, `${under}_id`)
    if (id !== null && !isForeign(id, under, all)) return { kind: under, id }
  }
  const id =
    Object.keys(value).flatMap((name) => (/^(?:id|key|number|code)$/i.test(name) ? idIn(value, name) : []))[0] ?? null
  if (id === null) return null
  const holders = all.filter((kind) => find(kind, id))
  const makers = all.filter((kind) => madeLike(kind, id))
  const [only, second] = holders.length ? holders : makers
  return only && !second ? { kind: only.name, id } : null
}

/** An id of the make of another kind's ids, and not of this one's. */
const isForeign = (id: Json, own: string, all: readonly RecordKind[]): boolean => {
  const kind = all.find(({ name }) => name === own)
  if (typeof kind?.sample === 'number' && !/^#?\d+$/.test(String(id))) return true
  if (kind && madeLike(kind, id)) return false
  return all.some((one) => one.name !== own && madeLike(one, id))
}

function madeLike(kind: RecordKind, id: Json): boolean {
  const { prefix } = numberIn(kind.sample ?? '')
  const other = numberIn(id)
  return typeof id === 'string' && prefix.length > 0 && other.prefix === prefix && other.number !== null
}

/** The fields by the names that the record has for them: `createdAt` of an answer is its `created_at`. */
function renamed(fields: Fields, held: Fields | undefined): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      Object.keys(held ?? {}).find((one) => one === name) ??
        Object.keys(held ?? {}).find((one) => alike(one, name)) ??
        name,
      value
    ])
  )
}
