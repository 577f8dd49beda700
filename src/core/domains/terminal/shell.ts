// A terminal as a plain shell, for agents that know nothing else: a command goes in, and what it printed is read off the screen.

import { asTyped } from '../../observations/terminal/beside.ts'
import { keystrokesOf } from '../../observations/terminal/keys.ts'
import { entries } from '../../observations/terminal/keystrokes.ts'
import { trimEndOf } from '../../text/plain.ts'
import type { DerivedState, Shell } from '../capabilities.ts'
import { endsIn, readPrompt } from './prompt-line.ts'

// As long as an agent that runs a command may wait for its end; longer where that takes no more of the world's time than the command does.
const SHELL_SECONDS = 30
const KNOWN_SECONDS = 120

// A last line that ends in a backslash goes on in the next, which is empty.
const GOES_ON = /(?:^|[^\\])(?:\\\\)*\\\n*$/

// What a terminal is wide, and a screen of it without the line that was typed and the prompt.
const COLUMNS = 160
const SCREEN = COLUMNS * 36

export const terminalShell: Pick<Shell, 'keeps' | 'shows' | 'action' | 'keys' | 'read'> = {
  keeps: true,
  shows: SCREEN,
  action: (command, _setup, { way, seconds = way ? KNOWN_SECONDS : SHELL_SECONDS } = {}) => [
    {
      keystrokes: `${trimEndOf(command, '\n')}\n${way !== 'beside' && GOES_ON.test(command) ? '\n' : ''}`,
      duration: seconds,
      ...(way === 'beside' ? { beside: true } : way && { until: 'prompt' })
    }
  ],
  keys: (keys, seconds, { way } = {}) => {
    const last = keys.length - 1
    const until = way && { until: 'prompt' }
    return keys.map((key, index) => ({
      keystrokes: keystrokesOf(key),
      duration: index === last ? seconds : 0,
      ...until
    }))
  },
  read(action, text, before) {
    // As it stands on the screen.
    const [{ keystrokes = '' } = {}] = entries(asTyped(action))
    const rows = trimEndOf(text, '\n').split('\n')
    const { rest, prompt } = withoutEcho(rows, keystrokes.replace(/\n$/, '').split('\n'), before)
    const last = rest.at(-1) ?? ''
    const shown = PS1.test(keystrokes) ? 0 : promptAt(last, prompt, before)
    // What a program wrote without ending its line stands before the prompt.
    const lines = shown === null ? rest : [...rest.slice(0, -1), ...(shown > 0 ? [last.slice(0, shown)] : [])]
    const output = lines.join('\n')
    return { output, streams: null, exitCode: codeIn(output, keystrokes), running: shown === null }
  }
}

// What a shell answers for a program that there is not, where nothing but it was asked for.
const NOT_FOUND = 127

const codeIn = (output: string, keystrokes: string): number | null =>
  /^(?:-?bash|sh): (?:line \d+: )?[^\s:]+: command not found$/.test(output) && !/[|;&]|\n./.test(keystrokes)
    ? NOT_FOUND
    : null

// The prompt after this can be any text.
const PS1 = /\bPS1=/

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trimEnd() : '')

/**
 * Where the prompt begins on the last line; `null` where there is none, so that a program has the terminal.
 * @param shown as it stood before the first line that was typed; `''` where that is gone
 */
function promptAt(line: string, shown: string, before: DerivedState): number | null {
  const row = line.trimEnd()
  for (const known of [shown, textOf(before.prompt)]) if (endsIn(row, known)) return row.length - known.length
  const read = readPrompt({}, row)
  if (row && !read.running && read.host) return startOf(row, before)
  if (shown && row.endsWith(shown)) return row.length - shown.length
  return row && !read.running ? 0 : null
}

/** The prompt of another folder, behind output that did not end its line: `done.root@box:/tmp#`. */
function startOf(row: string, { user, host }: DerivedState): number {
  const head = user && host ? row.lastIndexOf(`${user}@${host}`) : -1
  return Math.max(0, head)
}

// Rows of a terminal: as many as the echo of one line is looked for on.
const MOST_ROWS = 40

/** A new line of a command that goes on. */
const CONTINUED = '>'

/**
 * The rows without what was typed: each line stands behind a prompt, wrapped where it is wider than the screen, with what the lines before
 * it printed in between. The first may have scrolled off.
 * @returns `prompt`: as it stood before the first line; `''` where that is gone
 */
function withoutEcho(rows: string[], typed: string[], before: DerivedState): { rest: string[]; prompt: string } {
  const rest: string[] = []
  let prompt = ''
  let at = scrolled(rows, typed)
  let next = 0
  while (at < rows.length) {
    const found = next < typed.length ? echoAt(rows, at, typed, next, { before, prompt }) : null
    if (found) {
      if (next === 0 && found.line === 0) prompt = found.prompt
      // Output that did not end its line before the prompt of the next one.
      if (next > 0 && found.before) rest.push(found.before)
      at += found.rows
      next = found.line + 1
    } else rest.push(rows[at++] ?? '')
  }
  return { rest, prompt }
}

/** Rows at the top that are the end of a line whose beginning has scrolled off. */
function scrolled(rows: string[], typed: string[]): number {
  let joined = ''
  let found = 0
  for (const [index, row] of rows.slice(0, MOST_ROWS).entries()) {
    joined += row
    // A row that is all of a short line is no rest of a longer one.
    if (joined.length >= WIDE && typed.some((line) => line.length > joined.length && line.endsWith(joined)))
      found = index + 1
    joined = whole(joined, index + 1)
  }
  return found
}

/** Rows that go on in the next: blanks at the end of one are not shown. */
const whole = (joined: string, rows: number): string => joined.padEnd(rows * COLUMNS)

// Shorter ends of a line are words that programs print.
const WIDE = 60

interface Echo {
  /** Which of the typed lines, and how many rows it takes. */
  line: number
  rows: number
  prompt: string
  before: string
}

function echoAt(
  rows: string[],
  at: number,
  typed: string[],
  next: number,
  { before, prompt }: { before: DerivedState; prompt: string }
): Echo | null {
  // The first lines may be gone from the screen; later ones come one after the other.
  const upTo = at === 0 && next === 0 ? typed.length : next + 1
  for (let line = next; line < upTo; line++) {
    const text = (typed[line] ?? '').trimEnd()
    let shown = ''
    for (let row = at; row < rows.length && row < at + MOST_ROWS; row++) {
      shown = whole(shown, row - at) + rows[row]
      if (shown.length < text.length) {
        if ((rows[row] ?? '').length < WIDE) break
        continue
      }
      if (!shown.trimEnd().endsWith(text)) break
      const head = shown.trimEnd().slice(0, shown.trimEnd().length - text.length)
      const start = headAt(head.trimEnd(), { before, prompt, first: at === 0 && line === 0 })
      if (start !== null) {
        return { line, rows: row - at + 1, prompt: head.slice(start).trimEnd(), before: head.slice(0, start) }
      }
      break
    }
  }
  return null
}

/** Where the prompt begins in what stands before a typed line; `null` where that is none. */
function headAt(
  head: string,
  { before, prompt, first }: { before: DerivedState; prompt: string; first: boolean }
): number | null {
  for (const known of [prompt, textOf(before.prompt)]) if (endsIn(head, known)) return head.length - known.length
  // The first row is what was typed, whatever stands before it: any text can be a prompt, and models leave it out at times.
  if (first || head === CONTINUED) return 0
  return head && !readPrompt({}, head).running ? startOf(head, before) : null
}
