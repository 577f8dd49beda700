// Actions of imported files that no domain can read: kept and shown as they stand, and never sent.
import type { Action } from './model.ts'

const KEY = 'unread'

/** The text as a step's action. */
export const unread = (text: string): Action => ({ [KEY]: text })

/** The text of such an action; `null` for one that its domain reads. */
export function unreadIn(action: Action): string | null {
  if (typeof action !== 'object' || action === null || Array.isArray(action)) return null
  const { [KEY]: text, ...more } = action
  return typeof text === 'string' && !Object.keys(more).length ? text : null
}
