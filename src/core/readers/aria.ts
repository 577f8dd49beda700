// Playwright's aria snapshot: `- role "name" [attr=value] [ref=e2]: text`, what lies in a thing indented below it (spec/formats 4.5).
import type { Reader } from '../plugins.ts'
import type { Screen, ScreenNode } from '../screen.ts'
import { extent, fromSize } from './bounds.ts'
import { layOut, type Spell, writeLaidOut } from './layout.ts'
import { createWarnings, linesOf } from './lines.ts'
import { BEGINNING } from './outline.ts'
import { readPreface, writePreface } from './preface.ts'
import { readDouble, readSingle, writeKey, writeValue } from './yaml.ts'

export const aria: Reader = {
  name: 'aria',
  title: 'a Playwright aria snapshot',
  recognises(text) {
    const beginning = text.slice(0, BEGINNING)
    return readPreface(beginning, begins).start < beginning.length
  },
  read,
  write
}

// A role is one word in small letters, and what may follow it is known: the lists of Playwright's MCP server are none.
const BEGINS = /^[ \t]*- ['"]?[a-z][a-z-]*(?=['"]?(?:$|:(?:\s|$)| ["/[]))/

function begins(line: string): boolean {
  return BEGINS.test(line)
}

// What their text was entered or chosen.
const FIELDS = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox', 'slider'])

function read(text: string): Screen {
  const { start, ...said } = readPreface(text, begins)
  const nodes: ScreenNode[] = []
  const warnings = createWarnings()
  const open: { node: number; depth: number }[] = []
  for (const at of linesOf(text, start)) {
    const depth = at.indent.length
    const line = text.slice(at.start, at.end)
    // The fence that a snapshot lies in: what follows it is no part of it.
    if (line === '```') break
    const item = line.startsWith('- ') ? readItem(line) : null
    if (!item) {
      const last = nodes.at(-1)
      if (last && open.length && depth > open.at(-1)!.depth && !line.startsWith('- ')) {
        goOn(last, line)
        last.end = at.end
      } else warnings.line(text, at, 'is no item of an aria snapshot and was left out')
      continue
    }
    while (open.length && open.at(-1)!.depth >= depth) open.pop()
    const parent = open.at(-1)?.node ?? -1
    const owner = nodes[parent]
    if (item.closed === false) warnings.line(text, at, 'lacks a closing quote')
    if (item.key.startsWith('/') && owner) {
      owner.attributes.push([item.key, item.text])
      continue
    }
    const node = toNode(item, parent, at)
    if (!node) {
      warnings.line(text, at, 'names no role and was left out')
      continue
    }
    // Playwright writes what a field holds on a line of its own once the field has properties.
    if (owner && node.tag === 'text' && FIELDS.has(owner.role) && !owner.value && owner.attributes.length) {
      owner.value = node.name
      continue
    }
    open.push({ node: nodes.length, depth })
    nodes.push(node)
  }
  if (!nodes.length) throw new Error('it has no line such as - button "Save" [ref=e2].')
  const layout = layOut(text, nodes, speller({ nodes, own: true }))
  return { format: 'aria', nodes, ...extent(nodes), ...said, warnings: warnings.done(), layout }
}

interface Item {
  /** Without YAML's quotes. */
  key: string
  text: string
  /** Whether there was a colon after the key. */
  closed: boolean
}

/** `- key: text`. The key ends at the first colon that is in no quotes. */
function readItem(line: string): Item {
  let at = 2
  while (line[at] === ' ') at++
  const quote = line[at]
  if (quote === "'" || quote === '"') {
    const { value, end, closed } = quote === "'" ? readSingle(line, at) : readDouble(line, at)
    return { key: value, ...readText(line, end, closed) }
  }
  const from = at
  while (at < line.length && !(line[at] === ':' && (at + 1 === line.length || line[at + 1] === ' '))) {
    at = line[at] === '"' ? readDouble(line, at).end : at + 1
  }
  return { key: line.slice(from, at), ...readText(line, at, true) }
}

function readText(line: string, colon: number, closed: boolean): { text: string; closed: boolean } {
  if (line[colon] !== ':') return { text: '', closed }
  let at = colon + 1
  while (line[at] === ' ') at++
  if (line[at] === '"') {
    const scalar = readDouble(line, at)
    return { text: scalar.value, closed: closed && scalar.closed }
  }
  if (line[at] === "'") {
    const scalar = readSingle(line, at)
    return { text: scalar.value, closed: closed && scalar.closed }
  }
  const text = line.slice(at).trimEnd()
  // A block of text follows on lines of its own.
  return { text: /^[|>][-+]?$/.test(text) ? '' : text, closed }
}

/** A text that goes on on the next line. */
function goOn(node: ScreenNode, line: string): void {
  const field = node.tag === 'text' ? 'name' : FIELDS.has(node.role) ? 'value' : 'text'
  const before = node[field] ?? ''
  node[field] = before ? `${before} ${line.trim()}` : line.trim()
}

const KEY = /^([a-z][\w-]*)(?= |$)/i
const ATTRIBUTE = / *\[([\w-]+)(?:=([^\]]*))?\]/y

function toNode(
  { key, text }: Item,
  parent: number,
  { start, end }: { start: number; end: number }
): ScreenNode | null {
  const bare = { ref: null, text: '', value: null, states: {}, bounds: null, attributes: [], parent, start, end }
  if (key === 'text') return { ...bare, role: 'statictext', tag: 'text', name: text }
  const tag = KEY.exec(key)?.[1]
  if (!tag) return null
  const role = tag.toLowerCase()
  let at = tag.length
  let name = ''
  if (key.startsWith(' "', at)) {
    const scalar = readDouble(key, at + 1)
    name = scalar.value
    at = scalar.end
  } else if (key.startsWith(' /', at)) {
    // A pattern, in snapshots that tests compare with.
    const close = key.lastIndexOf('/')
    const until = close > at + 1 ? close + 1 : key.length
    name = key.slice(at + 1, until)
    at = until
  }
  const field = FIELDS.has(role)
  const node: ScreenNode = { ...bare, role, tag, name, value: field ? text : null, text: field ? '' : text }
  ATTRIBUTE.lastIndex = at
  for (let match = ATTRIBUTE.exec(key); match; match = ATTRIBUTE.exec(key)) {
    takeAttribute(node, match[1] ?? '', match[2] ?? null)
  }
  return node
}

function takeAttribute(node: ScreenNode, name: string, value: string | null): void {
  if (name === 'ref' && value) node.ref = value
  else if (name === 'cursor') {
    node.states.clickable = value === 'pointer'
    // Since it got a place after the reference it says nothing else; older snapshots have it before.
    if (node.ref === null || value !== 'pointer') node.attributes.push([name, value ?? ''])
  } else if (name === 'box') {
    const [x = Number.NaN, y = Number.NaN, width = Number.NaN, height = Number.NaN] = (value ?? '')
      .split(',')
      .map(Number)
    node.bounds = fromSize(x, y, width, height)
  } else if (/^[a-z]/i.test(name)) {
    node.states[STATES.get(name) ?? name] =
      value === null || value === 'true' ? true : value === 'false' ? false : value
  }
}

// Where Playwright has a word of its own for a state.
const STATES = new Map([
  ['active', 'focused'],
  ['aria-hidden', 'hidden']
])
const WRITTEN = new Map([...STATES].map(([word, state]) => [state, word]))

function write(screen: Screen): string {
  const { nodes } = screen
  const own = screen.format === 'aria'
  const spell = speller({ nodes, own })
  const laidOut = writeLaidOut(screen, 'aria', spell)
  if (laidOut !== null) return laidOut
  const depths: number[] = []
  const lines: string[] = []
  nodes.forEach((node, index) => {
    const depth = node.parent < 0 ? 0 : (depths[node.parent] ?? 0) + 1
    depths[index] = depth
    const line = spell(node, index)
    lines.push('  '.repeat(depth) + line)
    const within = `${'  '.repeat(depth + 1)}- `
    for (const [name, value] of propertiesOf(node)) lines.push(`${within}${name}: ${writeValue(value)}`)
    const text = node.value || node.text
    if (line.endsWith(':') && text && node.role !== 'statictext') lines.push(`${within}text: ${writeValue(text)}`)
  })
  return writePreface(screen) + lines.join('\n')
}

/** The line of a node: what lies in it, and its properties, follow on lines of their own. */
function speller({ nodes, own }: { nodes: ScreenNode[]; own: boolean }): Spell {
  const parents = new Set(nodes.map(({ parent }) => parent))
  return (node, index) => {
    const full = parents.has(index)
    if (node.role === 'statictext' && !full) return `- text: ${writeValue(node.name || node.text)}`
    const key = `- ${writeKey(keyOf(node, own))}`
    const text = node.value || node.text
    if (full || propertiesOf(node).length) return `${key}:`
    return text ? `${key}: ${writeValue(text)}` : key
  }
}

function propertiesOf({ attributes }: ScreenNode): [string, string][] {
  return attributes.filter(([name]) => name.startsWith('/'))
}

function keyOf({ role, tag, name, states, attributes, ref, bounds }: ScreenNode, own: boolean): string {
  const parts = [own ? tag : role.replace(/[^\w-]+/g, '-') || 'generic']
  if (name)
    parts.push(own && name.startsWith('/') && name.endsWith('/') && name.length > 1 ? name : JSON.stringify(name))
  for (const [state, value] of Object.entries(states)) {
    if (state === 'clickable' || (!own && value === false)) continue
    parts.push(value === true ? `[${WRITTEN.get(state) ?? state}]` : `[${WRITTEN.get(state) ?? state}=${value}]`)
  }
  const cursor = attributes.find(([attribute]) => attribute === 'cursor')
  if (own && cursor) parts.push(`[cursor=${cursor[1]}]`)
  if (ref !== null) parts.push(`[ref=${ref}]`)
  if (states.clickable === true && !cursor) parts.push('[cursor=pointer]')
  if (bounds) parts.push(`[box=${bounds.x},${bounds.y},${bounds.width},${bounds.height}]`)
  return parts.join(' ')
}
