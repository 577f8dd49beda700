// Every shortcut that works in the whole window, once: the keyboard is read by it, and the palette, the help and the buttons print it.

/**
 * By the id of a command, its keys as they are printed: the first is the one that is shown. `Mod` is Ctrl, or Command on a Mac.
 * One without `Mod` and `Alt` works only where nothing is being typed.
 */
export const SHORTCUTS = {
  back: ['Alt+←', '←'],
  forward: ['Alt+→', '→'],
  first: ['Alt+Home', 'Home'],
  last: ['Alt+End', 'End'],
  'sibling-previous': ['Alt+↑'],
  'sibling-next': ['Alt+↓'],
  play: ['Alt+P'],
  regenerate: ['Alt+R'],
  'answer-now': ['Alt+A'],
  cancel: ['Esc'],
  'fold-action': ['Alt+I'],
  'fold-strip': ['Alt+J'],
  'fold-draft': ['Alt+K'],
  'fold-panels': ['Alt+O'],
  // Browsers keep Ctrl+N to themselves.
  new: ['Mod+N', 'Alt+N'],
  import: ['Mod+O'],
  export: ['Mod+Shift+E'],
  fictions: ['Mod+Shift+F'],
  scenarios: ['Mod+Shift+S'],
  perturbations: ['Mod+Shift+X'],
  connections: ['Mod+Shift+L'],
  models: ['Mod+M'],
  palette: ['Mod+K'],
  sidebar: ['Mod+B'],
  help: ['?']
} as const satisfies Record<string, readonly string[]>

export type ShortcutId = keyof typeof SHORTCUTS

/** The keys that are shown for a command; `undefined` where it has none. */
export const keysOf = (id: string): string | undefined => BY_ID.get(id)?.[0]

const BY_ID = new Map<string, readonly string[]>(Object.entries(SHORTCUTS))

/** What a keyboard event tells of the keys that are held and the one that was pressed. */
export interface Stroke {
  mod: boolean
  alt: boolean
  shift: boolean
  /** `KeyboardEvent.code`: the place of the key, which no layout moves. */
  code: string
  /** `KeyboardEvent.key`: what it writes. */
  key: string
}

/** The command of a stroke; `undefined` for none. Without `Mod` and `Alt` the key counts by what it writes, `?` for one. */
export function commandOf({ mod, alt, shift, code, key }: Stroke): ShortcutId | undefined {
  const held = [mod && 'Mod', alt && 'Alt', (mod || alt) && shift && 'Shift']
  return BY_STROKE.get([...held, mod || alt ? code : key].filter(Boolean).join('+'))
}

// How the keys are called that are no letters.
const KEYS: Record<string, string> = {
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  Esc: 'Escape'
}

function strokeOf(keys: string): string {
  const held = keys.split('+')
  const last = held.pop() ?? ''
  const key = held.length && /^[A-Z]$/.test(last) ? `Key${last}` : (KEYS[last] ?? last)
  return [...held, key].join('+')
}

const BY_STROKE = new Map<string, ShortcutId>(
  Object.entries(SHORTCUTS).flatMap(([id, all]) =>
    // `as`: the keys of the list.
    all.map((keys): [string, ShortcutId] => [strokeOf(keys), id as ShortcutId])
  )
)
