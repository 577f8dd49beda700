// What is the same everywhere: text in a field, keys in it, and which of a group is chosen.
import type { Refusal } from '../../domains/intents.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { isEditable } from './edit.ts'
import { upToLimit } from './html.ts'
import { groupOf, isPressed, isSelect, isTextField, isToggle } from './kinds.ts'
import type { WidgetRuleName } from './rules.ts'
import type { ScreenEdit } from './screen-edit.ts'

/**
 * Where typing goes in the focused field: UTF-16 offsets of what is selected, the same twice for a caret; `null`: unknown. The second is
 * where the caret is, so it is the smaller one where text was selected backwards.
 */
export type CaretRange = readonly [from: number, to: number] | null

export type Behaviour =
  /** `copied`: what is in the clipboard now, where that is another. `start`: the node that the Tab key goes on from. `keyboard`: what has the keyboard now, where the screen tells of nothing that has. */
  | { rule: WidgetRuleName; edit: ScreenEdit; caret: CaretRange; copied?: string; start?: number; keyboard?: number }
  /** `edit`: what has changed all the same. */
  | { rule: 'refused'; refusal: Refusal; edit?: ScreenEdit }
  /** No rule decides. */
  | { rule: 'meaning' | 'unseen' | 'unclear' }

export const MEANING: Behaviour = { rule: 'meaning' }
export const UNCLEAR: Behaviour = { rule: 'unclear' }
export const NOTHING: Behaviour = { rule: 'look', edit: {}, caret: null }
export const refused = (refusal: Refusal, edit?: ScreenEdit): Behaviour => ({
  rule: 'refused',
  refusal,
  ...(edit && { edit })
})

/** What becomes of a group when this radio button is chosen. */
export function chosen(screen: Screen, radio: number): Map<number, Record<string, boolean>> {
  const others = groupOf(screen, radio).filter((one) => one !== radio && screen.nodes[one]?.states.checked === true)
  return new Map([
    ...others.map((one): [number, Record<string, boolean>] => [one, { checked: false }]),
    [radio, { checked: true }]
  ])
}

const inOrder = ([anchor, caret]: readonly [number, number]): [from: number, to: number] => [
  Math.min(anchor, caret),
  Math.max(anchor, caret)
]

/** Text that goes in where the caret is. */
export function type(screen: Screen, index: number, node: ScreenNode, text: string, caret: CaretRange): Behaviour {
  const isField =
    isTextField(node) || node.role === 'spinbutton' || (node.role === 'combobox' && !isSelect(screen, index))
  if (!isField) return isPressed(node) || isToggle(node) || node.role === 'radio' ? NOTHING : UNCLEAR
  if (!isEditable(node)) return NOTHING
  // Suggestions that come up are the page's own; a snapshot does not tell what is closed.
  if (node.role === 'combobox' && (screen.format === 'aria' || node.states.expanded !== undefined))
    return { rule: 'unseen' }
  const before = node.value ?? ''
  const range = caret ?? (before === '' ? ([0, 0] as const) : null)
  // What stands behind dots is known only by its length.
  if (!range || (/^[•●]/.test(before) && range[0] !== range[1])) return UNCLEAR
  const [from, to] = inOrder(range)
  const put = node.role === 'spinbutton' ? text.replace(/[^\d.eE+-]/g, '') : text
  // What does not fit is not typed.
  const room = upToLimit(node, '.'.repeat(before.length + put.length)).length - (before.length - (to - from))
  const typed = put.slice(0, Math.max(room, 0))
  const after = before.slice(0, from) + typed + before.slice(to)
  return {
    rule: 'text',
    edit: { texts: new Map([[index, after]]), focus: index },
    caret: [from + typed.length, from + typed.length]
  }
}

const CLIPBOARD = /^(?:Control|Meta|ControlOrMeta)\+([cCxX])$/
export const PASTE = /^(?:(?:Control|Meta|ControlOrMeta)\+[vV]|Shift\+Insert)$/

/** A key in a field that has the focus. */
export function keyInField(screen: Screen, at: number, node: ScreenNode, key: string, caret: CaretRange): Behaviour {
  const text = node.value ?? ''
  const whole = text.length
  const only = (range: CaretRange): Behaviour => ({ rule: 'focus', edit: {}, caret: range })
  if (/^(?:Control|Meta|ControlOrMeta)\+[aA]$/.test(key)) return only([0, whole])
  if (key === 'End' || key === 'Control+End') return only([whole, whole])
  if (key === 'Home' || key === 'Control+Home') return only([0, 0])
  if ([...key].length === 1) return type(screen, at, node, key, caret)
  const range = caret ?? (whole === 0 ? ([0, 0] as const) : null)
  const clipboard = CLIPBOARD.exec(key)?.[1]?.toLowerCase()
  if (clipboard) {
    // What is in a password field is not copied.
    if (/^[•●]/.test(text)) return only(caret)
    if (!range) return UNCLEAR
    const [from, to] = inOrder(range)
    // Without a selection nothing is copied.
    if (from === to) return only(range)
    const copied = text.slice(from, to)
    if (clipboard === 'c' || !isEditable(node))
      return { ...(only(range) as Extract<Behaviour, { caret: unknown }>), copied }
    const texts = new Map([[at, text.slice(0, from) + text.slice(to)]])
    return { rule: 'text', edit: { texts }, caret: [from, from], copied }
  }
  const selecting = /^(?:Control\+)?Shift\+(Home|End|ArrowLeft|ArrowRight)$/.exec(key)?.[1]
  if (selecting) {
    if (!range || (key.startsWith('Control') && selecting.startsWith('Arrow'))) return UNCLEAR
    const [anchor, end] = range
    const moved = selecting === 'Home' ? 0 : selecting === 'End' ? whole : end + (selecting === 'ArrowLeft' ? -1 : 1)
    return only([anchor, Math.min(Math.max(moved, 0), whole)])
  }
  if (key === 'Backspace' || key === 'Delete') {
    if (!isEditable(node)) return only(caret)
    if (!range) return UNCLEAR
    const [from, to] = inOrder(range)
    const [start, end] =
      from !== to ? [from, to] : key === 'Backspace' ? [Math.max(from - 1, 0), from] : [from, Math.min(from + 1, whole)]
    return {
      rule: 'text',
      edit: { texts: new Map([[at, text.slice(0, start) + text.slice(end)]]) },
      caret: [start, start]
    }
  }
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    if (!range) return only(null)
    const [from, to] = inOrder(range)
    const next =
      from !== to
        ? key === 'ArrowLeft'
          ? from
          : to
        : Math.min(Math.max(from + (key === 'ArrowLeft' ? -1 : 1), 0), whole)
    return only([next, next])
  }
  // What only moves in a text.
  if (
    /^(?:Shift\+)?(?:Arrow(?:Up|Down)|Page(?:Up|Down))$/.test(key) &&
    isTextField(node) &&
    node.states.hasPopup === undefined
  )
    return only(null)
  return MEANING
}
