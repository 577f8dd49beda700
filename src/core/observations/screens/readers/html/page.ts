// What must be known of a whole HTML page to name its elements and tell what their fields hold.
import { decode } from '../markup/entities.ts'
import type { MarkupNode } from '../markup/tree.ts'
import { FIELDS, NAMED_BY_CONTENT } from './roles.ts'

export interface ReadHtmlPage {
  parts: MarkupNode[]
  /** Lower case; `''` for text. */
  tag(index: number): string
  said(index: number, name: string): string | undefined
  unshown: boolean[]
  title: string | null
  /** The attribute that names elements here; ids where there is none. */
  ref: string
  byId: Map<string, number>
  /** The label that says which control it is for, by that control's id. */
  labelFor: Map<string, number>
  /** The label around each part. */
  labelAround: number[]
  /** What `contentOf` found. */
  contents: string[]
}

/** Looks at all parts once. */
export function survey(parts: MarkupNode[]): ReadHtmlPage {
  const tags = parts.map(({ name }) => name.toLowerCase())
  // The first of two of the same name counts.
  const names = parts.map(
    ({ attributes }) =>
      new Map(attributes.map(([name, value]): [string, string] => [name.toLowerCase(), value]).reverse())
  )
  const said = (index: number, name: string) => {
    const written = names[index]?.get(name)
    return written === undefined ? undefined : decode(written)
  }
  const page: ReadHtmlPage = {
    parts,
    tag: (index) => tags[index] ?? '',
    said,
    unshown: [],
    title: null,
    ref: REFS.find((ref) => names.some((own) => own.has(ref))) ?? 'id',
    byId: new Map(),
    labelFor: new Map(),
    labelAround: [],
    contents: []
  }
  parts.forEach(({ parent }, index) => {
    const [tag, over] = [page.tag(index), page.tag(parent)]
    const drawing = over === 'svg' && tag !== 'title'
    page.unshown[index] =
      (page.unshown[parent] ?? false) ||
      UNSHOWN.has(tag) ||
      drawing ||
      (tag === 'input' && said(index, 'type') === 'hidden')
    if (tag === 'title') {
      if (over !== 'svg') page.title ??= contentOf(page, index) || null
      page.unshown[index] = true
    }
    const id = said(index, 'id')
    if (id && !page.byId.has(id)) page.byId.set(id, index)
    const control = tag === 'label' ? said(index, 'for') : undefined
    if (control && !page.labelFor.has(control)) page.labelFor.set(control, index)
    page.labelAround[index] = over === 'label' ? parent : (page.labelAround[parent] ?? -1)
  })
  return page
}

/** The accessible name, by the order of W3C's accname as far as markup alone can tell. */
export function nameOf(page: ReadHtmlPage, index: number, role: string): string {
  const tag = page.tag(index)
  const said = (name: string) => tidy(page.said(index, name) ?? '')
  const of = (other: number | undefined) => (other === undefined || other < 0 ? '' : contentOf(page, other))
  const ids = said('aria-labelledby').split(' ', MOST_LABELS).filter(Boolean)
  const labelled = ids.map((id) => of(page.byId.get(id))).filter(Boolean)
  if (labelled.length > 0) return labelled.join(' ')
  if (said('aria-label')) return said('aria-label')
  const type = said('type').toLowerCase()
  if (tag === 'img' || tag === 'area' || type === 'image') return said('alt') || said('title')
  if (tag === 'input' && /^(submit|reset|button)$/.test(type))
    return said('value') || said('title') || BUTTONS.get(type) || ''
  if (/^(input|select|textarea|meter|progress|output)$/.test(tag)) {
    const label = of(page.labelFor.get(page.said(index, 'id') ?? '')) || of(page.labelAround[index])
    return label || said('title') || said('placeholder') || said('aria-placeholder')
  }
  if (tag === 'svg' || tag === 'fieldset' || tag === 'table' || tag === 'figure') {
    const wanted = { svg: 'title', fieldset: 'legend', table: 'caption', figure: 'figcaption' }[tag]
    const last = page.parts[index]?.last ?? index
    for (let inside = index + 1; inside <= last; inside += 1) {
      if (page.parts[inside]?.parent === index && page.tag(inside) === wanted) return contentOf(page, inside)
    }
  }
  return (isNamedByContent(page, index, role) ? contentOf(page, index) : '') || said('title')
}

/** Whether it is called by what it holds; of a cell or an item of a tree, only where that is nothing but text. */
function isNamedByContent(page: ReadHtmlPage, index: number, role: string): boolean {
  if (!HOLDERS.has(role)) return NAMED_BY_CONTENT.has(role)
  const last = page.parts[index]?.last ?? index
  for (let inside = index + 1; inside <= last; inside += 1) if (page.tag(inside) !== '') return false
  return true
}

const HOLDERS = new Set(['cell', 'columnheader', 'gridcell', 'rowheader', 'treeitem'])

/** Whether the name says all the text that is in it. */
export function saysItsContent(
  page: ReadHtmlPage,
  index: number,
  { name, role }: { name: string; role: string }
): boolean {
  return isNamedByContent(page, index, role) && name === contentOf(page, index) && name.length <= LONGEST_NAME
}

const BUTTONS = new Map(Object.entries({ submit: 'Submit', reset: 'Reset' }))

/** The text inside, with the names of pictures: its parts in one line, and no more of it than a name has. */
function contentOf(page: ReadHtmlPage, index: number): string {
  // A label is asked for by each of its controls.
  page.contents[index] ??= gather(page, index)
  return page.contents[index]
}

function gather(page: ReadHtmlPage, index: number): string {
  const last = page.parts[index]?.last ?? index
  const words: string[] = []
  let length = 0
  for (let inside = index + 1; inside <= last && length < LONGEST_NAME; inside += 1) {
    const tag = page.tag(inside)
    if (UNSHOWN.has(tag) || tag === 'select' || tag === 'textarea') {
      inside = page.parts[inside]?.last ?? inside
      continue
    }
    const word = tidy(
      tag === '' ? (page.parts[inside]?.text ?? '') : (page.said(inside, tag === 'img' ? 'alt' : 'aria-label') ?? '')
    )
    if (!word) continue
    words.push(word)
    length += word.length + 1
  }
  const whole = words.join(' ')
  return whole.length > LONGEST_NAME ? `${whole.slice(0, LONGEST_NAME)}…` : whole
}

/** What was entered or chosen; `null` for what holds no value. */
export function valueIn(page: ReadHtmlPage, index: number, role: string): string | null {
  const { parts } = page
  const tag = page.tag(index)
  const last = parts[index]?.last ?? index
  if (tag === 'textarea') return parts[index + 1]?.parent === index ? (parts[index + 1]?.text ?? '') : ''
  if (tag === 'select') {
    let chosen: number | null = null
    for (let inside = index + 1; inside <= last; inside += 1) {
      if (page.tag(inside) !== 'option') continue
      if (page.said(inside, 'selected') !== undefined) return contentOf(page, inside)
      chosen ??= inside
    }
    return chosen === null || role === 'listbox' ? '' : contentOf(page, chosen)
  }
  const said = page.said(index, 'aria-valuetext') ?? page.said(index, 'value') ?? page.said(index, 'aria-valuenow')
  if (FIELDS.has(role) || role === 'combobox') return said ?? (tag === 'input' ? '' : contentOf(page, index))
  return role === 'slider' || role === 'progressbar' || role === 'meter' ? (said ?? '') : null
}

/** On one line, as a page shows text. */
export function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Elements that show nothing, with what is in them: as in a browser, where scripts run. */
const UNSHOWN = new Set(
  'base br col colgroup head link meta noembed noframes noscript param script source style template track wbr'.split(
    ' '
  )
)
/** Attributes that name an element for an action, the most certain first. */
const REFS = ['bid', 'data-bid', 'data-browsergym-id', 'backend_node_id']
// More things than this name no control.
const MOST_LABELS = 10
// A name longer than this is a page's text and no name.
const LONGEST_NAME = 300
