// Files and folders that sentences tell of one after the other: "/srv/app is owned by deploy. It is mode 750. Inside is a VERSION file that says 4.2."
// Who is meant by "it", and where a name without a folder lies, follows from the sentences before.

import { absolute } from '../../domains/shell/commands.ts'
import type { StateChange } from '../../tree/ground.ts'
import { octal } from './facts/modes.ts'
import { denies } from './facts/said.ts'
import { type Mention, maskedIn, mentionsIn } from './mentions.ts'
import { contentIn, printedIn, scriptOf } from './thing-content.ts'

interface Thing {
  path: string
  kind: 'file' | 'folder' | null
  /** It is said to be there, and not only named. */
  there?: true
  content?: string
  to?: string
  owner?: string
  group?: string
  mode?: string
  runs?: true
  /** What the script shows when it is run; its text is not told. */
  prints?: string
  /** What is in the folder was told, and was not read. */
  unseen?: true
  appended?: string
  size?: number
  modified?: string
}

export interface ToldThings {
  /** Files, folders and links, in the order of the text. */
  made: StateChange[]
  /** Whose they are and who may use them, after all files are there. */
  after: StateChange[]
}

/** @param known paths whose content the text shows elsewhere @param places all that listings name */
export function thingsIn(
  sentences: readonly string[],
  { cwd, home, known, places }: { cwd: string; home: string; known: ReadonlySet<string>; places: readonly string[] }
): ToldThings {
  const things = new Map<string, Thing>([...places].map((path) => [path, { path, kind: null }]))
  let folder: string | null = null
  let subjects: Thing[] = []
  const thing = (path: string): Thing => {
    const made = things.get(path) ?? { path, kind: null }
    things.set(path, made)
    return made
  }
  for (const raw of sentences) {
    const { text, quotes } = maskedIn(raw)
    if (FOREIGN.test(text) && !OWNER.test(text) && !MODE.test(text)) continue
    const mentions = mentionsIn(text, quotes, (name) => named(name, things))
    const head = text.slice(0, mentions[0]?.at ?? text.length)
    const about = referents(head, { subjects, things, home, cwd })
    const inside = INSIDE.test(text)
    const last = subjects.at(-1)
    if (inside && last && last.kind === null && !/\.\w{1,8}$/.test(last.path)) last.kind = 'folder'
    if (inside && last?.kind === 'folder') folder = last.path
    let base: string | null = inside
      ? (folder ?? cwd)
      : AT_HOME.test(text) && !/\bhome (?:folder|directory) is\b/i.test(text)
        ? home
        : null
    for (const one of about) describe(one, { before: '', after: head, quotes })
    if (mentions.length === 0 && subjects.length > 1) inTheirOrder(text, subjects, quotes)
    const found: Thing[] = []
    let outer = base
    let empties = false
    let left = Number.POSITIVE_INFINITY
    for (const [index, mention] of mentions.entries()) {
      const before = text.slice(endOf(mentions[index - 1]), mention.at)
      const after = text.slice(endOf(mention), mentions[index + 1]?.at ?? text.length)
      // What a link leads to is told as such.
      if (index > 0 && LEADS.test(before)) continue
      // "pics with 3 files (a, b and c) and a text file list.txt": behind the bracket it is the folder around again.
      if (base !== outer && outer !== null && /\)(?:,| and|, and) (?:a|an|the) /.test(before)) base = outer
      // Behind as many as it is said to hold it is the folder around again.
      if (left-- === 0) base = outer
      empties = EMPTIES.test(before) || (empties && /^[`'"]?,? ?(?:and )?[`'"]?$/.test(before))
      const path = placed(mention, { base, cwd, home, known: things })
      const one = thing(path)
      one.kind ??= mention.kind
      if (!denies(`${before.slice(-24)}${after}`.replaceAll(/\([^()]*\)/g, ''))) {
        if (base !== null || THERE.test(before) || THERE.test(head)) one.there = true
        describe(one, { before, after, quotes, next: mentions[index + 1] })
      }
      if (empties && one.kind === 'file') one.content ??= ''
      found.push(one)
      if (
        (one.kind === 'folder' || (one.kind === null && !/\.\w{1,8}$/.test(path))) &&
        HOLDS.test(after) &&
        one.content === undefined
      ) {
        one.kind = 'folder'
        outer = base
        base = path
        folder = path
        left = COUNTS.indexOf(
          /\b(one|two|three|four|five|a single) files?\b/.exec(after.slice(0, 30))?.[1]?.replace('a single', 'one') ??
            ''
        )
        if (left < 1) left = Number.POSITIVE_INFINITY
        // What it holds is told in words that name no file.
        if (LISTS.test(after) && mentions[index + 1] === undefined) one.unseen = true
      } else if (one.kind === 'folder') folder = path
    }
    const shared = ALL.exec(text.slice(endOf(mentions.at(-1))))
    if (shared) for (const one of found) describe(one, { before: '', after: shared[0], quotes })
    // "a.log has the line "x", the other is empty": of two that were told before.
    const [, other] = /\bthe other(?: one)?\b([^.]*)$/i.exec(text) ?? []
    const rest = other === undefined ? [] : subjects.filter((one) => one.kind === 'file' && !found.includes(one))
    if (rest[0] && rest.length === 1 && found.length === 1)
      describe(rest[0], { before: '', after: other ?? '', quotes })
    if (found.length > 0) subjects = found
    else if (about.length > 0) subjects = about
  }
  return effectsOf([...things.values()], known)
}

const endOf = (mention: Mention | undefined): number => (mention ? mention.at + mention.length : 0)

// What is not of the files of this machine.
const FOREIGN = /\b(?:https?:\/\/|branch|commits?|stash|repository|endpoint|remote|crontab|cron)\b/i
const COUNTS = ['', 'one', 'two', 'three', 'four', 'five']
const INSIDE =
  /^(?:inside|within|in (?:it|there|the (?:folder|directory))|it (?:also )?(?:contains|holds|has)|the (?:folder|directory)(?: also)? (?:contains|holds|has)|there(?:'s| is| are) also)\b/i
const EMPTIES = /\bempty (?:text )?files?,? ?(?:called |named )?[:(]? ?[`'"]?$/i
const HOLDS =
  /^[`'"]?(?:,? (?:which|that))?(?: \([^()]{0,80}\))? ?(?:(?:is (?:an? |the )?(?:\w{1,12} )?(?:folder|directory),? )?(?:also |only |each )?(?:contains|holds|has|with|containing|holding)|,? and (?:in|inside) (?:it|there)(?: there)? (?:is|are|lies?)|: there(?:'s| is| are))\b/i
const AT_HOME =
  /(?:^|[,;] |\band )(?:in|inside) (?:my|your|the|his|her|their|its) home(?: folder| directory)?\b|\b(?:my|your|his|her|their|the) home (?:folder|directory)?,? ?[^.;]{0,20}\b(?:contains|holds|has)\b/i
const LISTS = /\b(?:contains|holds|containing|holding) (?!nothing|no |only nothing)/i
const THERE = /\b(?:there(?:'s| is| are)|contains?|holds?|inside is|exists?|you (?:find|have)|i have|has)\b/i
const LEADS = /(?:\bto|\bat|->|→) (?:the )?[`'"]?$/
const ALL = /(?:^|[,;] )(?:both|all)(?: of them)? (?:are |have |belong |is )?[^.;]{1,80}$/i

/** The things that the beginning of a sentence is about. */
function referents(
  head: string,
  { subjects, things, cwd }: { subjects: Thing[]; things: ReadonlyMap<string, Thing>; home: string; cwd: string }
): Thing[] {
  const last = subjects.at(-1)
  if (/^(?:both|all|they|these)\b/i.test(head)) {
    const apart = subjects.filter((one) => !subjects.some(({ path }) => path.startsWith(`${one.path}/`)))
    return apart.length > 1 ? apart : []
  }
  if (/^(?:the (?:folder|directory) (?:it|that) (?:lies|is) in|its (?:folder|directory))\b/i.test(head) && last) {
    const path = last.path.slice(0, last.path.lastIndexOf('/')) || '/'
    return [things.get(path) ?? put(things, path)]
  }
  if (/^the (?:folder|directory)\b/i.test(head)) {
    const folder = [...things.values()].findLast(({ kind }) => kind === 'folder')
    return [folder ?? things.get(cwd) ?? put(things, cwd)]
  }
  if (/^(?:the (?:file|script)|that file)\b/i.test(head)) return last && last.kind !== 'folder' ? [last] : []
  return /^(?:and )?(?:it|its|it's|this file)\b/i.test(head) && last ? [last] : []
}

/** "The first holds the line "a", the second one "b"": what is not said of a later one again is said of it too. */
function inTheirOrder(text: string, subjects: readonly Thing[], quotes: readonly string[]): void {
  if (!/^the first\b/i.test(text)) return
  for (const [at, part] of text.split(/,? (?:and |while )?(?=the (?:second|third|fourth|other|last)\b)/i).entries()) {
    const one = subjects[at]
    const after = part.replace(/^the \w{5,6}/i, '')
    if (!one || one.kind === 'folder') continue
    describe(one, { before: '', after, quotes })
    const same = at > 0 ? contentIn(` holds${after}`, quotes) : null
    if (same !== null) one.content ??= same
  }
}

/** The path that was told before and is called so, or has a folder of that name in it. */
function named(name: string, things: ReadonlyMap<string, Thing>): string | undefined {
  for (const { path, to } of things.values()) {
    for (const known of to === undefined || to.startsWith('/')
      ? [path]
      : [path, absolute(to, { cwd: path.slice(0, path.lastIndexOf('/')), home: '/' })]) {
      const at = `${known}/`.indexOf(`/${name}/`)
      if (at >= 0) return known.slice(0, at + name.length + 1)
    }
  }
  return undefined
}

function put(things: ReadonlyMap<string, Thing>, path: string): Thing {
  const made: Thing = { path, kind: 'folder' }
  // `as`: the caller's own map, which it hands out to be read.
  ;(things as Map<string, Thing>).set(path, made)
  return made
}

function placed(
  { name, kind }: Mention,
  { base, cwd, home, known }: { base: string | null; cwd: string; home: string; known: ReadonlyMap<string, Thing> }
): string {
  if (kind === 'folder' && base === null && cwd.endsWith(`/${name.replace(/\/$/, '')}`)) return cwd
  if (base === null && !name.includes('/')) {
    const all = [...known.keys()].filter((path) => path.endsWith(`/${name}`))
    if (all.length === 1 && all[0]) return all[0]
  }
  return absolute(name.replace(/(?<=.)\/$/, ''), { cwd: base ?? cwd, home })
}

const NAME = '[a-z_][a-z0-9_-]{0,31}'
const OWNER = new RegExp(
  `\\b(?:belongs? to|owned by|owner(?: is|:)?|(?:readable|accessible|usable|writable) only (?:by|for|to)) (?:the )?(?:user )?(${NAME})(?::(${NAME}))?`
)
// "which only max may read"
const KEPT = new RegExp(`\\bonly (?:user )?(${NAME}) (?:may|can) (?:read|open|see|enter)\\b`)
// "(644, ben:staff)"
const PAIR = new RegExp(`^[\`'"]?,? ?\\((?:[^()]{0,40}, )?(${NAME}):(${NAME})[,)]`)
// "is a directory of root:lab", "is root:lab, 2775"
const OF = new RegExp(`^[\`'"]? is (?:an? (?:directory|folder|file) of )?(${NAME}):(${NAME})\\b`)
const GROUP = new RegExp(`\\bgroup(?: is|:| owner)? (${NAME})\\b|\\b(?:its|the) group is (${NAME})\\b`)
const OWNS = new RegExp(
  `(?:^|\\b(?:and|user|account) |, )(?:[Tt]he )?(${NAME})(?: account| user)?(?: \\([^()]{0,80}\\))? owns (?:the (?:directory|folder|file) )?$`
)
const MODE = /\b(?:modes?|permissions?|chmod|bit)(?: is| are|:| of| =)? ?\(?(?:0o)?([0-7]{3,4})\b/i
// Behind "empty" a number is who may use it.
const SHARED =
  /^(?:both|all)(?: of them)?(?: are| have)? (0?[0-7]{3})$|\b(?:and )?is (0[0-7]{3})\b|^ \(([0-7]{3,4})[,)]|\((0[0-7]{3})\)|^[,:]? empty, ([0-7]{3,4})(?=$|[\s,;])|^[`'"]? is [a-z_][\w-]{0,31}:[a-z_][\w-]{0,31},? (?:with )?\(?(0?[0-7]{3,4})\b/i
const LETTERS = /(?:^|[\s(])[-d]?((?:[r-][w-][xsStT-]){3})(?=$|[\s),;.])/
const LINK =
  /\b(?:pointing|points|leads|leading|link(?:s|ed)?|link(?: called| named)? \S{1,60}) (?:to|at) (?:the )?(\S+)|(?:->|→) ?(\S+)/
const SIZE = /\b(\d{1,3}(?:,\d{3}){1,3}|\d{1,9}) bytes?\b/
const APPENDED =
  /\bline,? ⟦(\d+)⟧,? (?:(?:is |was )?(?:added|appended|put) )?(?:at the (?:end|bottom) of|to|in) (?:the (?:file|end of) )?$/
const MODIFIED =
  /\b(?:modified|changed|written|mtime|dated)(?: last)?(?: on| at|:| is)? (\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?)?(?: (?:UTC|[+-]\d{4})| ?Z)?)/i
const PLAIN = new Set(
  'group a an the this that it them us you me him her he she we they one everyone nobody somebody another others people members users owner owners admins administrators'.split(
    ' '
  )
)

function describe(
  one: Thing,
  {
    before,
    after,
    quotes,
    next
  }: { before: string; after: string; quotes: readonly string[]; next?: Mention | undefined }
): void {
  const [, owner, own] = OWNER.exec(after) ?? PAIR.exec(after) ?? OF.exec(after) ?? []
  const [, named, other] = GROUP.exec(after) ?? []
  const group = own ?? named ?? other
  const whose = owner ?? OWNS.exec(before)?.[1]
  if (whose !== undefined && !PLAIN.has(whose)) one.owner = whose
  if (group !== undefined && !PLAIN.has(group) && group !== 'is') one.group = group
  const keeper = KEPT.exec(after)?.[1]
  if (keeper !== undefined && !PLAIN.has(keeper)) {
    one.owner = keeper
    one.mode ??= one.kind === 'folder' ? '700' : '600'
  }
  const mode =
    MODE.exec(after)?.[1] ??
    SHARED.exec(after)
      ?.slice(1)
      .find((one) => one !== undefined) ??
    octal(LETTERS.exec(after)?.[1])
  if (mode !== undefined) one.mode = mode
  const near = before.slice(-40)
  if (
    /\bexecutable(?: \w{1,12}){0,2},? ?(?:called|named)? ?$/i.test(near) ||
    /\b(?:is|and)(?: also)? executable\b|^[`'"]? ?\((?:[^()]{0,60}, )?executable\b/i.test(after)
  )
    one.runs = true
  const [, leads, arrow] = LINK.exec(after) ?? []
  const to = leads ?? arrow ?? (next && LEADS.test(after) && /link/i.test(near + after) ? next.name : undefined)
  if (to !== undefined || (next && /(?:->|→) ?$/.test(after))) {
    const target = (to ?? next?.name ?? '').replaceAll(/^[`'"(]|[`'"),.;:]{1,3}$/g, '')
    if (/link/i.test(near + after) || arrow !== undefined)
      one.to = quotes[Number(/⟦(\d+)⟧/.exec(target)?.[1] ?? -1)] ?? target
  }
  const prints = printedIn(after, quotes)
  if (prints !== null) one.prints = prints
  const appended = APPENDED.exec(before)?.[1]
  if (appended !== undefined) one.appended = quotes[Number(appended)] ?? ''
  const size = SIZE.exec(after)?.[1]
  if (size !== undefined) one.size = Number(size.replaceAll(',', ''))
  if (one.size === 0 && one.kind === 'file') one.content ??= ''
  const modified = MODIFIED.exec(after)?.[1]
  if (modified !== undefined) one.modified = modified
  if (/^ (?:is\b[^,.;]*|\([^,.;()]*)\b(?:directory|folder)\b/.test(after)) one.kind = 'folder'
  const empty =
    /\bempty(?: \w{1,12}){0,2} ?(?:called|named)? ?$/i.test(near) ||
    /^(?:,| -| –|:)? ?(?:(?:which|that|and) )?(?:it )?(?:is |\()?(?:an )?empty\b(?! \w)/.test(after) ||
    /^ \((?:with )?nothing (?:in it|inside)?(?: yet)?\)/.test(after)
  const content = contentIn(after, quotes)
  if (one.kind !== 'folder' && content !== null) one.content ??= content
  else if (empty && one.kind === 'file') one.content ??= ''
  else if (empty) one.there = true
}

function effectsOf(things: readonly Thing[], known: ReadonlySet<string>): ToldThings {
  const made: StateChange[] = []
  const after: StateChange[] = []
  for (const {
    path,
    kind,
    there,
    content,
    to,
    owner,
    group,
    mode,
    runs,
    prints,
    appended,
    unseen,
    size,
    modified
  } of things) {
    const script = scriptOf({ path, runs, prints })
    if (to !== undefined) after.push({ do: 'link', path, to })
    else if (script !== null && content === undefined && !known.has(path))
      made.push({ do: 'write', path, content: script })
    else if (content !== undefined && !known.has(path)) made.push({ do: 'write', path, content })
    else if (unseen && ![...known, ...things.map((one) => one.path)].some((one) => one.startsWith(`${path}/`)))
      made.push({ do: 'claim', path, kind: 'folder' })
    else if (kind === 'folder' && (there || owner || mode)) made.push({ do: 'mkdir', path })
    else if (kind === 'file' && there && !known.has(path)) made.push({ do: 'claim', path, kind: 'file' })
    if (appended !== undefined) made.push({ do: 'append', path, content: `${appended}\n` })
    const bits = mode ?? (runs ? '755' : undefined)
    if (to === undefined && (owner ?? group ?? bits) !== undefined)
      after.push({
        ...{ do: 'mode', path },
        ...(owner !== undefined && { owner }),
        ...(group !== undefined && { group }),
        ...(bits !== undefined && { mode: bits })
      })
    if (size !== undefined || modified !== undefined)
      after.push({
        ...{ do: 'stamp', path },
        ...(size !== undefined && { size }),
        ...(modified !== undefined && { modified })
      })
  }
  return { made, after }
}
