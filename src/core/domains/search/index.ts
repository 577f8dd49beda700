// A researching agent's tools: a search engine, web pages as Markdown, and a memory.

import type { Document } from '../../observations/documents/document.ts'
import { readHits } from '../../observations/documents/hits.ts'
import { looksLikeError, readValue } from '../../observations/documents/value.ts'
import type { Setup } from '../../tree/model.ts'
import type { Json } from '../../tree/ports.ts'
import type { DerivedState } from '../capabilities.ts'
import type { Domain } from '../domain.ts'
import { failingSearch } from '../failing.ts'
import { misfitCall, type ToolCall } from '../tool-call.ts'
import { typedPlainly } from '../tool-line.ts'
import { toolWorld } from '../tool-world.ts'
import { toolsBesideUser } from '../tools/say.ts'
import { small, standard } from './prompts.ts'
import { searchTools } from './tools.ts'

const toolsOf = (setup: Setup) => toolsBesideUser(setup, setup.tools.length ? setup.tools : searchTools)

export const search: Domain<ToolCall> = {
  ...toolWorld,
  id: 'search',
  title: 'Web search',
  description: 'A search engine, web pages and a memory, as a researching agent has them.',
  icon: 'search',
  templates: [standard, small],
  fromText(line, setup) {
    const text = line.trim()
    if (isAddress(text)) return { name: 'web_extractor', arguments: { url: text } }
    const word = /^[\w-]+(?=\s|$)/.exec(text)?.[0] ?? ''
    // What names no tool is what a person looks for.
    if (word.includes('_') || text.startsWith('{')) return typedPlainly(text, setup ? toolsOf(setup) : searchTools)
    return { name: 'web_search', arguments: { queries: [text] } }
  },
  tools: {
    of: toolsOf,
    certain: (call, setup) => misfitCall(toolsOf(setup), call) ?? (setup.tools.length ? null : incomplete(call))
  },
  door: 'tools',
  fiction: { as: 'web', echoes: ({ name }) => name === 'dict_memory' },
  document: {
    read,
    follow: (url) => (isAddress(url) ? { name: 'web_extractor', arguments: { url } } : null)
  },
  fail: failingSearch,
  initial: (setup) => ({ ownTools: !setup.tools.length, searched: 0, pages: [], memory: {} }),
  fold(state, { action: call, observation }) {
    if (looksLikeError(observation.text)) return state
    switch (call.name) {
      case 'web_search':
        return { ...state, searched: Number(state.searched) + queriesOf(call).length }
      case 'web_extractor': {
        const pages = Array.isArray(state.pages) ? state.pages : []
        return { ...state, pages: [...new Set([...pages, ...listOf(call, 'urls', 'url')])] }
      }
      case 'dict_memory':
        return { ...state, memory: remembered(state.memory ?? {}, call) }
      default:
        return state
    }
  },
  prediction: {
    ...toolWorld.prediction,
    // A model small enough to need the beginning would else answer the question.
    prefill: ({ name }, state) => (state.ownTools && name === 'web_search' ? '[1] https://' : ''),
    // Results have addresses and words of their own; a page or a memory may hold any list.
    counts: ({ name }) => name !== 'web_search'
  },
  initialState: {
    hint: 'Facts that pages and results must agree with, the date, and earlier searches. If empty, the model uses the world as it knows it.',
    placeholder:
      'Such as:\nToday is 2026-05-04. The bridge at Sundvik opened on 2026-04-18 and is 1,204 m long; older pages give its planned length, 1,180 m.'
  }
}

const isAddress = (text: string): boolean => /^https?:\/\/[^\s/]+(?:\/\S*)?$/i.test(text)

/** The texts under `many`, or the one under `one`. */
function listOf({ arguments: given }: ToolCall, many: string, one: string): string[] {
  const list = given[many]
  const all = Array.isArray(list) ? list : [given[one]]
  return all.filter((text) => typeof text === 'string')
}

const queriesOf = (call: ToolCall): string[] => listOf(call, 'queries', 'query')

/** What these tools need beyond what a plain schema can say. */
function incomplete(call: ToolCall): string | null {
  const { action, dict, key_list } = call.arguments
  const needs = (what: string) => `Error: ${call.name} needs ${what}.`
  if (call.name === 'web_search' && !queriesOf(call).some((query) => query.trim())) {
    return needs('queries, such as ["opening hours of the Louvre"], or query')
  }
  if (call.name === 'web_extractor' && !listOf(call, 'urls', 'url').some((url) => url.trim())) {
    return needs('url, such as "https://example.org/", or urls')
  }
  if (call.name !== 'dict_memory') return null
  if ((action === 'add' || action === 'update') && dict === undefined) return needs(`dict for ${action}`)
  if ((action === 'retrieve' || action === 'remove') && key_list === undefined) return needs(`key_list for ${action}`)
  return null
}

function read(call: ToolCall, text: string): Document {
  if (call.name === 'web_extractor') {
    return looksLikeError(text) ? { kind: 'text', text, error: true } : { kind: 'markdown', text }
  }
  if (call.name === 'dict_memory') {
    const value = readValue(text)
    return value.kind === 'markdown' ? { kind: 'text', text, error: false } : value
  }
  return readHits(text, queriesOf(call)) ?? readValue(text)
}

/** The memory as the calls leave it. */
function remembered(memory: Json, { arguments: given }: ToolCall): Json {
  const held: DerivedState = { ...Object(memory) }
  const keys = Array.isArray(given.key_list) ? given.key_list : []
  switch (given.action) {
    case 'add':
    case 'update':
      return { ...held, ...Object(given.dict) }
    case 'remove':
      return Object.fromEntries(Object.entries(held).filter(([key]) => !keys.includes(key)))
    case 'remove_all':
      return {}
    default:
      return held
  }
}
