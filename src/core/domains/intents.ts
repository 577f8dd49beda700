// What an action on a screen asks of a widget, in words that all agents' interfaces share.
import type { Screen } from '../observations/screens/screen.ts'

/** What is acted on: a node by its index in `Screen.nodes`, a reference that no node has, or what has the focus. */
export type Target = { node: number } | { missing: string } | 'focus'

export type Intent =
  | { do: 'click'; at: Target; count: 1 | 2 }
  /** Puts `text` in the place of what a field holds. */
  | { do: 'fill'; at: Target; text: string }
  /** Goes on from where the caret is. */
  | { do: 'type'; at: Target; text: string }
  | { do: 'check'; at: Target; on: boolean }
  /** Options by their names. */
  | { do: 'select'; at: Target; options: readonly string[] }
  /** A key as browsers name it, with its modifiers: `Control+a`. */
  | { do: 'press'; key: string }
  | { do: 'hover'; at: Target }
  | { do: 'back' }
  | { do: 'forward' }
  /** Waits, looks or scrolls: a screen that is told whole stays as it is. */
  | { do: 'look' }

/** Why an action is refused, for an interface to say in its own words. */
export type Refusal =
  | { why: 'missing'; ref: string }
  | { why: 'disabled'; node: number }
  | { why: 'read-only'; node: number }
  | { why: 'no-field'; node: number; role: string }
  | { why: 'no-list'; node: number }
  | { why: 'no-check'; node: number }
  | { why: 'no-option'; node: number; options: readonly string[] }
  | { why: 'no-number'; node: number }

/** How a domain's actions ask for what widgets do by themselves, and how its interface refuses. */
export interface Intents<A> {
  /** What an action asks for, one after another; `null` where widgets have no part in it. */
  read(action: A, screen: Screen): Intent[] | null
  /** The observation of a refused action; `page` is the screen as it stays. */
  refuse(action: A, refusal: Refusal, page: string): string
  /** A screen without what was said of the action before it. */
  withoutError(page: string): string
}
