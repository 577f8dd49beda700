// What is otherwise in windows of Qt 5: what its tree says to have the keyboard, and what keys do to its lists and menus.
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { type Behaviour, MEANING, UNCLEAR } from './fields.ts'
import { around, below, childrenOf, focused, isDisabled, isTextField } from './kinds.ts'
import { isTree, windowOf } from './windows.ts'

/** Whether it is a tree of Qt, which tells states and places alone, of labels that they are only read, of menus that they are items of a bar, and calls tabs after the one that shows. */
export function isQt(screen: Screen): boolean {
  if (!isTree(screen)) return false
  const { nodes } = screen
  const isOwn = ({ tag, name, attributes, parent }: ScreenNode) =>
    (tag === 'label' && attributes.some(([key]) => key === 'st:read-only')) ||
    (tag === 'menu-item' && nodes[parent]?.tag === 'menu-bar') ||
    (tag === 'page-tab-list' && name !== '')
  return nodes.some(isOwn) && nodes.every(({ attributes }) => attributes.every(([key]) => !key.startsWith('attr:')))
}

// These are told to have the keyboard with what lies in them, or for ever.
const SHARES = new Set(['page-tab', 'filler', 'panel', 'menu-bar', 'popup-menu'])

/** The screen with nothing said to have the keyboard but what has it. */
export function withoutShares(screen: Screen): Screen {
  // A list goes on telling its item, as long as it may come back to it.
  const isAway = screen.nodes.some(
    ({ tag, states }) => states.focused === true && tag !== 'list-item' && !SHARES.has(tag)
  )
  const nodes = screen.nodes.map((node) => {
    const isShared = SHARES.has(node.tag) || (isAway && node.tag === 'list-item')
    if (!isShared || node.states.focused === undefined) return node
    const { focused: _, ...states } = node.states
    return { ...node, states }
  })
  return { ...screen, nodes }
}

/** What was said of such a screen, for the whole one: what shares the keyboard keeps it or goes with it. */
export function withShares(screen: Screen, done: Behaviour): Behaviour {
  if (!('edit' in done) || !('caret' in done) || done.edit.focus === undefined) return done
  const { focus, ...edit } = done.edit
  const was = focused(withoutShares(screen))
  // Of two buttons the one that has the keyboard is the one that Enter presses.
  if ([was, focus].some((one) => screen.nodes[one ?? -1]?.tag === 'push-button')) return UNCLEAR
  const states = new Map<number, Record<string, boolean>>(
    [...(edit.states ?? [])].map(([index, one]) => [index, { ...one } as Record<string, boolean>])
  )
  const set = (index: number | null, on: boolean) => {
    if (index === null) return
    const inner = screen.nodes[index]?.tag === 'text' ? childrenOf(screen, index) : []
    for (const one of [index, ...inner]) states.set(one, { ...states.get(one), focused: on })
  }
  if (was !== focus) {
    const list = was === null ? null : around(screen, was, LIST)
    const isLeft = list !== null && around(screen, focus ?? -1, LIST) !== list
    if (screen.nodes[was ?? -1]?.tag !== 'list-item' || !isLeft) set(was, false)
    set(focus, true)
  }
  return { ...done, edit: { ...edit, states } }
}

const LIST = /^(?:list|listbox)$/

const STEPS = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1]
])

/** What a key does to what has the keyboard; `null` where it does what it does in GTK. */
export function keyInQt(screen: Screen, at: number, key: string): Behaviour | null {
  const by = STEPS.get(key)
  const { tag = '' } = screen.nodes[at] ?? {}
  if (key === 'Tab' || key === 'Shift+Tab') return tab(screen, at, key === 'Tab' ? 1 : -1)
  if (tag === 'combo-box') return by ? inCombo(screen, at, by) : MEANING
  if (tag === 'list-item') return by ? toItem(screen, at, by) : MEANING
  if (tag === 'menu-item') return by ? inPopup(screen, at, by) : MEANING
  return null
}

/** A list that is closed and was not open yet tells its items, and which of them it is called after. */
function inCombo(screen: Screen, at: number, by: number): Behaviour {
  const items = below(screen, at).filter((one) => screen.nodes[one]?.tag === 'list-item')
  const names = items.map((one) => screen.nodes[one]?.name)
  const now = names.indexOf(screen.nodes[at]?.name)
  const isOpened = items.some((one) => screen.nodes[one]?.states.selected === true)
  if (now < 0 || isOpened || new Set(names).size < names.length) return UNCLEAR
  const name = names[Math.min(Math.max(now + by, 0), names.length - 1)]
  return name === undefined ? UNCLEAR : { rule: 'select', edit: { names: new Map([[at, name]]) }, caret: null }
}

/** Chooses an item of a list in a dialog, which is all that happens there; `by`: one that is so far from this one. */
export function toItem(screen: Screen, item: number, by = 0): Behaviour {
  const list = around(screen, item, LIST)
  const window = screen.nodes[windowOf(screen, item) ?? -1]
  if (list === null || window?.tag !== 'dialog' || screen.nodes[screen.nodes[list]?.parent ?? -1]?.tag === 'combo-box')
    return MEANING
  const items = childrenOf(screen, list).filter((one) => screen.nodes[one]?.tag === 'list-item')
  const next = items[items.indexOf(item) + by]
  // Beyond the last one that shows there may be more.
  if (next === undefined) return UNCLEAR
  const on = items.filter((one) => one !== next && screen.nodes[one]?.states.selected === true)
  const states = new Map(on.map((one): [number, Record<string, boolean>] => [one, { selected: false }]))
  if (screen.nodes[next]?.states.selected !== true) states.set(next, { selected: true })
  return { rule: 'select', edit: { states, focus: next }, caret: null }
}

/** The item before or after the one that is chosen, around the ends; the menu has the keyboard then, and no more the bar. */
function inPopup(screen: Screen, at: number, by: number): Behaviour {
  const popup = screen.nodes[at]?.parent ?? -1
  if (screen.nodes[popup]?.tag !== 'popup-menu') return MEANING
  const items = childrenOf(screen, popup).filter((one) => {
    const node = screen.nodes[one] as ScreenNode
    return node.tag !== 'separator' && !isDisabled(node)
  })
  const next = items[(items.indexOf(at) + by + items.length) % items.length]
  const bar = around(screen, popup, /^menubar$/)
  if (next === undefined) return UNCLEAR
  const states = new Map<number, Record<string, boolean>>([
    ...(bar === null ? [] : ([[bar, { focused: false }]] as const)),
    [popup, { focused: true }]
  ])
  return { rule: 'select', edit: { states, focus: next }, caret: null }
}

const TAKES_TAB = /^(?:textbox|spinbutton|checkbox|combobox|slider|radio)$/

/** Tab goes from one field to the next as they were made, which is their order in the tree; where it leaves the fields, no tree tells. */
function tab(screen: Screen, at: number, by: 1 | -1): Behaviour {
  const { nodes } = screen
  if (!TAKES_TAB.test(nodes[at]?.role ?? '') || nodes[at]?.states.multiline === true) return MEANING
  const order = below(screen, windowOf(screen, at) ?? -1).filter((one) => {
    const { role, states, attributes } = nodes[one] as ScreenNode
    const takes = attributes.some(([name]) => name === 'st:focusable') && states.disabled !== true
    if (role === 'radio') return takes && (one === at || states.checked === true)
    return takes && nodes[one]?.tag !== 'list-item' && nodes[one]?.tag !== 'filler'
  })
  const next = order[order.indexOf(at) + by]
  const node = nodes[next ?? -1]
  if (next === undefined || !node || !TAKES_TAB.test(node.role)) return UNCLEAR
  const isLine = (isTextField(node) && node.states.multiline !== true) || node.role === 'spinbutton'
  const text = node.role === 'spinbutton' ? node.text : (node.value ?? '')
  return { rule: 'focus', edit: { focus: next }, caret: isLine ? [0, text.length] : null }
}

/** A number as it is stepped to, or typed: it counts at once. */
export const countedInQt = (done: Behaviour, at: number): Behaviour => {
  const text = 'edit' in done ? done.edit?.texts?.get(at) : undefined
  if (text === undefined || !('caret' in done)) return done
  const number = Number(text || 'none')
  // A longer one may be beyond the end, which is not told.
  if (!Number.isFinite(number) || text.length > 2) return UNCLEAR
  const all = done.rule === 'step' ? ([0, text.length] as const) : done.caret
  return { ...done, edit: { ...done.edit, numbers: new Map([[at, number]]) }, caret: all }
}
