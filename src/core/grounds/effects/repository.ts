// A git repository as an initial state tells of it: history, branches, tags, remotes, and what is not committed.

import type { StateChange } from '../../tree/ground.ts'
import { type Author, authorOf, identityIn } from './authors.ts'
import { namesIn } from './names.ts'

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
  const logged = logIn(lines)
  const pending = pendingIn(text)
  const tells =
    about.some((line) => /\b(?:repository|branch|commit|history|clean)\b|\bgit:/i.test(line)) ||
    (about.length > 0 && pending.length > 0)
  if (NONE.test(text) || !(tells || logged.commits.length > 0)) return []
  const branch = logged.branch ?? /\b(?:on |current )?branch:? [`'"]?([\w./-]*\w)/i.exec(text)?.[1] ?? 'main'
  const told = historyIn(text)
  const author = authorOf(text)
  const commits = logged.commits.length > 0 ? logged.commits : told
  // Files of a clean repository are in a commit, though none is named; so are those of one that something is not committed in.
  const clean = about.some((line) => /\bclean\b/i.test(line) && !/\b(?:not clean|no commits?)\b/i.test(line))
  if ((clean || pending.length > 0) && !commits.length && !/\bno commits?\b/i.test(text)) commits.push('Initial commit')
  const base = /\b(?:ahead of|behind) [`'"]?(?!origin\/)([\w./-]*\w)/i.exec(text)?.[1]
  const branches = [
    ...new Set([...(base ? [base] : []), ...listIn(text, /\b(?:other |local )?branches:? /i), ...logged.branches])
  ]
  const tags = [...new Set([...listIn(text, /\b(?:tags?|tagged)(?: are| is|:)? /i), ...logged.tags])]
  const remotes = remotesIn(text)
  const written = author ? commits.map((one) => writtenBy(one, author)) : commits
  const authors = written.flatMap((one) => (typeof one === 'string' ? [] : authorOfCommit(one)))
  const unseen = [...new Set([...ignored, ...ignoredIn(text)])]
  const identity = identityIn(text, { authors, user, commits: commits.length })
  return [
    {
      ...{ do: 'git', path, branch, commits: written },
      ...(identity && { identity }),
      ...(branches.some((one) => one !== branch) && { branches: branches.filter((one) => one !== branch) }),
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

/** Messages in quotes behind "history" or "last commit", each with its author and date where they follow; oldest first. */
function historyIn(text: string): Repository['commits'] {
  const [, order = 'newest', history] = /\bhistory(?:, (newest|oldest) first)?:\s*([^\n]*)/i.exec(text) ?? []
  const told = history ?? /\b(?:last|one|latest|first|single) commit\b[^\n]*/i.exec(text)?.[0] ?? ''
  const parts = told.split('"')
  const commits = parts.flatMap((message, at): Repository['commits'] => {
    if (at % 2 === 0 || at === parts.length - 1 || !message) return []
    const behind = (parts[at + 1] ?? '').split(';')[0] ?? ''
    const by = /^,? by ([^,<(.\n]{1,60}?)(?: <([^>\s]{1,80})>)?(?=,| on | at |\)|\.|$)/.exec(behind)
    const date = DATE.exec(behind)?.[0]
    return [by || date ? commitOf({ message, author: by?.[1], email: by?.[2], date }) : message]
  })
  return order.toLowerCase() === 'newest' ? commits.reverse() : commits
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

/** What `git log` prints, whole or a line each, newest first; the commits come oldest first. */
function logIn(lines: readonly string[]) {
  const found = {
    commits: [] as Repository['commits'],
    branch: null as string | null,
    branches: [] as string[],
    tags: [] as string[]
  }
  const refs = (list: string | undefined): void => {
    for (const ref of list?.split(', ') ?? []) {
      if (ref.startsWith('tag: ')) found.tags.push(ref.slice(5))
      else if (ref.startsWith('HEAD -> ')) found.branch = ref.slice(8)
      else if (ref !== 'HEAD' && !ref.startsWith('origin/')) found.branches.push(ref)
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
  if (first && last && ISO.test(first) && ISO.test(last) && first > last) found.commits.reverse()
  return found
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

/** What is not committed: told in sentences, or as `git status` prints it, short or long. */
function pendingIn(text: string): Pending[] {
  const found = new Map<string, Pending>()
  const add = (path: string, is: Pending['is'], line?: number): void => {
    if (!found.has(path)) found.set(path, { path, is, ...(line !== undefined && { line }) })
  }
  for (const line of text.split('\n')) {
    const [, code = '', short] = /^([ MADR?]{2}) ([^\s].*)$/.exec(line) ?? []
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
  [/\buntracked\b|\bnot (?:yet )?(?:tracked|added)\b/i, 'untracked'],
  [/\bstaged (?:but not committed|for commit|as new)\b|\bnew and staged\b|\bstaged: |\b(?:is|are) staged\b/i, 'staged'],
  [/\b(?:deleted|removed) (?:but|and) not committed\b|\buncommitted deletion\b/i, 'deleted'],
  [
    /\buncommitted\b|\bunstaged\b|\bnot (?:yet )?committed\b|\bmodified\b|\blocal(?:ly)? (?:changes?|edits?|modified|changed|edited)\b|\bdirty\b|\bsince the last commit\b|\bdiffers? from (?:HEAD|(?:the|its) (?:last )?commit)|\bpending (?:changes?|edits?)\b/i,
    'changed'
  ]
]

/** The names in the list behind `said`, to the end of its sentence. */
function listIn(text: string, said: RegExp): string[] {
  const found = said.exec(text)
  if (!found) return []
  const list = text.slice(found.index + found[0].length).split(/\.(?:\s|$)|[;\n]/)[0] ?? ''
  return list.split(/, (?:and )?| and /).flatMap((part) => {
    const name = part.trim().replaceAll(/[`'"*]/g, '')
    return /^[\w./+-]*\w$/.test(name) ? [name] : []
  })
}

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
