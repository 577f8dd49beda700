// What kind of widget a node is, and which others belong to it.
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'

export const isTextField = ({ role }: ScreenNode): boolean => role === 'textbox' || role === 'searchbox'

/** Whether a snapshot tells of a field that it has a button's pointer: a click or the keyboard opens something there. */
export function opensByClick({ format, nodes }: Screen, index: number): boolean {
  const node = nodes[index]
  return format === 'aria' && node !== undefined && isTextField(node) && node.states.clickable === true
}

/**
 * Whether a text box may be an element that is edited in place, whose text a snapshot does not tell: no text beside it calls it so, as a
 * label does, and it has no hint.
 */
export function mayBeEdited({ format, nodes }: Screen, index: number): boolean {
  const { role, name, value, attributes } = nodes[index] as ScreenNode
  if (format !== 'aria' || role !== 'textbox' || value || attributes.length > 0) return false
  return name !== '' && nodes.every((one) => one.text !== name && (one.role === 'textbox' || one.name !== name))
}

/** A number that keys change by one; sliders take no text. */
export const isNumber = ({ role }: ScreenNode): boolean => role === 'spinbutton' || role === 'slider'

export const isToggle = ({ role }: ScreenNode): boolean => role === 'checkbox' || role === 'switch'

/** A box that is for others, which change with it. */
export const isForAll = ({ name }: ScreenNode): boolean =>
  /^(?:(?:select|check|mark|tick) )?(?:all|everything|any|none|neither|no preference)\b/i.test(name)

export const isDisabled = ({ states }: ScreenNode): boolean => states.disabled === true

/** Things whose press means what the page says it means. */
const PRESSED = new Set([
  'button',
  'link',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'tab',
  'option',
  'treeitem'
])

export const isPressed = ({ role, states }: ScreenNode): boolean => PRESSED.has(role) || states.clickable === true

export function childrenOf({ nodes }: Screen, parent: number): number[] {
  return nodes.flatMap((node, index) => (node.parent === parent ? [index] : []))
}

/** The nodes below one, in order; they follow it. */
export function below({ nodes }: Screen, top: number): number[] {
  const inside = new Set([top])
  const found: number[] = []
  for (let index = top + 1; index < nodes.length; index++) {
    const node = nodes[index]
    if (!node || !inside.has(node.parent)) continue
    inside.add(index)
    found.push(index)
  }
  return found
}

export const optionsOf = (screen: Screen, list: number): number[] =>
  below(screen, list).filter((index) => screen.nodes[index]?.role === 'option')

/** A list that a person chooses from: it shows its options. */
export function isSelect(screen: Screen, index: number): boolean {
  const role = screen.nodes[index]?.role
  if ((role !== 'combobox' && role !== 'listbox') || !optionsOf(screen, index).length) return false
  // A page's own has a list of its own in it.
  return role === 'listbox' || !below(screen, index).some((one) => isOwnList(screen, one))
}

const isOwnList = ({ format, nodes }: Screen, index: number): boolean =>
  nodes[index]?.role === 'listbox' && nodes[index].tag !== 'MenuListPopup' && format !== 'html'

const COMBO = /^combobox$/

/** Whether a thing lies in a combo box that a page made: what is in it may be hidden, and does what the page says. */
export function isInOwnCombo(screen: Screen, index: number): boolean {
  for (let at = around(screen, index, COMBO); at !== null; at = around(screen, at, COMBO))
    if (!isSelect(screen, at)) return true
  return false
}

const GROUP = /^(?:radiogroup|group)$/

/** The radio buttons of one group, this one among them: those of the nearest thing that holds several. */
export function groupOf(screen: Screen, radio: number): number[] {
  for (let at = screen.nodes[radio]?.parent ?? -1; ; at = screen.nodes[at]?.parent ?? -1) {
    const inside = at < 0 ? [...screen.nodes.keys()] : below(screen, at)
    // Those of a group inside it have a choice of their own.
    const radios = inside.filter(
      (index) => screen.nodes[index]?.role === 'radio' && (around(screen, index, GROUP) ?? -1) <= at
    )
    if (radios.length > 1 || at < 0) return radios
  }
}

const ROW = /^(?:row|layouttablerow|listitem)$/

/** The box that is for all rows of a table or a list in one of which this box stands; `null` for none. */
export function boxOver(screen: Screen, index: number): number | null {
  if (screen.nodes[index]?.role !== 'checkbox' || around(screen, index, ROW) === null) return null
  const found = screen.nodes.findIndex(
    (one, at) => at !== index && isToggle(one) && (isForAll(one) || around(screen, at, /^columnheader$/) !== null)
  )
  return found < 0 ? null : found
}

/** What a label is for: the control inside it, or the one beside it of the same name. */
export function labelled(screen: Screen, label: number): number | null {
  const isControl = (index: number) => {
    const node = screen.nodes[index]
    return (
      node !== undefined && (isToggle(node) || node.role === 'radio' || isTextField(node) || node.role === 'combobox')
    )
  }
  const inside = below(screen, label)
  const own = inside.find(isControl)
  if (own !== undefined) return own
  const called = screen.nodes[label]?.attributes.find(([name]) => name === 'for')?.[1]
  if (called !== undefined) {
    const control = screen.nodes.findIndex(({ attributes }) =>
      attributes.some(([name, id]) => name === 'id' && id === called)
    )
    return control >= 0 && isControl(control) ? control : null
  }
  const words = inside.map((index) => screen.nodes[index]?.name).filter(Boolean)
  const beside = childrenOf(screen, screen.nodes[label]?.parent ?? -1).filter(
    (index) => index > label && isControl(index)
  )
  return beside.find((index) => words.includes(screen.nodes[index]?.name ?? '')) ?? null
}

/** The node that has the keyboard; `null` for none. A page as a whole is always said to have it. */
export function focused({ nodes }: Screen): number | null {
  const at = nodes.findLastIndex(
    ({ states, role, parent }) =>
      states.focused === true &&
      role !== 'iframe' &&
      !(/^(?:document|generic)$/.test(role) && (parent < 0 || nodes[parent]?.role === 'iframe'))
  )
  return at < 0 ? null : at
}

export const FOCUSED_BY_TAB = new Set([
  'link',
  'button',
  'textbox',
  'searchbox',
  'combobox',
  'checkbox',
  'switch',
  'slider',
  'spinbutton',
  'listbox'
])

/** Whether a page says of a box around a field too that it is a combo box. */
const holdsCombo = (screen: Screen, index: number): boolean =>
  screen.nodes[index]?.role === 'combobox' && below(screen, index).some((one) => screen.nodes[one]?.role === 'combobox')

/** What the Tab key comes to, in order: of a group of radio buttons the one that is chosen, of tabs the one that is shown. */
export function tabOrder(screen: Screen): number[] {
  const { nodes } = screen
  const order: number[] = []
  for (const [index, node] of nodes.entries()) {
    if (isDisabled(node)) continue
    // The parts of a date field share its reference; what they are to the keyboard the screen does not tell.
    if (isSummary(screen, index)) order.push(index)
    else if (node.role === 'tab') {
      if (node.states.selected === true) order.push(index)
    } else if (node.role === 'radio') {
      const group = groupOf(screen, index)
      const chosen = group.find((one) => nodes[one]?.states.checked === true)
      if (index === (chosen ?? group.find((one) => !isDisabled(nodes[one] as ScreenNode)))) order.push(index)
    } else if (FOCUSED_BY_TAB.has(node.role) && node.tag !== 'MenuListPopup' && !holdsCombo(screen, index))
      order.push(index)
  }
  return order
}

/** A summary in Chromium's tree; `Grouped` where opening it closes the others of its name. */
export const isTriangle = (node: Pick<ScreenNode, 'tag'> | undefined): boolean =>
  node !== undefined && /^DisclosureTriangle(?:Grouped)?$/.test(node.tag)

/**
 * The line that a `details` shows when it is closed. A snapshot has it as the first thing in a group without a name, and names it by
 * its text; a tree has a role for it.
 */
export function isSummary({ nodes }: Screen, index: number): boolean {
  const node = nodes[index]
  if (isTriangle(node) || node?.tag.toLowerCase() === 'summary') return true
  const group = nodes[node?.parent ?? -1]
  return (
    node?.role === 'generic' &&
    node.name !== '' &&
    group?.role === 'group' &&
    group.name === '' &&
    nodes[index - 1] === group
  )
}

/** Whether a `details` shows what is in it. */
export function isOpenSummary(screen: Screen, index: number): boolean {
  const { tag, states, parent } = screen.nodes[index] as ScreenNode
  if (screen.format === 'html') return screen.nodes[parent]?.states.expanded === true
  return isTriangle({ tag }) ? states.expanded === true : shownBeside(screen, parent).length > 1
}

/** What a `details` shows, its summary among it: a snapshot tells bare text in it whether it is open or not. */
export const shownBeside = (screen: Screen, details: number): number[] =>
  childrenOf(screen, details).filter((one) => screen.nodes[one]?.role !== 'statictext')

const KEY =
  /^(?:.|F\d{1,2}|(?:Key[A-Z])|Digit\d|Numpad\w{1,10}|Arrow(?:Up|Down|Left|Right)|Enter|Tab|Escape|Backspace|Delete|Insert|Home|End|Page(?:Up|Down)|Space|Shift(?:Left|Right)?|(?:Control|Alt|Meta)(?:Left|Right)?|ControlOrMeta|CapsLock|ContextMenu|PrintScreen|Pause|ScrollLock|NumLock|Minus|Equal|Comma|Period|Slash|Backslash|Semicolon|Quote|Backquote|Bracket(?:Left|Right)|AltGraph|Clear|Cancel|Media\w{1,20}|Audio\w{1,20}|\\n|\\r)$/u

/** Whether Playwright has such a key, with modifiers before it: `Control+a`. */
export const isKey = (keys: string): boolean =>
  keys === '+' || keys.split('+').every((key, at, all) => KEY.test(key) || (key === '' && at >= all.length - 2))

/** The first part of such a combination that is no key. */
export const unknownIn = (keys: string): string => keys.split('+').find((key) => !KEY.test(key)) ?? keys

/** Whether Escape may close something. */
export const mayClose = ({ nodes }: Screen): boolean =>
  nodes.some(
    ({ role, states }) =>
      /^(?:(?:alert)?dialog|menu|tooltip)$/.test(role) || (role === 'combobox' && states.expanded === true)
  )

/** A field of several lines. BrowserGym calls fields of one line clickable, and no other. */
export const isMultiline = ({ nodes, format }: Screen, node: ScreenNode): boolean =>
  node.role === 'textbox' &&
  (node.states.multiline === true ||
    node.value?.includes('\n') === true ||
    (format === 'axtree' &&
      node.states.clickable === undefined &&
      nodes.some(({ role, states }) => role === 'textbox' && states.clickable === true)))

const MENU_ITEM = /^menuitem(?:checkbox|radio)?$/

/** Where a key leads from an item of a menu or a tree, as the patterns of ARIA have it; `null` where it leads to no other that is shown. */
export function itemAfter(screen: Screen, at: number, key: string): number | null {
  const { nodes } = screen
  const { role = '', states = {} } = nodes[at] ?? {}
  if (role === 'treeitem') {
    const tree = around(screen, at, /^tree$/)
    const items = below(screen, tree ?? -1).filter((one) => nodes[one]?.role === 'treeitem')
    const inside = below(screen, at).find((one) => nodes[one]?.role === 'treeitem')
    if (tree === null) return null
    if (key === 'ArrowRight') return states.expanded === true ? (inside ?? null) : null
    if (key === 'ArrowLeft') return inside === undefined ? around(screen, at, /^treeitem$/) : null
    const next = new Map([
      ['ArrowDown', items[items.indexOf(at) + 1]],
      ['ArrowUp', items[items.indexOf(at) - 1]],
      ['Home', items[0]],
      ['End', items.at(-1)]
    ]).get(key)
    return next ?? null
  }
  if (!MENU_ITEM.test(role)) return null
  const menu = around(screen, at, /^menu(?:bar)?$/)
  if (menu === null) return null
  const items = below(screen, menu).filter(
    (one) => MENU_ITEM.test(nodes[one]?.role ?? '') && around(screen, one, /^menu(?:bar)?$/) === menu
  )
  const across = nodes[menu]?.role === 'menubar'
  const by = key === (across ? 'ArrowRight' : 'ArrowDown') ? 1 : key === (across ? 'ArrowLeft' : 'ArrowUp') ? -1 : 0
  if (by) return items[(items.indexOf(at) + by + items.length) % items.length] ?? null
  return key === 'Home' ? (items[0] ?? null) : key === 'End' ? (items.at(-1) ?? null) : null
}

/** The nearest thing of these roles that a node lies in; `null` for none. */
export function around({ nodes }: Screen, index: number, roles: RegExp): number | null {
  for (let at = nodes[index]?.parent ?? -1; at >= 0; at = nodes[at]?.parent ?? -1)
    if (roles.test(nodes[at]?.role ?? '')) return at
  return null
}

/** The dialog that a node lies in; `null` for none. */
export const dialogOf = (screen: Screen, index: number): number | null => around(screen, index, /^(?:alert)?dialog$/)

/** The type of the input that a box, a switch or a radio button is; `null` for one that a page made of something else: its text stands in it, or nowhere. */
export function boxOf(screen: Screen, index: number): 'checkbox' | 'radio' | null {
  const node = screen.nodes[index] as ScreenNode
  const { role, name } = node
  if (role !== 'radio' && role !== 'checkbox' && role !== 'switch') return null
  // The text of a label stands behind its box; a page says before a switch of its own what that is for.
  if (role === 'switch') return isLabelledBehind(screen, index) ? 'checkbox' : null
  // A snapshot does not show what stands in a thing. Boxes are often named without a text, radio buttons hardly ever.
  const isOwn =
    screen.format === 'aria'
      ? role !== 'checkbox' && !screen.nodes.some((one) => one !== node && (one.name === name || one.text === name))
      : below(screen, index).some((one) => /^(?:static|inline)?text(?:box)?$/.test(screen.nodes[one]?.role ?? ''))
  return isOwn ? null : role
}

/** Whether a slider or a number is one that a page made: Chromium tells the text of an input's number. */
export const isOwnNumber = (node: ScreenNode): boolean =>
  isNumber(node) && node.states.valuetext === '' && Boolean(node.value)

function isLabelledBehind(screen: Screen, index: number): boolean {
  const { name, parent } = screen.nodes[index] as ScreenNode
  if (screen.nodes[parent]?.role === 'labeltext') return true
  const next = childrenOf(screen, parent).find((one) => one > index)
  return next !== undefined && name !== '' && [next, ...below(screen, next)].some((one) => saysOf(screen, one) === name)
}

const saysOf = ({ nodes }: Screen, index: number): string => nodes[index]?.name || nodes[index]?.text || ''

/** An end of a slider or a number; `NaN` where it is not told. */
export const limitOf = ({ states }: ScreenNode, end: 'valuemin' | 'valuemax'): number =>
  typeof states[end] === 'string' && states[end] !== '' ? Number(states[end]) : Number.NaN
