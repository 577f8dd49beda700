// A store of records: kinds of them, by id, in the order they came. Values never change; every change makes a new store.
import type { StateChange } from '../../tree/ground.ts'
import type { Json } from '../../tree/ports.ts'
import type { StateTrust } from '../replay.ts'
import { alike } from './names.ts'

export type Fields = Record<string, Json>

export interface RecordKind {
  name: string
  /** The field that holds the id. */
  idField: string
  records: ReadonlyMap<string, Fields>
  /** The id given last, and the highest number that any id has had: deleted ones too, so that none is given twice. */
  sample: Json | null
  last: number
  /** What is not here does not exist. Otherwise there may be records that nobody has told of yet. */
  complete: boolean
}

export type Kinds = ReadonlyMap<string, RecordKind>

export type EntityEffect = Extract<StateChange, { do: 'entity' }>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const newKind = (name: string, idField = 'id'): RecordKind => ({
  ...{ name, idField, records: new Map(), sample: null, last: 0, complete: false }
})

/** The record of that id, however it is written: `#41`, `41` and 41 are one. */
export const find = (kind: RecordKind, id: Json): Fields | undefined => kind.records.get(keyOf(id))

export const keyOf = (id: Json): string => String(id).trim().replace(/^#/, '')

/** The id that a record carries; `null` for none. */
export function idIn(record: Fields, idField: string): Json {
  const id = record[idField]
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** A store in the making: what it began with stays as it was, and each kind is copied once. */
export function making(begun: Kinds) {
  const kinds = new Map(begun)
  const own = new Map<string, Map<string, Fields>>()
  return {
    kinds,
    put({ kind: name, id, value }: EntityEffect): void {
      const kind = kinds.get(name) ?? newKind(name, (value && idFieldOf(value, name)) ?? 'id')
      const records = own.get(name) ?? new Map(kind.records)
      own.set(name, records)
      if (value === null) records.delete(id)
      else records.set(id, value)
      const last = Math.max(kind.last, numberIn(id).number ?? 0)
      const sample = value === null ? (kind.sample ?? id) : (value[kind.idField] ?? id)
      kinds.set(name, { ...kind, records, last, sample })
    }
  }
}

/** The store after some effects. */
export function applyAll(kinds: Kinds, effects: readonly EntityEffect[]): Kinds {
  if (!effects.length) return kinds
  const made = making(kinds)
  for (const effect of effects) made.put(effect)
  return made.kinds
}

/** Whether a field marks records as deleted that are still there. */
export const isMark = (field: string): boolean => /^(?:is_?)?deleted(?:_?(?:at|on))?$/i.test(field)

export const isDeleted = (record: Fields): boolean =>
  Object.entries(record).some(([field, value]) => isMark(field) && value !== null && value !== false && value !== '')

const ID_NAMES = [
  'id',
  'key',
  'number',
  'code',
  'sku',
  'slug',
  'uuid',
  'identifier',
  'ref',
  'reference',
  'name',
  'email',
  'login'
]

/** The names under which an id of this kind goes, the likeliest first. */
export function idNames(kind: string): string[] {
  const last = kind.split('_').at(-1) ?? kind
  const own = [kind, last].flatMap((one) =>
    ['id', 'key', 'number', 'no', 'code', 'ref', 'uuid', 'slug', 'name'].map((end) => one + end)
  )
  return [...own, ...ID_NAMES.slice(0, -3), kind, last, ...ID_NAMES.slice(-3)]
}

/** The field of a record that is its id; `null` where none has the name of one. */
export function idFieldOf(record: Fields, kind: string): string | null {
  const names = Object.keys(record).filter((name) => idIn(record, name) !== null)
  for (const wanted of ['id', ...idNames(kind)]) {
    const found = names.find((name) => alike(name, wanted))
    if (found) return found
  }
  return null
}

/** The number that an id ends in, what stands before it, and how many digits it has. */
export function numberIn(id: Json): { prefix: string; number: number | null; digits: number } {
  const text = String(id)
  let at = text.length
  while (at > 0 && text.length - at < 15 && /\d/.test(text.charAt(at - 1))) at--
  const digits = text.length - at
  return { prefix: text.slice(0, at), number: digits ? Number(text.slice(at)) : null, digits }
}

/** A world of records after some of its steps. */
export interface RecordsState extends StateTrust {
  kinds: Kinds
  /** Steps so far. */
  turns: number
  /** By tool: the last answer that was not computed and is no error. */
  examples: ReadonlyMap<string, string>
}
