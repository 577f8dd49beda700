// Files that a shell showed: what was typed and printed, here-documents, and listings.

import { commandOn } from './facts/prompt.ts'
import type { FileForm } from './form.ts'
import { headingIn } from './heading.ts'
import { type ShownFile, transcript } from './transcript.ts'

const PROMPT = /^(?:\([\w.-]{1,30}\) )?\[?[\w.-]+@[\w.-]+[: ][^\n]{0,200}[#$%]/
export const isPrompt = (line: string): boolean =>
  PROMPT.test(line) || line.trimEnd() === '$' || commandOn(line) !== null

/** What a shell showed: `cat` of a file, `ls` of a folder, a here-document. */
export const typed: FileForm = (lines, at) => {
  if (!isPrompt(lines[at] ?? '')) return null
  let end = at + 1
  // A listing ends before an empty line, and `ls -l` before what is none of its rows.
  const command = commandOn(lines[at] ?? '') ?? ''
  const isList = /^ls\b/.test(command) && !/\s-\w*R/.test(command)
  const isLong = isList && LONG.test(lines[at + 1] ?? '')
  while (end < lines.length && !isPrompt(lines[end] ?? '')) {
    if (isLong ? !LONG.test(lines[end] ?? '') : isList && end > at + 1 && lines[end] === '') break
    end++
  }
  const block = lines.slice(at, end)
  const shown = [...transcript(block), ...emptyIn(block, end < lines.length)]
  return shown.length > 0 ? { shown, next: end } : null
}

/** A folder that `ls` shows nothing of, before the next prompt. */
function emptyIn([line = '', ...rest]: readonly string[], goesOn: boolean): ShownFile[] {
  const path = /^ls (?:-\w+ )?([\w./~-]+)$/.exec(commandOn(line) ?? '')?.[1]
  const isEmpty = goesOn && path !== undefined && rest.every((row) => row === '' || row === 'total 0')
  return isEmpty ? [{ path: path.replace(/\/$/, ''), content: null, kind: 'folder', empty: true }] : []
}

/** A here-document of a script, without a prompt. */
export const unprompted: FileForm = (lines, at) => {
  const end = /^(?:sudo )?(?:cat|tee)\b.{0,200}<<-? ?['"]?(\w+)/.exec(lines[at] ?? '')?.[1]
  const last = end === undefined ? -1 : lines.indexOf(end, at)
  if (last < 0) return null
  const shown = transcript([`$ ${lines[at]}`, ...lines.slice(at + 1, last + 1)])
  return shown.length > 0 ? { shown, next: last + 1 } : null
}

const TREE = /^(?:[│|] {2,3}| {4})*(?:├──|└──|\|--(?![-|:])|`--|\\--|\+--(?![-+]))/
const LONG = /^(?:total \d|[dl-][rwxsStT-]{9})/

/** A tree of names, or what `ls -l` prints, below the folder that it is of. */
export const tree: FileForm = (lines, at) => {
  const head = lines[at] ?? ''
  const isRow = (line: string) => TREE.test(line) || LONG.test(line)
  const first = isRow(head) ? at : at + 1
  if (!isRow(lines[first] ?? '')) return null
  let end = first
  while (end < lines.length && isRow(lines[end] ?? '')) end++
  const folder = headingIn(head.replace(/\/:?$/, ''))?.path ?? /^\s*([~./][^\s:]*)(?=[:\s]|$)/.exec(head)?.[1] ?? null
  if (first > at && folder === null) return null
  const rows = lines.slice(first, end)
  const shown = transcript(first > at && folder ? [`$ ls ${folder}`, ...rows] : rows)
  return shown.length > 0 ? { shown, next: end } : { shown, next: end, unread: 'A listing could not be read.' }
}
