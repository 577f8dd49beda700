// Files whose content stands below their path as it is, or indented: where it ends is told by what it is, and by what follows.

import { parseJson } from '../../text/json.ts'
import { type FileForm, fileOf, ITEM, proseOf, runsIn, trimmed } from './form.ts'
import { bannerIn, fenceIn, headingIn, sentenceIn } from './heading.ts'
import { openedIn } from './marked-forms.ts'
import { announcedIn, isSurely } from './name-forms.ts'
import { isPrompt } from './shell-forms.ts'

/** A path alone on a line, its content indented below it. */
export const indented: FileForm = (lines, at) => {
  const named = headingIn(lines[at] ?? '')?.path
  const said = sentenceIn(lines[at] ?? '') ?? (named === undefined ? announcedIn(lines[at] ?? '') : null)
  const path = named ?? said
  // Without a colon it is the title of a block of code of Markdown.
  const titles =
    named !== undefined && isSurely(named) && (lines[at - 1] ?? '') === '' && /^(?: {4}|\t)/.test(lines[at + 2] ?? '')
  const announced = said !== null || titles || /^[^ ]+:\**$/.test(lines[at] ?? '')
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
  // "* files:" with entries below it.
  if (!isSurely(path) && block.every((line) => ITEM.test(line.trimStart()))) return null
  // A folder with the names in it.
  if (said !== null && !/\.\w+$/.test(path) && block.every((line) => !/\S\s+\S/.test(line))) return null
  return { shown: [{ ...fileOf(path, block), ...runsIn(lines[at]) }], next, ...proseOf(lines[at]) }
}

/** A path that only a file has, alone on a line, its content below it as it is: to a blank line before a heading, a sentence or the end. */
export const below: FileForm = (lines, at) => {
  const said = sentenceIn(lines[at] ?? '') ?? configIn(lines, at)
  const head = said === null ? headingIn(lines[at] ?? '') : { path: said, sure: true }
  const isMarked = said !== null || /^#{1,6} /.test(lines[at] ?? '')
  const from = isMarked && lines[at + 1] === '' ? at + 2 : at + 1
  const first = lines[from] ?? ''
  if (
    !head?.sure ||
    !(at === 0 || said !== null || lines[at - 1] === '') ||
    first === '' ||
    // An entry of a list of names.
    (ITEM.test(lines[at] ?? '') && ITEM.test(first)) ||
    // "Contents of /app:" above a list: a folder's.
    (said !== null && ITEM.test(first) && !/\.\w+$/.test(said)) ||
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

// Packages as pip is given them.
const PINNED = /^[A-Za-z][\w.-]{0,60}(?:\[[\w,-]{1,60}\])?[=~<>]=\d\S*$/
const CONFIG = /\b(?:config\w*|settings|contents?)\b[^:]{0,80}:$/i

/** "Config in /etc/x.conf:", with its lines below. */
function configIn(lines: readonly string[], at: number): string | null {
  const line = lines[at] ?? ''
  const isPinned = PINNED.test(lines[at + 1] || (lines[at + 2] ?? ''))
  const path = (CONFIG.test(line) || isPinned) && headingIn(line) === null ? announcedIn(line) : null
  return path !== null && !ITEM.test(lines[at + 1] || (lines[at + 2] ?? '')) ? path : null
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
