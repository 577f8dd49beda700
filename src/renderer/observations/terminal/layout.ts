// Where each character of the edited line falls on a terminal's grid, so that it can be drawn over and over.
import { ENTER } from '../ahead.ts'

export interface Grid {
  /** Cells to the left of the line's first character: the prompt. */
  column: number
  columns: number
  /** The most rows the line may take; a longer one shows the part around the cursor. */
  rows: number
  /** Cells a code point takes, by the terminal's own table. */
  width: (codePoint: number) => number
  /** Offset into the text from which it is grey: it waits, and Enter would not send it yet. */
  grey?: number | undefined
}

export interface TerminalLayout {
  /** The rows as drawn, the first one behind the prompt. */
  rows: string[]
  /** Row and column (from the grid's left edge) the cursor stands at. */
  cursor: { row: number; column: number }
}

/** Breaks `text` into rows: at line breaks, at each Enter, which is marked, and where the next character would not fit. */
export function layout(text: string, cursor: number, grid: Grid): TerminalLayout {
  const { grey = Number.POSITIVE_INFINITY } = grid
  const rows: string[] = []
  let row = grey === 0 ? GREY : ''
  let column = grid.column
  let offset = 0
  let at: TerminalLayout['cursor'] | null = null
  const breakRow = (next: number) => {
    rows.push(ended(row))
    // Each row has its own colour, because some may be left out.
    row = next >= grey ? GREY : ''
    column = 0
  }
  for (const character of text) {
    const breaks = character === '\n' || character === ENTER
    const cells = breaks ? 0 : character === '\t' ? tab(column) : grid.width(character.codePointAt(0) ?? 0)
    if (column + cells > grid.columns) breakRow(offset)
    if (offset >= cursor) at ??= { row: rows.length, column: Math.min(column, grid.columns - 1) }
    if (character === ENTER && column < grid.columns) row += `${GREY}${MARK}`
    if (breaks) breakRow(offset + 1)
    else {
      row += character === '\t' ? ' '.repeat(Math.min(cells, grid.columns - column)) : character
      column += cells
    }
    offset += character.length
  }
  // At the right edge the cursor waits in the first cell of the next row, as a shell's would.
  if (at === null && column >= grid.columns) breakRow(offset)
  rows.push(ended(row))
  return clip({ rows, cursor: at ?? { row: rows.length - 1, column } }, grid)
}

// Bright black: xterm keeps its contrast up, which it does not for faint text.
const GREY = '\x1b[90m'
const MARK = '⏎'

function ended(row: string): string {
  return row.includes(GREY) ? `${row}\x1b[39m` : row
}

/** The drawing, from the cell behind the prompt: what to write, and how many rows below it the cursor then stands. */
export function paint({ rows, cursor }: TerminalLayout): { text: string; down: number } {
  const up = rows.length - 1 - cursor.row
  const back = `${up > 0 ? `\x1b[${up}A` : ''}\r${cursor.column > 0 ? `\x1b[${cursor.column}C` : ''}`
  return { text: `\x1b[0m\x1b[J${rows.join('\r\n')}${back}`, down: cursor.row }
}

function tab(column: number): number {
  return 8 - (column % 8)
}

/** At most `most` rows around the cursor; what is left out is said in words. */
function clip(whole: TerminalLayout, { rows: most, column: prompt, columns }: Grid): TerminalLayout {
  const { rows, cursor } = whole
  if (rows.length <= most) return whole
  if (most === 1) return { rows: rows.slice(cursor.row, cursor.row + 1), cursor: { ...cursor, row: 0 } }
  // One row goes to the note above, which stands behind the prompt, and one to the note below.
  const size = Math.max(1, most - 2)
  const first = Math.min(Math.max(0, cursor.row - size + 1), rows.length - size)
  const below = rows.length - first - size
  // A note that wrapped would take a row that was not counted.
  const note = (left: number, where: string, cells: number) =>
    left === 0 ? '' : `\x1b[2m${`… ${left} more ${where}`.slice(0, cells)}\x1b[0m`
  return {
    rows: [
      note(first, 'above', columns - prompt),
      ...rows.slice(first, first + size),
      ...(most > 2 ? [note(below, 'below', columns)] : [])
    ],
    // The first row is no longer behind the prompt.
    cursor: { row: cursor.row - first + 1, column: cursor.column - (cursor.row === 0 ? prompt : 0) }
  }
}
