// How an observation is put together, so that it can be written as it was read.
import type { Screen, ScreenNode } from '../screen.ts'

/** How the format writes one node: exactly what its span should hold. */
export type Spell = (node: ScreenNode, index: number) => string

/** Pieces of the text as written and, for each node whose span holds what `spell` makes of it, its index. */
export function layOut(text: string, nodes: ScreenNode[], spell: Spell): (string | number)[] {
  const layout: (string | number)[] = []
  let at = 0
  nodes.forEach((node, index) => {
    if (node.start < at || text.slice(node.start, node.end) !== spell(node, index)) return
    if (node.start > at) layout.push(text.slice(at, node.start))
    layout.push(index)
    at = node.end
  })
  if (at < text.length) layout.push(text.slice(at))
  return layout
}

/** The screen as it was laid out; `null` when it was not, or by another format. */
export function writeLaidOut({ format, nodes, layout }: Screen, own: string, spell: Spell): string | null {
  if (!layout || format !== own) return null
  return layout
    .map((piece) => {
      if (typeof piece === 'string') return piece
      const node = nodes[piece]
      return node ? spell(node, piece) : ''
    })
    .join('')
}
