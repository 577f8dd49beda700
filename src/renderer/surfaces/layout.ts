// Where each character of the edited line falls on a terminal's grid, so that it can be drawn over and over.

export interface Grid {
  /** Cells to the left of the line's first character: the prompt. */
  column: number
  columns: number
  /** The most rows the line may take; a longer one shows the part around the cursor. */
  rows: number
  /** Cells a code point takes, by the terminal's own table. */
  width: (codePoint: number) => number
}

export interface Layout {
  /** The rows as drawn, the first one behind the prompt. */
  rows: string[]
  /** Row and column (from the grid's left edge) the cursor stands at. */
  cursor: { row: number; column: number }
}

/** Breaks `text` into rows: at line breaks, and where the next character would not fit. */
export function layout(text: string, cursor: number, grid: Grid): Layout {
  const rows: string[] = []
  let row = ''
  let column = grid.column
  let offset = 0
  let at: Layout['cursor'] | null = null
  const breakRow = () => {
    rows.push(row)
    row = ''
    column = 0
  }
  for (const character of text) {
    const cells = character === '\n' ? 0 : character === '\t' ? tab(column) : grid.width(character.codePointAt(0) ?? 0)
    if (column + cells > grid.columns) breakRow()
    if (offset >= cursor) at ??= { row: rows.length, column: Math.min(column, grid.columns - 1) }
    if (character === '\n') breakRow()
    else {
      row += character === '\t' ? ' '.repeat(Math.min(cells, grid.columns - column)) : character
      column += cells
    }
    offset += character.length
  }
  // At the right edge the cursor waits in the first cell of the next row, as a shell's would.
  if (at === null && column >= grid.columns) breakRow()
  rows.push(row)
  return clip({ rows, cursor: at ?? { row: rows.length - 1, column } }, grid)
}

/** The drawing, from the cell behind the prompt: what to write, and how many rows below it the cursor then stands. */
export function paint({ rows, cursor }: Layout): { text: string; down: number } {
  const up = rows.length - 1 - cursor.row
  const back = `${up > 0 ? `\x1b[${up}A` : ''}\r${cursor.column > 0 ? `\x1b[${cursor.column}C` : ''}`
  return { text: `\x1b[0m\x1b[J${rows.join('\r\n')}${back}`, down: cursor.row }
}

function tab(column: number): number {
  return 8 - (column % 8)
}

/** At most `most` rows around the cursor; what is left out is said in words. */
function clip(whole: Layout, { rows: most, column: prompt, columns }: Grid): Layout {
  const { rows, cursor } = whole
  if (rows.length <= most) return whole
  // One row goes to the note above, which stands behind the prompt, and one to the note below.
  const size = Math.max(1, most - 2)
  const first = Math.min(Math.max(0, cursor.row - size + 1), rows.length - size)
  const below = rows.length - first - size
  // A note that wrapped would take a row nobody counted.
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
