// What the controls of a page hold: what its HTML says, and what was done to them since.
import {
  attribute,
  closest,
  contains,
  inside,
  isElement,
  type PageDocument,
  type PageElement,
  textIn
} from './document.ts'

/** What was done to a page since it was loaded; keys are indexes of elements. Plain JSON, so that it can be kept. */
export interface PageState {
  /** What was typed. */
  values: Readonly<Record<number, string>>
  checked: Readonly<Record<number, boolean>>
  /** The chosen options of a select. */
  chosen: Readonly<Record<number, readonly number[]>>
  /** Details that were opened or closed, and selects whose list is open. */
  open: Readonly<Record<number, boolean>>
  focus: number | null
}

export const LOADED: PageState = { values: {}, checked: {}, chosen: {}, open: {}, focus: null }

/** A page and what was done to it. */
export interface LivePage {
  document: PageDocument
  state: PageState
}

/** The type of an input in lower case; `text` where it says none that there is. */
export function inputType(element: PageElement): string {
  const type = attribute(element, 'type').toLowerCase()
  return TYPES.has(type) ? type : 'text'
}

const TYPES = new Set(
  'button checkbox color date datetime-local email file hidden image month number password radio range reset search submit tel text time url week'.split(
    ' '
  )
)

const BUTTONS = new Set(['button', 'submit', 'reset', 'image'])

export const isToggle = (element: PageElement): boolean =>
  element.tag === 'input' && /^(?:checkbox|radio)$/.test(inputType(element))

/** A control that text is typed into. */
export const isField = (element: PageElement): boolean =>
  element.tag === 'textarea' ||
  (element.tag === 'input' &&
    !isToggle(element) &&
    !/^(?:hidden|file|range)$/.test(inputType(element)) &&
    !isButton(element))

export const isButton = (element: PageElement): boolean =>
  element.tag === 'button' || (element.tag === 'input' && BUTTONS.has(inputType(element)))

/** A list that shows more than one option at once. */
export const isListBox = (element: PageElement): boolean =>
  element.tag === 'select' && (element.attributes.has('multiple') || Number(attribute(element, 'size')) > 1)

/** What a field holds. */
export function fieldValue({ state }: LivePage, element: PageElement): string {
  const typed = state.values[element.index]
  if (typed !== undefined) return typed
  if (element.tag === 'textarea') return textIn(element).replace(/\r\n?/g, '\n')
  const written = attribute(element, 'value')
  const type = inputType(element)
  if (type === 'range') return rangeValue(element, written)
  if (type === 'color') return /^#[\da-f]{6}$/i.test(written) ? written.toLowerCase() : '#000000'
  if (type === 'number') return NUMBER.test(written) ? written : ''
  return written.replace(/[\r\n]/g, '')
}

export const NUMBER = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?$/

function rangeValue(element: PageElement, written: string): string {
  const [least, most] = rangeOf(element)
  const value = NUMBER.test(written) ? Number(written) : least + (most - least) / 2
  return String(Math.min(Math.max(value, least), Math.max(most, least)))
}

/** The ends of a slider. */
export function rangeOf(element: PageElement): [least: number, most: number] {
  const number = (name: string, fallback: number) =>
    NUMBER.test(attribute(element, name)) ? Number(attribute(element, name)) : fallback
  return [number('min', 0), number('max', 100)]
}

export function isChecked({ document, state }: LivePage, element: PageElement): boolean {
  const set = state.checked[element.index]
  if (set !== undefined) return set
  if (!element.attributes.has('checked')) return false
  if (inputType(element) !== 'radio') return true
  // Of several that are written as checked the last one is.
  return radiosWith(document, element).findLast((one) => one.attributes.has('checked')) === element
}

/** The radio buttons of one group, in order, itself among them. */
export function radiosWith(document: PageDocument, radio: PageElement): PageElement[] {
  const name = attribute(radio, 'name')
  if (!name) return [radio]
  const form = formOf(document, radio)
  return document.elements.filter(
    (one) =>
      one.tag === 'input' &&
      inputType(one) === 'radio' &&
      attribute(one, 'name') === name &&
      formOf(document, one) === form
  )
}

export const optionsOf = (select: PageElement): PageElement[] =>
  [...inside(select)].filter(({ tag }) => tag === 'option')

/** The chosen options: of a list that drops down, always one where there is one. */
export function chosenIn({ document, state }: LivePage, select: PageElement): PageElement[] {
  const options = optionsOf(select)
  const set = state.chosen[select.index]
  if (set) return set.flatMap((index) => document.elements[index] ?? [])
  const written = options.filter((one) => one.attributes.has('selected'))
  if (select.attributes.has('multiple')) return written
  const last = written.at(-1)
  if (last) return [last]
  const first = isListBox(select) ? undefined : options.find((one) => !isDisabled(one))
  return first ? [first] : []
}

export const optionValue = (option: PageElement): string => option.attributes.get('value') ?? optionText(option)

/** White space collapsed. */
export const optionText = (option: PageElement): string =>
  option.attributes.get('label') ||
  textIn(option)
    .replace(/[ \t\n\r\f]+/g, ' ')
    .trim()

const CONTROLS = new Set(['button', 'input', 'select', 'textarea', 'option', 'optgroup', 'fieldset'])

export function isDisabled(element: PageElement): boolean {
  if (!CONTROLS.has(element.tag)) return false
  if (element.attributes.has('disabled')) return true
  if (element.tag === 'option')
    return closest(element, ({ tag }) => tag === 'optgroup')?.attributes.has('disabled') ?? false
  for (let at = element.parent; at; at = at.parent) {
    if (at.tag !== 'fieldset' || !at.attributes.has('disabled')) continue
    const legend = at.children.find((child) => isElement(child) && child.tag === 'legend')
    if (!legend || !isElement(legend) || !contains(legend, element)) return true
  }
  return false
}

export const isReadOnly = (element: PageElement): boolean => element.attributes.has('readonly') && isField(element)

/** The form that a control belongs to. */
export function formOf({ byId }: Pick<PageDocument, 'byId'>, element: PageElement): PageElement | null {
  const named = element.attributes.get('form')
  if (named !== undefined) {
    const form = byId.get(named)
    return form?.tag === 'form' ? form : null
  }
  return closest(element.parent, ({ tag }) => tag === 'form')
}

export function isOpen({ state }: LivePage, details: PageElement): boolean {
  return state.open[details.index] ?? details.attributes.has('open')
}

/** The summary that opens and closes details; `null` for other elements. */
export function detailsOf(element: PageElement): PageElement | null {
  const { parent } = element
  if (element.tag !== 'summary' || parent?.tag !== 'details') return null
  return parent.children.find((child) => isElement(child) && child.tag === 'summary') === element ? parent : null
}
