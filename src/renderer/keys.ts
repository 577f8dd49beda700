// The window's keyboard. Chords work everywhere; bare keys only where nothing is being typed.
import { commands } from './commands.ts'
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
  // Before the terminal sees them: a chord means the same wherever the focus is.
  window.addEventListener('keydown', (event) => run(event, chord(event)), { capture: true })
  window.addEventListener('keydown', (event) => {
    if (!event.defaultPrevented && !isTaken(event.target)) run(event, bare(event))
  })
}

const ALT: Record<string, string> = {
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  ArrowUp: 'sibling-previous',
  ArrowDown: 'sibling-next',
  Home: 'first',
  End: 'last',
  KeyP: 'play',
  KeyR: 'regenerate',
  KeyA: 'answer-now',
  KeyI: 'fold-action',
  KeyJ: 'fold-strip',
  KeyK: 'fold-draft',
  KeyO: 'fold-panels',
  // Browsers keep Ctrl+N to themselves.
  KeyN: 'new'
}
const MOD: Record<string, string> = {
  KeyK: 'palette',
  KeyN: 'new',
  KeyO: 'import',
  KeyB: 'sidebar',
  KeyM: 'models'
}
const MOD_SHIFT: Record<string, string> = {
  KeyE: 'export',
  KeyF: 'fictions',
  KeyL: 'connections',
  KeyS: 'scenarios',
  KeyX: 'perturbations'
}
const BARE: Record<string, string> = {
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  Home: 'first',
  End: 'last',
  Escape: 'cancel',
  '?': 'help'
}

function chord(event: KeyboardEvent): string | undefined {
  const mod = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
  if (mod && !event.altKey && !isDialog(event.target, event.code)) {
    if (event.shiftKey) return MOD_SHIFT[event.code]
    // Ctrl+K and Ctrl+N mean other things in the terminal's line editor. The window keeps them, so that the palette opens from everywhere.
    return event.code === 'KeyB' && isTaken(event.target) ? undefined : MOD[event.code]
  }
  if (event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey && !isDialog(event.target, '')) {
    return event.getModifierState('AltGraph') ? undefined : ALT[event.code]
  }
  return undefined
}

function bare(event: KeyboardEvent): string | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined
  return BARE[event.key]
}

/** The palette's own chord closes it again; every other chord waits until a dialog is gone. */
function isDialog(target: EventTarget | null, code: string): boolean {
  return (
    code !== 'KeyK' && target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]') !== null
  )
}

/** Whether what is focused has its own use for bare keys. */
function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  const own =
    'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="tab"], [role="radiogroup"]'
  return target.closest(own) !== null
}
