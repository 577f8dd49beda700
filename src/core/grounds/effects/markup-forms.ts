// Files that a text gives in markup: elements within an element, tables of Markdown, and what `diff` shows of new files.

import { headingIn, isFile } from './heading.ts'
import type { ShownFile } from './transcript.ts'

interface MarkupBlock {
  shown: ShownFile[]
  next: number
  unread?: string
}

const OPENED = /^\s*<(file|document|source_file)(?: [^<>]{0,200})?>/
const PATH = /<(path|name|filename|file_path|source)>([^<>\n]{1,400})<\/(?:path|name|filename|file_path|source)>/
const CONTENT = /<(contents?|document_content|document_contents|code|text|data|body)>/

/** `<file><path>...</path><content>...</content></file>`, as documents are also given to models; and `<main.py>...</main.py>`. */
export function elementIn(lines: readonly string[], at: number): MarkupBlock | null {
  const line = lines[at] ?? ''
  const named = /^\s*<([\w.@+/-]{1,200})>/.exec(line)?.[1]
  if (named !== undefined && /\.\w/.test(named) && isFile(named)) {
    const whole = elementOf(lines, at, named)
    return whole && { shown: [fileOf(named, whole.text)], next: whole.next }
  }
  const tag = OPENED.exec(line)?.[1]
  const whole = tag === undefined ? null : elementOf(lines, at, tag)
  const path = PATH.exec(whole?.text ?? '')?.[2]?.trim()
  if (whole === null || path === undefined || !headingIn(path)) return null
  const [open, inner] = CONTENT.exec(whole.text) ?? []
  if (open === undefined) return { shown: [{ path, content: null, kind: 'file' }], next: whole.next }
  const from = whole.text.indexOf(open) + open.length
  const to = whole.text.lastIndexOf(`</${inner}>`)
  return { shown: [fileOf(path, whole.text.slice(from, to < from ? undefined : to))], next: whole.next }
}

function elementOf(lines: readonly string[], at: number, tag: string): { text: string; next: number } | null {
  const close = `</${tag}>`
  let end = at
  while (end < lines.length && !lines[end]?.includes(close)) end++
  if (end === lines.length) return null
  const text = lines.slice(at, end + 1).join('\n')
  return { text: text.slice(text.indexOf('>') + 1, text.lastIndexOf(close)), next: end + 1 }
}

function fileOf(path: string, text: string): ShownFile {
  const [, cut = text] = /^\s*<!\[CDATA\[([\s\S]*)\]\]>\s*$/.exec(text) ?? []
  const plain = cut.replace(/^\n/, '').replace(/\n[ \t]*$/, '')
  return { path, content: plain === '' ? '' : `${plain}\n`, kind: 'file' }
}

const ROW = /^\s*\|.*\|\s*$/
const FILES = /^(?:file ?(?:name|path)?|path|name)$/i
const HOLDS = /^(?:contents?|text)$/i

/** A table of Markdown whose first column names files: their content where a column has it, else only the names. */
export function tableIn(lines: readonly string[], at: number): MarkupBlock | null {
  if (!ROW.test(lines[at] ?? '') || !/^\s*\|[-: |]+\|\s*$/.test(lines[at + 1] ?? '')) return null
  const head = cellsOf(lines[at] ?? '')
  const name = head.findIndex((cell) => FILES.test(cell))
  const text = head.findIndex((cell) => HOLDS.test(cell))
  if (name < 0) return null
  const rows: string[][] = []
  let next = at + 2
  for (; ROW.test(lines[next] ?? ''); next++) rows.push(cellsOf(lines[next] ?? ''))
  const folder = folderAbove(lines, at)
  const shown = rows.flatMap((row): ShownFile[] => {
    const path = bare(row[name] ?? '')
    const isFolder = path.endsWith('/')
    if (!headingIn(path.replace(/\/$/, '')) || !(isFolder || isFile(path))) return []
    const held = text < 0 || isFolder ? null : bare(row[text] ?? '').replaceAll(/<br ?\/?>/g, '\n')
    const content = held === null ? null : /^\(?empty\)?$|^$/.test(held) ? '' : `${held}\n`
    return [{ path: folder + path.replace(/\/$/, ''), content, kind: isFolder ? 'folder' : 'file' }]
  })
  return shown.length > 0 && shown.length === rows.length ? { shown, next } : null
}

const cellsOf = (row: string): string[] =>
  row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

const bare = (cell: string): string => (/^`[^`]*`$/.test(cell) ? cell.slice(1, -1) : cell)

/** The folder that the line above names. */
function folderAbove(lines: readonly string[], at: number): string {
  const line = lines[at - 1] === '' ? (lines[at - 2] ?? '') : (lines[at - 1] ?? '')
  const path = /(?:^|\s)`?((?:~|\/)[\w.@/-]*)`?/.exec(line)?.[1]
  if (path === undefined || (isFile(path) && /\.\w+$/.test(path))) return ''
  let end = path.length
  while (end > 0 && '/.'.includes(path[end - 1] ?? ' ')) end--
  return `${path.slice(0, end)}/`
}

/** What `diff` and git show of a file that is new; what they change of others is not known without the file. */
export function diffIn(lines: readonly string[], at: number): MarkupBlock | null {
  const isHead = (line: number) => /^diff --git /.test(lines[line] ?? '')
  const isPair = (line: number) => /^--- \S/.test(lines[line] ?? '') && /^\+\+\+ \S/.test(lines[line + 1] ?? '')
  if (!isHead(at) && !isPair(at)) return null
  let pair = at
  while (pair < lines.length && !isPair(pair) && (pair === at || !isHead(pair)) && pair < at + 8) pair++
  const path = /^\+\+\+ (?:b\/)?([^\t\n]+)/.exec(lines[pair + 1] ?? '')?.[1]
  if (!isPair(pair) || path === undefined || !lines[pair + 2]?.startsWith('@@')) return null
  let next = pair + 2
  while (/^(?:@@|[-+ \\])/.test(lines[next] ?? '') && !isPair(next)) next++
  if (!/^--- \/dev\/null/.test(lines[pair] ?? ''))
    return { shown: [], next, unread: `A difference of ${path} is shown, and not the file itself.` }
  const added = lines.slice(pair + 2, next).filter((line) => line.startsWith('+'))
  return { shown: [{ path, content: added.map((line) => `${line.slice(1)}\n`).join(''), kind: 'file' }], next }
}
