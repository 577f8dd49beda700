// Which thing keys lead to in a window of GTK 3: arrows among radio buttons, and Tab.
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { type Behaviour, MEANING, NOTHING, UNCLEAR } from './fields.ts'
import { childrenOf, groupOf, isDisabled, isTextField } from './kinds.ts'
import { isQt } from './qt.ts'
import { windowOf } from './windows.ts'

/** A number's text stands beside its number. */
export const fieldOf = (node: ScreenNode | undefined): ScreenNode | undefined =>
  node?.role === 'spinbutton' ? { ...node, value: node.text || (node.value ?? '').replace(/\.0$/, '') } : node

/** The radio buttons of one group, which lie in one thing, or are all that there are. */
export function groupAround(screen: Screen, radio: number): number[] {
  const beside = childrenOf(screen, screen.nodes[radio]?.parent ?? -1).filter(
    (one) => screen.nodes[one]?.role === 'radio'
  )
  return beside.length > 1 ? beside : groupOf(screen, radio)
}

/** An arrow chooses the next button in its direction, of those in one row or column, and at the end none. */
export function amongRadios(screen: Screen, at: number, key: string): Behaviour {
  const own = screen.nodes[at]?.bounds
  if (!own) return UNCLEAR
  const isAcross = key === 'ArrowLeft' || key === 'ArrowRight'
  const group = groupAround(screen, at).filter((one) => !isDisabled(screen.nodes[one] as ScreenNode))
  const placed = group.flatMap((index) => {
    const { bounds } = screen.nodes[index] as ScreenNode
    const isBeside =
      bounds &&
      (isAcross
        ? bounds.y < own.y + own.height && own.y < bounds.y + bounds.height
        : bounds.x < own.x + own.width && own.x < bounds.x + bounds.width)
    return isBeside ? [{ index, place: isAcross ? bounds.x : bounds.y }] : []
  })
  const line = placed.sort((a, b) => a.place - b.place).map(({ index }) => index)
  const next = line[line.indexOf(at) + (key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1)]
  if (next === undefined) return isQt(screen) ? UNCLEAR : NOTHING
  const on = group.filter((one) => screen.nodes[one]?.states.checked === true)
  if (on.length !== 1 || on[0] !== at) return UNCLEAR
  const states = new Map([
    [at, { checked: false }],
    [next, { checked: true }]
  ])
  return { rule: 'step', edit: { states, focus: next }, caret: null }
}

/** Where Tab leads in a window of GTK 3, which goes through what lies in a thing from top to bottom and from left to right, and around. */
export function tab(screen: Screen, at: number, node: ScreenNode, by: 1 | -1): Behaviour {
  const window = windowOf(screen, at)
  const own = screen.nodes[window ?? -1]?.attributes.some(([name]) => name.endsWith(':window-type')) === true
  if (window === null || !own || node.states.multiline === true) return MEANING
  // Suggestions that are shown take the key.
  if (isTextField(node) && node.value && screen.nodes[node.parent]?.tag === 'combo-box') return UNCLEAR
  const order = inTabOrder(screen, window)
  const from = order.indexOf(at)
  const next = order[(from + by + order.length) % order.length]
  const found = screen.nodes[next ?? -1]
  // In lists it goes on otherwise, and a field that takes no keyboard is not told.
  if (from < 0 || !TAKES_TAB.test(node.role) || next === undefined || !found || !TAKES_TAB.test(found.role))
    return UNCLEAR
  if (found.role === 'combobox') return { rule: 'focus', edit: { focus: null }, caret: null, keyboard: next }
  const text = fieldOf(found)?.value ?? ''
  const isLine = isTextField(found) ? found.states.multiline !== true : found.role === 'spinbutton'
  return { rule: 'focus', edit: { focus: next }, caret: isLine ? [0, text.length] : null }
}

const GOES_ACROSS = /^(?:button|checkbox|switch)$/

/** Where an arrow leads from a button or a box of GTK 3 among the things that it stands with: to the nearest of the next row or column; `null` where it leads out of them. */
export function beside(screen: Screen, at: number, key: string): number | null {
  const { nodes } = screen
  const own = nodes[at]?.bounds
  const isAcross = key === 'ArrowLeft' || key === 'ArrowRight'
  const by = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1
  if (!own) return null
  const found = childrenOf(screen, nodes[at]?.parent ?? -1).flatMap((index) => {
    const { bounds } = nodes[index] as ScreenNode
    if (index === at || !bounds) return []
    const [dx, dy] = [
      bounds.x + bounds.width / 2 - own.x - own.width / 2,
      bounds.y + bounds.height / 2 - own.y - own.height / 2
    ]
    const isInLine = isAcross
      ? bounds.y < own.y + own.height && own.y < bounds.y + bounds.height
      : bounds.x < own.x + own.width && own.x < bounds.x + bounds.width
    const far = (isAcross ? dx : dy) * by
    return far > 0 && isInLine ? [{ index, far }] : []
  })
  const next = found.sort((a, b) => a.far - b.far)[0]?.index
  const node = nodes[next ?? -1]
  return next !== undefined && node && GOES_ACROSS.test(node.role) && isFocusable(node) && !isDisabled(node)
    ? next
    : null
}

export const isFocusable = ({ attributes }: ScreenNode): boolean => attributes.some(([name]) => name === 'st:focusable')

const TAKES_TAB = /^(?:button|checkbox|switch|textbox|spinbutton|slider|combobox|radio|tablist)$/

/** What Tab comes to in a thing of a window of GTK, in order. */
export function inTabOrder(screen: Screen, parent: number): number[] {
  const { nodes } = screen
  const middle = (index: number): [x: number, y: number] => {
    const { x, y, width, height } = nodes[index]?.bounds ?? { x: 0, y: 0, width: 0, height: 0 }
    return [x + width / 2, y + height / 2]
  }
  const inside = childrenOf(screen, parent).sort((a, b) => {
    const [[ax, ay], [bx, by]] = [middle(a), middle(b)]
    return ay - by || ax - bx
  })
  return inside.flatMap((index) => {
    const node = nodes[index] as ScreenNode
    const more = inTabOrder(screen, index)
    const takes = isFocusable(node) || node.role === 'combobox'
    // Tabs have the keyboard before what they show.
    if (node.role === 'tablist' && takes) return [index, ...more]
    if (more.length || !takes || isDisabled(node)) return more
    // Of a group the one that is chosen.
    const isPassed = node.role === 'radio' && node.states.checked !== true && isChosenIn(screen, index)
    return isPassed ? [] : [index]
  })
}

const isChosenIn = (screen: Screen, radio: number): boolean =>
  groupAround(screen, radio).some((one) => screen.nodes[one]?.states.checked === true)
