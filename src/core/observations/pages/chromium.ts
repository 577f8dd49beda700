// A page as Chromium's accessibility tree tells it, in the form in which BrowserGym writes it.
import { readers } from '../screens/readers/index.ts'
import type { Screen, ScreenNode } from '../screens/screen.ts'
import {
  chosenIn,
  detailsOf,
  fieldValue,
  formOf,
  inputType,
  isButton,
  isChecked,
  isDisabled,
  isField,
  isListBox,
  isOpen,
  isToggle,
  type LivePage,
  optionText,
  rangeOf
} from './controls.ts'
import {
  attribute,
  closest,
  collapsed,
  inside,
  isElement,
  type PageChild,
  type PageElement,
  type PageText,
  textIn
} from './document.ts'
import { displayOf, isShown, shownTexts } from './layout.ts'
import { type Naming, nameOf } from './names.ts'
import { inSection, roleOf, rowsOf, saidRole } from './roles.ts'

export interface TreeOptions {
  /** The page's own address, from which those of links are told; `null`: no addresses are told, as by older versions. */
  address: string | null
  /** What is in password fields is told as it is, not as dots. */
  plain?: boolean
}

/** The tree of the page, as a screen. A node's `ref` is the index of its element. */
export function chromiumScreen(page: LivePage, { address, plain = false }: TreeOptions): Screen {
  const nodes: ScreenNode[] = []
  const texts = shownTexts(page)
  const tables = new Map<PageElement, boolean>()
  const { document, state } = page

  function add(node: Partial<ScreenNode> & Pick<ScreenNode, 'tag'>, parent: number): number {
    const role = ROLE_OF.get(node.tag) ?? node.tag.toLowerCase()
    const rest = { ref: null, name: '', text: '', value: null, states: {}, bounds: null, attributes: [] }
    nodes.push({ ...rest, ...node, role, parent, start: 0, end: 0 })
    return nodes.length - 1
  }

  const addText = (text: string, parent: number, above: string) => {
    if (!above.includes(text)) add({ tag: 'StaticText', name: text.trim() }, parent)
  }

  /** @param above the name of what it lies in: a text that is in it is not told again */
  function visit(node: PageChild, parent: number, above: string): void {
    if (!isElement(node)) {
      const text = texts.get(node)
      if (text !== undefined && !isIgnoredBlank(page, texts, node, text)) addText(text, parent, above)
      return
    }
    if (!isShown(page, node) || attribute(node, 'aria-hidden') === 'true' || node.tag === 'br') return
    if (node.tag === 'label' && isRedundantLabel(page, node)) {
      for (const child of node.children) if (isElement(child)) visit(child, parent, above)
      return
    }
    const tag = chromiumTag(page, node, tables)
    if (tag === 'paragraph' && !hasContent(page, texts, node)) return
    if (tag === null) {
      const bullet = marker(node)
      if (bullet !== null) addText(bullet, parent, above)
      if (node.tag === 'q') addText('“', parent, above)
      // A box of its own is a thing without a name, a run of text is none.
      const inner = displayOf(node) === 'inline' || saidRole(node) !== null ? above : ''
      for (const child of node.children) visit(child, parent, inner)
      if (node.tag === 'q') addText('”', parent, above)
      return
    }
    const name = nameFor(page, node, tag)
    const value = valueFor(page, node, tag, plain)
    const states = statesOf(page, node, tag, address)
    const self = add({ tag, ref: String(node.index), name, value, states }, parent)
    const bullet = marker(node)
    if (bullet !== null) add({ tag: tag === 'listitem' ? 'ListMarker' : 'StaticText', name: bullet }, self)
    if (tag === 'Date') addDateParts(node, self, value ?? '')
    else if (isField(node)) {
      for (const line of (value ?? '').split('\n')) if (line) add({ tag: 'StaticText', name: line.trim() }, self)
    } else if (node.tag === 'select') {
      const list = isListBox(node) ? self : add({ tag: 'MenuListPopup' }, self)
      for (const child of node.children) if (isElement(child)) option(child, list)
    } else if (!LEAVES.has(tag)) for (const child of node.children) visit(child, self, name)
  }

  function option(node: PageElement, parent: number): void {
    if (node.tag === 'optgroup') {
      const group = add({ tag: 'group', ref: String(node.index), name: attribute(node, 'label') }, parent)
      for (const child of node.children) if (isElement(child)) option(child, group)
    } else if (node.tag === 'option') {
      const select = closest(node, ({ tag }) => tag === 'select') as PageElement
      const states: ScreenNode['states'] = isDisabled(node)
        ? { disabled: true }
        : { selected: chosenIn(page, select).includes(node) }
      add({ tag: 'option', ref: String(node.index), name: optionText(node), states }, parent)
    }
  }

  /** The parts that a date is typed into, in the order of American English; BrowserGym gives each the bid of the whole. */
  function addDateParts(node: PageElement, parent: number, value: string): void {
    const [year = '', month = '', day = ''] = value.split('-')
    const clickable: ScreenNode['states'] = isDisabled(node) ? {} : { clickable: true }
    const first = takeFocus(nodes[parent])
    const ref = String(node.index)
    const part = (name: string, text: string, hint: string, [valuemin, valuemax]: [string, string]) => {
      const states = { ...clickable, ...(hint === 'mm' && first), valuemin, valuemax, valuetext: '' }
      const self = add({ tag: 'spinbutton', ref, name, value: String(Number(text)), states }, parent)
      add({ tag: 'StaticText', name: text || hint }, self)
    }
    part('Month Month', month, 'mm', ['1', '12'])
    add({ tag: 'StaticText', name: '/' }, parent)
    part('Day Day', day, 'dd', ['1', '31'])
    add({ tag: 'StaticText', name: '/' }, parent)
    part('Year Year', year, 'yyyy', ['1', '275760'])
    const picker = 'Show date picker Show date picker'
    add({ tag: 'button', ref, name: picker, states: { ...clickable, hasPopup: 'menu' } }, parent)
  }

  const root: ScreenNode['states'] = { focused: true, ...(address !== null && { url: address }) }
  const top = add({ tag: 'RootWebArea', name: document.title, states: root }, -1)
  for (const child of document.body.children) visit(child, top, document.title)
  return {
    format: 'axtree',
    nodes,
    width: null,
    height: null,
    url: null,
    title: null,
    tabs: [],
    preface: '',
    warnings: []
  }

  function statesOf(page: LivePage, node: PageElement, tag: string, address: string | null): ScreenNode['states'] {
    const states: ScreenNode['states'] = {}
    const said = (name: string) => node.attributes.get(`aria-${name}`)
    const put = (name: string, value: boolean | string | undefined) => {
      if (value !== undefined && value !== '') states[name] = value
    }
    if (isClickable(page, node)) states.clickable = true
    const live = said('live') ?? LIVE.get(tag)?.live
    if (live && live !== 'off') {
      put('live', live)
      if (said('atomic') === 'true' || LIVE.get(tag)?.atomic) states.atomic = true
      put('relevant', said('relevant') ?? 'additions text')
    }
    if ((isDisabled(node) && tag !== 'group') || said('disabled') === 'true') states.disabled = true
    if (state.focus === node.index) states.focused = true
    if (node.tag === 'input' && node.attributes.has('list')) put('autocomplete', 'list')
    put('hasPopup', said('haspopup') ?? (tag === 'combobox' ? (node.tag === 'select' ? 'menu' : 'listbox') : undefined))
    if (MULTI.has(tag))
      states.multiselectable =
        node.tag === 'select' ? node.attributes.has('multiple') : said('multiselectable') === 'true'
    put('orientation', said('orientation') ?? ORIENTATION.get(tag))
    if (node.attributes.has('required') || said('required') === 'true') states.required = true
    if (RANGES.has(tag)) {
      const [least, most] = ends(node)
      Object.assign(states, { valuemin: String(least), valuemax: String(most), valuetext: valueText(page, node) })
    }
    if (isToggle(node)) states.checked = isChecked(page, node)
    else if (CHECKED.has(tag)) states.checked = said('checked') === 'mixed' ? 'mixed' : said('checked') === 'true'
    const details = detailsOf(node)
    if (details) states.expanded = isOpen(page, details)
    else if (node.tag === 'select' && tag === 'combobox') states.expanded = state.open[node.index] ?? false
    else if (said('expanded') !== undefined) states.expanded = said('expanded') === 'true'
    if (said('pressed') !== undefined)
      states.pressed = said('pressed') === 'mixed' ? 'mixed' : said('pressed') === 'true'
    if (said('selected') !== undefined && /^(?:option|tab|treeitem|gridcell|row)$/.test(tag))
      states.selected = said('selected') === 'true'
    else if (tag === 'treeitem') states.selected = false
    if (/dialog$/.test(tag)) states.modal = said('modal') === 'true'
    put('describedby', said('describedby'))
    put('controls', said('controls'))
    const href =
      node.tag === 'a' ? node.attributes.get('href') : node.tag === 'img' ? node.attributes.get('src') : undefined
    if (address !== null && href !== undefined) put('url', resolved(href, address))
    return states
  }
}

/** Takes the focus from a date, for its first part to have. */
function takeFocus(whole: ScreenNode | undefined): ScreenNode['states'] {
  if (whole?.states.focused !== true) return {}
  delete whole.states.focused
  return { focused: true }
}

/** The page as text, without what stands above it. */
export function writeChromium(screen: Screen): string {
  const writer = readers.find(({ name }) => name === 'axtree')
  if (!writer) throw new Error('There is a writer of accessibility trees.')
  return writer.write(screen)
}

/** An address as a page says it, from the page's own; as it stands where it is none. */
function resolved(href: string, base: string): string {
  return URL.canParse(href.trim(), base) ? new URL(href.trim(), base).href : href
}

const ROLE_OF = new Map([
  ['RootWebArea', 'document'],
  ['image', 'img']
])

/** What is in these is told by their name alone. */
const LEAVES = new Set(['checkbox', 'radio', 'slider', 'progressbar', 'meter', 'Iframe', 'separator'])
const RANGES = new Set(['spinbutton', 'slider', 'progressbar', 'meter', 'scrollbar'])
const MULTI = new Set(['listbox', 'tablist', 'grid', 'tree', 'treegrid'])
const CHECKED = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio'])
const ORIENTATION = new Map([
  ['slider', 'horizontal'],
  ['separator', 'horizontal'],
  ['tablist', 'horizontal'],
  ['toolbar', 'horizontal'],
  ['menu', 'vertical'],
  ['listbox', 'vertical'],
  ['tree', 'vertical']
])
const LIVE = new Map([
  ['alert', { live: 'assertive', atomic: true }],
  ['status', { live: 'polite', atomic: true }],
  ['log', { live: 'polite', atomic: false }]
])

const TAGS: Readonly<Record<string, string>> = {
  abbr: 'Abbr',
  address: 'group',
  dl: 'DescriptionList',
  figcaption: 'Figcaption',
  form: 'form',
  iframe: 'Iframe',
  legend: 'Legend'
}

/** Chromium's name of a thing; `null` for boxes and runs of text, which it does not tell. */
function chromiumTag(page: LivePage, node: PageElement, tables: Map<PageElement, boolean>): string | null {
  const { document } = page
  if (saidRole(node) === null) {
    const { tag } = node
    if (tag === 'label') return 'LabelText'
    if (tag === 'summary' && detailsOf(node)) return 'DisclosureTriangle'
    if ((tag === 'header' || tag === 'footer') && inSection(node)) return `section${tag}`
    if (tag === 'abbr' && !node.attributes.has('title')) return null
    if (tag === 'input' && inputType(node) === 'date') return 'Date'
    if (TAGS[tag]) return TAGS[tag] ?? null
    const table = tableOf(node)
    if (table && !isDataTable(table, tables)) return LAYOUT.get(tag) ?? null
    if (tag === 'tbody' || tag === 'colgroup') return null
  }
  const role = roleOf(document, node)
  if (role === null || role === 'none' || role === 'presentation' || role === 'generic') {
    return node.attributes.has('aria-live') ? 'generic' : null
  }
  return role === 'img' ? 'image' : role
}

const LAYOUT = new Map([
  ['table', 'LayoutTable'],
  ['tr', 'LayoutTableRow'],
  ['td', 'LayoutTableCell']
])

const tableOf = (node: PageElement): PageElement | null =>
  /^(?:table|thead|tbody|tfoot|tr|td|th)$/.test(node.tag) ? closest(node, ({ tag }) => tag === 'table') : null

/** Whether a table tells data: one with nothing but plain cells is taken for a layout. */
function isDataTable(table: PageElement, known: Map<PageElement, boolean>): boolean {
  const found = known.get(table)
  if (found !== undefined) return found
  const rows = rowsOf(table)
  const is =
    saidRole(table) !== null ||
    table.attributes.has('summary') ||
    rows.length >= 20 ||
    [...inside(table)].some((one) =>
      tableOf(one) === table
        ? /^(?:caption|thead|tfoot|th|col|colgroup)$/.test(one.tag)
        : one.tag === 'caption' || one.tag === 'col'
    )
  known.set(table, is)
  return is
}

/** Chromium does not tell the label of a check box or radio button that holds nothing but text: it is its name. */
function isRedundantLabel({ document }: LivePage, label: PageElement): boolean {
  const control = document.labelControls.get(label)
  if (!control || !isToggle(control)) return false
  return label.children.every((child) => !isElement(child) || child === control)
}

const NEVER_READ = new Set(
  `alert alertdialog application article banner blockquote complementary contentinfo dialog document feed form grid group log main marquee
  menubar menu navigation note radiogroup region scrollbar search separator status table tablist tabpanel timer toolbar tree treegrid
  LayoutTable DescriptionList`.split(/\s+/)
)
const BY_CONTENT = new Set(
  'button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio rowheader switch tab term tooltip treeitem math'.split(
    ' '
  )
)

const NAMING: Naming = {
  byContent: (role) => BY_CONTENT.has(role),
  readsInto: (role, { tag }) => tag !== 'form' && tag !== 'dl' && !NEVER_READ.has(role),
  nameless: (role) =>
    /^(?:paragraph|listitem|strong|emphasis|code|mark|deletion|insertion|subscript|superscript|time|caption|definition)$/.test(
      role
    ),
  namesEmptyFields: true,
  namesFigures: false
}

const UNNAMED = new Set([
  'LabelText',
  'Legend',
  'Figcaption',
  'LayoutTable',
  'LayoutTableRow',
  'DescriptionList',
  'sectionheader',
  'sectionfooter',
  'generic'
])

function nameFor(page: LivePage, node: PageElement, tag: string): string {
  if (UNNAMED.has(tag)) return ''
  if (tag === 'Abbr') return attribute(node, 'title')
  if (tag === 'Iframe') return attribute(node, 'title')
  if (tag === 'row') {
    const table = closest(node, (one) => one.tag === 'table')
    if (!table || !/grid$/.test(saidRole(table) ?? '')) return attribute(node, 'aria-label')
    return nameOf(page, node, { ...NAMING, byContent: () => true }).text
  }
  return nameOf(page, node, NAMING).text
}

function valueFor(page: LivePage, node: PageElement, tag: string, plain: boolean): string | null {
  if (node.tag === 'select') return isListBox(node) ? null : chosenIn(page, node).map(optionText).join('') || null
  if (RANGES.has(tag)) {
    const value =
      node.tag === 'input'
        ? fieldValue(page, node)
        : (node.attributes.get('aria-valuenow') ?? node.attributes.get('value') ?? '')
    return value === '' ? null : String(Number(value))
  }
  if (node.tag === 'input' && inputType(node) === 'file') return 'No file chosen'
  if (!isField(node)) return saidRole(node) === 'textbox' ? collapsed(textIn(node)) || null : null
  const value = fieldValue(page, node)
  return (
    (!plain && inputType(node) === 'password' && node.tag === 'input' ? '•'.repeat([...value].length) : value) || null
  )
}

function valueText(page: LivePage, node: PageElement): string {
  return node.tag === 'input' ? fieldValue(page, node) : attribute(node, 'aria-valuetext')
}

function ends(node: PageElement): [number, number] {
  if (node.tag === 'input') {
    if (inputType(node) === 'range') return rangeOf(node)
    return [Number(attribute(node, 'min')) || 0, Number(attribute(node, 'max')) || 0]
  }
  const number = (name: string, fallback: number) =>
    Number(node.attributes.get(`aria-value${name}`) ?? node.attributes.get(name) ?? fallback)
  return [number('min', 0), number('max', node.tag === 'progress' || node.tag === 'meter' ? 1 : 100)]
}

function hasContent(page: LivePage, texts: ReadonlyMap<PageText, string>, node: PageElement): boolean {
  return node.children.some((child) => (isElement(child) ? isShown(page, child) : texts.has(child)))
}

/** Whether Chromium thinks that a press does something: links, most inputs, buttons that send or reset a form, and their labels. */
function isClickable(page: LivePage, node: PageElement): boolean {
  const { document } = page
  if (node.tag === 'a') return node.attributes.has('href')
  if (node.tag === 'input') return !isDisabled(node)
  if (node.tag === 'button') {
    if (isDisabled(node) || !isButton(node)) return false
    const type = attribute(node, 'type').toLowerCase()
    return type !== 'button' && formOf(document, node) !== null
  }
  if (node.tag === 'label') {
    const control = document.labelControls.get(node)
    return control !== undefined && control.tag !== 'label' && isClickable(page, control)
  }
  return detailsOf(node) !== null || (node.attributes.get('contenteditable') ?? 'false') !== 'false'
}

const BULLETS = ['•', '◦', '▪']

/** What stands before an item of a list; `null` for nothing. */
function marker(item: PageElement): string | null {
  const list = item.parent
  if (!list || !/^(?:ul|ol|menu)$/.test(list.tag) || item.tag !== 'li') return null
  if (/list-style(?:-type)?\s*:\s*none/i.test(attribute(list, 'style'))) return null
  if (list.tag !== 'ol') {
    let depth = 0
    for (let at = list.parent; at; at = at.parent) if (/^(?:ul|ol|menu)$/.test(at.tag)) depth++
    return BULLETS[Math.min(depth, 2)] ?? '•'
  }
  let number = Number(attribute(list, 'start') || '1')
  for (const child of list.children) {
    if (!isElement(child) || child.tag !== 'li') continue
    const own = attribute(child, 'value')
    if (/^-?\d+$/.test(own)) number = Number(own)
    if (child === item) break
    number++
  }
  return `${numbered(number, list.attributes.get('type') ?? '1')}.`
}

function numbered(number: number, type: string): string {
  if (/^a$/i.test(type) && number > 0 && number <= 26) return String.fromCharCode((type === 'a' ? 96 : 64) + number)
  return String(number)
}

/** A blank that Chromium does not tell: one beside a piece that is told by itself, or at the end of a line. */
function isIgnoredBlank(page: LivePage, texts: ReadonlyMap<PageText, string>, node: PageText, text: string): boolean {
  if (text.trim() !== '' || text.includes('\u00a0')) return false
  return [-1, 1].some((way) => mayDrop(beside(page, node, way), way, 0))

  function beside(page: LivePage, from: PageChild, way: number): PageChild | null {
    let at: PageChild = from
    for (;;) {
      const { parent } = at
      if (!parent) return null
      const all: PageChild[] = parent.children
      const next = all[all.indexOf(at) + way]
      if (next && isThere(page, next)) return next
      if (next) {
        at = next
        continue
      }
      if (displayOf(parent) !== 'inline') return null
      at = parent
    }
  }

  function isThere(page: LivePage, one: PageChild): boolean {
    return isElement(one) ? isShown(page, one) : texts.has(one)
  }

  function mayDrop(other: PageChild | null, way: number, tries: number): boolean {
    if (!other) return true
    if (tries > 3) return false
    if (!isElement(other)) {
      const shown = texts.get(other) ?? ''
      const edge = way > 0 ? shown.charAt(0) : shown.charAt(shown.length - 1)
      return /^[ \n\t]$/.test(edge)
    }
    if (other.tag === 'br') return true
    if (other.tag === 'img') return false
    if (displayOf(other) !== 'inline') return true
    const inner = other.children.filter((one) => isThere(page, one))
    const child = way > 0 ? inner[0] : inner.at(-1)
    return child ? mayDrop(child, way, tries + 1) : mayDrop(beside(page, other, way), way, tries + 1)
  }
}
