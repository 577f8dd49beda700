// What an action does on a phone: the phone's own things by rule, and within an app what its page does.
import type { Intent, Intents, Refusal } from '../../domains/intents.ts'
import type { PhoneCommand } from '../../domains/phone-commands.ts'
import type { PhoneForm, ViewTarget } from '../../observations/devices/android-views.ts'
import { fieldValue, formOf, inputType, isDisabled, isField } from '../../observations/pages/controls.ts'
import type { Screen } from '../../observations/screens/screen.ts'
import type { Action } from '../../tree/model.ts'
import { act, type PageIntent } from '../browser/act.ts'
import { controlsOf } from '../browser/forms.ts'
import { type Browsing, linkFrom, optionIn, relayed, shownAnew } from '../browser/in-app.ts'
import { type BrowserAnswer, type BrowserRequest, failedPage, load } from '../browser/load.ts'
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
import type { AppView, PhoneView } from '../programs/program.ts'
import { STATUS_HEIGHT } from './drawing.ts'
import { lookAtPhone, type PhoneLook } from './look.ts'
import { chosenText, itemsOf } from './menu.ts'
import { fieldInUse, frontApp, NEW_PHONE, noticeKey, noticesOf, type PhoneState, pageKey } from './state.ts'

/** How an agent's interface asks for things, and how it refuses. */
export interface PhoneInterface {
  intents: Intents<Action>
  phone(action: Action, screen: Screen): PhoneCommand | null
}

type Doing = Generator<BrowserRequest, PhoneState, BrowserAnswer>

/** The phone before the first action. */
export function* turnOn(view: PhoneView): Doing {
  return view.opens === undefined ? NEW_PHONE : yield* openApp(NEW_PHONE, view, view.opens)
}

/** @param view what the program says of the phone before the action */
export function* actOnPhone(
  before: PhoneState,
  action: Action,
  { view, form, by }: { view: PhoneView; form: PhoneForm; by: PhoneInterface }
): Generator<BrowserRequest, { state: PhoneState; refusal: Refusal | null }, BrowserAnswer> {
  const look = lookAtPhone(before, view, form)
  const command = by.phone(action, look.screen)
  const aim = command && 'at' in command ? command.at : null
  if (aim && aim !== 'focus' && 'missing' in aim)
    return { state: before, refusal: { why: 'missing', ref: aim.missing } }
  if (command) return { state: yield* obey(before, view, command, look), refusal: null }
  let state = before
  for (const intent of by.intents.read(action, look.screen) ?? []) {
    if ('at' in intent && typeof intent.at === 'object' && 'missing' in intent.at)
      return { state: before, refusal: { why: 'missing', ref: intent.at.missing } }
    state = yield* one(state, view, intent, look)
  }
  return { state, refusal: null }
}

/** What takes a tap on the node that is aimed at: itself, or the nearest thing that it lies in. */
function reached(intent: Intent, { screen, targets }: PhoneLook): ViewTarget | null {
  if (!('at' in intent) || intent.at === 'focus' || 'missing' in intent.at) return null
  for (let at = intent.at.node; at >= 0; at = screen.nodes[at]?.parent ?? -1) {
    const target = targets[at]
    if (target) return target
  }
  return null
}

function* obey(before: PhoneState, view: PhoneView, command: PhoneCommand, look: PhoneLook): Doing {
  if (before.menu && command.do === 'back') return { ...before, menu: null }
  const state = { ...before, ...(before.menu && { menu: null }) }
  switch (command.do) {
    case 'back':
      return yield* back(state, view)
    case 'home':
      return { ...withoutKeyboard(state), home: true, over: null, asking: null }
    case 'recents':
      return { ...withoutKeyboard(state), over: state.over === 'recents' ? null : 'recents' }
    case 'open': {
      const called = command.app.trim().toLowerCase()
      const app = view.apps.find(({ id, title }) => [id, title.toLowerCase(), `com.example.${id}`].includes(called))
      return app ? yield* openApp(state, view, app.id) : state
    }
    case 'swipe':
      return swipe(state, view, command, look)
    case 'hold':
      return held(state, view, reached({ do: 'hover', at: command.at }, look))
    case 'double-tap':
      return yield* one(state, view, { do: 'click', at: command.at, count: 2 }, look)
    case 'type': {
      const { at, text, clear, enter } = command
      const tapped = at ? yield* one(state, view, { do: 'click', at, count: 1 }, look) : state
      const intent = clear ? ({ do: 'fill', at: 'focus', text } as const) : ({ do: 'type', at: 'focus', text } as const)
      const typed = text || clear ? yield* one(tapped, view, intent, look) : tapped
      return enter ? yield* press(typed, view, 'Enter') : typed
    }
    default:
      return command satisfies never
  }
}

// A swipe that says no distance moves so much of what is seen.
const SHARE = 0.6

function swipe(
  state: PhoneState,
  view: PhoneView,
  { towards, at, from, pixels }: Extract<PhoneCommand, { do: 'swipe' }>,
  look: PhoneLook
): PhoneState {
  const target = at && at !== 'focus' && 'node' in at ? reached({ do: 'hover', at }, look) : null
  const name = target && 'system' in target ? target.system : ''
  const isFromTop = name === 'status' || (from !== null && from.y < STATUS_HEIGHT)
  if (towards === 'up' && (isFromTop || (state.home && !state.over)))
    return { ...withoutKeyboard(state), over: 'shade' }
  if (state.over === 'shade') {
    const notice = noticesOf(state, view)[Number(/^notice (\d+)$/.exec(name)?.[1] ?? Number.NaN)]
    if (notice && (towards === 'left' || towards === 'right'))
      return { ...state, dismissed: [...state.dismissed, noticeKey(notice)] }
    return towards === 'down' ? { ...state, over: null } : state
  }
  if (state.over === 'recents') {
    const app = /^app (.+)$/.exec(name)?.[1]
    return app !== undefined && towards === 'down' ? closed(state, [app]) : state
  }
  if (!frontApp(state, view) || state.asking !== null || towards === 'left' || towards === 'right') return state
  const { scroll } = look
  const by = (pixels ?? Math.round(scroll.height * SHARE)) * (towards === 'down' ? 1 : -1)
  return scrolledTo(state, Math.max(0, Math.min(scroll.most, scroll.at + by)))
}

// Pages of which something is remembered.
const MOST_REMEMBERED = 30

function scrolledTo(state: PhoneState, to: number): PhoneState {
  const { [pageKey(state)]: _, ...others } = state.scrolled
  const kept = Object.fromEntries(Object.entries(others).slice(-MOST_REMEMBERED))
  return { ...state, scrolled: to === 0 ? kept : { ...kept, [pageKey(state)]: to } }
}

/** Ends apps, so that they begin anew. */
function closed(state: PhoneState, apps: readonly string[]): PhoneState {
  const isOpen = (app: string) => !apps.includes(app)
  const front = state.apps[state.browser.shown] ?? ''
  const left = state.apps.filter(isOpen)
  const tabs = state.browser.tabs.filter((_, at) => isOpen(state.apps[at] ?? ''))
  const browser = { ...state.browser, tabs, shown: Math.max(0, left.indexOf(front)) }
  return { ...state, browser, apps: left, recent: state.recent.filter(isOpen), home: state.home || !isOpen(front) }
}

function* back(state: PhoneState, view: PhoneView): Doing {
  if (state.asking !== null) return { ...state, asking: null, home: true }
  if (state.over) return { ...state, over: null }
  if (state.home) return state
  if (fieldInUse(state)) return withoutKeyboard(state)
  const { visits, at } = tabOf(state.browser)
  if (at === 0) return { ...state, home: true }
  const browser = withTab(state.browser, { visits: visits.slice(0, at), at: at - 1 })
  return yield* refreshed(withoutKeyboard({ ...state, browser }), view)
}

function withoutKeyboard(state: PhoneState): PhoneState {
  if (state.browser.tabs.length === 0) return { ...state, address: null }
  const { page } = visitOf(state.browser)
  const browser =
    page.focus === null ? state.browser : withVisit(state.browser, { page: { ...page, focus: null }, caret: null })
  return { ...state, browser, address: null, shift: false }
}

// --- apps

/** Brings an app to the front, at its first page, where it was left, or at an address. */
function* openApp(before: PhoneState, view: PhoneView, id: string, address?: string): Doing {
  const app = view.apps.find((one) => one.id === id)
  if (!app) return before
  const open = before.apps.indexOf(id)
  const isNew = open < 0
  const tabs = isNew ? [...before.browser.tabs, newTab(newVisit(BLANK, ''))] : before.browser.tabs
  let state: PhoneState = {
    ...withoutKeyboard(before),
    apps: isNew ? [...before.apps, id] : before.apps,
    recent: [id, ...before.recent.filter((one) => one !== id)],
    ...{ home: false, over: null },
    browser: { ...withoutKeyboard(before).browser, tabs, shown: isNew ? tabs.length - 1 : open }
  }
  if (isNew) state = yield* within(state, view, (browser) => load(browser, { url: app.start }))
  if (address !== undefined && address !== visitOf(state.browser).url)
    state = yield* within(state, view, (browser) => load(browser, { url: address }))
  else if (!isNew) state = yield* refreshed(state, view)
  return { ...state, asking: app.permission !== undefined && state.allowed[id] === undefined ? id : null }
}

/** The page in front as the world is now, unless it says why a form was refused. */
function* refreshed(before: PhoneState, view: PhoneView): Doing {
  if (before.refused.includes(pageKey(before))) return before
  return yield* shownAnew(before, (doing, onAnswer) => within(before, view, doing, onAnswer))
}

/** Lets the app in front make requests: they say whether it is allowed what it asks for, and none is answered where it is cut off. */
function* within(
  before: PhoneState,
  view: PhoneView,
  doing: (browser: BrowserState) => Browsing,
  onAnswer?: (answer: BrowserAnswer) => void
): Doing {
  const id = before.apps[before.browser.shown] ?? ''
  const app = view.apps.find((one) => one.id === id)
  const isOffline = !view.online && app?.network === true
  const permission = before.allowed[id] ? 'granted' : 'denied'
  const { browser, posted, answer } = yield* relayed(doing(before.browser), {
    sent: (request) =>
      app?.permission === undefined ? request : { ...request, headers: { ...request.headers, permission } },
    own: ({ url }) => (isOffline ? offline(url) : null),
    ...(onAnswer && { onAnswer })
  })
  const status = answer?.status ?? 200
  const after = { ...before, browser: app?.browser ? browser : sentFrom(before.browser, browser, posted) }
  const refused = before.refused.filter((one) => one !== pageKey(after))
  return posted
    ? { ...after, refused: status < 400 ? refused : [...refused, pageKey(after)].slice(-MOST_REMEMBERED) }
    : after
}

const offline = (url: URL): BrowserAnswer => ({
  ...{ status: 503, headers: { 'content-type': 'text/html' } },
  body: failedPage(url, 'ERR_INTERNET_DISCONNECTED')
})

/** Back from what a form came to does not lead to the form again, and the same page with another query is no page behind. */
function sentFrom(before: BrowserState, after: BrowserState, posted: boolean): BrowserState {
  const { visits, at } = tabOf(after)
  const visit = visitOf(after)
  const pathOf = ({ url }: { url: string }) => url.split('?')[0]
  const from = visits[at - 1]
  if (at === 0 || !from || tabOf(before).at >= at || !(posted || pathOf(from) === pathOf(visit))) return after
  const kept = visits.slice(0, at - 1)
  const last = kept.at(-1)
  const back = last && pathOf(last) === pathOf(visit) ? kept.slice(0, -1) : kept
  return withTab(after, { visits: [...back, visit], at: back.length })
}

// --- taps and keys

function* one(before: PhoneState, view: PhoneView, intent: Intent, look: PhoneLook | null): Doing {
  const target = look && reached(intent, look)
  if (intent.do === 'click' && target && 'system' in target) return yield* tapSystem(before, view, target.system)
  // What was opened by a long press closes with whatever is done beside it.
  const state = before.menu ? { ...before, menu: null } : before
  switch (intent.do) {
    case 'click':
      return target && 'element' in target && before.menu?.of !== 'thing'
        ? yield* tap(state, view, target.element, intent.count === 1 ? 1 : 2)
        : state
    case 'type':
    case 'fill': {
      const field = fieldInUse(state)
      if (!field) return state
      if (field === 'address')
        return { ...state, address: intent.do === 'fill' ? intent.text : (state.address ?? '') + intent.text }
      return yield* inPage(state, view, { ...intent, at: { element: field.index } })
    }
    case 'press':
      return yield* press(state, view, intent.key)
    case 'check':
      if (!target || !('element' in target)) return state
      return yield* inPage(state, view, { do: 'check', at: target, on: intent.on })
    case 'select':
    case 'hover':
    case 'focus':
    case 'drag':
    case 'back':
    case 'forward':
    case 'look':
      return state
    default:
      return intent satisfies never
  }
}

/** A field has its text chosen, a text can be copied, and a thing shows its menu where it has one. */
function held(state: PhoneState, view: PhoneView, target: ViewTarget | null): PhoneState {
  if (!target || !frontApp(state, view) || state.over || state.asking !== null) return state
  if ('system' in target)
    return target.system === 'address'
      ? { ...state, address: visitOf(state.browser).url, menu: { of: 'field' } }
      : state
  const visit = visitOf(state.browser)
  const page = livePage(visit)
  const index = 'element' in target ? target.element : target.within
  const element = page.document.elements[index]
  if ('element' in target && element && isField(element) && !isDisabled(element)) {
    const chosen = { ...visit.page, focus: index }
    const caret: [number, number] = [0, fieldValue(page, element).length]
    return {
      ...{ ...state, address: null, menu: { of: 'field' } },
      browser: withVisit(state.browser, { page: chosen, caret })
    }
  }
  const menu = { of: 'thing', element: index } as const
  if (itemsOf(state, menu).length) return { ...withoutKeyboard(state), menu }
  return 'words' in target && target.words ? { ...state, menu: { of: 'words', text: target.words } } : state
}

function* chooseItem(state: PhoneState, view: PhoneView, at: number): Doing {
  const menu = state.menu ?? null
  const item = menu && itemsOf(state, menu)[at]
  if (!item) return state
  const left = { ...state, menu: null }
  if (item.element !== undefined) return yield* tap(left, view, item.element, 1)
  switch (item.does) {
    case 'select-all': {
      const field = fieldInUse(state)
      if (!field || field === 'address') return state
      const visit = visitOf(state.browser)
      const caret: [number, number] = [0, fieldValue(livePage(visit), field).length]
      return { ...state, browser: withVisit(state.browser, { caret }) }
    }
    case 'copy':
      return { ...left, clipboard: menu.of === 'words' ? menu.text : chosenText(state) }
    case 'cut':
      return yield* emptied({ ...left, clipboard: chosenText(state) }, view)
    case 'paste':
      if (state.address !== null) return { ...left, address: state.clipboard ?? '' }
      return yield* one(left, view, { do: 'type', at: 'focus', text: state.clipboard ?? '' }, null)
    case 'open':
      return menu.of === 'thing' ? yield* tap(left, view, menu.element, 1) : left
    case 'copy-link': {
      const visit = visitOf(state.browser)
      const element = menu.of === 'thing' ? livePage(visit).document.elements[menu.element] : undefined
      const link = element && linkFrom(element, visit.url)
      return link ? { ...left, clipboard: link.href } : left
    }
    default:
      return left
  }
}

/** Without what is chosen in the field in use. */
function* emptied(state: PhoneState, view: PhoneView): Doing {
  if (state.address !== null) return { ...state, address: '' }
  const field = fieldInUse(state)
  return field && field !== 'address' ? yield* inPage(state, view, { do: 'press', key: 'Delete' }) : state
}

const inPage = (state: PhoneState, view: PhoneView, intent: PageIntent): Doing =>
  within(state, view, (browser) => act(browser, [intent]))

const appOf = (view: PhoneView, { host }: URL): AppView | undefined =>
  view.apps.find(({ start }) => new URL(start).host === host)

function* tap(before: PhoneState, view: PhoneView, index: number, count: 1 | 2): Doing {
  const state = { ...before, address: null }
  const visit = visitOf(state.browser)
  const page = livePage(visit)
  const element = page.document.elements[index]
  if (!element || isDisabled(element)) return state
  const option = optionIn(element)
  if (option) {
    const { select, name } = option
    return select ? yield* inPage(state, view, { do: 'select', at: { element: select.index }, options: [name] }) : state
  }
  const link = linkFrom(element, visit.url)
  const other = link && appOf(view, link)
  if (other && other.id !== state.apps[state.browser.shown]) return yield* openApp(state, view, other.id, link.href)
  return yield* inPage(state, view, { do: 'click', at: { element: index }, count })
}

function* press(state: PhoneState, view: PhoneView, key: string): Doing {
  const field = fieldInUse(state)
  if (!field) return state
  if (field === 'address') {
    if (key === 'Backspace') return { ...state, address: (state.address ?? '').slice(0, -1) }
    return key === 'Enter' ? yield* goTo(state, view, state.address ?? '') : state
  }
  if (key !== 'Enter' || field.tag === 'textarea') return yield* inPage(state, view, { do: 'press', key })
  const page = livePage(visitOf(state.browser))
  const form = formOf(page.document, field)
  const fields = form ? controlsOf(page, form).filter((one) => isField(one) && !isDisabled(one)) : []
  if (fields.length === 1 || inputType(field) === 'search') {
    return withoutKeyboard(yield* inPage(state, view, { do: 'press', key }))
  }
  // The key leads to the next field, and behind the last one away.
  const next = fields[fields.indexOf(field) + 1]
  return next
    ? yield* inPage(state, view, { do: 'click', at: { element: next.index }, count: 1 })
    : withoutKeyboard(state)
}

function* goTo(state: PhoneState, view: PhoneView, typed: string): Doing {
  const address = typed.trim()
  const url = /^https?:\/\//i.test(address) ? address : `https://${address}`
  if (!address || !URL.canParse(url)) return { ...state, address: null }
  return yield* within({ ...state, address: null }, view, (browser) => load(browser, { url }))
}

function* tapSystem(state: PhoneState, view: PhoneView, name: string): Doing {
  const [what = '', ...rest] = name.split(' ')
  const argument = rest.join(' ')
  switch (what) {
    case 'app':
      return yield* openApp(state, view, argument)
    case 'menu':
      return yield* chooseItem(state, view, Number(argument))
    case 'up':
      return yield* back(withoutKeyboard(state), view)
    case 'address':
      return { ...withoutKeyboard(state), address: state.address ?? '' }
    case 'reload':
      return yield* refreshed(withoutKeyboard(state), view)
    case 'shift':
      return { ...state, shift: !state.shift }
    case 'delete':
      return yield* press(state, view, 'Backspace')
    case 'enter':
      return yield* press(state, view, 'Enter')
    case 'key':
      // Two blanks: the name of the space bar's key is a blank.
      return yield* one({ ...state, shift: false }, view, { do: 'type', at: 'focus', text: argument || ' ' }, null)
    case 'clear-recents':
      return { ...closed(state, state.apps), over: null, home: true }
    case 'clear-notices':
      return { ...state, over: null, dismissed: [...state.dismissed, ...noticesOf(state, view).map(noticeKey)] }
    case 'notice': {
      const notice = noticesOf(state, view)[Number(argument)]
      const app = view.apps.find(({ id }) => id === notice?.app)
      if (!notice || !app) return state
      const seen = { ...state, dismissed: [...state.dismissed, noticeKey(notice)] }
      return yield* openApp(seen, view, app.id, new URL(notice.to, app.start).href)
    }
    case 'allow':
    case 'deny': {
      if (state.asking === null) return state
      const allowed = { ...state.allowed, [state.asking]: what === 'allow' }
      return yield* refreshed({ ...state, allowed, asking: null }, view)
    }
    default:
      return state
  }
}
