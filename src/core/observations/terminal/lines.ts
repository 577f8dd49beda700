// What a terminal was written, as the lines one reads there: overwritten text is gone, colours and full-screen programs are left out.

import { characterSets, putCharacter, splitCells } from './cells.ts'

/**
 * What shells say of themselves: the line editor begins and ends (bracketed paste), and the marks of shell integration: a prompt begins, what is
 * typed begins, a command runs.
 */
export type Mark = 'edit' | 'entered' | 'prompt' | 'typing' | 'run' | 'clear'

export interface TerminalLines {
  write(text: string): void
  /** The line the cursor is on. */
  line(): string
  /** Where the cursor is on it. */
  column(): number
  /** From now on the terminal is so wide. */
  resize(width: number): void
  /** Everything since the start or the last `cut`. */
  text(): string
  /** Starts again with the line the cursor is on. */
  cut(): void
  /** What was left out, in words, and how often. */
  readonly dropped: ReadonlyMap<string, number>
}

// Sequences that move the cursor.
const MOVES = /[A-HJ]$/
// A terminal that says it is narrower than this does not say how wide it is.
const widthOf = (columns: number): number => (columns >= 10 ? Math.min(Math.floor(columns), WIDEST) : WIDEST)

// How zsh and fish mark it.
const MARKED = /[%#⏎] *$/
// No program goes further up.
const TALLEST = 1000
// A longer line is a file without line breaks; whatever moves in it is not followed.
const WIDEST = 100_000

/**
 * @param options.onLine told of a line that was finished, before the next begins
 * @param options.onUp told that the line that was finished last is not
 * @param options.width columns after which a line goes on in the next row; the text has no break there
 */
export function createLines({
  onLine = () => {},
  onUp = () => {},
  onMark = () => {},
  width: wide = WIDEST
}: {
  onLine?(line: string): void
  /** The cursor went back to the line that was finished last. */
  onUp?(): void
  onMark?(mark: Mark): void
  width?: number
} = {}): TerminalLines {
  let width = widthOf(wide)
  const dropped = new Map<string, number>()
  let done: string[] = []
  let cells: string[] = []
  // Lines under the one the cursor is on.
  let under: string[][] = []
  let column = 0
  // A character was written in the last column: the next one goes to the row below.
  let pending = false
  let held = ''
  let alternate = false
  const sets = characterSets()
  // What was written last, for a terminal that is told to write it again.
  let last = ''

  const drop = (what: string) => dropped.set(what, (dropped.get(what) ?? 0) + 1)
  const put = (text: string) => {
    for (const character of text) {
      // The row below is there already.
      if (under.length && column >= width && column % width === 0 && column >= cells.length) end()
      column = putCharacter(cells, column, character)
      last = character
    }
    pending = column > 0 && column % width === 0
  }
  const end = () => {
    const line = cells.join('')
    onLine(line)
    done.push(line)
    cells = under.shift() ?? []
    column = 0
  }
  /** A shell marks output that did not end its line, and has the terminal wrap to the next row: that row is a line of its own. */
  const isUnended = () => {
    const from = rowStart()
    if (from < width || cells.slice(from).some((cell) => cell !== ' ')) return false
    return MARKED.test(cells.slice(from - width, from).join(''))
  }
  const wrap = () => {
    cells = splitCells(cells.join('').trimEnd())
    end()
  }
  /** To a line above that is still here. */
  const up = () => {
    const above = done.pop()
    if (above === undefined) return drop('cursor moves')
    onUp()
    const at = column - rowStart()
    under.unshift(cells)
    cells = splitCells(above)
    column = Math.max(0, Math.ceil(cells.length / width) - 1) * width + at
  }
  const clear = () => {
    onMark('clear')
    done = []
    cells = []
    under = []
    column = 0
  }
  /** Where the cursor's row begins on its line. A cursor behind the last column has not wrapped yet. */
  const rowStart = () => (pending ? column - width : column - (column % width))

  function control(sequence: string): void {
    const [, mode, given = '', final] = CONTROL.exec(sequence) ?? []
    if (!final) return
    if (mode) {
      if (given === '2004' && mode === '?' && /[hl]/.test(final)) onMark(final === 'h' ? 'edit' : 'entered')
      if (!/^(?:1049|1047|47)$/.test(given)) return
      alternate = final === 'h'
      if (alternate) drop('full-screen programs')
      return
    }
    const count = Math.min(Number(given.split(';')[0]) || 0, WIDEST)
    if (final === 'm') drop('colours')
    else if (final === 'K') {
      const [from, to] = [rowStart(), Math.min(cells.length, rowStart() + width)]
      // What is erased at the end of the line is not there.
      if (count === 0 && to === cells.length) cells.length = Math.min(cells.length, column)
      else cells.fill(' ', count === 0 ? column : from, count === 1 ? column : to)
    } else if (final === 'C') column = Math.min(WIDEST, column + (count || 1))
    else if (final === 'D') column = Math.max(0, column - (count || 1))
    else if (final === 'A') {
      for (let left = Math.min(count || 1, TALLEST); left > 0; left--) {
        if (rowStart() >= width) column -= width
        else up()
      }
    } else if (final === 'B' && (column + width <= cells.length || under.length > 0)) {
      const at = column - rowStart()
      if (column + width <= cells.length) column += width
      else {
        end()
        column = at
      }
    } else if (final === 'b') put(last.repeat(Math.min(count || 1, MOST_REPEATED)))
    else if (final === 'G') column = rowStart() + Math.max(0, count - 1)
    else if (final === 'P') cells.splice(column, count || 1)
    else if (final === '@')
      cells = [...cells.slice(0, column), ...' '.repeat(Math.min(count || 1, 1000)), ...cells.slice(column)]
    else if (final === 'J' && count >= 2) clear()
    else if (final === 'J' && count === 0) {
      cells.length = Math.min(cells.length, column)
      under = []
    } else if (!/^[Hhlnrt]$/.test(final) || (final === 'H' && given !== '' && given !== '1;1')) drop('cursor moves')
  }

  return {
    dropped,
    write(text) {
      const whole = held + text
      const rest = UNFINISHED.exec(whole)?.[0] ?? ''
      held = rest.length > WIDEST ? '' : rest
      for (const [part] of whole.slice(0, whole.length - rest.length).matchAll(PARTS)) {
        const first = part[0] ?? ''
        const [, shell] = INTEGRATION.exec(part) ?? []
        const mark = shell && SHELLS[shell]
        if (mark) onMark(mark)
        if (part.startsWith('\x1b[')) {
          control(part)
          if (MOVES.test(part)) pending = false
        } else if (sets.take(part)) continue
        else if (alternate || first === '\x1b' || first === '\x07') continue
        else if (first === '\n') {
          // Within a line that takes several rows.
          if (rowStart() + width < cells.length) column = rowStart() + width
          else end()
          pending = false
        } else if (first === '\r') {
          if (isUnended()) wrap()
          else column = rowStart()
          pending = false
        } else if (first === '\b') {
          column = Math.max(0, column - 1)
          pending = false
        } else if (first === '\t' || first >= ' ') put(sets.shown(part))
      }
    },
    line: () => cells.join(''),
    column: () => column,
    resize(columns) {
      width = widthOf(columns)
    },
    text: () => [...done, cells.join('')].join('\n'),
    cut() {
      done = []
    }
  }
}

// A program that fills a row has no more of them.
const MOST_REPEATED = 1000

// Strings (titles, links), control sequences, other escapes, single controls, and text.
const PARTS = new RegExp(
  [
    '\\x1b[\\]PX^_][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)?',
    '\\x1b\\[[0-?]*[ -/]*[@-~]?',
    '\\x1b[ -/]*[0-~]?',
    '[\\x00-\\x08\\x0a-\\x1f\\x7f]',
    '[^\\x00-\\x08\\x0a-\\x1f\\x7f]+'
  ].join('|'),
  'g'
)
// Shells tell where their prompt begins, where it ends, and when a command runs: iTerm's and VS Code's sequences.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control sequences begin with one
const INTEGRATION = /^\x1b\](?:133|633);([ABC])(?:;|\x07|\x1b|$)/
const SHELLS: Record<string, Mark> = { A: 'prompt', B: 'typing', C: 'run' }
// A sequence whose end is still to come.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control sequences begin with one
const UNFINISHED = /\x1b(?:[\]PX^_][^\x07\x1b]*\x1b?|\[[0-?]*[ -/]*|[ -/]*)$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control sequences begin with one
const CONTROL = /^\x1b\[([?>=]?)([\d;]*)([@-~])$/
