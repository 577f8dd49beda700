// A page as Playwright's aria snapshot for agents tells it, references and all.

import { readers } from '../screens/readers/index.ts'
import type { Screen, ScreenNode } from '../screens/screen.ts'
import {
  chosenIn,
  fieldValue,
  inputType,
  isChecked,
  isDisabled,
  isField,
  isListBox,
  isToggle,
  type LivePage
} from './controls.ts'
import { attribute, closest, isElement, type PageChild, type PageElement } from './document.ts'
import { displayOf, isShown, isTextShown } from './layout.ts'
import { type Naming, nameOf } from './names.ts'
import { roleOf } from './roles.ts'

/** The references that things of a page have been given: one keeps its own as long as its role and name stay. */
export interface SnapshotRefs {
  last: number
  /** By the element's index: its reference's number, and its role and name then. */
  given: Readonly<Record<number, readonly [number: number, called: string]>>
}

export const NO_REFS: SnapshotRefs = { last: 0, given: {} }

interface SnapshotNode {
  element: PageElement | null
  role: string
  name: string
  ref: number | null
  pointer: boolean
  /** Attributes in brackets, in their order. */
  states: ScreenNode['states']
  properties: [name: string, value: string][]
  children: (SnapshotNode | string)[]
  /** References of what its name comes from. */
  nameFrom: number[]
}

/** The snapshot, and the references after it. `elements`: the index of each node's element, `null` for texts. */
export function snapshotScreen(
  page: LivePage,
  refs: SnapshotRefs
): { screen: Screen; refs: SnapshotRefs; elements: (number | null)[] } {
  let { last } = refs
  const given: Record<number, readonly [number, string]> = { ...refs.given }
  const named = new Map<SnapshotNode, ReadonlySet<PageElement>>()
  const refOf = new Map<PageElement, number>()
  const boxes = createBoxes(page)

  function reference(element: PageElement, role: string, name: string): number {
    const called = `${role} ${name}`
    const known = given[element.index]
    const number = known?.[1] === called ? known[0] : ++last
    given[element.index] = [number, called]
    return number
  }

  function visit(node: PageChild, into: SnapshotNode): void {
    if (!isElement(node)) {
      if (isTextShown(page, node) && into.role !== 'textbox') into.children.push(node.text)
      return
    }
    const inList = node.tag === 'option' && closest(node, ({ tag }) => tag === 'select') !== null
    if (!inList && !isShown(page, node)) {
      // What is not shown breaks a line all the same.
      into.children.push(' ')
      return
    }
    const select = node.tag === 'optgroup' ? closest(node, ({ tag }) => tag === 'select') : null
    const made = select && !isListBox(select) ? null : toNode(node)
    if (made) {
      if (made.ref !== null) refOf.set(node, made.ref)
      into.children.push(made)
    }
    fill(made ?? into, node)
    if (made) {
      for (const one of named.get(made) ?? []) {
        const ref = refOf.get(one)
        if (ref !== undefined && ref !== made.ref) made.nameFrom.push(ref)
      }
    }
  }

  function fill(node: SnapshotNode, element: PageElement): void {
    const blank = displayOf(element) !== 'inline' || element.tag === 'br' ? ' ' : ''
    if (blank) node.children.push(blank)
    if (element.tag !== 'iframe') for (const child of element.children) visit(child, node)
    if (blank) node.children.push(blank)
    if (node.role === 'link' && element === node.element && element.attributes.has('href'))
      node.properties.push(['/url', attribute(element, 'href').replace(/^(data:[^,]{0,200},).+/s, '$1…')])
    const hint = element.attributes.get('placeholder')
    if (node.role === 'textbox' && element === node.element && hint !== undefined && hint !== node.name)
      node.properties.push(['/placeholder', hint])
  }

  function toNode(element: PageElement): SnapshotNode | null {
    const role = element.tag === 'iframe' ? 'iframe' : (roleOf(page.document, element) ?? 'generic')
    if (role === 'none' || role === 'presentation') return null
    const [only] = element.children
    const isRun = displayOf(element) === 'inline' && element.children.length === 1 && only && !isElement(only)
    if (role === 'generic' && isRun && boxes.isVisible(element)) return null
    const hidden = closest(element, (one) => attribute(one, 'aria-hidden') === 'true') !== null
    const name =
      hidden || role === 'iframe' ? { text: '', from: new Set<PageElement>() } : nameOf(page, element, NAMING)
    const node: SnapshotNode = {
      ...{ element, role, name: name.text, states: statesOf(page, element, role), properties: [], nameFrom: [] },
      ref: boxes.isVisible(element) ? reference(element, role, name.text) : null,
      pointer: hasPointer(element),
      children:
        isField(element) || (element.tag === 'input' && inputType(element) === 'range')
          ? [fieldValue(page, element)]
          : []
    }
    named.set(node, name.from)
    return node
  }

  const top: SnapshotNode = {
    ...{ element: null, role: 'fragment', name: '', ref: null, pointer: false, states: {} },
    ...{ properties: [], children: [], nameFrom: [] }
  }
  visit(page.document.body, top)
  tidy(top)
  return { ...screenOf(top), refs: { last, given } }
}

/** The page as text, without what stands above it. */
export function writeSnapshot(screen: Screen): string {
  const writer = readers.find(({ name }) => name === 'aria')
  if (!writer) throw new Error('There is a writer of snapshots.')
  return writer.write(screen)
}

const CONTENT_ALWAYS = new Set(
  'button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader switch tab tooltip treeitem'.split(
    ' '
  )
)
const CONTENT_INSIDE = new Set(
  'generic caption code contentinfo definition deletion emphasis insertion list listitem mark none paragraph presentation region rowgroup strong subscript superscript table term time'.split(
    ' '
  )
)

const NAMING: Naming = {
  byContent: (role) => CONTENT_ALWAYS.has(role),
  readsInto: (role) => CONTENT_ALWAYS.has(role) || CONTENT_INSIDE.has(role),
  nameless: (role) =>
    /^(?:caption|code|definition|deletion|emphasis|insertion|mark|paragraph|presentation|strong|subscript|superscript|term|time)$/.test(
      role
    ),
  namesEmptyFields: false,
  namesFigures: true
}

/** Things that a page puts the hand on: only links, by browsers' own style sheet. */
const hasPointer = (element: PageElement): boolean =>
  closest(element, ({ tag, attributes }) => tag === 'a' && attributes.has('href')) !== null && !isField(element)

/** Whether things take up room: those without it get no reference. */
function createBoxes(page: LivePage) {
  const known = new Map<PageElement, boolean>()
  const SOLID = new Set(
    'button input select textarea hr iframe svg video audio canvas progress meter td th li summary body circle ellipse line path polygon polyline rect'.split(
      ' '
    )
  )

  function isVisible(element: PageElement): boolean {
    const found = known.get(element)
    if (found !== undefined) return found
    const visible = look(element)
    known.set(element, visible)
    return visible
  }

  function look(element: PageElement): boolean {
    if (!isShown(page, element)) return false
    const select = closest(element, ({ tag }) => tag === 'select')
    // The list of a select that drops down is not on the page.
    if (select && select !== element) return isListBox(select)
    if (element.tag === 'br') return false
    if (SOLID.has(element.tag)) return true
    if (element.tag === 'img') return element.attributes.get('alt') !== ''
    return element.children.some((child) =>
      isElement(child) ? isVisible(child) : isTextShown(page, child) && child.text.trim() !== ''
    )
  }

  return { isVisible }
}

function statesOf(page: LivePage, element: PageElement, role: string): ScreenNode['states'] {
  const states: ScreenNode['states'] = {}
  const said = (name: string) => attribute(element, `aria-${name}`).toLowerCase()
  if (isToggle(element)) {
    if (isChecked(page, element)) states.checked = true
  } else if (/^(?:checkbox|menuitemcheckbox|menuitemradio|option|radio|switch|treeitem)$/.test(role)) {
    if (said('checked') === 'true') states.checked = true
    else if (said('checked') === 'mixed') states.checked = 'mixed'
  }
  const around = closest(element, ({ attributes }) => attributes.has('aria-disabled'))
  if (
    (isDisabled(element) && role !== 'group') ||
    (around && attribute(around, 'aria-disabled') === 'true' && DISABLED.test(role))
  )
    states.disabled = true
  if (EXPANDED.test(role) && said('expanded') === 'true') states.expanded = true
  if (page.state.focus === element.index || (page.state.focus === null && element === page.document.body))
    states.focused = true
  if (INVALID.test(role) && said('invalid') && said('invalid') !== 'false')
    states.invalid = /^(?:grammar|spelling)$/.test(said('invalid')) ? said('invalid') : true
  const level =
    /^h([1-6])$/.exec(element.tag)?.[1] ?? (LEVEL.test(role) && /^[1-9]\d*$/.test(said('level')) ? said('level') : '')
  if (level) states.level = level
  if (role === 'button' && /^(?:true|mixed)$/.test(said('pressed')))
    states.pressed = said('pressed') === 'mixed' ? 'mixed' : true
  if (element.tag === 'option') {
    const select = closest(element, ({ tag }) => tag === 'select')
    if (select && chosenIn(page, select).includes(element)) states.selected = true
  } else if (SELECTED.test(role) && said('selected') === 'true') states.selected = true
  if (attribute(element, 'aria-hidden') === 'true') states.hidden = true
  return states
}

const DISABLED =
  /^(?:application|button|gridcell|group|link|menuitem|scrollbar|separator|tab|checkbox|columnheader|combobox|grid|listbox|menu|menubar|menuitemcheckbox|menuitemradio|option|radio|radiogroup|row|rowheader|searchbox|slider|spinbutton|switch|tablist|textbox|toolbar|tree|treegrid|treeitem)$/
const EXPANDED =
  /^(?:application|button|checkbox|combobox|gridcell|link|listbox|menuitem|row|rowheader|tab|treeitem|columnheader|menuitemcheckbox|menuitemradio|switch)$/
const INVALID =
  /^(?:application|checkbox|columnheader|combobox|gridcell|listbox|radiogroup|rowheader|searchbox|slider|spinbutton|switch|textbox|tree)$/
const LEVEL = /^(?:heading|listitem|row|treeitem)$/
const SELECTED = /^(?:gridcell|option|row|tab|rowheader|columnheader|treeitem)$/

// --- what Playwright takes out again, from the inside out

/** Named things that tell which one they are: their names stay. */
const IDENTIFIED = new Set(
  `alertdialog dialog banner complementary contentinfo form main navigation region search application document figure group grid listbox menu
  menubar radiogroup tablist tabpanel table toolbar tree treegrid`.split(/\s+/)
)

function tidy(top: SnapshotNode): void {
  const pending = new Set<number>()
  const isText = (child: SnapshotNode | string | undefined): child is string => typeof child === 'string'

  function walk(node: SnapshotNode, parents: readonly SnapshotNode[]): void {
    const kept: (SnapshotNode | string)[] = []
    for (const child of node.children) {
      if (isText(child)) {
        kept.push(child)
        continue
      }
      for (const ref of child.nameFrom) pending.add(ref)
      const isLeaf = child.role === 'generic' && child.children.every(isText)
      if (child.ref !== null && !isLeaf) pending.delete(child.ref)
      walk(child, [...parents, node])
      const become = leave(child, node, [...parents, node])
      if (become === 'unwrap') for (const inner of child.children) kept.push(inner)
      else if (become === 'keep') kept.push(child)
    }
    node.children = kept
  }

  function leave(
    node: SnapshotNode,
    parent: SnapshotNode,
    parents: readonly SnapshotNode[]
  ): 'keep' | 'remove' | 'unwrap' {
    join(node)
    const pressed = node.ref !== null && node.pointer && !parents.some((one) => one.ref !== null && one.pointer)
    if (node.role === 'img' && !node.name && !node.children.length && !pressed) return 'remove'
    if (node.ref !== null && node.nameFrom.length) {
      if (!IDENTIFIED.has(node.role) && node.nameFrom.every((ref) => !pending.has(ref))) node.name = ''
      else for (const ref of node.nameFrom) pending.delete(ref)
    }
    if (node.role !== 'generic') return 'keep'
    const isPlain = (one: SnapshotNode) => !one.properties.length
    const [only] = node.children
    if (
      node.children.length === 1 &&
      only &&
      !isText(only) &&
      only.role === 'generic' &&
      !only.name &&
      isPlain(only) &&
      isPlain(node)
    ) {
      if (only.states.focused !== true && only.children.length === 1 && isText(only.children[0]))
        node.children = only.children
    }
    if (parent.name && node.states.focused !== true && isPlain(node)) {
      const [text] = node.children
      const said = node.name
        ? node.children.length
          ? undefined
          : node.name
        : node.children.length === 1 && isText(text)
          ? text
          : undefined
      if (said === parent.name) {
        if (node.ref !== null) pending.add(node.ref)
        return 'remove'
      }
    }
    const inner = node.children.every((child) => !isText(child) && child.ref !== null)
    if (!node.name && node.children.length <= 1 && inner && !(pressed && !node.children.length)) return 'unwrap'
    return 'keep'
  }

  walk(top, [])
  join(top)
}

/** Texts that stand beside each other become one. */
function join(node: SnapshotNode): void {
  const children: (SnapshotNode | string)[] = []
  let text = ''
  const end = () => {
    const whole = text
      .replace(/[\u200b\u00ad]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
    if (whole) children.push(whole)
    text = ''
  }
  for (const child of node.children) {
    if (typeof child === 'string') text += child
    else {
      end()
      children.push(child)
    }
  }
  end()
  node.children = children.length === 1 && children[0] === node.name ? [] : children
}

function screenOf(top: SnapshotNode): { screen: Screen; elements: (number | null)[] } {
  const nodes: ScreenNode[] = []
  const elements: (number | null)[] = []
  const bare = {
    ref: null,
    name: '',
    text: '',
    value: null,
    states: {},
    bounds: null,
    attributes: [],
    start: 0,
    end: 0
  }

  function addText(text: string, parent: number): void {
    elements.push(null)
    nodes.push({ ...bare, role: 'statictext', tag: 'text', name: text, parent })
  }

  function add(node: SnapshotNode, parent: number, inPointer: boolean): void {
    const [only] = node.children
    const single = node.children.length === 1 && typeof only === 'string' ? only : null
    const shows = node.ref !== null && node.pointer && !inPointer
    const isField = FIELDS.has(node.role)
    elements.push(node.element?.index ?? null)
    nodes.push({
      ...bare,
      ...{ role: node.role, tag: node.role, name: node.name, parent },
      ref: node.ref === null ? null : `e${node.ref}`,
      value: isField ? (single ?? '') : null,
      text: single !== null && !isField ? single : '',
      states: { ...node.states, ...(shows && { clickable: true }) },
      attributes: node.properties
    })
    const self = nodes.length - 1
    if (single !== null) return
    for (const child of node.children) {
      if (typeof child === 'string') addText(child, self)
      else add(child, self, inPointer || shows)
    }
  }

  for (const child of top.children) {
    if (typeof child === 'string') addText(child, -1)
    else add(child, -1, false)
  }
  const said = { width: null, height: null, url: null, title: null, tabs: [], preface: '', warnings: [] }
  return { screen: { format: 'aria', nodes, ...said }, elements }
}

const FIELDS = new Set(['combobox', 'searchbox', 'slider', 'spinbutton', 'textbox'])
