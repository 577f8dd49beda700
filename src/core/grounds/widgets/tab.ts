// What the Tab key comes to.
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { isToldAsText } from './dates.ts'
import { type Behaviour, type CaretRange, UNCLEAR } from './fields.ts'
import { below, FOCUSED_BY_TAB, isMultiline, isTextField, tabOrder } from './kinds.ts'
import { toolbarOf } from './taught.ts'

// Fields that are called so often have several lines.
const LONG =
  /\b(?:about|bio|comments?|description|details|letter|message|notes?|reason|remarks?|review|summary|text)\b/i

// Buttons that belong to the field before them: pages often keep the Tab key from them.
const PARTS: Readonly<Record<string, RegExp>> = {
  spinbutton: /^(?:(?:increase|decrease|increment|decrement|up|down)\b.{0,20}|[+−–▲▼-])$/i,
  combobox: /^(?:open|clear|close|toggle|show)\b.{0,20}$/i,
  textbox: /^(?:increase|decrease|clear)\b|^(?:show|hide|toggle) (?:password|pass(?:code|phrase)|pin)\b/i
}
const BETWEEN = /^(?:button|generic|image|img|inlinetextbox|statictext)$/

/** Whether a button belongs to the field that stands before it. */
function isPartOfField({ nodes }: Screen, button: number): boolean {
  const { role, name } = nodes[button] as ScreenNode
  if (role !== 'button') return false
  const field = nodes.slice(0, button).findLast((one) => !BETWEEN.test(one.role))
  return PARTS[field?.role ?? '']?.test(name) ?? false
}

/** Whether Tab may come to a thing that it does not come to on most pages. */
function mayStop(screen: Screen, index: number): boolean {
  const { role, states, name, text } = screen.nodes[index] as ScreenNode
  const inside = below(screen, index)
  const order = new Set(tabOrder(screen))
  if (inside.some((one) => order.has(one))) return false
  if (role === 'tabpanel') return true
  const said =
    name ||
    text ||
    inside
      .map((one) => screen.nodes[one]?.name ?? '')
      .join(' ')
      .trim()
  const isLabel = screen.nodes.some(
    (one) => one.name === said && (FOCUSED_BY_TAB.has(one.role) || one.role === 'radio')
  )
  return screen.format === 'aria' && role === 'generic' && states.clickable === true && said !== '' && !isLabel
}

// One of several of these is what Tab comes to.
const ROVING = new Set(['treeitem', 'gridcell', 'menuitem', 'menuitemradio', 'menuitemcheckbox'])

/** What the Tab key comes to, `by` one forward or back. */
export function tab(screen: Screen, at: number | null, by: 1 | -1): Behaviour {
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
  const [first, last] = [Math.min(at ?? -1, next), Math.max(at ?? screen.nodes.length, next)]
  // Where the keyboard goes in a thing of several that it comes to as one, only the page knows.
  if (screen.nodes.some((one, index) => index >= first && index <= last && ROVING.has(one.role))) return UNCLEAR
  // What a tab shows takes the keyboard itself on some pages where nothing in it does, and so may what has a button's pointer.
  const passed = screen.nodes.flatMap((_, index) => (index > first && index < last ? [index] : []))
  if (passed.some((one) => mayStop(screen, one))) return UNCLEAR
  const bars = [at ?? -1, next].map((one) => (one < 0 ? null : toolbarOf(screen, one)))
  if (bars.some((bar) => bar !== null)) return UNCLEAR
  if (isPartOfField(screen, next) || (at !== null && screen.nodes[at]?.role === 'option')) return UNCLEAR
  const node = screen.nodes[next]
  const text = node?.value ?? ''
  const isList = below(screen, next).some((one) => screen.nodes[one]?.role === 'option')
  // Of one line the whole text is chosen, in several the caret is before it; a snapshot does not tell which it is.
  const isLong = node !== undefined && isTextField(node) && screen.format === 'aria' && LONG.test(node.name)
  // From behind a day or a time it comes to the last part of it.
  const isLast = by < 0 && node !== undefined && isToldAsText(screen, node)
  const caret: CaretRange = node && isMultiline(screen, node) ? [0, 0] : [0, text.length]
  return { rule: 'focus', edit: { focus: next }, caret: isList || isLong || isLast ? null : caret }
}
