// What keys change of what OSWorld's table tells. It tells no focus, no tick and no place of a slider, so of most keys it tells nothing.
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { type Behaviour, UNCLEAR } from './fields.ts'
import { CHOICE, hasButtonFor } from './windows.ts'

// What only moves, wherever the keyboard is.
const MOVES = /^(?:(?:Shift\+)?(?:Tab|Home|End)|Arrow(?:Up|Down)|Control\+[ac])$/
// What shows other things when keys move in it.
const SHOWS_MORE = /^(?:table-cell|icon|list-item|tree-item|canvas|terminal|paragraph|section|document.*)$/
const SHOWS_MORE_BY_TAB = /^(?:table-cell|icon|canvas|terminal|paragraph|section|document.*)$/
const IN_MENU = /^(?:check-|radio-)?menu-item$/
const COUNTS = /^(?:combo-box|spin-button)$/
// Pixels that a field of one line is high, at most.
export const LINE_HEIGHT = 60

/** Whether a text may have several lines, which a table does not tell, but by its height. */
const isTall = ({ tag, bounds }: ScreenNode): boolean => tag === 'text' && (bounds?.height ?? 0) > LINE_HEIGHT

/** Whether a number may become another one when the keyboard leaves it: what was typed may be beyond its end. */
const mayEnd = ({ role, text, value }: ScreenNode): boolean =>
  role === 'spinbutton' && (text || (value ?? '')).length > 2

/** A key where nothing is known to have the keyboard. */
export function keyOnTable(screen: Screen, key: string): Behaviour {
  const { nodes } = screen
  // Tab comes to a list, and chooses nothing in it.
  const shows = /Tab$/.test(key) ? SHOWS_MORE_BY_TAB : SHOWS_MORE
  if (!MOVES.test(key) || nodes.some(({ tag }) => shows.test(tag))) return UNCLEAR
  const isArrow = key.startsWith('Arrow')
  if (!isArrow && nodes.some(({ tag }) => IN_MENU.test(tag))) return UNCLEAR
  if (key === 'Tab' && nodes.some(isTall)) return UNCLEAR
  if (/Tab$/.test(key) && nodes.some(mayEnd)) return UNCLEAR
  if (isArrow && nodes.some(({ tag }) => COUNTS.test(tag))) return UNCLEAR
  if (key === 'Control+a' && hasButtonFor(screen, CHOICE)) return UNCLEAR
  return { rule: 'focus', edit: { focus: null }, caret: null }
}

// Pixels at a side of what it tells that a window may have besides.
const EDGE = 100

/** Whether a click is beside all windows: to the left or the right of all that a table tells, where no menu is open that it would close. Above and below windows have tabs and texts that it does not tell. */
export function isFar({ nodes }: Screen, x: number | undefined): boolean {
  const told = nodes.flatMap(({ bounds }) => (bounds ? [bounds] : []))
  if (x === undefined || !told.length || nodes.some(({ tag }) => IN_MENU.test(tag))) return false
  return told.every((one) => x < one.x - EDGE) || told.every((one) => x > one.x + one.width + EDGE)
}

/** Tab from a thing that is known to have the keyboard. Where it leads no table tells. */
export const tabOnTable = (node: ScreenNode): Behaviour =>
  isTall(node) || mayEnd(node) ? UNCLEAR : { rule: 'focus', edit: { focus: null }, caret: null }
