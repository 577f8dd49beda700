// What every kind of verb is learnt from: the calls of a tool, what each call knows, and the row that an argument names.
import type { DeclaredRow } from '../../../../grounds/programs/declared/rules.ts'
import { isObject } from '../../../../text/json.ts'
import type { Tool } from '../../../../tree/model.ts'
import type { Json } from '../../../../tree/ports.ts'
import { type Fields, isKeyLike } from './called.ts'
import type { Entity, PlacedCall, Shown } from './entities.ts'

export interface Learning {
  tool: Tool | undefined
  name: string
  calls: readonly PlacedCall[]
  /** Every call, for what is seen of a row after it. */
  all: readonly PlacedCall[]
}

export interface VerbWay {
  verb: Fields
  /** Words in which a row is missed, of a table. */
  missing?: { entity: Entity; words: string[] }
}

export type Showing = PlacedCall & { shown: Shown }

export const showing = (calls: readonly PlacedCall[]): Showing[] =>
  calls.filter((call): call is Showing => call.shown !== null)

const NAME = /^[A-Za-z]\w{0,63}$/

/** What the tool takes, by its own words and by what was given. */
export const takes = ({ tool, calls }: Learning): string[] => {
  const { properties } = tool?.inputSchema ?? {}
  const all = [
    ...(isObject(properties) ? Object.keys(properties) : []),
    ...calls.flatMap(({ given }) => Object.keys(given))
  ]
  return [...new Set(all)].filter((name) => NAME.test(name))
}

export const inputs = (names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, 'json']))

/** What a call knows: what was given, the columns of its row, and of rows that it refers to. */
export function knownIn(
  call: PlacedCall,
  names: readonly string[],
  row: DeclaredRow | null,
  key: string | null
): Map<string, Json> {
  const known = new Map<string, Json>(names.map((name) => [name, call.given[name] ?? null]))
  for (const [name, value] of Object.entries(row ?? {})) if (NAME.test(name)) known.set(`row.${name}`, value)
  for (const [argument, { entity, row: other }] of call.named)
    if (argument !== key)
      for (const [name, value] of Object.entries(other))
        if (NAME.test(name)) known.set(`${entity.name}[${argument}].${name}`, value)
  return known
}

export const columnsIn = (calls: readonly Showing[]): string[] => [
  ...new Set(
    calls.flatMap(({ shown }) => shown.rows.flatMap((row) => Object.keys(row)).filter((name) => NAME.test(name)))
  )
]

export const rowShown = ({ shown }: PlacedCall): DeclaredRow | null => (shown?.single ? (shown.rows[0] ?? null) : null)

/** By which argument a row is named: the answer's own, or one that names a row. */
export function keyArgument(learning: Learning, calls: readonly PlacedCall[], entity: Entity): string | null {
  const names = takes(learning)
  const fits = (call: PlacedCall, name: string) => {
    const value = call.given[name]
    if (!isKeyLike(value)) return false
    if (call.shown?.single && call.shown.entity === entity)
      return call.shown.rows.some((row) => String(row[entity.key]) === String(value))
    return call.named.get(name)?.entity === entity
  }
  return (
    names.find(
      (name) =>
        calls.some((call) => fits(call, name)) &&
        calls.every((call) => call.given[name] === undefined || fits(call, name))
    ) ?? null
  )
}

export const STAMPED =
  /^(?:created|updated|modified|changed|last_?(?:updated|modified|changed))(?:_?(?:at|on|time|date))?$|^(?:timestamp|createdAt|updatedAt)$/i
