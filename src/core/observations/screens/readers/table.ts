// Desktop screens as tables, one thing a row: what both of OSWorld's forms have in common.

import { present } from '../../../text/present.ts'
import type { Screen, ScreenNode } from '../screen.ts'
import { extent, fromSize } from './bounds.ts'
import { laidOut, type Spell, writeLaidOut } from './layout.ts'
import { BEGINNING, MOST_NODES, TOO_MANY } from './limits.ts'
import { createWarnings, linesOf, type ScreenLine } from './lines.ts'
import { FIELDS, fromAtSpi } from './roles.ts'

/** How a table is told and spelled. */
export interface TableStyle {
  format: string
  /** The line above the rows, and nothing but it. */
  header: RegExp
  /** A row's cells as a node, without what every row has; `null` when there are too few. */
  toCells(cells: string[], indexed: boolean): Cells | null
  /** Whether a row that lacks cells may go on on the next line. */
  breaks: boolean
  spell: Spell
}

export interface Cells {
  ref: string | null
  tag: string
  name: string
  text: string
  attributes: [name: string, value: string][]
  position: string
  size: string
}

export function recognisesTable(text: string, { header }: TableStyle): boolean {
  return text
    .slice(0, BEGINNING)
    .split('\n')
    .some((line) => header.test(line.trim()))
}

export function readTable(text: string, form: TableStyle): Screen {
  const head = [...linesOf(text, 0)].find(({ start, end }) => form.header.test(text.slice(start, end).trim()))
  if (!head) throw new Error('its line of column names is missing.')
  const indexed = /^index/i.test(text.slice(head.start))
  const preface = text.slice(0, text.lastIndexOf('\n', head.start) + 1)
  const nodes: ScreenNode[] = []
  const warnings = createWarnings()
  for (const row of rowsOf(text, head, form)) {
    if (nodes.length === MOST_NODES) {
      warnings.add(TOO_MANY)
      break
    }
    const cells = form.toCells(text.slice(row.start, row.end).split('\t'), indexed)
    if (cells) nodes.push(toNode(cells, row))
    else if (text.slice(row.start, row.end).endsWith('[...]')) warnings.add('The table was cut off before its end.')
    else warnings.line(text, row, 'has too few columns and was left out')
  }
  const said = { url: null, title: null, tabs: [], preface }
  return laidOut({ format: form.format, nodes, ...extent(nodes), ...said, warnings: warnings.done() }, text, form.spell)
}

export function writeTable(screen: Screen, { format, spell }: TableStyle, header: string): string {
  const asRead = writeLaidOut(screen, format, spell)
  return asRead ?? screen.preface + [header, ...screen.nodes.map(spell)].join('\n')
}

// A row ends with where the thing is and how large it is, whatever its text holds.
const PLACE = /\t\(-?\d+, ?-?\d+\)\t\(-?\d+, ?-?\d+\)\s*$/
const COMPLETE = /^[a-z][\w-]*\t[^\n]*\t\(-?\d+, ?-?\d+\)\t\(-?\d+, ?-?\d+\)\s*$/i
const COLUMNS = 7

/** The rows below the header. A text with line breaks makes a row of several lines. */
function* rowsOf(text: string, head: ScreenLine, { breaks }: TableStyle): Generator<ScreenLine> {
  const open: ScreenLine[] = []
  let columns = 0
  function close(): ScreenLine {
    const row = { ...present(open[0]), end: present(open.at(-1)).end }
    open.length = 0
    columns = 0
    return row
  }
  for (const line of linesOf(text, head.end)) {
    // Blanks before the first cell are a part of the row: an empty cell.
    const row = { ...line, start: line.start - line.indent.length }
    const written = text.slice(row.start, row.end)
    const count = written.split('\t').length
    // The fence that a table may lie in: what follows it is no part of it.
    if (!open.length && written === '```') return
    if (open.length && count >= COLUMNS && COMPLETE.test(written)) yield close()
    columns += open.length ? count - 1 : count
    open.push(row)
    if (!breaks || columns >= COLUMNS || PLACE.test(written)) yield close()
  }
  if (open.length) yield close()
}

function toNode({ ref, tag, name, text, attributes, position, size }: Cells, { start, end }: ScreenLine): ScreenNode {
  const [x = Number.NaN, y = Number.NaN] = numbersOf(position)
  const [width = Number.NaN, height = Number.NaN] = numbersOf(size)
  const bounds = fromSize(x, y, width, height)
  const role = fromAtSpi(tag)
  const field = FIELDS.has(role)
  const places: [string, string][] =
    bounds && pair(x, y) === position && pair(width, height) === size
      ? []
      : [
          ['position', position],
          ['size', size]
        ]
  return {
    ref,
    role,
    tag,
    name,
    text: field ? '' : text,
    value: field ? text : null,
    states: {},
    bounds,
    attributes: [...attributes, ...places.filter(([, value]) => value !== '')],
    parent: -1,
    start,
    end
  }
}

function numbersOf(text: string): number[] {
  const [, first, second] = /^\((-?\d+), ?(-?\d+)\)$/.exec(text.trim()) ?? []
  return first && second ? [Number(first), Number(second)] : []
}

function pair(first: number, second: number): string {
  return `(${first}, ${second})`
}

/** The two cells that say where a thing is, as they were written. */
export function placesOf({ bounds, attributes }: ScreenNode): [position: string, size: string] {
  const written = new Map(attributes)
  return [
    written.get('position') ?? (bounds && !written.has('size') ? pair(bounds.x, bounds.y) : ''),
    written.get('size') ?? (bounds && !written.has('position') ? pair(bounds.width, bounds.height) : '')
  ]
}
