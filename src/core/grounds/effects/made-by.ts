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
  const after = lines.slice(at + 1)
  const words = after.findIndex((line, index) => after[index - 1]?.trim() === '' && SENTENCE.test(line.trim()))
  const commands = words < 0 ? after : after.slice(0, words)
  const plain = commands.filter((line) => !/^ {0,3}(?:```|~~~)/.test(line))
  // "Made with this Dockerfile:" is read, and not run.
  if (describes(plain.slice(plain.findIndex((line) => line.trim() !== '')))) return { made: null, rest: text }
  const script = plain.join('\n')
  const named = says.split(/\s+/).find((word) => /^[~/]/.test(word))
  const folder = named ? absolute(named, { cwd, home }) : /\bhome\b/i.test(says) ? home : cwd
  return {
    made: script.trim() ? { script: `${script.trimEnd()}\n`, folder } : null,
    rest: [...lines.slice(0, at), ...(words < 0 ? [] : after.slice(words))].join('\n')
  }
}
