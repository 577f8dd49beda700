// The table of an entity: the type of each column, the rows, and what is said of a row that is missing.

import { typeOf } from '../../../../grounds/programs/declared/propose.ts'
import type { Json } from '../../../../tree/ports.ts'
import type { Fields } from './called.ts'
import type { Entity } from './entities.ts'
import { STAMPED } from './learning.ts'

export function tableOf(entity: Entity, missing: readonly string[]): Fields {
  const rows = [...entity.rows.values()]
  const columns: Fields = {}
  for (const name of [entity.key, ...entity.columns]) {
    if (Object.hasOwn(columns, name)) continue
    const values = rows.flatMap((row) => (row[name] === undefined || row[name] === null ? [] : [row[name] as Json]))
    const type = name === entity.key ? keyColumn(values) : typeOf(name, values)
    // What later calls hold need not be what the first rows hold.
    columns[name] =
      name === entity.key
        ? type
        : STAMPED.test(name) && /^(?:created|updated|time)$/.test(String(type))
          ? /^(?:updated|modified|changed|last)/i.test(name)
            ? 'updated'
            : 'created'
          : 'json'
  }
  const [words] = mostOf(missing)
  const kept = rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(columns, name)))
  )
  return { columns, ...(words !== undefined && { errors: { missing: words } }), rows: kept }
}

/** Ids of one beginning with a number behind it are counted on. */
function keyColumn(values: readonly Json[]): Json {
  if (values.every((value) => Number.isSafeInteger(value))) return 'id'
  const [first] = values
  const prefix = typeof first === 'string' ? (/^\D{0,20}(?=\d{1,15}$)/.exec(first)?.[0] ?? null) : null
  const isCounted =
    prefix !== null &&
    values.every(
      (value) =>
        typeof value === 'string' &&
        value.startsWith(prefix) &&
        /^(?:0|[1-9]\d{0,14})$/.test(value.slice(prefix.length))
    )
  return isCounted ? { type: 'id', prefix } : 'text key'
}

const mostOf = (texts: readonly string[]): string[] => {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([text]) => text)
}
