// What keys do on a desktop: shortcuts, the clipboard, the line of a terminal, and else what the page in front does.

import { detailsOf, fieldValue, isDisabled, isField, isReadOnly } from '../../observations/pages/controls.ts'
import { attribute, closest, collapsed, contains, type PageElement, textIn } from '../../observations/pages/document.ts'
import { navigate } from '../browser/act.ts'
import { linkFrom } from '../browser/in-app.ts'
import { load } from '../browser/load.ts'
import { livePage, visitOf, withVisit } from '../browser/state.ts'
import type { DesktopView } from '../programs/program.ts'
import { keyInAddress, typedInAddress } from './address.ts'
import { tiled } from './frames.ts'
import { type DesktopState, frontWindow, raised } from './state.ts'
import { tabKey } from './tabs.ts'
import { sentBy, TYPED } from './terminal.ts'
import { undone } from './undo.ts'
import {
  appInFront,
  closed,
  type DesktopDoing,
  inPage,
  openApp,
  refreshed,
  shownFront,
  withAddress,
  within
} from './windows.ts'

/** Presses what is clicked: a link to another app opens its window, one into the web a browser's. */
export function* press(state: DesktopState, view: DesktopView, element: PageElement): DesktopDoing {
  const to = linkFrom(element, visitOf(state.browser).url)
  if (to) {
    const own = appInFront(state, view)
    const known = view.apps.find(({ start, browser }) => !browser && new URL(start).host === to.host)
    const other = known ?? (own?.browser ? own : view.apps.find(({ browser }) => browser))
    if (other && other !== own) return yield* openApp(state, view, other.id, to.href)
  }
  return yield* inPage(state, view, { do: 'click', at: { element: element.index }, count: 1 })
}

/** A menu closes with whatever is done beside it. */
export function withoutMenus(state: DesktopState, element: PageElement | null): DesktopState {
  const visit = visitOf(state.browser)
  const { document } = livePage(visit)
  const open = Object.entries(visit.page.open).filter(([index, isOpen]) => {
    const details = document.elements[Number(index)]
    if (!isOpen || details?.tag !== 'details' || !closest(details, ({ tag }) => tag === 'menu')) return true
    return element !== null && (details === element || contains(details, element))
  })
  return { ...state, browser: withVisit(state.browser, { page: { ...visit.page, open: Object.fromEntries(open) } }) }
}

const addressInUse = ({ windows, browser }: DesktopState) => windows[browser.shown]?.address ?? null

function fieldInUse({ browser, windows }: DesktopState): PageElement | null {
  if (!windows.length || frontWindow({ windows } as DesktopState) === null) return null
  const { document, state: page } = livePage(visitOf(browser))
  const element = page.focus === null ? undefined : document.elements[page.focus]
  return element && isField(element) && !isReadOnly(element) && !isDisabled(element) ? element : null
}

export function* typed(from: DesktopState, view: DesktopView, text: string): DesktopDoing {
  const before = from.menu ? { ...from, menu: null } : from
  const address = addressInUse(before)
  if (address) {
    const [line = '', ...more] = text.split('\n')
    const after = withAddress(before, typedInAddress(address, line))
    return more.length ? yield* pressed(after, view, 'Enter') : after
  }
  const field = fieldInUse(before)
  if (!field) return before
  if (field.tag === 'textarea') return yield* inPage(before, view, { do: 'type', at: { element: field.index }, text })
  let state = before
  for (const [nth, line] of text.split('\n').entries()) {
    if (nth > 0) state = yield* pressed(state, view, 'Enter')
    if (line) state = yield* inPage(state, view, { do: 'type', at: 'focus', text: line })
  }
  return state
}

/** Letters stand in the line until a key sends it. */
function* keyInTerminal(state: DesktopState, view: DesktopView, keys: string, field: PageElement | null): DesktopDoing {
  const line = field ? fieldValue(livePage(visitOf(state.browser)), field) : ''
  if (/^(?:Control\+Shift\+v|Shift\+Insert)$/i.test(keys)) return yield* typed(state, view, state.clipboard)
  const sent = keys === 'Backspace' && line ? null : sentBy(keys)
  if (sent === null) return field ? yield* inPage(state, view, { do: 'press', key: keys }) : state
  const { url } = visitOf(state.browser)
  const post: [string, string][] = [[TYPED, line + sent]]
  return yield* within(state, view, (browser) => load(browser, { url, post, replaces: true }))
}

export function* pressed(before: DesktopState, view: DesktopView, keys: string): DesktopDoing {
  const state = before.menu ? { ...before, menu: null } : before
  if (before.menu && keys === 'Escape') return state
  const front = frontWindow(state)
  if (keys === 'Alt+Tab') {
    const other = state.windows.length - 2
    return other < 0 ? shownFront(state) : yield* refreshed(raised(state, other), view)
  }
  if (front === null) return state
  const { browser: isBrowser, terminal: isTerminal } = appInFront(state, view) ?? {}
  const tabs = isBrowser ? tabKey(state, keys) : null
  if (keys === 'Alt+F4' || (keys === 'Control+q' && !isTerminal) || tabs === 'closes') return closed(state, front)
  if (tabs) return tabs
  const tiles = tiled(state, keys)
  if (tiles) return tiles
  const address = addressInUse(state)
  if (isBrowser && /^(?:Control\+l|Alt\+d|F6)$/i.test(keys))
    return withAddress(state, { text: visitOf(state.browser).url, chosen: true })
  if (address) {
    const done = keyInAddress(address, keys, state.clipboard)
    const after = withAddress(done.copied === undefined ? state : { ...state, clipboard: done.copied }, done.address)
    const { goes } = done
    return goes === undefined
      ? after
      : yield* within(after, view, (browser) => navigate(browser, { do: 'go', url: goes }))
  }
  const page = livePage(visitOf(state.browser))
  const field = fieldInUse(state)
  if (appInFront(state, view)?.terminal) return yield* keyInTerminal(state, view, keys, field)
  const chord = /^Control\+(.)$/i.exec(keys)?.[1]?.toLowerCase()
  if (chord && field && 'cxv'.includes(chord)) {
    const value = fieldValue(page, field)
    const [from, to] = visitOf(state.browser).caret ?? [value.length, value.length]
    if (chord === 'v') return yield* typed(state, view, state.clipboard)
    const copied = from === to ? state : { ...state, clipboard: value.slice(from, to) }
    return chord === 'c' || from === to ? copied : yield* inPage(copied, view, { do: 'press', key: 'Delete' })
  }
  if (chord === 'z') {
    const back = undone(state)
    return back
      ? yield* inPage(back.state, view, { do: 'fill', at: { element: back.element }, text: back.text })
      : state
  }
  const shortcut =
    chord &&
    !isBrowser &&
    page.document.elements.find((one) => attribute(one, 'accesskey').toLowerCase() === chord && !isDisabled(one))
  if (shortcut) return yield* press(state, view, shortcut)
  // An app that has no other meaning for it opens a window more, which shows the same.
  if (chord === 'n') {
    const { url } = visitOf(state.browser)
    const own = appInFront(state, view)
    return own ? yield* openApp(state, view, own.id, own.browser ? undefined : url, { isNew: true }) : state
  }
  if (keys === 'Escape') {
    const dialog = page.document.elements.findLast(({ tag, attributes }) => tag === 'dialog' && attributes.has('open'))
    const cancel = page.document.elements.find(
      (one) =>
        dialog &&
        contains(dialog, one) &&
        /^(?:a|button)$/.test(one.tag) &&
        /^(?:cancel|close)$/i.test(collapsed(textIn(one)))
    )
    return cancel ? yield* press(state, view, cancel) : withoutMenus(state, null)
  }
  const { focus } = page.state
  const at = focus === null ? undefined : page.document.elements[focus]
  if (keys === 'Enter' && at && (at.tag === 'a' || detailsOf(at))) return yield* press(state, view, at)
  return yield* inPage(state, view, { do: 'press', key: keys })
}
