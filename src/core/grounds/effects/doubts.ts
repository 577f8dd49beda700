// Statements of an initial state that no rule has read: the machine would show its own in their place, so the model answers for the commands that
// show what they are about.

import { absolute, type Simple } from '../../domains/shell/commands.ts'
import type { StateChange } from '../../tree/ground.ts'
import { type Clause, clausesIn } from './clauses.ts'
import type { Doubt, DoubtTopic } from './doubt-topic.ts'
import { TOPICS } from './doubt-topics.ts'
import { foreignDoubts, isForeign } from './foreign.ts'
import type { Initial } from './initial.ts'
import { foldersIn, misplacedIn } from './misplaced.ts'
import { isUnended } from './names.ts'

/** What of `body` the machine does not show. @param terminal somebody sits at it */
export function doubtsIn(body: string, initial: Initial, { terminal = true }: { terminal?: boolean } = {}): Doubt[] {
  const { effects } = initial
  const [said, all] = [clausesIn(body, effects), clausesIn(body, effects, { all: true })]
  const found = TOPICS.flatMap(({ said: fits, isRead, all: denied, ofPath, of, ...topic }): Doubt[] =>
    (denied ? all : said).flatMap((clause, at, clauses) => {
      if (!fits.test(clause.text)) return []
      const earlier = clauses.slice(0, at).findLast(({ sentence }) => sentence !== clause.sentence)
      const own = clauses
        .filter(({ sentence }) => sentence === clause.sentence)
        .flatMap(({ names }) => [...names].filter((name) => !/^(?:home|current|working|can|may|must|not)$/.test(name)))
      const read = { effects, clause, near: own.length > 0 ? own : [...(earlier?.names ?? [])] }
      if (isRead(read)) return []
      const doubt: Doubt = { at: clause.text, ...topic }
      const only = of?.(read)
      if (only) return only.length > 0 ? [{ ...doubt, names: only }] : []
      if (!ofPath) return [doubt]
      // "A folder called old with 37 pictures"
      const folders =
        ofPath === 'folder' && pathIn(clause.text, ofPath, initial) === null ? foldersIn(clause.sentence) : []
      if (folders.length > 0) return [{ ...doubt, names: folders }]
      // "All files belong to ada": those that lie where the shell stands.
      if (
        /\b(?:all|every)(?: other| the| of the)? files?\b|^everything\b/i.test(clause.sentence) &&
        ofPath === 'either'
      )
        return [{ ...doubt, path: `${initial.cwd}/` }]
      // "It is 0600": of the file before.
      const [path = null] = [clause.text, clause.sentence, earlier?.sentence ?? ''].flatMap(
        (one) => pathIn(one, ofPath, initial) ?? []
      )
      // "each with 1,000 rows": of all that lie beside it.
      if (ofPath === 'file' && path !== null && /\beach\b/.test(clause.sentence))
        return [{ ...doubt, path: path.slice(0, path.lastIndexOf('/') + 1) }]
      if (path === null) {
        const own = clause.names.size > 0 ? [clause] : clauses.filter(({ sentence }) => sentence === clause.sentence)
        const names = own.flatMap((one) => [...one.names].filter((name) => /[a-z]/i.test(name)))
        return names.length > 0 ? [{ ...doubt, names }] : []
      }
      const isKnown =
        /^\/(?:dev|proc|sys)\//.test(path) ||
        (ofPath !== 'either' && isShown(path, effects) && !holdsMore(clause.text, path, effects))
      return isKnown ? [] : [{ ...doubt, path }]
    })
  )
  // What has only a size takes no room on the machine's disk.
  const bare = effects.flatMap((one): Doubt[] =>
    one.do === 'stamp' && one.size && !effects.some((other) => other.do === 'write' && other.path === one.path)
      ? [{ at: one.path, what: 'How much room files take', shows: /^du\b/, path: one.path }]
      : []
  )
  // One line for each thing is enough for whoever reads them.
  const seen = new Set<string>()
  const loose = misplacedIn(said, effects, initial).map(
    (path): Doubt => ({
      ...{ at: path.slice(path.lastIndexOf('/') + 1), what: 'Where files lie', path },
      ...{ shows: /^(?!(?:touch|mkdir|echo|printf)\b)\S/, changedBy: /^(?:touch|cp|mv|rm)\b|> \S/ }
    })
  )
  const who = terminal ? identity(initial, said, body) : []
  return [...who, ...(isForeign(body) ? foreignDoubts(initial) : []), ...found, ...loose, ...bare].filter(
    ({ what, path = '', names = [] }) => {
      const key = `${what} ${path} ${names.join(' ')}`
      return !seen.has(key) && seen.add(key)
    }
  )
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

/** More lines are told of than are shown: the first ones alone. */
function holdsMore(text: string, path: string, effects: readonly StateChange[]): boolean {
  const told = /\b(\d[\d,]{0,11}) (?:\w{1,12} )?(?:lines|rows|entries|records)\b/i.exec(text)?.[1]
  const shown = effects.find((one) => one.do === 'write' && one.path === path)
  const lines = shown?.do === 'write' ? shown.content.split('\n').length - 1 : null
  return told !== undefined && lines !== null && Number(told.replaceAll(',', '')) > lines
}

// Somebody is at the terminal, and is not root.
const SOMEBODY =
  /\/home\/[a-z]\w|\bcurrent_user\b|\b[Mm]y (?:user|login|account|name)|\b[Ii](?: am|['’]m) (?!(?:in|at|on|an?|the|not|just|now|\w{2,20}ing)\b)[a-z]|\b[Uu]sers? (?:is |named |called )?[`'"]?[a-z][\w-]{1,30}[`'"]? (?:works?|is logged|has (?:a|the) shell|sits)|(?<![\w.])[a-z][\w-]{1,30}@[a-z][\w-]{1,60}\b(?!\.)|\b(?:[Ll]og(?:s|ged)? in|[Ww]orks? as|[Aa]ccount|[Ll]ogin|[Ww]ho|[Ss]ession|[Ss]hell of|[Mm]e:)/
const ROOT =
  /\b(?:as|are|is|am|user|login|account|shell|prompt|session|'re|'m)[:=]? (?:the )?[`'"*]{0,2}root\b|\broot(?:@|['’]s\b| shell| prompt| user| account)|(?:^|\n)root\b/i
const MACHINE =
  /(?<![\w.])[a-z][\w-]{1,30}@[a-z][\w-]{1,60}\b(?!\.)|\b(?:host|machine|node|hostname)(?: ?name)?['’]?s? ?(?:[:=]|name is) ?\S|\bname of (?:the|this|my) \w|^[a-z]{1,30}[\d.-][\w.-]{1,60} (?:is|runs|has) |\b(?:box|machine|server|host|laptop|workstation|computer|lab|VM|node) ?(?:\([`'"]?[a-z]| [a-z][a-z0-9]{0,20}-?\d|[a-z0-9 ]{0,3}[a-z][a-z0-9]{0,20}-[a-z0-9]{0,20}\d|["“`]|, [`'"]?[a-z][\w-]{1,40}[`'"]?,|[^.]{0,20} (?:called|named) | [`'"][a-z])|\b(?:calls?|named?) (?:it|itself) [a-z]|\bon [a-z][\w-]{2,30}(?= ?[(:])|\b(?:on|the) (?:box|host|machine|server|node|vm) [`'"]?[a-z]|\b(?:are|is|am|'re|'m|works?) on [a-z][\w-]{2,30}(?=[,.]|$)/
const PLACE =
  /(?:\bfind (?:yourself|herself|himself|themselves)|\blands?|\b(?:is|are|am|sits?|stands?|starts?|works?|begins?|opened?)(?: now)? in|\bwhere (?:you|I|we) (?:are|am)|\b(?:where|directory|folder|cwd|pwd|dir|place)|\bshell [^.]{1,30} at|, in)\b[:|. ]*(?:in |at )?[`'"]?(~?\/[\w./@+-]+|~|\/(?=[\s.,]|$))/i

// What is done where the shell stands.
export const RELATIVE =
  /^(?:pwd|(?:ls|find|tree|du)(?: -\S+)*)$|^(?:git(?! -C)|make|npm|cargo|pytest)\b|^(?!(?:echo|printf|which|type|command|id|groups|getent|ps|pgrep|pidof|kill|ss|ip|uname|hostname|systemctl|service|apt|apt-get|pip3?|expr|sleep|seq|man|sed|awk|tr|xargs|jq|sudo|export|set|curl|wget|ssh|ping|docker|crontab|date|cd|git)\b)[\w.]+(?: -\S+| \d+)* (?![~/-])\S|^\.\.?\//

/** Who is at the terminal, on which machine and where, if the text seems to tell it and was not understood. */
function identity(initial: Initial, clauses: readonly Clause[], body: string): Doubt[] {
  const text = [...new Set(clauses.map(({ sentence }) => sentence))].join('\n')
  const line = (fits: RegExp): string => fits.exec(text)?.[0] ?? ''
  const place = PLACE.exec(text)?.[1]?.replace(/[.]$/, '')
  const atHome = initial.cwd === initial.home || /^~/.test(place ?? '')
  const found: Doubt[] = []
  if (initial.prompt === null && initial.user === 'root' && !ROOT.test(body) && SOMEBODY.test(text))
    found.push({
      at: line(SOMEBODY),
      what: 'Whose terminal it is',
      shows: atHome
        ? /^(?:(?:whoami|id|groups|logname|pwd|ls|find|tree|du)(?: -\S+)*|crontab -l)$|^(?:ls|cd|cat|head|tail|wc|stat|find|tree|du)(?: -\S+)* [\w.]/
        : /^(?:(?:whoami|id|groups|logname)(?: -\S+)*|crontab -l)$/
    })
  if (initial.host === null && MACHINE.test(text))
    found.push({
      at: line(MACHINE),
      what: 'The name of the machine',
      shows: /^(?:hostname|hostnamectl|uname -(?:n|a))\b/
    })
  if (
    initial.prompt === null &&
    place !== undefined &&
    !/\.\w{1,8}$/.test(place) &&
    atHome &&
    !(initial.user !== 'root' && text.includes(initial.home)) &&
    absolute(place, initial) !== initial.cwd
  )
    found.unshift({ at: line(PLACE), what: 'Where the terminal is', shows: RELATIVE })
  return found
}

/** The first doubt that one of the commands would show. */
export function doubted(
  commands: readonly Simple[],
  doubts: readonly Doubt[],
  { earlier = () => [], ...at }: { cwd: string; home: string; earlier?: () => readonly Simple[] }
): Doubt | null {
  let cwd = at.cwd
  for (const { name, word, args, from, to } of commands) {
    const here = { ...at, cwd }
    if (name === 'cd' && args[0] !== undefined) cwd = absolute(args[0], here)
    const line = [name, ...args].join(' ')
    // What is written somewhere is made there.
    const whole = [line, ...to.map((one) => `> ${one}`)].join(' ')
    // What `echo` prints is no path, nor what `which` looks for.
    const named = OF_WORDS.test(name) ? [] : args.filter((arg) => !arg.startsWith('-'))
    const given = [word.includes('/') ? [word] : [], named, from].flat()
    const paths = [...given, ...to].map((one) => absolute(one, here))
    // What is made in a folder is refused where that is nobody's to write in.
    const made = [...to, ...(MAKES.test(name) ? args : [])].map((one) => absolute(one, here).replace(/\/[^/]*$/, ''))
    const found = doubts.find(({ shows, path, names, changedBy, known, exceptMade }) => {
      if (!shows.test(line) && !shows.test(whole) && !(word.includes('/') && shows.test(`${word} ${args.join(' ')}`)))
        return false
      if (changedBy && isChanged(earlier(), { path, names, changedBy })) return false
      if (known && paths.length > 0 && paths.every((one) => known.includes(one))) return false
      if (exceptMade && given.length > 0) {
        const made = new Set(earlier().flatMap((one) => [...one.to, ...(MAKES.test(one.name) ? one.args : [])]))
        return ![...made].some((one) => paths.includes(absolute(one, here)))
      }
      // A listing shows what lies in its folder, or where somebody is.
      const roots = SHOWS_ALL.test(line) ? (given.length > 0 ? paths : [here.cwd]) : []
      const isListed = (one: string): boolean =>
        roots.some((root) =>
          IS_FLAT.test(line) ? folderOf(one) === root : one === root || one.startsWith(`${root.replace(/\/$/, '')}/`)
        )
      if (names) {
        if (isNamed(names, [line, word, ...from, ...to, ...(given.length === 0 ? roots : [])])) return true
        const whole = names.flatMap((one) => (/^[~/]./.test(one) ? absolute(one.replace(/\/$/, ''), here) : []))
        return whole.some((one) => paths.includes(one) || isListed(one))
      }
      if (path === undefined) return true
      return (
        paths.includes(path) ||
        (path.endsWith('/') && paths.some((one) => one.startsWith(path))) ||
        made.includes(path) ||
        isListed(path) ||
        (given.length === 0 && roots.includes(path))
      )
    })
    if (found) return found
  }
  return null
}

const isNamed = (names: readonly string[], words: readonly string[]): boolean => {
  const parts = new Set(words.flatMap((word) => [...word.split(/[\s=:]+/), ...word.split(/[^\w@+.-]+/)]))
  return names.some((name) => parts.has(name.replace(/\/$/, '')))
}

/** Whether the session itself has since changed what is doubted. */
const isChanged = (
  earlier: readonly Simple[],
  { path, names, changedBy }: { path: string | undefined; names: readonly string[] | undefined; changedBy: RegExp }
): boolean => {
  const own = path === undefined ? names : [path.slice(path.lastIndexOf('/') + 1)]
  return earlier.some(({ name, args, to }) => {
    const line = [name, ...args, ...to.map((one) => `> ${one}`)].join(' ')
    return changedBy.test(line) && (own === undefined || isNamed(own, [line]))
  })
}

const OF_WORDS =
  /^(?:echo|printf|date|which|type|id|groups|getent|ps|pgrep|pidof|kill|ss|free|uname|hostname|systemctl|expr|sleep|seq)$/
const MAKES = /^(?:touch|mkdir|cp|mv|ln|rm|tee)$/
const SHOWS_ALL = /^(?:ls|find|tree|du|wc|stat)(?: -\S+)*(?: [^-\s]\S*)?$/
// Only what lies in the folder itself.
const IS_FLAT = /^(?:ls(?! (?:-\S+ )*-\w*R)|stat|wc)\b/
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/'
