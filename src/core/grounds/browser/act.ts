// What a call does in the browser: links and buttons lead to requests, fields and boxes change as widgets do on any screen.
import type { Intent, Refusal, Target } from '../../domains/intents.ts'
import type { Navigation } from '../../domains/navigation.ts'
import { chromiumScreen } from '../../observations/pages/chromium.ts'
import {
  detailsOf,
  fieldValue,
  formOf,
  inputType,
  isDisabled,
  isField,
  isOpen,
  isReadOnly,
  type LivePage,
  optionsOf,
  type PageState,
  radiosWith
} from '../../observations/pages/controls.ts'
import { attribute, closest, type PageElement } from '../../observations/pages/document.ts'
import type { Screen } from '../../observations/screens/screen.ts'
import { behave } from '../widgets/behave.ts'
import type { CaretRange } from '../widgets/fields.ts'
import type { ScreenEdit } from '../widgets/screen-edit.ts'
import { dropAt, letGo, takenAt } from './drop.ts'
import { controlsOf, defaultButton, formFields, invalidIn, resetsForm, sendsForm } from './forms.ts'
import { type BrowserAnswer, type BrowserRequest, type Loading, load, travel } from './load.ts'
import { BLANK, type BrowserState, livePage, newTab, newVisit, visitOf, withVisit } from './state.ts'

/** What is acted on: the index of an element, a reference that nothing on the page has, or what has the focus. */
type PageTarget = { element: number } | { missing: string } | 'focus'

/** An intent whose target is an element of the page. */
export type PageIntent = Intent extends infer Each
  ? Each extends { at: unknown; to: unknown }
    ? Omit<Each, 'at' | 'to'> & { at: PageTarget; to: PageTarget }
    : Each extends { at: unknown }
      ? Omit<Each, 'at'> & { at: PageTarget }
      : Each
  : never

type Acting = Generator<BrowserRequest, { state: BrowserState; refusal?: Refusal }, BrowserAnswer>

export function* navigate(state: BrowserState, navigation: Navigation): Loading {
  switch (navigation.do) {
    case 'go':
      return yield* load(state, { url: addressIn(navigation.url) })
    case 'back':
      return yield* travel(state, -1)
    case 'forward':
      return yield* travel(state, 1)
    case 'open-tab': {
      if (state.tabs.length >= MOST_TABS) return state
      const tabs = [...state.tabs, newTab(newVisit(BLANK, ''))]
      const opened = { ...state, tabs, shown: tabs.length - 1 }
      return navigation.url === null ? opened : yield* load(opened, { url: addressIn(navigation.url) })
    }
    case 'show-tab':
      return navigation.tab < state.tabs.length ? { ...state, shown: navigation.tab } : state
    case 'close-tab': {
      const closed = navigation.tab ?? state.shown
      if (!state.tabs[closed]) return state
      const left = state.tabs.toSpliced(closed, 1)
      const tabs = left.length ? left : [newTab(newVisit(BLANK, ''))]
      const shown = closed === state.shown ? tabs.length - 1 : state.shown - (closed < state.shown ? 1 : 0)
      return { ...state, tabs, shown }
    }
    default:
      return navigation satisfies never
  }
}

// Each keeps its pages.
const MOST_TABS = 12

/** An address as a person types it. */
const addressIn = (text: string): string => {
  const typed = text.trim()
  return /^[a-z][a-z\d+.-]*:/i.test(typed) && !/^[\w.-]+:\d+(?:\/|$)/.test(typed) ? typed : `https://${typed}`
}

/** @param intents one after the other */
export function* act(before: BrowserState, intents: readonly PageIntent[]): Acting {
  let state = before
  for (const intent of intents) {
    const done = yield* one(state, intent)
    if (done.refusal) return done
    state = done.state
  }
  return { state }
}

function* one(before: BrowserState, intent: PageIntent): Acting {
  // The list of a select closes with whatever is done next.
  const state = leavesLists(before, intent) ? before : withClosedLists(before)
  const page = livePage(visitOf(state))
  if (intent.do === 'back' || intent.do === 'forward')
    return { state: yield* travel(state, intent.do === 'back' ? -1 : 1) }
  if (intent.do === 'press') return yield* pressed(state, page, intent)
  if (intent.do === 'drag') return yield* dragged(state, page, intent)
  if ('at' in intent && typeof intent.at === 'object' && 'element' in intent.at) {
    const element = page.document.elements[intent.at.element]
    if (element && intent.do === 'click') {
      const target = closest(element, isInteractive) ?? element
      if (isDisabled(target)) return { state, refusal: { why: 'disabled', node: 0 } }
      return yield* clicked(state, page, target, intent)
    }
  }
  const field =
    intent.do === 'fill' && typeof intent.at === 'object' && 'element' in intent.at
      ? page.document.elements[intent.at.element]
      : undefined
  if (intent.do === 'fill' && field && TYPED.has(inputType(field)) && field.tag === 'input') {
    if (isDisabled(field)) return { state, refusal: { why: 'disabled', node: 0 } }
    if (isReadOnly(field)) return { state, refusal: { why: 'read-only', node: 0 } }
    if (!holds(field, intent.text)) return { state, refusal: { why: 'malformed', node: 0 } }
    return { state: focus(changed(state, { values: { [field.index]: intent.text } }), field) }
  }
  return yield* widget(state, page, intent)
}

/** Takes hold of a thing and lets it go at another, as the page says what becomes of it. */
function* dragged(state: BrowserState, page: LivePage, { at, to }: Extract<PageIntent, { do: 'drag' }>): Acting {
  for (const end of [at, to])
    if (typeof end === 'object' && 'missing' in end) return { state, refusal: { why: 'missing', ref: end.missing } }
  const [from, over] = [at, to].map((end) => (typeof end === 'object' && 'element' in end ? end.element : null))
  const item = from === null || from === undefined ? null : takenAt(page, from)
  const address = dropAt(page, over ?? null)
  const { url: shown } = visitOf(state)
  if (!item || !address || !URL.canParse(address, shown)) return { state }
  return { state: yield* letGo(state, { item, address, shown }) }
}

// Fields whose value is set as a whole, and no other text is.
const TYPED = new Map([
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['month', /^\d{4}-\d\d$/],
  ['week', /^\d{4}-W\d\d$/],
  ['time', /^\d\d:\d\d(?::\d\d)?$/],
  ['range', /^-?\d+(?:\.\d+)?$/]
])

function holds(field: PageElement, text: string): boolean {
  const type = inputType(field)
  if (text === '') return type !== 'range'
  if (!TYPED.get(type)?.test(text)) return false
  if (type === 'date') return isDay(text)
  if (type !== 'range') return true
  const [least = 0, most = 100] = ['min', 'max'].map((name) => {
    const said = attribute(field, name)
    return said === '' ? undefined : Number(said)
  })
  return Number(text) >= least && Number(text) <= most
}

/** Whether a calendar has the day. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function leavesLists(state: BrowserState, intent: PageIntent): boolean {
  if (intent.do === 'look' || intent.do === 'press') return true
  const { focus } = visitOf(state).page
  return intent.do === 'focus' && typeof intent.at === 'object' && 'element' in intent.at && intent.at.element === focus
}

function withClosedLists(state: BrowserState): BrowserState {
  const { page } = visitOf(state)
  const { elements } = livePage(visitOf(state)).document
  const open = Object.entries(page.open).filter(([index]) => elements[Number(index)]?.tag !== 'select')
  return withVisit(state, { page: { ...page, open: Object.fromEntries(open) } })
}

const isInteractive = (element: PageElement): boolean =>
  /^(?:button|input|select|textarea|option|label)$/.test(element.tag) ||
  (element.tag === 'a' && element.attributes.has('href')) ||
  detailsOf(element) !== null

function* clicked(state: BrowserState, page: LivePage, target: PageElement, intent: PageIntent): Acting {
  const focused = focus(state, target)
  if (target.tag === 'label') {
    const control = page.document.labelControls.get(target)
    if (!control || isDisabled(control)) return { state: focus(state, null) }
    return yield* clicked(state, page, control, intent)
  }
  const details = detailsOf(target)
  const isTwice = intent.do === 'click' && intent.count === 2
  if (details)
    return { state: isTwice ? focused : changed(focused, { open: { [details.index]: !isOpen(page, details) } }) }
  if (target.tag === 'a') return { state: yield* follow(focused, target) }
  if (sendsForm(target)) {
    const form = formOf(page.document, target)
    return { state: form ? yield* send(focused, page, form, target) : focused }
  }
  if (resetsForm(target)) {
    const form = formOf(page.document, target)
    return { state: form ? reset(focused, page, form) : focused }
  }
  if (target.tag === 'button' || (target.tag === 'input' && inputType(target) === 'button')) return { state: focused }
  return yield* widget(state, page, { ...intent, at: { element: target.index } } as PageIntent)
}

function* follow(state: BrowserState, link: PageElement): Loading {
  const { url } = visitOf(state)
  const href = attribute(link, 'href').trim()
  if (!URL.canParse(href, url)) return state
  const to = new URL(href, url)
  if (/^_blank$/i.test(attribute(link, 'target'))) return yield* navigate(state, { do: 'open-tab', url: to.href })
  // A place on the same page is only gone to.
  if (to.hash && to.href.split('#')[0] === url.split('#')[0]) return withVisit(state, { url: to.href })
  return yield* load(state, { url: to.href })
}

/** Sends a form, or moves to the first control that keeps it back. */
function* send(state: BrowserState, page: LivePage, form: PageElement, by: PageElement | null): Loading {
  const wrong = invalidIn(page, form, by)
  if (wrong) return focus(state, wrong)
  const said = (name: string) => by?.attributes.get(`form${name}`) ?? form.attributes.get(name)
  const { url } = visitOf(state)
  const action = said('action') || url
  if (!URL.canParse(action, url)) return state
  const to = new URL(action, url)
  to.hash = ''
  const fields = formFields(page, form, by)
  const method = (said('method') ?? 'get').toLowerCase()
  if (method === 'dialog') return state
  if (method === 'post') return yield* load(state, { url: to.href, post: fields })
  to.search = new URLSearchParams(fields.map((field): string[] => [...field])).toString()
  return yield* load(state, { url: to.href })
}

function reset(state: BrowserState, page: LivePage, form: PageElement): BrowserState {
  const own = new Set(controlsOf(page, form).map(({ index }) => String(index)))
  const without = <Value>(all: Readonly<Record<number, Value>>): Record<number, Value> =>
    Object.fromEntries(Object.entries(all).filter(([index]) => !own.has(index)))
  const { page: before } = visitOf(state)
  const { values, checked, chosen } = before
  return withVisit(state, {
    page: { ...before, values: without(values), checked: without(checked), chosen: without(chosen) }
  })
}

// --- keys

function* pressed(state: BrowserState, page: LivePage, intent: Extract<PageIntent, { do: 'press' }>): Acting {
  const at = page.state.focus === null ? undefined : page.document.elements[page.state.focus]
  const { key } = intent
  if (key === 'F5' || key === 'Control+r')
    return { state: yield* load(state, { url: visitOf(state).url, replaces: true }) }
  if (key === 'Alt+ArrowLeft') return { state: yield* travel(state, -1) }
  if (key === 'Alt+ArrowRight') return { state: yield* travel(state, 1) }
  const isEnter = key === 'Enter' || key === 'NumpadEnter'
  if (at && !isDisabled(at) && (isEnter || key === ' ' || key === 'Space')) {
    const isButton =
      at.tag === 'button' || (at.tag === 'input' && /^(?:submit|reset|button|image)$/.test(inputType(at)))
    if (isButton || detailsOf(at) || (isEnter && at.tag === 'a'))
      return yield* clicked(state, page, at, { do: 'click', at: { element: at.index }, count: 1 })
    if (isEnter && at.tag === 'textarea')
      return yield* widget(state, page, { do: 'type', at: { element: at.index }, text: '\n' })
    if (isEnter && at.tag === 'input') return { state: yield* sentByEnter(state, page, at) }
  }
  return yield* widget(state, page, intent)
}

function* sentByEnter(state: BrowserState, page: LivePage, field: PageElement): Loading {
  const form = formOf(page.document, field)
  if (!form) return state
  const button = defaultButton(page, form)
  if (button) return isDisabled(button) ? state : yield* send(state, page, form, button)
  // Without a button only a form of one field is sent.
  return controlsOf(page, form).filter(isField).length === 1 ? yield* send(state, page, form, null) : state
}

// --- widgets

/** What a widget does by itself is decided as on any screen; here it changes the page's state. */
function* widget(before: BrowserState, page: LivePage, intent: PageIntent): Acting {
  const visit = visitOf(before)
  const screen = chromiumScreen(page, { address: null, plain: true })
  for (const node of screen.nodes) {
    const element = page.document.elements[Number(node.ref)]
    if (node.ref !== null && element && isReadOnly(element)) node.states.readonly = true
  }
  const at = 'at' in intent ? nodeOf(screen, intent.at) : null
  // What is not in the tree has no behaviour, and a press on it moves the focus away.
  if (at === undefined) return { state: intent.do === 'click' ? focus(before, null) : before }
  const done = behave(screen, (at === null ? intent : { ...intent, at }) as Intent, visit.caret, { acts: () => false })
  if ('refusal' in done) return { state: before, refusal: done.refusal }
  if (!('edit' in done)) return { state: before }
  const state = edited(before, page, screen, done.edit, done.caret)
  const sent = sentByChange(livePage(visitOf(state)), state, before)
  return { state: sent ? yield* send(state, livePage(visitOf(state)), sent, null) : state }
}

/** `undefined`: nothing in the tree. */
function nodeOf(screen: Screen, at: PageTarget): Target | undefined {
  if (at === 'focus' || 'missing' in at) return at
  const node = screen.nodes.findIndex(({ ref }) => ref === String(at.element))
  return node < 0 ? undefined : { node }
}

function edited(
  state: BrowserState,
  page: LivePage,
  screen: Screen,
  edit: ScreenEdit,
  caret: CaretRange
): BrowserState {
  const elementAt = (node: number) => page.document.elements[Number(screen.nodes[node]?.ref ?? Number.NaN)]
  const values: Record<number, string> = {}
  const checked: Record<number, boolean> = {}
  const chosen: Record<number, number[]> = {}
  const open: Record<number, boolean> = {}
  let range = caret
  for (const [node, text] of edit.texts ?? []) {
    const element = elementAt(node)
    if (!element || element.tag === 'select') continue
    const most = /^\d+$/.test(attribute(element, 'maxlength'))
      ? Number(attribute(element, 'maxlength'))
      : Number.POSITIVE_INFINITY
    // What is longer already may only become shorter.
    const allowed = Math.max(most, Math.min(fieldValue(page, element).length, text.length))
    values[element.index] = text.slice(0, allowed)
    if (range) range = [Math.min(range[0], allowed), Math.min(range[1], allowed)]
  }
  for (const [node, states] of edit.states ?? []) {
    const element = elementAt(node)
    if (!element) continue
    if (states.checked === true && inputType(element) === 'radio')
      for (const radio of radiosWith(page.document, element)) checked[radio.index] = radio === element
    else if (typeof states.checked === 'boolean' && inputType(element) !== 'radio')
      checked[element.index] = states.checked
    if (typeof states.expanded === 'boolean') open[element.index] = states.expanded
    if (element.tag === 'option') {
      const select = closest(element, ({ tag }) => tag === 'select')
      if (!select) continue
      chosen[select.index] ??= optionsOf(select)
        .filter((option) => isSelected(screen, edit, option))
        .map(({ index }) => index)
    }
  }
  const focused =
    edit.focus === undefined ? undefined : edit.focus === null ? null : (elementAt(edit.focus)?.index ?? null)
  const made = changed(state, { values, checked, chosen, open, ...(focused !== undefined && { focus: focused }) })
  return withVisit(made, { caret: range })
}

function isSelected(screen: Screen, edit: ScreenEdit, option: PageElement): boolean {
  const node = screen.nodes.findIndex(({ ref }) => ref === String(option.index))
  return (edit.states?.get(node)?.selected ?? screen.nodes[node]?.states.selected) === true
}

// The one line of script that pages without scripts have: a list or box that sends its form. It is read, and never run.
const SENDS = /^\s*(?:return\s+)?(?:this\.form|form)\.(?:requestSubmit|submit)\(\);?\s*$/

/** The form of a control that was just changed and sends it. */
function sentByChange(page: LivePage, after: BrowserState, before: BrowserState): PageElement | null {
  const [now, then] = [visitOf(after).page, visitOf(before).page]
  const control = page.document.elements.find(
    ({ index, attributes }) =>
      SENDS.test(attributes.get('onchange') ?? '') &&
      (now.chosen[index] !== then.chosen[index] || now.checked[index] !== then.checked[index])
  )
  return control ? formOf(page.document, control) : null
}

// --- the page's state

/** Adds to what was done to the page. */
function changed(state: BrowserState, change: Partial<PageState>): BrowserState {
  const { page } = visitOf(state)
  return withVisit(state, {
    page: {
      values: { ...page.values, ...change.values },
      checked: { ...page.checked, ...change.checked },
      chosen: { ...page.chosen, ...change.chosen },
      open: { ...page.open, ...change.open },
      focus: change.focus === undefined ? page.focus : change.focus
    }
  })
}

function focus(state: BrowserState, element: PageElement | null): BrowserState {
  const target = element && closest(element, (one) => isInteractive(one) && one.tag !== 'label')
  const before = visitOf(state).page.focus
  if (target?.index === before) return state
  return withVisit(changed(state, { focus: target?.index ?? null }), { caret: null })
}
