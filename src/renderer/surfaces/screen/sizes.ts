// How large a picture is: the screen's own pixels, and the scale that fits them into the window.
import type { Touch } from '../../../core/gestures.ts'
import type { Screen } from '../../../core/screen.ts'
import { outlineOf } from './outline.ts'

/** The screen's size: what the format says, else what its nodes take, but no less than such a machine has. */
export function stageSize(screen: Screen, frame: Touch['frame']): { width: number; height: number } {
  const { extent } = outlineOf(screen)
  const [width, height] = [Math.ceil(extent.width), Math.ceil(extent.height)]
  if (frame === 'desktop') {
    return width <= USUAL.width && height <= USUAL.height ? USUAL : { width, height }
  }
  return frame === 'phone' ? { width, height: Math.max(height, Math.round(width * 1.9)) } : { width, height }
}

// The screen of OSWorld's machines.
const USUAL = { width: 1920, height: 1080 }

// A phone narrower than this cannot be read; it is scrolled instead. A desktop is fitted whole, a page to its width.
const PHONE_WIDTH = 300

export function fitted(
  size: { width: number; height: number },
  frame: Touch['frame'],
  room: { width: number; height: number },
  html: boolean
): number {
  const [wide, high] = [room.width / size.width, room.height / size.height]
  if (frame === 'phone') return Math.min(wide, Math.max(Math.min(high, 1), PHONE_WIDTH / size.width))
  if (frame === 'browser' || html) return Math.min(1, wide)
  return Math.min(1.25, wide, high)
}
