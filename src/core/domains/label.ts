// An action in one line, told of the things on the screen that it was done on: the one way to a label. Whoever acted, nothing in it hides.

import { readScreen } from '../observations/screens/readers/index.ts'
import { visible } from '../text/visible.ts'
import type { Action } from '../tree/model.ts'
import type { Domain } from './domain.ts'

// Frames of a timeline in sight, and the screens between them; a screen that was read takes some hundred kB.
const KEPT = 24

type Read = ReturnType<typeof readScreen>
const kept = new Map<string, Read>()

/**
 * @param before the observation that the action answers, or the initial state; `null` when it is not at hand, and things are numbers
 */
export function labelOf(domain: Domain, action: Action, before: string | null): string {
  if (!domain.screen || before === null) return visible(domain.label(action))
  const read = screenIn(before)
  return visible(domain.label(action, 'screen' in read ? read.screen : undefined))
}

/** `readScreen`, remembered for the last texts that were asked for: what follows a screen is compared with it, and acts on it. */
export function screenIn(text: string): Read {
  const read = kept.get(text) ?? readScreen(text)
  // Put at the end: the one at the front was of no use for longest.
  kept.delete(text)
  kept.set(text, read)
  const [oldest] = kept.keys()
  if (oldest !== undefined && kept.size > KEPT) kept.delete(oldest)
  return read
}
