// A verb that answers with one figure: how many rows the arguments leave.
import { wordsOf } from '../../../../grounds/programs/declared/names.ts'
import { isObject } from '../../../../text/json.ts'
import { type Fields, same } from './called.ts'
import type { Entity, PlacedCall } from './entities.ts'
import { inputs, type Learning, takes } from './learning.ts'

/** A figure alone, of the rows that what was given leaves. */
export function counting(learning: Learning, done: readonly PlacedCall[], entities: readonly Entity[]): Fields | null {
  const [first] = done
  if (!first || !isObject(first.value) || Object.keys(first.value).length !== 1) return null
  const [field = ''] = Object.keys(first.value)
  const figure = ({ value }: PlacedCall) => (isObject(value) ? (value as Fields)[field] : undefined)
  if (!done.every((call) => Number.isInteger(figure(call)))) return null
  const names = takes(learning)
  for (const entity of entities) {
    const said = wordsOf(learning.name)
    if (
      entity.grows ||
      !said.some((word) => word.length > 2 && entity.name.startsWith(word.replace(/s$/, '').slice(0, -1)))
    )
      continue
    const used = names.filter((name) => done.some(({ given }) => (given[name] ?? null) !== null))
    if (!used.every((name) => entity.columns.has(name))) continue
    const rows = (call: PlacedCall) => [...new Map([...entity.rows, ...(call.before.get(entity) ?? [])]).values()]
    const fits = done.filter(
      (call) =>
        rows(call).filter((row) =>
          used.every((name) => call.given[name] === undefined || same(row[name], call.given[name]))
        ).length === figure(call)
    )
    if (fits.length * 2 <= done.length) continue
    const test = used.map((name) => `(${name} == null or it.${name} == ${name})`).join(' and ')
    const open = names
      .filter((name) => !used.includes(name) && !entity.columns.has(name))
      .map((name) => `${name} != null`)
    const rest = names
      .filter((name) => !used.includes(name) && entity.columns.has(name))
      .map((name) => `(${name} == null or it.${name} == ${name})`)
    const all = [test, ...rest].filter(Boolean).join(' and ')
    return {
      ...(names.length > 0 && { input: inputs(names) }),
      ...(open.length > 0 && { leaves: open.join(' or ') }),
      answer: { [field]: all ? `count(${entity.name} where ${all})` : `count(${entity.name})` }
    }
  }
  return null
}
