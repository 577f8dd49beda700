// What a person does to a screen, before it becomes the action of a domain.
import type { Action } from '../../tree/model.ts'
import type { Screen } from './screen.ts'

/** Where on a screen: the node, by its index in `Screen.nodes`, and the pixel, each `null` when unknown. */
export interface Spot {
  node: number | null
  x: number | null
  y: number | null
}

export type Gesture =
  | { type: 'click'; at: Spot; button: 'left' | 'middle' | 'right'; count: 1 | 2 }
  /** A long press. */
  | { type: 'hold'; at: Spot }
  | { type: 'hover'; at: Spot }
  /** `text` replaces what the field at `at` holds; with `at` `null` it is typed where the focus is. */
  | { type: 'type'; at: Spot | null; text: string; enter: boolean }
  | { type: 'select'; at: Spot; options: string[] }
  /** A key or chord in DOM names joined by plus: `Enter`, `Control+a`, `ArrowDown`. */
  | { type: 'key'; key: string }
  /** Pixels the content moves by; positive `dy` shows what is further down. */
  | { type: 'scroll'; at: Spot | null; dx: number; dy: number }
  | { type: 'drag'; from: Spot; to: Spot }

/** An action that points at nothing on the screen. */
export interface ScreenCommand {
  /** `back`, `forward`, `goto`, `new-tab`, `tab`, `close-tab`, `home`, `open-app`: drawn by the frame, where it has a place for it. Others are buttons. */
  name: string
  title: string
  /** What must be typed for it; `null` for nothing. `tab` and `close-tab` get the index in `Screen.tabs`. */
  argument: { label: string; placeholder: string } | null
  /** `screen` is the one it is done on: where several agents act on one domain, its format tells whose form to use. */
  action(argument: string, screen?: Screen): Action
}

/** How a domain's screen is acted on. */
export interface Touch {
  frame: 'browser' | 'phone' | 'desktop'
  /** Names of the readers (readers/index.ts) whose formats its screens are told in, the most usual first. */
  formats: string[]
  /** The domain's action for what was done, or `null` when it has none. */
  gesture(gesture: Gesture, screen: Screen): Action | null
  commands: ScreenCommand[]
}
