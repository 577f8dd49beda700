// A git repository as an initial state tells of it: history, branches, tags, remotes, and what is not committed.

import type { StateChange } from '../../tree/ground.ts'
import { type Author, authorOf, identityIn } from './authors.ts'
import { historyIn, logIn } from './history.ts'
import { namesIn } from './names.ts'
import {
  backFrom,
  branchesIn,
  currentIn,
  forked,
  historiesIn,
  lastOnEach,
  leftIn,
  moreIn,
  ORDINALS,
  tagsIn,
  trackedIn
} from './refs.ts'

type Repository = Extract<StateChange, { do: 'git' }>
type Commit = Exclude<Repository['commits'][number], string>
type Pending = NonNullable<Repository['pending']>[number]

// "Last commit 'Add x'": a message in single quotes.
const QUOTED = /((?:^|[\s(,:;]))'([^'"\n]{2,200})'(?=$|[\s),.:;])/gm
// A repository without a commit, whether or not it is called git's.
const NOTHING_YET =
  /\brepo(?:sitory)?\b[^.\n]{0,60}\binitiali[sz]ed\b[^\n]{0,60}\b(?:nothing|no(?:thing)? (?:is |has been |was )?commit|without commits)|\b(?:nothing (?:is|has been|was) committed|no commits?)\b[^\n]{0,60}\brepo(?:sitory)?\b/i

const NONE = /\b(?:no git\b|not a git repository|no git repository|not under version control|git is not used)/i

/** @param path of its folder @param user whose it is @param ignored what git is not to see @param heads what its last commit has of files that changed since, by paths below it @returns `[]` where the text tells of none, or that there is none */
export function repositoryIn(
  told: string,
  path: string,
  {
    user = 'root',
    ignored = [],
    heads = new Map()
  }: { user?: string; ignored?: readonly string[]; heads?: ReadonlyMap<string, string> } = {}
): Repository[] {
  const text = told.replaceAll(QUOTED, '$1"$2"')
  const lines = text.split('\n')
  const about = lines.filter((line) => /\bgit\b/i.test(line))
  const history = historyIn(text)
  // A "repo" with a branch and commits is git's.
  const current = currentIn(text)
  const named = current !== undefined && (history.length > 0 || /\bcommit(?:s|ted)?\b/i.test(text))
  const logged = logIn(lines)
  const pending = withHeads(pendingIn(text), heads)
  const tells =
    about.some((line) =>
      /\b(?:repository|branch|commit(?:s|ted)?|history|clean|initiali[sz]ed|checkout|under git)\b|\bgit:/i.test(line)
    ) ||
    (pending.length > 0 && (about.length > 0 || /\b(?:un)?staged\b|\bunstaged\b|\buntracked\b/i.test(text))) ||
    (history.length > 0 && /\bHEAD\b/.test(text)) ||
    NOTHING_YET.test(text)
  if (NONE.test(text) || !(tells || named || logged.commits.length > 0)) return []
  const branch = logged.branch ?? current ?? 'main'
  const author = authorOf(text)
  const histories = historiesIn(text)
  const lasts = lastOnEach(text)
  const last = lasts.get(branch)
  const sure = last === undefined ? (histories.get(branch) ?? history) : ['Initial commit', last]
  const commits = logged.commits.length > 0 ? logged.commits : sure
  if (commits === sure)
    for (const [name, message] of lasts) if (name !== branch) histories.set(name, ['Initial commit', message])
  // Files of a clean repository are in a commit, though none is named; so are those of one that something is not committed in.
  const clean =
    /\b(?:(?:working )?tree|working (?:directory|copy)|checkout|repo(?:sitory)?) is (?:otherwise )?clean\b/i.test(
      text
    ) || about.some((line) => /\bclean\b/i.test(line) && !/\b(?:not clean|no commits?)\b/i.test(line))
  if ((clean || pending.length > 0) && !commits.length && !/\bno commits?\b/i.test(text)) commits.push('Initial commit')
  const base =
    /\b(?:ahead of|behind|(?:created|branched|forked|cut|split)(?: off)? (?:from|off)) [`'"]?(?!origin\b|upstream\b|the\b|its\b)([A-Za-z][\w./-]*\w)/i.exec(
      text
    )?.[1]
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
  const tracked = trackedIn(text, { commits: commits.length, logged: logged.tracked })
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
      ...(tracked.length > 0 && { tracked }),
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

function withHeads(pending: readonly Pending[], heads: ReadonlyMap<string, string>): Pending[] {
  const known = pending.map((one): Pending => {
    const head = heads.get(one.path)
    return head !== undefined && one.is === 'changed' ? { path: one.path, is: 'changed', head } : one
  })
  const more = [...heads].filter(([path]) => !pending.some((one) => one.path === path))
  return [...known, ...more.map(([path, head]): Pending => ({ path, is: 'changed', head }))]
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
    // Code names no files.
    const sentence = whole
      .replace(/\bstash\b[^,]*/i, '')
      .replaceAll(/`[^`\n]{0,400}`/g, (one) => (/[ ()=]/.test(one) ? '`…`' : one))
    const is = UNCOMMITTED.find(([said]) => said.test(sentence))?.[1]
    if (is === undefined || /\bno (?:uncommitted|untracked|staged|unstaged)\b/i.test(sentence)) continue
    const ordinal = ORDINALS.findIndex((one) => sentence.includes(`${one} line`)) + 1
    const line = ordinal || Number(/\bline (\d{1,6})\b/.exec(sentence)?.[1] ?? 0)
    // "theme/ is untracked and contains main.html"
    for (const { name, after } of namesIn(sentence.split(/\b(?:containing|contains|holding|holds)\b/)[0] ?? '')) {
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
    /\buncommitted\b|\bunstaged\b|\bnot staged\b|\bnot (?:yet )?(?:been )?committed\b|\bnobody (?:has )?committed\b|\bmodified\b|\bgeändert\b|\blocal(?:ly)? (?:changes?|edits?|modified|changed|edited)\b|\bdirty\b|\bsince the last commit\b|\bdiffers? from (?:HEAD|(?:the|its) (?:last )?commit)|\bpending (?:changes?|edits?)\b|\b(?:have|has|'ve|'s) (?:since )?(?:changed|edited|modified) [\w.`/-]{1,60} since\b/i,
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
