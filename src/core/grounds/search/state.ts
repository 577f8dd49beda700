// A search world after some of its steps.
import { looksLikeError } from '../../observations/documents/value.ts'
import type { Json } from '../../tree/ports.ts'
import { bareAddress } from '../fiction/address.ts'
import type { StateTrust } from '../replay.ts'
import type { ResultsRange, SearchCall } from './calls.ts'
import type { Notes } from './memory.ts'

/** What the agent looks at: results, or a page of which one part is shown. `part` counts from 0. */
export type SearchView =
  | { of: 'results'; queries: string[]; range: ResultsRange }
  | { of: 'page'; address: string; part: number }

export interface SearchState extends StateTrust {
  turns: number
  notes: Notes
  /** What no rule answered, by `queryKey`. */
  results: ReadonlyMap<string, string>
  /** Pages that no rule wrote, by bare address. */
  pages: ReadonlyMap<string, string>
  /** The last one is looked at. */
  trail: readonly SearchView[]
}

// More steps back than anybody goes.
const TRAIL = 50

export const begin = (): SearchState => ({
  ...{ turns: 0, notes: {}, results: new Map(), pages: new Map(), trail: [] },
  ...{ over: null, uncertain: null, diverged: [] }
})

export const queryKey = ({ queries, range }: Extract<SearchCall, { do: 'search' }>): string =>
  JSON.stringify([queries.map((query) => query.toLowerCase().split(/\s+/).join(' ').trim()), range])

export const seen = (state: SearchState, view: SearchView): SearchState => ({
  ...state,
  trail: [...state.trail, view].slice(-TRAIL)
})

/** The state after an answer that no rule gave: what it showed stays so. An error says nothing of the pages. */
export function learnt(state: SearchState, call: SearchCall | null, text: string): SearchState {
  if (!call || looksLikeError(text) || !text.trim()) return state
  const over = state.over ?? state.turns
  switch (call.do) {
    case 'search': {
      const results = new Map(state.results).set(queryKey(call), text)
      return seen({ ...state, results, over }, { of: 'results', queries: call.queries, range: call.range })
    }
    case 'open': {
      const pages = new Map(state.pages)
      for (const [place, page] of partsByPlace(call.places, text))
        if (!looksLikeError(page)) pages.set(bareAddress(place), page)
      return seen({ ...state, pages, over }, { of: 'page', address: call.places.at(-1) ?? '', part: 0 })
    }
    case 'memory':
      return noted(state, call)
    default:
      return state
  }
}

/** Several pages follow each other, each after a line with its address. */
function partsByPlace(places: readonly string[], text: string): [place: string, text: string][] {
  if (places.length === 1) return [[places[0] ?? '', text]]
  const lines = text.split('\n')
  const starts = places.flatMap((place) => {
    const at = lines.indexOf(place)
    return at < 0 ? [] : [{ place, at }]
  })
  return starts.map(({ place, at }, index) => [
    place,
    lines
      .slice(at + 1, starts[index + 1]?.at)
      .join('\n')
      .trim()
  ])
}

export function noted(state: SearchState, { verb, given }: Extract<SearchCall, { do: 'memory' }>): SearchState {
  if (verb === 'remove_all') return { ...state, notes: {} }
  if (verb === 'add' || verb === 'update')
    return { ...state, notes: { ...state.notes, ...(given.dict as Record<string, Json>) } }
  if (verb !== 'remove') return state
  // A key that there is not refuses the call as a whole.
  if (given.key_list.some((key) => !Object.hasOwn(state.notes, key))) return state
  return {
    ...state,
    notes: Object.fromEntries(Object.entries(state.notes).filter(([key]) => !given.key_list.includes(key)))
  }
}
