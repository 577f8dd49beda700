// Places on a screen, as the formats write them.
import type { PixelBounds, ScreenNode } from '../screen.ts'

// No screen and hardly a page is larger; a longer number is a slip of the model, and a picture of it would show nothing.
const LARGEST = 1_000_000

/** `null` unless it is a place that could be drawn. */
export function fromSize(x: number, y: number, width: number, height: number): PixelBounds | null {
  const real = [x, y, width, height].every((one) => Number.isFinite(one) && Math.abs(one) <= LARGEST)
  return real && width >= 0 && height >= 0 ? { x, y, width, height } : null
}

export function fromCorners(left: number, top: number, right: number, bottom: number): PixelBounds | null {
  return fromSize(left, top, right - left, bottom - top)
}

/** The size of the screen that all places fit on, `null` when none is known. */
export function extent(nodes: ScreenNode[]): { width: number | null; height: number | null } {
  let width = 0
  let height = 0
  for (const { bounds } of nodes) {
    if (!bounds) continue
    width = Math.max(width, bounds.x + bounds.width)
    height = Math.max(height, bounds.y + bounds.height)
  }
  return width && height ? { width, height } : { width: null, height: null }
}
