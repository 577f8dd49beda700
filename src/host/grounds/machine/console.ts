// The console as a terminal agent is shown it: bytes of the guest in, the text of the last action out. All it remembers is a string, so that a
// console put back shows the same as one that went on.
import { SerializeAddon } from '@xterm/addon-serialize'
import { Unicode11Addon } from '@xterm/addon-unicode11'
import headless from '@xterm/headless'

// Terminus-2's pane (spec/formats 5).
const COLUMNS = 160
const ROWS = 40

/** A console between two actions. */
export interface Console {
  /** Escape sequences that draw the screen. */
  screen: string
  /** Bytes that end in the middle of a sequence, base64. */
  rest: string
  /** Rows of the screen above the cursor at which the last command's prompt is; `null`: scrolled off. */
  prompt: number | null
  /** The same for the line that the last action began on. */
  began: number | null
  atPrompt: boolean
}

/** What the guest showed in one action. */
export interface Shown {
  console: Console
  /** From the line that the action began on to the end; where that line is gone, the screen. */
  text: string
  /** Whether the shell shows its prompt. */
  atPrompt: boolean
  /** Of the last command that ended, if one did. */
  status: number | null
  cwd: string | null
  /** Whether a full-screen program holds the screen. */
  fullScreen: boolean
}

export const EMPTY: Console = { screen: '', rest: '', prompt: 0, began: 0, atPrompt: false }

/**
 * Draws `bytes` on `before`. `waits`: the action typed nothing, so the text begins at the prompt of the command that it waits for. `goesOn`: it is
 * a part of the action before, and the text begins where that one's began. `hidden`: only the last line is drawn, in place of the one there (a
 * command of the host's own that nobody is to see).
 */
export async function show(
  before: Console,
  bytes: Uint8Array,
  { waits = false, goesOn = false, hidden = false }: { waits?: boolean; goesOn?: boolean; hidden?: boolean } = {}
): Promise<Shown> {
  const term = new headless.Terminal({ cols: COLUMNS, rows: ROWS, scrollback: 0, allowProposedApi: true })
  try {
    const addon = new SerializeAddon()
    // `as`: made for the terminal with a window; it asks for nothing that the one without lacks.
    term.loadAddon(addon as unknown as Parameters<typeof term.loadAddon>[0])
    // The guest's programs and tmux give an emoji two cells, which the table of Unicode 6 does not.
    term.loadAddon(new Unicode11Addon() as unknown as Parameters<typeof term.loadAddon>[0])
    term.unicode.activeVersion = '11'
    await write(term, before.screen)
    const { whole, rest } = split(Buffer.concat([Buffer.from(before.rest, 'base64'), bytes]))
    const markerAt = (row: number | null) => (row === null ? undefined : term.registerMarker(-row))
    const prompt = markerAt(before.prompt)
    const began = goesOn || hidden ? markerAt(before.began) : waits ? prompt : term.registerMarker(0)
    let last = prompt
    const marks: Mark[] = []
    term.parser.registerOscHandler(133, (data) => {
      const [, status, cwd] = /^D;(\d+);(.*)$/s.exec(data) ?? []
      if (status === undefined || cwd === undefined) return true
      marks.push({ status: Number(status), cwd })
      last = term.registerMarker(0)
      return true
    })
    await write(term, hidden ? Buffer.concat([Buffer.from('\r\x1b[2K'), lastLine(whole)]) : whole)
    const { active } = term.buffer
    const fullScreen = active.type === 'alternate'
    const from = began && !began.isDisposed && !fullScreen ? Math.max(0, began.line) : 0
    const rows = Array.from({ length: ROWS - from }, (_, row) => rowAt(term, from + row))
    const above = (marker: typeof began): number | null =>
      marker && !marker.isDisposed && marker.line >= 0 && !fullScreen ? active.cursorY - marker.line : null
    const atPrompt = !fullScreen && prompts(before, whole)
    return {
      console: {
        screen: addon.serialize(),
        rest: rest.toString('base64'),
        prompt: above(last),
        began: above(began),
        atPrompt
      },
      text: rows.join('\n').trimEnd(),
      atPrompt,
      ...(marks.at(-1) ?? { status: null, cwd: null }),
      fullScreen
    }
  } finally {
    term.dispose()
  }
}

/** Whether the shell's prompt stands after `bytes`: it does until its line is ended. */
export function prompts(before: Console, bytes: Buffer): boolean {
  const at = bytes.lastIndexOf(MARK)
  return (at >= 0 || before.atPrompt) && !bytes.includes(10, Math.max(at, 0))
}

type Terminal = InstanceType<typeof headless.Terminal>

const MARK = Buffer.from('\x1b]133;D;')

interface Mark {
  status: number
  cwd: string
}

const write = (term: Terminal, data: string | Uint8Array): Promise<void> =>
  new Promise((resolve) => term.write(data, resolve))

const rowAt = (term: Terminal, row: number): string =>
  term.buffer.active
    .getLine(term.buffer.active.baseY + row)
    ?.translateToString(true)
    .trimEnd() ?? ''

function lastLine(bytes: Buffer): Buffer {
  return bytes.subarray(bytes.lastIndexOf(10) + 1)
}

// The start of an escape sequence, or of a character of UTF-8, that is not whole yet. In latin1, so that a character is a byte.
const UNFINISHED = new RegExp(
  [
    '\\x1b(?:\\[[0-?]*[ -/]*|[\\]PX^_][^\\x07\\x1b]*\\x1b?|[ -/]*)?',
    '[\\xc2-\\xdf]',
    '[\\xe0-\\xef][\\x80-\\xbf]?',
    '[\\xf0-\\xf4][\\x80-\\xbf]{0,2}'
  ]
    .map((one) => `(?:${one})$`)
    .join('|')
)

function split(bytes: Buffer): { whole: Buffer; rest: Buffer } {
  // No sequence that a terminal heeds is longer.
  const tail = bytes.subarray(-4096).toString('latin1')
  const length = UNFINISHED.exec(tail)?.[0].length ?? 0
  return { whole: bytes.subarray(0, bytes.length - length), rest: bytes.subarray(bytes.length - length) }
}
