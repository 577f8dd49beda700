// What a node of a screen looks like and what it is to assistive technology, whichever format it came from.
import type { ScreenNode } from '../../../core/observations/screens/screen.ts'

export type WidgetKind =
  | 'window'
  | 'dialog'
  | 'alert'
  | 'bar'
  | 'landmark'
  | 'menu'
  | 'menuitem'
  | 'button'
  | 'link'
  | 'field'
  | 'check'
  | 'radio'
  | 'switch'
  | 'select'
  | 'option'
  | 'tab'
  | 'slider'
  | 'progress'
  | 'heading'
  | 'text'
  | 'paragraph'
  | 'code'
  | 'quote'
  | 'image'
  | 'list'
  | 'item'
  | 'table'
  | 'rows'
  | 'row'
  | 'cell'
  | 'header'
  | 'separator'
  | 'group'

/** Roles as readers give them: ARIA's words, else the format's own in lower case. */
export function kindOf(node: ScreenNode): WidgetKind {
  const known = KINDS.get(node.role) ?? KINDS.get(last(node.role)) ?? KINDS.get(last(node.tag.toLowerCase()))
  if (known && known !== 'group') return known
  if (node.states.editable === true) return 'field'
  if (node.states.checkable === true) return 'check'
  return known ?? 'group'
}

const CONTROLS: ReadonlySet<WidgetKind> = new Set([
  'menuitem',
  'button',
  'link',
  'field',
  'check',
  'radio',
  'switch',
  'select',
  'option',
  'tab',
  'slider'
])

/** Whether the keyboard stops at it: whatever is there to be acted on, not the boxes around it. */
export function isStop(node: ScreenNode, kind: WidgetKind): boolean {
  if (CONTROLS.has(kind)) return true
  const { states } = node
  return (
    states.clickable === true ||
    states.checkable === true ||
    states.editable === true ||
    states['long-clickable'] === true
  )
}

/** What it says: its name, else the text it shows. */
export function label(node: Pick<ScreenNode, 'name' | 'text'>): string {
  return node.name || node.text
}

/** What it shows: its text, else its name; a field shows what was entered. */
export function face(node: ScreenNode, kind: WidgetKind): string {
  if ((kind === 'field' || kind === 'select') && node.value !== null && node.value !== '') {
    return node.states.password === true ? '•'.repeat(Math.min(node.value.length, 40)) : node.value
  }
  return kind === 'text' || kind === 'paragraph' ? node.text || node.name : node.name || node.text
}

/** The attributes that make it to assistive technology what it stands for. Every control has a name. */
export function aria(node: ScreenNode, kind: WidgetKind, stop: boolean): Record<string, string | number | boolean> {
  const { states } = node
  const role = ROLES[kind] ?? (stop ? { role: 'button', 'aria-roledescription': node.role } : null)
  if (!role) return {}
  const said: Record<string, string | number | boolean> = { ...role }
  const name = label(node)
  if (role.role !== 'heading' || name !== '') said['aria-label'] = name || named(node)
  if (kind === 'heading') said['aria-level'] = level(node)
  if (kind === 'check' || kind === 'radio' || kind === 'switch') said['aria-checked'] = tristate(states.checked, kind)
  if (kind === 'slider' || kind === 'progress') said['aria-valuenow'] = Number(node.value) || 0
  if (kind === 'select') said['aria-expanded'] = states.expanded === true
  else if (typeof states.expanded === 'boolean' && (kind === 'button' || kind === 'link' || (kind === 'menu' && stop)))
    said['aria-expanded'] = states.expanded
  if (stop && states.disabled === true) said['aria-disabled'] = true
  if (kind === 'field' && states.readonly === true) said['aria-readonly'] = true
  if ((kind === 'tab' || kind === 'option') && states.selected === true) said['aria-pressed'] = true
  return said
}

/** A heading's level, 1 to 6; 2 where it does not say. */
export function level(node: ScreenNode): number {
  const said = Number(
    node.states.level ?? node.attributes.find(([name]) => name === 'level')?.[1] ?? /^h([1-6])$/i.exec(node.tag)?.[1]
  )
  return said >= 1 && said <= 6 ? said : 2
}

/** What it is called where it has no name: by its kind and by what actions name it. */
export function named(node: ScreenNode): string {
  return node.ref === null ? `Unnamed ${node.role}` : `Unnamed ${node.role} ${node.ref}`
}

/** What a node of a screen is called, with or without a name. */
export function titleOf({ nodes }: { nodes: ScreenNode[] }, index: number): string {
  const node = nodes[index]
  return node ? label(node) || named(node) : ''
}

// A picture is drawn flat, so roles that need a parent of a certain role are said in words instead.
const ROLES: { [K in WidgetKind]?: { role: string } & Record<string, string> } = {
  button: { role: 'button' },
  link: { role: 'link' },
  field: { role: 'textbox' },
  check: { role: 'checkbox' },
  radio: { role: 'radio' },
  switch: { role: 'switch' },
  select: { role: 'combobox', 'aria-haspopup': 'listbox' },
  option: { role: 'button', 'aria-roledescription': 'option' },
  menuitem: { role: 'button', 'aria-roledescription': 'menu item' },
  tab: { role: 'button', 'aria-roledescription': 'tab' },
  slider: { role: 'slider' },
  progress: { role: 'progressbar' },
  heading: { role: 'heading' },
  image: { role: 'img' },
  separator: { role: 'separator' }
}

function tristate(checked: boolean | string | undefined, kind: WidgetKind): string {
  return checked === 'mixed' && kind === 'check' ? 'mixed' : String(checked === true || checked === 'true')
}

function last(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

const WORDS: { [K in WidgetKind]?: string } = {
  window: 'window frame internal-frame',
  dialog: 'dialog alertdialog file-chooser color-chooser popup',
  alert: 'alert status log notification infobar tooltip banner-message',
  bar: 'menubar menu-bar toolbar tool-bar statusbar status-bar tablist page-tab-list titlebar actionbar',
  landmark:
    'banner navigation main contentinfo complementary region search form article section header footer nav aside sectionheader sectionfooter',
  menu: 'menu popup-menu listbox',
  menuitem: 'menuitem menu-item menuitemcheckbox menuitemradio check-menu-item radio-menu-item',
  button:
    'button push-button toggle-button push-button-menu imagebutton floatingactionbutton togglebutton spinner-button summary disclosuretriangle',
  link: 'link a',
  field:
    'textbox searchbox entry text-field textfield textarea password-text spinbutton spin-button edittext autocompletetextview multiautocompletetextview document-text terminal input editbar',
  check: 'checkbox check-box checkedtextview',
  radio: 'radio radio-button radiobutton',
  switch: 'switch switchcompat',
  select: 'combobox combo-box spinner select',
  option: 'option treeitem tree-item',
  tab: 'tab page-tab tabview',
  slider: 'slider seekbar scrollbar scroll-bar ratingbar',
  progress: 'progressbar progress-bar meter level-bar',
  heading: 'heading h1 h2 h3 h4 h5 h6',
  text: 'statictext text label static textview listmarker strong emphasis em b i span mark time caption labeltext legend term definition inlinetextbox deletion insertion superscript subscript',
  paragraph: 'paragraph p',
  code: 'code pre',
  quote: 'blockquote',
  image:
    'img image imageview icon picture graphic canvas figure video svg graphics-document graphics-symbol surfaceview textureview',
  list: 'list ul ol directory tree recyclerview listview gridview descriptionlist description-list feed',
  item: 'listitem list-item li',
  table: 'table grid treegrid tree-table',
  rows: 'rowgroup tbody thead tfoot',
  row: 'row table-row tr layouttablerow',
  cell: 'cell gridcell table-cell td layouttablecell',
  header: 'columnheader rowheader table-column-header table-row-header th',
  separator: 'separator hr'
}
const KINDS = new Map<string, WidgetKind>()
for (const [kind, words] of Object.entries(WORDS)) {
  // The keys of WORDS are Kinds; `entries` forgets that.
  for (const word of words.split(' ')) KINDS.set(word, kind as WidgetKind)
}
