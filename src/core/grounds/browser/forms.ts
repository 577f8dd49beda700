// What a form sends, and what keeps it from being sent.
import {
  chosenIn,
  fieldValue,
  formOf,
  inputType,
  isButton,
  isChecked,
  isDisabled,
  isReadOnly,
  isToggle,
  type LivePage,
  NUMBER,
  optionValue,
  radiosWith
} from '../../observations/pages/controls.ts'
import { attribute, closest, type PageElement } from '../../observations/pages/document.ts'
import { compilePattern } from '../../text/pattern.ts'

export const controlsOf = ({ document }: LivePage, form: PageElement): PageElement[] =>
  document.elements.filter(
    (one) => /^(?:button|input|select|textarea)$/.test(one.tag) && formOf(document, one) === form
  )

/** Names and values in the order of the page. @param by the button that sends it */
export function formFields(page: LivePage, form: PageElement, by: PageElement | null): [name: string, value: string][] {
  return controlsOf(page, form).flatMap((one): [string, string][] => {
    const name = attribute(one, 'name')
    if (!name || isDisabled(one) || closest(one, ({ tag }) => tag === 'datalist')) return []
    if (isButton(one)) return one === by && inputType(one) !== 'image' ? [[name, attribute(one, 'value')]] : []
    if (isToggle(one)) return isChecked(page, one) ? [[name, one.attributes.get('value') ?? 'on']] : []
    if (one.tag === 'select')
      return chosenIn(page, one)
        .filter((option) => !isDisabled(option))
        .map((option): [string, string] => [name, optionValue(option)])
    const value = inputType(one) === 'file' && one.tag === 'input' ? '' : fieldValue(page, one)
    return [[name, one.tag === 'textarea' ? value.replaceAll('\n', '\r\n') : value]]
  })
}

export const sendsForm = (element: PageElement): boolean =>
  (element.tag === 'button' && !/^(?:button|reset)$/i.test(attribute(element, 'type'))) ||
  (element.tag === 'input' && /^(?:submit|image)$/.test(inputType(element)))

export const resetsForm = (element: PageElement): boolean =>
  /^(?:button|input)$/.test(element.tag) && /^reset$/i.test(attribute(element, 'type'))

/** The button that Enter presses in a field of the form. */
export const defaultButton = (page: LivePage, form: PageElement): PageElement | null =>
  controlsOf(page, form).find(sendsForm) ?? null

/** The first control that a browser would not send, which it puts the caret into; `null`: the form is sent. */
export function invalidIn(page: LivePage, form: PageElement, by: PageElement | null): PageElement | null {
  if (form.attributes.has('novalidate') || by?.attributes.has('formnovalidate')) return null
  return controlsOf(page, form).find((one) => isInvalid(page, one)) ?? null
}

function isInvalid(page: LivePage, one: PageElement): boolean {
  if (isDisabled(one) || isButton(one) || isReadOnly(one) || inputType(one) === 'hidden') return false
  const isRequired = one.attributes.has('required')
  if (isToggle(one)) {
    if (inputType(one) === 'checkbox') return isRequired && !isChecked(page, one)
    const group = radiosWith(page.document, one)
    return group.some((radio) => radio.attributes.has('required')) && !group.some((radio) => isChecked(page, radio))
  }
  if (one.tag === 'select') return isRequired && chosenIn(page, one).every((option) => optionValue(option) === '')
  const value = fieldValue(page, one)
  if (value === '') return isRequired
  const isTyped = page.state.values[one.index] !== undefined
  if (isTyped && value.length < Number(attribute(one, 'minlength') || 0)) return true
  return one.tag === 'input' && (misfits(one, value) || !patternFits(one, value))
}

function misfits(one: PageElement, value: string): boolean {
  switch (inputType(one)) {
    case 'email':
      return !(one.attributes.has('multiple') ? value.split(',') : [value]).every((address) => isEmail(address.trim()))
    case 'url':
      return !URL.canParse(value)
    case 'number':
      return (
        !NUMBER.test(value) ||
        outside(Number(value), limit(one, 'min'), limit(one, 'max')) ||
        offStep(one, Number(value))
      )
    case 'date':
    case 'month':
    case 'time':
      return outside(value, attribute(one, 'min') || null, attribute(one, 'max') || null)
    default:
      return false
  }
}

const limit = (one: PageElement, name: string): number | null =>
  NUMBER.test(attribute(one, name)) ? Number(attribute(one, name)) : null

const outside = <T extends string | number>(value: T, least: T | null, most: T | null): boolean =>
  (least !== null && value < least) || (most !== null && value > most)

function offStep(one: PageElement, value: number): boolean {
  const said = attribute(one, 'step')
  if (said.toLowerCase() === 'any') return false
  const step = NUMBER.test(said) && Number(said) > 0 ? Number(said) : 1
  const from = limit(one, 'min') ?? limit(one, 'value') ?? 0
  const steps = (value - from) / step
  return Math.abs(steps - Math.round(steps)) > 1e-9
}

const LABEL = /^[\da-z](?:[\da-z-]{0,61}[\da-z])?$/i

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  return (
    /^[\w.!#$%&'*+/=?^`{|}~-]+$/.test(text.slice(0, Math.max(at, 0))) &&
    text
      .slice(at + 1)
      .split('.')
      .every((label) => LABEL.test(label))
  )
}

// Patterns of fields are short; what is larger is nobody's but an attacker's.
const LARGEST_PATTERN = 2000

/** A pattern that cannot be read keeps nothing back. */
function patternFits(one: PageElement, value: string): boolean {
  const pattern = one.attributes.get('pattern')
  if (!pattern || !/^(?:text|search|url|tel|email|password)$/.test(inputType(one))) return true
  const compiled = compilePattern(`^(?:${pattern})$`, LARGEST_PATTERN)
  return 'problem' in compiled || compiled.test(value)
}
