// Which things the answers of all recordings are about: rows with a key, in tables that have columns in common.
import { plural, singular, wordsOf } from '../../../../grounds/programs/declared/names.ts'
import { isObject } from '../../../../text/json.ts'
import type { Json } from '../../../../tree/ports.ts'
import { type Called, MAKES, onlyReads } from './called.ts'
import type { Entity, PlacedCall, Shown } from './entities.ts'
import { placed } from './placed.ts'
import { type Found, rowsIn } from './rows-shown.ts'

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

/** Whether rows are of those things: they have the same key, and half of the columns in common. */
function isOf(one: Entity, { rows, key }: Pick<Found, 'rows' | 'key'>): boolean {
  const columns = new Set(rows.flatMap((row) => Object.keys(row)))
  const shared = [...columns].filter((name) => name !== key && one.columns.has(name)).length
  return one.key === key && shared > 0 && shared / (Math.min(columns.size, one.columns.size) - 1) >= 0.5
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
