// Pages in a Playwright trace as HTML. A snapshot refers to parts of the same frame's earlier ones: [[how many before, which node]].
import { isObject } from '../../../text/json.ts'

/** Deeper than pages nest; what lies below is left out. */
const DEEPEST = 400
// A page is not larger; references that each name two others would be.
const MOST_NODES = 200_000
const MOST_CHARACTERS = 8_000_000
const PRIVATE = '__playwright_'
const SILENT = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'BASE'])
const EMPTY = new Set('AREA BR COL EMBED HR IMG INPUT LINK META SOURCE TRACK WBR'.split(' '))
// Playwright keeps what a person entered beside the attributes.
const ENTERED = [
  ['value_', 'value'],
  ['checked_', 'checked'],
  ['selected_', 'selected']
] as const

interface Snapshot {
  html: unknown
  /** In the order that references count them; filled when one asks. */
  nodes: unknown[] | null
}

/** The snapshots of one frame, in the order of the trace. */
export function createFrame() {
  const snapshots: Snapshot[] = []
  let nodes = 0
  let characters = 0

  function render(node: unknown, at: number, depth: number): string {
    nodes++
    if (nodes > MOST_NODES || characters > MOST_CHARACTERS) return ''
    if (typeof node === 'string') {
      characters += node.length
      return escaped(node)
    }
    if (depth > DEEPEST || !Array.isArray(node)) return ''
    const [first] = node
    if (Array.isArray(first)) {
      const [before, index] = first
      const from = at - Number(before)
      const snapshot = snapshots[from]
      if (!snapshot || from > at) return ''
      snapshot.nodes ??= nodesOf(snapshot.html)
      const found = snapshot.nodes[Number(index)]
      return found === undefined ? '' : render(found, from, depth + 1)
    }
    if (typeof first !== 'string' || SILENT.has(first)) return ''
    const name = first.toLowerCase()
    const begin = `<${name}${attributes(isObject(node[1]) ? node[1] : {})}>`
    characters += begin.length
    if (EMPTY.has(first)) return begin
    const inside = node.slice(2).map((child) => render(child, at, depth + 1))
    return `${begin}${inside.join('')}</${name}>`
  }

  return {
    /** Keeps a snapshot. Call what it returns for the page as HTML; one that is too large ends early. */
    add(html: unknown): () => string {
      const at = snapshots.push({ html, nodes: null }) - 1
      return () => {
        nodes = 0
        characters = 0
        return render(html, at, 0)
      }
    }
  }
}

/** Nodes after their children; references are none. */
function nodesOf(html: unknown): unknown[] {
  const found: unknown[] = []
  const visit = (node: unknown, depth: number) => {
    if (typeof node === 'string') found.push(node)
    else if (Array.isArray(node) && typeof node[0] === 'string' && depth <= DEEPEST) {
      for (const child of node.slice(2)) visit(child, depth + 1)
      found.push(node)
    }
  }
  visit(html, 0)
  return found
}

function attributes(given: Record<string, unknown>): string {
  const kept = Object.entries(given).filter(([name]) => !name.startsWith(PRIVATE))
  const all = new Map(kept.map(([name, value]) => [name, String(value)]))
  for (const [from, to] of ENTERED) {
    const value = given[PRIVATE + from]
    if (typeof value !== 'string') continue
    if (to === 'value') all.set(to, value)
    else if (value === 'true') all.set(to, '')
    else all.delete(to)
  }
  return [...all].map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${escaped(value, true)}"`)).join('')
}

function escaped(text: string, quoted = false): string {
  const plain = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return quoted ? plain.replaceAll('"', '&quot;') : plain
}
