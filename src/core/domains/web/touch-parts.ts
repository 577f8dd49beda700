// What the parts of a page are to whoever acts on it.
import type { ScreenNode } from '../../observations/screens/screen.ts'

const PRESSED =
  /^(link|button|checkbox|radio|switch|tab|option|menuitem\w*|treeitem|combobox|textbox|searchbox|label\w*)$/

/** A click on what lies in it is a click on it. */
export function isPressed({ role, states }: ScreenNode): boolean {
  return states.clickable === true || PRESSED.test(role)
}

// The middle of such a part of the page is some other thing in it.
export const PARTS =
  /^(document|main|banner|navigation|contentinfo|complementary|region|form|search|list|table|grid|rowgroup)$/

export function isField({ role, states, value }: ScreenNode): boolean {
  return /^(textbox|searchbox|combobox|spinbutton)$/.test(role) || states.editable === true || value !== null
}
