// Statements of an initial state that no rule has read: the machine would show its own in their place, so the model answers for the commands that
// show what they are about.

import { absolute, type Simple } from '../../domains/shell/commands.ts'
import type { StateChange } from '../../tree/ground.ts'
import { type Clause, clausesIn } from './clauses.ts'
import type { DoubtTopic } from './doubt-topic.ts'
import { TOPICS } from './doubt-topics.ts'
import type { Initial } from './initial.ts'
import { isUnended } from './names.ts'

export interface Doubt {
  /** Words of the text that say it. */
  at: string
  /** What of the machine it is about. */
  what: string
  /** Command lines, words with one blank between them, that would show it. */
  shows: RegExp
  /** A file or folder that the command has to name, or to stand in. */
  path?: string
}

/** What of `body` the machine does not show. @param terminal somebody sits at it */
export function doubtsIn(body: string, initial: Initial, { terminal = true }: { terminal?: boolean } = {}): Doubt[] {
  const { effects } = initial
  const [said, all] = [clausesIn(body, effects), clausesIn(body, effects, { all: true })]
  const found = TOPICS.flatMap(({ what, said: fits, shows, isRead, all: denied, ofPath }): Doubt[] =>
    (denied ? all : said).flatMap((clause, at, clauses) => {
      if (!fits.test(clause.text) || isRead({ effects, clause })) return []
      if (!ofPath) return [{ at: clause.text, what, shows }]
      // "It is 0600": of the file before.
      const before = clauses.slice(0, at).findLast(({ sentence }) => sentence !== clause.sentence)?.sentence ?? ''
      const [path = null] = [clause.text, clause.sentence, before].flatMap((one) => pathIn(one, ofPath, initial) ?? [])
      // "each with 1,000 rows": of all that lie beside it.
      if (ofPath === 'file' && path !== null && /\beach\b/.test(clause.sentence))
        return [{ at: clause.text, what, shows, path: path.slice(0, path.lastIndexOf('/') + 1) }]
      const isKnown =
        path === null || /^\/(?:dev|proc|sys)\//.test(path) || (ofPath !== 'either' && isShown(path, effects))
      return isKnown ? [] : [{ at: clause.text, what, shows, path }]
    })
  )
  // One line for each thing is enough for whoever reads them.
  const seen = new Set<string>()
  return [...(terminal ? identity(initial, said, body) : []), ...found].filter(({ what, path = '' }) => {
    const key = `${what} ${path}`
    return !seen.has(key) && seen.add(key)
  })
}

const LINE_OF = /\b(?:lines?|entry|entries|rows?) (?:of|in) .?$/i

/** The file or folder that is named first. */
function pathIn(text: string, kind: NonNullable<DoubtTopic['ofPath']>, { cwd, home, effects }: Initial): string | null {
  const names = text.split(/[\s,;()"`'|]+/).map((word) => word.replace(/[.:]{1,3}$/, ''))
  const name = names.find((one) => {
    const isLog = /^\/\w/.test(one) && LINE_OF.test(text.slice(0, text.indexOf(one)))
    const isFile =
      isLog || (/^[~/\w][\w@+./~-]*\.[a-z]\w{0,7}$/i.test(one) && !one.endsWith('.d')) || isUnended(`/${one}`)
    const isFolder = /^(?:~|~?\/[\w@+./-]*[\w@+-])$/.test(one) || /^[\w@+.-]+(?:\/[\w@+.-]+)*\/$/.test(one)
    return kind === 'file' ? isFile : kind === 'folder' ? isFolder && !isFile : isFile || isFolder
  })
  if (name === undefined) return null
  const path = absolute(name.replace(/(?<=.)\/$/, ''), { cwd, home })
  // A name alone may be that of the one file which is called so.
  const others = new Set(effects.flatMap((one) => ('path' in one && one.path.endsWith(`/${name}`) ? one.path : [])))
  return others.size === 1 && !name.includes('/') ? ([...others][0] ?? path) : path
}

/** Its content is told, or what lies in it. A name without a folder may be that of a file elsewhere. */
const isShown = (path: string, effects: readonly StateChange[]): boolean =>
  effects.some(
    (one) =>
      (one.do === 'write' &&
        (one.path.endsWith(path.slice(path.lastIndexOf('/'))) || one.path.startsWith(`${path}/`))) ||
      (one.do === 'stamp' && one.path === path)
  )

// Somebody is at the terminal, and is not root.
const SOMEBODY =
  /\/home\/[a-z]\w|(?<![\w.])[a-z][\w-]{1,30}@[a-z][\w-]{1,60}\b(?!\.)|\b(?:[Ll]og(?:s|ged)? in|[Ww]orks? as|[Aa]ccount|[Ll]ogin|[Ww]ho|[Ss]ession|[Ss]hell of|[Mm]e:)/
const ROOT =
  /\b(?:as|are|is|am|user|login|account|shell|prompt|session|'re|'m)[:=]? (?:the )?[`'"*]{0,2}root\b|\broot(?:@|['’]s\b| shell| prompt| user| account)|(?:^|\n)root\b/i
const MACHINE =
  /(?<![\w.])[a-z][\w-]{1,30}@[a-z][\w-]{1,60}\b(?!\.)|\b(?:box|machine|server|host|laptop|workstation|computer)(?:, [`'"]?[a-z][\w-]{1,40}[`'"]?,|[^.]{0,20} (?:called|named) | [`'"][a-z])|\b(?:calls?|named?) (?:it|itself) [a-z]|\bon [a-z][\w-]{2,30}(?= ?[(:])|\b(?:on|the) (?:box|host|machine|server|node|vm) [`'"]?[a-z]|\b(?:are|is|am|'re|'m|works?) on [a-z][\w-]{2,30}(?=[,.]|$)/
const PLACE =
  /(?:\bfind (?:yourself|herself|himself|themselves)|\blands?|\b(?:is|are|am|sits?|stands?|starts?|works?|begins?|opened?)(?: now)? in|\b(?:where|directory|folder|cwd|pwd|dir|place)|\bshell [^.]{1,30} at|, in)\b[:|. ]*(?:in |at )?[`'"]?(~?\/[\w./@+-]+|~|\/(?=[\s.,]|$))/i

/** Who is at the terminal, on which machine and where, if the text seems to tell it and was not understood. */
function identity(initial: Initial, clauses: readonly Clause[], body: string): Doubt[] {
  const text = [...new Set(clauses.map(({ sentence }) => sentence))].join('\n')
  const line = (fits: RegExp): string => fits.exec(text)?.[0] ?? ''
  const place = PLACE.exec(text)?.[1]?.replace(/[.]$/, '')
  const atHome = initial.cwd === initial.home
  const found: Doubt[] = []
  if (initial.prompt === null && initial.user === 'root' && !ROOT.test(body) && SOMEBODY.test(text))
    found.push({
      at: line(SOMEBODY),
      what: 'Whose terminal it is',
      shows: atHome
        ? /^(?:(?:whoami|id|groups|logname|pwd)(?: -\S+)*|crontab -l)$/
        : /^(?:(?:whoami|id|groups|logname)(?: -\S+)*|crontab -l)$/
    })
  if (initial.host === null && MACHINE.test(text))
    found.push({
      at: line(MACHINE),
      what: 'The name of the machine',
      shows: /^(?:hostname|hostnamectl|uname -(?:n|a))\b/
    })
  if (initial.prompt === null && place !== undefined && atHome && absolute(place, initial) !== initial.cwd)
    found.push({ at: line(PLACE), what: 'Where the terminal is', shows: /^(?:pwd|ls(?: -\S+)*)$/ })
  return found
}

/** The first doubt that one of the commands would show. */
export function doubted(
  commands: readonly Simple[],
  doubts: readonly Doubt[],
  at: { cwd: string; home: string }
): Doubt | null {
  for (const { name, word, args, from, to } of commands) {
    const line = [name, ...args].join(' ')
    const given = [word.includes('/') ? [word] : [], args.filter((arg) => !arg.startsWith('-')), from].flat()
    const paths = [...given, ...to].map((one) => absolute(one, at))
    // What is made in a folder is refused where that is nobody's to write in.
    const made = [...to, ...(MAKES.test(name) ? args : [])].map((one) => absolute(one, at).replace(/\/[^/]*$/, ''))
    const found = doubts.find(({ shows, path }) => {
      if (!shows.test(line) && !(word.includes('/') && shows.test(`${word} ${args.join(' ')}`))) return false
      if (path === undefined) return true
      return (
        paths.includes(path) ||
        (path.endsWith('/') && paths.some((one) => one.startsWith(path))) ||
        made.includes(path) ||
        (SHOWS_ALL.test(line) && (path === at.cwd || path.startsWith(`${at.cwd}/`)))
      )
    })
    if (found) return found
  }
  return null
}

const MAKES = /^(?:touch|mkdir|cp|mv|ln|rm|tee)$/
const SHOWS_ALL = /^(?:ls|find|tree|du|wc|stat)(?: -\S+)*$/
