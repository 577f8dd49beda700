// Names of files in lists: indented below their folders, and entries that say what a file holds or what it is for.

import { headingIn, isFile } from './heading.ts'
import { contentIn } from './thing-content.ts'
import type { ShownFile } from './transcript.ts'

interface NameBlock {
  shown: ShownFile[]
  next: number
  prose?: string[]
}

const NAME = /^( *|\t*)(?:[-*•] )?`?([\p{L}\p{N}_@.+-]+(?:\/[\p{L}\p{N}_@.+-]+)*\/?)`?(?: +(?:#|<-|←|--|—|\().*)?$/u

/** A folder, its files and folders indented below it. */
export function indentedNames(lines: readonly string[], at: number): NameBlock | null {
  const head = NAME.exec(lines[at] ?? '')
  if (!head?.[2]?.endsWith('/') || indentOf(lines[at + 1] ?? '') <= indentOf(lines[at] ?? '')) return null
  const shown: ShownFile[] = []
  const above: { indent: number; name: string }[] = []
  let next = at
  for (; next < lines.length; next++) {
    const name = NAME.exec(lines[next] ?? '')?.[2]
    const indent = indentOf(lines[next] ?? '')
    if (name === undefined || (next > at && indent <= indentOf(lines[at] ?? '') && !name.endsWith('/'))) break
    if (indentOf(lines[next + 1] ?? '') > indent && !name.endsWith('/')) return null
    while ((above.at(-1)?.indent ?? -1) >= indent) above.pop()
    const path = [...above.map((one) => one.name), name.replace(/\/$/, '')].join('/')
    if (name.endsWith('/')) above.push({ indent, name: name.replace(/\/$/, '') })
    shown.push({ path, content: null, kind: name.endsWith('/') ? 'folder' : 'file' })
  }
  return shown.length > 1 ? { shown, next } : null
}

const indentOf = (line: string): number => line.length - line.trimStart().length

// Endings that only files have; "example.org" and "node.js" are no files.
const ENDINGS = new Set(
  'py js mjs cjs ts tsx jsx json jsonl txt md rst csv tsv yaml yml toml sh bash c h cc cpp hpp rs go java kt rb php pl lua html css xml svg log cfg conf ini sql env lock png jpg jpeg gif pdf zip gz tgz tar db sqlite ipynb service pem key crt bak patch diff pyi cs swift scala hs ex exs vue svelte scss proto mk cmake ps1 bat jinja j2 tmpl tex bib docx xlsx pptx parquet pkl npy sqlite3'.split(
    ' '
  )
)

/** Whether a word is surely a file's path: by its ending, a folder in it, or because it begins at the root or at home. */
export function isSurely(path: string): boolean {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  const isProduct = /^(?:[A-Z]\w*|node)\.js$/.test(path)
  return isFile(path) && !isProduct && (ENDINGS.has(ending) || /^[~/]/.test(path) || !path.includes('.'))
}

// What a program prints, or what came of something, is no file's content.
const OF_SOMETHING =
  /\b(?:prints?|printed|outputs?|shows?|showed|fails?|failed|failing|errors?|traceback|stack ?trace|log of|running|ran|run|returns?|commands?|diff|patch|raises?|expected|actual|results?|response|built|created|generated|should|would|instead|fix|bug|example|like)\b/i
const HAS_CONTENT = /\b(?:file|script|config\w*|executable|contents?|source)\b/i

// "The script ~/health.sh exits 1. Its content:"
const ITS =
  /^(?:(?:Its|The) (?:contents?|source|code|text)(?: is| are)?|(?:The file|It) (?:now |currently )?(?:looks like (?:this|so)|reads|contains|has)):$/
// "In /srv/bin there is one executable, `stamp`:"
const CALLED = /\b(?:executable|script|program)(?: (?:called|named))?,? `([\w+-]{1,60})`:$/

/** The file that a line before a block gives the content of: "Her ~/.bashrc:", "`ops.py` on topic:", "/srv/api with users.json:". */
export function announcedIn(line: string): string | null {
  const whole = line.trimEnd().replace(/^\s*(?:[-*+] |#{1,6} |\d{1,3}[.)] )/, '')
  // "units.py has", at the end of its line.
  const text = (whole.split(/[.;!?] (?=\S)/).at(-1) ?? '')
    .replace(/([\w`'"*]) (?:is|has|holds|contains|reads)$/, '$1:')
    .replace(/([`'"]) (?:holds|contains|reads|says):$/, '$1:')
  const called = CALLED.exec(text)
  if (called) {
    const within = /(?:^|\s)[`'"]?([~/][\w./@-]*)[`'"]?[, ]/.exec(text.slice(0, called.index))?.[1]
    return within === undefined ? (called[1] ?? null) : `${within.replace(/\/$/, '')}/${called[1]}`
  }
  if (ITS.test(text)) {
    const before = whole.slice(0, whole.length - text.length).split(/[\s(),;]+/)
    const words = before.map((word) => word.replaceAll(/^[`'"]|[`'".:]{1,3}$/g, ''))
    const all = words.filter(isSurely)
    // Words and folders stand beside it: "`git merge topic` stopped in a.html. The file looks like this:".
    const named = all.length > 1 ? all.filter((word) => /\.\w+$/.test(word)) : all
    return named.length === 1 ? (named[0] ?? null) : null
  }
  const isNamedLast = /\b(?:is|are|script|file|module|here)[ ,:]{1,2}[`'"*]{0,3}[\w@+.~/-]{1,200}[`'"*]{0,3}:$/.test(
    text
  )
  if (text.length > 300 || !text.endsWith(':')) return null
  const words = text
    .slice(0, -1)
    .split(/[\s()]+/)
    .map((word) => word.replaceAll(/^[`'"“*]{1,4}|[`'"”*,:;]{1,4}$|[.]$/g, ''))
  // "fix.patch" and "run.sh" are names.
  if (OF_SOMETHING.test(words.filter((word) => !isSurely(word) || !word.includes('.')).join(' ')) && !isNamedLast)
    return null
  const paths = words.filter(
    (word) =>
      isSurely(word) &&
      (!/^[~/]/.test(word) || /\/[^/]*\.\w+$/.test(word) || HAS_CONTENT.test(text) || words.length === 1)
  )
  const last = paths.at(-1)
  if (last === undefined || (paths.length > 1 && words.at(-1) !== last)) return null
  const folder = words.slice(0, words.lastIndexOf(last)).findLast((word) => /^[~/][\w./@-]*$/.test(word))
  return folder === undefined || folder === last || /^[~/]/.test(last) ? last : `${folder.replace(/\/$/, '')}/${last}`
}

const ENTRY =
  /^ *(?:[-*•] |\d{1,3}[.)] )?(`|\*\*|)([^\s`*:]+)(`|\*\*|)(?:(?:(?::| —| –| -| ->| =>|\*\*:) +|(?:\t| ) +(?!\())(\S.*)| +(\(.*)| +((?:with|containing|holding|contains|holds|says|reads)\b.*))?$/u
const BULLET = /^ *(?:[-*•] |\d{1,3}[.)] )/
const QUOTED =
  /^(?:(?:with|containing|holding|contains|holds|says|reads|saying)(?: (?:just|only|exactly))?(?: the| one| a)?(?: (?:text|line|contents?|words?))?:? |(?:a |one )(?:single )?line(?: reading| saying|:)? )?(?:`([^`]*)`|"([^"]*)"|'([^']*)')[.,;]?$/

// "two lines: `a=1` and `b=2`"
const ROWS =
  /^(?:(?:with|contains|has|holds) )?(?:(?:the|two|three|four|five|six|\d{1,2}) )?lines:? ((?:(?:`[^`]*`|"[^"]*")(?:, (?:and )?| and )?){1,20})[.,;]?$/

/** "- notes.txt: "milk"", "`main.py`: `print(1)`", and entries that say what a file is: its content is then not known. */
export function entryIn(lines: readonly string[], at: number): NameBlock | null {
  const line = lines[at] ?? ''
  const [, mark = '', name = '', closed = '', ...told] = ENTRY.exec(line) ?? []
  const said = told.find((one) => one !== undefined) ?? ''
  const empty = /^\(?(?:an )?empty(?: file)?\)?\.?$/i.test(said)
  const isFolder = /[^/]\/$/.test(name)
  if (mark !== closed || !(BULLET.test(line) || mark !== '' || (empty && said.startsWith('(')))) return null
  // What follows below is the content, in a form of its own.
  if (
    said === '' &&
    (indentOf(lines[at + 1] ?? '') > indentOf(line) || /^\s*(?:`{3}|~{3})/.test(lines[at + 1] || lines[at + 2] || ''))
  )
    return null
  if (isFolder && headingIn(name.slice(0, -1)) && BULLET.test(line))
    return {
      shown: [
        {
          path: name.slice(0, -1),
          content: null,
          kind: 'folder',
          ...(/^\(?(?:an )?empty\b/.test(said) && { empty: true as const })
        }
      ],
      next: at + 1,
      ...(told[0] !== undefined &&
        (COUNTS.test(said) || /\b(?:with|contain|hold|named|called)/.test(said)) && {
          prose: ['', `${name} ${COUNTS.test(said) ? 'holds ' : verbed(said)}${said.replace(/\.?$/, '.')}`, '']
        })
    }
  const rows = ROWS.exec(said)?.[1]
  const quoted = rows === undefined ? QUOTED.exec(said) : null
  // What a thing holds, or that it is empty, is said of files alone.
  const { content, note } = notedIn(said)
  if (!(isSurely(name) || (mark !== '' && (quoted || empty || rows !== undefined || content !== null) && isFile(name))))
    return null
  const text =
    rows
      ?.match(/`[^`]*`|"[^"]*"/g)
      ?.map((row) => row.slice(1, -1))
      .join('\n') ??
    quoted?.[1] ??
    quoted?.[2] ??
    quoted?.[3] ??
    (empty ? '' : told[2] === undefined && BULLET.test(line) ? content : null)
  if (text === null && !BULLET.test(line)) return null
  const holdsMany = !/\.\w{1,8}$/.test(name) && HOLDS_MANY.test(said)
  return {
    shown: [
      {
        ...{ path: name, kind: holdsMany ? 'folder' : 'file' },
        content: text ? `${text.replaceAll('\\n', '\n').replace(/\n$/, '')}\n` : text,
        ...(text === null || rows || quoted || !RIGHTS.test(note) ? {} : { says: `(${note})` })
      }
    ],
    next: at + 1,
    ...(text === null &&
      told[0] !== undefined && { prose: ['', `${name} ${verbed(said)}${said.replace(/\.?$/, '.')}`, ''] }),
    ...(text === null && told[2] !== undefined && { prose: ['', `${name} ${said.replace(/\.?$/, '.')}`, ''] }),
    ...(text === null && told[1] !== undefined && RIGHTS.test(note) && { prose: ['', `${name} (${note}).`, ''] })
  }
}

const HOLDS_MANY =
  /^(?:contains|containing|holds|holding|has|with) (?:about |around |some )?\d[\d,]{0,12} (?!(?:\w{1,12} )?(?:lines?|rows|bytes|entries|records|words)\b)[a-z]/i
const COUNTS = /^(?:\d|(?:two|three|four|five|six|seven|eight|nine|ten|twelve) \w)/i
/** "process.py  reads every file": what begins with a verb goes on with the name. */
const verbed = (said: string): string =>
  /^(?!(?:this|its|always|as|plus|yes|is)\b)[a-z]{2,12}s\b(?! (?:of|for|in)\b)/.test(said) ? '' : 'is '

const RIGHTS =
  /\b(?:owne[dr]|group|modes?|executable|permissions?|bytes|modified|[0-7]{3,4}|[a-z_][\w-]*:[a-z_][\w-]*)\b/i
const TOLD =
  /^\(|^(?:contains?|containing|holds|holding|has|with|reads)\b|^(?:\d{1,2}|one|two|three|four|five|six) (?:lines?|rows)\b/i

/** What is told of a file behind its name: what it holds, and the rest of the words. */
function notedIn(said: string): { content: string | null; note: string } {
  const quotes: string[] = []
  const masked = said.replaceAll(/`([^`\n]*)`|"([^"\n]*)"/g, (_, one, other) => `⟦${quotes.push(one ?? other) - 1}⟧`)
  const inner = masked.replace(/^\(([^()]*)\)\.?$/, '$1')
  const note = inner
    .replaceAll(/(?:\b(?:contents?|contains|text|\d{1,2} lines?|says):? ?)?⟦\d+⟧(?:, (?=⟦))?/g, '')
    .split(', ')
    .map((part) => part.trim().replaceAll(/^[:,]|[:,]$/g, ''))
    .filter((part) => part !== '')
    .join(', ')
  return { content: TOLD.test(said) ? contentIn(inner === masked ? masked : `(${inner})`, quotes) : null, note }
}

const LIKE_ENTRY = /^[\s"'|>*-]{0,8}([^\s"'`,:=|]+)["']?(?:$|\s*[,:=|]|\s+(?:—|–|->|=>|-)\s)/

/** Lines of prose that look like a list or a head of files, with the path of each. */
export function likeFiles(prose: readonly string[]): { line: string; path: string }[] {
  const named = prose.map((line) => {
    const path = LIKE_ENTRY.exec(line)?.[1]
    return path !== undefined && isSurely(path) && !/^\/\//.test(path) ? path : null
  })
  return prose.flatMap((line, at) => {
    const banner = bannerOn(line)
    const path = named[at] ?? null
    if (banner !== null && isSurely(banner)) return [{ line, path: banner }]
    return path !== null && (named[at - 1] || named[at + 1]) ? [{ line, path }] : []
  })
}

const MARKS = '>=<#*~-[]'

/** `=== a/b.py ===`, `[a/b.py]:`: one word among marks. */
function bannerOn(line: string): string | null {
  const isMark = (at: number) => MARKS.includes(line[at] ?? ' ')
  let from = 0
  let to = line.endsWith(':') ? line.length - 1 : line.length
  while (from < to && isMark(from)) from++
  if (from < 2 && line[0] !== '[') return null
  while (to > from && isMark(to - 1)) to--
  const word = line.slice(from, to).trim()
  return word !== '' && word.length <= 200 && !/[\s[\]<>]/.test(word) ? word : null
}
