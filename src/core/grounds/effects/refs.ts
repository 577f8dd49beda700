// Branches and tags of a repository as a text tells of them, and which commits they are at.

import type { StateChange } from '../../tree/ground.ts'

type Repository = Extract<StateChange, { do: 'git' }>

const BRANCH = '[`\'"]?([A-Za-z][\\w./-]{0,60}\\w)[`\'"]?'
const CURRENT = [
  `\\bbranch:? ${BRANCH},? (?:is |\\()?(?:currently |now )?(?:checked out|current)\\b`,
  `\\bHEAD (?:is on|points to) (?:the )?(?:branch )?${BRANCH}(?=[.,;\\s]|$)`,
  `\\b(?:on|current|checked[- ]out) branch:? ${BRANCH}`,
  `\\bbranch(?:es)?:? [^.\\n]{0,60}?${BRANCH} ?\\((?:current|checked out|HEAD)\\b`,
  `\\b(?:[Cc]urrently|[Nn]ow|[Yy]ou are|[Yy]ou're|HEAD is) on (?:the )?(?:branch )?${BRANCH}(?=[.,;)]|$| (?:branch|with)\\b)`,
  `\\bcommits? on (?:branch )?${BRANCH}(?=[ :,.])`,
  `\\b${BRANCH} is (?:checked out|the current branch)\\b`,
  `(?:^|[(,.;:\\n] ?|\\b(?:on|the|its|current|default|main|one|single|git|in|with|and|of|is) )branch(?: is|:|,)? ${BRANCH}(?![\\w./-]*[\\w/-])(?!['"\`]? (?:starts|begins|branche[sd]|forks|forked|left|leaves|adds)\\b)`
].map((form) => new RegExp(form, 'i'))
// Words that stand where a branch's name might.
const NO_BRANCH =
  /^(?:is|are|and|or|of|for|with|that|which|called|named|from|in|on|off|has|was|to|the|at|names?|protection|it|there|a|an|one|two|three|four|five|six|seven|eight|nine|ten|some|several|many|ahead|behind|clean|dirty|up|repository|repo|project|code|source|sources|checkout|clone|copy|tree)$/i

export const currentIn = (text: string): string | undefined =>
  CURRENT.map((form) => form.exec(text)?.[1]).find((name) => name !== undefined && !NO_BRANCH.test(name))

const ONE_MORE = new RegExp(
  `\\b(?:a|an|another|other|second)(?: \\w{1,12})? branch,?(?: called| named|:)? ${BRANCH}`,
  'gi'
)

// "Beside it the repository has main and an old branch"
const HAS_TOO = /\brepo(?:sitory)? (?:also )?has (?:the branch )?[`'"]?(main|master|develop|dev|trunk)\b(?! branch,)/gi

const TOO = new RegExp(
  `(?:^|[.;,(] ?|\\band |\\bbranch )${BRANCH}(?: also exists| exists(?: too| as well)| is there too)\\b`,
  'gim'
)

/** "other branches: a, b", "There is also a branch `a`", "a second branch, a". */
export function branchesIn(text: string): string[] {
  return [
    ...listIn(text, /\b(?:other |local )?branches:? /i),
    ...[...text.matchAll(HAS_TOO)].map(([, name = '']) => name),
    ...[...text.matchAll(TOO)].flatMap(([, name = '']) => (NO_BRANCH.test(name) ? [] : [name])),
    ...[...text.matchAll(ONE_MORE)].flatMap(([, name = '']) => (NO_BRANCH.test(name) ? [] : [name]))
  ]
}

const HAS = new RegExp(
  `(?:^|[.;,] |\\band |\\bbranch )${BRANCH} has (?:[a-z0-9]{1,10} )?(?:own |more |further )?(?:commits?:? )?((?:"[^"\\n]{1,200}"(?:, (?:and )?| and | then |, then )?)+)`,
  'gim'
)

const MORE = new RegExp(
  `\\bbranch ${BRANCH},? (?:with|which has|that has|has) (?:\\w{1,8} )?(?:more|further|additional|extra|own) commits?[,:]? ((?:"[^"\\n]{1,200}"(?:, (?:and )?| and | then |, then )?)+)`,
  'gi'
)

/** "a branch fix/nav with one more commit, "Rename it"": what branches have behind the commits of the current one. */
export const moreIn = (text: string): NonNullable<Repository['branches']> =>
  [...text.matchAll(MORE)].map(([, name = '', list = '']) => ({
    ...{ name, back: 0 },
    commits: [...list.matchAll(/"([^"]+)"/g)].map(([, message = '']) => message)
  }))

const FORKED = new RegExp(
  `${BRANCH} (?:(?:was |is )?(?:branched|forked|split|created|started|made|cut|taken)|branches|forks|starts)(?: off)? (?:after|from|at|on) "([^"\\n]{1,200})"(?:(?:,? (?:and|which|that|it)){1,2} (?:has|adds|carries)|[;,.] its) (?:\\w{1,8} )?(?:own |more )?commits?(?: of its own)?(?: is| are)?[,:]? ((?:"[^"\\n]{1,200}"(?:, (?:and )?| and | then |, then )?)+)`,
  'gi'
)

/** "topic branched off after "Begin" and has one commit of its own, "Try"": where it left the current one. */
export const leftIn = (text: string, commits: Repository['commits']): NonNullable<Repository['branches']> =>
  [...text.matchAll(FORKED), ...text.matchAll(FROM)].flatMap(([, name = '', from, list = '']) => {
    const at = commits.findIndex((one) => (typeof one === 'string' ? one : one.message) === from)
    const own = [...list.matchAll(/"([^"]+)"/g)].map(([, message = '']) => message)
    return at < 0 ? [] : [{ name, back: commits.length - 1 - at, commits: own }]
  })

const FROM = new RegExp(
  `${BRANCH} \\((?:branched |forked )?(?:from|off|at|after) "([^"\\n]{1,200})"[,;]? (?:with |and )?(?:\\w{1,8} )?(?:more |own )?commits?(?: more)?[:,]? ((?:"[^"\\n]{1,200}"(?:, (?:and )?| and | then |, then )?)+)\\)`,
  'gi'
)

/** "main has two commits: "base" and "second"; topic has "base" and "mul"": the commits of branches, oldest first. */
export const historiesIn = (text: string): Map<string, Repository['commits']> =>
  new Map(
    [...text.matchAll(HAS)].flatMap(([, name = '', list = '']): [string, string[]][] =>
      NO_BRANCH.test(name) || /^it$/i.test(name)
        ? []
        : [[name, [...list.matchAll(/"([^"]+)"/g)].map(([, message = '']) => message)]]
    )
  )

const LAST_ON = new RegExp(`\\blast (?:commit )?on (?:branch )?${BRANCH} is "([^"\\n]{1,200})"`, 'gi')

/** "The last commit on main is "A", the last on topic is "B"": of two branches or more, which have gone apart. */
export function lastOnEach(text: string): Map<string, string> {
  const found = new Map([...text.matchAll(LAST_ON)].map(([, name = '', message = '']) => [name, message]))
  return found.size > 1 ? found : new Map()
}

/** A branch that begins where it has no more in common with the commits of the current one. */
export function forked(
  name: string,
  { commits, own }: { commits: Repository['commits']; own: Repository['commits'] | undefined }
): NonNullable<Repository['branches']>[number] {
  if (!own || own.length === 0) return name
  const messageOf = (one: Repository['commits'][number] | undefined) => (typeof one === 'object' ? one.message : one)
  let same = 0
  while (same < own.length && messageOf(own[same]) === messageOf(commits[same])) same++
  if (same === 0) return name
  const rest = own.slice(same)
  return { name, back: commits.length - same, ...(rest.length > 0 && { commits: rest }) }
}

const REMOTE = '[`\'"]?((?:origin|upstream)\\/[\\w./-]{0,60}\\w)[`\'"]?'
const SAME = new RegExp(`\\b(?:up[- ]to[- ]date|in sync|even|level) with ${REMOTE}`, 'gi')
const AHEAD_OF = new RegExp(`\\bahead of ${REMOTE} by (\\w{1,6})`, 'gi')
const COMMITS_AHEAD = new RegExp(`\\b(?<count>\\w{1,6}) commits? ahead of ${REMOTE}`, 'gi')
const COUNTS = 'one two three four five six seven eight nine ten'.split(' ')

/** "up to date with 'origin/main'", "ahead of origin/perf by 2": of commits that are known. @param commits how many there are */
export function trackedIn(text: string, { commits, logged }: { commits: number; logged: Ref[] }): Ref[] {
  const found = new Map(logged.map((one) => [one.name, one]))
  for (const [, name = ''] of text.matchAll(SAME)) if (!found.has(name)) found.set(name, { name, back: 0 })
  for (const { 1: one = '', 2: other = '', groups } of [...text.matchAll(AHEAD_OF), ...text.matchAll(COMMITS_AHEAD)]) {
    const [name, word] = groups ? [other, one] : [one, other]
    const back = COUNTS.indexOf(word.toLowerCase()) + 1 || Number(word)
    if (!found.has(name) && back > 0) found.set(name, { name, back })
  }
  return [...found.values()].filter(({ back }) => back < commits)
}

export interface Ref {
  name: string
  /** Commits between it and the last one. */
  back: number
}

export const backFrom = ({ name, back }: Ref, commits: number): string | Ref =>
  back > 0 && back < commits ? { name, back } : name

// "Tag v0.1 on the first commit", "the second commit is tagged v2", "v1.0 tags "Add x"".
const TAG = '[`\'"]?(v?\\d[\\w.-]{0,30}\\w|v\\d|[a-z][a-z-]{0,20}\\d[\\w.-]{0,30})[`\'"]?'
const WHICH =
  '(?:the )?(?:(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|initial|oldest|root|last|latest|newest|head|tip|previous) ?(?:commit|one)?|(?:commit )?"([^"\\n]{1,200})")'
const ON = new RegExp(
  `\\b(?:tag(?:ged|s)?(?: as)?:? )?${TAG} (?:is |was )?(?:on|at|of|tags|points (?:at|to)|marks) ${WHICH}`,
  'gi'
)
// "A tag start marks "Create"": called so, whatever its name is.
const CALLED = new RegExp(
  `\\btag (?:called |named )?[\`'"]?([A-Za-z][\\w.-]{0,30}\\w)[\`'"]? (?:is on|is at|on|at|marks|points (?:at|to)) ${WHICH}`,
  'gi'
)
const IS_TAGGED = new RegExp(`${WHICH}(?: is| was| has|,)? (?:the )?tag(?:ged)?(?: as)?:? ${TAG}`, 'gi')

export function tagsIn(
  text: string,
  { commits, logged }: { commits: Repository['commits']; logged: Ref[] }
): (string | Ref)[] {
  const found = new Map<string, string | Ref>()
  const put = (name: string, ordinal: string | undefined, message: string | undefined): void => {
    const at = placeOf({ ordinal, message, commits })
    if (at !== null && /\btag/i.test(text))
      found.set(name, backFrom({ name, back: commits.length - 1 - at }, commits.length))
  }
  for (const [, name = '', ordinal, message] of text.matchAll(ON)) put(name, ordinal, message)
  for (const [, name = '', ordinal, message] of text.matchAll(CALLED)) put(name, ordinal, message)
  for (const [, ordinal, message, name = ''] of text.matchAll(IS_TAGGED)) put(name, ordinal, message)
  for (const one of logged) found.set(one.name, backFrom(one, commits.length))
  const messages = new Set(commits.map((one) => (typeof one === 'string' ? one : one.message)))
  for (const name of listIn(text, /\b(?:tags?|tagged)(?: are| is|:|(?<=tags),)? /i))
    if (!found.has(name) && !messages.has(name) && !/^(?:origin|upstream)\//.test(name))
      found.set(name, releasedAs(name, commits))
  return [...found.values()]
}

/** Where a commit says that it is the version that the tag is named for: "Release 3.0.0" of v3.0.0. */
function releasedAs(name: string, commits: Repository['commits']): string | Ref {
  const version = /\d[\w.-]{0,30}$/.exec(name)?.[0]
  const fits = commits.flatMap((one, at) => {
    const message = typeof one === 'string' ? one : one.message
    const says = version !== undefined && /\b(?:releases?d?|version|bump|tag|v\d)/i.test(message)
    return says && message.split(/[\s:,()]+/).some((word) => word.replace(/^v/i, '') === version) ? [at] : []
  })
  const [at] = fits
  return at === undefined || fits.length > 1 ? name : backFrom({ name, back: commits.length - 1 - at }, commits.length)
}

/** Which of the commits is meant, from 0; `null` where there is none of it. */
function placeOf(given: { ordinal: string | undefined; message: string | undefined; commits: Repository['commits'] }) {
  const { ordinal = '', message, commits } = given
  const word = ordinal.toLowerCase()
  const at =
    message !== undefined
      ? commits.findIndex((one) => (typeof one === 'string' ? one : one.message) === message)
      : /^(?:initial|oldest|root)$/.test(word)
        ? 0
        : word === 'previous'
          ? commits.length - 2
          : ORDINALS.includes(word)
            ? ORDINALS.indexOf(word)
            : commits.length - 1
  return at >= 0 && at < commits.length ? at : null
}

export const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

/** The names in the list behind `said`, to the end of its sentence. */
function listIn(text: string, said: RegExp): string[] {
  const found = said.exec(text)
  if (!found) return []
  const list = text.slice(found.index + found[0].length).split(/\.(?:\s|$)|[;\n]/)[0] ?? ''
  return list.split(/, (?:and )?| and /).flatMap((part) => {
    const name = part.trim().replaceAll(/[`'"*]/g, '')
    return /^[\w./+@-]*\w$/.test(name) ? [name] : []
  })
}
