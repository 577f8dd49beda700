// Rows of one shape below the sentence that announces them, with nothing that closes them: they end where a line has another shape.

import { type FileForm, fileOf } from './form.ts'
import { headingIn, sentenceIn } from './heading.ts'

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
