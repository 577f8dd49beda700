// Records in JSON: lists of them, lists under the names of their kinds, records by id.

import { isShallow, parseJson } from '../../text/json.ts'
import type { Json } from '../../tree/ports.ts'
import { singular, wordsOf } from './names.ts'
import { type Fields, idFieldOf, isFields } from './record.ts'

/** A record, its kind by the name it stood under (`null` for none), or a kind that is told to have none. */
export interface FoundRecord {
  kind: string | null
  record: Fields | null
}

// `{"data": {"tickets": [...]}}` is as deep as kinds are put.
const DEEPEST = 3

/** The records in a value. `under` is the name it stands under. */
export function recordsIn(value: Json, under: string | null, depth = 0): FoundRecord[] {
  if (Array.isArray(value)) {
    if (!value.length && under) return [{ kind: under, record: null }]
    return value.every(isFields) ? value.map((record) => ({ kind: under, record })) : []
  }
  if (!isFields(value) || depth > DEEPEST) return []
  const inner = Object.entries(value)
  if (
    under &&
    idFieldOf(value, under) &&
    !inner.some(([, one]) => Array.isArray(one) && one.length && one.every(isFields))
  ) {
    return [{ kind: under, record: value }]
  }
  if (under && inner.length > 0 && inner.every(([, one]) => isFields(one) && !Object.values(one).some(isTable))) {
    const byId = inner.map(([id, one]) => ({ kind: under, record: { id, ...(isFields(one) ? one : {}) } }))
    return byId
  }
  return inner.flatMap(([name, one]) => recordsIn(one, kindNamed(name), depth + 1))
}

/** A list of records, or an empty one. */
const isTable = (value: Json): boolean => Array.isArray(value) && value.every(isFields)

/** The kind that a name in the plural or singular stands for. */
export function kindNamed(name: string): string {
  const words = wordsOf(name)
  return [...words.slice(0, -1), singular(words.at(-1) ?? '')].join('_')
}

/** The JSON that begins in `lines[at]` after `from` characters, and the line after it; `null` for none. */
export function jsonAt(lines: readonly string[], at: number, from: number): { value: Json; next: number } | null {
  let [depth, quoted] = [0, false]
  for (let line = at; line < lines.length; line++) {
    const text = lines[line] ?? ''
    for (let index = line === at ? from : 0; index < text.length; index++) {
      const char = text.charAt(index)
      if (quoted && char === '\\') index++
      else if (char === '"') quoted = !quoted
      else if (!quoted && (char === '{' || char === '[')) depth++
      else if (!quoted && (char === '}' || char === ']')) depth--
    }
    if (depth > 0) continue
    return parsed([(lines[at] ?? '').slice(from), ...lines.slice(at + 1, line + 1)].join('\n'), line + 1)
  }
  return null
}

function parsed(text: string, next: number): { value: Json; next: number } | null {
  try {
    const value: Json = parseJson(text)
    return isShallow(value) ? { value, next } : null
  } catch {
    return null
  }
}
