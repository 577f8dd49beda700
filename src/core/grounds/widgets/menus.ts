// Menus and lists of a desktop: Escape and a click beside them bring back the screen on which they opened.
import type { Intent } from '../../domains/intents.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { endOf } from './dialogs.ts'
import { edited, readExactly } from './edit.ts'
import { type Behaviour, UNCLEAR } from './fields.ts'
import { around, below, childrenOf, isDisabled } from './kinds.ts'
import { isQt } from './qt.ts'
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
  if (intent.do === 'press' && intent.key === 'Escape')
    return under ?? (isQt(screen) ? withoutPopup(screen, page, opened.get(BAR)) : null)
  if (intent.do === 'press' && OPENS.test(intent.key)) return openedBy(screen, intent.key, was, opened)
  if (intent.do === 'press' && /^Arrow(?:Left|Right)$/.test(intent.key))
    return under === undefined ? null : besideMenu(screen, intent.key, bare(under), opened)
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

// A letter that opens a menu no screen tells: which one it was is learnt.
const OPENS = /^(?:F10|Alt\+\w)$/

const isMenuIn = (screen: Screen, index: number): boolean =>
  screen.nodes[index]?.tag === 'menu' && screen.nodes[screen.nodes[index]?.parent ?? -1]?.tag === 'menu-bar'

/** A menu that a key opens and whose items were seen: a letter chooses the first of them, F10 none. */
function openedBy(screen: Screen, key: string, was: string, opened: OpenedMenu): string | null {
  const again = opened.get(`${key}\n${was}`)
  if (again !== undefined || key !== 'F10' || !isGtk(screen)) return again ?? null
  const first = screen.nodes.findIndex((_, index) => isMenuIn(screen, index))
  return first < 0 ? null : (opened.get(pressKey(was, screen, first)) ?? null)
}

/** The menu beside the one that is open, where its items were seen. */
function besideMenu(screen: Screen, key: string, was: string, opened: OpenedMenu): string | null {
  const at = openMenu(screen)
  const parent = at === null ? -1 : (screen.nodes[at]?.parent ?? -1)
  const on = at === null ? undefined : usableIn(screen, at).find((one) => screen.nodes[one]?.states.selected === true)
  if (at === null || screen.nodes[on ?? -1]?.tag === 'menu') return null
  const bar = childrenOf(screen, parent).filter((one) => isMenuIn(screen, one))
  const next = bar[(bar.indexOf(at) + (key === 'ArrowRight' ? 1 : -1) + bar.length) % bar.length]
  const known = next === undefined ? undefined : opened.get(pressKey(was, screen, next))
  const shown = known === undefined ? null : readExactly(known)
  if (known === undefined || !shown || on === undefined) return known ?? null
  const first = usableIn(shown, openMenu(shown) ?? -1)[0]
  return first === undefined ? null : edited(shown, known, { states: new Map([[first, { selected: true }]]) })
}

/** What a key that opened a menu taught: it does so again, and a click opens the same with none of its items chosen. */
function openedByKey(screen: Screen, was: string, key: string, after: string): [string, string][] {
  const at = openMenu(screen)
  const noted: [string, string][] = OPENS.test(key) ? [[`${key}\n${was}`, after]] : []
  if (at === null) return noted
  const on = usableIn(screen, at).filter((one) => screen.nodes[one]?.states.selected === true)
  // What an item does a program tells in the bar below.
  if (on.length && screen.nodes.some(({ tag }) => tag === 'status-bar')) return noted
  const plain = edited(screen, after, { states: new Map(on.map((one) => [one, { selected: false }])) })
  return plain === null ? noted : [...noted, [pressKey(was, screen, at), plain]]
}

// The screen on which Qt's bar of menus got the keyboard.
const BAR = 'bar\n'

/** What Escape does to a menu of Qt's: it closes and the bar keeps the keyboard, which goes back with the next one. */
function withoutPopup(screen: Screen, page: string, under: string | undefined): string | null {
  const { nodes } = screen
  const bar = nodes.findIndex(({ tag }) => tag === 'menu-bar')
  const [popup, ...more] = nodes.filter(({ tag }) => tag === 'popup-menu')
  const hasBar = nodes[bar]?.states.focused === true
  if (!popup) return hasBar && under !== undefined && isSame(under, page) ? under : null
  const item = nodes[popup.parent]
  if (more.length || item?.parent !== bar || (!hasBar && popup.states.focused !== true)) return null
  const head = page.slice(item.start, popup.start).replace(/>$/, '/>')
  const text = page.slice(0, item.start) + head + page.slice(endOf(page, item))
  const after = readExactly(text)
  return after && edited(after, text, { states: new Map([[bar, { focused: true }]]) })
}

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => text.replaceAll(' st:focused="true"', ''))
  return a === b
}

const barHas = ({ nodes }: Screen): boolean =>
  nodes.some(({ tag, states }) => /^(?:menu-bar|popup-menu)$/.test(tag) && states.focused === true)

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
  if (!by || !isTree(screen)) return null
  const into = on.length ? null : openMenu(screen)
  if (!on.length && into === null) return null
  // What an item does a program tells in the bar below.
  if (nodes.some(({ tag }) => tag === 'status-bar')) return UNCLEAR
  const states = new Map<number, Record<string, boolean>>()
  if (into !== null) {
    const first = usableIn(screen, into).at(by > 0 ? 0 : -1)
    return first === undefined
      ? UNCLEAR
      : { rule: 'select', edit: { states: new Map([[first, { selected: true }]]) }, caret: null }
  }
  for (const item of on) {
    const items = usableIn(screen, nodes[item]?.parent ?? -1)
    const next = items[(items.indexOf(item) + by + items.length) % items.length]
    if (next === undefined || nodes[next]?.tag === 'menu') return UNCLEAR
    states.set(item, { selected: false })
    states.set(next, { selected: true })
  }
  return { rule: 'select', edit: { states }, caret: null }
}

const usableIn = (screen: Screen, menu: number): number[] =>
  childrenOf(screen, menu).filter((one) => {
    const node = screen.nodes[one] as ScreenNode
    return ITEM.test(node.tag) && node.tag !== 'separator' && !isDisabled(node)
  })

/** The one menu of GTK's bar that a click opened; `null` for none. */
function openMenu(screen: Screen): number | null {
  if (!isGtk(screen)) return null
  const { nodes } = screen
  const open = nodes.flatMap(({ tag, parent, states }, index) =>
    tag === 'menu' && states.selected === true && childrenOf(screen, index).length > 0 ? [{ index, parent }] : []
  )
  const [one] = open
  return one && open.length === 1 && nodes[one.parent]?.tag === 'menu-bar' ? one.index : null
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
  const kept = (noted: [string, string][]): OpenedMenu => new Map([...opened, ...noted].slice(-MOST_OPENED))
  if (isQt(screen) && !barHas(screen) && barHas(now)) opened = kept([[BAR, page]])
  if (intent.do === 'press') {
    // Qt's bar of menus keeps the keyboard when a menu of it closes.
    const isOpen = countItems(now) > countItems((beneath === undefined ? null : readExactly(beneath)) ?? screen)
    return isOpen && intent.key !== 'Escape' && (!isTree(now) || isGtk(now))
      ? kept([
          [escapeKey(bare(after)), beneath ?? page],
          ...openedByKey(now, bare(beneath ?? page), beneath === undefined ? intent.key : '', after)
        ])
      : opened
  }
  const opener = screen.nodes[typeof at === 'number' ? at : -1]
  // One that takes the keyboard gets it back, and tells more of it, as a browser's lists do.
  const isOwn = opener?.tag === 'combo-box' && opener.attributes.some(([name]) => name === 'st:focusable')
  if (typeof at !== 'number' || !OPENERS.test(opener?.tag ?? '') || isOwn) return opened
  // From one menu to the next; what a combo box takes the keyboard from does not get it back.
  const under = beneath ?? (opener?.tag === 'combo-box' ? was : page)
  if (page === after || countItems(now) <= countItems(readExactly(under) ?? now)) return opened
  return kept([
    [pressKey(was, screen, at), after],
    [escapeKey(bare(after)), under]
  ])
}
