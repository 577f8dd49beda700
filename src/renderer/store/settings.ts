// What the window remembers between starts. It is looks only: everything that matters is the host's.
export type Theme = 'system' | 'light' | 'dark'

export interface WindowSettings {
  theme: Theme
  sidebar: boolean
  /** The world that was open; '' for none. */
  world: string
  /** Whether steps record the probability of each token. */
  trace: boolean
  folds: Folds
}

/** What a person folded away around the world. */
export interface Folds {
  action: boolean
  draft: boolean
  strip: boolean
  panels: boolean
}

const KEY = 'orrery.window'
// Below this the list of worlds covers the world (worlds/Worlds.tsx).
const NARROW = 860

export function isNarrow(): boolean {
  return typeof innerWidth !== 'undefined' && innerWidth <= NARROW
}

/** Calls back whenever the window becomes narrow or wide. Returns what ends that. */
export function onNarrow(changed: () => void): () => void {
  const narrow = matchMedia(`(max-width: ${NARROW}px)`)
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}

const unfolded: Folds = { action: false, draft: false, strip: false, panels: false }
const defaults: WindowSettings = { theme: 'system', sidebar: true, world: '', trace: false, folds: unfolded }

/** What was kept, with defaults for the rest. A missing or damaged record is the defaults. */
export function readSettings(): WindowSettings {
  const kept = read(KEY)
  if (typeof kept !== 'object' || kept === null) return defaults
  const { theme, sidebar, world, trace, folds }: { [K in keyof WindowSettings]?: unknown } = kept
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    sidebar: sidebar !== false,
    world: typeof world === 'string' ? world : '',
    trace: trace === true,
    folds: readFolds(folds)
  }
}

function readFolds(kept: unknown): Folds {
  if (typeof kept !== 'object' || kept === null) return unfolded
  const { action, draft, strip, panels }: { [K in keyof Folds]?: unknown } = kept
  return { action: action === true, draft: draft === true, strip: strip === true, panels: panels === true }
}

export function writeSettings(change: Partial<WindowSettings>): void {
  write(KEY, { ...readSettings(), ...change })
}

/** The JSON kept under a name, or `null`. Storage may be denied or hold anything. */
export function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps a JSON value under a name; where storage is denied the choice holds until the window closes. */
export function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Nothing is lost but a preference.
  }
}
