// The rows of an answer, and the column by which they are called.
import type { DeclaredRow } from '../../../../grounds/programs/declared/rules.ts'
import { isObject } from '../../../../text/json.ts'
import type { Json } from '../../../../tree/ports.ts'
import { isKeyLike } from './called.ts'

export interface Found {
  rows: DeclaredRow[]
  key: string
  path: string[]
  single: boolean
}

/** The rows of an answer: itself, or the nearest list or object in it that has a key. */
export function rowsIn(value: Json | undefined): Found | null {
  let level: { value: Json; path: string[] }[] = value === undefined ? [] : [{ value, path: [] }]
  for (let depth = 0; depth < 3; depth++) {
    for (const { value: one, path } of level) {
      const list = Array.isArray(one)
      const rows = (list ? one : [one]).filter((row): row is DeclaredRow => isObject(row))
      if (!rows.length || (list && rows.length < one.length)) continue
      const key = keyOf(rows)
      if (key !== null) return { rows, key, path, single: !list }
    }
    level = level.flatMap(({ value: one, path }) =>
      isObject(one) ? Object.entries(one).map(([name, held]) => ({ value: held as Json, path: [...path, name] })) : []
    )
  }
  return null
}

/** By which column rows are called; all have it, and each another value. */
function keyOf(rows: readonly DeclaredRow[]): string | null {
  const [first] = rows
  if (!first || Object.keys(first).length < 2) return null
  const names = Object.keys(first)
  const fits = (name: string) => {
    const values = rows.map((row) => row[name])
    return values.every(isKeyLike) && new Set(values.map(String)).size === rows.length
  }
  const order = [...FIRST, ...names.filter((name) => KEY.test(name)), ...LAST]
  return order.find((name) => Object.hasOwn(first, name) && /^[A-Za-z]\w{0,63}$/.test(name) && fits(name)) ?? null
}

const FIRST = ['id', 'uuid', '_id', 'sku', 'slug', 'key', 'code', 'number', 'login', 'username']

const KEY = /(?:^|[a-z\d])(?:_?id|Id|ID|_no|_number|Number|_code|Code|_key|_ref)$/

const LAST = ['email', 'name', 'path', 'title']
