// What a mouse and a keyboard do on a desktop: windows, shortcuts and the clipboard by rule, and within a window what its page does.
import type { DesktopCommand } from '../../domains/desktop-commands.ts'
import type { Point } from '../../domains/spots.ts'
import type { DesktopForm, DesktopTarget } from '../../observations/devices/desktop-rows.ts'
import { detailsOf, fieldValue, isDisabled, isField, isReadOnly } from '../../observations/pages/controls.ts'
import { attribute, closest, collapsed, contains, type PageElement, textIn } from '../../observations/pages/document.ts'
import { isShown } from '../../observations/pages/layout.ts'
import { act, type PageIntent } from '../browser/act.ts'
import { type BrowserAnswer, type BrowserRequest, load } from '../browser/load.ts'
import { BLANK, type BrowserState, livePage, newTab, newVisit, visitOf, withTab, withVisit } from '../browser/state.ts'
import type { DesktopView } from '../programs/program.ts'
import { BAR, type DesktopLook, DOCK, lookAtDesktop } from './look.ts'
import { type DesktopState, frontWindow, NEW_DESKTOP, raised, withWindow } from './state.ts'

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
  for (const command of commands) state = yield* one(state, command, view, lookAtDesktop(state, view, form))
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
      return dragged(state, command.to, look)
    case 'click': {
      const at = command.at ?? state.pointer
      const moved = { ...state, pointer: at }
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

function dragged(state: DesktopState, to: Point, look: DesktopLook): DesktopState {
  const { window, target } = under(look, state.pointer)
  const at = window === null ? undefined : state.windows[window]
  const moved = { ...state, pointer: to }
  if (window === null || !at || !target || !('system' in target) || target.system !== `title ${window}`) return moved
  const { bounds } = at
  const x = Math.max(DOCK, Math.min(1920 - 100, bounds.x + to.x - state.pointer.x))
  const y = Math.max(BAR, Math.min(1080 - 40, bounds.y + to.y - state.pointer.y))
  const raisedNow = raised(moved, window)
  return withWindow(raisedNow, raisedNow.windows.length - 1, { bounds: { ...bounds, x, y }, maximised: false })
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
  const number = state.windows.length - 1
  if (!target) return state
  if ('system' in target) return yield* tapSystem(state, view, `${target.system.split(' ')[0]} ${number}`, count)
  const page = livePage(visitOf(state.browser))
  const element = page.document.elements[target.element]
  if (!element || isDisabled(element)) return withoutMenus(state, element ?? null)
  state = withoutMenus(state, element)
  if (element.tag === 'option') {
    const select = closest(element, ({ tag }) => tag === 'select')
    const options = [attribute(element, 'label') || collapsed(textIn(element))]
    return select ? yield* inPage(state, view, { do: 'select', at: { element: select.index }, options }) : state
  }
  // A thing in a list is chosen by a click, and opened by two.
  if (target.opens > count) return focusedOn(state, element)
  return yield* press(state, view, element)
}

/** Presses what is clicked: a link to another app opens its window. */
function* press(state: DesktopState, view: DesktopView, element: PageElement): Doing {
  const { url } = visitOf(state.browser)
  const href = element.tag === 'a' ? attribute(element, 'href').trim() : ''
  if (href && URL.canParse(href, url)) {
    const to = new URL(href, url)
    const other = view.apps.find(({ start }) => new URL(start).host === to.host)
    if (other && other.id !== state.windows[state.browser.shown]?.app)
      return yield* openApp(state, view, other.id, to.href)
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
  const [what = '', argument = ''] = name.split(' ')
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

const MOST_WINDOWS = 12

/** Brings an app's window to the front, or opens one. */
function* openApp(before: DesktopState, view: DesktopView, id: string, address?: string): Doing {
  const app = view.apps.find((one) => one.id === id)
  if (!app) return before
  const open = before.windows.findLastIndex((one) => one.app === id)
  if (open >= 0) {
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
  const { url, html } = visitOf(before.browser)
  if (before.windows[before.browser.shown]?.refused) return before
  let status = 200
  const after = yield* within(
    before,
    view,
    (browser) => load(browser, { url, replaces: true }),
    (answer) => {
      status = answer.status
    }
  )
  return status >= 400 || visitOf(after.browser).html === html ? before : after
}

/** Lets the window in front make requests. What they changed is seen in the other windows too. */
function* within(
  before: DesktopState,
  view: DesktopView,
  doing: (browser: BrowserState) => Generator<BrowserRequest, BrowserState | { state: BrowserState }, BrowserAnswer>,
  onAnswer: (answer: BrowserAnswer) => void = () => {}
): Doing {
  let posted = false
  let answer: BrowserAnswer | null = null
  const asking = doing(before.browser)
  let next = asking.next()
  while (!next.done) {
    posted ||= next.value.method === 'POST'
    answer = yield next.value
    onAnswer(answer)
    next = asking.next(answer)
  }
  const browser = 'state' in next.value ? next.value.state : next.value
  const { shown } = before.browser
  // A window keeps no pages behind the one that it shows.
  let after: DesktopState = {
    ...before,
    browser: withTab(
      { ...browser, tabs: browser.tabs.slice(0, before.windows.length), shown },
      newTab(visitOf({ ...browser, shown }))
    )
  }
  if (!answer) return after
  after = withKeyboard(after, before.browser)
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

function fieldInUse({ browser, windows }: DesktopState): PageElement | null {
  if (!windows.length || frontWindow({ windows } as DesktopState) === null) return null
  const { document, state: page } = livePage(visitOf(browser))
  const element = page.focus === null ? undefined : document.elements[page.focus]
  return element && isField(element) && !isReadOnly(element) && !isDisabled(element) ? element : null
}

function* typed(before: DesktopState, view: DesktopView, text: string): Doing {
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

function* pressed(state: DesktopState, view: DesktopView, keys: string): Doing {
  const front = frontWindow(state)
  if (keys === 'Alt+Tab') {
    const other = state.windows.length - 2
    return other < 0 ? shownFront(state) : yield* refreshed(raised(state, other), view)
  }
  if (front === null) return state
  if (keys === 'Alt+F4' || keys === 'Control+q') return closed(state, front)
  const page = livePage(visitOf(state.browser))
  const field = fieldInUse(state)
  const chord = /^Control\+(.)$/i.exec(keys)?.[1]?.toLowerCase()
  if (chord && field && 'cxv'.includes(chord)) {
    const value = fieldValue(page, field)
    const [from, to] = visitOf(state.browser).caret ?? [value.length, value.length]
    if (chord === 'v') return yield* typed(state, view, state.clipboard)
    const copied = from === to ? state : { ...state, clipboard: value.slice(from, to) }
    return chord === 'c' || from === to ? copied : yield* inPage(copied, view, { do: 'press', key: 'Delete' })
  }
  const shortcut =
    chord &&
    page.document.elements.find((one) => attribute(one, 'accesskey').toLowerCase() === chord && !isDisabled(one))
  if (shortcut) return yield* press(state, view, shortcut)
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
