// The console as a terminal agent is shown it: bytes of the guest in, the text of the last action out. All it remembers is a string, so that a
// console put back shows the same as one that went on.
import { SerializeAddon } from '@xterm/addon-serialize'
import { Unicode11Addon } from '@xterm/addon-unicode11'
import headless from '@xterm/headless'
import { largest } from '../../../core/text/extremes.ts'
import { PROMPT_MARK, type ShellLine } from './commands.ts'
import { split } from './sequences.ts'

// Terminus-2's pane.
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
  /** The column in which the prompt begins on its last row; absent in states of before it was known. */
  column?: number
  /** Where its shell is; absent in states of before it was known. */
  line?: ShellLine
}

/** What the guest showed in one action. */
export interface ConsoleOutput {
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
): Promise<ConsoleOutput> {
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
    let column = before.column ?? 0
    const marks: Mark[] = []
    term.parser.registerOscHandler(133, (data) => {
      const [, , status, cwd] = PROMPT_MARK.exec(data) ?? []
      if (status !== undefined && cwd !== undefined) marks.push({ status: Number(status), cwd })
      else if (data !== DRAWN) return true
      last = term.registerMarker(0)
      column = term.buffer.active.cursorX
      return true
    })
    // A full reset puts new rows in place of all: what was marked is gone.
    term.parser.registerEscHandler({ final: 'c' }, () => {
      for (const marker of [prompt, began, last]) marker?.dispose()
      return false
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
        atPrompt,
        // A prompt of several rows begins its last one on the left.
        column: above(last) === 0 ? column : 0
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

/**
 * The screen with a command and its output at the prompt, which stands again below: as a shell shows a command that is typed. `null` where no
 * shell waits. @param bytes what the guest wrote before
 */
export async function drawn(
  before: Console,
  bytes: Uint8Array,
  { command, output }: { command: string; output: string }
): Promise<ConsoleOutput | null> {
  const now = await show(before, bytes)
  if (now.fullScreen || before.line?.at !== 'prompt') return null
  const prompt = (now.text.split('\n').at(-1) ?? '').slice(now.console.column)
  const typed = command.replaceAll('\n', `\r\n${PS2}`)
  const text = `${typed}\r\n${output.replaceAll('\n', '\r\n')}\x1b]133;${DRAWN}\x07${prompt && `${prompt} `}`
  return show(now.console, Buffer.from(text))
}

// Marks where a prompt begins that was drawn.
const DRAWN = 'P'

// What a shell shows before it reads more of a command.
const PS2 = '> '

/** Whether the shell's prompt stands after `bytes`: it does until its line is ended. */
export function prompts(before: Console, bytes: Buffer): boolean {
  const at = largest(MARKS.map((mark) => bytes.lastIndexOf(mark)))
  return (at >= 0 || before.atPrompt) && !bytes.includes(10, Math.max(at, 0))
}

type Terminal = InstanceType<typeof headless.Terminal>

const MARKS = ['D', 'W'].map((kind) => Buffer.from(`\x1b]133;${kind};`))

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
