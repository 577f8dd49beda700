// The turns of a recorded terminal without input: what was pressed for each line that was entered, and what was to be seen until the next.
import { type EnteredCommand, entriesIn, type TerminalRow } from './entered.ts'
import type { LinearTurn } from './linear.ts'

export interface TypedTurns {
  turns: LinearTurn[]
  /** What the terminal showed before the first command. */
  beginning: string
  entries: EnteredCommand[]
}

/**
 * @param options.command what was recorded in place of a shell
 * @param options.last when the terminal was written last, in seconds since the start
 */
export function turnsIn(
  rows: readonly TerminalRow[],
  { command, width, last }: { command: string | undefined; width: number | undefined; last: number }
): TypedTurns {
  const program = command !== undefined && !isShell(command) ? command : null
  const entries = entriesIn(rows, { scripted: program === null, width })
  const [first] = entries
  const before = textOf(rows.slice(0, first?.from), first && rows[first.from], first?.prompt)
  const turns: LinearTurn[] = []
  if (program !== null) {
    const end = first?.stood ?? first?.at ?? last
    turns.push({ ...turnOf([`${program}\n`], end), observation: before })
  }
  for (const [index, entry] of entries.entries()) {
    const next = entries[index + 1]
    const end = next ? (next.stood ?? next.at) : Math.max(last, entry.at)
    const ends = !next && rows.slice(entry.to).every(({ text }) => ENDED.has(text.trim()))
    const observation = textOf(rows.slice(entry.from, next?.from), next && rows[next.from], next?.prompt)
    turns.push({ ...turnOf(keysFor(entry, ends), end - entry.at), observation })
  }
  return { turns, entries, beginning: program === null && first && before.trim() !== '' ? before : '' }
}

/** Keys that are pressed at once, and how long the terminal is looked at after the last. */
function turnOf(keys: string[], took: number): Omit<LinearTurn, 'observation'> {
  const action = keys.map((keystrokes, at) => ({ keystrokes, duration: at === keys.length - 1 ? seconds(took) : 0 }))
  return { action, ms: Math.round(1000 * Math.max(0, took)) }
}

// A shell says so when its input ends.
const ENDED = new Set(['', 'exit', 'logout'])
// A recorded shell, with whatever options, is what a recording is of when nothing is named.
const SHELLS = new Set('sh bash zsh fish dash ksh mksh tcsh csh ash nu elvish xonsh pwsh powershell'.split(' '))

function isShell(command: string): boolean {
  const [program = '', ...options] = command.trim().split(/\s+/)
  const name =
    program
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/\.exe$/i, '') ?? ''
  return SHELLS.has(name) && options.every((one) => one.startsWith('-'))
}

/** What was pressed for an entered line. `ends`: the shell ended with it. */
function keysFor({ command }: EnteredCommand, ends: boolean): string[] {
  if (ends && command === '') return ['C-d']
  if (!command.endsWith('^C')) return [`${command}\n`]
  const before = command.slice(0, -2)
  return before ? [before, 'C-c'] : ['C-c']
}

/** What is to be seen of the rows up to the prompt on the row after them, where there is one: what came since the screen was cleared last. */
function textOf(rows: readonly TerminalRow[], next: TerminalRow | undefined, prompt: string | undefined): string {
  if (next?.cleared) return prompt ?? ''
  const cleared = rows.findLastIndex((one) => one.cleared)
  const texts = rows.slice(Math.max(0, cleared)).map(({ text }) => text)
  return [...texts, ...(prompt === undefined ? [] : [prompt])].join('\n')
}

export const seconds = (time: number): number => Math.round(Math.max(0, time) * 1000) / 1000
