// One item of an aria snapshot: `- role "name" [attr=value] [ref=e2]: text`.
import type { ScreenNode } from '../../screen.ts'
import { fromSize } from '../bounds.ts'
import { FIELDS } from '../roles.ts'
import { readDouble, readSingle } from '../yaml.ts'

export interface Item {
  /** Without YAML's quotes. */
  key: string
  text: string
  /** Whether every quote that opens closes. */
  closed: boolean
}

/** `- key: text`. The key ends at the first colon that is in no quotes. */
export function readItem(line: string): Item {
  let at = 2
  while (line[at] === ' ') at++
  const quote = line[at]
  if (quote === "'" || quote === '"') {
    const { value, end, closed } = quote === "'" ? readSingle(line, at) : readDouble(line, at)
    return { key: value, ...readText(line, end, closed) }
  }
  const from = at
  let whole = true
  while (at < line.length && !(line[at] === ':' && (at + 1 === line.length || line[at + 1] === ' '))) {
    if (line[at] === '"') {
      const { end, closed } = readDouble(line, at)
      whole &&= closed
      at = end
    } else at++
  }
  return { key: line.slice(from, at), ...readText(line, at, whole) }
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
export function goOn(node: ScreenNode, line: string): void {
  const field = node.tag === 'text' ? 'name' : FIELDS.has(node.role) ? 'value' : 'text'
  const before = node[field] ?? ''
  node[field] = before ? `${before} ${line.trim()}` : line.trim()
}

const KEY = /^([a-z][a-z-]*)(?= |$)/
const ATTRIBUTE = / *\[([\w-]+)(?:=([^\]]*))?\]/y

/** `null` when it names no role, or something else than a role and attributes. */
export function toNode(
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
  let seen = at
  for (let match = ATTRIBUTE.exec(key); match; match = ATTRIBUTE.exec(key)) {
    takeAttribute(node, match[1] ?? '', match[2] ?? null)
    seen = ATTRIBUTE.lastIndex
  }
  return key.slice(seen).trim() ? null : node
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
/** And back. */
export const WRITTEN = new Map([...STATES].map(([word, state]) => [state, word]))
