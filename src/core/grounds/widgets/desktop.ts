// What widgets do by themselves on a desktop, as GTK's do. The order of the Tab key is in no tree.

import type { Intent } from '../../domains/intents.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { type Behaviour, type CaretRange, keyInField, MEANING, NOTHING, type, UNCLEAR } from './fields.ts'
import { around, below, childrenOf, focused, isDisabled, isTextField, isToggle } from './kinds.ts'
import { alongMenu } from './menus.ts'
import { amongRadios, beside, fieldOf, groupAround, isFocusable, tab } from './order.ts'
import { countedInQt, isQt, keyInQt, toItem, withoutShares, withShares } from './qt.ts'
import { isPlainRow, rowAfter, toRow } from './rows.ts'
import type { ScreenEdit } from './screen-edit.ts'
import { type Slid, slid } from './sliders.ts'
import { isFar, keyOnTable, LINE_HEIGHT, tabOnTable } from './tables.ts'
import { NOT_TAUGHT, type Taught } from './taught.ts'
import {
  CHANGE,
  CHOICE,
  defaultsIn,
  hasButtonFor,
  isBehindPanel,
  isGtk,
  isSearch,
  isTree,
  markedTitle,
  namesAfter,
  showsPages,
  WINDOWS,
  windowOf,
  withDefault
} from './windows.ts'

/** @param caret in the field that has the focus. @param taught what keys were seen to do to sliders, and which buttons Enter was seen to press */
export function behaveOnDesktop(
  screen: Screen,
  intent: Intent,
  caret: CaretRange,
  taught: Slid & Pick<Taught, 'defaults'> = NOT_TAUGHT
): Behaviour {
  return isQt(screen)
    ? withShares(screen, behaveIn(withoutShares(screen), intent, caret, taught))
    : withDefault(screen, behaveIn(screen, intent, caret, taught), defaultsIn(taught.defaults, screen))
}

function behaveIn(screen: Screen, intent: Intent, caret: CaretRange, taught: Slid): Behaviour {
  if (intent.do === 'look' || intent.do === 'hover') return { ...NOTHING, caret }
  if (intent.do === 'press') return press(screen, intent.key, caret, taught)
  if (intent.do === 'click') {
    if (typeof intent.at !== 'object') return UNCLEAR
    if (!('node' in intent.at))
      return isTree(screen) || isFar(screen, intent.x)
        ? committed(screen, { rule: 'focus', edit: left(screen), caret: null })
        : UNCLEAR
    const node = screen.nodes[intent.at.node]
    return node
      ? committed(
          screen,
          inItsWindow(
            screen,
            intent.at.node,
            click(screen, intent.at.node, node, { caret, count: intent.count, x: intent.x ?? 0 })
          )
        )
      : UNCLEAR
  }
  if (intent.do !== 'type' || intent.at !== 'focus') return MEANING
  const at = focused(screen)
  const node = fieldOf(screen.nodes[at ?? -1])
  // Letters mean nothing to a button or a box; a space presses it, and so does Enter.
  if (node && LETTERLESS.has(node.tag) && !/[ \n\t]/.test(intent.text)) return { ...NOTHING, caret }
  if (at === null || !node || !(isTextField(node) || node.role === 'spinbutton')) return UNCLEAR
  if (!takesText(screen, node)) return { ...NOTHING, caret }
  // Enter in a field of one line, and Tab in one that does not tell its lines, do more than type.
  if (/[\n\t]/.test(intent.text) && node.states.multiline !== true) return MEANING
  if (isSearch(screen, at, node)) return MEANING
  const typed = cleared(screen, at, node, type(screen, at, whole(node, caret), intent.text, caret))
  return node.role === 'spinbutton' && isQt(screen) ? countedInQt(typed, at) : typed
}

// A table does not tell which fields are read-only.
const takesText = (screen: Screen, { states, role }: ScreenNode): boolean =>
  !isTree(screen) || states.editable === true || (role === 'spinbutton' && isQt(screen))

function click(
  screen: Screen,
  index: number,
  node: ScreenNode,
  { caret, count, x }: { caret: CaretRange; count: 1 | 2 | 3; x: number }
): Behaviour {
  // A click beside what lies over the window for a moment only takes that away.
  if (isBehindPanel(screen, index)) return UNCLEAR
  if (isDisabled(node)) return { ...NOTHING, caret }
  if (isTextField(node) || node.role === 'spinbutton') {
    // The right end of a number is two buttons.
    const right = node.bounds ? node.bounds.x + node.bounds.width - 2 * node.bounds.height : 0
    if (node.role === 'spinbutton' && x >= right) return UNCLEAR
    const whole = fieldOf(node)?.value ?? ''
    const isSame = focused(screen) === index
    const isAll =
      whole === '' || (count === 3 && node.states.multiline !== true) || (count === 2 && /^\w+$/.test(whole))
    // A table does not tell what is locked.
    const end =
      isTree(screen) && count === 1 && isBehind(node, whole, x) ? ([whole.length, whole.length] as const) : null
    return { rule: isSame ? 'look' : 'focus', edit: { focus: index }, caret: isAll ? [0, whole.length] : end }
  }
  if (count !== 1) return MEANING
  if (mayGovern(screen, index) || showsPages(screen, index)) return MEANING
  // A table tells nothing of what is checked, so nothing on it changes.
  if (!isTree(screen)) {
    if (node.role === 'statictext') return { ...NOTHING, caret }
    return isToggle(node) || node.role === 'radio' ? { rule: 'check', edit: { focus: index }, caret: null } : MEANING
  }
  const check = (states: Map<number, Record<string, boolean>>): Behaviour => ({
    rule: 'check',
    edit: { states, focus: index },
    caret: null
  })
  // One that tells that it can be opened shows more, or closes it.
  if (node.tag === 'toggle-button' ? isInForm(screen, index) && !isExpander(node) : isToggle(node)) {
    const on = node.states.checked === true || node.states.pressed === true
    return typeof node.states.checked === 'string' ? UNCLEAR : check(new Map([[index, { checked: !on }]]))
  }
  if (node.role === 'radio') {
    const others = groupAround(screen, index).filter((one) => screen.nodes[one]?.states.checked === true)
    const [on] = others
    if (others.length !== 1 || on === undefined) return UNCLEAR
    if (on !== index && freesOthers(screen, index)) return UNCLEAR
    return on === index
      ? { rule: 'focus', edit: { focus: index }, caret: null }
      : check(
          new Map([
            [on, { checked: false }],
            [index, { checked: true }]
          ])
        )
  }
  if (node.tag === 'list-item' && isQt(screen)) return toItem(screen, index)
  if (node.tag === 'table-cell' && isPlainRow(screen, index)) return toRow(screen, index)
  if (node.role === 'tab' && node.states.selected === true && screen.nodes[node.parent]?.role === 'tablist')
    return { rule: 'focus', edit: { focus: node.parent }, caret: null }
  // Qt's labels, and those of GTK whose text can be chosen, take the keyboard.
  return node.role === 'statictext' && !isFocusable(node) ? { ...NOTHING, caret } : MEANING
}

const isExpander = ({ attributes }: ScreenNode): boolean => attributes.some(([name]) => name === 'st:expandable')

/** Whether a choice may make something in its window usable that cannot be used now. */
const freesOthers = (screen: Screen, index: number): boolean =>
  below(screen, windowOf(screen, index) ?? -1).some((one) => {
    const node = screen.nodes[one] as ScreenNode
    return (
      isDisabled(node) && (isToggle(node) || isTextField(node) || /^(?:combobox|spinbutton|slider)$/.test(node.role))
    )
  })

/** Whether a box may make something else usable: it is called so, or stands beside one other thing. */
function mayGovern(screen: Screen, index: number): boolean {
  const { name, parent, role } = screen.nodes[index] as ScreenNode
  if (role !== 'checkbox') return false
  const beside = parent < 0 ? [] : childrenOf(screen, parent).filter((one) => one !== index)
  const other = beside.length === 1 ? screen.nodes[beside[0] ?? -1] : undefined
  return (
    GOVERNS.test(name) ||
    hasLockedBelow(screen, index) ||
    (other !== undefined && !isToggle(other) && other.role !== 'statictext')
  )
}

/** Whether what stands right below a box cannot be used now. */
function hasLockedBelow(screen: Screen, index: number): boolean {
  const box = screen.nodes[index]?.bounds
  return screen.nodes.some((node) => {
    const { bounds, role } = node
    if (!box || !bounds || !isDisabled(node) || !LOCKED.test(role)) return false
    const [down, right] = [bounds.y - box.y, bounds.x - box.x]
    return down > 0 && down < 2 * box.height && right >= 0 && right < box.width
  })
}

const LOCKED = /^(?:checkbox|combobox|radio|slider|spinbutton|textbox)$/
const GOVERNS = /:\s*$|\b(?:use|enable|custom|override|limit|automatic(?:ally)?)\b/i

/** Buttons that stay pressed are a form's where it has boxes too; of a keypad, a tool bar or a title bar they do what the program says. */
function isInForm(screen: Screen, index: number): boolean {
  const window = windowOf(screen, index)
  if (around(screen, index, /^toolbar$/) !== null) return false
  const inside = below(screen, window ?? -1).map((one) => screen.nodes[one])
  return inside.some((one) => one !== undefined && (isToggle(one) || one.role === 'radio'))
}

/** Nothing has the keyboard, and no window is in front. */
function left({ nodes }: Screen): ScreenEdit {
  const states = new Map<number, Record<string, boolean>>()
  for (const [index, node] of nodes.entries())
    if (WINDOWS.has(node.tag) && node.states.active === true) states.set(index, { active: false })
  return { states, focus: null }
}

/** A click into a window behind brings it to the front. What has the keyboard then the screen tells only if the click gives it. */
function inItsWindow(screen: Screen, index: number, done: Behaviour): Behaviour {
  const window = isTree(screen) ? windowOf(screen, index) : null
  if (window === null || screen.nodes[window]?.states.active === true) return done
  if (!('edit' in done) || done.edit.focus === undefined) return MEANING
  const states = new Map([...(left(screen).states ?? []), [window, { active: true }], ...(done.edit.states ?? [])])
  return { ...done, rule: done.rule === 'look' ? 'focus' : done.rule, edit: { ...done.edit, states }, caret: null }
}

/** What was typed into a number counts when the keyboard leaves it. */
function committed(screen: Screen, done: Behaviour): Behaviour {
  const at = focused(screen)
  const node = screen.nodes[at ?? -1]
  if (at === null || node?.role !== 'spinbutton' || !('edit' in done) || !isTree(screen)) return done
  const isLeft = done.edit.focus !== undefined && done.edit.focus !== at
  if (!isLeft || node.text === '' || Number(node.text) === Number(node.value)) return done
  const number = Number(node.text)
  // One beyond the end becomes the end, which is not told.
  const isLonger = node.text.length > Math.max(2, String(Number(node.value)).length)
  return Number.isFinite(number) && !isLonger
    ? { ...done, edit: { ...done.edit, numbers: new Map([[at, number]]) } }
    : UNCLEAR
}

// Pixels of a letter, at most, and of what a field has before its text.
const WIDEST = 16
const PADDING = 16

/** Whether a click is behind all of a text of one line, where it puts the caret to the end. */
const isBehind = ({ bounds, states }: ScreenNode, text: string, x: number): boolean =>
  bounds !== null &&
  states.multiline !== true &&
  bounds.height <= LINE_HEIGHT &&
  x > bounds.x + PADDING + text.length * WIDEST

function press(screen: Screen, key: string, caret: CaretRange, taught: Slid): Behaviour {
  const at = focused(screen)
  const node = fieldOf(screen.nodes[at ?? -1])
  const moved = alongMenu(screen, key)
  if (moved) return moved
  if (at === null || !node) return isTree(screen) ? UNCLEAR : keyOnTable(screen, key)
  if (!isTree(screen) && /^(?:Shift\+)?Tab$/.test(key)) return tabOnTable(node)
  const inQt = isQt(screen) ? keyInQt(screen, at, key) : null
  if (inQt) return inQt
  if (key === 'Control+a' && hasButtonFor(screen, CHOICE)) return MEANING
  if (key === 'Tab' || key === 'Shift+Tab') return committed(screen, tab(screen, at, node, key === 'Tab' ? 1 : -1))
  if (node.role === 'slider') return slid(at, node, key, taught)
  const row = isTree(screen) && node.tag === 'table-cell' ? rowAfter(screen, at, key) : null
  if (row !== null) return row === 'unclear' ? UNCLEAR : toRow(screen, row)
  if (key === ' ' && node.role === 'radio' && node.states.checked === true) return { ...NOTHING, caret }
  // Arrows in a table's group lead on and choose, which it does not tell; from a box they only lead on.
  if (isTree(screen) && node.role === 'radio' && key.startsWith('Arrow')) return amongRadios(screen, at, key)
  if (!isTree(screen) && (isToggle(node) || node.role === 'radio') && key.startsWith('Arrow'))
    return { rule: 'focus', edit: { focus: null }, caret: null }
  if (isTree(screen) && isGtk(screen) && LETTERLESS.has(node.tag) && key.startsWith('Arrow')) {
    const next = beside(screen, at, key)
    return next === null ? UNCLEAR : { rule: 'focus', edit: { focus: next }, caret: null }
  }
  if (node.role === 'spinbutton' && COUNTS.has(key)) {
    const done = counted(at, node, COUNTS.get(key) as number)
    return isQt(screen) ? countedInQt(done, at) : done
  }
  if (key === ' ' && (isToggle(node) || node.tag === 'toggle-button'))
    return click(screen, at, node, { caret, count: 1, x: 0 })
  if (!(isTextField(node) || node.role === 'spinbutton')) return MEANING
  if (isSearch(screen, at, node) && !ONLY_MOVES.test(key)) return MEANING
  if (key === 'Enter' && node.states.multiline !== true) return MEANING
  const text = node.value ?? ''
  if (key === 'Enter' && node.states.multiline === true)
    return cleared(screen, at, node, type(screen, at, whole(node, caret), '\n', caret))
  // Where a line ends that is broken to fit, the screen does not tell.
  const isWide = text.length * WIDEST > (node.bounds?.width ?? 0)
  const lines = text.includes('\n') || (node.states.multiline === true && isWide)
  if ((key === 'Home' || key === 'End') && lines && text !== '') return { rule: 'focus', edit: {}, caret: null }
  if ((key === 'Backspace' || key === 'Delete') && !takesText(screen, node)) return { ...NOTHING, caret }
  return cleared(screen, at, node, keyInField(screen, at, whole(node, caret), key, caret))
}

const ONLY_MOVES = /^(?:Control\+[ac]|(?:Shift\+)?(?:Home|End|Arrow(?:Left|Right)))$/
const LETTERLESS = new Set(['push-button', 'check-box', 'radio-button'])

// A page is ten steps.
const COUNTS = new Map([
  ['ArrowUp', 1],
  ['ArrowDown', -1],
  ['PageUp', 10],
  ['PageDown', -10]
])

/** GTK counts in ones unless a program says otherwise, which it often does where numbers are round. Its caret goes before the number. */
function counted(at: number, { value }: ScreenNode, by: number): Behaviour {
  const now = Number(value || 'none')
  if (!Number.isInteger(now) || (now >= 10 && now % 5 === 0) || (by < 0 && now + by < 1)) return UNCLEAR
  return {
    rule: 'step',
    edit: { texts: new Map([[at, String(now + by)]]), numbers: new Map([[at, now + by]]) },
    caret: [0, 0]
  }
}

/** Line breaks at its end are read as none: a caret that stands behind the text stands behind them. */
function whole(node: ScreenNode, caret: CaretRange): ScreenNode {
  const text = node.value ?? ''
  const behind = Math.max(caret?.[0] ?? 0, caret?.[1] ?? 0) - text.length
  return behind > 0 && node.states.multiline === true ? { ...node, value: text + '\n'.repeat(behind) } : node
}

/** A row that has neither name nor text is not in a table. */
function cleared(screen: Screen, at: number, node: ScreenNode, done: Behaviour): Behaviour {
  const isEmpty = 'edit' in done && done.edit.texts?.get(at) === ''
  // A table tells an editor's text by its size alone.
  const isLong = node.states.multiline === true || (!isTree(screen) && (node.bounds?.height ?? 0) > LINE_HEIGHT)
  if ('edit' in done && done.edit.texts && isLong && hasButtonFor(screen, CHANGE)) return MEANING
  if (isEmpty && !isTree(screen) && node.name === '') return UNCLEAR
  if (
    'edit' in done &&
    done.edit.texts &&
    isTree(screen) &&
    namesAfter(screen, at, node, done.edit.texts.get(at) ?? '')
  )
    return MEANING
  const names = 'edit' in done && isTree(screen) && done.edit.texts ? markedTitle(screen, at) : null
  return names && 'caret' in done ? { ...done, edit: { ...done.edit, names } } : done
}
