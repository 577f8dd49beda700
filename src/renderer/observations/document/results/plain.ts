// Untrusted text as it may be shown: nothing in it moves a cursor, turns the reading direction or hides.
import { visible } from '../../../../core/text/visible.ts'

/** What a terminal would have left standing of a program's output: no escape sequences, the last of what a carriage return overwrote. */
export function printed(text: string): string {
  const lines = text.replace(ESCAPES, '').replace(/\r\n/g, '\n').split('\n')
  return visible(lines.map(overwritten).join('\n'))
}

/** The last of what carriage returns overwrote; those at the end overwrite nothing. */
function overwritten(line: string): string {
  let end = line.length
  while (end > 0 && line[end - 1] === '\r') end -= 1
  return line.slice(line.slice(0, end).lastIndexOf('\r') + 1, end)
}

/** The beginning of `text`, up to `most` characters and not half of one. */
export function beginning(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
}

/** Pieces of at most `size` characters, cut at line ends where there are any. Joined they are `text`. */
export function pieces(text: string, size: number): string[] {
  const found: string[] = []
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + size)
    if (to < text.length) {
      // Looked for in this piece only: a long line would be searched to its beginning each time.
      const end = text.slice(from, to).lastIndexOf('\n')
      if (end >= 0) to = from + end + 1
      else if (/[\ud800-\udbff]/.test(text[to - 1] ?? '')) to -= 1
    }
    if (to <= from) to = Math.min(text.length, from + size)
    found.push(text.slice(from, to))
    from = to
  }
  return found
}

// String sequences with their payload, CSI, and other escapes.
const ESCAPES = new RegExp(
  [
    '\\x1b[\\]PX^_][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)?',
    '(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]?',
    '\\x1b[ -/]*[0-~]?'
  ].join('|'),
  'g'
)
