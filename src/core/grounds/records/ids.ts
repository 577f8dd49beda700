// Ids of new records, made like those there are. Nothing is drawn: the same store gives the same id.
import type { Json } from '../../tree/ports.ts'
import { keyOf, numberIn, type RecordKind } from './record.ts'
import { isUuid, scattered } from './scatter.ts'

/**
 * The next id of the kind. `example` is an id that the tools' descriptions show, for a kind that has no record yet; `type` what the schema
 * wants an id to be. `null` where the ids there are follow no pattern.
 */
export function nextId(kind: RecordKind, { example, type }: { example: string | null; type: string | null }): Json {
  const sample = kind.sample ?? example
  if (sample === null) return type === 'string' ? `${kind.name}-${kind.last + 1}` : kind.last + 1
  if (typeof sample === 'number') return kind.last + 1
  const text = String(sample)
  if (isUuid(text) || isHex(text)) return scattered(text, `${kind.name}|${kind.records.size}|${kind.last}`)
  const { prefix, number, digits } = numberIn(text)
  if (number === null) return null
  // What an example shows exists nowhere, so its own number is free where there is no record.
  const next = kind.sample === null && kind.last === 0 ? 1 : kind.last + 1
  const id = `${prefix}${String(next).padStart(digits, '0')}`
  return kind.records.has(keyOf(id)) ? null : id
}

// Ids of git, of databases and of payment services: digits alone are counted instead.
const isHex = (text: string): boolean => text.length >= 8 && /^[0-9a-f]+$/.test(text) && /[a-f]/.test(text)
