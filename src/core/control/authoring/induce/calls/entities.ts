// The things that the answers of tools are about: rows with a key, in tables that have columns in common, and what was known of each before a call.
import { plural, singular, wordsOf } from '../../../../grounds/programs/declared/names.ts'
import type { DeclaredRow } from '../../../../grounds/programs/declared/rules.ts'
import { isObject } from '../../../../text/json.ts'
import type { Json } from '../../../../tree/ports.ts'
import { type Called, isKeyLike, MAKES, onlyReads, REMOVES } from './called.ts'

export interface Entity {
  name: string
  key: string
  columns: Set<string>
  /** What the world began with, as far as it was seen; in the order in which it was seen. */
  rows: Map<string, DeclaredRow>
  /** Tools whose answers show rows of it. */
  tools: Map<string, number>
  /** A list of all rows was seen, so what is not in it is not there. */
  complete: boolean
  /** Rows come by themselves, of what is done to other things. */
  grows: boolean
}

/** Rows in an answer, and where they stand. */
export interface Shown {
  entity: Entity
  rows: DeclaredRow[]
  path: string[]
  single: boolean
}

/** A call with what was known of the rows before it. */
export interface PlacedCall extends Called {
  shown: Shown | null
  /** By table and key. Shared until something is shown. */
  before: ReadonlyMap<Entity, ReadonlyMap<string, DeclaredRow>>
  /** The rows that its arguments name, by argument. */
  named: Map<string, { entity: Entity; row: DeclaredRow }>
  /** Its place, and the recording's. */
  at: number
  recording: number
}

const FIRST = ['id', 'uuid', '_id', 'sku', 'slug', 'key', 'code', 'number', 'login', 'username']
const KEY = /(?:^|[a-z\d])(?:_?id|Id|ID|_no|_number|Number|_code|Code|_key|_ref)$/
const LAST = ['email', 'name', 'path', 'title']

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

interface Found {
  rows: DeclaredRow[]
  key: string
  path: string[]
  single: boolean
}

/** The rows of an answer: itself, or the nearest list or object in it that has a key. */
function rowsIn(value: Json | undefined): Found | null {
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

/** Whether rows are of those things: they have the same key, and half of the columns in common. */
function isOf(one: Entity, { rows, key }: Pick<Found, 'rows' | 'key'>): boolean {
  const columns = new Set(rows.flatMap((row) => Object.keys(row)))
  const shared = [...columns].filter((name) => name !== key && one.columns.has(name)).length
  return one.key === key && shared > 0 && shared / (Math.min(columns.size, one.columns.size) - 1) >= 0.5
}

/** @returns the entities, and each recording's calls with what was known before them */
export function placedCalls(
  recordings: readonly Called[][],
  names: ReadonlySet<string>
): { entities: Entity[]; calls: PlacedCall[] } {
  const entities: Entity[] = []
  const entityOf = ({ rows, key }: Found): Entity => {
    const columns = new Set(rows.flatMap((row) => Object.keys(row)).filter((name) => /^[A-Za-z]\w{0,63}$/.test(name)))
    const known = entities.find((one) => isOf(one, { rows, key }))
    const entity = known ?? { name: '', key, columns, rows: new Map(), tools: new Map(), complete: false, grows: false }
    if (!known) entities.push(entity)
    for (const name of columns) entity.columns.add(name)
    return entity
  }
  const shownBy = new Map<Called, Shown>()
  const all = recordings.flat().flatMap((call) => {
    const found = call.refused ? null : rowsIn(call.value)
    return found ? [{ call, found }] : []
  })
  // A thing is what can be looked at, or is made; what is said of one that is gone is none.
  const isThing = ({ call: { name } }: (typeof all)[number]) => onlyReads(name) || MAKES.has(wordsOf(name)[0] ?? '')
  for (const { call, found } of [...all.filter(isThing), ...all.filter((one) => !isThing(one))]) {
    if (!isThing({ call, found }) && !entities.some((one) => isOf(one, found))) continue
    const entity = entityOf(found)
    entity.tools.set(call.name, (entity.tools.get(call.name) ?? 0) + 1)
    shownBy.set(call, { entity, rows: found.rows, path: found.path, single: found.single })
  }
  for (const call of recordings.flat()) {
    const known = shownBy.has(call) || call.refused ? undefined : listedBefore(call, shownBy)
    if (known) shownBy.set(call, { ...known, rows: [] })
  }
  const calls = recordings.flatMap((recording, index) => placed(recording, index, shownBy, entities))
  nameAll(entities, names)
  return { entities, calls }
}

/** An empty list where the tool lists rows at other times. */
function listedBefore(call: Called, shownBy: ReadonlyMap<Called, Shown>): Shown | undefined {
  const other = [...shownBy].find(([{ name }, { single }]) => name === call.name && !single)?.[1]
  const held = other?.path.reduce<Json | undefined>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? (value[name] as Json) : undefined),
    call.value
  )
  return Array.isArray(held) && !held.length ? other : undefined
}

function placed(
  recording: readonly Called[],
  index: number,
  shownBy: ReadonlyMap<Called, Shown>,
  entities: readonly Entity[]
): PlacedCall[] {
  let known: ReadonlyMap<Entity, ReadonlyMap<string, DeclaredRow>> = new Map()
  const touched = new Set<string>()
  const gone = new Set<string>()
  const whole = new Set<Entity>()
  const made = new Set<string>()
  const rowNamed = (value: Json, argument: string) => {
    const all = entities.flatMap((entity) => {
      const row = known.get(entity)?.get(String(value)) ?? entity.rows.get(String(value))
      return row && !gone.has(`${entities.indexOf(entity)} ${value}`) ? [{ entity, row }] : []
    })
    return all.length < 2 ? all[0] : (all.find(({ entity }) => isCalledAfter(entity, argument)) ?? all[0])
  }
  return recording.map((call, at) => {
    const shown = shownBy.get(call) ?? null
    const named = new Map(
      Object.entries(call.given).flatMap(([argument, value]) => {
        const found = isKeyLike(value) ? rowNamed(value, argument) : undefined
        return found ? [[argument, found] as const] : []
      })
    )
    const one: PlacedCall = { ...call, shown, before: known, named, at, recording: index }
    if (!call.refused && REMOVES.has(wordsOf(call.name)[0] ?? ''))
      for (const [argument, { entity }] of named) gone.add(`${entities.indexOf(entity)} ${call.given[argument]}`)
    if (!shown) {
      if (!call.refused) known = withTold(known, call, named)
      if (!onlyReads(call.name) && !call.refused)
        for (const value of Object.values(call.given)) touched.add(String(value))
      return one
    }
    const { entity } = shown
    const rows = new Map(known.get(entity))
    const makes = !onlyReads(call.name) && shown.single
    for (const row of shown.rows) {
      const key = String(row[entity.key])
      const isNew =
        makes &&
        !rows.has(key) &&
        !entity.rows.has(key) &&
        (MAKES.has(wordsOf(call.name)[0] ?? '') || !Object.values(call.given).map(String).includes(key))
      if (isNew) made.add(`${entities.indexOf(entity)} ${key}`)
      if (!makes && whole.has(entity) && !rows.has(key)) entity.grows = true
      rows.set(key, { ...rows.get(key), ...row })
      if (made.has(`${entities.indexOf(entity)} ${key}`)) continue
      const first = entity.rows.get(key)
      if (!first) entity.rows.set(key, { ...row })
      else if (!touched.has(key))
        for (const [name, value] of Object.entries(row)) if (!Object.hasOwn(first, name)) first[name] = value
    }
    if (!onlyReads(call.name))
      for (const value of [...Object.values(call.given), ...shown.rows.map((row) => row[entity.key] ?? null)])
        touched.add(String(value))
    if (!shown.single && isWhole(call, shown)) {
      entity.complete = true
      whole.add(entity)
    }
    known = new Map(known).set(entity, rows)
    return one
  })
}

/** Columns of a named row that the answer tells beside other things. */
export function toldOf(value: Json | undefined, entity: Entity): DeclaredRow | null {
  if (!isObject(value)) return null
  const told = Object.entries(value as DeclaredRow).filter(([name]) => name !== entity.key && entity.columns.has(name))
  return told.length ? Object.fromEntries(told) : null
}

type KnownRows = ReadonlyMap<Entity, ReadonlyMap<string, DeclaredRow>>

function withTold(known: KnownRows, { value }: Called, named: PlacedCall['named']): KnownRows {
  let next = known
  for (const { entity, row } of named.values()) {
    const told = toldOf(value, entity)
    if (told)
      next = new Map(next).set(entity, new Map(next.get(entity)).set(String(row[entity.key]), { ...row, ...told }))
  }
  return next
}

const PAGED = /^(?:limit|per_?page|page_?size|page|offset|skip|sort|order|order_?by|sort_?by)$/i

/** A list of all rows: nothing narrows it, and no figure beside it is larger. */
function isWhole({ given, value }: Called, { rows, path }: Shown): boolean {
  if (
    !Object.entries(given).every(
      ([name, one]) => PAGED.test(name) && !(typeof one === 'number' && one > 1 && /^(?:page|offset|skip)$/i.test(name))
    )
  )
    return false
  const figures = (one: Json | undefined, depth: number): number[] =>
    isObject(one) && depth < 3
      ? Object.values(one).flatMap((held) => (typeof held === 'number' ? [held] : figures(held as Json, depth + 1)))
      : []
  const sizes = Object.values(given).filter((one): one is number => typeof one === 'number')
  return (
    !(
      path.length &&
      figures(value, 0).some((figure) => figure > rows.length && !sizes.includes(figure) && figure < 10_000)
    ) && !sizes.includes(rows.length)
  )
}

/** Whether an argument is called after the things: `memberId`, `member`, `id` of a tool that names them. */
export const isCalledAfter = (entity: Entity, argument: string): boolean => {
  const words = wordsOf(argument).map(singular)
  const tools = [...entity.tools.keys()].flatMap((tool) => wordsOf(tool).map(singular))
  return argument === entity.key || words.some((word) => word !== 'id' && tools.includes(word))
}

function nameAll(entities: readonly Entity[], taken: ReadonlySet<string>): void {
  const used = new Set(taken)
  for (const entity of entities) {
    const nouns = new Map<string, number>()
    for (const [tool, count] of entity.tools) {
      const noun = plural(singular(wordsOf(tool).slice(1).at(-1) ?? ''))
      if (/^[a-z]\w{1,30}$/.test(noun)) nouns.set(noun, (nouns.get(noun) ?? 0) + count)
    }
    const [best = 'things'] = [...nouns].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([noun]) => noun)
    let name = best
    for (let more = 2; used.has(name); more++) name = `${best}_${more}`
    used.add(name)
    entity.name = name
  }
}
