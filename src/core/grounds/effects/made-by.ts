// "The home folder was made by:" and the commands that made it: a world that tells how it came about, in place of what is in it.
import { absolute } from '../../domains/shell/commands.ts'
import { describes } from './described.ts'

/** Commands for bash, and the folder that they begin in. */
export interface MakingScript {
  script: string
  folder: string
}

// The line ends in it, so nothing else is between the words and the commands.
const SAYS =
  /\b(?:made|created|prepared|set up|built) (?:by|with)(?: running)?(?: (?:this|these|the))?(?: script| commands)?:$/i
// What goes on in words behind an empty line; also the words before a terminal's prompt.
const SENTENCE = /^[A-Z][^={}$|<>"'`]*[.:]$/

/** @returns the text without the commands; `made: null` where it tells of none */
export function madeBy(
  text: string,
  { cwd, home }: { cwd: string; home: string }
): { made: MakingScript | null; rest: string } {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => SAYS.test(line.trimEnd()))
  const says = lines[at]
  if (says === undefined) return { made: null, rest: text }
  const { commands, behind } = commandsIn(lines.slice(at + 1))
  // "Made with this Dockerfile:" is read, and not run.
  if (describes(commands.slice(commands.findIndex((line) => line.trim() !== '')))) return { made: null, rest: text }
  const written = commands.join('\n')
  const words = says.split(/\s+/).map((word) => word.replaceAll(/[`'"]/g, ''))
  const database = SQL.test(written) ? words.find((word) => /\.(?:db|sqlite3?)$/.test(word)) : undefined
  if (SQL.test(written) && database === undefined) return { made: null, rest: text }
  const script =
    database === undefined
      ? written
      : `mkdir -p "$(dirname ${database})"\nsqlite3 ${database} <<'SQL'\n${written.trim()}\nSQL\n`
  const named = database === undefined ? words.find((word) => /^[~/]/.test(word)) : undefined
  const folder = named ? absolute(named, { cwd, home }) : /\bhome\b/i.test(says) && !database ? home : cwd
  // The line may say more, before the sentence that is about the commands.
  const before = says.slice(0, says.lastIndexOf('. ') + 1)
  return {
    made: script.trim() ? { script: `${script.trimEnd()}\n`, folder } : null,
    rest: [...lines.slice(0, at), ...(before ? [before, ''] : []), ...behind].join('\n')
  }
}

const SQL = /^\s*(?:--[^\n]*\n\s*)?(?:CREATE|INSERT|PRAGMA|BEGIN|DROP|ALTER)\b/i

/** The commands, to the end of their block of code, or to words; and what stands behind them. */
function commandsIn(lines: readonly string[]): { commands: string[]; behind: string[] } {
  const opened = lines.findIndex((line) => line.trim() !== '')
  const mark = /^ {0,3}(```|~~~)/.exec(lines[opened] ?? '')?.[1]
  const closed = mark === undefined ? -1 : lines.findIndex((line, at) => at > opened && line.trim() === mark)
  if (closed > 0) return { commands: lines.slice(opened + 1, closed), behind: lines.slice(closed + 1) }
  const words = lines.findIndex((line, at) => lines[at - 1]?.trim() === '' && SENTENCE.test(line.trim()))
  return { commands: words < 0 ? [...lines] : lines.slice(0, words), behind: words < 0 ? [] : lines.slice(words) }
}
