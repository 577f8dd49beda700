// From what a terminal was written and sent to steps: where commands were entered, and what was to be seen until the next.
import { findDomain } from '../../domains/index.ts'
import { keysOf } from '../../observations/terminal/keystrokes.ts'
import { createLines } from '../../observations/terminal/lines.ts'
import { isPromptLine } from '../../observations/terminal/prompt-shapes.ts'
import { Setup } from '../../tree/model.ts'
import { type EnteredCommand, type TerminalRow, waitsForMore } from './entered.ts'
import type { LinearTurn } from './linear.ts'
import { seconds, turnsIn } from './typed-turns.ts'

export interface CommandRecovery {
  /** Times are seconds since the start. */
  output(at: number, text: string): void
  input(at: number, text: string): void
  resize(width: number): void
  /** Marks this moment. @returns asked after the end: how many commands there were before it */
  mark(): () => number
  /** `beginning`: what the terminal showed before the first command. */
  end(): { turns: LinearTurn[]; beginning: string; dropped: ReadonlyMap<string, number> }
}

interface Typed {
  keys: string
  /** When it was entered, and when the next keys came. */
  at: number
  until: number | null
}

/** A row that is being written. */
type Note = Omit<TerminalRow, 'text' | 'at'>

// A prompt is short.
const LONGEST_PROMPT = 500

/**
 * @param options.command what was recorded in place of a shell
 * @param options.width columns of the terminal
 */
export function recover(
  domainId: string,
  { command, width }: { command?: string | undefined; width?: number | undefined } = {}
): CommandRecovery {
  const domain = findDomain(domainId)
  const start = domain.initial(Setup.parse({ domain: domainId }))
  const turns: LinearTurn[] = []
  let beginning = ''
  // Of the step that is being read; before the first command there is none.
  let begun = false
  let typed: Typed[] = []
  // Once there is input, it tells what was typed; without any, the lines do.
  let byInput = false
  let rows: TerminalRow[] = []
  let row = newRow()
  let under: Note[] = []
  let entries: EnteredCommand[] = []
  // The shell's line editor is at work.
  let editing = false
  // When the terminal was written last, and when it is being written.
  let last = 0
  let now = 0
  // The keys typed last were entered, and something was written since.
  let entered = false
  let answered = false

  const lines = createLines({
    ...(width !== undefined && { width }),
    onLine(text) {
      if (byInput) return
      rows.push({ ...row, text, at: now })
      // A line editor goes on in the next row; before anything could be typed, a prompt does.
      row = under.shift() ?? { ...newRow(), editing, inner: editing && (row.inner || row.stood !== null) }
    },
    onUp() {
      if (byInput) return
      under.unshift(row)
      row = rows.pop() ?? newRow()
    },
    onMark(mark) {
      if (mark === 'edit') {
        editing = true
        Object.assign(row, { editing, inner: false })
      } else if (mark === 'entered') {
        editing = false
        // The line below what was entered is the command's.
        if (lines.line().trim() === '') Object.assign(row, { editing, inner: false })
      } else if (mark === 'typing') row.typing = lines.column()
      else if (mark === 'clear') {
        under = []
        row = { ...newRow(), editing, cleared: !(editing && row.stood) }
      }
    }
  })

  function finish(text: string): void {
    if (begun) turns.push(turn(text))
    else beginning = text.trim() === '' ? '' : text
    begun = true
    typed = []
    lines.cut()
  }

  function turn(observation: string): LinearTurn {
    const end = Math.max(last, typed.at(-1)?.at ?? 0)
    const action = typed.map(({ keys, at, until }) => ({ keystrokes: keys, duration: seconds((until ?? end) - at) }))
    return { action, observation, ms: Math.round(1000 * (end - (typed[0]?.at ?? end))) }
  }

  function isPrompt(line: string): boolean {
    if (line.trim() === '' || line.length > LONGEST_PROMPT) return false
    return isPromptLine(line) || domain.fold(start, { action: [], observation: { text: line } }).prompt !== ''
  }

  /** A prompt stands once something is on the line; what is typed behind it may look like a longer one. */
  function look(at: number): void {
    const column = lines.column()
    if (column > LONGEST_PROMPT) return
    const line = lines.line()
    const text = line.slice(0, column)
    // What stands at the right edge may be drawn after the prompt.
    if (row.stood?.text === text) row.stood.behind = line.slice(column)
    if (row.inner || row.stood || text.trim() === '') return
    if (editing || isPrompt(text) || waitsForMore(text)) row.stood = { text, behind: line.slice(column), at }
  }

  return {
    mark() {
      const [count, row] = [turns.length + (begun ? 1 : 0), rows.length]
      return () => (byInput ? count : entries.filter(({ from }) => from < row).length)
    },
    output(at, text) {
      now = at
      lines.write(text)
      last = at
      answered = true
      if (!byInput) look(at)
    },
    input(at, given) {
      const text = given.replace(PASTED, '')
      // A terminal answers programs by itself.
      if (REPLY.test(text)) return
      byInput = true
      rows = []
      if (!begun || (entered && answered)) finish(lines.text())
      answered = false
      const keys = keysOf(text)
      const named = keys.startsWith('C-')
      const open = typed.at(-1)
      if (open && !entered && !named && !open.keys.startsWith('C-')) {
        // Keys pressed one by one are a line, which is entered with its last.
        open.keys += keys
        open.at = at
      } else {
        if (open) open.until = at
        typed.push({ keys, at, until: null })
      }
      entered = named || keys.endsWith('\n')
    },
    resize: (columns) => lines.resize(columns),
    end() {
      if (!byInput) {
        const all = [...rows, { ...row, text: lines.line(), at: null }]
        const read = turnsIn(all, { command, width, last })
        entries = read.entries
        return { turns: read.turns, beginning: read.beginning, dropped: lines.dropped }
      }
      if (begun) finish(lines.text())
      return { turns, beginning, dropped: lines.dropped }
    }
  }
}

const newRow = (): Note => ({ stood: null, editing: false, inner: false, typing: null, cleared: false })

// biome-ignore lint/suspicious/noControlCharactersInRegex: control sequences begin with one
const PASTED = /\x1b\[20[01]~/g
// What it is, where the cursor stands, which colours it has.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control sequences begin with one
const REPLY = /^(?:\x1b(?:\[[?>=]?[\d;]*[cRnuy$]+|\][^\x07\x1b]*(?:\x07|\x1b\\)|P[^\x1b]*\x1b\\|\[[IO]))+$/
