// What a thing on a page is called: the computation of accessible names, as far as HTML without scripts needs it.
import { chosenIn, fieldValue, inputType, isButton, isToggle, type LivePage, optionText } from './controls.ts'
import { attribute, isElement, type PageChild, type PageElement } from './document.ts'
import { displayOf, isShown, isTextShown } from './layout.ts'
import { roleOf } from './roles.ts'

export interface AccessibleName {
  /** White space collapsed; `''` for none. */
  text: string
  /** The elements whose own words are in it. */
  from: ReadonlySet<PageElement>
}

/** Where Chromium and Playwright differ. */
export interface Naming {
  /** Whether things of this role are called what is in them. */
  byContent(role: string): boolean
  /** Whether what is in things of this role belongs to the name of what they lie in. */
  readsInto(role: string, element: PageElement): boolean
  /** Whether things of this role have no name at all. */
  nameless(role: string): boolean
  /** Whether an empty field is read as its own name. */
  namesEmptyFields: boolean
  /** Whether a figure is called by its caption. */
  namesFigures: boolean
}

interface Walk {
  page: LivePage
  naming: Naming
  /** What was read already: nothing is read twice, and nothing round in a circle. */
  seen: Set<PageElement>
  from: Set<PageElement>
  /** Whether this is within what another is called by, and there hidden things count. */
  referred: boolean
}

const NO_NAME: AccessibleName = { text: '', from: new Set() }

export function nameOf(page: LivePage, element: PageElement, naming: Naming): AccessibleName {
  const role = roleOf(page.document, element) ?? 'generic'
  if (naming.nameless(role)) return NO_NAME
  const walk: Walk = { page, naming, seen: new Set(), from: new Set(), referred: false }
  const text = collapse(own(walk, element, role))
  return text ? { text, from: walk.from } : NO_NAME
}

const collapse = (text: string): string => text.replace(/[ \t\n\r\f]+/g, ' ').trim()

function own(walk: Walk, element: PageElement, role: string): string {
  const labelled = byLabelledBy(walk, element)
  if (labelled) return labelled
  const label = attribute(element, 'aria-label')
  if (label.trim()) return said(walk, element, label)
  walk.seen.add(element)
  const native = byHtml(walk, element)
  if (native?.trim()) return native
  if (walk.naming.byContent(role) || element.tag === 'summary') {
    const text = content(walk, element)
    if (text.trim()) {
      walk.from.add(element)
      return text
    }
  }
  return role === 'none' || role === 'presentation' ? '' : said(walk, element, attribute(element, 'title'))
}

function said({ from }: Walk, element: PageElement, text: string): string {
  if (text.trim()) from.add(element)
  return text
}

function byLabelledBy(walk: Walk, element: PageElement): string {
  const ids = attribute(element, 'aria-labelledby').split(/\s+/).filter(Boolean)
  const texts = ids.flatMap((id) => {
    const other = walk.page.document.byId.get(id)
    return other ? [collapse(referredText(walk, other))] : []
  })
  return texts.filter(Boolean).join(' ')
}

/** The text of a thing that another is called by. */
function referredText(walk: Walk, other: PageElement): string {
  const inner = { ...walk, referred: true, seen: new Set(walk.seen) }
  return text(inner, other)
}

function byHtml(walk: Walk, element: PageElement): string | null {
  const { tag } = element
  const title = attribute(element, 'title')
  if (tag === 'input' && isButton(element)) {
    const type = inputType(element)
    const value = attribute(element, type === 'image' ? 'alt' : 'value')
    const usual = type === 'reset' ? 'Reset' : type === 'button' ? '' : 'Submit'
    return said(walk, element, value.trim() ? value : usual || title)
  }
  if (/^(?:input|select|textarea|meter|progress|output|button)$/.test(tag)) {
    const labels = walk.page.document.labels.get(element) ?? []
    const texts = labels.map((label) => collapse(referredText(walk, label))).filter(Boolean)
    if (texts.length) return texts.join(' ')
    if (tag === 'button') return null
    if (tag === 'input' && inputType(element) === 'file') return said(walk, element, 'Choose File')
    const hint = tag === 'textarea' || (tag === 'input' && !isToggle(element)) ? attribute(element, 'placeholder') : ''
    return said(walk, element, title || hint)
  }
  switch (tag) {
    case 'img':
      return said(walk, element, attribute(element, 'alt') || title)
    case 'fieldset':
      return firstOf(walk, element, 'legend') || title
    case 'figure':
      return walk.naming.namesFigures ? firstOf(walk, element, 'figcaption') || title : title
    case 'table':
      return firstOf(walk, element, 'caption') || attribute(element, 'summary')
    case 'svg':
      return firstOf(walk, element, 'title')
    case 'optgroup':
      return attribute(element, 'label')
    case 'option':
      return said(walk, element, optionText(element))
    default:
      return null
  }
}

function firstOf(walk: Walk, element: PageElement, tag: string): string {
  const found = element.children.find((child): child is PageElement => isElement(child) && child.tag === tag)
  return found ? referredText(walk, found) : ''
}

function content(walk: Walk, element: PageElement): string {
  return element.children.map((child) => piece(walk, child)).join('')
}

function piece(walk: Walk, child: PageChild): string {
  if (!isElement(child)) return isTextShown(walk.page, child) || walk.referred ? child.text : ''
  if (child.tag === 'br') return ' '
  const inner = text(walk, child)
  return displayOf(child) === 'inline' ? inner : ` ${inner} `
}

/** What a thing adds to the name of what it lies in. */
function text(walk: Walk, element: PageElement): string {
  const { page, naming, seen } = walk
  if (seen.has(element) || /^(?:script|style|template|noscript)$/.test(element.tag)) return ''
  if (!walk.referred && (!isShown(page, element) || attribute(element, 'aria-hidden') === 'true')) return ''
  const role = roleOf(page.document, element) ?? 'generic'
  if (!walk.referred) {
    const labelled = byLabelledBy(walk, element)
    if (labelled) return labelled
  }
  const value = valueIn(page, element, role)
  if (value !== null) {
    seen.add(element)
    if (value.trim() || !naming.namesEmptyFields) return said(walk, element, value)
    return own(walk, element, role)
  }
  const label = attribute(element, 'aria-label')
  if (label.trim()) return said(walk, element, label)
  seen.add(element)
  const native = byHtml(walk, element)
  if (native?.trim()) return native
  if (walk.referred || naming.readsInto(role, element)) {
    const inner = content(walk, element)
    if (inner.trim()) return said(walk, element, inner)
    if (inner) return inner
  }
  return said(walk, element, attribute(element, 'title'))
}

/** What a control within a name is read as; `null` for what is none. */
function valueIn(page: LivePage, element: PageElement, role: string): string | null {
  if (element.tag === 'select') return chosenIn(page, element).map(optionText).join(' ')
  if (/^(?:textbox|searchbox|spinbutton|slider|combobox)$/.test(role) && /^(?:input|textarea)$/.test(element.tag))
    return fieldValue(page, element)
  return null
}
