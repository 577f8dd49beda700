// The screen of a terminal after each step, kept by a real terminal emulator without a window.
import headless from '@xterm/headless'
import type { TerminalView } from '../../core/contract/steps.ts'
import { findDomain } from '../../core/domains/index.ts'
import type { Setup, StepId } from '../../core/tree/model.ts'
import type { Store } from '../../core/tree/store.ts'

export interface Screens {
  /** The terminal after `tip`, `null` in worlds without one. @throws OrreryError not-found */
  after(setup: Setup, tip: StepId | null): Promise<TerminalView | null>
}

// Terminus-2's pane.
const COLUMNS = 160
const ROWS = 40
// Bytes of new output that an agent is shown.
const ADDED_BYTES = 10_000
// A screen of 40 rows follows from its last steps; so many are written at most to get at one.
const STEPS = 200
// Lines kept above the screen: as many as an observation of the usual limit can have, so that what is new can be told.
const SCROLLBACK = 65_536
// A view is about 4 kB.
const KEPT = 1_000

/** Views of the last steps asked for are kept; the others are made anew, in some milliseconds a step. */
export function createScreens(store: Pick<Store, 'window'>): Screens {
  const views = new Map<string, TerminalView>()

  return {
    async after(setup, tip) {
      const { id, shell } = findDomain(setup.domain)
      if (!shell) return null
      const key = `${id} ${setup.initialState} ${tip}`
      const known = views.get(key)
      if (known) return known
      const steps = tip === null ? [] : store.window(tip, STEPS).steps
      const pieces = shell.transcript(steps, setup)
      const term = new headless.Terminal({ cols: COLUMNS, rows: ROWS, scrollback: SCROLLBACK, allowProposedApi: true })
      try {
        await write(
          term,
          pieces
            .slice(0, -1)
            .map(({ text }) => text)
            .join('')
        )
        const before = markEnd(term)
        await write(term, pieces.at(-1)?.text ?? '')
        const view = { ...look(term), added: tip === null ? null : addedSince(term, before) }
        views.set(key, view)
        const [oldest] = views.keys()
        if (oldest !== undefined && views.size > KEPT) views.delete(oldest)
        return view
      } finally {
        term.dispose()
      }
    }
  }
}

type Terminal = InstanceType<typeof headless.Terminal>

const write = (term: Terminal, text: string): Promise<void> => new Promise((resolve) => term.write(text, resolve))

function look(term: Terminal): Omit<TerminalView, 'added'> {
  const { active } = term.buffer
  const rows = Array.from({ length: ROWS }, (_, row) => lineAt(term, active.baseY + row).trimEnd())
  return {
    columns: COLUMNS,
    rows,
    cursor: { x: active.cursorX, y: active.cursorY },
    picture: active.type === 'alternate'
  }
}

function lineAt(term: Terminal, line: number): string {
  return term.buffer.active.getLine(line)?.translateToString(true) ?? ''
}

/** Where the text ends now: a marker that scrolls along, and what its line and the one above it say. */
function markEnd(term: Terminal) {
  const { active } = term.buffer
  const line = active.baseY + active.cursorY
  return {
    marker: term.registerMarker(0),
    picture: active.type === 'alternate',
    text: lineAt(term, line),
    above: line > 0 ? lineAt(term, line - 1) : null
  }
}

/** The text behind `before`; `null` when the terminal was cleared since, or a picture was or is there. */
function addedSince(term: Terminal, before: ReturnType<typeof markEnd>): string | null {
  const { active } = term.buffer
  const line = before.marker?.line ?? -1
  const kept =
    line >= 0 &&
    lineAt(term, line).startsWith(before.text) &&
    (before.above === null || lineAt(term, line - 1) === before.above)
  if (!kept || before.picture || active.type === 'alternate') return null
  const end = active.baseY + active.cursorY
  const lines = [lineAt(term, line).slice(before.text.length).trimStart()]
  for (let next = line + 1; next <= end; next++) {
    const wrapped = active.getLine(next)?.isWrapped
    if (wrapped) lines[lines.length - 1] += lineAt(term, next)
    else lines.push(lineAt(term, next))
  }
  return capped(lines.join('\n').trimEnd())
}

/** The beginning and the end of a text that is too long, as Terminus-2 cuts it. */
function capped(text: string): string {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= ADDED_BYTES) return text
  const half = ADDED_BYTES / 2
  const decode = (part: Uint8Array) => new TextDecoder().decode(part).replaceAll('\ufffd', '')
  const left = bytes.length - ADDED_BYTES
  const note = `[... output limited to ${ADDED_BYTES} bytes; ${left} interior bytes omitted ...]`
  return `${decode(bytes.subarray(0, half))}\n${note}\n${decode(bytes.subarray(-half))}`
}
