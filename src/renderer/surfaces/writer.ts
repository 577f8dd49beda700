// Writes a session to a terminal and draws the edited line behind it, each time only what has changed.

import { difference, type Piece } from '../../core/terminal/transcript.ts'
import { layout, paint } from './layout.ts'

/** The line to draw: its text, the cursor's offset, and what stands before it: nothing, a blank, or a line break. */
export interface Drawn {
  text: string
  cursor: number
  lead: '' | ' ' | '\n'
  /** Offset from which it is grey; left out, none of it is. */
  grey?: number
  /** The most rows that it may take below the pieces; the terminal's own where left out. */
  rows?: number
}

/** The part of a terminal this needs; xterm.js has it in a page and without one. */
export interface Target {
  readonly cols: number
  readonly rows: number
  readonly buffer: { readonly active: { readonly cursorX: number } }
  write(text: string, done?: () => void): void
}

export interface Writer {
  /** Makes the terminal show these pieces. */
  show(pieces: Piece[]): void
  /** Draws the line where the pieces end; `null` for none. */
  line(line: Drawn | null): void
  /** Runs `change`, which may resize the terminal, between drawings of the line. */
  around(change: () => void): void
}

/** `width` gives the cells of a code point, by the same table as the terminal's. */
export function createWriter(term: Target, width: (codePoint: number) => number): Writer {
  let written: Piece[] = []
  let wanted: Drawn | null = null
  // The column where the pieces end. xterm reads what is written later, so it is `null` until that has happened.
  let column: number | null = null
  // While a line is drawn: the rows from there down to the cursor.
  let drawn: { down: number; below: boolean } | null = null
  let turn = 0
  // The colours that the pieces left on: drawing the line changes them, and what is written behind the pieces goes on in them.
  let pen = ''

  const stuck = () => column !== null && column >= term.cols
  const right = () => (column === null || column === 0 ? '' : `\x1b[${column}C`)
  /** Everything behind the pieces removed, the cursor where they end. */
  const erase = (): string => {
    if (drawn === null || column === null) return ''
    const { down, below } = drawn
    drawn = null
    // Behind a row that is full to its edge no cursor move puts the cursor back as it stood: start over.
    if (stuck()) return `\x1bc${difference([], written).text}`
    // A line on a row of its own is erased from that row on: the row above stays as it is.
    const gone = below ? `${up(down - 1)}\r\x1b[0m\x1b[J\x1b[A${right()}` : `${up(down)}\r${right()}\x1b[0m\x1b[J`
    return gone + pen
  }
  /** To the line's first cell, drawn before or not. */
  const start = (below: boolean): string => {
    if (drawn?.below !== below) return erase() + (below ? '\r\n' : '')
    return below ? `${up(drawn.down - 1)}\r` : `${up(drawn.down)}\r${right()}`
  }
  const draw = (): void => {
    if (column === null) return
    if (wanted === null) {
      if (drawn !== null) write(erase())
      return
    }
    // A prompt that fills its row to the edge leaves no cell behind it.
    const below = wanted.lead === '\n' || column + wanted.lead.length >= term.cols
    const first = below ? 0 : column + wanted.lead.length
    const rows = below ? Math.min(term.rows - 1, wanted.rows ?? term.rows) : term.rows
    const grid = { column: first, columns: term.cols, rows, width, grey: wanted.grey }
    const { text, down } = paint(layout(wanted.text, wanted.cursor, grid))
    term.write(start(below) + (below ? '' : wanted.lead) + text)
    drawn = { down: down + (below ? 1 : 0), below }
  }
  /** Writes `text`, then measures where it ended and draws the line there. */
  const write = (text: string, then?: () => void): void => {
    column = null
    const mine = ++turn
    term.write(text, () => {
      then?.()
      // When something was written since, its own reading takes the measure.
      if (mine !== turn) return
      column = term.buffer.active.cursorX
      draw()
    })
  }

  return {
    show(pieces) {
      const { reset, text } = difference(written, pieces)
      if (!reset && text === '') {
        written = pieces
        return
      }
      const old = erase()
      written = pieces
      pen = penAfter(reset ? '' : pen, text)
      if (reset) write(`\x1bc${text}`)
      else write(old + text)
    },
    line(line) {
      wanted = line
      draw()
    },
    around: (change) => write(erase(), change)
  }
}

// Each colour puts out the one before it: more of them than this add nothing.
const MOST_COLOURS = 32
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences
const COLOURS = /\x1b\[[\d;:]*m/g
const NONE = ['\x1b[m', '\x1b[0m']

/** The colours that hold at the end of `text`, which begins in those of `pen`. */
function penAfter(pen: string, text: string): string {
  const colours = (pen + text).match(COLOURS) ?? []
  const off = colours.findLastIndex((colour) => NONE.includes(colour))
  return colours
    .slice(off + 1)
    .slice(-MOST_COLOURS)
    .join('')
}

function up(rows: number): string {
  return rows > 0 ? `\x1b[${rows}A` : ''
}
