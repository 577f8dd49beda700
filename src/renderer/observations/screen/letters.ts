// How large letters are on a screen with coordinates: one size for all of it, and smaller where a text does not fit its box.
import type { Touch } from '../../../core/observations/screens/gestures.ts'
import type { WidgetKind } from './kinds.ts'
import { fit } from './scale.ts'

/** The size of text, in the screen's pixels: what a machine of that width sets its buttons and labels in. */
export function usualSize(frame: Touch['frame'], width: number): number {
  if (frame === 'phone') return Math.max(1, width / DP_ACROSS) * PHONE_TEXT
  // A desktop twice as wide is the same desktop on a denser screen.
  return DESKTOP_TEXT * Math.max(1, Math.round(width / 1920))
}

// Android measures in steps of which a phone has about 400 across; a list's text is 15 of them high.
const DP_ACROSS = 400
const PHONE_TEXT = 15
const DESKTOP_TEXT = 15

/** Few sizes, so that neighbours look alike: a text that does not fit at one takes the next. */
const SMALLER = [1, 0.87, 0.75]
/** A phone's titles: its boxes are as high as their text. */
const TITLE = 1.3

/** The size for the text of a node in its box, `usual` being that of the screen. */
export function letterSize(
  text: string,
  { width, height }: { width: number; height: number },
  { usual, kind, frame }: { usual: number; kind: WidgetKind; frame: Touch['frame'] }
): number {
  const most = fit(text, width, height)
  const title = kind === 'heading' || (frame === 'phone' && kind === 'text' && height >= usual * TITLE * 1.6)
  const sizes = title && frame !== 'desktop' ? [TITLE, ...SMALLER] : SMALLER
  const step = sizes.find((size) => size * usual <= most) ?? SMALLER.at(-1) ?? 1
  return Math.round(step * usual * 10) / 10
}
