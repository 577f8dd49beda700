// Where a gesture lands: what the screen domains share in reading a spot on a screen.
import type { Spot } from '../observations/screens/gestures.ts'
import type { Screen, ScreenNode } from '../observations/screens/screen.ts'
import type { Target } from './intents.ts'

export interface Point {
  x: number
  y: number
}

/** The thing that actions name so. */
export function namedBy(screen: Screen, ref: string): Target {
  const node = screen.nodes.findIndex((one) => one.ref === ref)
  return node < 0 ? { missing: ref } : { node }
}

/**
 * The smallest thing at a pixel, of two of one size the later, which lies in the earlier or above it; `null` for none. Items of menus lie
 * above all else, and what is in a window that is told to be in front above other windows.
 */
export function nodeAt(screen: Screen, x: number, y: number): number | null {
  const { nodes } = screen
  let found: number | null = null
  let [least, highest] = [Number.POSITIVE_INFINITY, 0]
  nodes.forEach(({ bounds, states }, index) => {
    if (!bounds || states.hidden === true) return
    const isThere = x >= bounds.x && y >= bounds.y && x < bounds.x + bounds.width && y < bounds.y + bounds.height
    const area = bounds.width * bounds.height
    if (!isThere) return
    const layer = layerOf(screen, index)
    if (layer < highest || (layer === highest && area > least)) return
    found = index
    least = area
    highest = layer
  })
  return found
}

const ITEM = /^(?:check-|radio-)?menu-item$/

function layerOf({ nodes }: Screen, index: number): number {
  if (ITEM.test(nodes[index]?.tag ?? '')) return 2
  // A parent's index is smaller than its child's, so this ends.
  for (let node = nodes[index]; node; node = nodes[node.parent]) if (node.states.active === true) return 1
  return 0
}

/** The node of the spot and those it lies in, inside out; empty when the spot has none. */
export function upward(spot: Spot, { nodes }: Screen): ScreenNode[] {
  const found: ScreenNode[] = []
  // A parent's index is smaller than its child's, so this ends.
  for (let node = nodes[spot.node ?? -1]; node; node = nodes[node.parent]) found.push(node)
  return found
}

/**
 * Whole pixels to click for the spot. A thing is clicked in its middle, as agents do; what has other things in it, or in its middle, is
 * clicked where it was pointed at. `null` when neither is known.
 */
export function pointOf(spot: Spot, screen: Screen): Point | null {
  const middle = middleOf(spot, screen)
  return middle && isFree(middle, spot.node, screen) ? middle : (pointed(spot) ?? middle)
}

/** Whether a click there is a click on the node itself. Where nothing tells what lies in what, what is smaller counts as above. */
function isFree({ x, y }: Point, index: number | null, { nodes }: Screen): boolean {
  const own = nodes[index ?? -1]?.bounds
  if (!own) return true
  if (nodes.some(({ parent }) => parent >= 0)) return !nodes.some(({ parent }) => parent === index)
  return !nodes.some(({ bounds }) => {
    if (!bounds || bounds.width * bounds.height >= own.width * own.height) return false
    return x >= bounds.x && y >= bounds.y && x < bounds.x + bounds.width && y < bounds.y + bounds.height
  })
}

/** Where it was pointed at, to the pixel; the middle of its node where that is not known. For drags, which may begin and end in one node. */
export function pixelOf(spot: Spot, screen: Screen): Point | null {
  return pointed(spot) ?? middleOf(spot, screen)
}

function pointed({ x, y }: Spot): Point | null {
  return x === null || y === null ? null : { x: Math.round(x), y: Math.round(y) }
}

/** The middle of what of the node is on the screen, whose right and bottom edges are not known for certain. */
function middleOf(spot: Spot, screen: Screen): Point | null {
  const bounds = upward(spot, screen)[0]?.bounds
  if (!bounds) return null
  const [left, top] = [Math.max(0, bounds.x), Math.max(0, bounds.y)]
  const [right, bottom] = [bounds.x + bounds.width, bounds.y + bounds.height]
  return right > left && bottom > top ? { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) } : null
}

/** Which way most of a movement goes; `null` for none. Positive is right and down, as on screens. */
export function directionOf(dx: number, dy: number): 'up' | 'down' | 'left' | 'right' | null {
  if (!dx && !dy) return null
  if (Math.abs(dy) >= Math.abs(dx)) return dy > 0 ? 'down' : 'up'
  return dx > 0 ? 'right' : 'left'
}
