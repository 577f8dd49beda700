// The columns of a terminal's line: a wide character has two, what is put over another none; and the characters that draw lines.

// Unicode 16, EastAsianWidth W and F in blocks, and emoji that are shown as such.
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u
const OVER = /^[\p{Mn}\p{Me}\u200b-\u200d]$/u

function columnsOf(character: string): 0 | 1 | 2 {
  if (character < '\u0300') return 1
  if (OVER.test(character)) return 0
  return WIDE.test(character) ? 2 : 1
}

/** Writes a character at `column` of a line, whose cells are a column each, the second of a wide character empty. @returns the column after it */
export function putCharacter(cells: string[], column: number, character: string): number {
  const columns = columnsOf(character)
  const before = cells[column - 1] === '' ? column - 2 : column - 1
  if (columns === 0 && cells[before] !== undefined) {
    cells[before] += character
    return column
  }
  while (cells.length < column) cells.push(' ')
  const after = column + Math.max(columns, 1)
  // Half of a wide character is none.
  if (cells[column] === '') cells[column - 1] = ' '
  if (cells[after] === '') cells[after] = ' '
  cells[column] = character
  if (columns === 2) cells[column + 1] = ''
  return after
}

/** A line as its cells. */
export function splitCells(line: string): string[] {
  const cells: string[] = []
  let column = 0
  for (const character of line) column = putCharacter(cells, column, character)
  return cells
}

/** The two sets of characters that a terminal writes in: letters, or what draws lines. */
export function characterSets(): {
  /** Whether a part of what is written chooses a set. */
  take(part: string): boolean
  /** What a text shows in the set that is chosen. */
  shown(text: string): string
} {
  const draws = [false, false]
  let chosen = 0
  return {
    take(part) {
      const [, set, kind] = CHOICE.exec(part) ?? []
      if (set) draws[set === ')' ? 1 : 0] = kind === '0'
      else if (part === '\x0e' || part === '\x0f') chosen = part === '\x0e' ? 1 : 0
      else return false
      return true
    },
    shown: (text) =>
      draws[chosen] ? text.replace(/[`-~]/g, (letter) => DRAWN[letter.charCodeAt(0) - 0x60] ?? letter) : text
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control sequences begin with one
const CHOICE = /^\x1b([()])([0-9A-Z])$/
// What stands for a letter in DEC's special graphics, from ` on.
const DRAWN = [...'◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·']
