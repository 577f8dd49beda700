// The page that a browser shows, in the form in which its world tells pages.
import { chromiumScreen, writeChromium } from '../../observations/pages/chromium.ts'
import { snapshotScreen, writeSnapshot } from '../../observations/pages/snapshot.ts'
import { readScreen } from '../../observations/screens/readers/index.ts'
import type { Screen } from '../../observations/screens/screen.ts'
import { type BrowserState, type BrowserTab, livePage, type PageVisit, visitOf, withVisit } from './state.ts'

/** How a world tells its pages. */
export interface PageStyle {
  /** BrowserGym's tree, or Playwright's snapshot. */
  tells: 'axtree' | 'aria'
  /** Whether a line says the title. */
  title: boolean
  /** Whether tabs say their addresses. */
  tabAddresses: boolean
  /** Whether links say theirs. */
  addresses: boolean
}

export const USUAL_STYLE: PageStyle = { tells: 'axtree', title: true, tabAddresses: true, addresses: true }

/** As the first screen of a world has it; the usual one where there is none. */
export function styleOf(first: string, tells: PageStyle['tells'] = 'axtree'): PageStyle {
  const read = first.trim() ? readScreen(first) : { problem: '' }
  if ('problem' in read) return { ...USUAL_STYLE, tells }
  const { format, title, tabs, nodes } = read.screen
  return {
    tells: format === 'aria' ? 'aria' : 'axtree',
    title: title !== null,
    tabAddresses: tabs.some(({ url }) => url !== null),
    addresses: format === 'aria' || nodes.some(({ states }) => states.url !== undefined)
  }
}

export interface Look {
  text: string
  screen: Screen
  /** The element of each node of the screen, by its index in the page. */
  elements: readonly (number | null)[]
  /** The references that the look gave are kept. */
  state: BrowserState
}

export function look(state: BrowserState, style: PageStyle): Look {
  const visit = visitOf(state)
  const page = livePage(visit)
  const above = preface(state, style)
  if (style.tells === 'aria') {
    const { screen, refs, elements } = snapshotScreen(page, visit.refs)
    return { text: `${above}\n${writeSnapshot(screen)}`, screen, elements, state: withVisit(state, { refs }) }
  }
  const screen = chromiumScreen(page, { address: style.addresses ? visit.url : null })
  const elements = screen.nodes.map(({ ref }) => (ref === null ? null : Number(ref)))
  return { text: `${above}\n${writeChromium(screen)}`, screen, elements, state }
}

/** Address, title and tabs, each on a line. */
function preface(state: BrowserState, { title, tabAddresses }: PageStyle): string {
  const visit = visitOf(state)
  const tabs = state.tabs.map((tab, index) => {
    const one = shownIn(tab)
    const current = index === state.shown ? ' (current)' : ''
    return `Tab ${index}${current}: ${titleOf(one)}${tabAddresses ? ` (${one.url})` : ''}`
  })
  return [`URL: ${visit.url}`, ...(title ? [`Title: ${titleOf(visit)}`] : []), ...tabs, ''].join('\n')
}

const shownIn = ({ visits, at }: BrowserTab): PageVisit => visits[at] as PageVisit

const titleOf = (visit: PageVisit): string => livePage(visit).document.title
