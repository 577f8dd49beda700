// What an action asks of a phone itself, beside what it asks of what is shown.
import type { Target } from './intents.ts'
import type { Point } from './spots.ts'

export type PhoneCommand =
  | { do: 'back' }
  | { do: 'home' }
  | { do: 'recents' }
  | { do: 'open'; app: string }
  /** Shows what is further `towards` there: the finger moves the other way. `at`: the thing that it begins on, `from` the pixel. */
  | {
      do: 'swipe'
      towards: 'up' | 'down' | 'left' | 'right'
      at: Target | null
      from: Point | null
      pixels: number | null
    }
  | { do: 'hold'; at: Target }
  | { do: 'double-tap'; at: Target }
  /** `at`: `null` where the focus is. `clear`: in the place of what stands there. `enter`: then presses Enter. */
  | { do: 'type'; at: Target | null; text: string; clear: boolean; enter: boolean }
