// What a click does in a browser: on boxes, lists, links to a place, summaries and dialogs.
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import type { mayAct } from './acts.ts'
import { type Behaviour, chosen, MEANING, NOTHING, refused, UNCLEAR } from './fields.ts'
import {
  around,
  below,
  childrenOf,
  dialogOf,
  isDisabled,
  isForAll,
  isInOwnCombo,
  isNumber,
  isOpenSummary,
  isOwnNumber,
  isPressed,
  isSelect,
  isSummary,
  isTextField,
  isToggle,
  labelled,
  limitOf,
  optionsOf,
  shownBeside
} from './kinds.ts'
import type { WidgetRuleName } from './rules.ts'
import type { ScreenEdit } from './screen-edit.ts'
import { barOf } from './taught.ts'
import { freedWith, isMarked, wordsOf } from './toggles.ts'

/** Whether a control may do more than change, as scripts of a page do. */
export type MayAct = typeof mayAct

export function click(screen: Screen, index: number, node: ScreenNode, acts: MayAct): Behaviour {
  const focus = (rule: WidgetRuleName, edit: ScreenEdit = {}): Behaviour => ({
    rule,
    edit: { ...edit, focus: index },
    caret: null
  })
  if (node.role === 'labeltext' || node.role === 'label') {
    const control = labelled(screen, index)
    const other = control === null ? undefined : screen.nodes[control]
    return control === null || !other || isDisabled(other) ? NOTHING : click(screen, control, other, acts)
  }
  if (isInOwnCombo(screen, index)) return node.role === 'option' ? MEANING : UNCLEAR
  if (isUnderDialog(screen, index)) return UNCLEAR
  if ((isToggle(node) || node.role === 'radio') && acts(screen, index)) return MEANING
  if (isToggle(node) && AGREES.test(node.name) && screen.nodes.some((one) => one.role === 'button' && isDisabled(one)))
    return UNCLEAR
  if (isToggle(node) && (isForAll(node) || screen.nodes.some((one) => isToggle(one) && one.states.checked === 'mixed')))
    return UNCLEAR
  if (typeof node.states.pressed === 'boolean' && (isCounted(screen, index) || isForEditor(screen, index)))
    return UNCLEAR
  if (node.states.pressed === false && isOneOfBar(screen, index)) return UNCLEAR
  if (typeof node.states.pressed === 'boolean')
    return /^(?:add to|follow|subscribe)\b/i.test(node.name)
      ? UNCLEAR
      : focus('check', {
          states: new Map([[index, { pressed: !node.states.pressed }]])
        })
  if (
    (isToggle(node) || node.role === 'radio') &&
    screen.nodes.some((one, at) => one.role === node.role && isMarked(screen, at))
  )
    return UNCLEAR
  if (isToggle(node)) {
    const checked = node.states.checked !== true
    const freed = freedWith(screen, index, checked)
    // Chromium's tree tells more of a thing that can be used.
    if (freed.length > 0 && screen.format !== 'aria') return UNCLEAR
    return focus('check', { states: new Map([[index, { checked }], ...freed]), says: wordsOf(screen, index, checked) })
  }
  if (node.role === 'radio') return focus('check', { states: chosen(screen, index) })
  if (isTextField(node) || node.role === 'spinbutton') return focus('focus')
  if (node.role === 'combobox' && isSelect(screen, index)) {
    // Its list is the browser's own: a tree says that it is open, a snapshot says nothing of it.
    const opens = node.states.expanded === false
    return focus(opens ? 'select' : 'focus', opens ? { states: new Map([[index, { expanded: true }]]) } : {})
  }
  if (isSummary(screen, index) && screen.format === 'html') {
    const isOpen = isOpenSummary(screen, index)
    return focus(isOpen ? 'close' : 'reopen', { states: new Map([[node.parent, { expanded: !isOpen }]]) })
  }
  if (isSummary(screen, index)) {
    if (!isOpenSummary(screen, index))
      return childrenOf(screen, node.parent).length > shownBeside(screen, node.parent).length
        ? focus('focus')
        : { rule: 'unseen' }
    const states = node.states.expanded === true ? new Map([[index, { expanded: false }]]) : undefined
    return focus('close', {
      ...(states && { states }),
      removed: goesWhenClosed(screen, index)
    })
  }
  // A tab that is made of a link shows its own.
  if (
    around(screen, index, TABS) !== null ||
    below(screen, index).some((one) => screen.nodes[one]?.role === 'link' && node.role === 'tab')
  )
    return UNCLEAR
  const place = fragmentOf(screen, node)
  if (place !== null) {
    // Such a link often shows only when it has the keyboard, and nobody clicks it before.
    if (SKIPS.test(node.name) && node.states.focused !== true && screen.format !== 'html') return UNCLEAR
    const start = placeOf(screen, node, place)
    // A field has the focus then, and what is not named has its place as well.
    if (start === null && screen.format !== 'html' && !/^#(?:top)?$/i.test(place)) return UNCLEAR
    // Without such a place the focus stays on the link.
    const edit = { focus: start === null ? index : null, place }
    return { rule: 'place', edit, caret: null, ...(start !== null && { start }) }
  }
  const list = node.role === 'option' ? node.parent : -1
  if (screen.nodes[list]?.role === 'listbox' && isPlainList(screen, list)) {
    // Of a list of several that a page made, a click changes one.
    if (
      screen.nodes[list]?.states.multiselectable !== undefined &&
      childrenOf(screen, index).length > 0 &&
      !isSingle(screen.nodes[list] as ScreenNode)
    )
      return UNCLEAR
    const done = select(screen, list, screen.nodes[list] as ScreenNode, { options: [node.name] }, acts)
    return 'edit' in done ? { ...done, edit: { ...done.edit, focus: list } } : done
  }
  if (node.role === 'slider') {
    if (isOwnNumber(node)) return UNCLEAR
    const middle = (limitOf(node, 'valuemin') + limitOf(node, 'valuemax')) / 2
    return Number.isInteger(middle) ? focus('step', { texts: new Map([[index, String(middle)]]) }) : UNCLEAR
  }
  const dialog = dialogOf(screen, index)
  if (dialog !== null && node.role === 'button' && /^(?:close|cancel|dismiss|[×✕✖])$/i.test(node.name))
    return closed(screen, dialog)
  if (node.role === 'tab' && node.states.selected === true) return focus('focus')
  if (node.states.expanded === false || node.role === 'tab') return { rule: 'unseen' }
  if (isPressed(node) || isNumber(node) || node.states.expanded !== undefined) return MEANING
  return PLAIN.has(node.role) ? { rule: 'focus', edit: { focus: null }, caret: null } : MEANING
}

/** What changes between two with a click is as it was after two. */
export function doubleClick(screen: Screen, index: number, node: ScreenNode, acts: MayAct): Behaviour {
  const control = node.role === 'labeltext' || node.role === 'label' ? labelled(screen, index) : null
  const other = control === null ? undefined : screen.nodes[control]
  if (control !== null && other && !isDisabled(other)) return doubleClick(screen, control, other, acts)
  const isTwoFold = isToggle(node) || typeof node.states.pressed === 'boolean' || isSummary(screen, index)
  if (isTwoFold) return acts(screen, index) ? MEANING : { rule: 'focus', edit: { focus: index }, caret: null }
  // Its list opens, and whether it closes again is not told; and what a page opens, it may close.
  if (node.role === 'combobox' || typeof node.states.expanded === 'boolean') return UNCLEAR
  return click(screen, index, node, acts)
}

// What has to be said before a form goes on.
const AGREES = /^I\b|\b(?:agree|accept|confirm|terms|understand)\b/i

/** Whether a thing lies in a dialog over which another one seems to lie. */
function isUnderDialog(screen: Screen, index: number): boolean {
  const own = dialogOf(screen, index)
  const last = screen.nodes.findLastIndex(({ role }) => /^(?:alert)?dialog$/.test(role))
  return own !== null && own !== last && !below(screen, last).includes(index)
}

/** Whether a bare number stands behind a button, which may count those who press it. */
function isCounted({ nodes }: Screen, index: number): boolean {
  const next = nodes.slice(index + 1).find(({ parent, role }) => parent !== index && role !== 'inlinetextbox')
  return next !== undefined && /^\d+$/.test((next.text || next.name).trim()) && /text|generic/.test(next.role)
}

/** Whether a button of a toolbar is for the text below it, to which the keyboard may go back. */
function isForEditor(screen: Screen, index: number): boolean {
  const bar = around(screen, index, /^toolbar$/)
  const inside = bar === null ? [] : below(screen, bar)
  const next = screen.nodes.find((one, at) => at > (inside.at(-1) ?? at) && FIELDS.test(one.role))
  return next?.role === 'textbox'
}

const FIELDS = /^(?:textbox|searchbox|combobox|checkbox|radio|spinbutton|slider|link|button)$/

/** Whether of several buttons of a toolbar or a group just one other is pressed: it may be let go when this one is. */
function isOneOfBar(screen: Screen, index: number): boolean {
  const bar = barOf(screen, index)
  const pressed = bar === null ? [] : below(screen, bar).filter((one) => screen.nodes[one]?.states.pressed === true)
  return pressed.length === 1
}

/** A tree tells nothing of a page that lies under a dialog. */
export const closed = (screen: Screen, dialog: number): Behaviour =>
  childrenOf(screen, screen.nodes[dialog]?.parent ?? -1).length > 1
    ? { rule: 'close', edit: { removed: [dialog], focus: null }, caret: null }
    : { rule: 'unseen' }

const TABS = /^tab$/
const SKIPS = /^(?:skip|jump) to\b/i

/** The place on the same page that a link leads to, as `#orders`; `null` for other things. */
function fragmentOf({ url: address, nodes }: Screen, { role, attributes, states }: ScreenNode): string | null {
  if (role !== 'link') return null
  const said = attributes.find(([name]) => name === '/url' || name === 'href')?.[1]
  if (said !== undefined) return /^#[^\s]+$/.test(said) ? said : null
  const told = nodes.find(({ parent }) => parent < 0)?.states.url ?? address
  if (typeof told !== 'string' || typeof states.url !== 'string') return null
  const [page = '', hash] = states.url.split('#')
  return hash && page === told.split('#')[0] ? `#${hash}` : null
}

/** What seems to be at a place: a thing called so, or the page's main part for a link that says that it goes there; `null` for nothing. */
function placeOf({ nodes }: Screen, { name }: ScreenNode, place: string): number | null {
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []
  const wanted = words(place)
  const found = nodes.findIndex(({ role, name: called }) => {
    if (!PLACES.has(role) || !called) return false
    const said = new Set(words(called))
    return wanted.some((word) => said.has(word))
  })
  if (found >= 0) return found
  // A place with a short word is often called as the link is.
  const own = words(name)
  const called = nodes.findIndex(
    (one) => PLACES.has(one.role) && own.length > 0 && words(one.name).join(' ').startsWith(own.join(' '))
  )
  if (called >= 0) return called
  // “Skip to the results” leads to what is called by these words, a part of the page rather than its heading.
  const meant = own.filter((word) => !/^(?:skip|jump|back|go|to|the|main|content|section)$/.test(word))
  const fits = nodes.flatMap((one, index) => {
    const said = new Set(words(one.name))
    return PLACES.has(one.role) && meant.length > 0 && meant.every((word) => said.has(word)) ? [index] : []
  })
  const isOther = (one: number) => nodes[one]?.role !== 'heading' || String(nodes[one]?.states.level) !== '1'
  const part = fits.find((one) => nodes[one]?.role !== 'heading') ?? fits.find(isOther) ?? fits[0]
  if (part !== undefined) return part
  // Where nothing has it, this place is the beginning of the page, and the link keeps the focus.
  if (/^#top$/i.test(place) || !/^(?:skip|jump|back|go|to)\b/i.test(name)) return null
  return Math.max(
    0,
    nodes.findIndex(({ role }) => role === 'main')
  )
}

const PLACES = new Set([
  'heading',
  'region',
  'article',
  'group',
  'form',
  'table',
  'navigation',
  'complementary',
  'list'
])

/** A list that a form sends, and none of suggestions that stand below a field. */
const isPlainList = ({ nodes }: Screen, list: number): boolean =>
  nodes.every(({ role, states }, index) => index === list || role !== 'combobox' || states.expanded !== true)

// A click on these moves the focus away from where it was, and no more.
export const PLAIN = new Set([
  'heading',
  'statictext',
  'paragraph',
  'document',
  'main',
  'banner',
  'contentinfo',
  'text',
  'separator',
  'legend'
])

/** What a summary hides: a snapshot goes on telling bare text. */
const goesWhenClosed = (screen: Screen, index: number): number[] =>
  siblingsAfter(screen, index).filter((one) => screen.format !== 'aria' || screen.nodes[one]?.role !== 'statictext')

const siblingsAfter = ({ nodes }: Screen, index: number): number[] =>
  nodes.flatMap(({ parent }, other) => (other > index && parent === nodes[index]?.parent ? [other] : []))

// What Playwright takes for something that can be checked.
const CHECKED = new Set(['checkbox', 'switch', 'radio', 'menuitemcheckbox', 'menuitemradio', 'option', 'treeitem'])

export function check(screen: Screen, index: number, node: ScreenNode, on: boolean, acts: MayAct): Behaviour {
  if (!CHECKED.has(node.role)) return refused({ why: 'no-check', node: index })
  if (node.states.checked === 'mixed') return UNCLEAR
  // What is so already is not looked at any further.
  if ((node.states.checked === true) === on) return NOTHING
  if (isDisabled(node)) return refused({ why: 'disabled', node: index })
  if (node.role === 'radio' && !on)
    return refused({ why: 'no-uncheck', node: index }, screen.format === 'axtree' ? { focus: index } : undefined)
  return click(screen, index, node, acts)
}

export function select(
  screen: Screen,
  index: number,
  node: ScreenNode,
  { options: names, enabled = false }: { options: readonly string[]; enabled?: boolean },
  acts: MayAct
): Behaviour {
  if (isDisabled(node)) return refused({ why: 'disabled', node: index })
  if (!isSelect(screen, index)) return refused({ why: 'no-list', node: index })
  const options = optionsOf(screen, index)
  // A form may send another word for an option than it shows; that is often the same in small letters.
  const wanted = names.map(
    (name) =>
      options.find((one) => screen.nodes[one]?.name === name) ??
      options.find((one) => screen.nodes[one]?.name.toLowerCase().replace(/\s+/g, '-') === name)
  )
  const several = node.role === 'listbox' && !isSingle(node)
  // A list of one choice takes the first of its options that is wanted, and does not look for others.
  const chosen = several ? wanted : options.filter((one) => wanted.includes(one)).slice(0, 1)
  if (!chosen.length || chosen.some((one) => one === undefined))
    return refused({ why: 'no-option', node: index, options: names })
  if (enabled && chosen.some((one) => isDisabled(screen.nodes[one ?? -1] as ScreenNode)))
    // In a label that holds the list Playwright takes it for the list, which can be used.
    return isInPlainBox(screen, node) ? UNCLEAR : refused({ why: 'option-disabled', node: index })
  if (acts(screen, index)) return MEANING
  const on = new Set(chosen)
  const states = new Map<number, Record<string, boolean>>()
  for (const one of options) {
    const selected = screen.nodes[one]?.states.selected === true
    // A tree does not tell of a disabled option that it is chosen; a snapshot does.
    if (selected !== on.has(one) && (screen.format === 'aria' || !isDisabled(screen.nodes[one] as ScreenNode)))
      states.set(one, { selected: on.has(one) })
  }
  const name = screen.nodes[chosen.at(-1) ?? -1]?.name ?? ''
  const texts = several || node.value === null ? undefined : new Map([[index, name]])
  return { rule: 'select', edit: { states, ...(texts && { texts }) }, caret: null }
}

/** Whether a tree says of a list that not several can be chosen. */
const isSingle = ({ states: { multiselectable } }: ScreenNode): boolean =>
  multiselectable === false || multiselectable === 'False'

/** Whether a thing stands alone with a text in a box without a name, as which a label is told, and others are too. */
function isInPlainBox(screen: Screen, { parent }: ScreenNode): boolean {
  const { role, name } = screen.nodes[parent] ?? {}
  const [text, ...rest] = childrenOf(screen, parent)
  return role === 'generic' && name === '' && rest.length === 1 && screen.nodes[text ?? -1]?.role === 'statictext'
}
