// What is the same everywhere: text in a field, keys in it, and which of a group is chosen.
import type { Refusal } from '../../domains/intents.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { isEditable } from './edit.ts'
import { groupOf, isPressed, isSelect, isTextField, isToggle } from './kinds.ts'
import type { WidgetRuleName } from './rules.ts'
import type { ScreenEdit } from './screen-edit.ts'

/** Where typing goes in the focused field: UTF-16 offsets of what is selected, the same twice for a caret; `null`: unknown. */
export type CaretRange = readonly [from: number, to: number] | null

export type Behaviour =
  | { rule: WidgetRuleName; edit: ScreenEdit; caret: CaretRange }
  | { rule: 'refused'; refusal: Refusal }
  /** No rule decides. */
  | { rule: 'meaning' | 'unseen' | 'unclear' }

export const MEANING: Behaviour = { rule: 'meaning' }
export const UNCLEAR: Behaviour = { rule: 'unclear' }
export const NOTHING: Behaviour = { rule: 'look', edit: {}, caret: null }
export const refused = (refusal: Refusal): Behaviour => ({ rule: 'refused', refusal })

/** What becomes of a group when this radio button is chosen. */
export function chosen(screen: Screen, radio: number): Map<number, Record<string, boolean>> {
  const others = groupOf(screen, radio).filter((one) => one !== radio && screen.nodes[one]?.states.checked === true)
  return new Map([
    ...others.map((one): [number, Record<string, boolean>] => [one, { checked: false }]),
    [radio, { checked: true }]
  ])
}

/** Text that goes in where the caret is. */
export function type(screen: Screen, index: number, node: ScreenNode, text: string, caret: CaretRange): Behaviour {
  const isField =
    isTextField(node) || node.role === 'spinbutton' || (node.role === 'combobox' && !isSelect(screen, index))
  if (!isField) return isPressed(node) || isToggle(node) || node.role === 'radio' ? NOTHING : UNCLEAR
  if (!isEditable(node)) return NOTHING
  const before = node.value ?? ''
  const range = caret ?? (before === '' ? ([0, 0] as const) : null)
  // What stands behind dots is known only by its length.
  if (!range || (/^[•●]/.test(before) && range[0] !== range[1])) return UNCLEAR
  const [from, to] = range
  const put = node.role === 'spinbutton' ? text.replace(/[^\d.eE+-]/g, '') : text
  const after = before.slice(0, from) + put + before.slice(to)
  return {
    rule: 'text',
    edit: { texts: new Map([[index, after]]), focus: index },
    caret: [from + put.length, from + put.length]
  }
}

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
  if (key === 'Backspace' || key === 'Delete') {
    if (!range) return UNCLEAR
    const [from, to] = range
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
    const [from, to] = range
    const next =
      from !== to
        ? key === 'ArrowLeft'
          ? from
          : to
        : Math.min(Math.max(from + (key === 'ArrowLeft' ? -1 : 1), 0), whole)
    return only([next, next])
  }
  return MEANING
}
