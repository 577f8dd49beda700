// The things that the answers of tools are about, and a call with what was known of them before it.
import { singular, wordsOf } from '../../../../grounds/programs/declared/names.ts'
import type { DeclaredRow } from '../../../../grounds/programs/declared/rules.ts'
import { isObject } from '../../../../text/json.ts'
import type { Json } from '../../../../tree/ports.ts'
import type { Called } from './called.ts'

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

/** A row that an argument names. `stale`: something was done to it since it was last shown. */
export interface NamedRow {
  entity: Entity
  row: DeclaredRow
  stale: boolean
}

/** A call with what was known of the rows before it. */
export interface PlacedCall extends Called {
  shown: Shown | null
  /** By table and key. Shared until something is shown. */
  before: ReadonlyMap<Entity, ReadonlyMap<string, DeclaredRow>>
  /** The rows that its arguments name, by argument. */
  named: Map<string, NamedRow>
  /** Its place, and the recording's. */
  at: number
  recording: number
}

/** Columns of a named row that the answer tells beside other things. */
export function toldOf(value: Json | undefined, entity: Entity): DeclaredRow | null {
  if (!isObject(value)) return null
  const told = Object.entries(value as DeclaredRow).filter(([name]) => name !== entity.key && entity.columns.has(name))
  return told.length ? Object.fromEntries(told) : null
}

/** Whether an argument is called after the things: `memberId`, `member`, `id` of a tool that names them. */
export const isCalledAfter = (entity: Entity, argument: string): boolean => {
  const words = wordsOf(argument).map(singular)
  const tools = [...entity.tools.keys()].flatMap((tool) => wordsOf(tool).map(singular))
  return argument === entity.key || words.some((word) => word !== 'id' && tools.includes(word))
}
