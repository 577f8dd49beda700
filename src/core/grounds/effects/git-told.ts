// All that an initial state tells of a repository: what is made, what the model answers for, and what cannot be made.

import type { StateChange } from '../../tree/ground.ts'
import { denies } from './facts/said.ts'
import { headsIn } from './heads.ts'
import { repositoryIn } from './repository.ts'
import { repositoryPlaceIn } from './repository-place.ts'

export interface GitTold {
  made: ReturnType<typeof repositoryIn>
  /** Programs that ask the model, once the repository is there. */
  after: StateChange[]
  /** Files whose difference was taken back, by their paths in the repository. */
  undone: string[]
  /** What of it is told and not made, with its line (from 1). */
  unmade: { line: number; why: string }[]
}

/** @param whole the sentences @param body all of the text @param files what it shows @param ignored what git is not to see */
export function gitIn(
  whole: string,
  {
    body,
    user,
    files,
    ignored,
    ...at
  }: {
    body: string
    user: string
    cwd: string
    home: string
    files: readonly StateChange[]
    ignored: readonly string[]
  }
): GitTold {
  const cwd = repositoryPlaceIn(whole, at) ?? at.cwd
  const own = files.flatMap((one): [string, string][] =>
    one.do === 'write' && one.path.startsWith(`${cwd}/`) ? [[one.path.slice(cwd.length + 1), one.content]] : []
  )
  const heads = headsIn(body, new Map(own))
  const made = repositoryIn(whole, cwd, { user, ignored, heads }).map((one) => placed(one, files))
  return {
    made,
    after: stashed(made, body),
    undone: [...heads.keys()],
    unmade: [...otherHashes(made, body), ...untoldOf(made, body)]
  }
}

/** What is not committed is where a listing has its name, if it has it once. */
function placed(
  git: ReturnType<typeof repositoryIn>[number],
  files: readonly StateChange[]
): ReturnType<typeof repositoryIn>[number] {
  const below = files.flatMap((one) =>
    'path' in one && one.path.startsWith(`${git.path}/`) ? [one.path.slice(git.path.length + 1)] : []
  )
  const { pending } = git
  if (!pending) return git
  return {
    ...git,
    pending: pending.map((one) => {
      const all = below.includes(one.path) ? [] : below.filter((path) => path.endsWith(`/${one.path}`))
      return all.length === 1 ? { ...one, path: all[0] ?? one.path } : one
    })
  }
}

const OF_COMMIT =
  /\b([0-9a-f]{7,40}) ["(]|(?:^|^\s*[-*•] |\bcommit:? [`'"(]?)(?:commit )?(?=[0-9a-f]*\d)([0-9a-f]{7,40})\b/

const hashesOf = ({ commits, branches = [] }: GitTold['made'][number]): string[] =>
  [...commits, ...branches.flatMap((one) => (typeof one === 'string' ? [] : (one.commits ?? [])))].flatMap((one) =>
    typeof one === 'string' ? [] : (one.hash ?? [])
  )

/** A commit of which no more than the hash is told cannot be made. */
function otherHashes(git: readonly StateChange[], text: string): GitTold['unmade'] {
  const known = git.flatMap((one) => (one.do === 'git' ? hashesOf(one) : []))
  const line =
    text.split('\n').findIndex((one) => {
      const [hash] = OF_COMMIT.exec(one)?.slice(1).filter(Boolean) ?? []
      return hash !== undefined && !known.includes(hash)
    }) + 1
  return git.length > 0 && line > 0 ? [{ line, why: 'Commits have other hashes than these.' }] : []
}

const STASH = /\bstash(?:es|ed)?\b/i
const tellsOfStash = (line: string): boolean => STASH.test(line) && !denies(line) && !/\b(?:none|empty)\b/i.test(line)

/** What shows a stash, or takes from it, where one is told of. */
const stashed = (git: readonly StateChange[], text: string): StateChange[] =>
  git.length > 0 && text.split('\n').some(tellsOfStash)
    ? ['list', 'show', 'show -p', 'pop', 'apply', 'show stash@{0}', 'show -p stash@{0}'].map((words) => ({
        ...{ do: 'ask', program: 'git' },
        words: `stash ${words}`
      }))
    : []

/** What is said of a repository without what makes it. */
function untoldOf(git: readonly StateChange[], text: string): GitTold['unmade'] {
  if (git.length === 0) return []
  return text
    .split('\n')
    .flatMap((line, at) => [
      ...(tellsOfStash(line)
        ? [{ line: at + 1, why: 'What is in the stash is not told; the model answers for it.' }]
        : []),
      ...(/\bcommits? (?:ahead|behind)\b/i.test(line)
        ? [{ line: at + 1, why: 'Commits that are counted and not named are not there.' }]
        : [])
    ])
}
