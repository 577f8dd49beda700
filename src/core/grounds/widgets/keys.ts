// What keys do in a browser.
import { pageOf, type Screen, type ScreenNode } from '../../observations/screens/screen.ts'
import { mayFilter } from './acts.ts'
import { click, closed, type MayAct, select } from './clicks.ts'
import { counted, withEnds } from './counted.ts'
import { datePartEdit, isDatePart, isToldAsText, nextMoment } from './dates.ts'
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
import {
  around,
  below,
  childrenOf,
  dialogOf,
  FOCUSED_BY_TAB,
  focused,
  groupOf,
  isDisabled,
  isKey,
  isMultiline,
  isNumber,
  isOwnNumber,
  isSelect,
  isSummary,
  isTextField,
  isToggle,
  itemAfter,
  limitOf,
  mayClose,
  opensByClick,
  optionsOf,
  tabOrder,
  unknownIn
} from './kinds.ts'
import type { ScreenEdit } from './screen-edit.ts'
import { tab } from './tab.ts'
import { isFocusHidden, isHost, NOT_TAUGHT, type Taught, toolbarOf } from './taught.ts'

const ARROWS = new Map([
  ['ArrowRight', 1],
  ['ArrowDown', 1],
  ['ArrowLeft', -1],
  ['ArrowUp', -1]
])

// Keys that scroll where nothing else takes them.
const SCROLLS = /^(?:Arrow(?:Up|Down|Left|Right)|Home|End|PageUp|PageDown)$/

export function press(
  screen: Screen,
  key: string,
  caret: CaretRange,
  { acts, start, taught }: { acts: MayAct; start: number | null; taught: Taught }
): Behaviour {
  const at = focused(screen)
  const node = at === null ? undefined : screen.nodes[at]
  if (!isKey(key)) return refused({ why: 'unknown-key', key: unknownIn(key), given: key })
  if ((key === 'Tab' || key === 'Shift+Tab') && at === null && isFocusHidden(screen)) return UNCLEAR
  // It may go on from the place that the address names.
  if (/^(?:Shift\+)?Tab$/.test(key) && at === null && start === null && namesPlace(screen)) return UNCLEAR
  // Something in it has the keyboard.
  if (node && screen.format === 'aria' && isHost(node)) return UNCLEAR
  // Back from a place behind a thing, which has not the focus itself.
  if (key === 'Shift+Tab' && at === null && start !== null && tabOrder(screen).includes(start))
    return tab(screen, nextIn(screen, start), -1)
  if (node && isToldAsText(screen, node) && /^(?:Shift\+)?Tab$/.test(key))
    return isAtFirstPart(node, caret) && key === 'Tab' ? { rule: 'focus', edit: {}, caret: null } : UNCLEAR
  if (key === 'Tab' || key === 'Shift+Tab') return tab(screen, at ?? start, key === 'Tab' ? 1 : -1)
  // What a page made take the keyboard takes its keys too.
  if (at !== null && node?.role === 'generic' && !isSummary(screen, at)) return UNCLEAR
  if (key === 'Escape' && at !== null) {
    const dialog = dialogOf(screen, at)
    if (dialog !== null) return closed(screen, dialog)
  }
  if (key === 'Escape' && taught.mayClose) return UNCLEAR
  if (/^(?:Shift|Control|Alt|Meta)$/.test(key)) return { ...NOTHING, caret }
  if (at !== null && node?.value && /^(?:.|Space|Backspace|Delete|Escape)$/u.test(key) && mayFilter(screen, at, acts))
    return MEANING
  // A field with suggestions may be emptied by it.
  if (key === 'Escape' && at !== null && node?.role === 'combobox' && node.value && !isSelect(screen, at))
    return UNCLEAR
  if (key === 'Escape' && !mayClose(screen)) {
    const searched = at !== null && node?.role === 'searchbox' && node.value && isEditable(node)
    return searched ? { rule: 'text', edit: { texts: new Map([[at, '']]) }, caret: [0, 0] } : { ...NOTHING, caret }
  }
  if (at === null || !node)
    return !isFocusHidden(screen) && (SCROLLS.test(key) || isOnPage(screen, key)) ? NOTHING : UNCLEAR
  // In a list that a button opened they mostly choose nothing yet.
  if (node.role === 'listbox' && isOpenedList(screen, at)) return UNCLEAR
  const bar = toolbarOf(screen, at)
  if (bar !== null && /^(?:Arrow(?:Left|Right)|Home|End)$/.test(key) && !isTextField(node) && !isNumber(node))
    return inToolbar(screen, { at, bar, key }, taught)
  const moved = itemAfter(screen, at, key)
  if (moved !== null) {
    // What is disabled and has no reference takes no pointer, and often no keyboard.
    const item = screen.nodes[moved] as ScreenNode
    if (isDisabled(item) && item.ref === null) return UNCLEAR
    const more = chosenWith(screen, at, moved, taught)
    return more ? { rule: 'focus', edit: { focus: moved, ...more }, caret: null } : UNCLEAR
  }
  // What opened something there may take its keys.
  if (
    isTextField(node) &&
    (opensByClick(screen, at) || taught.acting.has(node.ref ?? '')) &&
    /^(?:Arrow(?:Up|Down)|Enter|Escape)$/.test(key)
  )
    return UNCLEAR
  if (around(screen, at, /^tab$/) !== null || (/^Arrow(?:Up|Down)$/.test(key) && isStepped(screen, at))) return UNCLEAR
  const step = ARROWS.get(key)
  if (isToldAsText(screen, node)) {
    if (!isAtFirstPart(node, caret) || !step || !/Up|Down/.test(key)) return UNCLEAR
    const text = nextMoment(node.value ?? '', key === 'ArrowUp' ? 1 : -1)
    return text === null ? UNCLEAR : { rule: 'step', edit: { texts: new Map([[at, text]]) }, caret }
  }
  if (isDatePart(screen, at)) {
    const edit = step && /Up|Down/.test(key) ? datePartEdit(screen, at, key === 'ArrowUp' ? 1 : -1) : null
    return edit ? { rule: 'step', edit, caret: null } : UNCLEAR
  }
  if (node.role === 'radio' && step) {
    const group = groupOf(screen, at).filter((one) => !isDisabled(screen.nodes[one] as ScreenNode))
    const next = group[(group.indexOf(at) + step + group.length) % group.length] ?? at
    if (group.some((one) => taught.acting.has(screen.nodes[one]?.ref ?? ''))) return MEANING
    return { rule: 'step', edit: { states: chosen(screen, next), focus: next }, caret: null }
  }
  if (isNumber(node) && step && (node.role === 'slider' || /Up|Down/.test(key))) {
    // Up and right are more in a number, down and right in a list.
    return counted(at, node, /Up|Right/.test(key) ? 1 : -1, taught)
  }
  if (node.role === 'slider' && (key === 'Home' || key === 'End')) {
    const known = withEnds(node, (node.ref === null ? undefined : taught.ends.get(node.ref)) ?? {})
    const end = limitOf(known, key === 'Home' ? 'valuemin' : 'valuemax')
    return Number.isFinite(end) && !isOwnNumber(node)
      ? { rule: 'step', edit: { texts: new Map([[at, String(end)]]) }, caret: null }
      : UNCLEAR
  }
  if (node.role === 'slider' && (key === 'PageUp' || key === 'PageDown')) {
    const tenth = Math.round((limitOf(node, 'valuemax') - limitOf(node, 'valuemin')) / 10)
    // A tenth of the way, if that is a whole number of steps, which are told nowhere.
    return tenth % 10 === 0 ? counted(at, node, key === 'PageUp' ? tenth : -tenth, NOT_TAUGHT) : UNCLEAR
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
    // A snapshot says nothing of the browser's own list.
    const opens = /^(?:Enter|NumpadEnter|Space| )$/.test(key) && typeof node.states.expanded === 'boolean'
    return opens ? { rule: 'select', edit: { states: new Map([[at, { expanded: true }]]) }, caret: null } : MEANING
  }
  if (node.role === 'listbox' && isSelect(screen, at) && (step || /^(?:Home|End)$/.test(key)))
    return inList(screen, at, key, { acts, caret })
  if (key === ' ' || key === 'Space') {
    if (isToggle(node) || node.role === 'radio') return click(screen, at, node, acts)
    return isTextField(node) ? type(screen, at, node, ' ', caret) : MEANING
  }
  if (key === 'Enter' && isMultiline(screen, node)) return type(screen, at, node, '\n', caret)
  if (isTextField(node) || node.role === 'spinbutton' || (node.role === 'combobox' && COMBOBOX_KEYS.test(key)))
    return isOwnChoice(screen, node) && !/^(?:Control|Meta|ControlOrMeta)\+/.test(key)
      ? UNCLEAR
      : keyInField(screen, at, node, key, caret)
  const scrolls = SCROLLS.test(key) && STILL.has(node.role) && node.states.hasPopup === undefined
  return scrolls && node.states.expanded === undefined ? NOTHING : MEANING
}

/** Whether a list lies outside of the form that a button or a combo box stands in which is open. */
const isOpenedList = ({ nodes }: Screen, list: number): boolean =>
  nodes.some(({ role, states }, at) => at !== list && /^(?:button|combobox)$/.test(role) && states.expanded === true)

// Of a field with suggestions: what only moves in its text.
const COMBOBOX_KEYS = /^(?:(?:Control|Meta|ControlOrMeta)\+[aAcC]|(?:Shift\+)?(?:Home|End|ArrowLeft|ArrowRight))$/
// One that takes no text is a page's own list, in which keys choose.
const isOwnChoice = ({ format }: Screen, { role, states }: ScreenNode): boolean =>
  role === 'combobox' && format !== 'html' && states.autocomplete === undefined
// Things that no key but Enter and the space bar does anything to.
const STILL = new Set(['link', 'button', 'checkbox', 'switch', 'generic'])

/** Whether the keyboard is in the first part of a day or a time: after it was filled, or come to by the Tab key. */
const isAtFirstPart = ({ value }: ScreenNode, caret: CaretRange): boolean =>
  caret !== null && caret[1] === value?.length

// Keys that pages hardly ever take for themselves.
const PAGE_KEYS =
  /^(?:Backspace|Delete|Enter|Space| |Shift\+(?:Arrow\w{2,5}|Home|End)|(?:Control|Meta|ControlOrMeta)\+[aAcCxXvVzZ])$/

/** Whether the page as a whole is told to have the keyboard, and such a key does nothing to it. */
const isOnPage = ({ nodes }: Screen, key: string): boolean =>
  PAGE_KEYS.test(key) &&
  nodes.some(({ role, parent, states }) => parent < 0 && /^(?:document|generic)$/.test(role) && states.focused === true)

/** Arrows in a list that shows its options choose the next one. Where several are chosen it is not told which was last. */
function inList(
  screen: Screen,
  at: number,
  key: string,
  { acts, caret }: { acts: MayAct; caret: CaretRange }
): Behaviour {
  if (key === 'ArrowLeft' || key === 'ArrowRight') return { ...NOTHING, caret }
  const isOn = (one: number) => screen.nodes[one]?.states.selected === true
  const options = optionsOf(screen, at).filter((one) => isOn(one) || !isDisabled(screen.nodes[one] as ScreenNode))
  const chosen = options.filter(isOn)
  if (chosen.length > 1 || onlyMoves(screen, at, { options, isNoneOn: !chosen.length })) return UNCLEAR
  const last = options.length - 1
  const now = options.indexOf(chosen[0] ?? -1)
  const to = key === 'Home' ? 0 : key === 'End' || (now < 0 && key === 'ArrowUp') ? last : now + (ARROWS.get(key) ?? 0)
  const next = screen.nodes[options[Math.min(Math.max(to, 0), last)] ?? -1]
  const done = next ? select(screen, at, screen.nodes[at] as ScreenNode, { options: [next.name] }, acts) : UNCLEAR
  return done.rule === 'select' ? { ...done, rule: 'step' } : done
}

/** Whether arrows may lead through a list of several that a page made, where nothing is chosen by them: its options hold their texts. */
function onlyMoves(
  screen: Screen,
  at: number,
  { options, isNoneOn }: { options: number[]; isNoneOn: boolean }
): boolean {
  const { states, tag } = screen.nodes[at] as ScreenNode
  if (screen.format === 'html') return tag !== 'select' && states.multiselectable !== undefined
  // A snapshot tells neither.
  if (screen.format === 'aria') return isNoneOn
  const isSeveral = states.multiselectable === true || states.multiselectable === 'True'
  return isSeveral && options.some((one) => childrenOf(screen, one).length > 0)
}

/** Arrows in a toolbar, where they were seen to move the focus. What is beyond its ends is not known. */
function inToolbar(
  screen: Screen,
  { at, bar, key }: { at: number; bar: number; key: string },
  { roving }: Taught
): Behaviour {
  const ref = screen.nodes[bar]?.ref
  if (!ref || !roving.has(ref) || !key.startsWith('Arrow')) return UNCLEAR
  const items = below(screen, bar).filter(
    (one) => FOCUSED_BY_TAB.has(screen.nodes[one]?.role ?? '') && !isDisabled(screen.nodes[one] as ScreenNode)
  )
  const next = items[items.indexOf(at) + (key === 'ArrowRight' ? 1 : -1)]
  return next === undefined ? UNCLEAR : { rule: 'focus', edit: { focus: next }, caret: null }
}

/**
 * Where a tree tells of every item whether it is chosen, none says so itself, and Chromium says it of the one with the focus. A snapshot
 * tells of those that say so: whether the next one is chosen as the focus comes to it, a first key shows; `null`: not known.
 */
function chosenWith(
  screen: Screen,
  at: number,
  next: number,
  { choosing, choosers }: Taught
): Pick<ScreenEdit, 'states'> | null {
  const { nodes, format } = screen
  const isOn = nodes[at]?.states.selected === true
  if (nodes[at]?.role !== 'treeitem' || !isOn) return {}
  const states = new Map([
    [at, { selected: false }],
    [next, { selected: true }]
  ])
  const tree = around(screen, at, /^tree$/)
  const known = choosing.get(nodes[tree ?? -1]?.ref ?? '')
  if (format !== 'aria' && known === undefined && !choosers.has(nodes[tree ?? -1]?.ref ?? ''))
    return nodes[next]?.states.selected === false ? { states } : {}
  return known === undefined ? null : known ? { states } : {}
}

/** The thing that Tab comes to after this one; `null` for none. */
const nextIn = (screen: Screen, at: number): number | null => {
  const order = tabOrder(screen)
  return order[order.indexOf(at) + 1] ?? null
}

/** Whether the address of a page leads to a place on it. */
function namesPlace(screen: Screen): boolean {
  const url = screen.nodes.find(({ parent }) => parent < 0)?.states.url ?? pageOf(screen).url
  return typeof url === 'string' && /#./.test(url)
}

/** Whether a page made a number of a text field, in which arrows count. */
function isStepped({ nodes }: Screen, at: number): boolean {
  const { role, states } = nodes[at] as ScreenNode
  const next = nodes.slice(at + 1).find((one) => one.role === 'button' || FIELD.test(one.role))
  return role === 'textbox' && (states.roledescription !== undefined || /^increase\b/i.test(next?.name ?? ''))
}

const FIELD = /^(?:textbox|searchbox|combobox|checkbox|radio|spinbutton|slider)$/
