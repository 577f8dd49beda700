// What an action asks of a desktop: a mouse, a wheel, keys and the clipboard.
import type { Point } from './spots.ts'

export type DesktopCommand =
  | { do: 'point'; to: Point }
  /** `at`: `null` where the mouse is. */
  | { do: 'click'; at: Point | null; count: number; button: 'left' | 'middle' | 'right' }
  | { do: 'drag'; to: Point }
  /** Notches of the wheel; above 0 shows what is further down. */
  | { do: 'scroll'; by: number; at: Point | null }
  | { do: 'type'; text: string }
  /** Keys that are pressed together, as browsers name them: `Control+s`. */
  | { do: 'press'; keys: string }
  | { do: 'copy'; text: string }
  | { do: 'wait' }
