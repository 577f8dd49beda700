// What a browser remembers: its tabs with their history, and cookies. Plain JSON, kept with the state of the program that answers it.
import { type LivePage, LOADED, type PageState } from '../../observations/pages/controls.ts'
import { readPage } from '../../observations/pages/document.ts'
import { NO_REFS, type SnapshotRefs } from '../../observations/pages/snapshot.ts'
import { createRecent } from '../../text/recent.ts'
import type { CaretRange } from '../widgets/fields.ts'
import type { Cookie } from './cookies.ts'

export interface PageVisit {
  url: string
  /** `null` for a page of the past that is loaded again when it is gone back to. */
  html: string | null
  page: PageState
  caret: CaretRange
  refs: SnapshotRefs
}

export interface BrowserTab {
  /** In the order in which they were visited. */
  visits: readonly PageVisit[]
  /** Which of them is shown. */
  at: number
}

export interface BrowserState {
  tabs: readonly BrowserTab[]
  shown: number
  cookies: readonly Cookie[]
  /** The HTML of pages that no program knows, by their address: whoever wrote it once is not asked again. */
  written: Readonly<Record<string, string>>
}

export const BLANK = 'about:blank'

export const newVisit = (url: string, html: string): PageVisit => ({
  url,
  html,
  page: LOADED,
  caret: null,
  refs: NO_REFS
})

export const newTab = (visit: PageVisit): BrowserTab => ({ visits: [visit], at: 0 })

export function tabOf({ tabs, shown }: BrowserState): BrowserTab {
  return tabs[shown] ?? newTab(newVisit(BLANK, ''))
}

export function visitOf(state: BrowserState): PageVisit {
  const { visits, at } = tabOf(state)
  return visits[at] ?? newVisit(BLANK, '')
}

/** The same browser with another tab in the place of the one that is shown. */
export const withTab = (state: BrowserState, tab: BrowserTab): BrowserState => ({
  ...state,
  tabs: state.tabs.with(state.shown, tab)
})

/** The same with something else on the page that is shown. */
export function withVisit(state: BrowserState, change: Partial<PageVisit>): BrowserState {
  const tab = tabOf(state)
  return withTab(state, { ...tab, visits: tab.visits.with(tab.at, { ...visitOf(state), ...change }) })
}

// Pages that are looked at again and again while one is on them.
const documents = createRecent<ReturnType<typeof readPage>>(32)

/** The page that is shown, with what was done to it. */
export function livePage({ html, page }: PageVisit): LivePage {
  const text = html ?? ''
  return { document: documents.get(text) ?? documents.set(text, readPage(text)), state: page }
}
