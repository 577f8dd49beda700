// What a call of a search world asks, whatever its tool is called: results, a page, words on a page, the next part, the way back, notes.
import type { ToolCall } from '../../domains/tool-call.ts'
import type { Tool } from '../../tree/model.ts'
import type { Json } from '../../tree/ports.ts'
import { wordsOf } from '../programs/declared/names.ts'
import { asNotes, type MemoryVerb, memoryVerb, type Notes } from './memory.ts'

/** What narrows a search, by arguments. `page` counts from 1. */
export interface ResultsRange {
  page: number
  size: number
  /** Results left out before the first one; 0 where pages are counted. */
  skip: number
  sites: string[]
  withoutSites: string[]
  newest: boolean
  after: string
  before: string
}

export type SearchCall =
  | { do: 'search'; queries: string[]; range: ResultsRange }
  | { do: 'open'; places: string[]; from: number; length: number | null }
  | { do: 'find'; pattern: string; place: string | null }
  | { do: 'move'; to: 'next' | 'previous' | 'back' }
  | { do: 'memory'; verb: MemoryVerb; given: ReturnType<typeof asNotes> }

// As real search engines give.
const HITS = 10

/** `null`: the tool is none of these. */
export function searchCall(
  { name, arguments: given }: ToolCall,
  tools: readonly Tool[],
  held: Notes
): SearchCall | null {
  const words = wordsOf(name).join(' ')
  if (/\b(?:memory|memories|note|notes|notebook|remember|recall|forget)\b/.test(words)) {
    const action = stringIn(given, ['action', 'command', 'operation', 'op', 'mode'])
    const verb = memoryVerb(action || words)
    return verb && { do: 'memory', verb, given: asNotes(verb, given, held) }
  }
  if (/\bback\b/.test(words)) return { do: 'move', to: 'back' }
  if (/\bprev(?:ious)?\b/.test(words)) return { do: 'move', to: 'previous' }
  if (/\b(?:next|scroll|more)\b/.test(words))
    return { do: 'move', to: /^(?:up|prev|previous)$/i.test(stringIn(given, ['direction'])) ? 'previous' : 'next' }
  const queries = textsIn(given, [
    'queries',
    'query',
    'q',
    'search_query',
    'question',
    'keywords',
    'text',
    'search_term',
    'input'
  ])
  const inPage = /\b(?:in|on|within) (?:the )?page\b|\b(?:find|grep|locate|ctrlf)\b/.test(words)
  if (inPage && (!/\bfind (?:pages?|articles?|results?|web)\b/.test(words) || given.pattern !== undefined)) {
    const pattern = stringIn(given, ['pattern', 'text', 'query', 'q', 'keyword', 'string', 'words', 'term'])
    const place = stringIn(given, ['url', 'address', 'page'])
    // A tool of this name among no other tool for searching is one for searching.
    if (tools.some((tool) => tool.name !== name && /search/i.test(tool.name)))
      return { do: 'find', pattern, place: place || null }
  }
  const places = textsIn(given, [
    'urls',
    'url',
    'addresses',
    'address',
    'link',
    'href',
    'uri',
    'id',
    'ids',
    'page_id',
    'index',
    'number',
    'title',
    'page'
  ])
  if (/\b(?:search|find|query|lookup|google|bing)\b/.test(words) && queries.length)
    return { do: 'search', queries, range: rangeOf(given) }
  if (
    /\b(?:open|visit|fetch|extract|extractor|browse|read|reader|click|get|goto|go|navigate|view|page|scrape|crawl|url|follow|load)\b/.test(
      words
    ) &&
    places.length
  ) {
    const from = numberIn(given, ['start_index', 'start', 'offset', 'loc'], 0)
    const length = numberIn(given, ['max_length', 'max_chars', 'length'], 0)
    return { do: 'open', places, from, length: length || null }
  }
  if (queries.length && places.length === 0 && /\bbrowser|web\b/.test(words))
    return { do: 'search', queries, range: rangeOf(given) }
  return null
}

function rangeOf(given: Record<string, Json>): ResultsRange {
  const size = numberIn(
    given,
    ['num_results', 'count', 'limit', 'max_results', 'top_k', 'topn', 'n', 'num', 'k', 'page_size', 'per_page', 'size'],
    HITS
  )
  return {
    page: Math.max(1, numberIn(given, ['page', 'page_number', 'pageno'], 1)),
    size: Math.max(1, Math.min(50, size)),
    skip: Math.max(0, numberIn(given, ['offset', 'start', 'skip'], 0)),
    sites: textsIn(given, ['site', 'sites', 'domain', 'domains', 'allowed_domains', 'include_domains']),
    withoutSites: textsIn(given, ['blocked_domains', 'exclude_domains', 'exclude_sites']),
    newest: /date|new|recent/i.test(stringIn(given, ['sort', 'sort_by', 'order', 'order_by'])),
    after: stringIn(given, ['after', 'date_from', 'from_date', 'start_date', 'since', 'start_published_date']),
    before: stringIn(given, ['before', 'date_to', 'to_date', 'end_date', 'until', 'end_published_date'])
  }
}

/** The texts and numbers under the first of the names that has any. */
function textsIn(given: Record<string, Json>, names: string[]): string[] {
  for (const name of names) {
    const value = given[name]
    const all = (Array.isArray(value) ? value : [value]).flatMap((one) =>
      typeof one === 'string' || typeof one === 'number' ? [String(one)] : []
    )
    const texts = all.filter((text) => text.trim() !== '')
    if (texts.length) return texts
  }
  return []
}

const stringIn = (given: Record<string, Json>, names: string[]): string => textsIn(given, names)[0] ?? ''

function numberIn(given: Record<string, Json>, names: string[], usual: number): number {
  const value = Number(stringIn(given, names) || Number.NaN)
  return Number.isFinite(value) ? Math.floor(value) : usual
}
