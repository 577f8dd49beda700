// Whether an observation is the picture of a full-screen program (an editor, a pager, a monitor) rather than text that scrolls.
import { asks, lastLine } from './prompts.ts'

/** A picture takes the place of what the terminal showed, and goes away with its program. */
export function isPicture(text: string): boolean {
  if (REDRAWN.test(text) || TILDES.test(text)) return true
  const shown = text.trimEnd()
  const last = lastLine(shown)
  if (HEADS.test(shown) || (!/[\r\u2028\u2029]/.test(last) && (last.endsWith('(END)') || FEET.test(last)))) return true
  return text.split('\n', ROWS + 1).length === ROWS && (/\d%$/.test(last) || !asks(last))
}

// The console of the machine and of the agents whose sessions are recorded. A program that has filled it and is not back at a prompt is shown
// as the console shows it: an editor in the middle of a file has no mark of its own.
const ROWS = 40

// The alternate screen, or the whole screen cleared from its first cell.
const REDRAWN = new RegExp(
  ['\\x1b\\[\\?(?:1049|1047|47)h', '\\x1b\\[(?:1;1)?H\\x1b\\[[02]?J', '\\x1b\\[2J\\x1b\\[(?:1;1)?H'].join('|')
)

// vi's mark for rows behind the end of the file, on three rows in a row.
const TILDES = /^(?:~[ \t]*\r?\n){3}/m

// First rows of nano and top.
const HEADS = /^ *(?:GNU nano \d|top - \d\d:\d\d)/

// Last rows of less, more, man, vi and nano. A bare colon is less waiting for a command.
const FEET = /^(?::$|--More--|-- [A-Z]+ --| ?Manual page .* line \d|\^X Exit )/
