// Whether a control of a page may do more than change: order or filter what is listed, or show what follows from it.
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { isCounter } from './counters.ts'
import { around, below, childrenOf, isTextField } from './kinds.ts'

// Controls of which a page shows at once what they choose: orders and, outside of forms, filters of what is listed.
const ORDERS = /\b(?:sort|order by|filter|per page|group by|view as)\b/i
const FILTERS = /\b(?:show|hide|only|include|exclude|view|currency|language|in stock)\b/i

/** Whether what is called so may order or filter what is listed. */
export const changesList = (name: string): boolean => ORDERS.test(name) || FILTERS.test(name)

/** Whether a control may do more than change: it orders or filters, or outside of a form the page tells what comes of it. */
export function mayAct(screen: Screen, index: number): boolean {
  const { nodes } = screen
  const name = nodes[index]?.name ?? ''
  if (nodes[index]?.role === 'combobox' && around(screen, index, /^toolbar$/) !== null) return true
  if (ORDERS.test(name) || (isSearch(nodes[index] as ScreenNode) && isLive(screen, index))) return true
  for (let at = nodes[index]?.parent ?? -1; at >= 0; at = nodes[at]?.parent ?? -1)
    if (nodes[at]?.role === 'form' || nodes[at]?.role === 'dialog') return false
  return FILTERS.test(name) || nodes.some((_, node) => tellsCount(screen, node))
}

const isSearch = (node: ScreenNode): boolean =>
  node.role === 'searchbox' || (isTextField(node) && /\b(?:filter|search|find)\b/i.test(node.name))

/** Whether what is typed into a field may show at once in what is listed. */
export const mayFilter = (screen: Screen, index: number, acts: typeof mayAct): boolean => {
  return isSearch(screen.nodes[index] as ScreenNode) && acts(screen, index)
}

/** Whether a search has neither a form nor a button, so that what is typed is all that it goes by, and a list to find in. */
function isLive(screen: Screen, index: number): boolean {
  const { nodes } = screen
  if (around(screen, index, /^(?:form|search|dialog|banner|navigation|toolbar)$/) !== null) return false
  const parent = nodes[index]?.parent ?? -1
  const beside = [...childrenOf(screen, parent), ...childrenOf(screen, nodes[parent]?.parent ?? -1)]
  const hasButton = beside.some((one) => nodes[one]?.role === 'button' && SEARCHES.test(nodes[one]?.name ?? ''))
  const next = nodes.findIndex(({ role }, at) => at > index && LISTS.test(role))
  return !hasButton && next >= 0 && !nodes.slice(index + 1, next).some(isTextField)
}

const SEARCHES = /^(?:search|find|go|filter)\b/i
const LISTS = /^(?:list|table|grid|feed|listbox)$/

/** Whether a text may follow from what is ticked or chosen: a number of things, as `3 results` or `2 selected`. */
function tellsCount(screen: Screen, node: number): boolean {
  const { role, name, text } = screen.nodes[node] as ScreenNode
  if (role === 'log' || role === 'timer') return true
  if (role === 'statictext' || role === 'paragraph') return /^\s*(?:\d+ (?:of \d+ )?)?selected\b/.test(name || text)
  if (role !== 'status' || [node, ...below(screen, node)].some((one) => isCounter(screen, one))) return false
  const said = [name, text, ...below(screen, node).map((one) => screen.nodes[one]?.name ?? '')].join(' ')
  return /\d|\bno\b|\bnone\b/i.test(said) && /\b\p{L}{3,}/u.test(said)
}
