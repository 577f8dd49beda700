// How large a picture is: the screen's own pixels, and the scale that fits them into the window.
import type { Touch } from '../../../core/observations/screens/gestures.ts'
import type { PixelBounds, Screen } from '../../../core/observations/screens/screen.ts'
import { LARGEST } from './layers.ts'
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

// A phone narrower than this cannot be read: its glass is scrolled instead. Lists have less on a line.
const PHONE_WIDTH = 280
const LIST_HEIGHT = 560
const LIST_LEAST = 0.86

/** The scale of a placed screen, or of the part of it that is shown. A desktop is fitted whole, a page to its width. */
export function fitted(
  size: { width: number; height: number } | PixelBounds,
  frame: Touch['frame'],
  room: { width: number; height: number },
  html: boolean
): number {
  const [wide, high] = [room.width / size.width, room.height / size.height]
  if (frame === 'browser' || html) return Math.min(1, wide)
  if (frame === 'phone') return Math.min(wide, Math.max(Math.min(high, 1), PHONE_WIDTH / size.width))
  return Math.min(LARGEST, wide, high)
}

/** The scale of a screen without coordinates: a phone's list is set a little smaller where there is little room. */
export function fittedList(frame: Touch['frame'], room: { height: number }): number {
  return frame === 'phone' ? Math.min(1, Math.max(LIST_LEAST, room.height / LIST_HEIGHT)) : 1
}
