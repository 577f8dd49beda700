// What a desktop remembers: its windows with their pages, the mouse and the clipboard. Plain JSON, kept with the state of the program.
import type { PixelBounds } from '../../observations/screens/screen.ts'
import type { BrowserState, BrowserTab } from '../browser/state.ts'

export interface DesktopWindow {
  app: string
  bounds: PixelBounds
  minimised: boolean
  maximised: boolean
  /** How far its page is scrolled, in pixels. */
  scrolled: number
  /** It shows why a form was refused, and stays as it is. */
  refused: boolean
  /** What stands in the address field of a browser while it is typed into. Absent in worlds of before there were browsers. */
  address?: AddressText | null
  /** A browser's other tabs in their order, and where the one that is shown stands among them. Absent where there were none yet. */
  behind?: { tabs: readonly BrowserTab[]; at: number }
  /** Tabs of a browser that were closed, the last one last, and where each stood. Absent where none was. */
  closed?: readonly { tab: BrowserTab; at: number }[]
  /** Texts that fields of its page had before, the last one last. */
  undo?: readonly { element: number; text: string }[]
}

/** `chosen`: all of it is, and goes with the next key. */
export interface AddressText {
  text: string
  chosen: boolean
}

export interface DesktopState {
  /** The page of each window is a tab; the last window lies in front. */
  browser: BrowserState
  windows: readonly DesktopWindow[]
  pointer: { x: number; y: number }
  clipboard: string
  /** The menu of an element of the page in front, and where it was opened. Absent in worlds of before there were such menus. */
  menu?: { element: number; x: number; y: number } | null
}

export const NEW_DESKTOP: DesktopState = {
  browser: { tabs: [], shown: 0, cookies: [], written: {} },
  ...{ windows: [], pointer: { x: 960, y: 540 }, clipboard: '' }
}

/** The window in front by its number; `null` where none is shown. */
export function frontWindow({ windows }: DesktopState): number | null {
  const at = windows.findLastIndex(({ minimised }) => !minimised)
  return at < 0 ? null : at
}

/** The same with something else of a window. */
export const withWindow = (state: DesktopState, at: number, change: Partial<DesktopWindow>): DesktopState => ({
  ...state,
  windows: state.windows.map((one, index) => (index === at ? { ...one, ...change } : one))
})

/** The same with a window in front of all others, which has the keyboard. */
export function raised(state: DesktopState, at: number): DesktopState {
  const window = state.windows[at]
  const tab = state.browser.tabs[at]
  if (!window || !tab) return state
  const last = state.windows.length - 1
  return {
    ...state,
    windows: [...state.windows.toSpliced(at, 1), { ...window, minimised: false }],
    browser: { ...state.browser, tabs: [...state.browser.tabs.toSpliced(at, 1), tab], shown: last }
  }
}
