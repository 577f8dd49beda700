// Rows that a text states as tables: JSON with lists of objects, `issues: [{…}]` on a line, or a Markdown table below its heading.
import { readJson } from '../../../observations/documents/value.ts'
import { isObject } from '../../../text/json.ts'
import type { Json } from '../../../tree/ports.ts'
import { singular, wordsOf } from './names.ts'
import type { DeclaredRow } from './rules.ts'

/** The rows by what one of them is called, such as `issue`, in the order of the text. Linear in it. */
export function statedRows(text: string): Map<string, DeclaredRow[]> {
  const found = new Map<string, DeclaredRow[]>()
  const add = (name: string, rows: readonly DeclaredRow[]) => {
    const one = oneOf(name)
    if (one && rows.length) found.set(one, [...(found.get(one) ?? []), ...rows])
  }
  const whole = text.trimStart().startsWith('{') ? readJson(text)?.value : undefined
  if (isObject(whole)) {
    for (const [name, value] of Object.entries(whole)) add(name, objectsIn(value))
    return found
  }
  let heading = ''
  let columns: string[] | null = null
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line.startsWith('|')) {
      const cells = cellsOf(line)
      if (!columns) columns = cells
      else if (!cells.every((cell) => /^:?-{3,}:?$/.test(cell))) add(heading, [rowOf(columns, cells)])
      continue
    }
    columns = null
    const colon = line.indexOf(':')
    const json =
      colon > 0 &&
      line
        .slice(colon + 1)
        .trimStart()
        .startsWith('[')
        ? line.slice(colon + 1)
        : null
    if (json !== null) add(line.slice(0, colon), objectsIn(readJson(json)?.value))
    else if (line) heading = line
  }
  return found
}

/** `## Ticket comments` and `ticket_comments:` are both of a `ticket_comment`. */
function oneOf(name: string): string {
  const words = wordsOf(name.slice(0, 100))
  return [...words.slice(0, -1), singular(words.at(-1) ?? '')].join('_')
}

// `as`: what was read is JSON.
const objectsIn = (value: unknown): DeclaredRow[] =>
  Array.isArray(value) ? value.filter((one) => isObject(one)).map((one) => one as DeclaredRow) : []

const cellsOf = (line: string): string[] =>
  line
    .slice(1, line.endsWith('|') ? -1 : undefined)
    .split('|')
    .map((cell) => cell.trim())

const rowOf = (columns: readonly string[], cells: readonly string[]): DeclaredRow =>
  Object.fromEntries(columns.map((name, at) => [name, cellValue(cells[at] ?? '')]))

function cellValue(cell: string): Json {
  if (cell === '' || cell === '-' || cell === 'null') return null
  if (cell === 'true' || cell === 'false') return cell === 'true'
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?$/.test(cell) ? Number(cell) : cell
}
