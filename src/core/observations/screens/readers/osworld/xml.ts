// A desktop as OSWorld writes its accessibility tree: elements named by AT-SPI role, all else in namespaced attributes.
import type { ScreenReader } from '../../reader.ts'
import type { PixelBounds, Screen, ScreenNode } from '../../screen.ts'
import { extent, fromSize } from '../bounds.ts'
import { laidOut, type Spell, writeLaidOut } from '../layout.ts'
import { decode, escapeAttribute, escapeText } from '../markup/entities.ts'
import { beginning, readMarkup } from '../markup/index.ts'
import type { MarkupNode } from '../markup/tree.ts'
import { type Element, spellTag, writeTree } from '../markup/write.ts'
import { readPreface, writePreface } from '../preface.ts'
import { fromAtSpi } from '../roles.ts'
import { STATES, toStates } from './at-spi-states.ts'

export const osworldXml: ScreenReader = {
  name: 'osworld-xml',
  title: 'an OSWorld accessibility tree',
  recognises: (text) => {
    const tree = beginning(text)
    // The root declares the namespaces; a tree that a model wrote may leave that out.
    return (
      /<desktop-frame[\s/>]/.test(tree) ||
      /<[a-z][\w-]*\s[^<>]*(?:\/\/accessibility\.\w+\.example\.org\/ns\/|["']uri:deskat:)/.test(tree) ||
      /<[a-z][\w-]*\s[^<>]*\s(?:cp:screencoord|st:\w+)=/.test(tree)
    )
  },
  read,
  write: (screen) => {
    const laidOut = writeLaidOut(screen, 'osworld-xml', spell)
    if (laidOut !== null) return laidOut
    const root = spellTag('desktop-frame', NAMESPACES)
    return `${writePreface(screen)}${root}>${writeTree(screen.nodes, toElement, { html: false })}</desktop-frame>`
  }
}

/** What the namespaces are called by who writes them; their prefixes where none is declared. */
const PREFIXES: Record<string, string> = {
  st: 'state',
  attr: 'attributes',
  cp: 'component',
  val: 'value',
  act: 'action',
  txt: 'text',
  class: 'class'
}
const NAMESPACES = ['st', 'attr', 'cp', 'val', 'act'].map((prefix): [string, string] => [
  `xmlns:${prefix}`,
  `https://accessibility.ubuntu.example.org/ns/${PREFIXES[prefix]}`
])

function read(text: string): Screen {
  const { start, ...said } = readPreface(text, (line) => /^\s*<[?!a-z]/i.test(line))
  const { parts, warnings } = readMarkup(text, { html: false, from: start })
  const nodes: ScreenNode[] = []
  const nodeOf: number[] = []
  const prefixes = new Map(Object.entries(PREFIXES))
  parts.forEach((part, index) => {
    const parent = nodeOf[part.parent] ?? -1
    const owner = nodes[parent]
    if (part.name === '' && part.parent === index - 1 && owner) {
      // The text right after the tag is the element's own; anything later is a thing between its children.
      takeText(owner, part.text)
      return
    }
    nodeOf[index] = nodes.length
    nodes.push(part.name === '' ? toText(part, parent) : toNode(part, parent, prefixes))
  })
  if (!nodes.some(({ tag }) => tag !== '#text')) throw new Error('there is no element in it.')
  const active = nodes.find(({ tag, states }) => WINDOWS.has(tag) && states.active === true)
  const title = said.title ?? (active?.name || null)
  return laidOut({ format: 'osworld-xml', nodes, ...size(nodes), ...said, title, warnings }, text, spell)
}

const WINDOWS = new Set(['frame', 'window', 'dialog', 'alert', 'file-chooser'])

/** The desktop's size: that of the root, or of its applications and their windows. What is scrolled away lies outside. */
function size(nodes: ScreenNode[]): { width: number | null; height: number | null } {
  const depth: number[] = []
  nodes.forEach(({ parent }, index) => {
    depth[index] = parent === -1 ? 0 : (depth[parent] ?? 0) + 1
  })
  const placed = (most: number) => extent(nodes.filter((_, index) => (depth[index] ?? 0) <= most))
  const [root, windows] = [placed(0), placed(2)]
  return root.width ? root : windows.width ? windows : extent(nodes)
}

function toNode(part: MarkupNode, parent: number, prefixes: Map<string, string>): ScreenNode {
  const said = new Map<string, string>()
  for (const [name, written] of part.attributes) {
    const value = decode(written)
    const colon = name.indexOf(':')
    const [prefix, local] = [name.slice(0, Math.max(colon, 0)), name.slice(colon + 1)]
    if (prefix === 'xmlns') {
      const kind = /(?:\/ns\/|^uri:deskat:)(\w+)/.exec(value)?.[1]
      if (kind) prefixes.set(local, kind)
    } else said.set(colon < 0 ? name : `${prefixes.get(prefix) ?? prefix}:${local.replaceAll('_', '-')}`, value)
  }
  const role = fromAtSpi(part.name)
  const states = toStates(role, part.name, said)
  const value = said.get('value:value') ?? null
  return {
    ref: null,
    role,
    tag: part.name,
    name: said.get('name') ?? '',
    text: '',
    value: value ?? (states.editable || role === 'textbox' ? '' : null),
    states,
    bounds: toBounds(said),
    attributes: part.attributes,
    parent,
    start: part.start,
    end: part.end
  }
}

function toText(part: MarkupNode, parent: number): ScreenNode {
  const { text: name, start, end } = part
  const none = { text: '', value: null, states: {}, bounds: null, attributes: [] }
  return { ref: null, role: 'statictext', tag: '#text', name, ...none, parent, start, end }
}

/** The text of what is typed into is its value; a text that says the name again says nothing more. */
function takeText(node: ScreenNode, text: string) {
  if (node.value === '') node.value = text
  else if (text !== node.name && text !== node.value) node.text = text
}

/** `(x, y)` of `screencoord` and `size`; `null` for what has no place, which AT-SPI gives as an empty or absurd one. */
function toBounds(said: Map<string, string>): PixelBounds | null {
  const pair = (name: string) => {
    const found = /^\(\s*(-?[\d.]+),\s*(-?[\d.]+)\s*\)$/.exec(said.get(`component:${name}`) ?? '')
    return found ? found.slice(1).map(Number) : []
  }
  const [x, y, width, height] = [...pair('screencoord'), ...pair('size')]
  if (x === undefined || y === undefined || !width || !height) return null
  return fromSize(x, y, width, height)
}

const spell: Spell = ({ tag, name, attributes }) => (tag === '#text' ? escapeText(name) : spellTag(tag, attributes))

/** A node of another format in OSWorld's words. */
const toElement: Element = ({ role, name, text, value, states, bounds }) => {
  const on = Object.entries(states).filter(([, is]) => is === true)
  const known = new Map<string, string>(STATES.map(([name, state]) => [state, name]))
  const stated = on.map(([state]) => known.get(state) ?? (state === 'checked' ? 'checked' : '')).filter(Boolean)
  const usual = [...(states.hidden ? [] : ['showing', 'visible']), ...(states.disabled ? [] : ['enabled', 'sensitive'])]
  const { x, y, width, height } = bounds ?? {}
  const attributes: [string, string][] = [
    ['name', escapeAttribute(name)],
    ...[...stated, ...usual].map((state): [string, string] => [`st:${state}`, 'true'])
  ]
  if (bounds) attributes.push(['cp:screencoord', `(${x}, ${y})`], ['cp:size', `(${width}, ${height})`])
  const tag = TAGS.get(role) ?? (/^[a-z][\w-]*$/.test(role) ? role : 'unknown')
  return { before: spellTag(tag, attributes), text: escapeText(value ?? text), name: tag }
}

const TAGS = new Map(
  Object.entries({
    button: 'push-button',
    cell: 'table-cell',
    checkbox: 'check-box',
    combobox: 'combo-box',
    generic: 'section',
    listitem: 'list-item',
    menuitem: 'menu-item',
    radio: 'radio-button',
    statictext: 'static',
    tab: 'page-tab',
    tablist: 'page-tab-list',
    textbox: 'entry'
  })
)
