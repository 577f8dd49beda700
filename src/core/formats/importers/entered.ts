// Which lines of a recorded terminal were entered at a prompt, where the recording has no input: by the shell's own marks, by its line editor, by a
// prompt that stood before more came behind it, and in scripted recordings by the look of whole lines.
import { isPromptLine, promptOf } from '../../observations/terminal/prompt-shapes.ts'

/** A line of the terminal. Times are seconds since the start. */
export interface TerminalRow {
  text: string
  /** When it was finished; `null` for the last one, which is not. */
  at: number | null
  /** What stood on it up to the cursor when the terminal paused, before anything was typed, and behind the cursor. */
  stood: { text: string; behind: string; at: number } | null
  /** A shell's line editor had it. */
  editing: boolean
  /** The line editor came to it from the row above. */
  inner: boolean
  /** Where what is typed begins, by the shell's own mark. */
  typing: number | null
  /** The screen was cleared before it. */
  cleared: boolean
}

export interface EnteredCommand {
  /** Of the rows: the first line of what was entered, and the one after the last. */
  from: number
  to: number
  prompt: string
  /** Without its last line break. */
  command: string
  /** When its prompt stood, and when it was entered. */
  stood: number | null
  at: number
  editing: boolean
}

/** What the rows show was entered, in order. `scripted`: whole lines may be read by their look. */
export function entriesIn(
  rows: readonly TerminalRow[],
  { scripted, width = Number.POSITIVE_INFINITY }: { scripted: boolean; width?: number | undefined }
): EnteredCommand[] {
  const known = promptsIn(rows)
  const lines = rows.map((row) => lineOf(row, known))
  const prompts = new Set(lines.flatMap((line) => line?.prompt ?? []))
  const typed = prompts.size > 0
  let kind: string | null = null
  const entries: EnteredCommand[] = []
  for (const [index, row] of rows.entries()) {
    if (row.at === null) break
    const looks = promptOf(row.text)
    let line = lines[index] ?? null
    if (!line && looks && scripted) {
      // Where somebody typed, a line that came whole is what a program wrote; but for a prompt that no program writes.
      const fits = typed ? looks.kind === 'host' && prompts.has(looks.prompt) : kind === null || kind === looks.kind
      if (fits || !entries.length) line = { prompt: looks.prompt, command: row.text.slice(looks.prompt.length) }
      if (line) kind ??= looks.kind
    }
    const before = entries.at(-1)
    const next = before?.to === index ? before : null
    if (next && row.inner) {
      // Of a line that was too wide the rest stands below.
      const above = rows[index - 1]?.text ?? ''
      next.command += above.length >= width ? row.text.trimEnd() : `\n${row.text.trim()}`
      Object.assign(next, { to: index + 1, at: row.at })
    } else if (next && goesOn(next, line, row)) {
      next.command += `\n${line?.command ?? row.text.slice(row.stood?.text.length ?? '> '.length).trimEnd()}`
      Object.assign(next, { to: index + 1, at: row.at })
    } else if (line) {
      const { stood, at, editing } = row
      entries.push({ ...line, from: index, to: index + 1, stood: stood?.at ?? null, at, editing })
    }
  }
  return entries
}

type Line = Pick<EnteredCommand, 'prompt' | 'command'>

/** The prompt of a line that was typed at, and what was typed. */
function lineOf({ text, at, stood, editing, inner, typing }: TerminalRow, known: readonly string[]): Line | null {
  if (at === null || inner) return null
  if (typing !== null) return { prompt: text.slice(0, typing), command: text.slice(typing).trimEnd() }
  const looks = promptOf(text)
  if (!stood || !text.startsWith(stood.text)) {
    // A prompt may be drawn again without its blank at the end.
    if (stood && editing && text.trimEnd() === stood.text.trimEnd()) return { prompt: stood.text, command: '' }
    return editing && looks ? { prompt: looks.prompt, command: text.slice(looks.prompt.length).trimEnd() } : null
  }
  if (!editing && MORE.test(stood.text)) return null
  const prompt = editing ? promptIn(stood.text, known) : stood.text
  const end = stood.behind.trim()
  // What stood at the right edge before anything was typed is part of the prompt.
  const typed = text.slice(prompt.length).trimEnd()
  return { prompt, command: end && typed.endsWith(end) ? typed.slice(0, -end.length).trimEnd() : typed }
}

/** The prompt in what stood on a line: in a recording that was squeezed, some of what was typed stood there too. */
function promptIn(stood: string, known: readonly string[]): string {
  if (isPromptLine(stood)) return stood
  return known.find((one) => one !== stood && stood.startsWith(one)) ?? promptOf(stood)?.prompt ?? stood
}

// Nobody has more prompts in a recording.
const MOST_PROMPTS = 50

/** What stood on lines of the editor more than once, and on the last line of all; the shortest first. */
function promptsIn(rows: readonly TerminalRow[]): string[] {
  const counts = new Map<string, number>()
  for (const { editing, stood } of rows) if (editing && stood) counts.set(stood.text, (counts.get(stood.text) ?? 0) + 1)
  const last = rows.at(-1)?.stood?.text
  const all = [...counts].flatMap(([text, count]) => (count > 1 || text === last ? [text] : []))
  return all.slice(0, MOST_PROMPTS).sort((a, b) => a.length - b.length)
}

// What shells and interpreters show while a command is not whole.
const MORE =
  /^(?:>|\.\.\.|(?:(?:quote|dquote|bquote|heredoc|for|foreach|while|until|if|then|elif|else|do|case|select|pipe|function|subsh|cursh|cmdsubst|cmdand|cmdor|array|braceparam|math|mathsubst|repeat)(?: |(?=>)))+>|∙|\u2026) ?$/

/** Whether the line directly below an entered one is more of the same command. */
function goesOn({ prompt, command }: EnteredCommand, line: Line | null, { text, stood }: TerminalRow): boolean {
  const own = line?.prompt ?? stood?.text
  if (own !== undefined) return MORE.test(own) && own !== prompt
  return command.endsWith('\\') && text.startsWith('> ')
}

/** Whether a line waits for the rest of a command. */
export const waitsForMore = (line: string): boolean => MORE.test(line)
