// What a program keeps, as the rows of a tree: only what is open becomes rows, so a large state costs what is looked at.
import type { Json } from '../../../core/tree/ports.ts'
import type { StateDifference } from '../../../core/tree/program.ts'

type Key = string | number

export interface StateRow {
  /** Its path as one text: names the row. */
  id: string
  at: readonly Key[]
  value: Json
  depth: number
  /** The row that it lies in; -1 for none. */
  parent: number
  /** Its place among its siblings, from 1, of so many. */
  place: number
  of: number
  /** `null`: nothing lies in it. */
  open: boolean | null
  changed: boolean
}

/** What a step changed: what is marked by itself, and what has a mark in it. */
interface StateMarks {
  changed: ReadonlySet<string>
  within: ReadonlySet<string>
}

// Deeper values, and longer lists in them, are opened by whoever wants to see them; the path to a change is open.
const OPEN_DEPTH = 2
const OPEN_MOST = 50

const idOf = (at: readonly Key[]): string => JSON.stringify(at)

export function marksOf(changes: readonly StateDifference[]): StateMarks {
  const changed = new Set<string>()
  const within = new Set<string>()
  for (const change of changes) {
    const { at } = change
    // Of what is gone, what it was taken from is marked.
    const marked =
      'insert' in change
        ? [...change.insert.map((_, index) => [...at, change.from + index]), ...(change.drop ? [at] : [])]
        : ['set' in change ? at : at.slice(0, -1)]
    for (const path of marked) {
      changed.add(idOf(path))
      for (let length = 0; length < path.length; length++) within.add(idOf(path.slice(0, length)))
    }
  }
  return { changed, within }
}

/** @param toggled what a person opened or closed, by id */
export function rowsOf(state: Json, marks: StateMarks, toggled: ReadonlyMap<string, boolean>): StateRow[] {
  const rows: StateRow[] = []
  const add = (value: Json, at: readonly Key[], parent: number) => {
    const inner = entriesOf(value)
    inner.forEach(([key, one], index) => {
      const path = [...at, key]
      const id = idOf(path)
      const size = sizeOf(one)
      const few = size <= OPEN_MOST && inner.length <= OPEN_MOST
      const usual = (at.length < OPEN_DEPTH && few) || marks.within.has(id)
      const open = size === 0 ? null : (toggled.get(id) ?? usual)
      rows.push({
        ...{ id, at: path, value: one, depth: at.length, parent, place: index + 1, of: inner.length, open },
        changed: marks.changed.has(id)
      })
      if (open) add(one, path, rows.length - 1)
    })
  }
  add(state, [], -1)
  return rows
}

/** `$.books["a b"][0]` */
export const jsonPathOf = (at: readonly Key[]): string =>
  `$${at.map((key) => (typeof key === 'string' && /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`)).join('')}`

function entriesOf(value: Json): [Key, Json][] {
  if (Array.isArray(value)) return value.map((one, index) => [index, one])
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

export function sizeOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  return Array.isArray(value) ? value.length : Object.keys(value).length
}
