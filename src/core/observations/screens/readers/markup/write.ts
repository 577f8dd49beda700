// Writes nodes as XML or HTML.
import type { ScreenNode } from '../../screen.ts'
import { VOID } from './words.ts'

/** A node as an element: up to its last attribute, then what it holds, then its name. `name` is `''` for bare text. */
export type Element = (node: ScreenNode) => { before: string; text: string; name: string }

/** Nodes as markup without a blank between the tags. */
export function writeTree(nodes: ScreenNode[], element: Element, { html }: { html: boolean }): string {
  const pieces: string[] = []
  const open: { index: number; name: string }[] = []
  const closeTo = (parent: number) => {
    while (open.length > 0 && open.at(-1)?.index !== parent) pieces.push(`</${open.pop()?.name}>`)
  }
  nodes.forEach((node, index) => {
    const { before, text, name } = element(node)
    closeTo(node.parent)
    pieces.push(before)
    if (name === '') return
    // HTML closes only void elements so.
    if (text === '' && nodes[index + 1]?.parent !== index && (!html || VOID.has(name))) pieces.push('/>')
    else {
      pieces.push('>', text)
      open.push({ index, name })
    }
  })
  closeTo(-1)
  return pieces.join('')
}

/** `<name` and attributes as written, as real programs write them: double quotes, but for a value that has one. */
export function spellTag(name: string, attributes: [name: string, value: string][]): string {
  const quoted = attributes.map(([key, value]) => (value.includes('"') ? ` ${key}='${value}'` : ` ${key}="${value}"`))
  return `<${name}${quoted.join('')}`
}
