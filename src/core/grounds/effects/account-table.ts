// A table of users, in the sentences that say the same.

import { cellsOf } from './clauses.ts'

const NAME = /^(?:user|user ?name|account|login|name)$/i
const TRAITS: [column: RegExp, says: (value: string, name: string) => string | null][] = [
  [/^(?:uid|id)$/i, (value) => (/^\d+$/.test(value) ? `uid ${value}` : null)],
  [/^(?:login )?shell$/i, (value) => (/^[\w/]+$/.test(value) ? `shell ${value}` : null)],
  [/^home(?: folder| directory| dir)?$/i, (value) => (/^\/[\w./-]+$/.test(value) ? `home ${value}` : null)],
  [/^groups?$/i, groupsOf],
  [/^sudo(?:er)?$/i, (value) => (/^(?:yes|y|true|x|✓|✔)$/i.test(value) ? 'in the group sudo' : null)]
]

/** @param prose lines that belong to no file */
export function accountTableIn(prose: readonly string[]): string[] {
  return prose.flatMap((line, at) => {
    const head = plainCells(line)
    const first = head.findIndex((cell) => NAME.test(cell))
    const says = head.map((cell) => TRAITS.find(([column]) => column.test(cell))?.[1])
    // A table of anything may have names.
    if (first < 0 || !says.some(Boolean) || !/^\s*\|[-: |]+\|\s*$/.test(prose[at + 1] ?? '')) return []
    const rows = prose.slice(at + 2)
    const end = rows.findIndex((row) => plainCells(row).length === 0)
    return rows.slice(0, end < 0 ? undefined : end).flatMap((row) => {
      const cells = plainCells(row)
      const name = cells[first] ?? ''
      if (!/^[a-z_][\w-]{0,31}$/.test(name) || name === 'root') return []
      const traits = cells.flatMap((cell, column) => says[column]?.(cell, name) ?? [])
      return [`There is a user ${name}${traits.length > 0 ? ` with ${traits.join(', ')}` : ''}.`]
    })
  })
}

/** Everybody is in a group of their own. */
function groupsOf(value: string, name: string): string | null {
  const groups = value.split(/[\s,]+/).filter((one) => /^[a-z_][\w-]*$/.test(one) && one !== name)
  return groups.length > 0 ? `in the groups ${groups.join(', ')}` : null
}

const plainCells = (row: string): string[] => cellsOf(row).map((cell) => cell.replaceAll('`', ''))
