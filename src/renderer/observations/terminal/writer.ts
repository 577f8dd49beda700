// Writes a session to a terminal and draws the edited line behind it, each time only what has changed.

import { difference, type TerminalPiece } from '../../../core/observations/terminal/transcript.ts'
import { layout, paint } from './layout.ts'

/** The line to draw: its text, the cursor's offset, and what stands before it: nothing, a blank, or a line break. */
export interface DrawnLine {
  text: string
  cursor: number
  lead: '' | ' ' | '\n'
  /** Offset from which it is grey; left out, none of it is. */
  grey?: number | undefined
  /** The most rows that it may take below the pieces; the terminal's own where left out. */
  rows?: number | undefined
}

/** The part of a terminal this needs; xterm.js has it in a page and without one. */
export interface TerminalTarget {
  readonly cols: number
  readonly rows: number
  readonly buffer: { readonly active: { readonly cursorX: number } }
  write(text: string, done?: () => void): void
}

export interface Writer {
  /** Makes the terminal show these pieces, and the line where they end; `null` for none. */
  show(pieces: TerminalPiece[], line: DrawnLine | null): void
  /** Runs `change`, which may resize the terminal, between drawings of the line. */
  around(change: () => void): void
}

/** `width` gives the cells of a code point, by the same table as the terminal's. */
export function createWriter(term: TerminalTarget, width: (codePoint: number) => number): Writer {
  let written: TerminalPiece[] = []
  let wanted: DrawnLine | null = null
  // The column where the pieces end. Where their text does not tell it is `null` until xterm, which reads what is written later, has.
  let column: number | null = null
  // What was written since the last line break; `null` where that is not all that stands on the row.
  let tail: string | null = ''
  // While a line is drawn: the rows from there down to the cursor.
  let drawn: { down: number; below: boolean } | null = null
  // Whether the cursor has moved since text was written last.
  let moved = false
  let turn = 0
  // Changes of the terminal's size that xterm has not come to yet.
  let resizing = 0
  // The colours that the pieces left on: drawing the line changes them, and what is written behind the pieces goes on in them.
  let pen = ''

  const stuck = () => column !== null && column >= term.cols
  const right = () => (column === null || column === 0 ? '' : `\x1b[${column}C`)
  /** Everything behind the pieces removed, the cursor where they end. */
  const erase = (): string => {
    if (drawn === null || column === null) return ''
    const { down, below } = drawn
    drawn = null
    moved = true
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
  /** The line drawn, or removed where none is wanted. */
  const draw = (): string => {
    if (column === null) return ''
    if (wanted === null) return erase()
    // A prompt that fills its row to the edge leaves no cell behind it.
    const below = wanted.lead === '\n' || column + wanted.lead.length >= term.cols
    const first = below ? 0 : column + wanted.lead.length
    const rows = below ? Math.min(term.rows - 1, wanted.rows ?? term.rows) : term.rows
    const grid = { column: first, columns: term.cols, rows, width, grey: wanted.grey }
    const { text, down } = paint(layout(wanted.text, wanted.cursor, grid))
    const drawing = start(below) + (below ? '' : wanted.lead) + text
    drawn = { down: down + (below ? 1 : 0), below }
    moved = true
    return drawing
  }
  const put = (text: string) => {
    if (text !== '') term.write(text)
  }
  /** Writes `text`, then measures where it ended and draws the line there. */
  const measure = (text: string, then?: () => void): void => {
    column = null
    const mine = ++turn
    term.write(text, () => {
      then?.()
      // When something was written since, its own reading takes the measure.
      if (mine !== turn) return
      column = term.buffer.active.cursorX
      put(draw())
    })
  }

  return {
    show(pieces, line) {
      wanted = line
      let { reset, text } = pieces === written ? SAME : difference(written, pieces)
      // A mark that joins the character before it does so no more once the cursor has moved in between: start over.
      if (!reset && moved && joins(text, width)) {
        reset = true
        text = difference([], pieces).text
      }
      if (!reset && text === '') {
        written = pieces
        return put(draw())
      }
      const old = reset ? '\x1bc' : erase()
      written = pieces
      if (reset) drawn = null
      moved = false
      pen = penAfter(reset ? '' : pen, text)
      tail = tailAfter(reset ? '' : tail, text)
      const end = tail === null || resizing > 0 ? null : columnAfter(tail, term.cols, width)
      if (end === null) return measure(old + text)
      column = end
      turn++
      // In one piece: between the text and the line behind it no frame is drawn.
      put(old + text + draw())
    },
    around(change) {
      const last = tail === null ? null : printed(tail)
      const before = term.cols
      // What was written for another width may have been broken into rows in another way.
      tail = null
      moved = true
      resizing++
      measure(erase(), () => {
        resizing--
        change()
        // A terminal does not break the row of the cursor again, and cuts it off where it does not fit: start over.
        if (last !== null && cellsOf(last, width) < Math.min(before, term.cols)) return
        drawn = null
        measure(`\x1bc${difference([], written).text}`)
      })
    }
  }
}

const SAME = { reset: false, text: '' }

// A row of a wide screen, colours and all, several times over; what is longer is measured.
const LONGEST_TAIL = 4000

function tailAfter(tail: string | null, text: string): string | null {
  const lineBreak = text.lastIndexOf('\n')
  if (lineBreak < 0 && tail === null) return null
  const next = lineBreak < 0 ? tail + text : text.slice(lineBreak + 1)
  return next.length > LONGEST_TAIL ? null : next
}

/** Whether `text` begins with a character that takes no cell of its own. */
function joins(text: string, width: (codePoint: number) => number): boolean {
  const first = text.replace(FIRST_COLOURS, '').codePointAt(0) ?? 32
  return first > 0x9f && width(first) === 0
}

/** The column where a row ends that holds `tail` and nothing else; `null` where tabs or cursor moves leave that to the terminal. */
function columnAfter(tail: string, columns: number, width: (codePoint: number) => number): number | null {
  const text = printed(tail)
  if (text === null) return null
  let column = 0
  for (const character of text) {
    const cells = width(character.codePointAt(0) ?? 0)
    column = column + cells > columns ? cells : column + cells
  }
  return column
}

/** The text without its colours; `null` where more than text is in it. */
function printed(tail: string): string | null {
  const text = tail.replaceAll(COLOURS, '')
  return CONTROL.test(text) ? null : text
}

function cellsOf(text: string, width: (codePoint: number) => number): number {
  let cells = 0
  for (const character of text) cells += width(character.codePointAt(0) ?? 0)
  return cells
}

// Each colour puts out the one before it: more of them than this add nothing.
const MOST_COLOURS = 32
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences
const COLOURS = /\x1b\[[\d;:]*m/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const FIRST_COLOURS = /^(?:\x1b\[[\d;:]*m)+/
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const CONTROL = /[\x00-\x1f\x7f-\x9f]/
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
