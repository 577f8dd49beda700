// The tabs of a browser's window: the one that is shown is the window's page, and the others wait behind it.
import { BLANK, type BrowserTab, newTab, newVisit, tabOf } from '../browser/state.ts'
import { type DesktopState, type DesktopWindow, withWindow } from './state.ts'

const MOST_TABS = 12
// Each keeps its pages, which are part of the step.
const MOST_CLOSED = 3

/** The tabs of a window in their order, and which of them is shown. */
export function tabsIn({ behind }: DesktopWindow, shown: BrowserTab): { tabs: readonly BrowserTab[]; at: number } {
  const at = Math.min(behind?.at ?? 0, behind?.tabs.length ?? 0)
  return { tabs: (behind?.tabs ?? []).toSpliced(at, 0, shown), at }
}

/** The window in front with these tabs. */
function withTabs(state: DesktopState, tabs: readonly BrowserTab[], at: number): DesktopState {
  const { shown } = state.browser
  const tab = tabs[at]
  if (!tab) return state
  const changed = withWindow(state, shown, {
    behind: { tabs: tabs.toSpliced(at, 1), at },
    ...{ address: null, scrolled: 0, refused: false, undo: [] }
  })
  return { ...changed, browser: { ...state.browser, tabs: state.browser.tabs.with(shown, tab) } }
}

function tabsInFront(state: DesktopState): ReturnType<typeof tabsIn> | null {
  const window = state.windows[state.browser.shown]
  return window ? tabsIn(window, tabOf(state.browser)) : null
}

/** Opens a tab beside the one that is shown. @param tab an empty one, whose address is typed next, where this is absent */
export function withNewTab(state: DesktopState, tab?: BrowserTab): DesktopState {
  const here = tabsInFront(state)
  if (!here || here.tabs.length >= MOST_TABS) return state
  const at = tab ? here.at + 1 : here.tabs.length
  const opened = withTabs(state, here.tabs.toSpliced(at, 0, tab ?? newTab(newVisit(BLANK, ''))), at)
  return tab ? opened : withWindow(opened, state.browser.shown, { address: { text: '', chosen: false } })
}

/** Shows another tab. @param to its number; beyond the last is the first */
export function withTabShown(state: DesktopState, to: number): DesktopState {
  const here = tabsInFront(state)
  if (!here) return state
  const at = (to + here.tabs.length) % here.tabs.length
  return at === here.at ? state : withTabs(state, here.tabs, at)
}

/** Opens the tab that was closed last, where it stood, with its history. */
function withTabBack(state: DesktopState): DesktopState {
  const here = tabsInFront(state)
  const { shown } = state.browser
  const closed = state.windows[shown]?.closed ?? []
  const last = closed.at(-1)
  if (!here || !last || here.tabs.length >= MOST_TABS) return state
  const at = Math.min(last.at, here.tabs.length)
  return withWindow(withTabs(state, here.tabs.toSpliced(at, 0, last.tab), at), shown, { closed: closed.slice(0, -1) })
}

/** `null` where it is the window's only one. */
export function withoutTab(state: DesktopState, which: number): DesktopState | null {
  const here = tabsInFront(state)
  if (!here || here.tabs.length < 2) return null
  const { at } = here
  const next = which < at || (which === at && at === here.tabs.length - 1) ? at - 1 : at
  const { shown } = state.browser
  const [tab] = here.tabs.slice(which)
  const closed = [...(state.windows[shown]?.closed ?? []), ...(tab ? [{ tab, at: which }] : [])].slice(-MOST_CLOSED)
  return withWindow(withTabs(state, here.tabs.toSpliced(which, 1), next), shown, { closed })
}

/** What a key of a browser does with its tabs; `null` for other keys. `closes`: the window, with its only tab. */
export function tabKey(state: DesktopState, keys: string): DesktopState | 'closes' | null {
  const here = tabsInFront(state)
  if (!here) return null
  const number = /^(?:Control|Alt)\+([1-9])$/.exec(keys)?.[1]
  if (number !== undefined) {
    const to = number === '9' ? here.tabs.length - 1 : Number(number) - 1
    return to < here.tabs.length ? withTabShown(state, to) : state
  }
  switch (keys.toLowerCase()) {
    case 'control+t':
      return withNewTab(state)
    case 'control+w':
    case 'control+f4':
      return withoutTab(state, here.at) ?? 'closes'
    case 'control+shift+t':
      return withTabBack(state)
    case 'control+tab':
    case 'control+pagedown':
      return withTabShown(state, here.at + 1)
    case 'control+shift+tab':
    case 'control+pageup':
      return withTabShown(state, here.at - 1)
    default:
      return null
  }
}
