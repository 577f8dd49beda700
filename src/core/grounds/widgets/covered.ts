// What lies over a thing, so that a click does not come to it: a dialog that keeps the rest of its page back, or the label of a box that nobody sees.
import type { Screen } from '../../observations/screens/screen.ts'
import { around, below, childrenOf, focused } from './kinds.ts'

const DIALOG = /^(?:alert)?dialog$/
const BOX = /^(?:checkbox|radio|switch)$/
// What a page says in passing often lies above its dialogs.
const ABOVE = /^(?:alert|status|log)$/

/** What a click on a thing comes to in its place; `null` where it comes to the thing, as far as the screen tells. */
export function coverOf(screen: Screen, index: number): 'dialog' | 'label' | null {
  if (screen.format !== 'aria' && screen.format !== 'axtree') return null
  const dialog = modalIn(screen)
  const isBehind = dialog !== null && index !== dialog && !below(screen, dialog).includes(index)
  if (isBehind && !ABOVE.test(screen.nodes[index]?.role ?? '') && around(screen, index, ABOVE) === null) return 'dialog'
  return isUnderLabel(screen, index) ? 'label' : null
}

/** The dialog that keeps the page around it back: one that has the keyboard in it, or of which Chromium's tree says so. */
function modalIn(screen: Screen): number | null {
  const at = focused(screen)
  const found = screen.nodes.findLastIndex(
    ({ role, states }, index) =>
      DIALOG.test(role) &&
      (states.modal === true ||
        states.modal === 'True' ||
        (at !== null && (at === index || below(screen, index).includes(at))))
  )
  return found < 0 ? null : found
}

/** Whether the label that stands beside a box has a button's pointer and the box has not: only the label is drawn. */
function isUnderLabel(screen: Screen, index: number): boolean {
  const { nodes, format } = screen
  const { role = '', name = '', parent = -1, states = {} } = nodes[index] ?? {}
  if (format !== 'aria' || !BOX.test(role) || name === '' || states.clickable === true) return false
  const beside = [...childrenOf(screen, parent), ...childrenOf(screen, nodes[parent]?.parent ?? -1)]
  return beside.some((one) => {
    const label = nodes[one]
    return label?.role === 'generic' && label.states.clickable === true && (label.name || label.text) === name
  })
}
