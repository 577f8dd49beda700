// Where a gesture lands: what the screen domains share in reading a spot on a screen.
import type { Spot } from '../gestures.ts'
import type { Screen, ScreenNode } from '../screen.ts'

export interface Point {
  x: number
  y: number
}

/** The node of the spot and those it lies in, inside out; empty when the spot has none. */
export function upward(spot: Spot, { nodes }: Screen): ScreenNode[] {
  const found: ScreenNode[] = []
  // A parent's index is smaller than its child's, so this ends.
  for (let node = nodes[spot.node ?? -1]; node; node = nodes[node.parent]) found.push(node)
  return found
}

/**
 * Whole pixels to click for the spot. A thing is clicked in its middle, as agents do; what has other things in it is clicked where
 * it was pointed at. `null` when neither is known.
 */
export function pointOf(spot: Spot, screen: Screen): Point | null {
  const middle = middleOf(spot, screen)
  const within = spot.node !== null && screen.nodes.some(({ parent }) => parent === spot.node)
  return within ? (pointed(spot) ?? middle) : (middle ?? pointed(spot))
}

/** Where it was pointed at, to the pixel; the middle of its node where that is not known. For drags, which may begin and end in one node. */
export function pixelOf(spot: Spot, screen: Screen): Point | null {
  return pointed(spot) ?? middleOf(spot, screen)
}

function pointed({ x, y }: Spot): Point | null {
  return x === null || y === null ? null : { x: Math.round(x), y: Math.round(y) }
}

function middleOf(spot: Spot, screen: Screen): Point | null {
  const bounds = upward(spot, screen)[0]?.bounds
  if (!bounds || bounds.width <= 0 || bounds.height <= 0) return null
  return { x: Math.round(bounds.x + bounds.width / 2), y: Math.round(bounds.y + bounds.height / 2) }
}

/** Which way most of a movement goes; `null` for none. Positive is right and down, as on screens. */
export function directionOf(dx: number, dy: number): 'up' | 'down' | 'left' | 'right' | null {
  if (!dx && !dy) return null
  if (Math.abs(dy) >= Math.abs(dx)) return dy > 0 ? 'down' : 'up'
  return dx > 0 ? 'right' : 'left'
}

/** A text inside a label: on one line, and not too long for a timeline. */
export function brief(text: string): string {
  const line = text.replace(/\r\n?|\n/g, '⏎').replace(/\p{Cc}/gu, ' ')
  const chars = [...line]
  return `“${chars.length > LONGEST ? `${chars.slice(0, LONGEST).join('')}…` : line}”`
}

// A label beside a step's number has room for about one field and this much of what went into it.
const LONGEST = 60

/** A screen's text as it is compared: captures differ in line ends and in blanks at the ends of lines. */
export function normaliseScreen(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd())
  return lines.join('\n').replace(/^\n+/, '').trimEnd()
}
