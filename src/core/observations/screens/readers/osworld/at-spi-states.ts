// What AT-SPI tells of a thing's states, in ARIA's words.
import type { ScreenNode } from '../../screen.ts'

/**
 * The states of an element in ARIA's words.
 * @param said its attributes, namespaces spelled out: `state:enabled`, `component:screencoord`, `action:click`
 */
export function toStates(role: string, tag: string, said: Map<string, string>): ScreenNode['states'] {
  const is = (name: string) => said.get(`state:${name}`)?.toLowerCase() === 'true'
  const stated = [...said.keys()].some((key) => key.startsWith('state:'))
  const states: ScreenNode['states'] = {}
  const checked = is('indeterminate') ? 'mixed' : is('checked')
  if (tag === 'toggle-button') states.pressed = is('pressed') || checked
  else if (is('checkable') || checked !== false || CHECKED.has(role)) states.checked = checked
  if (is('expandable') || is('expanded') || is('collapsed')) states.expanded = is('expanded')
  // AT-SPI tells what is so: what is neither enabled nor sensitive does not answer.
  if (stated && CONTROLS.has(role) && !is('enabled') && !is('sensitive')) states.disabled = true
  // What shows nothing gets no place either. On Windows every state is written, with its `false`.
  const placed = said.has('component:screencoord')
  if (said.get('state:visible') === 'false' || (stated && !placed && !is('showing'))) states.hidden = true
  if ([...said.keys()].some((key) => CLICKS.test(key))) states.clickable = true
  if (tag === 'scroll-pane') states.scrollable = true
  if (tag === 'password-text') states.password = true
  for (const [name, state] of STATES) if (is(name)) states[state] = true
  return states
}

const CLICKS = /^action:(click|press|jump|activate|toggle|do-?default)(-desc)?$/i
const CHECKED = new Set(['checkbox', 'radio', 'menuitemcheckbox', 'menuitemradio', 'switch'])
const CONTROLS = new Set(
  'button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio slider spinbutton tab textbox treeitem'.split(
    ' '
  )
)
/** AT-SPI's states that say no more than their name, and what ARIA calls them. */
export const STATES = [
  ['active', 'active'],
  ['busy', 'busy'],
  ['editable', 'editable'],
  ['focused', 'focused'],
  ['has-keyboard-focus', 'focused'],
  ['has-popup', 'haspopup'],
  ['invalid-entry', 'invalid'],
  ['modal', 'modal'],
  ['multi-line', 'multiline'],
  ['multiselectable', 'multiselectable'],
  ['read-only', 'readonly'],
  ['required', 'required'],
  ['selected', 'selected']
] as const
