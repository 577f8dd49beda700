// What an HTML element is, in ARIA's words, roughly as the HTML accessibility mapping has it.
import type { ScreenNode } from '../../screen.ts'
import { attribute } from '../markup/index.ts'
import type { MarkupNode } from '../markup/tree.ts'

/** The role of an element, from its `role` or else from what it is. */
export function roleOf(part: MarkupNode): string {
  const [said = ''] = (attribute(part, 'role') ?? '').trim().toLowerCase().split(/\s+/)
  if (said) return said === 'none' || said === 'presentation' ? 'generic' : said
  const tag = part.name.toLowerCase()
  const has = (name: string) => attribute(part, name) !== undefined
  if (tag === 'input') return INPUTS.get((attribute(part, 'type') ?? '').toLowerCase()) ?? 'textbox'
  if (tag === 'a' || tag === 'area') return has('href') ? 'link' : 'generic'
  if (tag === 'select') return has('multiple') || Number(attribute(part, 'size')) > 1 ? 'listbox' : 'combobox'
  if (tag === 'th') return attribute(part, 'scope') === 'row' ? 'rowheader' : 'columnheader'
  if (/^h[1-6]$/.test(tag)) return 'heading'
  return ROLES.get(tag) ?? tag
}

/** What ARIA would say of its state; `said` reads its attributes. */
export function statesOf(role: string, tag: string, said: (name: string) => string | undefined): ScreenNode['states'] {
  const has = (name: string) => said(name) !== undefined
  const states: ScreenNode['states'] = {}
  if (role === 'heading') states.level = said('aria-level') ?? (/^h[1-6]$/.test(tag) ? tag.slice(1) : '2')
  if (tag === 'input' && (role === 'checkbox' || role === 'radio')) states.checked = has('checked')
  if (tag === 'details') states.expanded = has('open')
  if (tag === 'option' && has('selected')) states.selected = true
  const editable = said('contenteditable')
  if (FIELDS.has(role) || editable === '' || editable === 'true') states.editable = true
  if (tag === 'textarea') states.multiline = true
  if (said('type') === 'password') states.password = true
  if (has('onclick')) states.clickable = true
  for (const name of ['clickable', 'disabled', 'hidden', 'readonly', 'required', 'multiple']) {
    if (has(name)) states[name === 'multiple' ? 'multiselectable' : name] = true
  }
  for (const name of ARIA_STATES) {
    const value = said(`aria-${name}`)
    if (value !== undefined && value !== '') states[name] = value === 'true' ? true : value === 'false' ? false : value
  }
  return states
}

const ARIA_STATES =
  'busy checked current disabled expanded haspopup hidden invalid modal multiselectable orientation pressed readonly required selected'.split(
    ' '
  )

/** Things that are called by what they hold. */
export const NAMED_BY_CONTENT = new Set(
  'button checkbox heading legend link menuitem menuitemcheckbox menuitemradio option radio switch tab tooltip'.split(
    ' '
  )
)

/** Things that hold text which was typed. */
export const FIELDS = new Set(['searchbox', 'spinbutton', 'textbox'])

const INPUTS = new Map(
  Object.entries({
    button: 'button',
    checkbox: 'checkbox',
    file: 'button',
    hidden: 'hidden',
    image: 'button',
    number: 'spinbutton',
    radio: 'radio',
    range: 'slider',
    reset: 'button',
    search: 'searchbox',
    submit: 'button'
  })
)

const ROLES = new Map(
  Object.entries({
    address: 'group',
    aside: 'complementary',
    b: 'generic',
    body: 'generic',
    center: 'generic',
    datalist: 'listbox',
    dd: 'definition',
    details: 'group',
    dfn: 'term',
    div: 'generic',
    dl: 'list',
    dt: 'term',
    em: 'emphasis',
    fieldset: 'group',
    font: 'generic',
    footer: 'contentinfo',
    header: 'banner',
    hgroup: 'group',
    hr: 'separator',
    html: 'document',
    i: 'generic',
    image: 'img',
    li: 'listitem',
    menu: 'list',
    nav: 'navigation',
    ol: 'list',
    optgroup: 'group',
    output: 'status',
    p: 'paragraph',
    pre: 'generic',
    progress: 'progressbar',
    section: 'region',
    small: 'generic',
    span: 'generic',
    summary: 'button',
    svg: 'img',
    tbody: 'rowgroup',
    td: 'cell',
    textarea: 'textbox',
    tfoot: 'rowgroup',
    thead: 'rowgroup',
    tr: 'row',
    u: 'generic',
    ul: 'list'
  })
)
