// What a terminal was written, as the lines one reads there: overwritten text is gone, colours and full-screen programs are left out.

export interface Lines {
  write(text: string): void
  /** The line the cursor is on. */
  line(): string
  /** Everything since the start or the last `cut`. */
  text(): string
  /** Starts again with the line the cursor is on. */
  cut(): void
  /** What was left out, in words, and how often. */
  readonly dropped: ReadonlyMap<string, number>
}

// A longer line is a file without line breaks; whatever moves in it is not followed.
const WIDEST = 100_000

/** @param onLine told of a line that was finished, before the next begins */
export function createLines(onLine: (line: string) => void = () => {}): Lines {
  const dropped = new Map<string, number>()
  let done: string[] = []
  let cells: string[] = []
  let column = 0
  let held = ''
  let alternate = false

  const drop = (what: string) => dropped.set(what, (dropped.get(what) ?? 0) + 1)
  const put = (text: string) => {
    for (const character of text) {
      while (cells.length < column) cells.push(' ')
      cells[column++] = character
    }
  }
  const end = () => {
    const line = cells.join('')
    onLine(line)
    done.push(line)
    cells = []
    column = 0
  }
  const clear = () => {
    done = []
    cells = []
    column = 0
  }

  function control(sequence: string): void {
    const [, mode, given = '', final] = CONTROL.exec(sequence) ?? []
    if (!final) return
    if (mode) {
      if (!/^(?:1049|1047|47)$/.test(given)) return
      alternate = final === 'h'
      if (alternate) drop('full-screen programs')
      return
    }
    const count = Math.min(Number(given.split(';')[0]) || 0, WIDEST)
    if (final === 'm') drop('colours')
    else if (final === 'K') {
      if (count === 0) cells.length = Math.min(cells.length, column)
      else cells.fill(' ', 0, count === 1 ? column : cells.length)
    } else if (final === 'C') column = Math.min(WIDEST, column + (count || 1))
    else if (final === 'D') column = Math.max(0, column - (count || 1))
    else if (final === 'G') column = Math.max(0, count - 1)
    else if (final === 'P') cells.splice(column, count || 1)
    else if (final === '@') cells.splice(column, 0, ...Array.from({ length: Math.min(count || 1, 1000) }, () => ' '))
    else if (final === 'J' && count >= 2) clear()
    else if (!/^[Hhlnrt]$/.test(final) || (final === 'H' && given !== '' && given !== '1;1')) drop('cursor moves')
  }

  return {
    dropped,
    write(text) {
      const whole = held + text
      const rest = UNFINISHED.exec(whole)?.[0] ?? ''
      held = rest.length > WIDEST ? '' : rest
      for (const [part] of whole.slice(0, whole.length - rest.length).matchAll(PARTS)) {
        const first = part[0] ?? ''
        if (part.startsWith('\x1b[')) control(part)
        else if (alternate || first === '\x1b' || first === '\x07') continue
        else if (first === '\n') end()
        else if (first === '\r') column = 0
        else if (first === '\b') column = Math.max(0, column - 1)
        else if (first === '\t' || first >= ' ') put(part)
      }
    },
    line: () => cells.join(''),
    text: () => [...done, cells.join('')].join('\n'),
    cut() {
      done = []
    }
  }
}

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
// A sequence whose end is still to come.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control sequences begin with one
const UNFINISHED = /\x1b(?:[\]PX^_][^\x07\x1b]*\x1b?|\[[0-?]*[ -/]*|[ -/]*)$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control sequences begin with one
const CONTROL = /^\x1b\[([?>=]?)([\d;]*)([@-~])$/
