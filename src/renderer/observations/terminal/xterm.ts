// One xterm.js terminal on the page: writes pieces of a session, draws the edited line behind them, finds and copies.
import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { WebglAddon } from '@xterm/addon-webgl'
import { type ITheme, Terminal } from '@xterm/xterm'
import type { TerminalPiece } from '../../../core/observations/terminal/transcript.ts'
import { matches } from './themes.ts'
import { unicode11 } from './widths.ts'
import { createWriter, type DrawnLine } from './writer.ts'

export interface TerminalScreen {
  /**
   * Shows these pieces, writing only what is not on the terminal yet, and behind them the edited line, `null` for none. `size`: so many rows
   * and columns must be in sight.
   */
  show(pieces: TerminalPiece[], line: DrawnLine | null, size: TerminalSize): void
  find(text: string, options: { back: boolean; stay: boolean; dark: boolean }): void
  clearFind(): void
  /** Takes the size of the element again. */
  fit(): void
  dress(look: { theme: ITheme; screenReader: boolean }): void
  scroll(pages: number): void
  focus(): void
  selection(): string
  /** Everything on the terminal and in its scrollback, as plain text. */
  text(): string
  dispose(): void
}

/** Rows and columns of a terminal; 0 for any number. */
export interface TerminalSize {
  rows: number
  columns: number
}

export const NO_PICTURE: TerminalSize = { rows: 0, columns: 0 }

export interface Listeners {
  /** A key goes down. `true` hands it to the terminal as text. */
  onKey(event: KeyboardEvent): boolean
  onText(text: string): void
  onLink(uri: string): void
  onFound(found: { index: number; count: number }): void
}

// Ten thousand rows of scrollback are about 12 MB at 100 columns; a longer past is in the timeline.
const SCROLLBACK = 10_000
const FONT_PX = 13
// Smaller letters are not read but guessed.
const LEAST_FONT_PX = 7

export function createScreen(
  element: HTMLElement,
  listeners: Listeners,
  look: { theme: ITheme; font: string; screenReader: boolean; label: string; describedBy: string }
): TerminalScreen {
  const term = new Terminal({
    // Unicode versions and search decorations are reached through the proposed part of xterm's interface.
    allowProposedApi: true,
    scrollback: SCROLLBACK,
    scrollOnEraseInDisplay: true,
    minimumContrastRatio: 4.5,
    fontFamily: look.font,
    fontSize: FONT_PX,
    lineHeight: 1.25,
    cursorBlink: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    cursorInactiveStyle: 'outline',
    // Also the width of the scroll bar.
    overviewRuler: { width: 10 },
    macOptionIsMeta: false,
    screenReaderMode: look.screenReader,
    theme: look.theme,
    // Links written as control sequences are stripped; should one ever arrive, it goes nowhere.
    linkHandler: { activate: (_event, uri) => listeners.onLink(uri) }
  })
  const fitting = new FitAddon()
  const searching = new SearchAddon()
  const { provider, width } = unicode11()
  term.loadAddon(fitting)
  term.loadAddon(searching)
  term.loadAddon(new WebLinksAddon((_event, uri) => listeners.onLink(uri)))
  term.unicode.register(provider)
  term.unicode.activeVersion = provider.version
  term.open(element)
  useGpu(term)
  term.textarea?.setAttribute('aria-label', look.label)
  term.textarea?.setAttribute('aria-describedby', look.describedBy)
  term.attachCustomKeyEventHandler((event) => event.type !== 'keydown' || listeners.onKey(event))
  term.onData((data) => {
    // Keys arrive at onKey; what begins with ESC here would be an unrequested report by the terminal.
    if (!data.startsWith('\x1b')) listeners.onText(data)
  })
  searching.onDidChangeResults(({ resultIndex, resultCount }) =>
    listeners.onFound({ index: resultIndex, count: resultCount })
  )

  const writer = createWriter(term, width)
  let disposed = false
  let shown: [pieces: TerminalPiece[], line: DrawnLine | null] = [[], null]
  // What a full-screen program draws does not scroll and must not wrap: it is made to fit by smaller letters.
  let least = NO_PICTURE

  function fit(): void {
    // Hidden or being dragged shut: the size comes back with the element.
    if (element.clientWidth < 60 || element.clientHeight < 20) return
    const { cols, rows } = term
    for (let font = FONT_PX; font >= LEAST_FONT_PX; font--) {
      if (term.options.fontSize !== font) term.options.fontSize = font
      const { rows: high = least.rows, cols: wide = least.columns } = fitting.proposeDimensions() ?? {}
      if (high >= least.rows && wide >= least.columns) break
    }
    const size = fitting.proposeDimensions()
    if (size === undefined || Number.isNaN(size.cols) || (size.cols === cols && size.rows === rows)) return
    writer.around(() => {
      if (!disposed) fitting.fit()
    })
    if (least.rows === 0 || !shown[0].length) return
    // A screen without scrollback loses rows as it shrinks: it is redrawn.
    writer.show([{ id: null, text: '' }], null)
    writer.show(shown[0], shown[1])
  }

  return {
    show(pieces, line, size) {
      if (size.rows !== least.rows || size.columns !== least.columns) {
        least = size
        fit()
      }
      shown = [pieces, line]
      writer.show(pieces, line)
    },
    find(text, { back, stay, dark }) {
      const options = { decorations: matches(dark), incremental: stay }
      if (back) searching.findPrevious(text, options)
      else searching.findNext(text, options)
    },
    clearFind() {
      searching.clearDecorations()
      term.clearSelection()
    },
    fit,
    dress({ theme, screenReader }) {
      term.options.theme = theme
      term.options.screenReaderMode = screenReader
    },
    scroll: (pages) => term.scrollPages(pages),
    focus: () => term.focus(),
    selection: () => term.getSelection(),
    text() {
      const buffer = term.buffer.active
      let text = ''
      for (let row = 0; row < buffer.length; row++) {
        const line = buffer.getLine(row)
        text += `${line?.isWrapped || row === 0 ? '' : '\n'}${line?.translateToString(!buffer.getLine(row + 1)?.isWrapped) ?? ''}`
      }
      return text.trimEnd()
    },
    dispose() {
      disposed = true
      term.dispose()
    }
  }
}

/** Draws on the GPU where there is one; without one, or after its context is lost, xterm's DOM renderer takes over. */
function useGpu(term: Terminal): void {
  const probe = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true })
  const info = probe?.getExtension('WEBGL_debug_renderer_info')
  const renderer = String(info ? probe?.getParameter(info.UNMASKED_RENDERER_WEBGL) : '')
  probe?.getExtension('WEBGL_lose_context')?.loseContext()
  // WebGL computed on the CPU takes the time that the DOM renderer saves.
  if (!probe || /swiftshader|llvmpipe|softpipe|software|basic render/i.test(renderer)) return
  try {
    const addon = new WebglAddon()
    addon.onContextLoss(() => addon.dispose())
    term.loadAddon(addon)
  } catch {
    // The DOM renderer is already drawing.
  }
}
