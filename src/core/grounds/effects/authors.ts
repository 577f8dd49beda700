// Who wrote the commits of a repository, as an initial state tells of it, and whose the next one is.

export interface Author {
  name: string
  email?: string
}

const NAME = "\\p{Lu}[\\p{L}.'-]{0,30}(?: \\p{Lu}[\\p{L}.'-]{0,30}){0,3}"
const EMAIL = '<([^>\\s]{1,80})>'
// A word in lower case is a name only where an address follows: "made by hand".
const WHO = `(?:(${NAME})(?: ${EMAIL})?|([a-z][\\w.-]{0,30}) ${EMAIL})`
const WROTE = [
  `\\b(?:[Cc]ommit(?:s|ted)?|[Hh]istory|[Rr]epository|(?:[Cc]ommits|[Aa]ll)[^.;"\\n]{0,30} (?:is|are|was|were))(?: all| both| made| written| authored| only)* (?:by|from) ${WHO}`,
  `\\b(?:[Aa]uthor|[Cc]ommitter)(?: of (?:it|them|all|every commit|all commits|the commits?))?(?: is|:) ${WHO}`
].map((form) => new RegExp(form, 'u'))
const CONFIGURED = new RegExp(
  `\\b(?:git(?:'s)? (?:is (?:configured|set up) (?:as|for|with)|identity(?: is|:)?|user(?: is|:)?|config(?:uration)?(?: says| has|:)))(?: the)?(?: user)?(?: name)? [\`'"]?${WHO}`,
  'u'
)
const LACKS =
  /\bgit\b[^.\n]{0,40}\b(?:not (?:yet )?(?:configured|set up|set)|has no (?:identity|user|name)|knows nobody)\b|\b(?:no git (?:identity|user|config)|user\.(?:name|email) (?:is|are) (?:not set|unset|missing))/i

const read = (found: RegExpExecArray | null): Author | null => {
  const [, name, email, low, its] = found ?? []
  if (name !== undefined) return { name: name.replace(/[.'-]$/, ''), ...(email && { email }) }
  return low !== undefined && its !== undefined ? { name: low, email: its } : null
}

/** Who is said to have written all of the commits; `null` where the text does not say it in words. */
export const authorOf = (text: string): Author | null =>
  WROTE.map((form) => read(form.exec(text))).find((one) => one !== null) ?? null

/**
 * The name and the address that git writes into the next commit: those that the text says git has; else those of the author who is at the
 * terminal, of the only author that is known, or, where commits are nobody's, of the user who then made them. `null`: git asks who it is.
 */
export function identityIn(
  text: string,
  { authors, user, commits }: { authors: readonly Author[]; user: string; commits: number }
): Author | null {
  if (LACKS.test(text)) return null
  // "user dev <dev@example.com>"
  const byUser = /\b[Uu]ser:? ([a-z_][\w-]{0,31})(?: <|,? \(|, )([\w.+-]{1,60}@[\w.-]{1,60}\.\w{2,12})\b/.exec(text)
  if (byUser?.[1] === user)
    return { name: authors.find((one) => isOf(one, user))?.name ?? user, email: byUser[2] ?? '' }
  const name = /\buser\.name(?: is|:| =|=)? ?["'`]?([^"'`\n,.;]{1,60})/.exec(text)?.[1]?.trim()
  const email = /\buser\.email(?: is|:| =|=)? ?["'`]?([^\s"'`,;]{1,80}[\w])/.exec(text)?.[1]
  const stated = name ? { name, ...(email && { email }) } : read(CONFIGURED.exec(text))
  if (stated) return stated
  const all = [...new Map(authors.map((one) => [one.name, one])).values()]
  const own = all.find((one) => isOf(one, user))
  if (own) return own
  if (all.length > 0) return all.length === 1 ? (all[0] ?? null) : null
  return commits > 0 ? { name: user, email: `${user}@localhost` } : null
}

const isOf = ({ name, email = '' }: Author, user: string): boolean =>
  name.toLowerCase().split(/[ .-]/).includes(user) || email.split('@')[0] === user
