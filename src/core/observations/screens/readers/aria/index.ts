// Playwright's aria snapshot: `- role "name" [attr=value] [ref=e2]: text`, what lies in a thing indented below it.
import type { ScreenReader } from '../../reader.ts'
import type { Screen, ScreenNode } from '../../screen.ts'
import { extent } from '../bounds.ts'
import { laidOut, type Spell, writeLaidOut } from '../layout.ts'
import { BEGINNING, DEEPEST, MOST_NODES, TOO_DEEP, TOO_MANY } from '../limits.ts'
import { createWarnings, linesOf } from '../lines.ts'
import { readPreface, writePreface } from '../preface.ts'
import { FIELDS } from '../roles.ts'
import { writeKey, writeValue } from '../yaml.ts'
import { goOn, readItem, toNode, WRITTEN } from './item.ts'
import { isRole } from './roles.ts'

export const aria: ScreenReader = {
  name: 'aria',
  title: 'a Playwright aria snapshot',
  recognises(text) {
    const beginning = text.slice(0, BEGINNING)
    const { url, title, tabs, preface, start } = readPreface(beginning, begins)
    if (start >= beginning.length || isMarkdown(preface)) return false
    return url !== null || title !== null || tabs.length > 0 || isSnapshot(beginning.slice(start))
  },
  read,
  write
}

// A role in lower case and what may follow it. Of the roles alone on a line only these count: the others are also words of English lists.
const BEGINS =
  /^[ \t]*- ['"]?(?:[a-z][a-z-]*(?=['"]?(?::(?:\s|$)| ["/[]))|(?:document|generic|main|banner|navigation|iframe|img|list|table)['"]?\s*$)/

function begins(line: string): boolean {
  return BEGINS.test(line)
}

// What only a snapshot says of a thing: its name in quotes, or what it is in brackets.
const TOLD = /^[ \t]*- ['"]?([a-z][a-z-]*)(?: ["/[])/
const WORD = /^[ \t]*- ['"]?([a-z][a-z-]*)['"]?(?::|\s*$)/

/**
 * Whether what begins like a snapshot goes on like one: `- status: done` also stands in lists that people write. A name in quotes or
 * brackets tell, and so do two things that have nothing but roles.
 */
function isSnapshot(text: string): boolean {
  const lines = text.split('\n', 3).filter((line) => line.trim() !== '')
  const first = lines[0] ?? ''
  if (/ \[ref=/.test(first) || isRole(TOLD.exec(first)?.[1] ?? '')) return true
  return lines.length > 1 && lines.slice(0, 2).every((line) => isRole((TOLD.exec(line) ?? WORD.exec(line))?.[1] ?? ''))
}

/** Whether it is a document that shows a snapshot: it has a title or other code before it. Playwright's own headings are of the third level. */
function isMarkdown(preface: string): boolean {
  const lines = preface.trimEnd().split('\n')
  return lines.some(
    (line, index) =>
      /^#{1,2} \S|^---\s*$/.test(line) || (index < lines.length - 1 && /^```(?:ya?ml|bash|sh|shell)\s*$/.test(line))
  )
}

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
    if (nodes.length === MOST_NODES) {
      warnings.add(TOO_MANY)
      break
    }
    const item = line.startsWith('- ') ? readItem(line) : null
    if (!item) {
      const last = nodes.at(-1)
      const inner = open.at(-1)
      if (last && inner && depth > inner.depth && !line.startsWith('- ')) {
        goOn(last, line)
        last.end = at.end
      } else warnings.line(text, at, 'is no item of an aria snapshot and was left out')
      continue
    }
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop()
    const parent = open.at(-1)?.node ?? -1
    const owner = nodes[parent]
    if (!item.closed) warnings.line(text, at, 'lacks a closing quote')
    if (item.key.startsWith('/') && owner) {
      owner.attributes.push([item.key, item.text])
      continue
    }
    const node = toNode(item, parent, at)
    if (!node) {
      warnings.line(text, at, 'is no item of an aria snapshot and was left out')
      continue
    }
    // Playwright writes what a field holds on a line of its own once the field has properties.
    if (owner && node.tag === 'text' && FIELDS.has(owner.role) && !owner.value && owner.attributes.length) {
      owner.value = node.name
      continue
    }
    if (open.length === DEEPEST) {
      warnings.once(TOO_DEEP)
      node.parent = open.at(-2)?.node ?? -1
      open.pop()
    }
    open.push({ node: nodes.length, depth })
    nodes.push(node)
  }
  if (!nodes.length) throw new Error('it has no line such as - button "Save" [ref=e2].')
  for (const { role, parent, states, name } of nodes) {
    const owner = nodes[parent]
    if (role === 'option' && states.selected === true && owner?.role === 'combobox') owner.value ||= name
  }
  return laidOut(
    { format: 'aria', nodes, ...extent(nodes), ...said, warnings: warnings.done() },
    text,
    speller({ nodes, own: true })
  )
}

function write(screen: Screen): string {
  const { nodes } = screen
  const own = screen.format === 'aria'
  const spell = speller({ nodes, own })
  const laidOut = writeLaidOut(screen, 'aria', spell)
  if (laidOut !== null) return laidOut
  const depths: number[] = []
  const lines: string[] = []
  // What is chosen is told of the option.
  const chosen = new Set(nodes.filter(({ states }) => states.selected === true).map(({ parent }) => parent))
  nodes.forEach((node, index) => {
    const depth = node.parent < 0 ? 0 : (depths[node.parent] ?? 0) + 1
    depths[index] = depth
    const line = spell(node, index)
    lines.push('  '.repeat(depth) + line)
    const within = `${'  '.repeat(depth + 1)}- `
    for (const [name, value] of propertiesOf(node)) lines.push(`${within}${name}: ${writeValue(value)}`)
    const text = node.value || node.text
    const follows = line.endsWith(':') && node.role !== 'statictext' && !(node.role === 'combobox' && chosen.has(index))
    if (text && follows) lines.push(`${within}text: ${writeValue(text)}`)
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
