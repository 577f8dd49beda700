// A verb that changes or removes a row: what becomes of each column, and what is answered.
import { wordsOf } from '../../../../grounds/programs/declared/names.ts'
import type { DeclaredRow } from '../../../../grounds/programs/declared/rules.ts'
import type { Json } from '../../../../tree/ports.ts'
import { wrapping } from './around.ts'
import { type Fields, REMOVES } from './called.ts'
import { changes } from './changes.ts'
import { type PlacedCall, toldOf } from './entities.ts'
import { templateOf } from './formula.ts'
import { columnsIn, inputs, keyArgument, knownIn, type Learning, showing, takes, type VerbWay } from './learning.ts'
import { missedIn } from './missing.ts'
import { refusals } from './refusals.ts'

/** Tools that change or remove a row which they name. */
export function changing(learning: Learning, done: readonly PlacedCall[]): VerbWay | null {
  const named = done.filter(({ named: found }) => found.size > 0)
  const [first] = named
  if (!first) return null
  const entities = [
    ...new Set(
      named.flatMap(({ named: found, shown }) => [
        ...(shown?.single ? [shown.entity] : []),
        ...[...found.values()].map(({ entity }) => entity)
      ])
    )
  ]
  const removes = REMOVES.has(wordsOf(learning.name)[0] ?? '')
  for (const entity of entities) {
    const key = keyArgument(learning, named, entity)
    if (key === null) continue
    const calls = named.filter((call) => call.given[key] !== undefined)
    const rowOf = (call: PlacedCall) => call.named.get(key)?.row ?? null
    if (calls.some((call) => !rowOf(call))) continue
    const names = takes(learning).filter((name) => name !== key)
    const require = refusals(learning, done, { names: [...names, key], row: rowOf, key, entity })
    const verb: Fields = removes ? { delete: entity.name } : { update: entity.name, with: [] }
    if (key !== entity.key) verb.key = key
    if (names.length) verb.input = inputs(names)
    if (require.length) verb.require = require
    if (!removes) {
      const set = changes(learning, calls, { entity, key, names, rowOf })
      if (set === null) continue
      if (Object.keys(set).length) verb.set = set
      if (calls.every((call) => call.shown?.entity === entity && call.shown.single && !call.shown.path.length))
        verb.show = columnsIn(showing(calls))
    }
    const answer = answerOf(calls, {
      names: [...names, key],
      rowOf: (call) => ({ ...rowOf(call), ...(removes ? {} : toldOf(call.value, entity)) }),
      key,
      isRow: !removes && verb.show !== undefined
    })
    if (answer === null) continue
    if (answer !== undefined) verb.answer = answer
    return { verb, ...missedIn(learning, entity, key) }
  }
  return null
}

/** @returns `undefined`: the row itself, as it is by itself. `null`: no rule */
function answerOf(
  calls: readonly PlacedCall[],
  {
    names,
    rowOf,
    key,
    isRow
  }: { names: readonly string[]; rowOf(call: PlacedCall): DeclaredRow | null; key: string; isRow: boolean }
): Json | undefined | null {
  if (isRow) return undefined
  const after = (call: PlacedCall) =>
    call.shown?.single && call.shown.path.length ? (call.shown.rows[0] ?? null) : rowOf(call)
  if (calls.every(({ value }) => value !== undefined)) {
    const path = calls[0]?.shown?.single ? calls[0].shown.path : null
    const bare = path === null ? calls.map((call) => ({ ...call, shown: null })) : calls
    return wrapping(bare, { names, rows: 'row', row: after, key }) ?? null
  }
  const told = templateOf(calls.map((call) => ({ text: call.text, known: knownIn(call, names, rowOf(call), key) })))
  return told && told.right * 2 >= calls.length ? told.template : null
}
