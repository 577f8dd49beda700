// What the right button opens: the menu of a thing on the page in front, or the clipboard's over a field.
import { isField, isReadOnly } from '../../observations/pages/controls.ts'
import { contextItems } from '../browser/context-menu.ts'
import { livePage, visitOf } from '../browser/state.ts'
import type { DesktopState } from './state.ts'

/** `element` is pressed, else `keys` are. */
interface DesktopMenuItem {
  label: string
  element?: number
  keys?: string
}

const READS: DesktopMenuItem[] = [
  { label: 'Copy', keys: 'Control+c' },
  { label: 'Select All', keys: 'Control+a' }
]
const EDITS: DesktopMenuItem[] = [
  { label: 'Cut', keys: 'Control+x' },
  { label: 'Copy', keys: 'Control+c' },
  { label: 'Paste', keys: 'Control+v' },
  { label: 'Select All', keys: 'Control+a' }
]

/** @returns none where the element has no menu */
export function menuOf({ browser }: DesktopState, element: number): DesktopMenuItem[] {
  const page = livePage(visitOf(browser))
  const field = page.document.elements[element]
  if (field && isField(field)) return isReadOnly(field) ? READS : EDITS
  return contextItems(page, element)
}
