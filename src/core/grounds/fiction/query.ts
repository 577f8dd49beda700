// What a query of a search engine asks for: words, `"exact words"`, `-word`, `site:`, `after:` and `before:`.

import { siteOf } from './address.ts'
import { wordsIn } from './words.ts'

export interface SearchQuery {
  /** What an index looks for, those of phrases too. */
  words: string[]
  phrases: string[]
  without: string[]
  sites: string[]
  /** Dates as they are typed; `''`: none. */
  after: string
  before: string
}

export function readQuery(query: string): SearchQuery {
  const phrases: string[] = []
  const unquoted = query.replace(/["“]([^"“”]{1,300})["”]/g, (_, phrase: string) => {
    phrases.push(phrase)
    return ' '
  })
  const read = { without: [] as string[], sites: [] as string[], after: '', before: '' }
  const words: string[] = []
  for (const word of unquoted.split(/\s+/)) {
    const [, name = '', value = ''] = /^(site|after|before):(\S+)$/i.exec(word) ?? []
    if (name.toLowerCase() === 'site') read.sites.push(value)
    else if (name.toLowerCase() === 'after') read.after = value
    else if (name.toLowerCase() === 'before') read.before = value
    else if (/^-[\p{L}\p{N}]/u.test(word)) read.without = [...read.without, ...wordsIn(word)]
    else words.push(word)
  }
  return { ...read, phrases, words: wordsIn([...words, ...phrases].join(' ')) }
}

/** Whether nothing but words is asked for. */
export const isPlainQuery = ({ phrases, without, sites, after, before }: SearchQuery): boolean =>
  !phrases.length && !without.length && !sites.length && !after && !before

/** @param page.date such as 2031-05-04; `''`: none is known */
export function fitsQuery(
  { phrases, without, sites, after, before }: Omit<SearchQuery, 'words'>,
  page: { address: string; text: string; date: string }
): boolean {
  const text = plain(page.text)
  const words = without.length ? wordsIn(text) : []
  return (
    phrases.every((phrase) => text.includes(plain(phrase))) &&
    !without.some((word) => words.includes(word)) &&
    (sites.length === 0 || sites.some((site) => isAtSite(page.address, site))) &&
    (!after || page.date >= after) &&
    (!before || (page.date !== '' && page.date <= before))
  )
}

/** Whether an address is of a site, or of one below it. */
export function isAtSite(address: string, site: string): boolean {
  const [own, wanted] = [siteOf(address), siteOf(site)]
  return own === wanted || own.endsWith(`.${wanted}`)
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().split(/\s+/).join(' ').trim()
