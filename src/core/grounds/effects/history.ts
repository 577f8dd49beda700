// The commits of a repository: messages in quotes, lists of them, and what `git log` prints.

import type { StateChange } from '../../tree/ground.ts'
import { commandOn } from './facts/prompt.ts'
import type { Ref } from './refs.ts'

type Repository = Extract<StateChange, { do: 'git' }>
type Commit = Exclude<Repository['commits'][number], string>

// "The last two commits are" begins with the last one.
const LATEST = /\b(?:last|latest|newest|most recent) (?:two|three|four|five|six|seven|eight|\d{1,3}) commits?\b/i

/** Messages in quotes behind "history" or "last commit", each with its author and date where they follow; oldest first. */
export function historyIn(text: string): Repository['commits'] {
  const entries = entriesIn(text.split('\n'))
  if (entries.length > 0) return entries
  const [, order = 'newest', history] =
    /\bhistory(?:, (newest|oldest) first)?:\s*([^\n]*)/i.exec(text) ??
    inOrderIn(text) ??
    /\b(?:history|commits|log),? \(?(newest|oldest) first\)?:\s*([^\n]*)/i.exec(text) ??
    []
  const counted = /\b(?:two|three|four|five|six|seven|eight|\d{1,3}) commits?\b[^\n."]{0,40}"[^\n]*/i.exec(text)?.[0]
  const last =
    /\b(?:last|one|latest|first|single|letzte|einzige) commit\b[^\n]*|\bHEAD(?: is)?(?: at)?:? (?:[0-9a-f]{7,40} \(?)?(?=")[^\n]*|\bcommitted (?:as|in) (?:\w{1,10} )?"[^\n]*/i.exec(
      text
    )?.[0]
  const told =
    (history ?? counted ?? last ?? '').split(
      /(?<=")\.(?= )|\.(?= [A-Z`])|(?<=");(?= (?:and )?(?:an? |another |there |branch ))/
    )[0] ?? ''
  const oldest =
    history === undefined && counted !== undefined
      ? !(/\bnewest first\b|\b(?:and|then),? (?:before|below) (?:it|that)\b/i.test(counted) || LATEST.test(text))
      : order.toLowerCase() !== 'newest'
  const parts = told.split('"')
  const commits = parts.flatMap((quoted, at): Repository['commits'] => {
    if (at % 2 === 0 || at === parts.length - 1 || !quoted) return []
    const [own = '', within] = /^(?=[0-9a-f]*\d)([0-9a-f]{7,40}) (?=\S)/.exec(quoted) ?? []
    const message = quoted.slice(own.length)
    const behind = (parts[at + 1] ?? '').split(';')[0] ?? ''
    const hash = within ?? hashBeside(parts[at - 1] ?? '', behind)
    const by =
      /^\)?,? (?:(?:authored|written|made|committed) )?(?:by|from(?= \p{Lu})) ([^,<(.\n]{1,60}?)(?: <([^>\s]{1,80})>)?(?=,| on | at |\)|\.|$)/u.exec(
        behind
      )
    const date = DATE.exec(behind)?.[0]
    return [by || date || hash ? commitOf({ message, author: by?.[1], email: by?.[2], date, hash }) : message]
  })
  const { 1: hash, 2: plain = '' } = (commits.length === 0 ? PLAIN.exec(text) : null) ?? []
  if (plain) {
    const [by = '', author, email] = BY.exec(plain.trim()) ?? []
    return [commitOf({ message: plain.trim().slice(0, plain.trim().length - by.length), author, email, hash })]
  }
  return oldest ? commits : commits.reverse()
}

/** "4be12f0, is "Add x"", ""Add x" (4be12f0)". */
const hashBeside = (before: string, behind: string): string | undefined =>
  /(?<![\w-])(?=[0-9a-f]{0,39}\d)([0-9a-f]{7,40})[`)]?(?:[,:]|,? is| [-–—])? \(?$/.exec(before)?.[1] ??
  /^,? [`(](?:commit )?(?=[0-9a-f]*\d)([0-9a-f]{7,40})[`)]/.exec(behind)?.[1]

/** "Its history on main, from first to last: ..." */
function inOrderIn(text: string): [string, string, string] | null {
  const [, from = '', list] =
    /\b(?:history|commits|log)(?: (?:on|of) [\w./-]{1,60})?,? \(?from (first|oldest|newest|last|latest) to \w{4,8}\)?:\s*([^\n]*)/i.exec(
      text
    ) ?? []
  return list === undefined ? null : ['', /^(?:first|oldest)$/i.test(from) ? 'oldest' : 'newest', list]
}

// "Last commit: 3f9c1ab add mean", "HEAD is at 3f9c1ab add mean".
const PLAIN =
  /\b(?:(?:last|latest|only|single|one|most recent) commit(?: is)?|HEAD(?: is)?(?: now)?(?: at)?):? [`(]?([0-9a-f]{7,40})[`)]?[:,]?(?: [-–—])? ([^"`\n]{2,100}?)(?=[.;](?:\s|$)|\n|$)/i

const BY = /,? by (\p{Lu}[\p{L}.'-]{0,30}(?: \p{Lu}[\p{L}.'-]{0,30}){0,3})(?: <([^>\s]{1,80})>)?$/u

const HEAD =
  /\b(?:history|git log|log|commits)\b[^\n"]{0,60}:$|^#{1,6} [^\n"]{0,40}\b(?:history|git log|commits)\b[^\n"]{0,40}$/i
// A list below it is of commits, whatever its entries look like.
const SURELY = /\b(?:(?:commit|git) (?:history|log)|recent commits|commits (?:on|so far|in|of)|commits? ?\()/i
const ENTRY =
  /^\s{0,4}(?:[-*•] |(\d{1,3})[.)] )(?:`?([0-9a-f]{7,40})`? )?(?:(\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?)?),?:? )?(?:(\p{Lu}[^"<\n:]{1,60}?)(?: <([^>\s]{1,80})>)?(?:,|:| -| –| —)? )?"([^"\n]{1,200})"([^\n]*)$/u

// "  c3 Fix rounding": indented, with a short name of its own before it.
const BARE = /^\s{2,8}(?:[-*•] )?[0-9a-f]{2,12}:? {1,4}(\p{Lu}[^"\n]{1,100})$/u

/** A list below "History, newest first:" with an entry for each commit; oldest first. */
function entriesIn(lines: readonly string[]): Repository['commits'] {
  const head = lines.findIndex((line) => HEAD.test(line.replaceAll('*', '').trim()))
  if (head < 0) return []
  const first = lines[head + 1] === '' ? head + 2 : head + 1
  const found: Commit[] = []
  let numbered = false
  for (let at = first; ; at++) {
    const line = lines[at] ?? ''
    const bare = ENTRY.test(line) ? undefined : BARE.exec(line)?.[1]
    if (bare !== undefined) {
      found.push({ message: bare })
      continue
    }
    const [, number, hash, date, author, email, message, behind = ''] = ENTRY.exec(line) ?? []
    if (message === undefined) {
      const plain = plainEntry(line, SURELY.test(lines[head] ?? ''))
      if (plain === null) break
      found.push(plain)
      numbered ||= /^\s*\d/.test(line) && !HASH.test(line)
      continue
    }
    numbered ||= number !== undefined
    const by = /\bby ([^,<(.\n]{1,60}?)(?: <([^>\s]{1,80})>)?(?=,| on | at |\)|\.|$)/.exec(behind)
    const dated = date ?? DATE.exec(behind)?.[0]
    found.push(commitOf({ message, author: author ?? by?.[1], email: email ?? by?.[2], date: dated, hash }))
  }
  const [oldest = '', newest = ''] = [found[0]?.date, found.at(-1)?.date]
  const said = lines[head] ?? ''
  const isOldest = /\boldest first\b/i.test(said) || (!/\b(?:newest|latest) first\b/i.test(said) && numbered)
  const rises = ISO.test(oldest) && ISO.test(newest) && oldest < newest
  return isOldest || rises ? found : found.reverse()
}

/** Without what joins its parts at either end. */
function bareOf(text: string): string {
  const words = text.split(' ')
  const joins = (word: string | undefined) => word !== undefined && /^(?:[,:|–—-]*|on)$/.test(word)
  while (words.length > 0 && joins(words[0])) words.shift()
  while (words.length > 0 && joins(words.at(-1))) words.pop()
  return words
    .join(' ')
    .replace(/^[,:]|[,:]$/g, '')
    .trim()
}

const HASH = /^\s{0,8}(?:(?:[-*•]|\d{1,3}[.)]) )?[`(]?([0-9a-f]{7,40})[`)]?[:,]? +(?:[-–—] )?/
const WHO =
  /(?: [-–—] |,? by )(\p{Lu}[\p{L}.'-]{0,30}(?: \p{Lu}[\p{L}.'-]{0,30}){0,3}|[a-z_][\w.-]{0,30})(?: <([^>\s]{1,80})>)?$/u
const NOTE_WHO =
  /^(?:by )?(\p{Lu}[\p{L}.'-]{0,30}(?: \p{Lu}[\p{L}.'-]{0,30}){0,3}|[a-z_][a-z\d_.-]{1,30})(?: <([^>\s]{1,80})>)?$/u

/** "- b81c2f4 Fix typo (Lea Maur, 2024-02-03)", "- 2024-02-03: Fix typo by lea": a message without quotes. @param sure without a hash too */
function plainEntry(line: string, sure: boolean): Commit | null {
  const hash = HASH.exec(line)?.[1]
  const hashed = hash !== undefined
  if (!hashed && !(sure && /^\s{0,8}(?:[-*•]|\d{1,3}[.)]) /.test(line))) return null
  const bare = line
    .replace(HASH, '')
    .replace(/^\s*(?:[-*•]|\d{1,3}[.)]) /, '')
    .replaceAll('`', '')
    .trim()
  const [noted = '', note = ''] = / \(([^()]{1,120})\)$/.exec(bare) ?? []
  const parts = note.split(/, | on /).map((part) => part.trim())
  const isNote = noted !== '' && parts.every((part) => DATE.test(part) || NOTE_WHO.test(part))
  const [by, inNote] = isNote
    ? [
        parts.map((part) => (DATE.test(part) ? null : NOTE_WHO.exec(part))).find((one) => one !== null),
        parts.find((part) => DATE.test(part))
      ]
    : []
  const plain = isNote ? bare.slice(0, -noted.length) : bare
  const date = DATE.exec(plain)?.[0]
  const undated = date === undefined ? plain : bareOf(plain.replace(date, ''))
  const who = hashed || date !== undefined ? WHO.exec(undated) : null
  const message = (who ? undated.slice(0, -who[0].length) : undated).trim().replaceAll(/^"|"$/g, '')
  const { 1: author, 2: email } = by ?? who ?? []
  return /^[\p{L}\d[]/u.test(message)
    ? commitOf({ message, author, email, hash, date: inNote === undefined ? date : DATE.exec(inNote)?.[0] })
    : null
}

// As people count: "last week", "two days ago".
const COUNTED = 'a an two three four five six seven eight nine ten'.split(' ')
const DATE =
  /\b(?:yesterday|last (?:week|month|year)|(?:an?|two|three|four|five|six|seven|eight|nine|ten) (?:minute|hour|day|week|month|year)s? ago)\b|\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?: ?[+-]\d\d:?\d\d|Z)?)?|\d{1,3} (?:minute|hour|day|week|month|year)s? ago/

function commitOf(given: { message: string; [part: string]: string | undefined }): Commit {
  const { message, author, email, date, hash } = given
  return {
    message,
    ...(author && { author }),
    ...(email && { email }),
    ...(date && { date: inDigits(date) }),
    ...(hash && { hash })
  }
}

/** "two days ago" as "2 days ago", which is what programs read. */
function inDigits(date: string): string {
  const [first = '', ...rest] = date.split(' ')
  const at = COUNTED.indexOf(first)
  return at < 0 ? date : [Math.max(1, at), ...rest].join(' ')
}

// "2025-03-01 10:00 "Add calc"": a date and what was said then.
const DATED = /^\(?(\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?)\)?[:,]? "?([^"\n]+)"?$/
const ISO = /^\d{4}-\d\d-\d\d/
const ONELINE = /^\s*(?:[*|] )*([0-9a-f]{7,40}) (?:\(([^)\n]*)\) )?(\S[^\n]*)$/

// `git log --format=%s`, with other options beside it.
const SUBJECTS = /^git log(?: -\S{1,20})? --(?:format|pretty)=(?:tformat:|format:)?["']?%s["']?(?: -\S{1,20})?$/

/** The lines that a command printed which shows subjects alone. */
function subjectsIn(lines: readonly string[]): string[] {
  const at = lines.findIndex((line) => SUBJECTS.test(commandOn(line) ?? ''))
  if (at < 0) return []
  const rest = lines.slice(at + 1)
  const end = rest.findIndex((line) => line === '' || commandOn(line) !== null || /[$#%] ?$/.test(line))
  return end < 0 ? rest : rest.slice(0, end)
}

/** What `git log` prints, whole or a line each, newest first; the commits come oldest first. */
export function logIn(lines: readonly string[]) {
  const found = {
    commits: [] as Repository['commits'],
    branch: null as string | null,
    branches: [] as Ref[],
    tracked: [] as Ref[],
    tags: [] as Ref[]
  }
  found.commits = subjectsIn(lines).reverse()
  const refs = (list: string | undefined): void => {
    const back = found.commits.length
    for (const ref of list?.split(', ') ?? []) {
      if (ref.startsWith('tag: ')) found.tags.push({ name: ref.slice(5), back })
      else if (ref.startsWith('HEAD -> ')) found.branch = ref.slice(8)
      else if (/^(?:origin|upstream)\//.test(ref)) found.tracked.push({ name: ref, back })
      else if (ref !== 'HEAD') found.branches.push({ name: ref, back })
    }
  }
  for (const [at, line] of lines.entries()) {
    const [, hash, list, message] = ONELINE.exec(line) ?? []
    // A line in a sentence's list of commits has its message in quotes.
    if (hash !== undefined && message !== undefined && !message.startsWith('"')) {
      refs(list)
      const [, date, told] = DATED.exec(message) ?? []
      found.commits.unshift(commitOf({ message: told ?? message, date, hash }))
    }
    const [, whole, decoration] = /^commit ([0-9a-f]{7,40})(?: \(([^)\n]*)\))?$/.exec(line) ?? []
    if (whole === undefined) continue
    refs(decoration)
    const [, author, email] = /^Author: ([^<\n]{1,80}?) <([^>\s]{1,80})>$/.exec(lines[at + 1] ?? '') ?? []
    const date = /^(?:Author)?Date: +(\S[^\n]*)$/.exec(lines[at + 2] ?? '')?.[1]
    const body: string[] = []
    for (let next = at + 4; /^ {4}|^$/.test(lines[next] ?? '-'); next++) body.push((lines[next] ?? '').slice(4))
    const text = body.join('\n').trim()
    if (text) found.commits.unshift(commitOf({ message: text, author, email, date, hash: whole }))
  }
  // Git shows the newest first; a list that people write may begin with the oldest.
  const [first, last] = [found.commits[0], found.commits.at(-1)].map((one) =>
    typeof one === 'object' ? one.date : null
  )
  if (first && last && ISO.test(first) && ISO.test(last) && first > last) {
    found.commits.reverse()
    for (const one of [...found.tags, ...found.branches, ...found.tracked])
      one.back = found.commits.length - 1 - one.back
  }
  return found
}
