// Commands that are executed beside a terminal, in a shell of their own: how they stand on its screen and in what a model reads.
import type { Action } from '../../tree/model.ts'
import { entries, keystrokes } from './keystrokes.ts'

/** The command of an action that is executed beside the terminal; `null` for what is typed. */
export function besideIn(action: Action): { command: string; seconds: number } | null {
  const [only, ...more] = entries(action)
  if (!only?.beside || more.length > 0) return null
  return { command: only.keystrokes.replace(/\n$/, ''), seconds: only.duration }
}

/** The action with nothing but keys to type. */
export function asTyped(action: Action): Action {
  if (!Array.isArray(action)) return action
  const typed = entries(action)
  if (!typed.some(({ until, beside }) => until || beside)) return action
  const keys = keystrokes(action)
  return typed.map(({ duration }, index) => ({ keystrokes: keys[index] ?? '', duration }))
}
