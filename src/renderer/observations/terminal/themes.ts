// The terminal's two palettes, and how they meet the window's own colours.
import type { ITheme } from '@xterm/xterm'

/**
 * The palette for a light or dark window. Background, text and cursor follow the CSS variables `--terminal`,
 * `--terminal-ink` and `--terminal-cursor` where the window defines them (as hexadecimal colours).
 */
export function theme(dark: boolean, css: Pick<CSSStyleDeclaration, 'getPropertyValue'>): ITheme {
  const own = dark ? night : day
  const variable = (name: string, otherwise: string) => {
    const value = css.getPropertyValue(name).trim()
    // xterm reads hexadecimal colours only reliably; anything else keeps the palette's own.
    return /^#[0-9a-f]{6}$/i.test(value) ? value : otherwise
  }
  return {
    ...own,
    // The search matches' strip beside the text needs no line around it.
    overviewRulerBorder: '#00000000',
    background: variable('--terminal', own.background),
    foreground: variable('--terminal-ink', own.foreground),
    cursor: variable('--terminal-cursor', own.cursor)
  }
}

/** Used unless the window names a `--font-mono`. */
export const FONT = 'ui-monospace, "JetBrains Mono", "DejaVu Sans Mono", "Cascadia Mono", Menlo, Consolas, monospace'

/** Colours of search matches, which the search addon takes apart from the theme (as #RRGGBB). */
export function matches(dark: boolean) {
  return dark
    ? {
        matchBackground: '#4a4326',
        activeMatchBackground: '#e3b341',
        matchOverviewRuler: '#8a7a3a',
        activeMatchColorOverviewRuler: '#e3b341'
      }
    : {
        matchBackground: '#fbe9a6',
        activeMatchBackground: '#f2b21b',
        matchOverviewRuler: '#d9b84a',
        activeMatchColorOverviewRuler: '#a56a00'
      }
}

// Ink blue under a clear sky at night: muted hues, evenly bright, the amber of a lamp for the cursor.
const night = {
  background: '#0e131b',
  foreground: '#d5dbe5',
  cursor: '#f0b35a',
  cursorAccent: '#0e131b',
  selectionBackground: '#31507a',
  selectionInactiveBackground: '#263a57',
  scrollbarSliderBackground: '#8fa3bf33',
  scrollbarSliderHoverBackground: '#8fa3bf55',
  scrollbarSliderActiveBackground: '#8fa3bf77',
  black: '#2a3342',
  red: '#ec7a80',
  green: '#8fca7c',
  yellow: '#e5bd6b',
  blue: '#7fb0f2',
  magenta: '#c79be8',
  cyan: '#6ecbcb',
  white: '#c6cedb',
  brightBlack: '#76849a',
  brightRed: '#ff9a9e',
  brightGreen: '#aee09b',
  brightYellow: '#f5d58d',
  brightBlue: '#a5caff',
  brightMagenta: '#deb9fb',
  brightCyan: '#92e3e2',
  brightWhite: '#f2f5fa'
} satisfies ITheme

// The same hues printed on paper: dark enough to read, warm enough to look at all day.
const day = {
  background: '#fbfaf7',
  foreground: '#262c36',
  cursor: '#b35c00',
  cursorAccent: '#fbfaf7',
  selectionBackground: '#bcd6f7',
  selectionInactiveBackground: '#dbe6f3',
  scrollbarSliderBackground: '#4d5b7033',
  scrollbarSliderHoverBackground: '#4d5b7055',
  scrollbarSliderActiveBackground: '#4d5b7077',
  black: '#262c36',
  red: '#b3282d',
  green: '#2f7420',
  yellow: '#8a5a00',
  blue: '#1f5fb8',
  magenta: '#8438a8',
  cyan: '#0d7373',
  white: '#6a7280',
  brightBlack: '#5b6473',
  brightRed: '#cb3a3f',
  brightGreen: '#3a8729',
  brightYellow: '#9c6a08',
  brightBlue: '#2f72d0',
  brightMagenta: '#9a4bc0',
  brightCyan: '#178484',
  brightWhite: '#3c4450'
} satisfies ITheme
