// What a terminal action types: its keystrokes, how a terminal echoes them, and the lines a person entered.
import type { Action } from '../model.ts'

/** The keystrokes of a terminal action in order; `[]` for anything else. */
export function keystrokes(action: Action): string[] {
  return entries(action).map(({ keystrokes }) => keystrokes)
}

/** The same with the seconds that are waited after each. */
export function entries(action: Action): { keystrokes: string; duration: number }[] {
  if (!Array.isArray(action)) return []
  return action.flatMap((part) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return []
    const { keystrokes, duration } = part
    if (typeof keystrokes !== 'string') return []
    return [{ keystrokes, duration: typeof duration === 'number' ? duration : 0 }]
  })
}

/** Keystrokes as a tty gets them: Enter is a carriage return, and `C-c` one character. */
export function bytesOf(keystrokes: string): string {
  const [, control] = /^C-([a-z\\\]^_])$/.exec(keystrokes) ?? []
  return control ? String.fromCharCode(control.charCodeAt(0) & 31) : keystrokes.replaceAll('\n', '\r')
}

/** The inverse of `bytesOf`. */
export function keysOf(bytes: string): string {
  const code = bytes.length === 1 ? bytes.charCodeAt(0) : 0
  // Tab, line feed, Enter and Escape are text.
  if (code > 0 && code < 32 && ![9, 10, 13, 27].includes(code))
    return `C-${String.fromCharCode(code + 64).toLowerCase()}`
  return bytes.replace(/\r\n?/g, '\n')
}

/** The action that types `text`. One second is what a person waits before looking (spec/lwm-protocol, Domains). */
export function typing(text: string): Action {
  return [{ keystrokes: text, duration: 1 }]
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
