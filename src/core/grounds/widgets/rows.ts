// Rows of a list in a dialog of a desktop's program: a click and the arrows choose one, and nothing else follows from it.
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import type { Behaviour } from './fields.ts'
import { childrenOf, focused } from './kinds.ts'
import { windowOf } from './windows.ts'

/** The cells of a list, row by row, each row from left to right. */
function rowsOf(screen: Screen, cell: number): number[][] {
  const table = screen.nodes[cell]?.parent ?? -1
  const rows = new Map<number, number[]>()
  for (const index of childrenOf(screen, table)) {
    const { tag, bounds } = screen.nodes[index] as ScreenNode
    if (tag !== 'table-cell' || !bounds) continue
    rows.set(bounds.y, [...(rows.get(bounds.y) ?? []), index])
  }
  return [...rows].sort(([a], [b]) => a - b).map(([, cells]) => cells)
}

/** Whether all that a list's row does is to be chosen: it stands in a dialog beside its buttons. */
const isChoice = (screen: Screen, cell: number): boolean => {
  const { tag } = screen.nodes[screen.nodes[cell]?.parent ?? -1] ?? {}
  const { tag: window } = screen.nodes[windowOf(screen, cell) ?? -1] ?? {}
  return tag === 'table' && window === 'dialog'
}

/** Whether a click on a cell only chooses its row: a list of boxes ticks one too, and rows that open others are a tree's. */
export const isPlainRow = (screen: Screen, cell: number): boolean =>
  isChoice(screen, cell) &&
  rowsOf(screen, cell).every((row) =>
    row.every((one) => {
      const { name, states } = screen.nodes[one] as ScreenNode
      return name !== '' && states.checked === undefined && states.expanded === undefined && states.editable !== true
    })
  )

/** The cell in the next row that a key leads to; `null` for other keys. */
export function rowAfter(screen: Screen, cell: number, key: string): number | 'unclear' | null {
  const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : null
  if (by === null && key !== 'Home' && key !== 'End') return null
  if (!isChoice(screen, cell)) return 'unclear'
  const rows = rowsOf(screen, cell)
  const at = rows.findIndex((row) => row.includes(cell))
  const column = rows[at]?.indexOf(cell) ?? -1
  const to = by === null ? (key === 'Home' ? 0 : rows.length - 1) : Math.min(Math.max(at + by, 0), rows.length - 1)
  // Rows that are not in sight are not told, so beyond the last one there may be more.
  if (by !== null && to === at) return 'unclear'
  return rows[to]?.[column] ?? 'unclear'
}

/** What becomes of a list when the row of this cell is chosen. */
export function toRow(screen: Screen, cell: number): Behaviour {
  const states = new Map<number, Record<string, boolean>>()
  const rows = rowsOf(screen, cell)
  const chosen = rows.find((row) => row.includes(cell)) ?? []
  for (const one of rows.flat()) {
    const { states: was } = screen.nodes[one] as ScreenNode
    const next = { active: one === cell, focused: one === cell, selected: chosen.includes(one) }
    const isSame = (Object.entries(next) as [keyof typeof next, boolean][]).every(
      ([name, on]) => (was[name] === true) === on
    )
    if (!isSame) states.set(one, next)
  }
  const table = screen.nodes[cell]?.parent ?? -1
  const other = focused(screen)
  // The list and its cell are both told to have the keyboard.
  if (other !== null && other !== table && screen.nodes[other]?.parent !== table) states.set(other, { focused: false })
  if (screen.nodes[table]?.states.focused !== true) states.set(table, { focused: true })
  return { rule: states.size ? 'select' : 'look', edit: { states }, caret: null }
}
