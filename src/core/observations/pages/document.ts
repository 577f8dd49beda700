// A page's HTML as a tree of our own. Nothing in it runs and nothing is fetched: scripts, styles and handlers are only text.
import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5'

export interface PageText {
  text: string
  parent: PageElement
}

export interface PageElement {
  /** Place among all elements of the page, in the order of their opening tags; `html` is 0. BrowserGym numbers elements so. */
  index: number
  /** In lower case. */
  tag: string
  /** Names in lower case. */
  attributes: ReadonlyMap<string, string>
  parent: PageElement | null
  children: PageChild[]
}

export type PageChild = PageElement | PageText

export interface PageDocument {
  root: PageElement
  body: PageElement
  title: string
  /** By their `index`. */
  elements: readonly PageElement[]
  byId: ReadonlyMap<string, PageElement>
  /** The labels of each control. */
  labels: ReadonlyMap<PageElement, readonly PageElement[]>
  /** The control of each label. */
  labelControls: ReadonlyMap<PageElement, PageElement>
}

// Deeper markup is no page that people write, and whoever walks the tree calls itself for each level.
const DEEPEST = 200
const MOST_ELEMENTS = 5000

/** What a page may at most be: longer ones are refused before they are parsed. */
const LONGEST_PAGE = 262_144

export const isElement = (node: PageChild): node is PageElement => 'tag' in node

/** Reads HTML as browsers do, also where it is broken. What lies too deep, or behind the 5,000th element, is left out. */
export function readPage(html: string): PageDocument {
  const parsed = parse(html.slice(0, LONGEST_PAGE))
  const elements: PageElement[] = []
  const byId = new Map<string, PageElement>()

  function add(node: DefaultTreeAdapterTypes.Element, parent: PageElement | null, depth: number): PageElement {
    const attributes = new Map(node.attrs.map(({ name, value }) => [name.toLowerCase(), value]))
    const made: PageElement = {
      index: elements.length,
      tag: node.tagName.toLowerCase(),
      attributes,
      parent,
      children: []
    }
    elements.push(made)
    const id = attributes.get('id')
    if (id && !byId.has(id)) byId.set(id, made)
    for (const child of node.childNodes) {
      if ('value' in child) made.children.push({ text: child.value, parent: made })
      else if ('tagName' in child && depth < DEEPEST && elements.length < MOST_ELEMENTS)
        made.children.push(add(child, made, depth + 1))
    }
    return made
  }

  // A parsed document always has an element `html` with a `body` or a `frameset` in it.
  const html0 = parsed.childNodes.find((node): node is DefaultTreeAdapterTypes.Element => 'tagName' in node)
  if (!html0) throw new Error('A parsed document has a root.')
  const root = add(html0, null, 0)
  const body = root.children.filter(isElement).at(-1) ?? root
  const title = elements.find(({ tag, parent }) => tag === 'title' && parent?.tag !== 'svg')
  const labels = new Map<PageElement, PageElement[]>()
  const labelControls = new Map<PageElement, PageElement>()
  for (const label of elements.filter(({ tag }) => tag === 'label')) {
    const control = labelled({ elements, byId }, label)
    if (!control) continue
    labels.set(control, [...(labels.get(control) ?? []), label])
    labelControls.set(label, control)
  }
  return { root, body, title: title ? collapsed(textIn(title)) : '', elements, byId, labels, labelControls }
}

const LABELABLE = new Set(['button', 'input', 'meter', 'output', 'progress', 'select', 'textarea'])

/** What a label is for: the control that it names, else the first inside it. */
function labelled({ elements, byId }: Pick<PageDocument, 'elements' | 'byId'>, label: PageElement): PageElement | null {
  const named = label.attributes.get('for')
  const isControl = (one: PageElement) => LABELABLE.has(one.tag) && one.attributes.get('type') !== 'hidden'
  if (named !== undefined) {
    const found = byId.get(named)
    return found && isControl(found) ? found : null
  }
  for (let index = label.index + 1; index < elements.length; index++) {
    const one = elements[index] as PageElement
    if (!contains(label, one)) return null
    if (isControl(one)) return one
  }
  return null
}

/** Whether `inner` lies in `outer`, at any depth. */
export function contains(outer: PageElement, inner: PageElement): boolean {
  for (let at = inner.parent; at && at.index >= outer.index; at = at.parent) if (at === outer) return true
  return false
}

/** All elements in it, in order, without itself. */
export function* inside(element: PageElement): Generator<PageElement> {
  for (const child of element.children) {
    if (!isElement(child)) continue
    yield child
    yield* inside(child)
  }
}

/** The nearest element around it, or it itself, that is so. */
export function closest(element: PageElement | null, is: (one: PageElement) => boolean): PageElement | null {
  for (let at = element; at; at = at.parent) if (is(at)) return at
  return null
}

/** All text in it, as written. */
export const textIn = (element: PageElement): string =>
  element.children.map((child) => (isElement(child) ? textIn(child) : child.text)).join('')

/** Runs of white space as one blank, none at the ends. No-break spaces stay within. */
export const collapsed = (text: string): string => text.replace(/[ \t\n\r\f]+/g, ' ').trim()

export const attribute = (element: PageElement, name: string): string => element.attributes.get(name) ?? ''

/** A text without tags, with what its entities stand for: `caf&eacute;` is "café". */
export const unescaped = (text: string): string =>
  text.includes('&')
    ? parseFragment(text)
        .childNodes.map((node) => ('value' in node ? node.value : ''))
        .join('')
    : text
