// Where on a screen a gesture happens.
import type { Gesture, Spot } from '../../../core/observations/screens/gestures.ts'
import type { Screen } from '../../../core/observations/screens/screen.ts'
import { label } from './kinds.ts'
import { above, optionsOf, outlineOf } from './outline.ts'

/** A node, at its middle: what the keyboard means by it, and what a person who clicks on a control means. */
export function spotOf(screen: Screen, index: number): Spot {
  const bounds = screen.nodes[index]?.bounds
  if (!bounds) return { node: index, x: null, y: null }
  return { node: index, x: Math.round(bounds.x + bounds.width / 2), y: Math.round(bounds.y + bounds.height / 2) }
}

/** The smallest thing at a pixel; of two as small, the one drawn later. */
export function nodeAtPixel({ nodes }: Screen, x: number, y: number): number | null {
  let [found, area] = [-1, Number.POSITIVE_INFINITY]
  nodes.forEach(({ bounds }, index) => {
    if (!bounds || x < bounds.x || y < bounds.y || x >= bounds.x + bounds.width || y >= bounds.y + bounds.height) return
    const size = bounds.width * bounds.height
    if (size > area) return
    found = index
    area = size
  })
  return found < 0 ? null : found
}

/** What Enter and a plain click do: an option is chosen in the list it belongs to, anything else is clicked. */
export function pressed(screen: Screen, index: number, at: Spot): Gesture {
  const outline = outlineOf(screen)
  const node = screen.nodes[index]
  const list =
    outline.kinds[index] === 'option' ? above(screen, index).find((at) => outline.kinds[at] === 'select') : undefined
  if (node && list !== undefined) return { type: 'select', at: spotOf(screen, list), options: [label(node)] }
  return { type: 'click', at, button: 'left', count: 1 }
}

/** What can be chosen in a drop-down that is shut, as a gesture each; of anything else, nothing. */
export function choices(screen: Screen, index: number): { title: string; gesture: Gesture }[] {
  const outline = outlineOf(screen)
  const states = screen.nodes[index]?.states
  if (outline.kinds[index] !== 'select' || states?.expanded === true || states?.disabled === true) return []
  return optionsOf(outline, index).flatMap((child) => {
    const option = screen.nodes[child]
    const title = option ? label(option) : ''
    return title === '' || option?.states.disabled === true
      ? []
      : [{ title, gesture: { type: 'select', at: spotOf(screen, index), options: [title] } }]
  })
}
