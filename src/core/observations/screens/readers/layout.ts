// How an observation is put together, so that it can be written as it was read.
import type { Screen, ScreenNode } from '../screen.ts'

/** How the format writes one node: what its span should hold, or begin with where what follows is written in several ways. */
export type Spell = (node: ScreenNode, index: number) => string

/** The screen with how its text is put together, which is found out when it is first asked for: only writing needs it. */
export function laidOut(screen: Omit<Screen, 'layout'>, text: string, spell: Spell): Screen {
  let layout: Screen['layout']
  return {
    ...screen,
    get layout() {
      layout ??= layOut(text, screen.nodes, spell)
      return layout
    }
  }
}

/** Pieces of the text as written and, for each node whose span begins with what `spell` makes of it, its index. */
function layOut(text: string, nodes: ScreenNode[], spell: Spell): (string | number)[] {
  const layout: (string | number)[] = []
  let at = 0
  nodes.forEach((node, index) => {
    const spelled = spell(node, index)
    const end = node.start + spelled.length
    if (node.start < at || end > node.end || !text.startsWith(spelled, node.start)) return
    if (node.start > at) layout.push(text.slice(at, node.start))
    layout.push(index)
    at = end
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
