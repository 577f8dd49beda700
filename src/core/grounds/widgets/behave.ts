// What widgets do by themselves in a browser.
import type { Intent, Target } from '../../domains/intents.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { dateEdit, datePartEdit, isDate, isDatePart } from './dates.ts'
import { isEditable } from './edit.ts'
import {
  type Behaviour,
  type CaretRange,
  chosen,
  keyInField,
  MEANING,
  NOTHING,
  refused,
  type,
  UNCLEAR
} from './fields.ts'
import { takes, upToLimit } from './html.ts'
import {
  below,
  boxOf,
  childrenOf,
  dialogOf,
  focused,
  groupOf,
  isDisabled,
  isKey,
  isMultiline,
  isNumber,
  isOpenSummary,
  isPressed,
  isSelect,
  isSummary,
  isTextField,
  isToggle,
  itemAfter,
  labelled,
  mayAct,
  mayClose,
  optionsOf,
  tabOrder
} from './kinds.ts'
import type { WidgetRuleName } from './rules.ts'
import type { ScreenEdit } from './screen-edit.ts'

/** Whether a control may do more than change, as scripts of a page do. */
type Acts = typeof mayAct

/**
 * @param caret in the field that has the focus
 * @param page `acts`: `() => false` for a page without scripts. `start`: the node that Tab goes on from where nothing has the focus.
 */
export function behave(
  screen: Screen,
  intent: Intent,
  caret: CaretRange,
  { acts = mayAct, start = null }: { acts?: Acts; start?: number | null } = {}
): Behaviour {
  if (intent.do === 'look') return { ...NOTHING, caret }
  if (intent.do === 'back' || intent.do === 'forward') return MEANING
  if (intent.do === 'press') return press(screen, intent.key, caret, { acts, start })
  const index = indexOf(screen, intent.at)
  if (typeof index !== 'number') return index ?? UNCLEAR
  const node = screen.nodes[index]
  if (!node) return UNCLEAR
  if (node.states.hidden === true && screen.format === 'html') return refused({ why: 'hidden', node: index })
  switch (intent.do) {
    case 'click':
      return isDisabled(node) ? refused({ why: 'disabled', node: index }) : click(screen, index, node, acts)
    case 'fill':
      return fill(screen, index, node, intent.text)
    case 'type':
      return type(screen, index, node, intent.text, index === focused(screen) ? caret : null)
    case 'check':
      return check(screen, index, node, intent.on, acts)
    case 'select':
      return select(screen, index, node, intent, acts)
    case 'hover':
      return node.states.hasPopup !== undefined ? MEANING : { ...NOTHING, caret }
    default:
      return intent satisfies never
  }
}

function indexOf(screen: Screen, at: Target): number | Behaviour | null {
  if (at === 'focus') return focused(screen)
  return 'missing' in at ? refused({ why: 'missing', ref: at.missing }) : at.node
}

function click(screen: Screen, index: number, node: ScreenNode, acts: Acts): Behaviour {
  const focus = (rule: WidgetRuleName, edit: ScreenEdit = {}): Behaviour => ({
    rule,
    edit: { ...edit, focus: index },
    caret: null
  })
  if (node.role === 'labeltext' || node.role === 'label') {
    const control = labelled(screen, index)
    const other = control === null ? undefined : screen.nodes[control]
    return control === null || !other || isDisabled(other) ? NOTHING : click(screen, control, other, acts)
  }
  if ((isToggle(node) || node.role === 'radio') && acts(screen, index)) return MEANING
  if (typeof node.states.pressed === 'boolean')
    return focus('check', { states: new Map([[index, { pressed: !node.states.pressed }]]) })
  if (isToggle(node)) return focus('check', { states: new Map([[index, { checked: node.states.checked !== true }]]) })
  if (node.role === 'radio') return focus('check', { states: chosen(screen, index) })
  if (isTextField(node) || node.role === 'spinbutton') return focus('focus')
  if (node.role === 'combobox' && isSelect(screen, index)) {
    // Its list is the browser's own: a tree says that it is open, a snapshot says nothing of it.
    const opens = node.states.expanded === false
    return focus(opens ? 'select' : 'focus', opens ? { states: new Map([[index, { expanded: true }]]) } : {})
  }
  if (isSummary(screen, index) && screen.format === 'html') {
    const isOpen = isOpenSummary(screen, index)
    return focus(isOpen ? 'close' : 'reopen', { states: new Map([[node.parent, { expanded: !isOpen }]]) })
  }
  if (isSummary(screen, index)) {
    if (!isOpenSummary(screen, index)) return { rule: 'unseen' }
    const states = node.states.expanded === true ? new Map([[index, { expanded: false }]]) : undefined
    return focus('close', { ...(states && { states }), removed: siblingsAfter(screen, index) })
  }
  const place = fragmentOf(screen, node)
  if (place !== null) {
    const start = placeOf(screen, node, place)
    // Without such a place the focus stays on the link.
    const edit = { focus: start === null ? index : null, place }
    return { rule: 'place', edit, caret: null, ...(start !== null && { start }) }
  }
  const list = node.role === 'option' ? node.parent : -1
  if (screen.nodes[list]?.role === 'listbox' && isPlainList(screen, list)) {
    const done = select(screen, list, screen.nodes[list] as ScreenNode, { options: [node.name] }, acts)
    return 'edit' in done ? { ...done, edit: { ...done.edit, focus: list } } : done
  }
  if (node.role === 'slider') {
    const middle = (limitOf(node, 'valuemin') + limitOf(node, 'valuemax')) / 2
    return Number.isInteger(middle) ? focus('step', { texts: new Map([[index, String(middle)]]) }) : UNCLEAR
  }
  const dialog = dialogOf(screen, index)
  if (dialog !== null && node.role === 'button' && /^(?:close|cancel|dismiss|[×✕✖])$/i.test(node.name))
    return closed(screen, dialog)
  if (node.role === 'tab' && node.states.selected === true) return focus('focus')
  if (node.states.expanded === false || node.role === 'tab') return { rule: 'unseen' }
  if (isPressed(node) || isNumber(node) || node.states.expanded !== undefined) return MEANING
  return PLAIN.has(node.role) ? { rule: 'focus', edit: { focus: null }, caret: null } : MEANING
}

/** A tree tells nothing of a page that lies under a dialog. */
const closed = (screen: Screen, dialog: number): Behaviour =>
  childrenOf(screen, screen.nodes[dialog]?.parent ?? -1).length > 1
    ? { rule: 'close', edit: { removed: [dialog], focus: null }, caret: null }
    : { rule: 'unseen' }

/** The place on the same page that a link leads to, as `#orders`; `null` for other things. */
function fragmentOf({ url: address, nodes }: Screen, { role, attributes, states }: ScreenNode): string | null {
  if (role !== 'link') return null
  const said = attributes.find(([name]) => name === '/url' || name === 'href')?.[1]
  if (said !== undefined) return /^#[^\s]+$/.test(said) ? said : null
  const told = nodes.find(({ parent }) => parent < 0)?.states.url ?? address
  if (typeof told !== 'string' || typeof states.url !== 'string') return null
  const [page = '', hash] = states.url.split('#')
  return hash && page === told.split('#')[0] ? `#${hash}` : null
}

/** What seems to be at a place: a thing called so, or the page's main part for a link that says that it goes there; `null` for nothing. */
function placeOf({ nodes }: Screen, { name }: ScreenNode, place: string): number | null {
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []
  const wanted = words(place)
  const found = nodes.findIndex(({ role, name: called }) => {
    if (!PLACES.has(role) || !called) return false
    const said = new Set(words(called))
    return wanted.some((word) => said.has(word))
  })
  if (found >= 0) return found
  // Where nothing has it, this place is the beginning of the page, and the link keeps the focus.
  if (/^#top$/i.test(place) || !/^(?:skip|jump|back|go|to)\b/i.test(name)) return null
  return Math.max(
    0,
    nodes.findIndex(({ role }) => role === 'main')
  )
}

const PLACES = new Set([
  'heading',
  'region',
  'article',
  'group',
  'form',
  'table',
  'navigation',
  'complementary',
  'list'
])

/** A list that a form sends, and none of suggestions that stand below a field. */
const isPlainList = ({ nodes }: Screen, list: number): boolean =>
  nodes.every(({ role, states }, index) => index === list || role !== 'combobox' || states.expanded !== true)

const limitOf = ({ states }: ScreenNode, end: 'valuemin' | 'valuemax'): number =>
  typeof states[end] === 'string' && states[end] !== '' ? Number(states[end]) : Number.NaN

// A click on these moves the focus away from where it was, and no more.
const PLAIN = new Set([
  'heading',
  'statictext',
  'paragraph',
  'document',
  'main',
  'banner',
  'contentinfo',
  'text',
  'separator',
  'legend'
])

const siblingsAfter = ({ nodes }: Screen, index: number): number[] =>
  nodes.flatMap(({ parent }, other) => (other > index && parent === nodes[index]?.parent ? [other] : []))

function check(screen: Screen, index: number, node: ScreenNode, on: boolean, acts: Acts): Behaviour {
  if (!isToggle(node) && node.role !== 'radio') return refused({ why: 'no-check', node: index })
  if (isDisabled(node)) return refused({ why: 'disabled', node: index })
  if ((node.states.checked === true) === on) return NOTHING
  return click(screen, index, node, acts)
}

function fill(screen: Screen, index: number, node: ScreenNode, text: string): Behaviour {
  if (isTextField(node) || node.role === 'spinbutton') {
    if (isDisabled(node)) return refused({ why: 'disabled', node: index })
    if (!isEditable(node)) return refused({ why: 'read-only', node: index })
    if (node.role === 'spinbutton' && text !== '' && !NUMBER.test(text))
      return refused({ why: 'no-number', node: index })
    if (!takes(node, text))
      return refused({ why: 'malformed', node: index }, { texts: new Map([[index, '']]), focus: index })
    // A snapshot calls fields of days and times text boxes: one that holds such takes only such. Trees name them.
    const isUntold = screen.format === 'aria' && node.role === 'textbox'
    const shape = isUntold ? MOMENTS.find((one) => one.test(node.value ?? '')) : undefined
    if (shape && !shape.test(text) && text !== '')
      return refused({ why: 'malformed', node: index }, { texts: new Map([[index, '']]), focus: index })
    const held = upToLimit(node, text)
    return { rule: 'text', edit: { texts: new Map([[index, held]]), focus: index }, caret: [held.length, held.length] }
  }
  if (node.role === 'combobox' && !isSelect(screen, index)) {
    // Suggestions that appear are the page's own; a list that is not told to be closed may be a plain one.
    // A snapshot does not tell what is closed.
    if (node.states.expanded !== undefined || (screen.format === 'aria' && text !== '')) return { rule: 'unseen' }
    return { rule: 'text', edit: { texts: new Map([[index, text]]), focus: index }, caret: [text.length, text.length] }
  }
  if (node.role === 'slider') {
    const [least, most] = [limitOf(node, 'valuemin'), limitOf(node, 'valuemax')]
    const number = Number(text)
    const to = (now: number): ScreenEdit => ({ texts: new Map([[index, String(now)]]), focus: index })
    // A slider goes as far as it can, and Playwright finds another value than it gave.
    if (number < least || number > most)
      return refused({ why: 'malformed', node: index }, to(number < least ? least : most))
    if (!NUMBER.test(text)) return Number.isFinite(most) ? refused({ why: 'malformed', node: index }) : UNCLEAR
    // A snapshot tells no ends; without any they are 0 and 100. How large its steps are is told nowhere.
    const isUsual = (one: number) => one >= 0 && one <= 100
    const usual = isUsual(number) && isUsual(Number(node.value || 'x'))
    const isOther = AMOUNT.test(node.name)
    if (!Number.isFinite(most) && isUsual(Number(node.value || 'x')) && !isUsual(number) && !isOther)
      return refused({ why: 'malformed', node: index }, to(number < 0 ? 0 : 100))
    return Number.isInteger(number) && (Number.isFinite(most) || usual)
      ? { rule: 'text', edit: to(number), caret: null }
      : UNCLEAR
  }
  if (isDate(node)) {
    if (isDisabled(node)) return refused({ why: 'disabled', node: index })
    const edit = dateEdit(screen, index, text)
    if (edit) return { rule: 'text', edit, caret: null }
    const empty = dateEdit(screen, index, '')
    return empty ? refused({ why: 'malformed', node: index }, empty) : UNCLEAR
  }
  return node.states.editable !== undefined
    ? UNCLEAR
    : refused({ why: 'no-field', node: index, role: node.role, input: boxOf(screen, index) })
}

// Sliders for these seldom end at 100.
const AMOUNT = /\b(?:price|budget|cost|up to|amount|distance|km|miles|salary|weight|max|min|from|to)\b/i
const NUMBER = /^-?\d+(?:\.\d+)?$/
// As fields of a day, of a day with its time, of a time, of a month and of a week have them.
const MOMENTS = [
  /^\d{4}-\d\d-\d\d$/,
  /^\d{4}-\d\d-\d\dT\d\d:\d\d$/,
  /^(?:[01]\d|2[0-3]):[0-5]\d$/,
  /^\d{4}-(?:0[1-9]|1[0-2])$/,
  /^\d{4}-W\d\d$/
]

function select(
  screen: Screen,
  index: number,
  node: ScreenNode,
  { options: names, enabled = false }: { options: readonly string[]; enabled?: boolean },
  acts: Acts
): Behaviour {
  if (!isSelect(screen, index)) return refused({ why: 'no-list', node: index })
  if (isDisabled(node)) return refused({ why: 'disabled', node: index })
  const options = optionsOf(screen, index)
  // A form may send another word for an option than it shows; that is often the same in small letters.
  const wanted = names.map(
    (name) =>
      options.find((one) => screen.nodes[one]?.name === name) ??
      options.find((one) => screen.nodes[one]?.name.toLowerCase().replace(/\s+/g, '-') === name)
  )
  if (wanted.some((one) => one === undefined)) return refused({ why: 'no-option', node: index, options: names })
  if (enabled && wanted.some((one) => isDisabled(screen.nodes[one ?? -1] as ScreenNode)))
    return refused({ why: 'option-disabled', node: index })
  if (acts(screen, index)) return MEANING
  const several = node.role === 'listbox'
  const on = new Set(several ? wanted : wanted.slice(-1))
  const states = new Map<number, Record<string, boolean>>()
  for (const one of options) {
    const selected = screen.nodes[one]?.states.selected === true
    // A tree does not tell of a disabled option that it is chosen; a snapshot does.
    if (selected !== on.has(one) && (screen.format === 'aria' || !isDisabled(screen.nodes[one] as ScreenNode)))
      states.set(one, { selected: on.has(one) })
  }
  const name = screen.nodes[wanted.at(-1) ?? -1]?.name ?? ''
  const texts = several || node.value === null ? undefined : new Map([[index, name]])
  return { rule: 'select', edit: { states, ...(texts && { texts }) }, caret: null }
}

// --- keys

const ARROWS = new Map([
  ['ArrowRight', 1],
  ['ArrowDown', 1],
  ['ArrowLeft', -1],
  ['ArrowUp', -1]
])

// Keys that scroll where nothing else takes them.
const SCROLLS = /^(?:Arrow(?:Up|Down|Left|Right)|Home|End|PageUp|PageDown)$/

function press(
  screen: Screen,
  key: string,
  caret: CaretRange,
  { acts, start }: { acts: Acts; start: number | null }
): Behaviour {
  const at = focused(screen)
  const node = at === null ? undefined : screen.nodes[at]
  if (!isKey(key)) return refused({ why: 'unknown-key', key: key.split('+').at(-1) ?? key })
  if (key === 'Tab' || key === 'Shift+Tab') return tab(screen, at ?? start, key === 'Tab' ? 1 : -1)
  if (key === 'Escape' && at !== null) {
    const dialog = dialogOf(screen, at)
    if (dialog !== null) return closed(screen, dialog)
  }
  if (/^(?:Shift|Control|Alt|Meta)$/.test(key)) return { ...NOTHING, caret }
  if (key === 'Escape' && !mayClose(screen)) {
    const searched = at !== null && node?.role === 'searchbox' && node.value && isEditable(node)
    return searched ? { rule: 'text', edit: { texts: new Map([[at, '']]) }, caret: [0, 0] } : { ...NOTHING, caret }
  }
  if (at === null || !node) return SCROLLS.test(key) ? NOTHING : UNCLEAR
  const moved = itemAfter(screen, at, key)
  if (moved !== null) return { rule: 'focus', edit: { focus: moved }, caret: null }
  const step = ARROWS.get(key)
  if (isDatePart(screen, at)) {
    const edit = step && /Up|Down/.test(key) ? datePartEdit(screen, at, key === 'ArrowUp' ? 1 : -1) : null
    return edit ? { rule: 'step', edit, caret: null } : UNCLEAR
  }
  if (node.role === 'radio' && step) {
    const group = groupOf(screen, at).filter((one) => !isDisabled(screen.nodes[one] as ScreenNode))
    const next = group[(group.indexOf(at) + step + group.length) % group.length] ?? at
    return { rule: 'step', edit: { states: chosen(screen, next), focus: next }, caret: null }
  }
  if (isNumber(node) && step && (node.role === 'slider' || /Up|Down/.test(key))) {
    // Up and right are more in a number, down and right in a list.
    return counted(at, node, /Up|Right/.test(key) ? 1 : -1)
  }
  if (node.role === 'slider' && (key === 'Home' || key === 'End')) {
    const end = Number(node.states[key === 'Home' ? 'valuemin' : 'valuemax'])
    return Number.isFinite(end) ? { rule: 'step', edit: { texts: new Map([[at, String(end)]]) }, caret: null } : UNCLEAR
  }
  if (node.role === 'slider' && (key === 'PageUp' || key === 'PageDown')) {
    const tenth = Math.round((limitOf(node, 'valuemax') - limitOf(node, 'valuemin')) / 10)
    // A tenth of the way, if that is a whole number of steps, which are told nowhere.
    return tenth % 10 === 0 ? counted(at, node, key === 'PageUp' ? tenth : -tenth) : UNCLEAR
  }
  if (isSummary(screen, at) && /^(?:Enter|NumpadEnter|Space| )$/.test(key)) return click(screen, at, node, acts)
  if (typeof node.states.pressed === 'boolean' && /^(?:Enter|NumpadEnter|Space| )$/.test(key))
    return click(screen, at, node, acts)
  if (node.role === 'link' && /^(?:Enter|NumpadEnter)$/.test(key)) return click(screen, at, node, acts)
  if (node.role === 'combobox' && isSelect(screen, at)) {
    if (key === 'Escape' && node.states.expanded === true)
      return { rule: 'close', edit: { states: new Map([[at, { expanded: false }]]) }, caret: null }
    if (step && node.states.expanded !== true) {
      const options = optionsOf(screen, at).filter((one) => !isDisabled(screen.nodes[one] as ScreenNode))
      const now = options.findIndex((one) => screen.nodes[one]?.states.selected === true)
      const next = screen.nodes[options[Math.min(Math.max(now + step, 0), options.length - 1)] ?? -1]
      return next
        ? ({ ...select(screen, at, node, { options: [next.name] }, acts), rule: 'step' } as Behaviour)
        : UNCLEAR
    }
    return MEANING
  }
  if (key === ' ' || key === 'Space') {
    if (isToggle(node) || node.role === 'radio') return click(screen, at, node, acts)
    return isTextField(node) ? type(screen, at, node, ' ', caret) : MEANING
  }
  if (key === 'Enter' && isMultiline(screen, node)) return type(screen, at, node, '\n', caret)
  if (isTextField(node) || node.role === 'spinbutton' || (node.role === 'combobox' && COMBOBOX_KEYS.test(key)))
    return keyInField(screen, at, node, key, caret)
  const scrolls = SCROLLS.test(key) && STILL.has(node.role) && node.states.hasPopup === undefined
  return scrolls && node.states.expanded === undefined ? NOTHING : MEANING
}

// Of a field with suggestions: what only moves in its text.
const COMBOBOX_KEYS = /^(?:(?:Control|Meta|ControlOrMeta)\+[aAcC]|(?:Shift\+)?(?:Home|End|ArrowLeft|ArrowRight))$/
// Things that no key but Enter and the space bar does anything to.
const STILL = new Set(['link', 'button', 'checkbox', 'switch', 'generic'])

// Numbers that are often counted in halves, tenths or hundredths.
const MEASURE = /\b(?:hours?|price|amount|tip|cost|weight|height|length|width|temperature|dose|kg|cm|lit(?:re|er)s?)\b/i

function counted(at: number, node: ScreenNode, steps: number): Behaviour {
  const now = Number(node.value || '0')
  // Only HTML tells how large a step is; where there are fractions it is none of one.
  const by = steps * Number(node.states.step ?? 1)
  if (!Number.isInteger(now) || !Number.isInteger(by)) return UNCLEAR
  // Round large numbers often go in larger steps.
  const isRound = node.role === 'slider' ? now >= 10 && now % 5 === 0 : now >= 100 && now % 10 === 0
  const isMeasure = node.role !== 'slider' && MEASURE.test(node.name)
  if (Math.abs(steps) === 1 && (isRound || isMeasure) && node.states.step === undefined) return UNCLEAR
  const least = Number(node.states.valuemin ?? Number.NaN)
  const end = Number(node.states.valuemax ?? Number.NaN)
  // Without an end Chromium's tree says 0.
  const most = end > least || Number.isNaN(least) ? end : Number.NaN
  let next = now + by
  // A number beyond its end is not moved further, and is brought back by a step the other way.
  if (by > 0) next = now > most ? now : now < least ? least : Number.isFinite(most) ? Math.min(next, most) : next
  else next = now < least ? now : now > most ? most : Number.isFinite(least) ? Math.max(next, least) : next
  return { rule: 'step', edit: { texts: new Map([[at, String(next)]]) }, caret: null }
}

function tab(screen: Screen, at: number | null, by: 1 | -1): Behaviour {
  const order = tabOrder(screen)
  // From a thing that Tab does not come to, it goes on to the next in the page.
  const from = at === null ? (by > 0 ? -1 : order.length) : order.indexOf(at)
  const next =
    at !== null && from < 0
      ? by > 0
        ? order.find((one) => one > at)
        : order.findLast((one) => one < at)
      : order[from + by]
  if (next === undefined) return UNCLEAR
  const node = screen.nodes[next]
  const text = node?.value ?? ''
  const isList = below(screen, next).some((one) => screen.nodes[one]?.role === 'option')
  return { rule: 'focus', edit: { focus: next }, caret: isList ? null : [0, text.length] }
}
