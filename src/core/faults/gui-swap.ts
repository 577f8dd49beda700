// Two things of a screen that change places: where they are and what they are numbered stays, what they are is exchanged.

import { readers, readScreen } from '../observations/screens/readers/index.ts'
import type { Screen, ScreenNode } from '../observations/screens/screen.ts'
import { present } from '../text/present.ts'

/** A thing that can be pressed, and the index of its node. */
export interface Pressable {
  index: number
  name: string
}

const PRESSABLE = new Set(['button', 'link', 'menuitem', 'tab', 'option', 'listitem', 'checkbox', 'radio', 'switch'])

/** Pairs of the same kind with different names, in the order of the screen. */
export function pairsIn(screen: Screen): [Pressable, Pressable][] {
  const kinds = new Map<string, Pressable[]>()
  screen.nodes.forEach((node, index) => {
    const name = node.name || node.text
    if (!name || (!PRESSABLE.has(node.role) && node.states.clickable !== true)) return
    if (node.role === 'textbox' || node.role === 'document') return
    const kind = `${node.role}\0${insideOf(screen, index).length}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), { index, name }])
  })
  return [...kinds.values()].flatMap((alike) =>
    alike.slice(1).flatMap((two, at): [Pressable, Pressable][] => {
      const one = present(alike[at])
      return one.name === two.name || contains(screen, one.index, two.index) ? [] : [[one, two]]
    })
  )
}

/** The screen as text with both exchanged; `null` where its format cannot tell it so. */
export function swapped(text: string, screen: Screen, [one, two]: readonly [Pressable, Pressable]): string | null {
  const whole = screen.format === 'html' ? swapElements(text, screen, one, two) : swapNodes(screen, one, two)
  const again = whole === null ? { problem: '' } : readScreen(whole)
  if ('problem' in again) return null
  const { nodes, warnings } = again.screen
  const told = (index: number) => nodes[index]?.name || nodes[index]?.text
  const moved = told(one.index) === two.name && told(two.index) === one.name
  return moved && nodes.length === screen.nodes.length && warnings.length <= screen.warnings.length ? whole : null
}

/** The indexes of what lies in a node. */
function insideOf({ nodes }: Screen, index: number): number[] {
  const found: number[] = []
  // Parents come first, so what lies in a node follows it without a gap.
  for (let at = index + 1; at < nodes.length; at++) {
    const parent = nodes[at]?.parent ?? -1
    if (parent !== index && !(parent > index)) break
    found.push(at)
  }
  return found
}

const contains = (screen: Screen, outer: number, inner: number) => insideOf(screen, outer).includes(inner)

function swapNodes(screen: Screen, one: Pressable, two: Pressable): string | null {
  const reader = readers.find(({ name }) => name === screen.format)
  if (!reader || !screen.layout) return null
  const nodes = [...screen.nodes]
  const first = [one.index, ...insideOf(screen, one.index)]
  const second = [two.index, ...insideOf(screen, two.index)]
  first.forEach((index, nth) => {
    const other = present(second[nth])
    const [a, b] = [present(screen.nodes[index]), present(screen.nodes[other])]
    nodes[index] = at(a, b)
    nodes[other] = at(b, a)
  })
  return reader.write({ ...screen, nodes, layout: screen.layout })
}

// What formats say of where a thing is and what it is numbered.
const PLACES = new Set(['index', 'bounds', 'box', 'center', 'position', 'size', 'bbox', 'bbox_pixels', 'ref', 'bid'])

const isPlace = (name: string) => PLACES.has(name) || /:(?:screencoord|size)$/i.test(name)

/** `thing` where `place` is. */
function at(place: ScreenNode, thing: ScreenNode): ScreenNode {
  const places = new Map(place.attributes.filter(([name]) => isPlace(name)))
  const attributes = thing.attributes.map(([name, value]): [string, string] => [name, places.get(name) ?? value])
  const { ref, bounds, parent, start, end } = place
  return { ...thing, attributes, ref, bounds, parent, start, end }
}

/** In HTML the words stand between the tags. */
function swapElements(text: string, screen: Screen, one: Pressable, two: Pressable): string | null {
  const first = elementAt(text, screen, one.index)
  const second = elementAt(text, screen, two.index)
  if (!first || !second || first.end > second.start) return null
  const number = (written: string, from: ScreenNode, to: ScreenNode) =>
    from.ref === null || to.ref === null ? written : written.replace(`"${from.ref}"`, `"${to.ref}"`)
  const [a, b] = [present(screen.nodes[one.index]), present(screen.nodes[two.index])]
  return [
    text.slice(0, first.start),
    number(text.slice(second.start, second.end), b, a),
    text.slice(first.end, second.start),
    number(text.slice(first.start, first.end), a, b),
    text.slice(second.end)
  ].join('')
}

/** From its opening tag to its closing one, where nothing of the same kind lies in it. */
function elementAt(text: string, { nodes }: Screen, index: number): { start: number; end: number } | null {
  const { start, end, tag } = present(nodes[index])
  const close = `</${tag}>`
  const at = text.indexOf(close, end)
  const another = text.indexOf(`<${tag}`, end)
  if (at < 0 || (another >= 0 && another < at)) return null
  return { start, end: at + close.length }
}
