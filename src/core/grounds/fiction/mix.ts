// The hits of one page of results: some that fit the query well, some that fit it in part, and some that have nothing of it.
import type { HitMix } from '../../tree/search.ts'
import { wordsIn } from './words.ts'

// Of the query's words: so large a share is a good fit.
const HIGH = 2 / 3

/**
 * @param found best first, each with the text of its page @param others what has no word of the query, in the world's order
 * @param page from 1 @returns those of the page, good fits first; fewer where there are no more of a kind
 */
export function mixed<Hit>(
  query: string,
  { found, others }: { found: readonly { hit: Hit; text: string }[]; others: readonly Hit[] },
  { high, middle, background }: HitMix,
  page: number
): Hit[] {
  const asked = wordsIn(query)
  const share = (text: string) => {
    const words = wordsOf(text)
    return asked.filter((word) => words.has(stem(word))).length / Math.max(1, asked.length)
  }
  const good = found.filter(({ text }) => share(text) >= HIGH)
  const some = found.filter(({ text }) => share(text) < HIGH)
  const part = <One>(all: readonly One[], size: number) => all.slice((page - 1) * size, page * size)
  return [
    ...part(good, high).map(({ hit }) => hit),
    ...part(some, middle).map(({ hit }) => hit),
    ...part(turned(others, query), background)
  ]
}

// `wordsIn` reads the beginning of a text only.
const wordsOf = (text: string): Set<string> =>
  new Set(
    (
      text
        .normalize('NFKC')
        .toLowerCase()
        .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
    ).map(stem)
  )

/** As an index takes endings off, roughly. */
const stem = (word: string): string => (word.length > 4 ? word.replace(/(?:es|s|ed|ing)$/, '') : word.replace(/s$/, ''))

/** From another place for each query, so that the background is not the same everywhere. */
function turned<Hit>(all: readonly Hit[], query: string): Hit[] {
  let sum = 0
  for (const char of query) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003
  const from = all.length ? sum % all.length : 0
  return [...all.slice(from), ...all.slice(0, from)]
}

// So much of a sentence says what it is about.
const MOST_TEASED = 90

/** The text up to what somebody could want to know: a figure, or a name that is neither in the query nor in the title. */
export function teased(text: string, known: string): string {
  const given = new Set(wordsIn(known).map(stem))
  const words = text.replace(/^\.\.\. /, '').split(/\s+/)
  const kept: string[] = []
  let length = 0
  for (const [at, word] of words.entries()) {
    const bare = word.replace(/^[^\p{L}\p{N}]+/u, '')
    const named = /^\p{Lu}/u.test(bare) && at > 0 && !/[.!?]$/.test(words[at - 1] ?? '')
    const isKnown = wordsIn(bare).every((one) => given.has(stem(one)))
    if (/\p{N}/u.test(word) || (named && !isKnown) || length + word.length > MOST_TEASED) break
    kept.push(word)
    length += word.length + 1
    if (/[.!?]$/.test(word)) break
  }
  const told = kept.join(' ').replace(/[,;:.]$/, '')
  return told ? `${told} ...` : '...'
}

/** What stands where a policy shows no snippet. */
export const NO_SNIPPET = 'N/A'
