// The window's keyboard. Chords work everywhere; bare keys only where nothing is being typed.
import { commands } from './commands.ts'
import { commandOf } from './shortcuts.ts'
import type { WindowStore } from './store/state.ts'
import { isMac } from './words.ts'

/** Listens until the page goes away. */
export function listenToKeys(store: WindowStore): void {
  const run = (event: KeyboardEvent, id: string | undefined) => {
    if (id === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const command = commands(store.getState()).find((one) => one.id === id)
    if (command?.enabled) command.run()
  }
  // A key that an input method takes, as Enter for the word that it offers, means nothing here.
  window.addEventListener('keydown', (event) => isComposing(event) && event.stopImmediatePropagation(), {
    capture: true
  })
  // Before the terminal sees them: a chord means the same wherever the focus is.
  window.addEventListener('keydown', (event) => run(event, chord(event)), { capture: true })
  window.addEventListener('keydown', (event) => {
    if (!event.defaultPrevented && !isTaken(event.target)) run(event, bare(event))
  })
}

/** Safari says that a composition is over before it tells of the key that ended it: that key's code is 229. */
const isComposing = ({ isComposing, key, keyCode }: KeyboardEvent): boolean =>
  (isComposing || keyCode === 229) && (key === 'Enter' || key === 'Escape')

/** A key with Mod or Alt. What such a key means elsewhere, as Ctrl+K in the terminal's line editor, the window keeps for itself. */
function chord(event: KeyboardEvent): string | undefined {
  const mod = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
  const alt = event.altKey && !event.ctrlKey && !event.metaKey && !event.getModifierState('AltGraph')
  if (mod === alt || (mod && event.altKey)) return undefined
  const id = commandOf({ mod, alt, shift: event.shiftKey, code: event.code, key: event.key })
  // The palette's own chord closes it again; every other one waits until a dialog is gone.
  if (id !== 'palette' && isDialog(event.target)) return undefined
  // In a text, Ctrl+B is the text's own.
  return id === 'sidebar' && isTaken(event.target) ? undefined : id
}

function bare(event: KeyboardEvent): string | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined
  return commandOf({ mod: false, alt: false, shift: false, code: event.code, key: event.key })
}

function isDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]') !== null
}

/** Whether what is focused has its own use for bare keys. */
function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  const own =
    'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="tab"], [role="radiogroup"]'
  return target.closest(own) !== null
}
