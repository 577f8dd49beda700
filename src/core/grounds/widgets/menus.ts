// Menus and lists of a desktop: Escape and a click beside them bring back the screen on which they opened.
import type { Intent } from '../../domains/intents.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { edited, readExactly } from './edit.ts'
import { type Behaviour, UNCLEAR } from './fields.ts'
import { around, below, childrenOf, isDisabled } from './kinds.ts'
import { isGtk, isTree } from './windows.ts'

/** Screens that a press led to, by the press and the screen before it. */
export type OpenedMenu = ReadonlyMap<string, string>

// A program with many menus is not kept for ever.
const MOST_OPENED = 64
const OPENERS = /^(?:menu|combo-box)$/
const ITEM = /^(?:(?:check-|radio-)?menu-item|menu|separator)$/
const COMBOBOX = /^combobox$/
const PRESSES = /^(?: |Enter)$/

const countItems = ({ nodes }: Screen): number => nodes.filter(({ tag }) => ITEM.test(tag)).length

/** A screen that is told apart from others whatever has the keyboard. */
function bare(page: string): string {
  const screen = readExactly(page)
  return (screen && edited(screen, page, { focus: null })) ?? page
}

const escapeKey = (bare: string): string => `Escape\n${bare}`
const pressKey = (bare: string, { nodes }: Screen, node: number): string =>
  `${nodes[node]?.tag} ${nodes[node]?.bounds?.x} ${nodes[node]?.bounds?.y}\n${bare}`

const clicked = (intent: Intent): number | 'beside' | null =>
  intent.do !== 'click' || typeof intent.at === 'string' ? null : 'node' in intent.at ? intent.at.node : 'beside'

/** What a menu that is open makes of an action: the screen after it, `'meaning'` for an item that is chosen; `null` where none is open and none is opened again. */
export function inMenus(screen: Screen, page: string, intent: Intent, opened: OpenedMenu): string | 'meaning' | null {
  const at = clicked(intent)
  if (opened.size === 0 || (at === null && intent.do !== 'press')) return null
  const was = bare(page)
  const under = opened.get(escapeKey(was))
  if (intent.do === 'press' && intent.key === 'Escape') return under ?? null
  if (intent.do === 'press' && PRESSES.test(intent.key) && under !== undefined) {
    const item = screen.nodes.findLastIndex(({ tag, states }) => ITEM.test(tag) && states.selected === true)
    return (item < 0 ? null : chosen(screen, item, under)) ?? 'meaning'
  }
  const again = typeof at === 'number' ? opened.get(pressKey(was, screen, at)) : undefined
  if (again !== undefined || under === undefined || at === null) return again ?? null
  const node = at === 'beside' ? undefined : screen.nodes[at]
  if (!node || !ITEM.test(node.tag)) return under
  if (node.tag === 'separator' || isDisabled(node)) return page
  return chosen(screen, at as number, under) ?? 'meaning'
}

/** The screen under the list of a combo box, which is called after the item now; `null` for other menus. */
function chosen(screen: Screen, item: number, under: string): string | null {
  const box = screen.nodes.findIndex(
    (node, index) =>
      node.tag === 'combo-box' && below(screen, index).some((one) => ITEM.test(screen.nodes[one]?.tag ?? ''))
  )
  const before = readExactly(under)
  const { bounds } = screen.nodes[box] ?? {}
  const { name = '' } = screen.nodes[item] ?? {}
  const isOther =
    around(screen, item, COMBOBOX) === null && !below(screen, box).some((one) => screen.nodes[one]?.name === name)
  if (!before || !bounds || isOther) return null
  const at = before.nodes.findIndex(
    ({ tag, bounds: one }) => tag === 'combo-box' && one?.x === bounds.x && one.y === bounds.y
  )
  return at < 0 ? null : edited(before, under, { names: new Map([[at, name]]) })
}

/** What arrows do in the menu or the list that is open: the item before or after the one that is chosen is. Separators and what is disabled are passed over. */
export function alongMenu(screen: Screen, key: string): Behaviour | null {
  const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  const { nodes } = screen
  // A list stands in its combo box and in a window of its own.
  const on = nodes.flatMap(({ tag, states, parent }, index) =>
    /item$/.test(tag) && ITEM.test(tag) && states.selected === true && nodes[parent]?.tag === 'menu' ? [index] : []
  )
  if (!by || !on.length || !isTree(screen)) return null
  // What an item does a program tells in the bar below.
  if (nodes.some(({ tag }) => tag === 'status-bar')) return UNCLEAR
  const states = new Map<number, Record<string, boolean>>()
  for (const item of on) {
    const items = childrenOf(screen, nodes[item]?.parent ?? -1).filter(
      (one) =>
        ITEM.test(nodes[one]?.tag ?? '') && nodes[one]?.tag !== 'separator' && !isDisabled(nodes[one] as ScreenNode)
    )
    const next = items[(items.indexOf(item) + by + items.length) % items.length]
    if (next === undefined || nodes[next]?.tag === 'menu') return UNCLEAR
    states.set(item, { selected: false })
    states.set(next, { selected: true })
  }
  return { rule: 'select', edit: { states }, caret: null }
}

/** What a press on a menu or a combo box, or a key, taught of it. */
export function withMenus(
  opened: OpenedMenu,
  turn: { screen: Screen; page: string; after: string; intents: readonly Intent[] }
): OpenedMenu {
  const { screen, page, after, intents } = turn
  const [intent, ...more] = intents
  const now = readExactly(after)
  if (!intent || more.length || !now) return opened
  const at = clicked(intent)
  const was = bare(page)
  const beneath = opened.get(escapeKey(was))
  const kept = (...noted: [string, string][]): OpenedMenu => new Map([...opened, ...noted].slice(-MOST_OPENED))
  if (intent.do === 'press') {
    // Qt's bar of menus keeps the keyboard when a menu of it closes.
    const isOpen = countItems(now) > countItems((beneath === undefined ? null : readExactly(beneath)) ?? screen)
    return isOpen && intent.key !== 'Escape' && (!isTree(now) || isGtk(now))
      ? kept([escapeKey(bare(after)), beneath ?? page])
      : opened
  }
  const opener = screen.nodes[typeof at === 'number' ? at : -1]
  // One that takes the keyboard gets it back, and tells more of it, as a browser's lists do.
  const isOwn = opener?.tag === 'combo-box' && opener.attributes.some(([name]) => name === 'st:focusable')
  if (typeof at !== 'number' || !OPENERS.test(opener?.tag ?? '') || isOwn) return opened
  // From one menu to the next; what a combo box takes the keyboard from does not get it back.
  const under = beneath ?? (opener?.tag === 'combo-box' ? was : page)
  if (page === after || countItems(now) <= countItems(readExactly(under) ?? now)) return opened
  return kept([pressKey(was, screen, at), after], [escapeKey(bare(after)), under])
}
