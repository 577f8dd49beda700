// What a mouse and a keyboard do on a desktop: windows, shortcuts and the clipboard by rule, and within a window what its page does.
import type { DesktopCommand } from '../../domains/desktop-commands.ts'
import type { Point } from '../../domains/spots.ts'
import type { DesktopForm, DesktopTarget } from '../../observations/devices/desktop-rows.ts'
import { detailsOf, fieldValue, isDisabled, isField, isReadOnly } from '../../observations/pages/controls.ts'
import { attribute, closest, collapsed, contains, type PageElement, textIn } from '../../observations/pages/document.ts'
import { isShown } from '../../observations/pages/layout.ts'
import { act, navigate, type PageIntent } from '../browser/act.ts'
import { dropAt, letGo, takenAt } from '../browser/drop.ts'
import { type Browsing, linkFrom, optionIn, relayed, shownAnew } from '../browser/in-app.ts'
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
import { keyInAddress, typedInAddress } from './address.ts'
import { BAR, DOCK, draggedWindow, tiled } from './frames.ts'
import { type DesktopLook, lookAtDesktop } from './look.ts'
import { menuOf } from './menu.ts'
import { type AddressText, type DesktopState, frontWindow, NEW_DESKTOP, raised, withWindow } from './state.ts'
import { tabKey, withNewTab, withoutTab, withTabShown } from './tabs.ts'
import { sentBy, TYPED } from './terminal.ts'
import { undone, withUndo } from './undo.ts'

type Doing = Generator<BrowserRequest, DesktopState, BrowserAnswer>

export function* startDesktop(view: DesktopView): Doing {
  let state = NEW_DESKTOP
  for (const app of view.opens) state = yield* openApp(state, view, app)
  return state
}

/** @param view what the program says of the desktop before the action */
export function* actOnDesktop(
  before: DesktopState,
  commands: readonly DesktopCommand[],
  { view, form }: { view: DesktopView; form: DesktopForm }
): Doing {
  let state = before
  for (const command of commands) {
    const after = yield* one(state, command, view, lookAtDesktop(state, view, form))
    const takesBack = command.do === 'press' && command.keys === 'Control+z'
    state = takesBack ? after : withUndo(state, after)
  }
  return state
}

const NOTCH = 60

function* one(state: DesktopState, command: DesktopCommand, view: DesktopView, look: DesktopLook): Doing {
  switch (command.do) {
    case 'wait':
      return state
    case 'point':
      return { ...state, pointer: command.to }
    case 'copy':
      return { ...state, clipboard: command.text }
    case 'scroll': {
      const at = command.at ?? state.pointer
      const { window } = under(look, at)
      const most = window === null ? 0 : (look.most[window] ?? 0)
      if (window === null) return { ...state, pointer: at }
      const to = Math.max(0, Math.min(most, Math.min(most, state.windows[window]?.scrolled ?? 0) + command.by * NOTCH))
      return withWindow({ ...state, pointer: at }, window, { scrolled: to })
    }
    case 'drag':
      return yield* dragged(state, view, command.to, look)
    case 'click': {
      const at = command.at ?? state.pointer
      const moved = { ...state, pointer: at }
      if (state.menu) return yield* inMenu(moved, view, look, at)
      if (command.button === 'right') return yield* opened(moved, view, under(look, at), at)
      return command.button === 'left' ? yield* clicked(moved, view, under(look, at), command.count) : moved
    }
    case 'type':
      return yield* typed(state, view, command.text)
    case 'press':
      return yield* pressed(state, view, command.keys)
    default:
      return command satisfies never
  }
}

// --- the mouse

/** The last thing that is drawn at a point, in the window that lies in front there. */
function under({ things }: DesktopLook, { x, y }: Point): { window: number | null; target: DesktopTarget | null } {
  const here = things.filter(
    ({ bounds }) => x >= bounds.x && y >= bounds.y && x < bounds.x + bounds.width && y < bounds.y + bounds.height
  )
  if (x < DOCK || y < BAR)
    return { window: null, target: here.findLast(({ window }) => window === null)?.target ?? null }
  const window = here.findLast((one) => one.window !== null)?.window ?? null
  const target =
    window === null
      ? null
      : (here.findLast((one) => one.window === window && one.tag !== 'application')?.target ?? null)
  return { window, target }
}

function* dragged(state: DesktopState, view: DesktopView, to: Point, look: DesktopLook): Doing {
  const { pointer: from } = state
  const { window, target } = under(look, from)
  const moved = { ...state, pointer: to }
  if (window === null) return moved
  const isTitle = target !== null && 'system' in target && target.system === `title ${window}`
  const after = draggedWindow(moved, window, { from, to, isTitle })
  return after === moved && target && 'element' in target
    ? yield* dropped(moved, view, { from: { window, element: target.element }, to: under(look, to) })
    : after
}

/** A thing of one window's page that is let go over that page, or over another window's of the same app: the app is told. */
function* dropped(
  state: DesktopState,
  view: DesktopView,
  { from, to }: { from: { window: number; element: number }; to: ReturnType<typeof under> }
): Doing {
  const { window } = to
  if (window === null || state.windows[window]?.app !== state.windows[from.window]?.app) return state
  const pages = [from.window, window].map((at) => visitOf({ ...state.browser, shown: at }))
  const [source, place] = pages.map(livePage)
  const item = source && takenAt(source, from.element)
  const over = to.target && 'element' in to.target ? to.target.element : null
  const address = place && dropAt(place, over)
  const url = pages[1]?.url ?? ''
  const isSame = window === from.window && source && address === dropAt(source, null)
  if (!item || !address || isSame || !URL.canParse(address, url)) return state
  return yield* within(raised(state, window), view, (browser) => letGo(browser, { item, address, shown: url }))
}

function* clicked(
  before: DesktopState,
  view: DesktopView,
  { window, target }: { window: number | null; target: DesktopTarget | null },
  count: number
): Doing {
  if (window === null)
    return target && 'system' in target ? yield* tapSystem(before, view, target.system, count) : before
  const isFront = window === frontWindow(before)
  let state = isFront ? before : yield* refreshed(raised(before, window), view)
  state = withAddress(state, null)
  const number = state.windows.length - 1
  if (!target) return state
  if ('system' in target) {
    const [what = '', , which = ''] = target.system.split(' ')
    return yield* tapSystem(state, view, `${what} ${number} ${which}`.trimEnd(), count)
  }
  const page = livePage(visitOf(state.browser))
  const element = page.document.elements[target.element]
  if (!element || isDisabled(element)) return withoutMenus(state, element ?? null)
  state = withoutMenus(state, element)
  const option = optionIn(element)
  if (option) {
    const { select, name } = option
    return select ? yield* inPage(state, view, { do: 'select', at: { element: select.index }, options: [name] }) : state
  }
  // A thing in a list is chosen by a click, and opened by two.
  if (target.opens > count) return focusedOn(state, element)
  return yield* press(state, view, element)
}

/** The right button: a field has the keyboard then, and what has a menu shows it. */
function* opened(
  before: DesktopState,
  view: DesktopView,
  { window, target }: { window: number | null; target: DesktopTarget | null },
  at: Point
): Doing {
  if (window === null) return before
  const isFront = window === frontWindow(before)
  const state = isFront ? before : yield* refreshed(raised(before, window), view)
  if (!target || 'system' in target || menuOf(state, target.element).length === 0) return state
  const element = livePage(visitOf(state.browser)).document.elements[target.element]
  const isUsed = visitOf(state.browser).page.focus === target.element
  const focused = element && isField(element) && !isUsed ? focusedOn(state, element) : state
  return { ...withAddress(focused, null), menu: { element: target.element, ...at } }
}

/** A click while a menu is open chooses what lies there, and closes it. */
function* inMenu(before: DesktopState, view: DesktopView, { things }: DesktopLook, { x, y }: Point): Doing {
  const state = { ...before, menu: null }
  const target = things.findLast(
    ({ tag, window, bounds: { x: left, y: top, width, height } }) =>
      tag === 'menu-item' && window === null && x >= left && y >= top && x < left + width && y < top + height
  )?.target
  const chosen = target && 'system' in target ? Number(target.system.split(' ')[1]) : Number.NaN
  const item = before.menu && menuOf(state, before.menu.element)[chosen]
  const element =
    item && item.element !== undefined ? livePage(visitOf(state.browser)).document.elements[item.element] : null
  if (element) return yield* press(state, view, element)
  return item?.keys === undefined ? state : yield* pressed(state, view, item.keys)
}

/** Presses what is clicked: a link to another app opens its window, one into the web a browser's. */
function* press(state: DesktopState, view: DesktopView, element: PageElement): Doing {
  const to = linkFrom(element, visitOf(state.browser).url)
  if (to) {
    const own = appInFront(state, view)
    const known = view.apps.find(({ start, browser }) => !browser && new URL(start).host === to.host)
    const other = known ?? (own?.browser ? own : view.apps.find(({ browser }) => browser))
    if (other && other !== own) return yield* openApp(state, view, other.id, to.href)
  }
  return yield* inPage(state, view, { do: 'click', at: { element: element.index }, count: 1 })
}

function focusedOn(state: DesktopState, element: PageElement | null): DesktopState {
  const { page } = visitOf(state.browser)
  return {
    ...state,
    browser: withVisit(state.browser, { page: { ...page, focus: element?.index ?? null }, caret: null })
  }
}

/** A menu closes with whatever is done beside it. */
function withoutMenus(state: DesktopState, element: PageElement | null): DesktopState {
  const visit = visitOf(state.browser)
  const { document } = livePage(visit)
  const open = Object.entries(visit.page.open).filter(([index, isOpen]) => {
    const details = document.elements[Number(index)]
    if (!isOpen || details?.tag !== 'details' || !closest(details, ({ tag }) => tag === 'menu')) return true
    return element !== null && (details === element || contains(details, element))
  })
  return { ...state, browser: withVisit(state.browser, { page: { ...visit.page, open: Object.fromEntries(open) } }) }
}

function* tapSystem(state: DesktopState, view: DesktopView, name: string, count: number): Doing {
  const [what = '', argument = '', which = ''] = name.split(' ')
  const at = Number(argument)
  switch (what) {
    case 'app':
      return yield* openApp(state, view, argument)
    case 'minimize':
      return shownFront(withWindow(state, at, { minimised: true }))
    case 'maximize':
      return withWindow(state, at, { maximised: !state.windows[at]?.maximised })
    case 'close':
      return closed(state, at)
    case 'back':
    case 'forward':
      return yield* inPage(state, view, { do: what })
    case 'reload':
      return yield* inPage(state, view, { do: 'press', key: 'F5' })
    case 'address':
      return withAddress(state, { text: visitOf(state.browser).url, chosen: true })
    case 'tab':
      return withTabShown(state, Number(which))
    case 'untab':
      return withoutTab(state, Number(which)) ?? closed(state, at)
    case 'newtab':
      return withNewTab(state)
    case 'title':
      return count > 1 ? withWindow(state, at, { maximised: !state.windows[at]?.maximised }) : state
    default:
      return state
  }
}

/** The window in front has the keyboard. */
function shownFront(state: DesktopState): DesktopState {
  const front = frontWindow(state)
  return front === null ? state : raised(state, front)
}

const closed = (state: DesktopState, at: number): DesktopState =>
  shownFront({
    ...state,
    windows: state.windows.toSpliced(at, 1),
    browser: {
      ...state.browser,
      tabs: state.browser.tabs.toSpliced(at, 1),
      shown: Math.max(0, state.windows.length - 2)
    }
  })

// --- windows and their pages

const appInFront = ({ windows, browser }: DesktopState, { apps }: DesktopView): AppView | undefined =>
  apps.find(({ id }) => id === windows[browser.shown]?.app)

const withAddress = (state: DesktopState, address: AddressText | null): DesktopState =>
  withWindow(state, state.browser.shown, { address })

const MOST_WINDOWS = 12

/** Brings an app's window to the front, or opens one. `isNew`: another one, where one is open. */
function* openApp(
  before: DesktopState,
  view: DesktopView,
  id: string,
  address?: string,
  { isNew = false }: { isNew?: boolean } = {}
): Doing {
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

const loaded = (state: DesktopState, view: DesktopView, url: string): Doing =>
  within(state, view, (browser) => load(browser, { url }))

const inPage = (state: DesktopState, view: DesktopView, intent: PageIntent): Doing =>
  within(state, view, (browser) => act(browser, [intent]))

/** The page in front as the world is now; what was typed stays where it is the same. */
function* refreshed(before: DesktopState, view: DesktopView): Doing {
  // A browser loads a page again when it is told to.
  if (before.windows[before.browser.shown]?.refused || appInFront(before, view)?.browser) return before
  return yield* shownAnew(before, (doing, onAnswer) => within(before, view, doing, onAnswer))
}

/** Lets the window in front make requests. What they changed is seen in the other windows too. Only a browser keeps pages behind, and opens one in a tab of its own. */
function* within(
  before: DesktopState,
  view: DesktopView,
  doing: (browser: BrowserState) => Browsing,
  onAnswer?: (answer: BrowserAnswer) => void
): Doing {
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

// --- the keyboard

const addressInUse = ({ windows, browser }: DesktopState) => windows[browser.shown]?.address ?? null

function fieldInUse({ browser, windows }: DesktopState): PageElement | null {
  if (!windows.length || frontWindow({ windows } as DesktopState) === null) return null
  const { document, state: page } = livePage(visitOf(browser))
  const element = page.focus === null ? undefined : document.elements[page.focus]
  return element && isField(element) && !isReadOnly(element) && !isDisabled(element) ? element : null
}

function* typed(from: DesktopState, view: DesktopView, text: string): Doing {
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
function* keyInTerminal(state: DesktopState, view: DesktopView, keys: string, field: PageElement | null): Doing {
  const line = field ? fieldValue(livePage(visitOf(state.browser)), field) : ''
  if (/^(?:Control\+Shift\+v|Shift\+Insert)$/i.test(keys)) return yield* typed(state, view, state.clipboard)
  const sent = keys === 'Backspace' && line ? null : sentBy(keys)
  if (sent === null) return field ? yield* inPage(state, view, { do: 'press', key: keys }) : state
  const { url } = visitOf(state.browser)
  const post: [string, string][] = [[TYPED, line + sent]]
  return yield* within(state, view, (browser) => load(browser, { url, post, replaces: true }))
}

function* pressed(before: DesktopState, view: DesktopView, keys: string): Doing {
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
