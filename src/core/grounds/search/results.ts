// Which stated pages a query finds, and how they are shown.

import { isObject } from '../../text/json.ts'
import type { Tool } from '../../tree/model.ts'
import { wordsIn } from '../fiction/words.ts'
import type { ResultsRange } from './calls.ts'
import { dateIn, type PageIndex, type StatedPage, siteOf } from './page.ts'

export interface FoundPages {
  shown: StatedPage[]
  /** The number of the first one that is shown. */
  first: number
  total: number
}

// As much as search engines show.
const SNIPPET = 180

/** Understands `"exact words"`, `-word`, `site:`, `after:` and `before:`. */
export function findPages(
  pages: readonly StatedPage[],
  index: PageIndex,
  query: string,
  range: ResultsRange
): FoundPages {
  const { words, phrases, without, sites, after, before } = readQuery(query)
  const asked = wordsIn([words, ...phrases].join(' '))
  const places = asked.length ? index(asked) : sites.length ? pages.map((_, at) => at) : []
  const within = [...range.sites, ...sites].map(siteOf)
  const outside = range.withoutSites.map(siteOf)
  const since = after || range.after
  const until = before || range.before
  const found = places
    .flatMap((at) => pages[at] ?? [])
    .filter((page) => {
      const text = plain(`${page.title}\n${page.snippet}\n${page.text}`)
      const date = dateIn(page.date)?.iso ?? ''
      return (
        phrases.every((phrase) => text.includes(plain(phrase))) &&
        !without.some((word) => wordsIn(text).includes(word)) &&
        (within.length === 0 || within.some((site) => isAt(page, site))) &&
        !outside.some((site) => isAt(page, site)) &&
        (!since || date >= since) &&
        (!until || (date !== '' && date <= until))
      )
    })
  if (range.newest) found.sort((a, b) => compare(dateIn(b.date)?.iso ?? '', dateIn(a.date)?.iso ?? ''))
  const from = range.skip || (range.page - 1) * range.size
  return { shown: found.slice(from, from + range.size), first: from + 1, total: found.length }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const isAt = (page: StatedPage, site: string): boolean =>
  siteOf(page.address) === site || siteOf(page.address).endsWith(`.${site}`)
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().split(/\s+/).join(' ').trim()

function readQuery(query: string) {
  const phrases: string[] = []
  const unquoted = query.replace(/["“]([^"“”]{1,300})["”]/g, (_, phrase: string) => {
    phrases.push(phrase)
    return ' '
  })
  const read = { phrases, words: '', without: [] as string[], sites: [] as string[], after: '', before: '' }
  const words: string[] = []
  for (const word of unquoted.split(/\s+/)) {
    const [, name = '', value = ''] = /^(site|after|before):(\S+)$/i.exec(word) ?? []
    if (name.toLowerCase() === 'site') read.sites.push(value)
    else if (name.toLowerCase() === 'after') read.after = value
    else if (name.toLowerCase() === 'before') read.before = value
    else if (/^-[\p{L}\p{N}]/u.test(word)) read.without = [...read.without, ...wordsIn(word)]
    else words.push(word)
  }
  return { ...read, words: words.join(' ') }
}

/** Words cut from the page where most of the query's words stand; the stated snippet where there is one. */
export function snippetOf(page: StatedPage, query: string): string {
  if (page.snippet) return page.snippet
  const text = withoutMarks(page.text)
  if (text.length <= SNIPPET) return text
  const asked = new Set(wordsIn(query))
  const sentences = text.split(/(?<=[.!?]) /)
  const worth = (sentence: string) => wordsIn(sentence).filter((word) => asked.has(word)).length
  let best = 0
  for (let at = 1; at < sentences.length; at++) if (worth(sentences[at] ?? '') > worth(sentences[best] ?? '')) best = at
  const rest = sentences.slice(best).join(' ')
  const cut = rest.length <= SNIPPET ? rest : `${rest.slice(0, Math.max(rest.lastIndexOf(' ', SNIPPET), 1))} ...`
  return best > 0 ? `... ${cut}` : cut
}

const withoutMarks = (markdown: string): string =>
  markdown
    .split('\n')
    .filter((line) => !/^(?:```|\|? ?:?-{3})/.test(line.trim()))
    .map((line) => line.replace(/^[ \t]*(?:#{1,6} |[-*] |\d{1,3}\. |> )/, ''))
    .join(' ')
    .replace(/\[([^\][]{1,300})\]\([^()\s]{1,1000}\)/g, '$1')
    .replace(/\*\*|`|\|/g, '')
    .split(/\s+/)
    .join(' ')
    .trim()

/** The results of one query in the tool's form: JSON where it declares one, else four lines each. */
export function showResults(
  { shown, first }: FoundPages,
  query: string,
  tool: Tool | undefined
): { text: string; value?: Record<string, unknown> } {
  const form = tool?.outputSchema && listForm(tool.outputSchema)
  if (form) {
    const value = {
      [form.list]: shown.map((page) => Object.fromEntries(form.fields.flatMap((name) => entry(name, page, query))))
    }
    return { text: JSON.stringify(value, null, 2), value }
  }
  if (!shown.length) return { text: 'No results found.' }
  const text = shown
    .map((page, at) =>
      [
        `[${first + at}] ${page.address}`,
        `Title: ${page.title}`,
        `Snippet: ${snippetOf(page, query)}`,
        `Date: ${page.date || 'N/A'}`
      ].join('\n')
    )
    .join('\n\n')
  return { text }
}

function listForm(schema: unknown): { list: string; fields: string[] } | null {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {}
  for (const [list, one] of Object.entries(properties)) {
    const items = isObject(one) && one.type === 'array' && isObject(one.items) ? one.items : null
    if (items && isObject(items.properties)) return { list, fields: Object.keys(items.properties) }
  }
  return null
}

/** A field of a result or page by the name that a tool has for it; nothing for a name that says nothing known. */
function entry(name: string, page: StatedPage, query: string): [string, string][] {
  const word = name.toLowerCase()
  if (/^(?:id|url|link|href|address|uri)$/.test(word)) return [[name, page.address]]
  if (/^(?:title|name|headline)$/.test(word)) return [[name, page.title]]
  if (/date|published|age/.test(word)) return [[name, page.date]]
  if (/^(?:site|source|domain|host)$/.test(word)) return [[name, siteOf(page.address)]]
  if (/snippet|summary|description|excerpt|text|content/.test(word)) return [[name, snippetOf(page, query)]]
  return []
}

/** A page in the tool's form. */
export function showPage(page: StatedPage, tool: Tool | undefined): { text: string; value?: Record<string, unknown> } {
  const properties =
    tool?.outputSchema && isObject(tool.outputSchema.properties) ? Object.keys(tool.outputSchema.properties) : []
  if (properties.length) {
    const whole = (name: string): [string, unknown][] =>
      /text|content|markdown|body/i.test(name)
        ? [[name, page.text]]
        : name === 'metadata'
          ? [[name, { date: page.date }]]
          : entry(name, page, '')
    const value = Object.fromEntries(properties.flatMap(whole))
    return { text: JSON.stringify(value, null, 2), value }
  }
  return { text: pageText(page) }
}

/** The page as Markdown, from its title on. */
export const pageText = ({ title, date, text }: StatedPage): string =>
  [`# ${title}`, ...(date ? [date] : []), text].filter(Boolean).join('\n\n')
