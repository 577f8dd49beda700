// A search engine, its pages and a memory, answered from the facts alone.

import type { DerivedState } from '../../domains/capabilities.ts'
import { toolCallOf } from '../../domains/tool-call.ts'
import type { FictionRows, FoundRow } from '../../tree/fiction.ts'
import type { Action } from '../../tree/model.ts'
import type { SearchPolicy } from '../../tree/search.ts'
import { dateIn } from './address.ts'
import { remember } from './memory.ts'
import { mixed } from './mix.ts'
import { addressOf, dateOf, hitOf, listHit, nearestAddress, pageOf, placeAt, tableAddress, titleOf } from './pages.ts'
import { fitsQuery, isPlainQuery, readQuery } from './query.ts'
import { wordsIn } from './words.ts'

export interface WebAnswer {
  rule: string
  /** In a sentence. */
  why: string
  text: string
}

// As real search engines give.
const HITS = 10
// Of so many rows that have the words, those that fit the rest of the query are shown.
const MOST_FILTERED = 1000

/** What the tool answers; `null` for a tool that is none of these. `state` is the world's before this call. */
export function answerWeb(
  facts: FictionRows,
  state: DerivedState,
  action: Action,
  policy: SearchPolicy = {}
): WebAnswer | null {
  const { name, arguments: given } = toolCallOf(action)
  switch (name) {
    case 'web_search': {
      const queries = textsOf(given.queries, given.query)
      const text = queries.map((query) => results(facts, query, policy)).join('\n\n')
      return { rule: 'search', why: 'The results are the rows that match the query.', text }
    }
    case 'web_extractor': {
      const addresses = textsOf(given.urls, given.url)
      const pages = addresses.map((address) => {
        const page = extract(facts, address)
        return addresses.length > 1 ? `${address}\n${page}` : page
      })
      return { rule: 'page', why: 'The page is made of its row.', text: pages.join('\n\n') }
    }
    case 'dict_memory':
      return { rule: 'memory', why: 'The notes are those of the calls before.', text: remember(state.memory, given) }
    default:
      return null
  }
}

function textsOf(many: unknown, one: unknown): string[] {
  const list = Array.isArray(many) ? many : [one]
  return list.filter((text) => typeof text === 'string' && text.trim() !== '')
}

function results(facts: FictionRows, text: string, { snippets, mix }: SearchPolicy): string {
  const { spec } = facts
  const query = readQuery(text)
  const plain = isPlainQuery(query)
  const found = facts.search(query.words.join(' '), plain && !mix ? HITS : MOST_FILTERED)
  const fitting = plain ? found : found.filter((one) => fitsQuery(query, foundPage(facts, one)))
  if (mix) {
    const found = fitting.map((one) => ({ hit: one, text: foundPage(facts, one).text }))
    const known = new Set(fitting.map(rowKey))
    const others = found.length && !query.sites.length ? everyRow(facts).filter((one) => !known.has(rowKey(one))) : []
    const shown = mixed(query.words.join(' '), { found, others }, mix, 1)
    const hits = shown.map((one, at) => hitOf(facts, one, at + 1, snippets))
    return hits.length ? hits.join('\n\n') : 'No results found.'
  }
  const hits = fitting.slice(0, HITS).map((one, at) => hitOf(facts, one, at + 1, snippets))
  const asked = new Set(query.words)
  for (const table of spec.tables) {
    if (hits.length >= HITS) break
    const list = listHit(spec, table, hits.length + 1, snippets)
    const named = wordsIn(`${table.name} ${titleOf(table)}`).some(
      (word) => asked.has(word) || asked.has(`${word}s`) || asked.has(word.replace(/s$/, ''))
    )
    // Of a site alone, its lists are what is there.
    const ofSite = !query.words.length && query.sites.length > 0
    if ((named || ofSite) && fitsQuery(query, { address: tableAddress(spec, table), text: list, date: '' }))
      hits.push(list)
  }
  return hits.length ? hits.join('\n\n') : 'No results found.'
}

const rowKey = ({ table, row }: FoundRow): string => `${table.name}/${String(row[table.key] ?? '')}`

// Rows of each table among which the background is found.
const MOST_OTHERS = 500

const everyRow = ({ spec, rows }: FictionRows): FoundRow[] =>
  spec.tables.flatMap((table) => rows(table.name, MOST_OTHERS).map((row) => ({ table, row })))

/** A row as a query sees it. */
function foundPage(facts: FictionRows, { table, row }: FoundRow): { address: string; text: string; date: string } {
  const text = pageOf(facts, { kind: 'row', table, row }) ?? ''
  return { address: addressOf(facts.spec, table, row), text, date: dateIn(dateOf(table, row))?.iso ?? '' }
}

function extract(facts: FictionRows, address: string): string {
  const place = placeAt(facts, address)
  const page = place && pageOf(facts, place)
  if (page) return page
  const near = nearestAddress(facts, address)
  return `Error: could not fetch ${address} (404 Not Found)${near ? `. The nearest address is ${near}` : ''}`
}
