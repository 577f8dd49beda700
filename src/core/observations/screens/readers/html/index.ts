// A page as HTML: what a browser's accessibility tree would roughly say of it, with the bids that BrowserGym writes into it.

import { present } from '../../../../text/present.ts'
import type { ScreenReader } from '../../reader.ts'
import type { PixelBounds, Screen, ScreenNode } from '../../screen.ts'
import { extent, fromCorners } from '../bounds.ts'
import { laidOut, type Spell, writeLaidOut } from '../layout.ts'
import { escapeAttribute, escapeText } from '../markup/entities.ts'
import { readMarkup } from '../markup/index.ts'
import { type Element, spellTag, writeTree } from '../markup/write.ts'
import { readPreface, writePreface } from '../preface.ts'
import { nameOf, type ReadHtmlPage, saysItsContent, survey, tidy, valueIn } from './page.ts'
import { recognisesHtml } from './recognise.ts'
import { roleOf, statesOf } from './roles.ts'

export const html: ScreenReader = {
  name: 'html',
  title: 'an HTML page',
  recognises: recognisesHtml,
  read,
  write: (screen) =>
    writeLaidOut(screen, 'html', spell) ?? writePreface(screen) + writeTree(screen.nodes, toElement, { html: true })
}

function read(text: string): Screen {
  const { start, ...said } = readPreface(text, (line) => /^\s*<[!?a-z]/i.test(line))
  const { parts, warnings } = readMarkup(text, { html: true, from: start })
  const page = survey(parts)
  const nodes: ScreenNode[] = []
  const nodeOf: number[] = []
  // Below an element that is called by what it holds, its text is not said again.
  const told: boolean[] = []
  parts.forEach((part, index) => {
    const parent = nodeOf[part.parent] ?? -1
    nodeOf[index] = parent
    told[index] = told[part.parent] ?? false
    if (page.unshown[index]) return
    if (part.name === '') {
      const holder = nodes[parent]
      if (told[index] || (holder && holder.value !== null)) return
      if (holder && part.parent === index - 1 && !holder.text) {
        holder.text = holder.name === tidy(part.text) ? '' : tidy(part.text)
        return
      }
    }
    nodeOf[index] = nodes.length
    if (part.name === '') {
      const none = { text: '', value: null, states: {}, bounds: null, attributes: [] }
      const { start, end } = part
      nodes.push({ ref: null, role: 'statictext', tag: '#text', name: tidy(part.text), ...none, parent, start, end })
      return
    }
    const node = toNode(page, index, parent)
    if (saysItsContent(page, index, node)) told[index] = true
    nodes.push(node)
  })
  if (nodes.length === 0) throw new Error('there is nothing in it that a page would show.')
  const title = said.title ?? page.title
  const [root] = nodes
  if (root && root.role === 'document' && !root.name) root.name = title ?? ''
  return laidOut({ format: 'html', nodes, ...extent(nodes), ...said, title, warnings }, text, spell)
}

function toNode(page: ReadHtmlPage, index: number, parent: number): ScreenNode {
  const part = present(page.parts[index])
  const said = (name: string) => page.said(index, name)
  const own = roleOf(part)
  const name = nameOf(page, index, own)
  // A part of a page that has no name is none to tell of.
  const role = own === 'region' && !name ? 'generic' : own
  return {
    ref: said(page.ref) || null,
    role,
    tag: part.name,
    name,
    text: '',
    value: valueIn(page, index, role),
    states: statesOf(role, page.tag(index), said),
    bounds: toBounds(said('box')),
    attributes: part.attributes,
    parent,
    start: part.start,
    end: part.end
  }
}

/** BrowserGym's `box="(left,top,right,bottom)"`. */
function toBounds(box: string | undefined): PixelBounds | null {
  const found = /^\((-?[\d.]+),(-?[\d.]+),(-?[\d.]+),(-?[\d.]+)\)$/.exec((box ?? '').replaceAll(' ', ''))
  if (!found) return null
  const [left = 0, top = 0, right = 0, bottom = 0] = found.slice(1).map(Number)
  return fromCorners(left, top, right, bottom)
}

const spell: Spell = ({ tag, name, attributes }) => (tag === '#text' ? escapeText(name) : spellTag(tag, attributes))

/** A node of another format as the element that is the same thing. */
const toElement: Element = ({ ref, role, name, text, value, states }) => {
  if (role === 'statictext') return { before: escapeText(name || text), text: '', name: '' }
  const native = TAGS.get(role)
  const [tag = 'div', type] = (native ?? (role === 'heading' ? `h${states.level ?? 2}` : 'div')).split(' ')
  const inside = tag === 'a' || tag === 'button' || tag === 'option' || /^h\d$/.test(tag)
  const attributes: [string, string][] = []
  if (ref !== null) attributes.push(['bid', ref])
  if (type) attributes.push(['type', type])
  if (!native && role !== 'heading' && role !== 'generic') attributes.push(['role', role])
  if (tag === 'a') attributes.push(['href', '#'])
  if (name && !inside) attributes.push([tag === 'img' ? 'alt' : 'aria-label', name])
  if (value !== null && tag === 'input') attributes.push(['value', value])
  for (const state of ['checked', 'disabled', 'required', 'selected'])
    if (states[state] === true) attributes.push([state, ''])
  const written = attributes.map(([key, said]): [string, string] => [key, escapeAttribute(said)])
  return {
    before: spellTag(tag, written),
    text: tag === 'input' ? '' : escapeText(inside ? name : text || (value ?? '')),
    name: tag
  }
}

const TAGS = new Map(
  Object.entries({
    button: 'button',
    cell: 'td',
    checkbox: 'input checkbox',
    document: 'html',
    img: 'img',
    link: 'a',
    list: 'ul',
    listitem: 'li',
    main: 'main',
    navigation: 'nav',
    option: 'option',
    paragraph: 'p',
    radio: 'input radio',
    row: 'tr',
    searchbox: 'input search',
    table: 'table',
    textbox: 'input text'
  })
)
