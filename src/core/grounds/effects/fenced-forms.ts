// Files in blocks of code: a path above one, in its first line, or below a title that is underlined.

import { describedBy } from './described.ts'
import { commandOn } from './facts/prompt.ts'
import { isFields } from './fields.ts'
import { type Block, type FileForm, fileOf, ITEM, proseOf, runsIn, trimmed } from './form.ts'
import { fenceIn, headingIn, isFile, sentenceIn } from './heading.ts'
import { announcedIn, isSurely } from './name-forms.ts'
import { crontabOf, isOfGit } from './printed.ts'
import { type ShownFile, transcript } from './transcript.ts'

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

/** The lines in a block of code at `at`, without what it is indented by. */
function fenced(lines: readonly string[], at: number): { content: string[]; end: number } {
  const indent = fenceIn(lines[at] ?? '', DEEP)?.indent ?? 0
  const end = closing(lines, at)
  const content = lines.slice(at + 1, end).map((line) => line.slice(Math.min(indent, line.search(/\S|$/))))
  return { content, end }
}

/** A path above a block of code. */
export const fencedBelow: FileForm = (lines, at) => {
  const head = lines[at] ?? ''
  const fence = lines[at + 1] === '' ? at + 2 : at + 1
  if (!fenceIn(lines[fence] ?? '', ITEM.test(head) ? DEEP : 3)) return null
  const plain = headingIn(head.trimStart())?.path ?? sentenceIn(head)
  const { content, end } = fenced(lines, fence)
  const path = plain ?? announcedIn(head) ?? scriptIn(head, content) ?? ofLanguage(head, lines[fence] ?? '')
  if (!path) return null
  // "Vagrantfile of the box I'm in:"
  const described = plain === null ? describedBy(content, head) : []
  if (described.length > 0) return { shown: [], next: end + 1, prose: [head, '', ...described, ''] }
  // A listing, or a session, of what lies there.
  if (!isSurely(path) && transcript(content).length > 0) return null
  return {
    shown: [{ ...fileOf(path, content), ...runsIn(head), ...programIn(path, content) }],
    next: end + 1,
    ...(plain === null ? { prose: [head, ''] } : proseOf(head))
  }
}

const PRINTS =
  /(?:^|[\s(])`([a-z][^`\n]{0,120})` (?:gives|shows|prints|says|returns|outputs|reports)(?: me| us)?(?: this| the following)?[:.]?$/

/** "`ls -l logs` gives" above a block of code: what the command printed. */
export const printedBelow: FileForm = (lines, at) => {
  const command = PRINTS.exec((lines[at] ?? '').trimEnd())?.[1]
  const fence = lines[at + 1] === '' ? at + 2 : at + 1
  if (command === undefined || !fenceIn(lines[fence] ?? '', DEEP)) return null
  const { content, end } = fenced(lines, fence)
  if (content.some((line) => commandOn(line) !== null)) return null
  const session = [`$ ${command}`, ...content]
  const shown = transcript(session)
  return { shown, next: end + 1, prose: ['', lines[at] ?? '', '', ...(shown.length > 0 ? [] : [...session, ''])] }
}

/** What begins with `#!` is no program's output, whatever is said of what the script prints. */
function scriptIn(head: string, [first = '']: readonly string[]): string | null {
  if (!first.startsWith('#!') || !head.trimEnd().endsWith(':')) return null
  const [only, ...more] = (head.split(/[.;!?] (?=\S)/).at(-1) ?? '')
    .split(/[\s,()]+/)
    .map(unmarked)
    .filter(isSurely)
  return only !== undefined && more.length === 0 ? only : null
}

const LANGUAGES: Record<string, RegExp> = {
  py: /^(?:python3?|py)$/,
  sh: /^(?:bash|sh|shell)$/,
  js: /^(?:js|javascript|node)$/,
  rb: /^ruby$/,
  pl: /^perl$/,
  c: /^c$/,
  sql: /^sql$/
}

/** "`load.py` reads the settings and prints the name:" above a block of its language, which is no output. */
function ofLanguage(head: string, fence: string): string | null {
  const said = (head.split(/[.;!?] (?=\S)/).at(-1) ?? '').trimEnd()
  const words = said.replace(/^(?:[-*] )?(?:The )?(?:(?:script|program|module) )?/, '').split(' ')
  const path = unmarked(words[0] ?? '')
  const ending = /\.(\w{1,3})$/.exec(path)?.[1] ?? ''
  if (!said.endsWith(':') || words.length < 2) return null
  return LANGUAGES[ending]?.test(fenceIn(fence)?.info ?? '') && isSurely(path) ? path : null
}

const unmarked = (word: string): string => word.replaceAll(/^[`'"“*]{1,4}|[`'"”*:;.]{1,5}$/g, '')

/** A path in the first line of a block of code: "```python src/main.py", "```py:src/main.py", `title="src/main.py"`. */
export const fencedWithPath: FileForm = (lines, at) => {
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

/** A script where programs lie is there to be run. */
const programIn = (path: string, [first = '']: readonly string[]): Pick<ShownFile, 'runs'> =>
  first.startsWith('#!') && /^\/(?:usr\/(?:local\/)?s?bin|opt\/[^/]*\/?bin)\/[^/]*$/.test(path) ? { runs: true } : {}

/** A path with a line of marks below it: its content goes to the next such path. */
export const underlined: FileForm = (lines, at) => {
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
