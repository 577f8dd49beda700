// What widgets do by themselves on a desktop, as GTK's do. The order of the Tab key is in no tree.

import type { Intent } from '../../domains/intents.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { type Behaviour, type CaretRange, chosen, keyInField, MEANING, NOTHING, type, UNCLEAR } from './fields.ts'
import { focused, groupOf, isDisabled, isTextField, isToggle } from './kinds.ts'

/** @param caret in the field that has the focus */
export function behaveOnDesktop(screen: Screen, intent: Intent, caret: CaretRange): Behaviour {
  if (intent.do === 'look' || intent.do === 'hover') return { ...NOTHING, caret }
  if (intent.do === 'press') return press(screen, intent.key, caret)
  if (intent.do === 'click') {
    const node = typeof intent.at === 'object' && 'node' in intent.at ? screen.nodes[intent.at.node] : undefined
    return node && typeof intent.at === 'object' && 'node' in intent.at
      ? click(screen, intent.at.node, node, { caret, count: intent.count })
      : UNCLEAR
  }
  if (intent.do !== 'type' || intent.at !== 'focus') return MEANING
  const at = focused(screen)
  const node = screen.nodes[at ?? -1]
  if (at === null || !node || !isTextField(node)) return UNCLEAR
  if (!takesText(screen, node)) return { ...NOTHING, caret }
  // Enter in a field of one line, and Tab in one that does not tell its lines, do more than type.
  if (/[\n\t]/.test(intent.text) && node.states.multiline !== true) return MEANING
  if (isSearch(node)) return MEANING
  return cleared(screen, at, node, type(screen, at, whole(node, caret), intent.text, caret))
}

const isTree = ({ format }: Screen): boolean => format === 'osworld-xml'
// A table does not tell which fields are read-only.
const takesText = (screen: Screen, { states }: ScreenNode): boolean => !isTree(screen) || states.editable === true
const isSearch = ({ name }: ScreenNode): boolean => /search|find|filter|location|address/i.test(name)

function click(
  screen: Screen,
  index: number,
  node: ScreenNode,
  { caret, count }: { caret: CaretRange; count: 1 | 2 }
): Behaviour {
  if (isDisabled(node)) return { ...NOTHING, caret }
  // A click into a window behind brings it to the front.
  if (!isInFront(screen, index)) return MEANING
  if (isTextField(node)) {
    const whole = node.value ?? ''
    const isSame = focused(screen) === index
    return { rule: isSame ? 'look' : 'focus', edit: { focus: index }, caret: whole === '' ? [0, 0] : null }
  }
  if (count !== 1) return MEANING
  // A table tells nothing of what is checked, nor what is behind it.
  if (!isTree(screen)) return MEANING
  const check = (states: Map<number, Record<string, boolean>>): Behaviour => ({
    rule: 'check',
    edit: { states, focus: index },
    caret: null
  })
  if (node.tag === 'toggle-button' || isToggle(node)) {
    const on = node.states.checked === true || node.states.pressed === true
    return typeof node.states.checked === 'string' ? UNCLEAR : check(new Map([[index, { checked: !on }]]))
  }
  if (node.role === 'radio') {
    const others = groupOf(screen, index).filter((one) => screen.nodes[one]?.states.checked === true)
    if (others.length !== 1) return UNCLEAR
    return others[0] === index ? { rule: 'focus', edit: { focus: index }, caret: null } : check(chosen(screen, index))
  }
  return node.role === 'statictext' ? { ...NOTHING, caret } : MEANING
}

const WINDOWS = new Set(['frame', 'window', 'dialog', 'alert', 'file-chooser'])

function isInFront(screen: Screen, index: number): boolean {
  if (!isTree(screen)) return true
  for (let at = index; at >= 0; at = screen.nodes[at]?.parent ?? -1)
    if (WINDOWS.has(screen.nodes[at]?.tag ?? '')) return screen.nodes[at]?.states.active === true
  return false
}

// Pixels of a letter, at most.
const WIDEST = 16

function press(screen: Screen, key: string, caret: CaretRange): Behaviour {
  const at = focused(screen)
  const node = screen.nodes[at ?? -1]
  if (at === null || !node) return UNCLEAR
  if (key === ' ' && (isToggle(node) || node.tag === 'toggle-button'))
    return click(screen, at, node, { caret, count: 1 })
  if (!isTextField(node) || isSearch(node)) return MEANING
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

/** Line breaks at its end are read as none: a caret that stands behind the text stands behind them. */
function whole(node: ScreenNode, caret: CaretRange): ScreenNode {
  const text = node.value ?? ''
  const behind = Math.max(caret?.[0] ?? 0, caret?.[1] ?? 0) - text.length
  return behind > 0 && node.states.multiline === true ? { ...node, value: text + '\n'.repeat(behind) } : node
}

/** A row that has neither name nor text is not in a table. */
function cleared(screen: Screen, at: number, node: ScreenNode, done: Behaviour): Behaviour {
  const isEmpty = 'edit' in done && done.edit.texts?.get(at) === ''
  if (isEmpty && !isTree(screen) && node.name === '') return UNCLEAR
  const names = 'edit' in done && isTree(screen) && done.edit.texts ? markedTitle(screen, at) : null
  return names && 'caret' in done ? { ...done, edit: { ...done.edit, names } } : done
}

/** Editors mark in the title of their window a text that was changed: `*notes.txt - Mousepad`. */
function markedTitle({ nodes }: Screen, at: number): Map<number, string> | null {
  if (nodes[at]?.states.multiline !== true) return null
  let frame = at
  while (frame >= 0 && nodes[frame]?.tag !== 'frame') frame = nodes[frame]?.parent ?? -1
  const title = nodes[frame]?.name ?? ''
  return title.includes(' - ') && !title.startsWith('*') ? new Map([[frame, `*${title}`]]) : null
}
