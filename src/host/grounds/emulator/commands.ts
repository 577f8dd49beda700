// What the console's bytes tell of the shell's commands: where each begins and ends, what it wrote, and how it ended. Nothing is read off a screen:
// the shell marks its prompt (`PROMPT_COMMAND`), and readline says that it has taken a line by switching bracketed paste off.
import { split } from './sequences.ts'

/** Where the shell is between two actions. */
export interface ShellLine {
  /** It reads a command, or more of one (`more`); or a command has the terminal. */
  at: 'prompt' | 'more' | 'command'
  /** Readline will say when it has the line. */
  tells: boolean
  /** The prompt was that of the world's own shell, which began it. */
  own: boolean
}

/** What was told since the action began. */
export interface Heard {
  /** What commands wrote: no prompt, no echo of what the shell read. */
  output: string
  /** Of the last command that ended; `null` where none did. */
  status: number | null
  /** The world's own shell ended, and the machine began another one. */
  restarted: boolean
}

export interface ShellReader {
  feed(bytes: Buffer): void
  line(): ShellLine
  /** How many lines the shell has taken and how many prompts it has said. */
  turns(): number
  heard(): Heard
}

/** The mark before each prompt: `W` by the world's own shell, `D` by the machine's first one. */
export const PROMPT_MARK = /^([DW]);(\d+);(.*)$/s

// What a shell says of its jobs as soon as it has a line, which may not be the whole command.
const NOTICE = /^\[\d+\][-+ ] /

// In latin1, so that a character is a byte. No group can take a byte twice.
const ESC = '\\x1b'
const TOLD = new RegExp(`${ESC}\\]133;([DW]);(\\d+);[^\\x07${ESC}]*\\x07|${ESC}\\[\\?2004([hl])`, 'g')

export function createReader(before: ShellLine): ShellReader {
  let { at, tells, own } = before
  // A shell without readline's word for it: a line ends where its echo does.
  const plain = at === 'prompt' && !tells
  const written: string[] = []
  // What the command has written so far; `null`: it began before.
  let since: string | null = null
  let status: number | null = null
  let taken = false
  let restarted = false
  let turns = 0
  let rest: Buffer = Buffer.alloc(0)

  function text(part: string): void {
    if (at === 'command') write(part)
    const end = at === 'prompt' && plain && !tells ? part.indexOf('\n') : -1
    if (end < 0) return
    begin()
    write(part.slice(end + 1))
  }

  function write(given: string): void {
    if (!given) return
    // Readline's word ends in a carriage return.
    const part = taken && given.startsWith('\r') ? given.slice(1) : given
    taken = false
    if (!part) return
    if (since !== null) since += part.slice(0, 80)
    written.push(part)
  }

  function begin(): void {
    at = 'command'
    since = ''
    turns++
  }

  function paste(on: boolean, sequence: string): void {
    if (at === 'prompt' && on) tells = true
    else if (at !== 'command') {
      if (on) return
      begin()
      taken = true
    } else if (on && (since === '' || (since !== null && NOTICE.test(since)))) at = 'more'
    else write(sequence)
  }

  return {
    feed(bytes) {
      const now = split(Buffer.concat([rest, bytes]))
      rest = now.rest
      const all = now.whole.toString('latin1')
      let from = 0
      for (const { 0: told, 1: mark, 2: code, 3: pasting, index } of all.matchAll(TOLD)) {
        text(all.slice(from, index))
        from = index + told.length
        if (mark === undefined) {
          paste(pasting === 'h', told)
          continue
        }
        const over = own && mark === 'D'
        restarted ||= over
        status = over ? null : Number(code)
        own = mark === 'W'
        at = 'prompt'
        tells = false
        turns++
      }
      text(all.slice(from))
    },
    line: () => ({ at, tells, own }),
    turns: () => turns,
    heard: () => ({
      output: Buffer.from(written.join(''), 'latin1').toString().replaceAll('\r\n', '\n'),
      status,
      restarted
    })
  }
}
