// What an action on a screen asks of a widget, in words that all agents' interfaces share.
import type { Screen } from '../observations/screens/screen.ts'

/** What is acted on: a node by its index in `Screen.nodes`, a reference that no node has, or what has the focus. */
export type Target = { node: number } | { missing: string } | 'focus'

export type Intent =
  /** `x`: the pixel, where a pixel is clicked. `long`: a finger that rests on it. */
  | { do: 'click'; at: Target; count: 1 | 2 | 3; x?: number; long?: true }
  /** Puts `text` in the place of what a field holds. */
  | { do: 'fill'; at: Target; text: string }
  /** Goes on from where the caret is. */
  | { do: 'type'; at: Target; text: string }
  | { do: 'check'; at: Target; on: boolean }
  /** Options by their names. `enabled`: those that are disabled are refused. */
  | { do: 'select'; at: Target; options: readonly string[]; enabled?: boolean }
  /** A key as browsers name it, with its modifiers: `Control+a`. */
  | { do: 'press'; key: string }
  | { do: 'hover'; at: Target }
  /** Gives a thing the keyboard. `forKey`: a key follows, before which the caret goes to the beginning of a line that had it not. */
  | { do: 'focus'; at: Target; forKey?: true }
  /** Takes hold of `at` and lets it go at `to`. */
  | { do: 'drag'; at: Target; to: Target }
  | { do: 'back' }
  | { do: 'forward' }
  /** Waits, looks or scrolls: a screen that is told whole stays as it is. */
  | { do: 'look' }

/** Why an action is refused, for an interface to say in its own words. */
export type Refusal =
  /** `seen`: it stood on this page before, so it is most likely hidden now. */
  | { why: 'missing'; ref: string; seen?: boolean }
  | { why: 'disabled'; node: number }
  /** `given`: the whole combination. */
  | { why: 'unknown-key'; key: string; given: string }
  | { why: 'hidden'; node: number }
  | { why: 'read-only'; node: number }
  /** `input`: the type of the input that it is, if it is one. */
  | { why: 'no-field'; node: number; role: string; input: 'checkbox' | 'radio' | null }
  | { why: 'no-list'; node: number }
  | { why: 'no-check'; node: number }
  /** A radio button stays chosen until another is. */
  | { why: 'no-uncheck'; node: number }
  | { why: 'no-option'; node: number; options: readonly string[] }
  /** An option that is there and cannot be chosen. */
  | { why: 'option-disabled'; node: number }
  | { why: 'no-number'; node: number }
  /** What lies over it and takes the pointer. */
  | { why: 'covered'; node: number; by: 'dialog' | 'label' }
  /** What the browser shows in front of the page has to be answered first: the lines that tell of it. */
  | { why: 'modal'; said: string }
  /** A value that a field of its kind cannot hold, such as a day that is none. */
  | { why: 'malformed'; node: number }

/** The first line of what precedes a screen after an action that failed. */
export const ERROR_LINE = 'Error from previous action: '

/** The line that precedes a screen after a message to the user. */
const USER_LINE = 'Message from the user: '

/** A screen below what the user says. */
export const belowUser = (answer: string, page: string): string =>
  `${USER_LINE}${answer.replaceAll(/\s+/g, ' ')}\n\n${withoutError(page)}`

/** What the user says above a screen; `null` where they say nothing. */
export const userAbove = (text: string): string | null =>
  text.startsWith(USER_LINE) ? (text.slice(USER_LINE.length).split('\n', 1)[0] ?? '') : null

/** A screen without what was said of the action before it, or by the user. */
export function withoutError(page: string): string {
  if (!page.startsWith(ERROR_LINE) && !page.startsWith(USER_LINE)) return page
  const end = page.indexOf('\n\n')
  // What was said may end in a line break of its own.
  return end < 0 ? page : page.slice(end + 2).replace(/^\n+/, '')
}

/** How a domain's actions ask for what widgets do by themselves, and how its interface refuses. */
export interface Intents<A> {
  /** Whose widgets they are: where a press moves the focus, and what becomes of a press on something disabled. */
  like: 'browser' | 'phone' | 'desktop'
  /** What an action asks for, one after another; `null` where widgets have no part in it. */
  read(action: A, screen: Screen): Intent[] | null
  /** The observation of a refused action; `page` is the screen as it stays. */
  refuse(action: A, refusal: Refusal, page: string): string
  /** What the interface says of an action before the screen that follows it; absent: nothing. */
  saying?: {
    /** A screen without it. */
    without(page: string): string
    /** A screen with it. `screen` is the one before the action, `first` the world's first observation, whose form it has. */
    with(page: string, action: { call: A; screen: Screen; first: string }): string
  }
}
