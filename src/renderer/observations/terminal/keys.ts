// What each key does in the terminal: the one table behind both the key handler and the key help.
import type { Edit } from '../line.ts'

export type Press =
  | { do: 'edit'; edit: Edit }
  | { do: 'send'; keystrokes: string }
  | { do: 'scroll'; pages: number }
  | { do: 'note'; text: string }
  | { do: 'enter' | 'keys' | 'cancel' | 'interrupt' | 'find' | 'copy' }
  /** The browser's own: copy, paste, moving the focus, the window's shortcuts. */
  | { do: 'browser' }
  /** Text: the terminal's input element takes it, input methods included. */
  | { do: 'text' }

/** How things stand when the key goes down. */
export interface KeyMoment {
  /** The line holds no text. */
  empty: boolean
  /** A step is in flight. */
  busy: boolean
  /** Text of the terminal is selected. */
  selected: boolean
  /** The terminal shows a prompt, rather than a program that is still running. */
  prompt: boolean
}

export type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'> & {
  isComposing?: boolean
  getModifierState?(name: string): boolean
}

/** Decides what a key does. No key is ever kept from leaving: Tab always moves the focus on. */
export function press(key: Key, moment: KeyMoment): Press {
  const { ctrlKey: ctrl, altKey: alt, metaKey: meta, shiftKey: shift } = key
  // With AltGr held, what looks like Ctrl+Alt is a character.
  if (key.isComposing || key.getModifierState?.('AltGraph') || key.key === 'Process' || key.key === 'Dead')
    return { do: 'text' }
  if (meta) return key.key.toLowerCase() === 'f' ? { do: 'find' } : { do: 'browser' }
  if (ctrl && !alt && !shift) return control(key.key, moment)
  if (ctrl && !alt && shift) {
    // Where Ctrl+C interrupts, this is how a terminal copies; a browser would open its inspector.
    return key.key.toLowerCase() === 'c' ? { do: 'copy' } : { do: 'browser' }
  }
  if (alt && !ctrl) {
    const edit = ALT[key.key]
    if (edit !== undefined) return { do: 'edit', edit }
    return key.key.length === 1 ? { do: 'text' } : { do: 'browser' }
  }
  if (key.key === 'Enter') return shift ? { do: 'edit', edit: { insert: '\n' } } : { do: 'enter' }
  if (key.key === 'Escape') return onEscape(moment)
  if (key.key === 'PageUp' || key.key === 'PageDown') return { do: 'scroll', pages: key.key === 'PageUp' ? -1 : 1 }
  const edit = PLAIN[key.key]
  if (edit !== undefined) return { do: 'edit', edit }
  return key.key.length === 1 ? { do: 'text' } : { do: 'browser' }
}

/** The key help, in the order a person needs it. */
export const keyHelp: readonly (readonly [keys: string, meaning: string])[] = [
  ['Enter', 'Send the line. While a step is running, the line is queued and sent at the next prompt.'],
  ['Ctrl+Enter', 'Send the typed keys without Enter, to a program that reads single keys'],
  ['Shift+Enter', 'New line without sending. Pasted text of several lines is sent as one action.'],
  ['↑ ↓', 'Earlier and later lines; your draft comes last'],
  ['Ctrl+A  Ctrl+E  Home  End', 'Start and end of the line'],
  ['Ctrl+← →  Alt+B  Alt+F', 'Move by word'],
  ['Ctrl+U  Ctrl+K  Ctrl+W', 'Cut to the start, to the end, or one word; Ctrl+Y pastes it'],
  ['Ctrl+C', 'Copy the selection; otherwise cancel the step and clear the line (Ctrl+Y restores it), or send C-c'],
  ['Ctrl+Shift+C', 'Copy the selection'],
  ['Ctrl+D', 'On an empty line send C-d; otherwise delete one character'],
  ['Ctrl+Z  Ctrl+L', 'Send C-z, C-l'],
  ['Esc', 'Cancel the running step and keep the queue; otherwise send ESC to a running program, behind what was typed'],
  ['Ctrl+F', 'Find in the terminal'],
  ['Page Up  Page Down', 'Scroll'],
  ['Tab', 'Leave the terminal']
]

function control(key: string, { empty, busy, selected }: KeyMoment): Press {
  const edit = CONTROL[key.length === 1 ? key.toLowerCase() : key]
  if (edit !== undefined) return { do: 'edit', edit }
  switch (key.toLowerCase()) {
    case 'c':
      if (selected) return { do: 'browser' }
      // As a terminal does: the program is interrupted, and what was typed ahead is thrown away.
      if (busy) return { do: 'interrupt' }
      return empty ? { do: 'send', keystrokes: 'C-c' } : { do: 'edit', edit: 'clear' }
    case 'd':
      if (!empty) return { do: 'edit', edit: 'delete' }
      return busy ? { do: 'note', text: BUSY } : { do: 'send', keystrokes: 'C-d' }
    case 'z':
      return busy ? { do: 'note', text: BUSY } : { do: 'send', keystrokes: 'C-z' }
    case 'l':
      return busy ? { do: 'note', text: BUSY } : { do: 'send', keystrokes: 'C-l' }
    case 'enter':
      if (busy) return { do: 'note', text: 'A step is still running. Send keys without Enter when it is done.' }
      return empty ? { do: 'note', text: 'Type the keys first; Ctrl+Enter sends them as they are.' } : { do: 'keys' }
    case 'f':
      return { do: 'find' }
    default:
      return { do: 'browser' }
  }
}

function onEscape({ busy, prompt }: KeyMoment): Press {
  if (busy) return { do: 'cancel' }
  if (prompt) return { do: 'note', text: 'No program is running. To send ESC anyway, use the Esc button below.' }
  return { do: 'send', keystrokes: '\u001b' }
}

const BUSY = 'A step is still running. Press Esc to cancel it first.'

const PLAIN: Record<string, Edit> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'home',
  End: 'end',
  Backspace: 'backspace',
  Delete: 'delete'
}

const CONTROL: Record<string, Edit> = {
  a: 'home',
  b: 'left',
  e: 'end',
  h: 'backspace',
  k: 'kill-end',
  n: 'down',
  p: 'up',
  u: 'kill-start',
  w: 'kill-blank-left',
  y: 'yank',
  ArrowLeft: 'word-left',
  ArrowRight: 'word-right',
  Backspace: 'kill-word-left',
  Delete: 'kill-word-right'
}

const ALT: Record<string, Edit> = {
  b: 'word-left',
  f: 'word-right',
  d: 'kill-word-right',
  ArrowLeft: 'word-left',
  ArrowRight: 'word-right',
  Backspace: 'kill-word-left',
  Enter: { insert: '\n' }
}
