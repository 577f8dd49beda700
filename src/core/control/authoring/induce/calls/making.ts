// A verb that makes a row: what each of its columns becomes.
import type { Json } from '../../../../tree/ports.ts'
import { wrapping } from './around.ts'
import { type Fields, same } from './called.ts'
import { formulaFor, type KnownValues } from './formula.ts'
import {
  columnsIn,
  inputs,
  knownIn,
  type Learning,
  rowShown,
  type Showing,
  STAMPED,
  takes,
  type VerbWay
} from './learning.ts'
import { refusals } from './refusals.ts'

export function making(learning: Learning, calls: Showing[]): VerbWay | null {
  const [first] = calls
  if (!first) return null
  const { entity } = first.shown
  const names = takes(learning)
  const isNew = calls.filter((call) => !call.before.get(entity)?.has(String(call.shown.rows[0]?.[entity.key])))
  if (isNew.length < calls.length) return null
  const columns = columnsIn(calls).filter((name) => name !== entity.key)
  const set: Fields = {}
  for (const name of columns) {
    if (STAMPED.test(name)) continue
    const samples = calls.map((call) => ({
      known: knownIn(call, names, null, null),
      target: call.shown.rows[0]?.[name] ?? null
    }))
    const formula = setting(samples, name, names)
    if (formula === null) return null
    set[name] = formula
  }
  const keyed = names.find((name) => calls.every((call) => same(call.given[name], call.shown.rows[0]?.[entity.key])))
  if (keyed !== undefined) set[entity.key] = keyed
  const verb: Fields = { create: entity.name, with: [], input: inputs(names), set, show: columnsIn(calls) }
  if (first.shown.path.length) {
    const answer = wrapping(calls, { names, rows: 'row', row: rowShown })
    if (answer === undefined) return null
    verb.answer = answer
  }
  const require = refusals(learning, calls, { names, row: () => null, key: null, entity })
  if (require.length) verb.require = require
  return { verb }
}

/** What a column becomes: what was given under its name, or what holds in all calls; where nothing was given, what it was then. */
function setting(
  samples: readonly { known: KnownValues; target: Json }[],
  column: string,
  names: readonly string[]
): string | null {
  const own = names.includes(column) ? column : undefined
  const given = own === undefined ? [] : samples.filter(({ known }) => (known.get(own) ?? null) !== null)
  if (own === undefined || !given.every(({ known, target }) => same(known.get(own), target))) return formulaFor(samples)
  const rest = samples.filter(({ known }) => (known.get(own) ?? null) === null)
  if (!rest.length || rest.every(({ target }) => target === null)) return own
  const otherwise = formulaFor(rest)
  return otherwise === null ? null : `if(${own} == null, ${otherwise}, ${own})`
}
