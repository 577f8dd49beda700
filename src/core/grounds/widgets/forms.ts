// Forms on a screen that tells no more of them than their fields and buttons.
import type { Intent } from '../../domains/intents.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { isDate } from './dates.ts'
import { isRepeated } from './follows.ts'
import { buttonType, isInvalid } from './html.ts'
import {
  below,
  isDisabled,
  isInOwnCombo,
  isMultiline,
  isNumber,
  isSelect,
  isTextField,
  isToggle,
  opensByClick,
  optionsOf
} from './kinds.ts'
import type { ScreenEdit } from './screen-edit.ts'
import { writtenTo } from './taught.ts'

const RESETS =
  /^(?:reset(?: (?:form|all|fields|changes))?|clear(?: (?:form|all|fields))?|start over|undo(?: all)? changes|discard changes)$/i
const SENDS =
  /^(?:submit|send|save|create|sign|log ?in|register|request|book|order|place|pay|confirm|join|subscribe|apply|update|check ?out|post|publish|finish|done|go)\b/i

const isField = (screen: Screen, index: number): boolean => {
  const node = screen.nodes[index] as ScreenNode
  // The list of a list box is no field of its own.
  if (node.tag === 'MenuListPopup') return false
  return (
    isTextField(node) ||
    isNumber(node) ||
    isToggle(node) ||
    node.role === 'radio' ||
    isDate(node) ||
    // Lists, and fields with suggestions.
    node.role === 'combobox' ||
    isSelect(screen, index)
  )
}

/** Chromium's tree goes on telling the old text of what was reset, but in lists and fields of several lines. */
const isToldAnew = (screen: Screen, index: number): boolean =>
  screen.format !== 'axtree' || isSelect(screen, index) || isMultiline(screen, screen.nodes[index] as ScreenNode)

/** What a button's form holds, in order: what lies in the form around it, or in the nearest thing that has fields before the button. */
function fieldsBefore(screen: Screen, button: number): number[] {
  for (let at = screen.nodes[button]?.parent ?? -1; at >= 0; at = screen.nodes[at]?.parent ?? -1) {
    const fields = below(screen, at).filter((one) => one < button && isField(screen, one))
    const isForm = /^(?:form|search)$/.test(screen.nodes[at]?.role ?? '')
    if (isForm || (fields.length > 0 && !screen.nodes.some(({ role }) => role === 'form'))) return fields
  }
  return []
}

/** The page as it was loaded, and as it was each time when things came in sight that nobody had seen. */
export type FirstSights = readonly Screen[]

/** Where a thing was seen first; `null` for nowhere. What has no reference is known by its place on the page that was loaded. */
function firstSight(
  loaded: FirstSights,
  { ref, role }: ScreenNode,
  index: number
): { screen: Screen; at: number } | null {
  for (const screen of loaded) {
    const at = ref === null ? index : screen.nodes.findIndex((one) => one.ref === ref && one.role === role)
    if (screen.nodes[at]) return { screen, at }
  }
  return null
}

/** What a button that is called so does to its form: everything is again as it was when the page was loaded; `null` for other buttons, `unclear` where it may be the button of a form that it does not lie in. */
export function resetEdit(screen: Screen, button: number, loaded: FirstSights): ScreenEdit | 'unclear' | null {
  const { role, name } = screen.nodes[button] as ScreenNode
  const known = buttonType(screen, screen.nodes[button] as ScreenNode)
  if (known ? known !== 'reset' : screen.format === 'html' || role !== 'button' || !RESETS.test(name)) return null
  const fields = fieldsBefore(screen, button)
  if (!fields.length) return null
  // A text that repeats a number is set back too, and what to is not told.
  if (fields.some((one) => isRepeated(screen, one) || isOwnField(screen, one))) return 'unclear'
  if (!known && hasOthers(screen, button, { fields, loaded })) return 'unclear'
  const texts = new Map<number, string>()
  const states = new Map<number, Record<string, boolean>>()
  for (const index of fields.filter((one) => isToldAnew(screen, one))) {
    const node = screen.nodes[index] as ScreenNode
    const first = firstSight(loaded, node, index)
    const was = first?.screen.nodes[first.at]
    if (first && was && isSelect(screen, index)) {
      const before = optionsOf(first.screen, first.at)
      for (const [nth, option] of optionsOf(screen, index).entries()) {
        const selected = first.screen.nodes[before[nth] ?? -1]?.states.selected === true
        if (selected !== (screen.nodes[option]?.states.selected === true)) states.set(option, { selected })
      }
      if (node.role === 'combobox' && was.value !== null && was.value !== node.value) texts.set(index, was.value)
    } else if (isToggle(node) || node.role === 'radio') {
      const checked = was?.states.checked === true
      if (was && checked !== (node.states.checked === true)) states.set(index, { checked })
    } else if (!isDate(node) && (was?.value ?? '') !== (node.value ?? '')) {
      // What came in sight later was most likely empty.
      texts.set(index, was?.value ?? '')
    }
  }
  return { texts, states, focus: button }
}

/** Whether a page made a field of others, or says what comes of a click on it: it may be set back otherwise. */
const isOwnField = (screen: Screen, index: number): boolean =>
  (screen.nodes[index]?.role === 'combobox' &&
    !isSelect(screen, index) &&
    below(screen, index).some((one) => screen.nodes[one]?.role === 'listbox')) ||
  isInOwnCombo(screen, index) ||
  opensByClick(screen, index)

/** Whether a field before the button that is none of these was changed: where no form is told, it may be the button's too. */
function hasOthers(
  screen: Screen,
  button: number,
  { fields, loaded }: { fields: readonly number[]; loaded: FirstSights }
): boolean {
  const own = new Set(fields)
  return screen.nodes.some((node, index) => {
    if (index >= button || own.has(index) || node.ref === null || !isTextField(node)) return false
    const first = firstSight(loaded, node, index)
    return first !== null && (first.screen.nodes[first.at]?.value ?? '') !== (node.value ?? '')
  })
}

/** The field that keeps a form back, and what the browser says of it; `null` where none is known to. Only trees tell what is required. */
export function keptBack(screen: Screen, button: number): { field: number; says: string } | null {
  const { role, name } = screen.nodes[button] as ScreenNode
  if (buttonType(screen, screen.nodes[button] as ScreenNode) === 'submit') {
    const field = fieldsBefore(screen, button).find((one) => isInvalid(screen, one))
    return field === undefined ? null : { field, says: '' }
  }
  if (screen.format !== 'axtree' || role !== 'button' || !SENDS.test(name)) return null
  const before = fieldsBefore(screen, button)
  const field = before.find((one) => {
    const { name, states, value } = screen.nodes[one] as ScreenNode
    // A star is a page's own, which then often says itself what is missing.
    return states.required === true && !isDisabled(screen.nodes[one] as ScreenNode) && !value && !/^\*|\*$/.test(name)
  })
  if (field === undefined || before.some((one) => one < field && mayBeRequired(screen, one))) return null
  const isList = isSelect(screen, field)
  return { field, says: isList ? 'Please select an item in the list.' : 'Please fill out this field.' }
}

/** Whether a list shows no choice yet, and may have to: Chromium's tree does not tell. */
const mayBeRequired = (screen: Screen, index: number): boolean =>
  isSelect(screen, index) && /^(?:(?:please )?(?:choose|select|pick)\b|[-–—]+)/i.test(screen.nodes[index]?.value ?? '')

const GIVEN = /\b(?:code|number|no|id|reference|invitation|account|total|subtotal|balance|key|token|iban|serial)$/i
// A sum with its currency: before it, behind it, or as a sign.
const SUM = /^(?:[A-Z]{3} ?|[$€£¥] ?)?-?\d[\d.,]{0,20}(?: ?[A-Z]{3}| ?[$€£¥])?$/
const SUMMED = /\b(?:total|subtotal|balance)$/i
const TYPED = /\b(?:phone|mobile|house|card|street|promo|discount|voucher|post(?:al)?|zip)\b/i

/**
 * The field whose text is to change, if it seems to be read-only, which no screen tells: it is called a number or a code, and what it has held
 * since it came in sight is one; `null` for others.
 */
export function isGiven(screen: Screen, intent: Intent, loaded: FirstSights): number | null {
  const { format, nodes } = screen
  if (format === 'html') return null
  const index = writtenTo(screen, intent)
  const node = nodes[index ?? -1]
  if (index === null || !node) return null
  const { role, name, value, states } = node
  const isCode = /^[A-Z](?=\D*\d)[A-Z\d -]{2,30}$|^[A-Z][A-Z\d-]{2,20}$/.test(value ?? '')
  const isSum = SUMMED.test(name) && SUM.test(value ?? '')
  if (
    role !== 'textbox' ||
    states.disabled === true ||
    !(isCode || isSum) ||
    !(GIVEN.test(name) || /\d/.test(value ?? '')) ||
    TYPED.test(name)
  )
    return null
  const first = firstSight(loaded, node, index)
  return first?.screen.nodes[first.at]?.value === value ? index : null
}
