// Where a sentence names files and folders.

import { isSurely } from './name-forms.ts'
import { isDotFolder, namesIn } from './names.ts'
import { isFolderName } from './within.ts'

export interface Mention {
  name: string
  kind: 'file' | 'folder' | null
  /** From where in the sentence, and how many characters of it. */
  at: number
  length: number
}

const QUOTE = /`([^`\n]{0,400})`|"([^"\n]{0,400})"|“([^”\n]{0,400})”|(?<=^|[\s(])'([^'\n]{0,400})'/g

/** A sentence in which what stands in quotes and is no path is `⟦n⟧`, and the quotes. */
export function maskedIn(sentence: string): { text: string; quotes: string[] } {
  const quotes: string[] = []
  const text = sentence.replaceAll('**', '').replaceAll(QUOTE, (whole, ...parts: unknown[]) => {
    const quote = String(parts.slice(0, 4).find((one) => one !== undefined) ?? '')
    const before = sentence.slice(0, Number(parts[4]))
    const named = /\b(?:called|named|file|folder|directory|script|executable|by|to|user|group|owner|mode|is) $/.test(
      before
    )
    const listed = /\b(?:directories|folders|(?:symbolic |sym|soft )?link)[^.;"“]{0,60}$/.test(before)
    const path = /^[~/.\w][\w@+./-]*$/.test(quote) && (isPath(quote) || ((named || listed) && whole.startsWith('`')))
    if (path && (!SAYS.test(before) || FOLDER_HOLDS.test(before))) return quote
    quotes.push(quote)
    return `⟦${quotes.length - 1}⟧`
  })
  return { text, quotes }
}

// What is said is no name.
const SAYS = /\b(?:says|reads|contains|saying|reading|content|contents|text|line|word|echoes|prints)(?: is)?:? $/
// "/srv/data contains `a.csv`"
const FOLDER_HOLDS = /(?:\/[\w@+-]{1,60}|[\w@+.-]{1,60}\/|\b(?:folder|directory)(?: [\w@+-]{1,60})?)[`"']? contains $/

const isPath = (word: string): boolean =>
  /^~?\/./.test(word) || word.endsWith('/') || (word.includes('.') && isSurely(word)) || namesIn(word).length > 0

const FILE =
  '(?:(?:text|hidden|plain|empty|single|executable|shell|bash|python|config|configuration|log) ){0,2}(?:file|script|executable|program)'
const FOLDER = '(?:empty |hidden )?(?:folder|directory|sub-?(?:folder|directory))'
const LINK = '(?:sym(?:bolic )?link|soft link|symlink)'
const WORD = '([\\w@+.-]{1,60})'
const ENDS =
  '(?= (?:with|that|which|containing|holding|owned|in|says|contains|reads|prints|runs|starts|makes)\\b|[,:(]|\\.(?:\\s|$)| \\(|$)'
const FOLDER_CALLED = new RegExp(`\\b${FOLDER},? (?:called|named),? ${WORD}`, 'gi')
const FOLDER_NAMED = new RegExp(`\\b(?:a|an|one|another|my) ${FOLDER} ${WORD}${ENDS}`, 'gi')
// "an assets dir with 14 pictures"
const FOLDER_BEFORE =
  /\b(?:an?|one|another|my) ([\w@+.-]{2,40}) (?:folder|directory|dir)(?= (?:with|that|which|containing|holding)\b)/gi
const FILE_CALLED = new RegExp(`\\b${FILE},? (?:called|named),? ${WORD}`, 'gi')
const FILE_NAMED = new RegExp(`\\b(?:a|an|one|another|my|the) ${FILE} ${WORD}${ENDS}`, 'gi')
const FOLDER_ROW =
  /\b(?:directories|folders)(?:,? (?:named|called))?:? ((?:[\w.@+-]{1,40}(?:, and |, | and )){1,12}[\w.@+-]{1,40})/gi
const LINKS = new RegExp(
  `\\b${LINK}(?:,? (?:called|named),?)? ${WORD}(?= (?:(?:in|inside|at) [^.;]{1,40} )?(?:pointing|points|that|which|to|leading|leads|->|→))`,
  'gi'
)
// A name in capitals is a file's where the sentence says so: "a VERSION file", "VERSION says".
const CAPITALS =
  /\b([A-Z][A-Z_]{2,20})(?= file\b| (?:says|reads|contains|holds)\b)|\b(README|LICENSE|VERSION|Makefile|TODO|CHANGELOG|Dockerfile|NOTICE)\b(?![.\w])/g
// "The home directory" is somebody's, and no folder that is called so.
const THE = /\b[Tt]he (?!home )([\w@+.-]{1,40}) (directory|folder|file)\b/g
const NO_NAME =
  /^(?:file|script|folder|directory|executable|program|symlink|link|with|that|which|is|in|of|at|on|and|or|the|a|an|to|for|from|called|named|it|by|has|whose|exists|there|here|below|owner)$/i

/** @param known gives the path of a name that was told before */
export function mentionsIn(
  text: string,
  quotes: readonly string[],
  known: (name: string) => string | undefined
): Mention[] {
  const found: Mention[] = []
  const add = (
    name: string,
    { at, kind, length = name.length }: { at: number; kind: Mention['kind']; length?: number }
  ): void => {
    if (NO_NAME.test(name) || found.some((one) => at < one.at + one.length && one.at < at + length)) return
    found.push({ name, kind, at, length })
  }
  const named = (all: Iterable<RegExpExecArray>, kind: Mention['kind']): void => {
    for (const { 0: whole, 1: word = '', index } of all)
      add(word.replace(/[.-]$/, ''), { at: index + whole.length - word.length, kind })
  }
  named(text.matchAll(FOLDER_CALLED), 'folder')
  named(text.matchAll(FOLDER_NAMED), 'folder')
  for (const { 0: whole, 1: name = '', index } of text.matchAll(FOLDER_BEFORE))
    if (isFolderName(name, ''))
      add(name, { at: index + whole.indexOf(name), kind: 'folder', length: whole.length - whole.indexOf(name) })
  named(text.matchAll(FILE_CALLED), 'file')
  named(text.matchAll(FILE_NAMED), 'file')
  named(text.matchAll(LINKS), null)
  for (const { 1: list = '', 0: whole, index } of text.matchAll(FOLDER_ROW))
    for (const { 0: name, index: at } of list.matchAll(/[\w.@+-]{1,40}/g))
      if (name !== 'and') add(name, { at: index + whole.length - list.length + at, kind: 'folder' })
  const [first = '', noun = ''] = /^(?:⟦\d+⟧|[\w@+.-]{1,40})(?= (?:is|has|contains|holds)\b)/.exec(text) ?? []
  const own = /^⟦(\d+)⟧$/.exec(first)?.[1]
  const path =
    first === '' || noun !== '' ? undefined : known(own === undefined ? first : (quotes[Number(own)] ?? '\n'))
  if (path !== undefined) add(path, { at: 0, kind: null, length: first.length })
  for (const { 0: word, index } of text.matchAll(/[^\s,;()"'⟦⟧]+/g)) {
    const name = word.replace(/[.:!?]{1,3}$/, '').replace(/\*$/, '')
    if (!/^[~/.\w][\w@+./~-]*$/.test(name) || /^[\d.]+$/.test(name) || /^\.+$/.test(name)) continue
    // "and/or", "KiB/s", "1.5/2": what is no path.
    const whole = /^~?\/[\w@+.-]/.test(name) || name === '~'
    const dotted =
      // ".log files" are of a kind.
      (/^\.[a-z][\w.-]+$/.test(name) && !/^[`'"]? files?\b/.test(text.slice(index + word.length))) ||
      (name.includes('.') &&
        (isSurely(name) || namesIn(name).length > 0) &&
        (!/^[\d.]/.test(name) ||
          /^\d[\w-]*\.(?:log|csv|tsv|txt|json|md|sql|gz|html?|ya?ml|xml|py|sh|js|ts)$/.test(name)))
    if (whole)
      add(name, {
        at: index,
        kind:
          name.endsWith('/') || isNoFile(name, text, index)
            ? 'folder'
            : (/\.\w{1,8}$/.test(name) && !name.endsWith('.d')) || isNoFolder(name, text.slice(0, index))
              ? 'file'
              : null
      })
    else if (dotted && !/^(?:e\.g|i\.e|etc)$/.test(name) && !DOMAIN.test(name))
      add(name, { at: index, kind: isDotFolder(name) ? 'folder' : 'file' })
    else if (/^[\w@+.-]+(?:\/[\w@+.-]+)*\/$/.test(name)) add(name, { at: index, kind: 'folder' })
  }
  for (const { 1: one, 2: other, index } of text.matchAll(CAPITALS))
    add(one ?? other ?? '', { at: index, kind: 'file' })
  for (const { 0: whole, 1: name = '', 2: noun, index } of text.matchAll(THE)) {
    const path = known(name)
    if (path !== undefined)
      add(path, { at: index + 4, kind: noun === 'file' ? 'file' : 'folder', length: whole.length - 4 })
  }
  return found.sort((one, other) => one.at - other.at)
}

const DOMAIN = /\.(?:com|org|net|io|dev|example|local|lan|internal)$/

/** "The binary /usr/local/bin/x" */
const isNoFolder = (name: string, before: string): boolean =>
  /\/s?bin\/[^/]+$/.test(name) || /\b(?:binary|executable|program|script|file|log)[,:]? [`'"(]?$/i.test(before)

/** "The directory /srv/app", "/srv/app is a directory". */
const isNoFile = (name: string, text: string, index: number): boolean =>
  /\b(?:directory|folder)[,:]? [`'"(]?$/i.test(text.slice(0, index)) ||
  /^[`'"]?,? (?:is |\()?(?:an? )?(?:\w{1,12} )?(?:directory|folder)\b/.test(text.slice(index + name.length))
