// What changes with a box or a switch besides it: the word that it says of itself, and the group that it makes usable.
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { around, below, isDisabled } from './kinds.ts'

// What a thing says of itself that is on, and one that is off.
const WORDS = [
  ['On', 'Off'],
  ['Yes', 'No'],
  ['Enabled', 'Disabled'],
  ['Active', 'Inactive']
] as const

/** What texts in a thing say then, where they say now how it is. */
export function wordsOf(screen: Screen, index: number, on: boolean): Map<number, string> {
  const says = new Map<number, string>()
  for (const at of [index, ...below(screen, index)]) {
    const { text, name, value } = screen.nodes[at] as ScreenNode
    const said = at === index ? text || value : text || name
    const pair = WORDS.find((words) => words[on ? 1 : 0] === said)
    if (pair) says.set(at, pair[on ? 0 : 1])
  }
  return says
}

/** Whether a page draws the mark in a box or a radio button that is on, and may take it away with the text that it is. */
export const isMarked = (screen: Screen, index: number): boolean =>
  screen.nodes[index]?.states.checked === true &&
  [index, ...below(screen, index)].some((at) => {
    const { text, name, value } = screen.nodes[at] as ScreenNode
    const said = (at === index ? text || value : text || name) || ''
    return /^[^\p{L}\d\s]$/u.test(said)
  })

/** The things of the group right behind a box none of which can be used while it is off: they can be when it is on. */
export function freedWith(screen: Screen, index: number, on: boolean): [number, Record<string, boolean>][] {
  const group = on && screen.format !== 'html' ? groupBehind(screen, index) : null
  const inside = group === null ? [] : below(screen, group)
  const isHeld = (one: number) => HOLDS.test(screen.nodes[one]?.role ?? '')
  if (inside.some((one) => isHeld(one) && !isDisabled(screen.nodes[one] as ScreenNode))) return []
  return inside.flatMap((one) => (isDisabled(screen.nodes[one] as ScreenNode) ? [[one, { disabled: false }]] : []))
}

const HOLDS = /^(?:textbox|searchbox|combobox|listbox|checkbox|switch|radio|spinbutton|slider|button)$/

/** The group that comes next after a box and its label. */
function groupBehind(screen: Screen, index: number): number | null {
  const { nodes } = screen
  const next = nodes.findIndex(({ role }, at) => at > index && (HOLDS.test(role) || role === 'group'))
  return nodes[next]?.role === 'group' && around(screen, index, /^group$/) === around(screen, next, /^group$/)
    ? next
    : null
}
