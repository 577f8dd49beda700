// What a key means on the picture: the same everywhere, whichever world it shows.
import type { Gesture } from '../../../core/observations/screens/gestures.ts'
import type { Screen } from '../../../core/observations/screens/screen.ts'
import { outlineOf } from './outline.ts'
import type { Way } from './roving.ts'
import { pressed, spotOf } from './spots.ts'

export type Meaning =
  | { do: 'move'; from: number | null; way: Way }
  | { do: 'escape' }
  | { do: 'menu'; node: number }
  /** Opens the line for text; `node` `null`: for wherever the world's focus is. */
  | { do: 'type'; node: number | null; text: string }
  /** What Enter does, unless something waits to be sent. */
  | { do: 'press'; node: number; gesture: Gesture }
  | { do: 'gesture'; node: number | null; gesture: Gesture }

export interface KeyboardFocus {
  screen: Screen
  /** The node that has the keyboard. */
  at: number | null
  /** The node that a drag has begun at. */
  dragging: number | null
  /** Pixels that a page down is. */
  far: number
}

interface Pressed {
  key: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

/** `null` for a key that is not the picture's. */
export function meaning(
  { key, altKey, ctrlKey, metaKey }: Pressed,
  { screen, at, dragging, far }: KeyboardFocus
): Meaning | null {
  if (key === 'Escape') return { do: 'escape' }
  // Chords belong to the window; the button "Key…" sends them to the world.
  if (altKey || ctrlKey || metaKey) return null
  const way = WAYS[key]
  if (way) return { do: 'move', from: at, way }
  if (key === 'PageDown' || key === 'PageUp') {
    const spot = at === null ? null : spotOf(screen, scroller(screen, at))
    return {
      do: 'gesture',
      node: at,
      gesture: { type: 'scroll', at: spot, dx: 0, dy: key === 'PageDown' ? far : -far }
    }
  }
  if (at === null) return null
  const field = outlineOf(screen).kinds[at] === 'field'
  const value = screen.nodes[at]?.value ?? ''
  if (key === 'ContextMenu' || key === 'F10') return { do: 'menu', node: at }
  if (key === 'Enter' || (key === ' ' && !field)) {
    if (dragging === null) return { do: 'press', node: at, gesture: pressed(screen, at, spotOf(screen, at)) }
    return {
      do: 'gesture',
      node: at,
      gesture: { type: 'drag', from: spotOf(screen, dragging), to: spotOf(screen, at) }
    }
  }
  if (key === 'F2') return { do: 'type', node: at, text: value }
  if (key.length === 1)
    return field ? { do: 'type', node: at, text: value + key } : { do: 'type', node: null, text: key }
  if (field && key === 'Backspace') return { do: 'type', node: at, text: value.slice(0, -1) }
  return field && key === 'Delete' ? { do: 'type', node: at, text: '' } : null
}

const WAYS: Record<string, Way> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last'
}

/** The nearest thing around a node that scrolls, else the node itself. */
function scroller(screen: Screen, index: number): number {
  for (let at = index; at >= 0; at = screen.nodes[at]?.parent ?? -1) {
    if (screen.nodes[at]?.states.scrollable === true) return at
  }
  return index
}
