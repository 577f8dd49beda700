// What a form of writing files comes to, and what forms share.

import { cellsOf } from './clauses.ts'
import { headingIn, sentenceIn } from './heading.ts'
import { announcedIn } from './name-forms.ts'
import type { ShownFile } from './transcript.ts'

/** What a form read, and the line after it; `unread` for what it began and could not read. */
export interface Block {
  shown: ShownFile[]
  next: number
  unread?: string
  /** What of it is no file, and is said for itself: a shell's commands with what they print, and what is said of the machine. */
  prose?: string[]
}

/** Reads a block that begins at `at`; `null` where none of this form does. */
export type FileForm = (lines: readonly string[], at: number) => Block | null

const EMPTY = /^\(?(?:an )?empty(?: file)?\)?$/i

/** What a file holds by its lines: none where it is said to be empty, and unknown where a part is left out. */
export function fileOf(path: string, lines: readonly string[]): ShownFile {
  const content = (/\.(?:csv|tsv)$/.test(path) ? rowsOf(path, lines) : lines).join('\n')
  if (content.trim() === '' || EMPTY.test(content.trim())) return { path, content: '', kind: 'file' }
  if (/^(?:\.\.\.|…)$/m.test(content)) return { path, content: null, kind: 'file' }
  return { path, content: `${content}\n`, kind: 'file' }
}

/** The rows of a table of Markdown as a file of rows has them; what is no such table stays as it is. */
function rowsOf(path: string, lines: readonly string[]): readonly string[] {
  const rows = lines.filter((line) => line.trim() !== '')
  if (!isTable(rows)) return lines
  const mark = path.endsWith('.tsv') ? '\t' : ','
  const cell = (text: string): string => {
    const bare = text.replace(/^`([^`]*)`$/, '$1')
    return bare.includes(mark) || bare.includes('"') ? `"${bare.replaceAll('"', '""')}"` : bare
  }
  return rows.flatMap((row, at) => (at === 1 ? [] : [cellsOf(row).map(cell).join(mark)]))
}

/** Whether rows are a table of Markdown: its heads, the line below them, and what follows. */
export const isTable = (rows: readonly string[]): boolean =>
  rows.length > 1 && /^\s*\|[-: |]+\|\s*$/.test(rows[1] ?? '') && rows.every((row) => cellsOf(row).length > 0)

export const runsIn = (line = ''): Pick<ShownFile, 'runs'> =>
  /\bexecutable\b|\b0?7[0-7][0-7]\b|\+x\b/.test(line) ? { runs: true } : {}

/** A sentence that names the file may say more, such as whose terminal it is. */
export const proseOf = (line = ''): Pick<Block, 'prose'> =>
  sentenceIn(line) === null && (headingIn(line) !== null || announcedIn(line) === null) ? {} : { prose: [line, ''] }

export function trimmed(lines: readonly string[]): string[] {
  let [from, to] = [0, lines.length]
  while (to > from && lines[to - 1] === '') to--
  while (from < to && lines[from] === '') from++
  return lines.slice(from, to)
}

const CODE =
  /\.(?:py|pyi|m?js|cjs|jsx|tsx?|c|h|cc|cpp|hpp|rs|go|java|kt|rb|php|sh|bash|json|toml|ya?ml|cfg|ini)$|(?:^|\/)Makefile$/
const SENTENCE = /^(?:[A-Z]|[`\w@+./-]{1,100} (?:is|are|has|holds|contains)\b)[^={}$|<>;()]{0,300}[.:]$/

/** The lines of a file of code that nothing closes, and what the text says behind its last empty line. */
export function closedBySentence(path: string, lines: readonly string[]): { content: string[]; prose: string[] } {
  // A prompt that nothing was typed at.
  const content = trimmed(/^[$%#] ?$/.test(trimmed(lines).at(-1) ?? '') ? trimmed(lines).slice(0, -1) : lines)
  const last = content.lastIndexOf('')
  const prose = content.slice(last + 1)
  return last > 0 && CODE.test(path) && prose.every((line) => SENTENCE.test(line))
    ? { content: trimmed(content.slice(0, last)), prose }
    : { content, prose: [] }
}

/** An entry of a list. */
export const ITEM = /^\s{0,6}(?:[-*+]|\d{1,3}[.)]) /
