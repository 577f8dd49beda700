// What is left over of each clause of an initial state: the counts, sizes, versions, modes, quoted words and names in it that nothing which was
// read of the text has made so, and what the clause is about.

import type { StateChange } from '../../tree/ground.ts'
import { type Clause, clauseOf, clausesIn } from './clauses.ts'

/** One thing that a clause states and that was not made so. */
export interface StatedValue {
  /** As an output would show it: a number without its unit, or words. */
  text: string
  /** Command lines that would show it; `null`: all that read what it is said of. */
  shows: RegExp | null
  /** How many there are of something, so that a listing shows it by its length. */
  counts: boolean
}

export interface Rest {
  text: string
  sentence: string
  /** Names in it, in lower case; paths as they stand. Of a row ("a-01 to a-12") all. */
  own: ReadonlySet<string>
  /** What it is about beside: the names of its heading, and of the sentence before where it has none. */
  near: ReadonlySet<string>
  /** All names of the sentence, of the one before and of its heading. */
  around: ReadonlySet<string>
  /** All of the clause's words in lower case. */
  words: ReadonlySet<string>
  values: readonly StatedValue[]
  /** It says that something is not there, or not so. */
  denies: boolean
  /** It says that what it names is not there. */
  absent: boolean
}

const DENIES =
  /\b(?:no|not|nor|neither|never|isn['’]?t|aren['’]?t|wasn['’]?t|hasn['’]?t|haven['’]?t|doesn['’]?t|without|missing|gone|absent|lacks?|removed|deleted|off|stopped|disabled|closed|down|empty|is free|ist frei|nothing|nicht|keine?n?|ohne|fehlt|leer)\b/i
const ABSENT =
  /\b(?:not (?:yet )?(?:installed|there|present|available|exist\w*|been|generated|created|in|on|the|from)|n['’]t (?:there|installed|exist|been|on|in|present|available)|missing|gone|absent|removed|deleted|fehlt|no longer|nicht (?:da|vorhanden|installiert|mehr)|(?:noch )?nicht$|keine?n?|no|without)\b/i
// What is to come, or what somebody is asked to do or not to do, is no state.
const FUTURE =
  /^\W{0,3}(?:set|run|use|add|try|type|press|call|start|check|see|make|open)\b|^\$ |\b(?:should|must|will|would|shall|going to|wants?|tasks?|goals?|make sure|expected|asked to|supposed|if|unless|for example|such as|don['’]?t|do not|never|please|bitte|soll(?:en|te)?)\b/i
const JOINS = / (?:and|und|but|aber|whose|so that) (?=\S+ \S)/
const VERB =
  /\b(?:is|are|was|were|has|have|had|exists?|holds?|contains?|lists?|points?|belongs?|runs?|there['’]s|it['’]s|ist|sind|war|hat|haben|enthält|liegt|gibt|gehört|läuft|zeigt|must|should|will|[a-z]+n['’]t)\b/i
// It goes on with what the sentence before is about.
const GOES_ON =
  /^(?:[-*•|] ?|\d{1,3}[.)] ?)?\*{0,2}(?:there|it|its|they|their|each|all|both|inside|in it|one|every|not|es|darin|dort|nicht|jede\w*|alle|beide)\b/i
const BULLET = /^(?:[-*•|]|\d{1,3}[.)]) ?/
const NUMBERS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen',
    'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn'
  ].flatMap((row) => row.split(' ').map((word, at) => [word, String(at + 2)]))
)

const DATE = /^(?:stat|ls -\w*[lt]|find\b.*-(?:newer|mtime|mmin|printf)|date -r|git (?:log|show|blame))/
// The words around a number that tell what it is of.
const OF_NUMBER: readonly { said: RegExp; shows: RegExp | null; counts?: true }[] = [
  { said: /^[^\n]{0,3}(?:days?|hours?|minutes?|weeks?|months?|years?|am|pm|Uhr|Tagen?|Stunden?)\b/i, shows: DATE },
  {
    said: /^ ?(?:[KMGT]i?B?|bytes?|kilobytes|megabytes|gigabytes)\b/i,
    shows: /^(?:stat|ls -\w*[lsh]|du|wc -\w*c|find\b.*-(?:size|printf)|df|free|lsblk)/
  },
  { said: /^ ?(?:lines?|Zeilen?|rows?|entries|records|words?|characters)\b/i, shows: /^(?!ls|stat|du|file|find)\S/ }
]
const BEFORE_NUMBER: readonly { said: RegExp; shows: RegExp }[] = [
  { said: /\b(?:uid|gid)[ :=(]*$/i, shows: /^(?:id|getent|stat|ls -\w*[ln]|\S+ \/etc\/(?:passwd|group))/ },
  { said: /\b(?:pid|process)[ :=(]*(?:is |was )?$/i, shows: /^(?:ps|pgrep|pidof|top|kill|ss|lsof|\S+ \/proc\/)/ },
  { said: /\bports?[ :=(]*(?:\d+(?:,| and| und| or)? )*$/i, shows: /^(?:ss|netstat|lsof|nc|curl)\b/ }
]
const MODE = /^0?[0-7]{3}$|^[02467][0-7]{3}$/
const OF_MODE = /\b(?:mode|permissions?|chmod|rechte|perms)\b/i
const SHOWS_MODE = /^(?:stat|ls -\w*l|find\b.*-(?:perm|printf)|namei|getfacl|umask)/
const VERSION = /^v?\d+\.\d+(?:\.\d\S*)?$/
const SHOWS_VERSION =
  /^git (?:tag|describe)|(?:^| )-{0,2}version\b|(?:^| )-[vV]\b|^(?:dpkg|apt|apt-cache|pip3?|npm|rpm|apk|dnf)\b|^(?:cat|head|grep|sed|awk|less|jq|python[\d.]* -c|node -[ep])\b/

/** A number as an output may have it: without sign, unit, commas, and zeros before it. */
export const plainNumber = (word: string): string =>
  word
    .replaceAll(',', '')
    .replace(/^[v~<>≈]+/, '')
    .replace(/(?<=\d)(?:%|[KMGTkmgt]i?[Bb]?|th|st|nd|rd)$/, '')
    .replace(/^0+(?=\d)/, '')

/** Everything that the clauses of `body` state and that is in none of the `effects`. */
export function restsIn(body: string, effects: readonly StateChange[]): Rest[] {
  const found: Rest[] = []
  let [heading, before, sentence]: [string[], string[], string] = [[], [], '']
  let [earlier, now]: [string[], string[]] = [[], []]
  const people = new Set(effects.flatMap((one) => (one.do === 'user' ? one.name : [])))
  const text = body.replaceAll(/ ?\.{2,3} ?(?=\S)/g, ' … ')
  for (const clause of clausesIn(text, effects, { all: true }).flatMap(present)) {
    const own = subjectsOf(clause)
    if (clause.sentence !== sentence) {
      if (!BULLET.test(clause.sentence)) heading = []
      earlier = [
        ...(now.length > 0 ? earlier.slice(-MOST_EARLIER) : earlier),
        ...now.filter((name) => /^[~/]./.test(name))
      ]
      now = []
    }
    now = [...now, ...own]
    const goesOn = (own.length === 0 && !people.has(clause.text.split(' ')[0] ?? '')) || GOES_ON.test(clause.text)
    const last = before.filter((name, _, all) => shapeOf(name) === shapeOf(all.at(-1) ?? ''))
    const near = [...(goesOn ? last : []), ...(BULLET.test(clause.sentence) ? heading : [])]
    // Settings are no things that a sentence goes on with.
    if (own.length > 0) before = own.filter((name) => !clause.text.includes(`${name.toUpperCase()}=`))
    sentence = clause.sentence
    if (sentence.endsWith(':') || /^#{1,6} /.test(sentence)) heading = own
    found.push({
      text: clause.text,
      sentence,
      around: new Set([...heading, ...earlier, ...now]),
      own: new Set(own),
      near: new Set(near),
      words: new Set([...clause.words].map((word) => word.toLowerCase())),
      values: valuesOf(clause, effects, [...own, ...near].map(lastOf)),
      denies: DENIES.test(clause.text.replaceAll(/"[^"]*"/g, '""')),
      absent: ABSENT.test(clause.text)
    })
  }
  return found
}

/** The parts of a clause that tell what is so now, each with its own verb. */
function present(clause: Clause): Clause[] {
  const parts: string[] = []
  for (const part of clause.text.split(JOINS)) {
    const last = parts.at(-1)
    if (last !== undefined && !(VERB.test(part) && VERB.test(last))) parts[parts.length - 1] = `${last} and ${part}`
    else parts.push(part)
  }
  if (parts.length === 1) return FUTURE.test(clause.text) ? [] : [clause]
  return parts.flatMap((part) => (FUTURE.test(part) ? [] : [clauseOf(part, clause.sentence)]))
}

const shapeOf = (name: string): string => name.replaceAll(/\d+/g, '#')

/** The last part of a path, in lower case. */
export const lastOf = (name: string): string =>
  (name.replace(/\/$/, '').split('/').at(-1) ?? '').toLowerCase().replace(/^~/, '')

const subjectsOf = ({ names, text }: Clause): string[] => {
  const ran = text.match(/\b[A-Za-z][\w+-]{1,30}(?= v?\d+\.\d)/g) ?? []
  const own = [...names, ...ran]
    .map((name) => name.toLowerCase().replace(/(?<=.)\/$/, ''))
    .filter((name) => /[\p{L}_]/u.test(lastOf(name)) && name.length > 1 && !UNIT.test(name) && !NO_NAME.test(name))
  return [...own, ...(ROW.test(text) ? rowOf(own) : [])]
}

const ROW = /\.{2,3}|…|–| (?:to|bis|through|until) /
const MOST_IN_ROW = 200

/** "a-01.log to a-12.log": all between two names that differ in one number. */
function rowOf(names: readonly string[]): string[] {
  const parted = names.map((name) => {
    const [whole = '', digits, back] = /(?<!\d)(\d{1,9})(\D{0,60})$/.exec(name) ?? []
    return { front: name.slice(0, name.length - whole.length), digits, back }
  })
  return parted.flatMap(({ front, digits: first, back }, at) => {
    const { front: before, digits: last, back: behind } = parted[at + 1] ?? {}
    if (first === undefined || last === undefined || front !== before || back !== behind) return []
    const length = Math.min(Number(last) - Number(first), MOST_IN_ROW)
    return Array.from({ length: Math.max(0, length - 1) }, (_, step) =>
      [front, String(Number(first) + step + 1).padStart(first.startsWith('0') ? first.length : 0, '0'), back].join('')
    )
  })
}

// Of what was said before, as many paths may be meant.
const MOST_EARLIER = 2
const NO_NAME =
  /^(?:can|old|new|without|with|little|our|primary|working|current|hidden|exists?|text|environment|other|same|empty|running|single|only|local|remote|main|home|no|has|have|to|from|by|entry|read-only)$/
const UNIT = /^(?:v?\d[\d.,]*\w{0,2}|[kmgt]i?b|ram|utc|os|id|ok|e\.g|i\.e|etc)$/

function valuesOf(clause: Clause, effects: readonly StateChange[], about: readonly string[]): StatedValue[] {
  const { text } = clause
  const made = effects.filter(
    (one) => OF_ALL.test(one.do) || about.length === 0 || about.some((name) => isOf(one, name))
  )
  const raw = [...made.map((one) => JSON.stringify(one)), ...sizesOf(made)].join('\n')
  const tokens = new Set(raw.split(/[^\w.:/-]+/).flatMap((word) => [plainNumber(word), ...word.split(/[/:]/)]))
  const counted = new Set(made.flatMap((one) => countsOf(one, effects)))
  const isMade = (value: string): boolean => tokens.has(value) || counted.has(value)
  const found: StatedValue[] = []
  for (const { 0: word, index } of text.matchAll(/[\p{L}\d@+~./:%,_-]+/gu)) {
    const bare = word.replace(/^[(~]+/, '').replace(/(?<![.:,/-])[.:,/-]+$/, '')
    const number = NUMBERS[bare.toLowerCase()] ?? (/^[v~]?\d/.test(bare) ? plainNumber(bare) : null)
    if (number === null || isMade(number)) continue
    // Names are counted too: "three files: a.py, b.py and c.py".
    const names = new Set(clause.sentence.match(/(?<![\w-])[\w-]{1,100}\.[a-z]\w{0,7}\b/g) ?? [])
    if (String(names.size) === number) continue
    const [behind, front] = [text.slice(index + word.length), text.slice(0, index)]
    const unit = /(?<=\d)[KMGTkmgt]i?[Bb]?$/.exec(bare)?.[0] ?? ''
    const of =
      BEFORE_NUMBER.find(({ said }) => said.test(front)) ?? OF_NUMBER.find(({ said }) => said.test(`${unit}${behind}`))
    const shows =
      of?.shows ??
      ((MODE.test(bare) && bare.startsWith('0')) || (MODE.test(bare) && OF_MODE.test(text))
        ? SHOWS_MODE
        : VERSION.test(bare)
          ? SHOWS_VERSION
          : /^\d{4}-\d\d/.test(bare)
            ? DATE
            : null)
    const counts = shows === null && /^\d+$/.test(number) && /^ +(?!percent|prozent)\p{L}/iu.test(behind)
    found.push({ text: number, shows, counts })
  }
  for (const [, one, other] of text.matchAll(/"([^"\n]{2,200})"|“([^”\n]{2,200})”/g)) {
    // `-e "NAME=value"`
    const quote = (one ?? other ?? '').replace(/^[A-Z_]{1,40}=/, '')
    if (!raw.includes(JSON.stringify(quote).slice(1, -1))) found.push({ text: quote, shows: QUOTED, counts: false })
  }
  if (GROUPS.test(clause.sentence))
    for (const name of clause.names)
      if (/^[a-z_][\w-]{1,30}$/.test(name) && !tokens.has(name) && !ARTICLE.test(name) && !GROUPS.test(name))
        found.push({ text: name, shows: /^(?:id|groups|getent)\b/, counts: false })
  for (const [, name = ''] of text.matchAll(
    /\b(?:by|owner|owned by|belongs to|gehört|von|group|gruppe):? ([a-zA-Z][\w-]{1,30})\b/gi
  ))
    if (!tokens.has(name) && !ARTICLE.test(name))
      found.push({
        text: name,
        shows: /^(?:stat|ls -\w*l|find\b.*-(?:user|group|printf)|git|id|getent|ps)\b/,
        counts: false
      })
  return found
}

/** Commands that may show words that a text quotes. */
export const QUOTED = /^(?!ls|stat|du|find|file)\S/

const GROUPS = /\b(?:groups?|gruppen?|members?|mitglied\w*)\b/i
const ARTICLE =
  /^(?:the|a|an|this|that|its?|his|her|my|your|our|hand|default|one|all|itself|der|die|das|dem|den|und|and|is|of|in|root|users?)$/i

const OF_ALL = /^(?:hardware|clock|service|user|group|system|host)$/

const isOf = (one: StateChange, name: string): boolean =>
  one.do === 'git' ||
  ('path' in one
    ? lastOf(one.path) === name || one.path.split('/').some((part) => part.toLowerCase() === name)
    : JSON.stringify(one).toLowerCase().includes(`"${name}`))

/** Numbers that what was made comes to: its lines, what lies in it, and its bytes. */
function countsOf(one: StateChange, effects: readonly StateChange[]): string[] {
  if (!('path' in one)) return []
  if (one.do === 'git') return [one.commits, one.branches, one.tags].flatMap((all) => (all ? [String(all.length)] : []))
  if (one.do === 'write') {
    const lines = one.content.replace(/\n$/, '').split('\n')
    return [lines.length, lines.filter((line) => line.trim() !== '').length, lines.length - 1, one.content.length].map(
      String
    )
  }
  const inside = new Set(
    effects.flatMap((other) =>
      'path' in other && other.path.startsWith(`${one.path}/`) && other.do !== 'remove'
        ? [other.path.slice(one.path.length + 1).split('/')[0] ?? '']
        : []
    )
  )
  return inside.size > 0 ? [String(inside.size)] : []
}

/** Sizes of memory and disks, of which an effect has KiB, in the units that texts have. */
const sizesOf = (made: readonly StateChange[]): string[] =>
  made.flatMap((one) =>
    one.do === 'hardware'
      ? [one.memory?.size, one.disk?.size, one.disk?.free, one.swap].flatMap((size = 0) =>
          [1024, 1000, 1024 ** 2, 1000 ** 2, 1024 ** 3].map((unit) => String(Math.round((size / unit) * 10) / 10))
        )
      : []
  )
