// Files and folders that sentences tell of one after the other: "/srv/app is owned by deploy. It is mode 750. Inside is a VERSION file that says 4.2."
// Who is meant by "it", and where a name without a folder lies, follows from the sentences before.

import { absolute } from '../../domains/shell/commands.ts'
import type { StateChange } from '../../tree/ground.ts'
import { denies } from './facts/said.ts'
import { type Mention, maskedIn, mentionsIn } from './mentions.ts'
import { contentIn, scriptOf } from './thing-content.ts'
import { describe, LEADS, MODE, OWNER, type ToldThing } from './thing-traits.ts'

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
  const things = new Map<string, ToldThing>([...places].map((path) => [path, { path, kind: null }]))
  let folder: string | null = null
  let topic: string | null = null
  let subjects: ToldThing[] = []
  const thing = (path: string): ToldThing => {
    const made = things.get(path) ?? { path, kind: null }
    things.set(path, made)
    return made
  }
  for (const raw of sentences) {
    const { text, quotes } = maskedIn(raw)
    if (FOREIGN.test(text) && !OWNER.test(text) && !MODE.test(text)) continue
    const mentions = joined(
      mentionsIn(text, quotes, (name) => named(name, things)),
      text
    )
    const head = text.slice(0, mentions[0]?.at ?? text.length)
    const about = referents(head, { subjects, things, home, cwd })
    const inside = INSIDE.test(text)
    const last = subjects.findLast(({ path }) => !/^\/(?:dev|proc|sys)\//.test(path))
    if (inside && last && last.kind === null && !/\.\w{1,8}$/.test(last.path)) last.kind = 'folder'
    if (inside && last?.kind === 'folder') folder = last.path
    let base: string | null = inside
      ? (folder ?? cwd)
      : topic !== null && BESIDE.test(text)
        ? topic
        : AT_HOME.test(text) && !/\bhome (?:folder|directory) is\b/i.test(text)
          ? home
          : null
    const isTopic = TOPIC.test(text) && mentions[0] !== undefined
    if (isTopic && mentions[0]) {
      topic = placed(mentions[0], { base: null, cwd, home, known: things })
      folder = topic
    }
    const [, ofFolder] = OF_FOLDER.exec(text) ?? []
    if (ofFolder !== undefined && folder !== null && about.length === 0)
      describe(thing(folder), { before: '', after: ofFolder, quotes })
    for (const one of about) describe(one, { before: '', after: head, quotes })
    if (mentions.length === 0 && subjects.length > 1) inTheirOrder(text, subjects, quotes)
    const found: ToldThing[] = []
    let outer = base
    let empties = false
    let left = Number.POSITIVE_INFINITY
    for (const [index, mention] of mentions.entries()) {
      const before = text.slice(endOf(mentions[index - 1]), mention.at)
      const after = text.slice(endOf(mention), mentions[index + 1]?.at ?? text.length)
      // What a link leads to is told as such.
      if (index > 0 && LEADS.test(before)) continue
      // What an archive holds lies nowhere yet.
      if (
        index > 0 &&
        /\.(?:zip|tar|tgz|jar|7z|gz|bz2|xz|zst)$/i.test(mentions[index - 1]?.name ?? '') &&
        HOLDS.test(before)
      )
        break
      // "pics with 3 files (a, b and c) and a text file list.txt": behind the bracket it is the folder around again.
      if (base !== outer && outer !== null && /\)(?:,| and|, and) (?:a|an|the) /.test(before)) base = outer
      // Behind as many as it is said to hold it is the folder around again.
      if (left-- === 0) base = outer
      empties = EMPTIES.test(before) || (empties && /^[`'"]?,? ?(?:and )?[`'"]?$/.test(before))
      const isNew = NEW.test(before) || (isTopic && index > 0)
      const path = placed(mention, { base: base ?? (isNew ? topic : null), cwd, home, known: things })
      const one = thing(path)
      one.kind ??= mention.kind
      // That it may not be run is said of a file that is there.
      const isNot = NOT_RUN.test(after)
      if (isNot || !denies(`${before.slice(-24)}${after}`.replaceAll(/\([^()]*\)/g, ''))) {
        if (
          base !== null ||
          (mention.kind === 'file' && (isNew || (mention.at === 0 && IS_THERE.test(after)))) ||
          THERE.test(before) ||
          THERE.test(head)
        )
          one.there = true
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

/** "rotate.sh in /opt/app is ...": one thing, by the path of both. */
function joined(mentions: readonly Mention[], text: string): Mention[] {
  const found: Mention[] = []
  for (const one of mentions) {
    const last = found.at(-1)
    const between = last ? text.slice(endOf(last), one.at) : ''
    const isOfIt =
      last?.kind === 'file' &&
      !last.name.includes('/') &&
      /^[~/]/.test(one.name) &&
      one.kind !== 'file' &&
      /^[`'"]? (?:in|inside|under) (?:the )?(?:folder |directory )?[`'"]?$/.test(between)
    if (last && isOfIt)
      found[found.length - 1] = {
        ...last,
        name: `${one.name.replace(/\/$/, '')}/${last.name}`,
        length: one.at + one.length - last.at
      }
    else found.push(one)
  }
  return found
}

const endOf = (mention: Mention | undefined): number => (mention ? mention.at + mention.length : 0)

// What is not of the files of this machine.
const FOREIGN = /\b(?:https?:\/\/|branch|commits?|stash|repository|endpoint|remote|crontab|cron)\b/i
const COUNTS = ['', 'one', 'two', 'three', 'four', 'five']
const INSIDE =
  /^(?:inside|within|in (?:it|there|the (?:folder|directory))|it (?:also )?(?:contains|holds|has)|the (?:folder|directory)(?: also)? (?:contains|holds|has)|there(?:'s| is| are) also)\b|\b(?:have|has|are|is|lie|keep) [^.;:]{0,60}\b(?:in|inside) there\b/i
// What the sentences after it are about too: "In ~/shop there is a script run.sh."
const TOPIC =
  /^[Ii]n (?:the (?:folder|directory) )?[`'"]?[~/][^\s,]*,? (?:there (?:is|are)|you (?:find|have)|he|she|they|lies?|sits?)\b/
// "writes to this folder, so it is owned by app:app"
const OF_FOLDER =
  /\b(?:this|that) (?:folder|directory),? (?:so|and|which is why) (?:it|the (?:folder|directory))( (?:is|has|belongs)\b.*)$/i
// "train.py reads it": what something is told of is there.
const IS_THERE =
  /^[`'"]? (?:has|have|holds|contains|reads|prints|writes|starts|runs|loads|lists|defines|takes) (?!to\b|been\b)/
const BESIDE = / (?:lies|lie|is|are|sits?) (?:beside|next to) (?:it|them)\b/i
const NEW =
  /(?:^|[,;] |\band )(?:also )?(?:an?|one|another) (?:[\w-]{1,14} ){0,2}(?:file|script|program)(?:,? (?:called|named),?)? [`'"]?$/i
const EMPTIES = /\bempty (?:text )?files?,? ?(?:called |named )?[:(]? ?[`'"]?$/i
const HOLDS =
  /^[`'"]?(?:,? (?:which|that))?(?: \([^()]{0,80}\))? ?(?:(?:is (?:an? |the )?(?:\w{1,12} )?(?:folder|directory),? )?(?:also |only |each )?(?:contains|holds|has|with|containing|holding)|,? and (?:in|inside) (?:it|there)(?: there)? (?:is|are|lies?)|: there(?:'s| is| are))\b/i
const NOT_RUN =
  /^[`'"]?,? (?:(?:and|but|which|that|it) ){0,2}(?:is not|isn['’]t|is no longer)(?: \w{1,12})? executable\b/
const AT_HOME =
  /(?:^|[,;] |\band )(?:in|inside) (?:my|your|the|his|her|their|its) home(?: folder| directory)?\b|\b(?:my|your|his|her|their|the) home (?:folder|directory)?,? ?[^.;]{0,20}\b(?:contains|holds|has)\b/i
const LISTS =
  /\b(?:contains|holds|containing|holding) (?!nothing|no |only nothing)|^[`'"]? with (?:\d[\d,]{0,8}|several|many|dozens of|hundreds of|some|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?!empty)[a-z]/i
const THERE = /\b(?:there(?:'s| is| are)|contains?|holds?|inside is|exists?|you (?:find|have)|i have|has)\b/i
const ALL = /(?:^|[,;] )(?:both|all)(?: of them)? (?:are |have |belong |is )?[^.;]{1,80}$/i

/** The things that the beginning of a sentence is about. */
function referents(
  head: string,
  {
    subjects,
    things,
    cwd
  }: { subjects: ToldThing[]; things: ReadonlyMap<string, ToldThing>; home: string; cwd: string }
): ToldThing[] {
  const last = subjects.at(-1)
  if (/^(?:both|all|they|these)\b/i.test(head)) {
    const apart = subjects.filter((one) => !subjects.some(({ path }) => path.startsWith(`${one.path}/`)))
    return apart.length > 1 ? apart : []
  }
  if (/^(?:the (?:folder|directory) (?:it|that) (?:lies|is) in|its (?:folder|directory))\b/i.test(head) && last) {
    const path = last.path.slice(0, last.path.lastIndexOf('/')) || '/'
    return [things.get(path) ?? put(things, path)]
  }
  if (/^(?:the|this|that) (?:folder|directory)\b/i.test(head)) {
    const folder = [...things.values()].findLast(({ kind }) => kind === 'folder')
    return [folder ?? things.get(cwd) ?? put(things, cwd)]
  }
  if (/^(?:the (?:file|script)|that file)\b/i.test(head)) return last && last.kind !== 'folder' ? [last] : []
  return /^(?:and )?(?:it|its|it's|this file)\b/i.test(head) && last ? [last] : []
}

/** "The first holds the line "a", the second one "b"": what is not said of a later one again is said of it too. */
function inTheirOrder(text: string, subjects: readonly ToldThing[], quotes: readonly string[]): void {
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
function named(name: string, things: ReadonlyMap<string, ToldThing>): string | undefined {
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

function put(things: ReadonlyMap<string, ToldThing>, path: string): ToldThing {
  const made: ToldThing = { path, kind: 'folder' }
  // `as`: the caller's own map, which it hands out to be read.
  ;(things as Map<string, ToldThing>).set(path, made)
  return made
}

function placed(
  { name, kind }: Mention,
  { base, cwd, home, known }: { base: string | null; cwd: string; home: string; known: ReadonlyMap<string, ToldThing> }
): string {
  if (kind === 'folder' && base === null && cwd.endsWith(`/${name.replace(/\/$/, '')}`)) return cwd
  if (base === null && !name.includes('/')) {
    const all = [...known.keys()].filter((path) => path.endsWith(`/${name}`))
    if (all.length === 1 && all[0]) return all[0]
  }
  return absolute(name.replace(/(?<=.)\/$/, ''), { cwd: base ?? cwd, home })
}

function effectsOf(things: readonly ToldThing[], known: ReadonlySet<string>): ToldThings {
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
    modified,
    dangles
  } of things) {
    const script = scriptOf({ path, runs, prints })
    if (to !== undefined) {
      after.push({ do: 'link', path, to })
      if (dangles) after.push({ do: 'remove', path: to })
    } else if (script !== null && content === undefined && !known.has(path))
      made.push({ do: 'write', path, content: script })
    else if (content !== undefined && !known.has(path)) made.push({ do: 'write', path, content })
    else if (unseen && ![...known, ...things.map((one) => one.path)].some((one) => one.startsWith(`${path}/`)))
      made.push({ do: 'claim', path, kind: 'folder' })
    else if (kind === 'folder' && (there || owner || mode)) made.push({ do: 'mkdir', path })
    else if (kind === 'file' && (there || size !== undefined) && !known.has(path))
      made.push({ do: 'claim', path, kind: 'file' })
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
