// The calls of one recording in their order, each with what was known of the rows before it.
import { wordsOf } from '../../../../grounds/programs/declared/names.ts'
import type { DeclaredRow } from '../../../../grounds/programs/declared/rules.ts'
import { isObject } from '../../../../text/json.ts'
import type { Json } from '../../../../tree/ports.ts'
import { type Called, isKeyLike, MAKES, onlyReads, REMOVES } from './called.ts'
import { type Entity, isCalledAfter, type PlacedCall, type Shown, toldOf } from './entities.ts'

export function placed(
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
  const stale = new Set<string>()
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
        return found
          ? [[argument, { ...found, stale: stale.has(`${entities.indexOf(found.entity)} ${value}`) }] as const]
          : []
      })
    )
    const one: PlacedCall = { ...call, shown, before: known, named, at, recording: index }
    if (!call.refused && !onlyReads(call.name))
      for (const [argument, { entity }] of named) stale.add(`${entities.indexOf(entity)} ${call.given[argument]}`)
    for (const row of shown?.rows ?? [])
      stale.delete(`${entities.indexOf((shown as Shown).entity)} ${row[(shown as Shown).entity.key]}`)
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

function withTold(known: KnownRows, { value }: Called, named: PlacedCall['named']): KnownRows {
  let next = known
  for (const { entity, row } of named.values()) {
    const told = toldOf(value, entity)
    if (told)
      next = new Map(next).set(entity, new Map(next.get(entity)).set(String(row[entity.key]), { ...row, ...told }))
  }
  return next
}

type KnownRows = ReadonlyMap<Entity, ReadonlyMap<string, DeclaredRow>>

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

const PAGED = /^(?:limit|per_?page|page_?size|page|offset|skip|sort|order|order_?by|sort_?by)$/i
