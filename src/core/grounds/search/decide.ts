// Who answers a call in a search world, and what.
import { toolCallOf } from '../../domains/tool-call.ts'
import { readHits } from '../../observations/documents/hits.ts'
import { mostAlike } from '../../text/nearest.ts'
import type { Action, Tool } from '../../tree/model.ts'
import type { SearchPolicy } from '../../tree/search.ts'
import { bareAddress } from '../fiction/address.ts'
import { remember } from '../fiction/memory.ts'
import { type SearchCall, searchCall } from './calls.ts'
import { searched } from './memory.ts'
import type { PageIndex, StatedPage } from './page.ts'
import { findPages, pageText, showPage, showResults, snippetOf } from './results.ts'
import { RULES, type SearchRule } from './rules.ts'
import { noted, queryKey, type SearchState, type SearchView, seen } from './state.ts'
import type { StatedWeb } from './stated.ts'

/** The pages of one world, ready to be searched. */
export interface SearchWorld extends StatedWeb {
  tools: readonly Tool[]
  byAddress: ReadonlyMap<string, StatedPage>
  index: PageIndex
  policy: SearchPolicy
}

export type SearchOutcome =
  | { by: 'ground'; rule: SearchRule; text: string; state: SearchState; fails?: true; value?: Record<string, unknown> }
  /** `open`: the addresses that are to be written; `[]` where the model answers the call as a whole. */
  | { by: 'model'; rule: SearchRule; open: string[] }

/** @param alone no model may be asked, so there is nothing but what is stated */
export function decide(
  world: SearchWorld,
  state: SearchState,
  action: Action,
  { alone }: { alone: boolean }
): SearchOutcome {
  const given = toolCallOf(action)
  const call = searchCall(given, world.tools, state.notes)
  const tool = world.tools.find(({ name }) => name === given.name)
  const others = world.open && !alone
  switch (call?.do) {
    case 'search':
      return results(world, state, call, { tool, others })
    case 'open':
      return pages(world, state, call, { tool, others })
    case 'find':
      return inPage(world, state, call)
    case 'move':
      return moved(world, state, call, { tool, others })
    case 'memory':
      return memory(state, call)
    default:
      return { by: 'model', rule: 'unclear-tool', open: [] }
  }
}

interface Surroundings {
  tool: Tool | undefined
  others: boolean
}

function results(
  world: SearchWorld,
  state: SearchState,
  call: Extract<SearchCall, { do: 'search' }>,
  { tool, others }: Surroundings
): SearchOutcome {
  const { queries, range } = call
  const after = seen(state, { of: 'results', queries, range })
  const kept = state.results.get(queryKey(call))
  if (kept !== undefined) return { by: 'ground', rule: 'kept', text: kept, state: after }
  const found = queries.map((query) => ({
    query,
    pages: findPages(world.pages, world.index, query, range, world.policy.mix)
  }))
  const none = found.every(({ pages }) => pages.total === 0)
  if (none && others && !queries.every(isNonsense)) return { by: 'model', rule: 'open-query', open: [] }
  const shown = found.map(({ query, pages }) => showResults(pages, query, tool, world.policy.snippets))
  const [one] = shown
  return {
    ...{
      by: 'ground',
      rule: none ? 'nothing' : 'results',
      state: after,
      text: shown.map(({ text }) => text).join('\n\n')
    },
    ...(shown.length === 1 && one?.value && { value: one.value })
  }
}

/** Letters that nobody can say: no vowel, or five consonants in a row, in every word. */
function isNonsense(query: string): boolean {
  const words = query.toLowerCase().match(/[a-z]{4,}/g) ?? []
  return (
    words.length > 0 &&
    words.every((word) => !/[aeiouy]/.test(word) || /[bcdfghjklmnpqrstvwxz]{5}/.test(word)) &&
    !/[^\p{ASCII}]/u.test(query)
  )
}

// A tool with a next part shows about a screen at once.
const PART = 4000

function pages(
  world: SearchWorld,
  state: SearchState,
  call: Extract<SearchCall, { do: 'open' }>,
  { tool, others }: Surroundings
): SearchOutcome {
  const places = call.places.map((place) => addressOf(world, state, place))
  const missing = places.filter((place) => !pageAt(world, state, place))
  if (missing.length && others) return { by: 'model', rule: 'unwritten-page', open: missing }
  const last = places.at(-1) ?? ''
  const after = missing.includes(last) ? state : seen(state, { of: 'page', address: last, part: 0 })
  const texts = places.map((place) => {
    const text = textAt(world, state, place, { ...call, tool })
    return places.length > 1 ? `${place}\n${text}` : text
  })
  const [place = ''] = places
  const stated = world.byAddress.get(bareAddress(place))
  const rule = missing.length
    ? 'missing-page'
    : places.some((one) => state.pages.has(bareAddress(one)))
      ? 'kept'
      : 'page'
  const value =
    places.length === 1 && stated && !state.pages.has(bareAddress(place)) ? showPage(stated, tool).value : undefined
  return {
    ...{ by: 'ground', rule, state: after, text: texts.join('\n\n') },
    ...(missing.length === places.length && { fails: true as const }),
    ...(value && { value })
  }
}

const pageAt = ({ byAddress }: SearchWorld, state: SearchState, address: string): boolean =>
  state.pages.has(bareAddress(address)) || byAddress.has(bareAddress(address))

/** What the address shows: the page, or that there is none. */
export function textAt(
  world: SearchWorld,
  state: SearchState,
  address: string,
  { from = 0, length = null, tool }: { from?: number; length?: number | null; tool?: Tool | undefined } = {}
): string {
  const kept = state.pages.get(bareAddress(address))
  const page = world.byAddress.get(bareAddress(address))
  if (kept === undefined && !page) return notFound(world, address)
  const text = kept ?? (page ? showPage(page, tool).text : '')
  if (from || length) return text.slice(from, length ? from + length : undefined) || 'No more content available.'
  if (!hasNext(world)) return text
  const parts = partsOf(text)
  return parts.length > 1 ? `${parts[0]}\n\n(part 1 of ${parts.length})` : text
}

function notFound({ pages }: SearchWorld, address: string): string {
  const near = mostAlike(
    bareAddress(address),
    pages.map((page) => bareAddress(page.address))
  )
  const page = pages.find((one) => bareAddress(one.address) === near)
  return `Error: could not fetch ${address} (404 Not Found)${page ? `. The nearest address is ${page.address}` : ''}`
}

const hasNext = ({ tools }: SearchWorld): boolean => tools.some(({ name }) => /next|scroll|more/i.test(name))

/** The text in parts of about one screen, cut between paragraphs. */
function partsOf(text: string): string[] {
  const parts = ['']
  for (const paragraph of text.split('\n\n')) {
    const last = parts.at(-1) ?? ''
    if (last && last.length + paragraph.length > PART) parts.push(paragraph)
    else parts[parts.length - 1] = last ? `${last}\n\n${paragraph}` : paragraph
  }
  return parts
}

/** The address that is meant: of a numbered result, of a page by its title, or the address itself. */
function addressOf(world: SearchWorld, state: SearchState, place: string): string {
  const view = state.trail.findLast(({ of }) => of === 'results')
  if (/^\d{1,3}$/.test(place) && view?.of === 'results') {
    const kept = state.results.get(queryKey({ do: 'search', queries: view.queries, range: view.range }))
    const hits = kept === undefined ? [] : (readHits(kept, view.queries)?.hits ?? [])
    const told = hits.find(({ rank }) => rank === Number(place))?.url
    const all = { ...view.range, page: 1, skip: 0, size: Number(place) }
    const stated = findPages(world.pages, world.index, view.queries[0] ?? '', all, world.policy.mix).shown[
      Number(place) - 1
    ]?.address
    return told ?? stated ?? place
  }
  if (/^https?:\/\//i.test(place) || pageAt(world, state, place)) return place
  const title = place.trim().toLowerCase()
  return world.pages.find((page) => page.title.toLowerCase() === title)?.address ?? place
}

function inPage(
  world: SearchWorld,
  state: SearchState,
  { pattern, place }: Extract<SearchCall, { do: 'find' }>
): SearchOutcome {
  const view = state.trail.findLast(({ of }) => of === 'page')
  const address = place ?? (view?.of === 'page' ? view.address : '')
  const ground = { by: 'ground' as const, rule: 'in-page' as const, state }
  if (!address) return { ...ground, text: 'Error: No page is open.', fails: true }
  if (!pageAt(world, state, address)) return { ...ground, text: notFound(world, address), fails: true }
  const wanted = pattern.toLowerCase()
  const page = world.byAddress.get(bareAddress(address))
  const text = state.pages.get(bareAddress(address)) ?? (page ? pageText(page) : '')
  const lines = text
    .split('\n')
    .flatMap((line, at) => (line.toLowerCase().includes(wanted) ? [`L${at + 1}: ${line}`] : []))
  if (!lines.length || !wanted) return { ...ground, text: `No matches for "${pattern}" on ${address}.` }
  return {
    ...ground,
    text: `${lines.length} ${lines.length === 1 ? 'line' : 'lines'} with "${pattern}" on ${address}:\n${lines.join('\n')}`
  }
}

function moved(
  world: SearchWorld,
  state: SearchState,
  { to }: Extract<SearchCall, { do: 'move' }>,
  around: Surroundings
): SearchOutcome {
  const view = state.trail.at(-1)
  const refused = (text: string): SearchOutcome => ({ by: 'ground', rule: 'view', text, state, fails: true })
  if (!view) return refused('Error: Nothing is open.')
  if (to === 'back') {
    const before = state.trail.at(-2)
    return before
      ? shownAgain(world, { ...state, trail: state.trail.slice(0, -2) }, before, around)
      : refused('Error: There is nothing to go back to.')
  }
  const step = to === 'next' ? 1 : -1
  const trail = state.trail.slice(0, -1)
  if (view.of === 'results') {
    const page = view.range.page + step
    if (page < 1) return refused('Error: This is the first page.')
    return shownAgain(world, { ...state, trail }, { ...view, range: { ...view.range, page } }, around)
  }
  const parts = partsOf(textAt({ ...world, tools: [] }, state, view.address))
  const part = view.part + step
  if (part < 0 || part >= parts.length)
    return refused(part < 0 ? 'Error: This is the beginning of the page.' : 'Error: This is the end of the page.')
  return shownAgain(world, { ...state, trail }, { ...view, part }, around)
}

function shownAgain(world: SearchWorld, state: SearchState, view: SearchView, around: Surroundings): SearchOutcome {
  if (view.of === 'results') {
    const { queries, range } = view
    const outcome = results(world, state, { do: 'search', queries, range }, around)
    return outcome.by === 'ground' ? { ...outcome, rule: outcome.rule === 'kept' ? 'kept' : 'view' } : outcome
  }
  const parts = partsOf(textAt({ ...world, tools: [] }, state, view.address))
  const number = parts.length > 1 ? `\n\n(part ${view.part + 1} of ${parts.length})` : ''
  return { by: 'ground', rule: 'view', text: `${parts[view.part] ?? ''}${number}`, state: seen(state, view) }
}

function memory(state: SearchState, call: Extract<SearchCall, { do: 'memory' }>): SearchOutcome {
  const { verb, given } = call
  const after = noted(state, call)
  if (verb === 'search') {
    const found = searched(state.notes, given.query)
    const text = Object.keys(found).length ? JSON.stringify(found, null, 2) : 'No matching notes.'
    return { by: 'ground', rule: 'memory', text, state: after }
  }
  const text = remember(state.notes, given)
  return { by: 'ground', rule: 'memory', text, state: after }
}

/** What the model has to agree with: the stated facts, and what results said of the page. */
export function contextOf({ facts, pages: stated }: SearchWorld, state: SearchState, open: readonly string[]): string {
  const wanted = new Set(open.map(bareAddress))
  const hits = [...state.results.values()]
    .flatMap((text) => readHits(text, [])?.hits ?? [])
    .filter(({ url }) => wanted.has(bareAddress(url)))
  const told = hits.map(({ url, title, snippet, date }) => `${url}: ${title}. ${snippet} (${date || 'no date'})`)
  return [
    ...(facts.length ? ['True in this world:', ...facts.map((fact) => `- ${fact}`)] : []),
    ...(told.length ? ['What results said of the page:', ...told] : []),
    ...(!open.length && stated.length
      ? [
          'Pages that exist, and do not match:',
          ...stated.slice(0, 20).map((page) => `- ${page.address} ${page.title}: ${snippetOf(page, '')}`)
        ]
      : [])
  ].join('\n')
}

export const whyOf = (rule: SearchRule): string => RULES.find(({ name }) => name === rule)?.why ?? ''
