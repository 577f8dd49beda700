// Tabs of GTK 3: one that was shown before shows the same again, and the keyboard goes to the first thing on it.
import type { Intent } from '../../domains/intents.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { endOf, spelled, spelledWith } from './dialogs.ts'
import { edited, readExactly } from './edit.ts'
import { around, childrenOf, focused, isDisabled } from './kinds.ts'
import { inTabOrder } from './order.ts'
import { isGtk, isTree, windowOf } from './windows.ts'

/** Screens on which tabs were shown, by the list of tabs and the tab. */
type Opened = ReadonlyMap<string, string>

const tabsOf = (screen: Screen, list: number): number[] =>
  childrenOf(screen, list).filter((one) => screen.nodes[one]?.tag === 'page-tab')
const isOn = (node: ScreenNode | undefined): boolean => node?.states.selected === true
const placeOf = (node: ScreenNode | undefined): string => JSON.stringify(node?.bounds)
const keyOf = ({ nodes }: Screen, list: number, tab: number): string =>
  `tab ${placeOf(nodes[list])} ${nodes[tab]?.name}\n`

/** Notes the screen for the tabs that it shows. */
export function withTabs(opened: Opened, screen: Screen, page: string): Opened {
  if (!isTree(screen) || !isGtk(screen)) return opened
  const shown = screen.nodes.flatMap(({ tag }, list): [string, string][] => {
    const tab = tag === 'page-tab-list' ? tabsOf(screen, list).find((one) => isOn(screen.nodes[one])) : undefined
    return tab === undefined ? [] : [[keyOf(screen, list, tab), page]]
  })
  return shown.length ? new Map([...opened, ...shown]) : opened
}

/** The tab that an action turns to, and how. */
function turnedTo(screen: Screen, intent: Intent): { list: number; tab: number } | null {
  const { nodes } = screen
  if (intent.do === 'click') {
    if (intent.count !== 1 || typeof intent.at !== 'object' || !('node' in intent.at)) return null
    const tab = intent.at.node
    const list = nodes[tab]?.parent ?? -1
    return nodes[tab]?.tag === 'page-tab' && nodes[list]?.tag === 'page-tab-list' ? { list, tab } : null
  }
  const by = intent.do === 'press' ? ['ArrowLeft', '', 'ArrowRight'].indexOf(intent.key) - 1 : 0
  const list = focused(screen)
  if (by === 0 || by < -1 || list === null || nodes[list]?.tag !== 'page-tab-list') return null
  const tabs = tabsOf(screen, list)
  const tab = tabs[tabs.findIndex((one) => isOn(nodes[one])) + by]
  return tab === undefined ? null : { list, tab }
}

const LISTS = /^(?:table|tree-table|table-cell|tree-item|list-item|icon|layered-pane)$/

/** The screen with a tab that was shown before; `null` for other actions, and where it is not known. */
export function withTab(screen: Screen, page: string, intent: Intent, opened: Opened): string | null {
  if (!isTree(screen) || !isGtk(screen)) return null
  const { list, tab } = turnedTo(screen, intent) ?? { list: -1, tab: -1 }
  const node = screen.nodes[tab]
  if (!node || isOn(node) || isDisabled(node)) return null
  const known = opened.get(keyOf(screen, list, tab))
  const before = known === undefined ? null : readExactly(known)
  if (known === undefined || !before) return null
  const was = before.nodes.findIndex(
    (one) => one.tag === 'page-tab-list' && placeOf(one) === placeOf(screen.nodes[list])
  )
  const window = (on: Screen, index: number) => placeOf(on.nodes[windowOf(on, index) ?? -1])
  if (was < 0 || window(before, was) !== window(screen, list)) return null
  const from = focused(screen)
  const isInside = from !== null && around(screen, from, /^tablist$/) === list
  if (from !== list && !isInside) return null
  const [old, now] = [before.nodes[was] as ScreenNode, screen.nodes[list] as ScreenNode]
  const shown = known.slice(old.start, endOf(known, old)).replaceAll(' st:focused="true"', '')
  const all = page.slice(0, now.start) + shown + page.slice(endOf(page, now))
  const text = spelled(spelledWith(all, known))
  const after = readExactly(text)
  if (!after) return null
  const at = after.nodes.findIndex((one) => one.tag === 'page-tab-list' && placeOf(one) === placeOf(now))
  const first = inTabOrder(after, tabsOf(after, at).find((one) => isOn(after.nodes[one])) ?? -1)[0]
  const focus = from === list ? at : first
  const has = after.nodes[focus ?? -1]
  // Lists have the keyboard with one of their things, and the button that Enter presses goes with it.
  const isDefault = after.nodes.some(({ attributes }) => attributes.some(([name]) => name === 'st:is-default'))
  if (focus === undefined || !has || LISTS.test(has.tag) || (has.role === 'button' && isDefault)) return null
  return edited(after, text, { focus })
}
