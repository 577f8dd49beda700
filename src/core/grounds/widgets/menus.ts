// Menus and lists of a desktop: Escape and a click beside them bring back the screen on which they opened.
import type { Intent } from '../../domains/intents.ts'
import type { Screen } from '../../observations/screens/screen.ts'
import { edited, readExactly } from './edit.ts'
import { around, below, isDisabled } from './kinds.ts'

/** Screens that a press led to, by the press and the screen before it. */
export type OpenedMenu = ReadonlyMap<string, string>

// A program with many menus is not kept for ever.
const MOST_OPENED = 64
const OPENERS = /^(?:menu|combo-box)$/
const ITEM = /^(?:(?:check-|radio-)?menu-item|menu|separator)$/
const COMBOBOX = /^combobox$/

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

/** What a press on a menu or a combo box taught of it. */
export function withMenus(
  opened: OpenedMenu,
  turn: { screen: Screen; page: string; after: string; intents: readonly Intent[] }
): OpenedMenu {
  const { screen, page, after, intents } = turn
  const [intent, ...more] = intents
  const at = intent && !more.length ? clicked(intent) : null
  const now = readExactly(after)
  if (typeof at !== 'number' || !now || !OPENERS.test(screen.nodes[at]?.tag ?? '')) return opened
  const was = bare(page)
  const beneath = opened.get(escapeKey(was))
  // From one menu to the next; what a combo box takes the keyboard from does not get it back.
  const under = beneath ?? (screen.nodes[at]?.tag === 'combo-box' ? was : page)
  if (page === after || countItems(now) <= countItems(readExactly(under) ?? now)) return opened
  const noted: [string, string][] = [
    [pressKey(was, screen, at), after],
    [escapeKey(bare(after)), under]
  ]
  return new Map([...opened, ...noted].slice(-MOST_OPENED))
}
