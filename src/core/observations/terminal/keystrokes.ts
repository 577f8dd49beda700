// What a terminal action types: its keystrokes, how a terminal echoes them, and the lines a person entered.
import type { Action } from '../../tree/model.ts'
import { typedForm } from './brackets.ts'

/** The keystrokes of a terminal action in order, of what is executed beside it those that would do it; `[]` for anything else. */
export function keystrokes(action: Action): string[] {
  return entries(action).map(({ keystrokes, beside }) =>
    beside ? `${typedForm(keystrokes.replace(/\n$/, ''))}\n` : keystrokes
  )
}

/** What one entry of a terminal action does. */
export interface KeystrokeEffect {
  keystrokes: string
  /** Seconds that are waited after them. */
  duration: number
  /** No longer than until the shell reads the next command. */
  until?: 'prompt'
  /** Not typed: a shell of its own executes it beside the terminal. */
  beside?: true
}

/** The same with how each is done. */
export function entries(action: Action): KeystrokeEffect[] {
  if (!Array.isArray(action)) return []
  return action.flatMap((part) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return []
    const { keystrokes, duration, until, beside } = part
    if (typeof keystrokes !== 'string') return []
    return [
      {
        keystrokes,
        duration: typeof duration === 'number' ? duration : 0,
        ...(until === 'prompt' && { until }),
        ...(beside === true && { beside })
      }
    ]
  })
}

/** Keystrokes as a tty gets them: Enter is a carriage return, and `C-c` one character. */
export function bytesOf(keystrokes: string): string {
  const [, control] = /^C-([a-z\\\]^_])$/i.exec(keystrokes) ?? []
  return control ? String.fromCharCode(control.toUpperCase().charCodeAt(0) & 31) : keystrokes.replaceAll('\n', '\r')
}

/** The inverse of `bytesOf`. */
export function keysOf(bytes: string): string {
  const code = bytes.length === 1 ? bytes.charCodeAt(0) : 0
  // Tab, line feed, Enter and Escape are text.
  if (code > 0 && code < 32 && ![9, 10, 13, 27].includes(code))
    return `C-${String.fromCharCode(code + 64).toLowerCase()}`
  return bytes.replace(/\r\n?/g, '\n')
}

/** The action that types `text`, and a named key behind it. One second is what a person waits before looking. */
export function typing(text: string, key?: string): Action {
  const last = { keystrokes: key ?? text, duration: 1 }
  return key === undefined || text === '' ? [last] : [{ keystrokes: text, duration: 0 }, last]
}

// How a tty in its usual mode shows the keys that have a name; the others leave no mark.
const ECHOES: Record<string, string> = { 'C-c': '^C', 'C-z': '^Z', '\u001b': '^[', 'C-d': '', 'C-l': '' }

/** What a terminal shows behind its prompt as `action` is typed, up to the end of the first line. */
export function echo(action: Action): string {
  let shown = ''
  for (const keys of keystrokes(action)) {
    const [first = '', ...rest] = (ECHOES[keys] ?? keys).split('\n')
    shown += first
    if (rest.length > 0) break
  }
  return shown
}

/** Whether the action empties the screen by itself. */
export function clears(action: Action): boolean {
  return ['C-l', 'clear\n', 'reset\n'].includes(keystrokes(action).join(''))
}

/** The lines that were entered by `actions`, oldest first, without repeats in a row: the history that ↑ walks. */
export function entered(actions: readonly Action[]): string[] {
  return actions
    .map((action) => keystrokes(action).join(''))
    .filter((text) => text.endsWith('\n') && text.trim() !== '')
    .map((text) => text.slice(0, -1))
    .filter((text, index, all) => text !== all[index - 1])
}
