// The forms that people write files in. The first that begins at a line is read to its end.

import { parseJson } from '../../text/json.ts'
import { dataIn, stateIn } from './data-forms.ts'
import { describedBy } from './described.ts'
import { commandOn } from './facts/prompt.ts'
import { isFields } from './fields.ts'
import { bannerIn, fenceIn, headingIn, isFile, sentenceIn } from './heading.ts'
import { diffIn, elementIn, tableIn } from './markup-forms.ts'
import { announcedIn, entryIn, indentedNames, isSurely } from './name-forms.ts'
import { crontabOf, isOfGit } from './printed.ts'
import { type ShownFile, transcript } from './transcript.ts'

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
function fileOf(path: string, lines: readonly string[]): ShownFile {
  const content = lines.join('\n')
  if (content.trim() === '' || EMPTY.test(content.trim())) return { path, content: '', kind: 'file' }
  if (/^(?:\.\.\.|…)$/m.test(content)) return { path, content: null, kind: 'file' }
  return { path, content: `${content}\n`, kind: 'file' }
}

/** The line that closes the block of code at `at`; the end of the text where none does. */
function closing(lines: readonly string[], at: number): number {
  const { mark } = fenceIn(lines[at] ?? '', DEEP) ?? { mark: '' }
  for (let line = at + 1; line < lines.length; line++) {
    const text = (lines[line] ?? '').trim()
    if (text.startsWith(mark) && text === mark.charAt(0).repeat(text.length)) return line
  }
  return lines.length
}

// How far a block of code is indented that belongs to an entry of a list within a list.
const DEEP = 8
const ITEM = /^\s{0,6}(?:[-*+]|\d{1,3}[.)]) /

/** The lines in a block of code at `at`, without what it is indented by. */
function fenced(lines: readonly string[], at: number): { content: string[]; end: number } {
  const indent = fenceIn(lines[at] ?? '', DEEP)?.indent ?? 0
  const end = closing(lines, at)
  const content = lines.slice(at + 1, end).map((line) => line.slice(Math.min(indent, line.search(/\S|$/))))
  return { content, end }
}

/** A path above a block of code. */
const fencedBelow: FileForm = (lines, at) => {
  const head = lines[at] ?? ''
  const fence = lines[at + 1] === '' ? at + 2 : at + 1
  if (!fenceIn(lines[fence] ?? '', ITEM.test(head) ? DEEP : 3)) return null
  const plain = headingIn(head.trimStart())?.path ?? sentenceIn(head)
  const path = plain ?? announcedIn(head)
  if (!path) return null
  const { content, end } = fenced(lines, fence)
  // "Vagrantfile of the box I'm in:"
  const described = plain === null ? describedBy(content, head) : []
  if (described.length > 0) return { shown: [], next: end + 1, prose: [head, '', ...described, ''] }
  // A listing, or a session, of what lies there.
  if (!isSurely(path) && transcript(content).length > 0) return null
  return {
    shown: [{ ...fileOf(path, content), ...runsIn(head) }],
    next: end + 1,
    ...(plain === null ? { prose: [head, ''] } : proseOf(head))
  }
}

/** A path in the first line of a block of code: "```python src/main.py", "```py:src/main.py", `title="src/main.py"`. */
const fencedWithPath: FileForm = (lines, at) => {
  const info = fenceIn(lines[at] ?? '')?.info
  if (info === undefined) return null
  const { content, end } = fenced(lines, at)
  const named = /\b(?:title|file|filename|path|name)=(?:"([^"]*)"|'([^']*)'|([^\s"'}]+))/.exec(info)
  const last = info.split(/[\s:{}]+/).findLast((word) => word !== '') ?? ''
  const commented =
    /^(?:#|\/\/|--|;|<!--|\/\*)\s?(?:file(?:name)?: ?|path: ?)?([^\s]+)(?: -->| \*\/)?$/i.exec(content[0] ?? '')?.[1] ??
    ''
  const path =
    named?.[1] ?? named?.[2] ?? named?.[3] ?? [last, commented].find((one) => isFile(one) && /[./]/.test(one))
  if (path) return { shown: [fileOf(path, content)], next: end + 1 }
  const typed = sessionsIn(content)
  if (typed) return { ...typed, next: end + 1 }
  const shown = transcript(content)
  if (shown.length > 0) return { shown, next: end + 1 }
  const before = lines.slice(Math.max(0, at - 3), at).join(' ')
  const described = describedBy(content, before)
  if (described.length > 0) return { shown, next: end + 1, prose: described }
  if (isFields(content) || isOfGit(content)) return { shown, next: end + 1, prose: content }
  const jobs = crontabOf(content, before)
  if (jobs) return { shown, next: end + 1, prose: jobs }
  return { shown: [], next: end + 1, unread: 'A block of code has no path above it.' }
}

/** What the commands in a block show: files, and what else is said; `null` where there are none. */
function sessionsIn(lines: readonly string[]): Pick<Block, 'shown' | 'prose'> | null {
  const starts = lines.flatMap((line, at) => (commandOn(line) === null ? [] : [at]))
  if (starts.length === 0) return null
  const blocks = starts.map((at, index) => lines.slice(at, starts[index + 1]))
  const read = blocks.map((block) => ({ block, shown: transcript(block) }))
  return {
    shown: read.flatMap(({ shown }) => shown),
    prose: read.flatMap(({ block, shown }) => (shown.length > 0 ? [] : [...block, '']))
  }
}

/** A path between marks: its content goes to the next line of marks. */
const bannered: FileForm = (lines, at) => {
  const path = bannerIn(lines[at] ?? '')
  if (!path || !headingIn(path)) return null
  let end = at + 1
  while (end < lines.length && bannerIn(lines[end] ?? '') === null) end++
  const closed = /^(?:(?:end|eof)\b|$)/i.test(bannerIn(lines[end] ?? '') ?? path)
  return { shown: [fileOf(path, trimmed(lines.slice(at + 1, end)))], next: closed ? end + 1 : end }
}

/** "--- path", with marks on one side only: its content goes to the next such line, or the end. */
const dashed: FileForm = (lines, at) => {
  const path = dashedIn(lines, at)
  if (path === null || lines[at + 1] === undefined) return null
  let end = at + 1
  while (
    end < lines.length &&
    dashedIn(lines, end) === null &&
    bannerIn(lines[end] ?? '') === null &&
    !ENDS.test(lines[end] ?? '')
  )
    end++
  const closed = ENDS.test(lines[end] ?? '') || bannerIn(lines[end] ?? '') === ''
  return { shown: [fileOf(path, trimmed(lines.slice(at + 1, end)))], next: closed ? end + 1 : end }
}

const ENDS = /^[-=>]{3,} ?(?:end|eof)\b/i

function dashedIn(lines: readonly string[], at: number): string | null {
  const path = /^(?:-{3,}|={3,}|>{3,}) (?:file:? )?[`"']?([^\s`"']{1,200})[`"']?:?$/i.exec(lines[at] ?? '')?.[1]
  // The first line of a difference.
  return path === undefined || !isSurely(path) || /^\+\+\+ /.test(lines[at + 1] ?? '') ? null : path
}

/** `<file path="...">`, also `name`, `filename` and `src`, and `<document>`; a CDATA section is its content. */
const tagged: FileForm = (lines, at) => {
  const line = lines[at] ?? ''
  const opened = openedIn(line)
  if (!opened) return null
  const { tag, path, rest } = opened
  if (line.trimEnd().endsWith('/>')) return { shown: [{ path, content: null, kind: 'file' }], next: at + 1 }
  const close = `</${tag}>`
  if (rest.includes(close)) return { shown: [fileOf(path, [uncut(rest.slice(0, rest.indexOf(close)))])], next: at + 1 }
  let end = at + 1
  while (end < lines.length && !lines[end]?.includes(close)) end++
  if (end === lines.length) return { shown: [], next: lines.length, unread: `<${tag} path="${path}"> is not closed.` }
  const last = (lines[end] ?? '').slice(0, (lines[end] ?? '').indexOf(close))
  const content = [...(rest ? [rest] : []), ...lines.slice(at + 1, end), ...(last.trim() ? [last] : [])]
  return { shown: [fileOf(path, uncut(content.join('\n')).split('\n'))], next: end + 1 }
}

/** A tag that has a path, and what stands behind it. */
function openedIn(line: string): { tag: string; path: string; rest: string } | null {
  const text = line.trimStart()
  const [, tag] = /^<(file|document|code|source) /.exec(text) ?? []
  const end = text.indexOf('>')
  if (tag === undefined || end < 0) return null
  const named = / (?:path|name|filename|src)=(?:"([^"]+)"|'([^']+)')/.exec(text.slice(0, end))
  const path = named?.[1] ?? named?.[2]
  return path === undefined ? null : { tag, path, rest: text.slice(end + 1) }
}

const uncut = (text: string): string => text.replace(/^\s*<!\[CDATA\[\n?/, '').replace(/\n?\]\]>\s*$/, '')

/** A path alone on a line, its content indented below it. */
const indented: FileForm = (lines, at) => {
  const named = headingIn(lines[at] ?? '')?.path
  const said = sentenceIn(lines[at] ?? '') ?? (named === undefined ? announcedIn(lines[at] ?? '') : null)
  const path = named ?? said
  const announced = said !== null || /^[^ ]+:\**$/.test(lines[at] ?? '')
  const first = announced && lines[at + 1] === '' ? at + 2 : at + 1
  const indent = /^(?: {2,}|\t)/.exec(lines[first] ?? '')?.[0]
  if (!path || indent === undefined) return null
  const block: string[] = []
  let next = first
  while (next < lines.length) {
    let line = next
    while (lines[line] === '') line++
    if (!lines[line]?.startsWith(indent)) break
    for (; next <= line; next++) block.push((lines[next] ?? '').slice(indent.length))
  }
  return { shown: [{ ...fileOf(path, block), ...runsIn(lines[at]) }], next, ...proseOf(lines[at]) }
}

const runsIn = (line = ''): Pick<ShownFile, 'runs'> =>
  /\bexecutable\b|\b0?7[0-7][0-7]\b|\+x\b/.test(line) ? { runs: true } : {}

/** "FILE: path", its content, and "END FILE". */
const ended: FileForm = (lines, at) => {
  const [, name, notes] =
    /^(?:(?:begin |start )?file:?|begin|start) +(\S+?)(?: \(([^)\n]{0,40})\))?:?$/i.exec(lines[at] ?? '') ?? []
  const path = name === undefined || !headingIn(name) ? null : headingIn(name)?.path
  if (!path || !(isFile(path) || /\bfile\b/i.test(lines[at] ?? ''))) return null
  let end = at + 1
  while (
    end < lines.length &&
    !/^(?:(?:begin |start )?file:? +\S|end(?: of)? file\b|eof$)/i.test(lines[end] ?? '') &&
    lines[end]?.toLowerCase() !== `end ${path.toLowerCase()}`
  )
    end++
  if (!/^e/i.test(lines[end] ?? '')) return null
  return { shown: [{ ...fileOf(path, lines.slice(at + 1, end)), ...runsIn(notes) }], next: end + 1 }
}

/** A path with a line of marks below it: its content goes to the next such path. */
const underlined: FileForm = (lines, at) => {
  const isHead = (line: number) =>
    (headingIn(lines[line] ?? '')?.sure ?? false) && /^(?:-{3,}|={3,})$/.test(lines[line + 1] ?? '')
  const path = headingIn(lines[at] ?? '')?.path
  if (!path || !isHead(at)) return null
  const first = lines[at + 2] === '' ? at + 3 : at + 2
  if (fenceIn(lines[first] ?? '')) {
    const { content, end } = fenced(lines, first)
    return { shown: [fileOf(path, content)], next: end + 1 }
  }
  let end = at + 2
  while (end < lines.length && !isHead(end)) end++
  return { shown: [fileOf(path, trimmed(lines.slice(at + 2, end)))], next: end }
}

/** A sentence that names the file may say more, such as whose terminal it is. */
const proseOf = (line = ''): Pick<Block, 'prose'> =>
  sentenceIn(line) === null && (headingIn(line) !== null || announcedIn(line) === null) ? {} : { prose: [line, ''] }

/** A path that only a file has, alone on a line, its content below it as it is: to a blank line before a heading, a sentence or the end. */
const below: FileForm = (lines, at) => {
  const said = sentenceIn(lines[at] ?? '')
  const head = said === null ? headingIn(lines[at] ?? '') : { path: said, sure: true }
  const isMarked = said !== null || /^#{1,6} /.test(lines[at] ?? '')
  const from = isMarked && lines[at + 1] === '' ? at + 2 : at + 1
  const first = lines[from] ?? ''
  if (
    !head?.sure ||
    !(at === 0 || said !== null || lines[at - 1] === '') ||
    first === '' ||
    (opens(first) && !isSentence(first))
  )
    return null
  let end = from
  while (end < lines.length && !(lines[end] === '' && endsAt(head.path, lines.slice(from, end), lines[end + 1]))) end++
  const content = trimmed(lines.slice(from, end))
  const quoted = content.length > 0 && content.every((line) => line.startsWith('>'))
  const plain = quoted ? content.map((line) => line.replace(/^> ?/, '')) : content
  return { shown: [fileOf(head.path, plain)], next: end, ...proseOf(lines[at]) }
}

/** Whether a file's content ends at a blank line, by its kind, by what is there of it, and by the line behind. */
function endsAt(path: string, content: readonly string[], behind: string | undefined): boolean {
  const text = content.join('\n')
  const kind = /\.(\w+)$/.exec(path)?.[1] ?? ''
  if (kind === 'json' && parses(text)) return true
  // Within a text of several lines of Python, and a block of code of Markdown.
  const mark = kind === 'py' ? '"""' : kind === 'md' ? '\n```' : ''
  if (mark && behind !== undefined && `\n${text}`.split(mark).length % 2 === 0) return false
  return behind === undefined || opens(behind) || (CODE.has(kind) && isWords(behind))
}

function parses(json: string): boolean {
  try {
    parseJson(json)
    return true
  } catch {
    return false
  }
}

// Files that hold no sentences but in comments and texts.
const CODE = new Set('json js mjs cjs ts tsx jsx py rb go rs c h cc cpp java kt toml ini cfg css php lua'.split(' '))
// "vendor/plural/ is the package plural 2.1.0."
const isWords = (line: string): boolean =>
  /^[\p{L}`~/.][^={}()[\]<>;$\\"]*[.]$/u.test(line) && !/^[\w-]+:/.test(line) && line.split(' ').length > 3

/** Whether a line begins something else: a heading, a sentence, or what a shell shows. */
const opens = (line: string): boolean =>
  (headingIn(line)?.sure ?? false) ||
  fenceIn(line) !== null ||
  bannerIn(line) !== null ||
  openedIn(line) !== null ||
  isSentence(line) ||
  isPrompt(line)

const isSentence = (line: string): boolean => /^\p{Lu}/u.test(line) && /[.:]$/.test(line) && line.split(' ').length > 2
const PROMPT = /^(?:\([\w.-]{1,30}\) )?\[?[\w.-]+@[\w.-]+[: ][^\n]{0,200}[#$%]/
const isPrompt = (line: string): boolean => PROMPT.test(line) || line.trimEnd() === '$' || commandOn(line) !== null

/** What a shell showed: `cat` of a file, `ls` of a folder, a here-document. */
const typed: FileForm = (lines, at) => {
  if (!isPrompt(lines[at] ?? '')) return null
  let end = at + 1
  while (end < lines.length && !isPrompt(lines[end] ?? '')) end++
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
const unprompted: FileForm = (lines, at) => {
  const end = /^(?:sudo )?(?:cat|tee)\b.{0,200}<<-? ?['"]?(\w+)/.exec(lines[at] ?? '')?.[1]
  const last = end === undefined ? -1 : lines.indexOf(end, at)
  if (last < 0) return null
  const shown = transcript([`$ ${lines[at]}`, ...lines.slice(at + 1, last + 1)])
  return shown.length > 0 ? { shown, next: last + 1 } : null
}

const TREE = /^(?:[│|] {2,3}| {4})*(?:├──|└──|\|--|`--|\\--|\+--)/
const LONG = /^(?:total \d|[dl-][rwxsStT-]{9})/

/** A tree of names, or what `ls -l` prints, below the folder that it is of. */
const tree: FileForm = (lines, at) => {
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

function trimmed(lines: readonly string[]): string[] {
  let [from, to] = [0, lines.length]
  while (to > from && lines[to - 1] === '') to--
  while (from < to && lines[from] === '') from++
  return lines.slice(from, to)
}

/** In the order in which they are tried. */
export const FORMS: readonly FileForm[] = [
  stateIn,
  dataIn,
  tagged,
  elementIn,
  tableIn,
  diffIn,
  ended,
  bannered,
  dashed,
  underlined,
  fencedBelow,
  fencedWithPath,
  typed,
  unprompted,
  tree,
  indentedNames,
  indented,
  below,
  entryIn
]
