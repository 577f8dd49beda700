// A search engine, its pages and a memory, answered from the facts alone.

import type { DerivedState } from '../../domains/capabilities.ts'
import { toolCallOf } from '../../domains/tool-call.ts'
import type { FictionRows } from '../../tree/fiction.ts'
import type { Action } from '../../tree/model.ts'
import { remember } from './memory.ts'
import { hitOf, listHit, pageOf, placeAt, titleOf } from './pages.ts'
import { wordsIn } from './words.ts'

export interface WebAnswer {
  rule: string
  /** In a sentence. */
  why: string
  text: string
}

// As real search engines give.
const HITS = 10

/** What the tool answers; `null` for a tool that is none of these. `state` is the world's before this call. */
export function answerWeb(facts: FictionRows, state: DerivedState, action: Action): WebAnswer | null {
  const { name, arguments: given } = toolCallOf(action)
  switch (name) {
    case 'web_search': {
      const queries = textsOf(given.queries, given.query)
      const text = queries.map((query) => results(facts, query)).join('\n\n')
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

function results(facts: FictionRows, query: string): string {
  const { spec } = facts
  const hits = facts.search(query, HITS).map((found, at) => hitOf(spec, found, at + 1))
  const asked = new Set(wordsIn(query))
  for (const table of spec.tables) {
    if (hits.length >= HITS) break
    if (
      wordsIn(`${table.name} ${titleOf(table)}`).some(
        (word) => asked.has(word) || asked.has(`${word}s`) || asked.has(word.replace(/s$/, ''))
      )
    )
      hits.push(listHit(spec, table, hits.length + 1))
  }
  return hits.length ? hits.join('\n\n') : 'No results found.'
}

function extract(facts: FictionRows, address: string): string {
  const place = placeAt(facts, address)
  return (place && pageOf(facts, place)) ?? `Error: could not fetch ${address} (404 Not Found)`
}
