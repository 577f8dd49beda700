import { fieldValue, isDisabled, isField } from '../../observations/pages/controls.ts'
import { contains } from '../../observations/pages/document.ts'
import { isShown } from '../../observations/pages/layout.ts'
import { act, type PageIntent } from '../browser/act.ts'
import { type Browsing, relayed, shownAnew } from '../browser/in-app.ts'
import { type BrowserAnswer, type BrowserRequest, load } from '../browser/load.ts'
import {
  BLANK,
  type BrowserState,
  livePage,
  newTab,
  newVisit,
  tabOf,
  visitOf,
  withTab,
  withVisit
} from '../browser/state.ts'
import type { AppView, DesktopView } from '../programs/program.ts'
import { type AddressText, type DesktopState, frontWindow, raised, withWindow } from './state.ts'
import { withNewTab } from './tabs.ts'

export type DesktopDoing = Generator<BrowserRequest, DesktopState, BrowserAnswer>

/** The window in front has the keyboard. */
export function shownFront(state: DesktopState): DesktopState {
  const front = frontWindow(state)
  return front === null ? state : raised(state, front)
}

export const closed = (state: DesktopState, at: number): DesktopState =>
  shownFront({
    ...state,
    windows: state.windows.toSpliced(at, 1),
    browser: {
      ...state.browser,
      tabs: state.browser.tabs.toSpliced(at, 1),
      shown: Math.max(0, state.windows.length - 2)
    }
  })

export const appInFront = ({ windows, browser }: DesktopState, { apps }: DesktopView): AppView | undefined =>
  apps.find(({ id }) => id === windows[browser.shown]?.app)

export const withAddress = (state: DesktopState, address: AddressText | null): DesktopState =>
  withWindow(state, state.browser.shown, { address })

const MOST_WINDOWS = 12

/** Brings an app's window to the front, or opens one. `isNew`: another one, where one is open. */
export function* openApp(
  before: DesktopState,
  view: DesktopView,
  id: string,
  address?: string,
  { isNew = false }: { isNew?: boolean } = {}
): DesktopDoing {
  const app = view.apps.find((one) => one.id === id)
  if (!app) return before
  const open = before.windows.findLastIndex((one) => one.app === id)
  if (open >= 0 && !isNew) {
    const state = raised(before, open)
    return address === undefined ? yield* refreshed(state, view) : yield* loaded(state, view, address)
  }
  if (before.windows.length >= MOST_WINDOWS) return before
  const shift = before.windows.length * 40
  const bounds = { x: 300 + shift, y: 120 + shift, width: 1000, height: 680 }
  const window = { app: id, bounds, minimised: false, maximised: false, scrolled: 0, refused: false }
  const state = {
    ...before,
    windows: [...before.windows, window],
    browser: {
      ...before.browser,
      tabs: [...before.browser.tabs, newTab(newVisit(BLANK, ''))],
      shown: before.windows.length
    }
  }
  return yield* loaded(state, view, address ?? app.start)
}

const loaded = (state: DesktopState, view: DesktopView, url: string): DesktopDoing =>
  within(state, view, (browser) => load(browser, { url }))

export const inPage = (state: DesktopState, view: DesktopView, intent: PageIntent): DesktopDoing =>
  within(state, view, (browser) => act(browser, [intent]))

/** The page in front as the world is now; what was typed stays where it is the same. */
export function* refreshed(before: DesktopState, view: DesktopView): DesktopDoing {
  // A browser loads a page again when it is told to.
  if (before.windows[before.browser.shown]?.refused || appInFront(before, view)?.browser) return before
  return yield* shownAnew(before, (doing, onAnswer) => within(before, view, doing, onAnswer))
}

/** Lets the window in front make requests. What they changed is seen in the other windows too. Only a browser keeps pages behind, and opens one in a tab of its own. */
export function* within(
  before: DesktopState,
  view: DesktopView,
  doing: (browser: BrowserState) => Browsing,
  onAnswer?: (answer: BrowserAnswer) => void
): DesktopDoing {
  const { browser, posted, answer } = yield* relayed(doing(before.browser), onAnswer && { onAnswer })
  const { shown } = before.browser
  const isBrowser = appInFront(before, view)?.browser === true
  const own: BrowserState = { ...browser, tabs: browser.tabs.slice(0, before.windows.length), shown }
  const opens = isBrowser && browser.shown !== shown
  let after: DesktopState = opens
    ? withNewTab({ ...before, browser: own }, tabOf(browser))
    : { ...before, browser: isBrowser ? own : withTab(own, newTab(visitOf(browser))) }
  if (!answer) return after
  if (!isBrowser) after = withKeyboard(after, before.browser)
  const isSame = visitOf(after.browser).url === visitOf(before.browser).url
  const state = withWindow(after, shown, { refused: posted && answer.status >= 400, ...(!isSame && { scrolled: 0 }) })
  if (!posted || answer.status >= 400) return state
  let all: DesktopState = state
  for (const at of state.windows.keys()) {
    if (at !== shown) all = yield* refreshed({ ...all, browser: { ...all.browser, shown: at } }, view)
  }
  return { ...all, browser: { ...all.browser, shown } }
}

/** The first field of a page that was just loaded has the keyboard, its text chosen; of the same page the caret stays. */
function withKeyboard(state: DesktopState, before: BrowserState): DesktopState {
  const visit = visitOf(state.browser)
  const page = livePage(visit)
  if (visit.page.focus !== null) return state
  const fields = page.document.elements.filter((one) => isField(one) && isShown(page, one) && !isDisabled(one))
  const dialog = page.document.elements.findLast(({ tag, attributes }) => tag === 'dialog' && attributes.has('open'))
  const field = fields.find((one) => !dialog || contains(dialog, one))
  if (!field) return state
  const last = visitOf(before)
  const isSame = last.url === visit.url && last.page.focus === field.index
  const whole: [number, number] = field.tag === 'textarea' ? [0, 0] : [0, fieldValue(page, field).length]
  const caret = isSame ? last.caret : whole
  return { ...state, browser: withVisit(state.browser, { page: { ...visit.page, focus: field.index }, caret }) }
}
