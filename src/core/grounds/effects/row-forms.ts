// Rows of one shape below the sentence that announces them, with nothing that closes them: they end where a line has another shape.

import { cellsOf } from './clauses.ts'
import { type FileForm, fileOf, isTable, proseOf } from './form.ts'
import { headingIn, sentenceIn } from './heading.ts'
import { announcedIn } from './name-forms.ts'

/** "There are a.log and b.csv. b.csv:" above rows of a table, "a.log contains exactly these lines:" above lines that begin with a time. */
export const rowsBelow: FileForm = (lines, at) => {
  const line = (lines[at] ?? '').trimEnd()
  if (!line.endsWith(':')) return null
  const last = line.split(/[.;!?] (?=\S)/).at(-1) ?? ''
  const head = headingIn(last)
  const path = sentenceIn(last) ?? (head?.sure ? head.path : null)
  const shape = path === null ? null : shapeOf(path, lines[at + 1] ?? '')
  if (path === null || shape === null) return null
  let end = at + 1
  while (end < lines.length && shapeOf(path, lines[end] ?? '') === shape) end++
  const before = line.slice(0, line.length - last.length).trim()
  return {
    shown: [fileOf(path, lines.slice(at + 1, end))],
    next: end,
    ...(before !== '' && { prose: [before, ''] })
  }
}

/** What rows of a file have in common: as many cells, or how they begin; `null` for a line that has neither. */
function shapeOf(path: string, line: string): string | null {
  const mark = path.endsWith('.csv') ? ',' : path.endsWith('.tsv') ? '\t' : null
  if (mark !== null) return line.includes(mark) && !/^\s|, |[.:]$/.test(line) ? String(line.split(mark).length) : null
  const first = /^\S+(?=\s)/.exec(line)?.[0] ?? ''
  return /^\[?\d/.test(first) && first.length > 4 ? first.replaceAll(/\d/g, '9') : null
}

/** A table of Markdown below the name of a file of rows: "`data/cities.csv`:". */
export const tabled: FileForm = (lines, at) => {
  const line = lines[at] ?? ''
  const path = sentenceIn(line) ?? headingIn(line)?.path ?? announcedIn(line)
  if (path === null || !/\.(?:csv|tsv)$/.test(path)) return null
  const from = lines[at + 1] === '' ? at + 2 : at + 1
  let end = from
  while (cellsOf(lines[end] ?? '').length > 0) end++
  const rows = lines.slice(from, end)
  return isTable(rows) ? { shown: [fileOf(path, rows)], next: end, ...proseOf(line) } : null
}
