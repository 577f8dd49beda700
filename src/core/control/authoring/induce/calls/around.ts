// The answer around the rows: each of its values is a formula that holds in all calls.
import type { DeclaredRow } from '../../../../grounds/programs/declared/rules.ts'
import { isObject } from '../../../../text/json.ts'
import type { Json } from '../../../../tree/ports.ts'
import { bareName, type Fields, same } from './called.ts'
import type { PlacedCall } from './entities.ts'
import { formulaFor } from './formula.ts'
import { knownIn } from './learning.ts'

interface Around {
  names: readonly string[]
  paging?: { size: string | undefined; page: string | undefined; usual: number | null }
  /** What stands where the rows, or the row, stood. */
  rows: string
  row: ((call: PlacedCall) => DeclaredRow | null) | null
  key?: string | null
}

/** The answer around the rows, each of whose values holds in all calls; `undefined`: one has no rule. */
export function wrapping(calls: readonly PlacedCall[], around: Around): Json | undefined {
  const path = calls[0]?.shown?.path ?? null
  const at = (call: PlacedCall, place: readonly string[]): Json | undefined =>
    place.reduce<Json | undefined>(
      (value, name) => (isObject(value) && Object.hasOwn(value, name) ? (value as Fields)[name] : undefined),
      call.value
    )
  const build = (place: string[], depth: number): Json | undefined => {
    if (path && place.join('\n') === path.join('\n')) return around.rows
    const values = calls.map((call) => at(call, place))
    if (values.every((value) => isObject(value)) && depth < 4) {
      // What is there only at times has no form.
      const keys = [...new Set(values.flatMap((value) => Object.keys(value as Fields)))]
      if (!values.every((value) => keys.every((key) => Object.hasOwn(value as Fields, key)))) return undefined
      const parts: Fields = {}
      for (const key of keys) {
        const part = build([...place, key], depth + 1)
        if (part === undefined) return undefined
        parts[key] = part
      }
      return parts
    }
    const samples = calls.flatMap((call, index) => {
      const target = values[index]
      if (target === undefined) return []
      const known = knownIn(call, around.names, around.row?.(call) ?? null, around.key ?? null)
      if (around.paging && call.shown) {
        const { size, page, usual } = around.paging
        if (size !== undefined && known.get(size) === null) known.set(size, usual ?? 1000)
        if (page !== undefined && known.get(page) === null) known.set(page, 1)
      }
      return [{ known, target }]
    })
    const own = around.names.find((name) => bareName(name) === bareName(place.at(-1) ?? ''))
    if (own !== undefined && samples.every(({ known, target }) => same(known.get(own), target))) return own
    return counted(place, calls, around, samples) ?? formulaFor(samples) ?? undefined
  }
  return build([], 0)
}

/** Figures that count the rows, those on this page or all of them, and pages. */
function counted(
  place: readonly string[],
  calls: readonly PlacedCall[],
  { paging, rows }: Around,
  samples: readonly { target: Json }[]
): string | null {
  if (!paging) return null
  const summed = sumOf(calls, samples)
  if (summed !== null) return `sum(${rows}, it.${summed})`
  const { size, usual, page } = paging
  const figures = samples.map(({ target }) => target)
  const here = calls.map(({ shown }) => shown?.rows.length ?? 0)
  const name = (place.at(-1) ?? '').toLowerCase()
  const many = size ?? String(usual ?? 1000)
  const pages = `floor((total + ${many} - 1) / ${many})`
  if (figures.every((figure) => typeof figure === 'boolean') && /more|next/.test(name))
    return page === undefined ? `total > count(${rows})` : `${page} < ${pages}`
  if (!figures.every((figure) => Number.isInteger(figure))) return null
  if (/pages|last_?page/.test(name)) return pages
  if (figures.every((figure, at) => figure === here[at]))
    return /total/.test(name) ? 'total' : rows === 'rows' ? `count(rows)` : `count(${rows})`
  return figures.every((figure, at) => Number(figure) >= (here[at] ?? 0)) &&
    /total|count|matches|results|size|length/.test(name)
    ? 'total'
    : null
}

/** The column of which the figures are the sum over the listed rows; `null` for none. */
function sumOf(calls: readonly PlacedCall[], samples: readonly { target: Json }[]): string | null {
  const names = new Set(calls.flatMap(({ shown }) => shown?.rows.flatMap((row) => Object.keys(row)) ?? []))
  if (samples.length < calls.length || !calls.some(({ shown }) => (shown?.rows.length ?? 0) > 1)) return null
  const fits = (name: string) =>
    calls.every(({ shown }, at) => {
      const values = shown?.rows.map((row) => row[name]) ?? []
      const sum = values.reduce<number>((all, value) => all + (typeof value === 'number' ? value : Number.NaN), 0)
      return Math.round(sum * 1e6) / 1e6 === samples[at]?.target
    })
  const differs = (name: string) => calls.some(({ shown }) => shown?.rows.some((row) => Number(row[name]) > 1))
  return [...names].find((name) => /^[A-Za-z]\w{0,63}$/.test(name) && differs(name) && fits(name)) ?? null
}
