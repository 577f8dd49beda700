// A git repository as an initial state tells of it: history, branches, tags, remotes, and what is not committed.

import type { StateChange } from '../../tree/ground.ts'
import { type Author, authorOf, identityIn } from './authors.ts'
import { commandOn } from './facts/prompt.ts'
import { namesIn } from './names.ts'
import {
  backFrom,
  branchesIn,
  currentIn,
  forked,
  historiesIn,
  leftIn,
  moreIn,
  ORDINALS,
  type Ref,
  tagsIn
} from './refs.ts'

type Repository = Extract<StateChange, { do: 'git' }>
type Commit = Exclude<Repository['commits'][number], string>
type Pending = NonNullable<Repository['pending']>[number]

const NONE = /\b(?:no git\b|not a git repository|no git repository|not under version control|git is not used)/i

/** @param path of its folder @param user whose it is @param ignored what git is not to see @returns `[]` where the text tells of none, or that there is none */
export function repositoryIn(
  text: string,
  path: string,
  { user = 'root', ignored = [] }: { user?: string; ignored?: readonly string[] } = {}
): Repository[] {
  const lines = text.split('\n')
  const about = lines.filter((line) => /\bgit\b/i.test(line))
  const told = historyIn(text)
  // A "repo" with a branch and commits is git's.
  const current = currentIn(text)
  const named = current !== undefined && (told.length > 0 || /\bcommits?\b/i.test(text))
  const logged = logIn(lines)
  const pending = pendingIn(text)
  const tells =
    about.some((line) =>
      /\b(?:repository|branch|commit(?:s|ted)?|history|clean|initiali[sz]ed|checkout|under git)\b|\bgit:/i.test(line)
    ) ||
    (about.length > 0 && pending.length > 0)
  if (NONE.test(text) || !(tells || named || logged.commits.length > 0)) return []
  const branch = logged.branch ?? current ?? 'main'
  const author = authorOf(text)
  const histories = historiesIn(text)
  const commits = logged.commits.length > 0 ? logged.commits : (histories.get(branch) ?? told)
  // Files of a clean repository are in a commit, though none is named; so are those of one that something is not committed in.
  const clean =
    /\b(?:(?:working )?tree|working (?:directory|copy)|checkout|repo(?:sitory)?) is (?:otherwise )?clean\b/i.test(
      text
    ) || about.some((line) => /\bclean\b/i.test(line) && !/\b(?:not clean|no commits?)\b/i.test(line))
  if ((clean || pending.length > 0) && !commits.length && !/\bno commits?\b/i.test(text)) commits.push('Initial commit')
  const base = /\b(?:ahead of|behind) [`'"]?(?!origin\/)([\w./-]*\w)/i.exec(text)?.[1]
  const more = [...moreIn(text), ...leftIn(text, commits)].filter(
    (one) => typeof one === 'object' && !histories.has(one.name)
  )
  const apart = new Set(more.map((one) => (typeof one === 'string' ? one : one.name)))
  const branches = [...new Set([...(base ? [base] : []), ...branchesIn(text), ...histories.keys()])]
    .filter((one) => one !== branch && !apart.has(one) && !logged.branches.some(({ name }) => name === one))
    .map((one) => forked(one, { commits, own: histories.get(one) }))
  const others = [
    ...branches,
    ...more,
    ...logged.branches.filter((one) => one.name !== branch).map((one) => backFrom(one, commits.length))
  ]
  const tags = tagsIn(text, { commits, logged: logged.tags })
  const remotes = remotesIn(text)
  const written = author ? commits.map((one) => writtenBy(one, author)) : commits
  const authors = written.flatMap((one) => (typeof one === 'string' ? [] : authorOfCommit(one)))
  const unseen = [...new Set([...ignored, ...ignoredIn(text)])]
  const identity = identityIn(text, { authors, user, commits: commits.length })
  return [
    {
      ...{ do: 'git', path, branch, commits: written },
      ...(identity && { identity }),
      ...(others.length > 0 && { branches: others }),
      ...(tags.length > 0 && { tags }),
      ...(remotes.length > 0 && { remotes }),
      ...(unseen.length > 0 && { ignored: unseen }),
      ...(pending.length > 0 && { pending })
    }
  ]
}

/** A commit that nobody is named for is that author's, whose address may be told apart. */
function writtenBy(commit: Repository['commits'][number], { name, email }: Author): Commit {
  const own = typeof commit === 'string' ? { message: commit } : commit
  return own.author === undefined || own.author === name ? { author: name, ...(email && { email }), ...own } : own
}

const authorOfCommit = ({ author, email }: Commit): Author[] =>
  author === undefined ? [] : [{ name: author, ...(email && { email }) }]

// "The last two commits are" begins with the last one.
const LATEST = /\b(?:last|latest|newest|most recent) (?:two|three|four|five|six|seven|eight|\d{1,3}) commits?\b/i

/** Messages in quotes behind "history" or "last commit", each with its author and date where they follow; oldest first. */
function historyIn(text: string): Repository['commits'] {
  const entries = entriesIn(text.split('\n'))
  if (entries.length > 0) return entries
  const [, order = 'newest', history] =
    /\bhistory(?:, (newest|oldest) first)?:\s*([^\n]*)/i.exec(text) ??
    inOrderIn(text) ??
    /\b(?:history|commits|log),? \(?(newest|oldest) first\)?:\s*([^\n]*)/i.exec(text) ??
    []
  const counted = /\b(?:two|three|four|five|six|seven|eight|\d{1,3}) commits?\b[^\n."]{0,40}"[^\n]*/i.exec(text)?.[0]
  const last = /\b(?:last|one|latest|first|single) commit\b[^\n]*|\bcommitted (?:as|in) (?:\w{1,10} )?"[^\n]*/i.exec(
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
  const commits = parts.flatMap((message, at): Repository['commits'] => {
    if (at % 2 === 0 || at === parts.length - 1 || !message) return []
    const behind = (parts[at + 1] ?? '').split(';')[0] ?? ''
    const by = /^,? by ([^,<(.\n]{1,60}?)(?: <([^>\s]{1,80})>)?(?=,| on | at |\)|\.|$)/.exec(behind)
    const date = DATE.exec(behind)?.[0]
    return [by || date ? commitOf({ message, author: by?.[1], email: by?.[2], date }) : message]
  })
  const plain = commits.length === 0 ? PLAIN.exec(text)?.[1]?.trim() : undefined
  if (plain) return [plain]
  return oldest ? commits : commits.reverse()
}

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
  /\b(?:(?:last|latest|only|single|one|most recent) commit(?: is)?|HEAD(?: is)?(?: now)?(?: at)?):? [`(]?[0-9a-f]{7,40}[`)]?[:,]?(?: [-–—])? ([^"`\n]{2,100}?)(?=[.;](?:\s|$)|\n|$)/i

const HEAD = /\b(?:history|git log|log|commits)\b[^\n"]{0,60}:$/i
const ENTRY =
  /^\s{0,4}(?:[-*•] |(\d{1,3})[.)] )(?:`?[0-9a-f]{7,40}`? )?(?:(\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?)?),?:? )?(?:(\p{Lu}[^"<\n:]{1,60}?)(?: <([^>\s]{1,80})>)?(?:,|:| -| –| —)? )?"([^"\n]{1,200})"([^\n]*)$/u

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
    const [, number, date, author, email, message, behind = ''] = ENTRY.exec(line) ?? []
    if (message === undefined) break
    numbered ||= number !== undefined
    const by = /\bby ([^,<(.\n]{1,60}?)(?: <([^>\s]{1,80})>)?(?=,| on | at |\)|\.|$)/.exec(behind)
    const dated = date ?? DATE.exec(behind)?.[0]
    found.push(commitOf({ message, author: author ?? by?.[1], email: email ?? by?.[2], date: dated }))
  }
  const [oldest = '', newest = ''] = [found[0]?.date, found.at(-1)?.date]
  const said = lines[head] ?? ''
  const isOldest = /\boldest first\b/i.test(said) || (!/\b(?:newest|latest) first\b/i.test(said) && numbered)
  const rises = ISO.test(oldest) && ISO.test(newest) && oldest < newest
  return isOldest || rises ? found : found.reverse()
}

const DATE =
  /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?: ?[+-]\d\d:?\d\d|Z)?)?|\d{1,3} (?:minute|hour|day|week|month|year)s? ago/

function commitOf(given: { message: string; [part: string]: string | undefined }): Commit {
  const { message, author, email, date } = given
  return { message, ...(author && { author }), ...(email && { email }), ...(date && { date }) }
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
function logIn(lines: readonly string[]) {
  const found = {
    commits: [] as Repository['commits'],
    branch: null as string | null,
    branches: [] as Ref[],
    tags: [] as Ref[]
  }
  found.commits = subjectsIn(lines).reverse()
  const refs = (list: string | undefined): void => {
    const back = found.commits.length
    for (const ref of list?.split(', ') ?? []) {
      if (ref.startsWith('tag: ')) found.tags.push({ name: ref.slice(5), back })
      else if (ref.startsWith('HEAD -> ')) found.branch = ref.slice(8)
      else if (ref !== 'HEAD' && !ref.startsWith('origin/')) found.branches.push({ name: ref, back })
    }
  }
  for (const [at, line] of lines.entries()) {
    const [, hash, list, message] = ONELINE.exec(line) ?? []
    // A line in a sentence's list of commits has its message in quotes.
    if (hash !== undefined && message !== undefined && !message.startsWith('"')) {
      refs(list)
      const [, date, told] = DATED.exec(message) ?? []
      found.commits.unshift(told === undefined ? message : commitOf({ message: told, date }))
    }
    const [, whole, decoration] = /^commit ([0-9a-f]{7,40})(?: \(([^)\n]*)\))?$/.exec(line) ?? []
    if (whole === undefined) continue
    refs(decoration)
    const [, author, email] = /^Author: ([^<\n]{1,80}?) <([^>\s]{1,80})>$/.exec(lines[at + 1] ?? '') ?? []
    const date = /^(?:Author)?Date: +(\S[^\n]*)$/.exec(lines[at + 2] ?? '')?.[1]
    const body: string[] = []
    for (let next = at + 4; /^ {4}|^$/.test(lines[next] ?? '-'); next++) body.push((lines[next] ?? '').slice(4))
    const text = body.join('\n').trim()
    if (text) found.commits.unshift(commitOf({ message: text, author, email, date }))
  }
  // Git shows the newest first; a list that people write may begin with the oldest.
  const [first, last] = [found.commits[0], found.commits.at(-1)].map((one) =>
    typeof one === 'object' ? one.date : null
  )
  if (first && last && ISO.test(first) && ISO.test(last) && first > last) {
    found.commits.reverse()
    for (const one of [...found.tags, ...found.branches]) one.back = found.commits.length - 1 - one.back
  }
  return found
}

/** What is not committed: told in sentences, or as `git status` prints it, short or long. */
function pendingIn(text: string): Pending[] {
  const found = new Map<string, Pending>()
  const add = (path: string, is: Pending['is'], line?: number): void => {
    if (!found.has(path)) found.set(path, { path, is, ...(line !== undefined && { line }) })
  }
  for (const line of text.split('\n')) {
    const [, code = '', short] =
      /^([ MADR?]{2}) ([^\s].*)$/.exec(line) ?? /^\s*(?:git )?status: {1,2}([MADR?]{1,2}) {1,2}(\S+)$/i.exec(line) ?? []
    if (short !== undefined && /[MADR?]/.test(code)) add(short, SHORT[code.trim().charAt(0)] ?? 'changed')
    const [, word = '', long] = /^\s+(modified|new file|deleted): +(\S.*)$/.exec(line) ?? []
    if (long !== undefined) add(long, word === 'modified' ? 'changed' : word === 'deleted' ? 'deleted' : 'staged')
  }
  for (const whole of text.split(/[.;](?=\s|$)|\n/)) {
    const sentence = whole.replace(/\bstash\b[^,]*/i, '')
    const is = UNCOMMITTED.find(([said]) => said.test(sentence))?.[1]
    if (is === undefined || /\bno (?:uncommitted|untracked|staged|unstaged)\b/i.test(sentence)) continue
    const ordinal = ORDINALS.findIndex((one) => sentence.includes(`${one} line`)) + 1
    const line = ordinal || Number(/\bline (\d{1,6})\b/.exec(sentence)?.[1] ?? 0)
    for (const { name, after } of namesIn(sentence)) {
      const own = UNCOMMITTED.find(([said]) => said.test(after.split(',')[0] ?? ''))?.[1]
      add(name, own ?? is, line || undefined)
    }
  }
  return [...found.values()]
}

/** "dist/ is ignored by git", where no `.gitignore` is shown. */
const ignoredIn = (text: string): string[] =>
  text.split(/[.;](?=\s|$)|\n/).flatMap((sentence) => {
    if (!/\b(?:ignored by git|git-?ignored|git ignores)\b/i.test(sentence)) return []
    return [
      ...namesIn(sentence).map(({ name }) => name),
      ...(/\bnode_modules\b/.test(sentence) ? ['node_modules/'] : [])
    ]
  })

const SHORT: Record<string, Pending['is']> = { M: 'changed', A: 'staged', D: 'deleted', '?': 'untracked', R: 'staged' }

const UNCOMMITTED: [said: RegExp, is: Pending['is']][] = [
  [
    /\buntracked\b|\bnot (?:yet )?(?:tracked|added)\b|\bgit (?:does not|doesn't) (?:yet )?(?:know|track)\b/i,
    'untracked'
  ],
  [/\bstaged (?:but not committed|for commit|as new)\b|\bnew and staged\b|\bstaged: |\b(?:is|are) staged\b/i, 'staged'],
  [/\b(?:deleted|removed) (?:but|and) not committed\b|\buncommitted deletion\b/i, 'deleted'],
  [
    /\buncommitted\b|\bunstaged\b|\bnot staged\b|\bnot (?:yet )?committed\b|\bmodified\b|\blocal(?:ly)? (?:changes?|edits?|modified|changed|edited)\b|\bdirty\b|\bsince the last commit\b|\bdiffers? from (?:HEAD|(?:the|its) (?:last )?commit)|\bpending (?:changes?|edits?)\b|\b(?:have|has|'ve|'s) (?:since )?(?:changed|edited|modified) [\w.`/-]{1,60} since\b/i,
    'changed'
  ]
]

const FILLING = new Set(['called', 'named', 'is', 'at', 'the', 'repository', 'url'])

/** "remote origin https://...", "a remote called upstream at git@host:path", and what `git remote -v` prints. */
function remotesIn(text: string): NonNullable<Repository['remotes']> {
  const found = new Map<string, string>()
  for (const part of text.split(/\bremotes?\b:?/i).slice(1)) {
    const words = part
      .trim()
      .split(/\s+/, 6)
      .map((word) => word.replaceAll(/[`'"(),;]|[.:]$/g, ''))
    const at = words.findIndex((word) => /^(?:https?|ssh|git|file):\/\//.test(word) || /^[\w.-]+@[\w.-]+:/.test(word))
    const url = words[at]
    if (url !== undefined) found.set(words.slice(0, at).find((word) => word && !FILLING.has(word)) ?? 'origin', url)
  }
  for (const [, name = '', url = ''] of text.matchAll(/^(\w[\w-]*)\t(\S+) \((?:fetch|push)\)$/gm)) found.set(name, url)
  return [...found].map(([name, url]) => ({ name, url }))
}
