// Which ARIA role an element has: the one it says, else the one that HTML gives its tag (HTML-AAM).
import { inputType, isListBox } from './controls.ts'
import { attribute, closest, isElement, type PageDocument, type PageElement, textIn } from './document.ts'

const ROLES = new Set(
  `alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox complementary
  contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading img insertion
  link list listbox listitem log main mark marquee math meter menu menubar menuitem menuitemcheckbox menuitemradio navigation none note
  option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider
  spinbutton status strong subscript superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid
  treeitem`.split(/\s+/)
)

/** The first role of its `role` that there is; `null` where it says none. */
export function saidRole(element: PageElement): string | null {
  const said = element.attributes.get('role')
  if (!said) return null
  return (
    said
      .toLowerCase()
      .split(/\s+/)
      .find((one) => ROLES.has(one)) ?? null
  )
}

const isNamed = ({ attributes }: PageElement): boolean =>
  attributes.has('aria-label') || attributes.has('aria-labelledby')

const BY_TAG = new Map(
  Object.entries({
    article: 'article',
    aside: 'complementary',
    blockquote: 'blockquote',
    button: 'button',
    caption: 'caption',
    code: 'code',
    datalist: 'listbox',
    dd: 'definition',
    del: 'deletion',
    details: 'group',
    dfn: 'term',
    dialog: 'dialog',
    dt: 'term',
    em: 'emphasis',
    fieldset: 'group',
    figure: 'figure',
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, 'heading'])),
    hr: 'separator',
    html: 'document',
    ins: 'insertion',
    li: 'listitem',
    main: 'main',
    mark: 'mark',
    math: 'math',
    menu: 'list',
    meter: 'meter',
    nav: 'navigation',
    ol: 'list',
    optgroup: 'group',
    option: 'option',
    output: 'status',
    p: 'paragraph',
    progress: 'progressbar',
    search: 'search',
    strong: 'strong',
    sub: 'subscript',
    sup: 'superscript',
    svg: 'img',
    table: 'table',
    tbody: 'rowgroup',
    textarea: 'textbox',
    tfoot: 'rowgroup',
    thead: 'rowgroup',
    time: 'time',
    tr: 'row',
    ul: 'list'
  })
)

const BY_TYPE: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  file: 'button',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button'
}

/** `null` for what HTML gives none: a box, or a run of text. */
export function roleOf(document: PageDocument, element: PageElement): string | null {
  const said = saidRole(element)
  if (said === null) return ownRole(document, element)
  if (said !== 'none' && said !== 'presentation') return said
  // What can be focused or says something of itself is told in spite of it.
  return isFocusable(element) || isNamed(element) ? ownRole(document, element) : said
}

const INSIDE_OF: Readonly<Record<string, string>> = {
  li: 'ol ul menu',
  dt: 'dl div',
  dd: 'dl div',
  tr: 'tbody thead tfoot table',
  td: 'tr',
  th: 'tr',
  tbody: 'table',
  thead: 'table',
  tfoot: 'table'
}

function ownRole(document: PageDocument, element: PageElement): string | null {
  const role = roleOfTag(document, element)
  if (!role) return null
  // Parts of what is for looks only are so too.
  for (let at = element; at.parent && INSIDE_OF[at.tag]?.split(' ').includes(at.parent.tag); at = at.parent) {
    const outer = saidRole(at.parent)
    if (outer === 'none' || outer === 'presentation') return outer
  }
  return role
}

const SECTIONING = new Set(['article', 'aside', 'main', 'nav', 'section'])
const SECTIONING_ROLES = new Set(['article', 'complementary', 'main', 'navigation', 'region'])

/** Whether a header or footer belongs to a part of the page, not to all of it. */
export const inSection = (element: PageElement): boolean =>
  closest(element.parent, (one) => {
    const said = saidRole(one)
    return said === null ? SECTIONING.has(one.tag) : SECTIONING_ROLES.has(said)
  }) !== null

function roleOfTag(document: PageDocument, element: PageElement): string | null {
  const { tag, attributes } = element
  switch (tag) {
    case 'a':
      return attributes.has('href') ? 'link' : null
    case 'header':
      return inSection(element) ? null : 'banner'
    case 'footer':
      return inSection(element) ? null : 'contentinfo'
    case 'form':
      return isNamed(element) ? 'form' : null
    case 'section':
      return isNamed(element) ? 'region' : null
    case 'img':
      return attributes.get('alt') === '' && !attributes.get('title') && !isNamed(element) ? 'presentation' : 'img'
    case 'input': {
      const type = inputType(element)
      if (type === 'hidden') return null
      const list = document.byId.get(attribute(element, 'list'))
      if (list?.tag === 'datalist' && /^(?:email|search|tel|text|url)$/.test(type)) return 'combobox'
      return BY_TYPE[type] ?? 'textbox'
    }
    case 'select':
      return isListBox(element) ? 'listbox' : 'combobox'
    case 'td': {
      const table = closest(element, (one) => one.tag === 'table')
      return table && /^(?:tree)?grid$/.test(saidRole(table) ?? '') ? 'gridcell' : 'cell'
    }
    case 'th':
      return headerRole(element)
    default:
      return BY_TAG.get(tag) ?? null
  }
}

function headerRole(element: PageElement): string | null {
  const scope = attribute(element, 'scope').toLowerCase()
  if (/^col(?:group)?$/.test(scope)) return 'columnheader'
  if (/^row(?:group)?$/.test(scope)) return 'rowheader'
  const row = element.parent?.children.filter(isElement) ?? []
  const at = row.indexOf(element)
  const [before, after] = [row[at - 1], row[at + 1]]
  if (!before && !after) return isOnlyRow(element) ? null : 'columnheader'
  if (before?.tag === 'th' && after?.tag === 'th') return 'columnheader'
  const holdsData = (one: PageElement | undefined) =>
    one?.tag === 'td' && (textIn(one).trim() !== '' || one.children.some(isElement))
  return holdsData(before) || holdsData(after) ? 'rowheader' : 'columnheader'
}

const isOnlyRow = (cell: PageElement): boolean => {
  const table = closest(cell, ({ tag }) => tag === 'table')
  return table !== null && rowsOf(table).length <= 1
}

export const rowsOf = (table: PageElement): PageElement[] =>
  table.children
    .filter(isElement)
    .flatMap((one) => (one.tag === 'tr' ? [one] : one.children.filter(isElement)))
    .filter(({ tag }) => tag === 'tr')

function isFocusable(element: PageElement): boolean {
  const { tag, attributes } = element
  if (/^(?:button|select|textarea)$/.test(tag)) return true
  if (tag === 'input') return inputType(element) !== 'hidden'
  if (tag === 'a') return attributes.has('href')
  return attributes.has('tabindex')
}
