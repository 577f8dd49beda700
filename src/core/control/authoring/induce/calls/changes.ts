// What a call does to each column of a row, from the row before it and the row as it was next seen.
import type { DeclaredRow } from '../../../../grounds/programs/declared/rules.ts'
import type { Json } from '../../../../tree/ports.ts'
import { type Fields, onlyReads, same } from './called.ts'
import { type Entity, type PlacedCall, toldOf } from './entities.ts'
import { formulaFor, type KnownValues } from './formula.ts'
import { knownIn, type Learning, STAMPED } from './learning.ts'

interface Changing {
  entity: Entity
  key: string
  names: readonly string[]
  rowOf(call: PlacedCall): DeclaredRow | null
}

/**
 * What becomes of each column, from the row before and as it was next seen. `null`: it changes, and nothing says how.
 * @param unexplained what a column becomes that changes without a rule
 */
export function changes(
  { all, name }: Learning,
  calls: readonly PlacedCall[],
  { entity, key, names, rowOf }: Changing,
  unexplained: string | null = null
): Fields | null {
  const seen = calls.flatMap((call) => {
    const before = call.named.get(key)?.stale ? null : rowOf(call)
    const after = isOwn(call, entity)
      ? call.shown?.rows[0]
      : (toldOf(call.value, entity) ?? nextSeen(all, call, entity, key))
    return before && after ? [{ call, before, after }] : []
  })
  if (!seen.length) return null
  const set: Fields = {}
  for (const column of entity.columns) {
    const isShown = names.includes(column) || all.some((call) => shows(call, entity, column))
    const told = isShown
      ? seen.filter(({ before, after }) => Object.hasOwn(before, column) && Object.hasOwn(after, column))
      : []
    if (column === entity.key || STAMPED.test(column)) continue
    const answered = told.length
      ? []
      : seen.filter(({ call, after }) => isOwn(call, entity) && Object.hasOwn(after, column))
    if (answered.length) {
      // What only the answer tells is computed for it.
      const formula = computed(
        answered.map(({ call, before, after }) => ({
          known: knownIn(call, names, before, key),
          target: after[column] ?? null
        }))
      )
      if (formula === null && unexplained === null) return null
      if (formula !== null) set[column] = formula
      continue
    }
    if (!names.includes(column) && told.every(({ before, after }) => same(before[column], after[column]))) continue
    const samples = told.map(({ call, before, after }) => ({
      known: knownIn(call, names, before, key),
      target: after[column] ?? null
    }))
    const own = names.includes(column) ? column : undefined
    const given = samples.filter(({ known }) => own !== undefined && (known.get(own) ?? null) !== null)
    const rest = samples.filter(({ known }) => own === undefined || (known.get(own) ?? null) === null)
    const stays = rest.every(({ known, target }) => same(known.get(`row.${column}`) ?? null, target))
    const byName = own !== undefined && stays && given.every(({ known, target }) => same(known.get(own), target))
    const formula = byName
      ? `if(${own} == null, row.${column}, ${own})`
      : (stepOf(samples, column) ?? formulaFor(samples))
    if (formula === null && unexplained === null) return null
    set[column] = formula ?? unexplained
  }
  return Object.keys(set).length || onlyReads(name) ? set : null
}

/** Whether the call answers with the row. */
const isOwn = ({ shown }: PlacedCall, entity: Entity): boolean => shown?.single === true && shown.entity === entity

/** Whether it looks at rows and tells their column. */
const shows = ({ name, shown }: PlacedCall, entity: Entity, column: string): boolean =>
  onlyReads(name) && shown?.entity === entity && shown.rows.some((row) => Object.hasOwn(row, column))

/** A formula that several calls bear out; what was the same each time may be so by chance, unless it is words. */
function computed(samples: readonly { known: KnownValues; target: Json }[]): string | null {
  const targets = new Set(samples.map(({ target }) => JSON.stringify(target)))
  const [one] = samples
  return samples.length > 1 && (targets.size > 1 || typeof one?.target === 'string') ? formulaFor(samples) : null
}

/** Of a figure that was seen to change once: more or less by what was given. */
function stepOf(samples: readonly { known: KnownValues; target: Json }[], column: string): string | null {
  const [{ known, target } = { known: new Map(), target: null }] = samples
  const before = known.get(`row.${column}`)
  if (samples.length !== 1 || typeof before !== 'number' || typeof target !== 'number') return null
  const by = [...known].find(
    ([name, value]) => !name.includes('.') && typeof value === 'number' && value === Math.abs(target - before)
  )?.[0]
  return by === undefined ? null : `row.${column} ${target > before ? '+' : '-'} ${by}`
}

/** The row as it is next shown in the recording, before anything else names it. */
function nextSeen(all: readonly PlacedCall[], call: PlacedCall, entity: Entity, key: string): DeclaredRow | null {
  const asked = String(call.given[key])
  for (const later of all) {
    if (later.recording !== call.recording || later.at <= call.at) continue
    const row =
      later.shown?.entity === entity ? later.shown.rows.find((one) => String(one[entity.key]) === asked) : undefined
    if (row && onlyReads(later.name)) return row
    if (!onlyReads(later.name) && !later.refused && Object.values(later.given).map(String).includes(asked)) return null
  }
  return null
}
