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
  const kind = head.findIndex((cell) => /^(?:type|kind)$/i.test(cell))
  if (name < 0) return null
  const rows: string[][] = []
  let next = at + 2
  for (; ROW.test(lines[next] ?? ''); next++) rows.push(cellsOf(lines[next] ?? ''))
  const above = folderAbove(lines, at)
  const shown = rows.flatMap((row): ShownFile[] => {
    const path = bare(row[name] ?? '')
    const folder = /^[/~]/.test(path) ? '' : above
    const isFolder = path.endsWith('/')
    const type = row[kind] ?? ''
    if (!headingIn(path.replace(/\/$/, '')) || !(isFolder || isFile(path))) return []
    const to = /(?:link|->|→)[^/~\w]{0,12}(?:to )?`?([/~.\w][\w@+./-]*)`?/i.exec(
      /link|->|→/i.test(type) ? type : ''
    )?.[1]
    if (to !== undefined) return [{ path: folder + path, content: null, kind: 'file', to }]
    if (/^(?:dir\w*|folder)$/i.test(type))
      return [{ path: folder + path.replace(/\/$/, ''), content: null, kind: 'folder', empty: true }]
    const held = text < 0 || isFolder ? null : bare(row[text] ?? '').replaceAll(/<br ?\/?>/g, '\n')
    const content = held === null ? null : /^\(?empty\)?$|^$/.test(held) ? '' : `${held}\n`
    return [{ path: folder + path.replace(/\/$/, ''), content, kind: isFolder ? 'folder' : 'file' }]
  })
  const owner = head.findIndex((cell) => /^owner(?:[:/ ]?group)?$/i.test(cell))
  const mode = head.findIndex((cell) => /^(?:modes?|perm\w*|rights)$/i.test(cell))
  const prose = rows.flatMap((row, index) => {
    const path = shown[index]?.path ?? ''
    const whose = bare(row[owner] ?? '')
    const bits = bare(row[mode] ?? '')
    const said = [
      ...(whose ? [`is owned by ${whose}`] : []),
      ...(/^[0-7]{3,4}$/.test(bits)
        ? [`has mode ${bits}`]
        : /^[-dl]?[rwxsStT-]{9}$/.test(bits)
          ? [`is ${bits.padStart(10, '-')}`]
          : [])
    ]
    return said.length > 0 && shown[index]?.to === undefined
      ? [`${/^[/~]/.test(path) ? path : `./${path}`} ${said.join(' and ')}.`]
      : []
  })
  return shown.length > 0 && shown.length === rows.length
    ? { shown, next, ...(prose.length > 0 && { prose: ['', ...prose, ''] }) }
    : null
}

const cellsOf = (row: string): string[] =>
  row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

const bare = (cell: string): string => (/^`[^`]*`$/.test(cell) ? cell.slice(1, -1) : cell)

/** The folder that the line above names. */
export function folderAbove(lines: readonly string[], at: number): string {
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
