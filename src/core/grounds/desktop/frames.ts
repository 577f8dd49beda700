// Where windows lie: moved by their title, made larger or smaller by their edges, and put to a side of the screen by a key.
import type { Point } from '../../domains/spots.ts'
import type { PixelBounds } from '../../observations/screens/screen.ts'
import { type DesktopState, type DesktopWindow, frontWindow, raised, withWindow } from './state.ts'

// Pixels: the bar above, the dock, and what windows may use.
export const BAR = 27
export const DOCK = 70
export const FULL: PixelBounds = { x: DOCK, y: BAR, width: 1920 - DOCK, height: 1080 - BAR }
export const TITLE = 40

// How near to an edge one has to be to have it, and how small a window may become.
const EDGE = 8
const LEAST = { width: 320, height: 200 }

/** A window whose edge, corner or title is dragged from one point to another; the same where none of them is. `isTitle`: its title lies at the first point. */
export function draggedWindow(
  state: DesktopState,
  at: number,
  { from, to, isTitle }: { from: Point; to: Point; isTitle: boolean }
): DesktopState {
  const window = state.windows[at]
  if (!window) return state
  const edge = window.maximised ? null : resized(window, from, to)
  const bounds = edge ?? (isTitle ? moved(window.bounds, from, to) : null)
  if (!bounds) return state
  const front = raised(state, at)
  return withWindow(front, front.windows.length - 1, { bounds, maximised: false })
}

function moved({ x, y, width, height }: PixelBounds, from: Point, to: Point): PixelBounds {
  return {
    x: within(x + to.x - from.x, DOCK, 1920 - 100),
    y: within(y + to.y - from.y, BAR, 1080 - 40),
    width,
    height
  }
}

/** `null` where no edge lies at the first point. */
function resized({ bounds }: DesktopWindow, from: Point, to: Point): PixelBounds | null {
  const { x, y, width, height } = bounds
  const right = x + width
  const isLeft = from.x < x + EDGE
  const isRight = from.x >= right - EDGE
  const isBottom = from.y >= y + height - EDGE
  if (!isLeft && !isRight && !isBottom) return null
  const left = isLeft ? within(to.x, DOCK, right - LEAST.width) : x
  const end = isRight ? within(to.x, x + LEAST.width, 1920) : right
  const bottom = isBottom ? within(to.y, y + LEAST.height, 1080) : y + height
  return { x: left, y, width: end - left, height: bottom - y }
}

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))

/** What the key of the system does with the window in front: half of the screen, all of it, or as it was; `null` for another key. */
export function tiled(state: DesktopState, keys: string): DesktopState | null {
  const front = frontWindow(state)
  const half = { ...FULL, width: Math.floor(FULL.width / 2) }
  const change: Partial<DesktopWindow> | undefined = {
    'Meta+ArrowLeft': { bounds: half, maximised: false },
    'Meta+ArrowRight': { bounds: { ...half, x: FULL.x + half.width }, maximised: false },
    'Meta+ArrowUp': { maximised: true },
    'Meta+ArrowDown': { maximised: false }
  }[keys]
  return change && front !== null ? withWindow(state, front, change) : null
}
