// Which stated pages a query finds, and how they are shown.

import { isObject } from '../../text/json.ts'
import type { Tool } from '../../tree/model.ts'
import type { HitMix, SearchPolicy } from '../../tree/search.ts'
import { dateIn, siteOf } from '../fiction/address.ts'
import { mixed, NO_SNIPPET, teased } from '../fiction/mix.ts'
import { fitsQuery, isAtSite, readQuery } from '../fiction/query.ts'
import { stemOf, withForms } from '../fiction/word-forms.ts'
import { wordsIn } from '../fiction/words.ts'
import type { ResultsRange } from './calls.ts'
import type { PageIndex, StatedPage } from './page.ts'

export interface FoundPages {
  shown: StatedPage[]
  /** The number of the first one that is shown. */
  first: number
  total: number
}

// As much as search engines show.
const SNIPPET = 180

/** What a query may hold: see `readQuery`. */
export function findPages(
  pages: readonly StatedPage[],
  index: PageIndex,
  text: string,
  range: ResultsRange,
  mix?: HitMix
): FoundPages {
  const query = readQuery(text)
  const { words } = query
  const sites = [...range.sites, ...query.sites]
  const wanted = { ...query, sites, after: query.after || range.after, before: query.before || range.before }
  const places = words.length ? index(words, withForms(words)) : query.sites.length ? pages.map((_, at) => at) : []
  const found = places
    .flatMap((at) => pages[at] ?? [])
    .filter(({ address, title, snippet, text: body, date }) => {
      const page = { address, text: `${title}\n${snippet}\n${body}`, date: dateIn(date)?.iso ?? '' }
      return fitsQuery(wanted, page) && !range.withoutSites.some((site) => isAtSite(address, site))
    })
  if (range.newest) found.sort((a, b) => compare(dateIn(b.date)?.iso ?? '', dateIn(a.date)?.iso ?? ''))
  if (mix && found.length) {
    const chosen = new Set(found)
    const others = sites.length ? [] : pages.filter((page) => !chosen.has(page))
    const hits = found.map((page) => ({ hit: page, text: `${page.title}\n${page.snippet}\n${page.text}` }))
    const shown = mixed(words.join(' '), { found: hits, others }, mix, range.page)
    const first = (range.page - 1) * (mix.high + mix.middle + mix.background) + 1
    return { shown, first, total: found.length }
  }
  const from = range.skip || (range.page - 1) * range.size
  return { shown: found.slice(from, from + range.size), first: from + 1, total: found.length }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Words cut from the page where most of the query's words stand; the stated snippet where there is one. */
export function snippetOf(page: StatedPage, query: string, policy: SearchPolicy['snippets'] = 'quote'): string {
  if (policy === 'none') return NO_SNIPPET
  if (policy === 'tease') return teased(snippetOf(page, query), `${page.title} ${query}`)
  if (page.snippet) return page.snippet
  const text = withoutMarks(page.text)
  if (text.length <= SNIPPET) return text
  const asked = new Set(withForms(wordsIn(query)).map(stemOf))
  const sentences = text.split(/(?<=[.!?]) /)
  const worth = (sentence: string) => wordsIn(sentence).filter((word) => asked.has(stemOf(word))).length
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
  tool: Tool | undefined,
  policy?: SearchPolicy['snippets']
): { text: string; value?: Record<string, unknown> } {
  const form = tool?.outputSchema && listForm(tool.outputSchema)
  if (form) {
    const value = {
      [form.list]: shown.map((page) =>
        Object.fromEntries(form.fields.flatMap((name) => entry(name, page, query, policy)))
      )
    }
    return { text: JSON.stringify(value, null, 2), value }
  }
  if (!shown.length) return { text: 'No results found.' }
  const text = shown
    .map((page, at) =>
      [
        `[${first + at}] ${page.address}`,
        `Title: ${page.title}`,
        `Snippet: ${snippetOf(page, query, policy)}`,
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
function entry(name: string, page: StatedPage, query: string, policy?: SearchPolicy['snippets']): [string, string][] {
  const word = name.toLowerCase()
  if (/^(?:id|url|link|href|address|uri)$/.test(word)) return [[name, page.address]]
  if (/^(?:title|name|headline)$/.test(word)) return [[name, page.title]]
  if (/date|published|age/.test(word)) return [[name, page.date]]
  if (/^(?:site|source|domain|host)$/.test(word)) return [[name, siteOf(page.address)]]
  if (/snippet|summary|description|excerpt|text|content/.test(word)) return [[name, snippetOf(page, query, policy)]]
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
