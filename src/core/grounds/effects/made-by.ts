// "The home folder was made by:" and the commands that made it: a world that tells how it came about, in place of what is in it.
import { absolute } from '../../domains/shell/commands.ts'
import { describes } from './described.ts'
import { tablesInWords } from './tables-in-words.ts'

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
): { made: MakingScript | null; rest: string; database?: string } {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => SAYS.test(line.trimEnd()))
  const says = lines[at]
  if (says === undefined)
    return databaseIn(lines, { cwd, home }) ?? toldDatabase(text, { cwd, home }) ?? { made: null, rest: text }
  const { commands, behind } = commandsIn(lines.slice(at + 1))
  // "Made with this Dockerfile:" is read, and not run.
  if (describes(commands.slice(commands.findIndex((line) => line.trim() !== '')))) return { made: null, rest: text }
  const written = commands.join('\n')
  const words = says.split(/\s+/).map((word) => word.replaceAll(/[`'"]/g, ''))
  const database = SQL.test(written) ? words.find((word) => /\.(?:db|sqlite3?)$/.test(word)) : undefined
  if (SQL.test(written) && database === undefined) return databaseIn(lines, { cwd, home }) ?? { made: null, rest: text }
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

const FILE = /(?:^|[\s(`'"])([\w@+.~/-]{1,200}\.(?:db|sqlite3?))(?=$|[\s`'",.;:)])/

/** "The database shop.db has this table:" and, told apart from it, its schema and rows: blocks of code, or statements by themselves. */
function databaseIn(
  lines: readonly string[],
  at: { cwd: string; home: string }
): { made: MakingScript; rest: string; database: string } | null {
  const said = lines.findIndex((line) => FILE.test(line) && !/^\s*[\w-]+ = |[(=]["']/.test(line))
  const file = FILE.exec(lines[said] ?? '')?.[1]
  // Where a file of SQL is named, the statements are what it holds.
  if (file === undefined || lines.some((line) => /[\w-]\.sql\b/.test(line))) return null
  const statements: string[] = []
  const rest: string[] = []
  for (let line = 0; line < lines.length; line++) {
    const mark = /^ {0,3}(```|~~~)/.exec(lines[line] ?? '')?.[1]
    const closed = mark === undefined ? -1 : lines.findIndex((one, next) => next > line && one.trim() === mark)
    const block = lines.slice(line + 1, closed < 0 ? line + 1 : closed)
    const bare = mark === undefined && BARE.test(lines[line] ?? '') ? statementAt(lines, line) : null
    if (closed > 0 && BARE.test(block.join('\n'))) {
      for (const one of block) statements.push(one)
      line = closed
    } else if (closed > 0) {
      for (const one of lines.slice(line, closed + 1)) rest.push(one)
      line = closed
    } else if (bare !== null) {
      for (const one of bare) statements.push(one)
      line += bare.length - 1
    } else rest.push(lines[line] ?? '')
  }
  if (!statements.some((one) => /^\s*CREATE\b/i.test(one))) return null
  const database = absolute(file, at)
  const script = `mkdir -p "$(dirname ${database})"\nsqlite3 ${database} <<'SQL'\n${statements.join('\n').trim()}\nSQL\n`
  return { made: { script, folder: at.cwd }, rest: rest.join('\n'), database }
}

// "In ~/shop there is a database shop.db"
const LIES_IN = /(?:^|[.\s])[Ii]n (?:the (?:folder|directory) )?[`'"]?([~/][\w.@/-]{0,200}[\w-])[`'"]?,? [^.\n]{0,80}$/

/** A database whose tables sentences tell. */
function toldDatabase(
  text: string,
  at: { cwd: string; home: string }
): { made: MakingScript; rest: string; database: string } | null {
  const found = FILE.exec(text)
  const file = found?.[1]
  const statements = file === undefined ? [] : tablesInWords(text)
  if (!found || file === undefined || statements.length === 0) return null
  const folder = LIES_IN.exec(text.slice(0, found.index))?.[1]
  const database = absolute(
    file,
    folder === undefined || file.includes('/') ? at : { ...at, cwd: absolute(folder, at) }
  )
  const script = `mkdir -p "$(dirname ${database})"\nsqlite3 ${database} <<'SQL'\n${statements.join('\n')}\nSQL\n`
  return { made: { script, folder: at.cwd }, rest: text, database }
}

const BARE = /^\s*(?:--[^\n]*\n\s*)?(?:CREATE (?:TABLE|INDEX|UNIQUE|VIEW|TRIGGER)|INSERT (?:OR \w+ )?INTO)\b/i

/** To the line that ends it; `null` where none does before a blank line. */
function statementAt(lines: readonly string[], at: number): string[] | null {
  let end = at
  while (end < lines.length && lines[end] !== '' && !/;\s*$/.test(lines[end] ?? '')) end++
  return /;\s*$/.test(lines[end] ?? '') ? lines.slice(at, end + 1) : null
}

/** The commands, to the end of their block of code, or to words; and what stands behind them. */
function commandsIn(lines: readonly string[]): { commands: string[]; behind: string[] } {
  const opened = lines.findIndex((line) => line.trim() !== '')
  const mark = /^ {0,3}(```|~~~)/.exec(lines[opened] ?? '')?.[1]
  const closed = mark === undefined ? -1 : lines.findIndex((line, at) => at > opened && line.trim() === mark)
  if (closed > 0) return { commands: lines.slice(opened + 1, closed), behind: lines.slice(closed + 1) }
  const words = lines.findIndex((line, at) => lines[at - 1]?.trim() === '' && SENTENCE.test(line.trim()))
  return { commands: words < 0 ? [...lines] : lines.slice(0, words), behind: words < 0 ? [] : lines.slice(words) }
}
