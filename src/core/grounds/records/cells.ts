// Values as people write them in tables, lists and `key: value` lines, read as the JSON that a server would hold.

import type { ObjectSchema } from '../../domains/tools/bounded.ts'
import { isSchema } from '../../domains/tools/bounded.ts'
import { parseJson } from '../../text/json.ts'
import type { Json } from '../../tree/ports.ts'

const NOTHING = new Set(['', '-', '–', '—', 'none', 'null', 'nobody', 'n/a', 'unassigned'])

/** A value by the schema of its field; without one by what it looks like. */
export function readCell(text: string, schema?: ObjectSchema): Json {
  const bare = unquoted(text.trim())
  const wanted = typesOf(schema)
  if (wanted.includes('array')) return NOTHING.has(bare.toLowerCase()) ? [] : listIn(bare, schema)
  if (NOTHING.has(bare.toLowerCase()))
    return wanted.includes('string') && !wanted.includes('null') && bare === '' ? '' : null
  if (wanted.includes('boolean') && /^(?:yes|no)$/i.test(bare)) return bare.toLowerCase() === 'yes'
  if (wanted.length && wanted.every((type) => type === 'string' || type === 'null')) return bare
  if (bare !== text.trim()) return bare
  if (bare === 'true' || bare === 'false') return bare === 'true'
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(bare) ? Number(bare) : (jsonIn(bare) ?? bare)
}

/** The types that a schema allows; `[]` for any. */
export function typesOf(schema: Json | undefined): string[] {
  if (!isSchema(schema)) return []
  const { type, anyOf } = schema
  if (Array.isArray(anyOf)) return anyOf.flatMap(typesOf)
  if (Array.isArray(type)) return type.map(String)
  return typeof type === 'string' ? [type] : []
}

/** The values that a schema lists; `[]` where it lists none. */
export function valuesOf(schema: Json | undefined): Json[] {
  if (!isSchema(schema)) return []
  if (Array.isArray(schema.enum)) return schema.enum
  return Array.isArray(schema.anyOf) ? schema.anyOf.flatMap(valuesOf) : []
}

function listIn(text: string, schema?: ObjectSchema): Json {
  const json = jsonIn(text)
  if (Array.isArray(json)) return json
  const items = isSchema(schema?.items) ? schema.items : undefined
  return text.split(',').map((part) => readCell(part, items))
}

function jsonIn(text: string): Json | null {
  if (!/^[[{]/.test(text)) return null
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

function unquoted(text: string): string {
  const [first, last] = [text.charAt(0), text.at(-1)]
  const paired =
    text.length > 1 &&
    ((first === '"' && last === '"') || (first === '`' && last === '`') || (first === '“' && last === '”'))
  return paired ? text.slice(1, -1) : text
}
