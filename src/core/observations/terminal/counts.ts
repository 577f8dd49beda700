// Whether a command may print numbers that count on, so that an answer in which nothing else changes is what was asked for.

/** What a command is judged by besides itself. */
export interface CommandContext {
  /** Commands given before, in any order. */
  past: Iterable<string>
  initialState: string
}

// Programs that print what is in a file or what they were given, and count only where that does.
const SHOWS = new Set(
  'cat tac head tail less more sort uniq grep egrep fgrep cut paste rev tr fold fmt strings echo printf wc'.split(' ')
)
// Programs that print a few lines, or none.
const TELLS = new Set(
  `alias arch basename cd chgrp chmod chown clear cp date df dirname env exit export false file free groups help hostname id kill ln
  locale logname logout man mkdir mv printenv pwd readlink realpath rm rmdir sleep stat su test touch true tty type umask
  unalias uname unset uptime w which who whereis whoami`.split(/\s+/)
)
// Words that stand before a program.
const BEFORE = /^(?:sudo|time|command|exec|nohup|env|then|do|else|!|\w+=\S*)$/
// Loops, ranges and sums of the shell.
const COUNTING = /\b(?:for|while|until|seq|select)\b|\{[^{}\s.]*\.\.|\(\(/
// Lines that have numbers or times of their own.
const NUMBERED: Record<string, RegExp> = {
  cat: /^-\w*[nb]|^--number/,
  tac: /^-\w*[nb]/,
  grep: /^-\w*[nbc]|^--(?:line-number|byte-offset|count)/,
  egrep: /^-\w*[nbc]|^--(?:line-number|byte-offset|count)/,
  fgrep: /^-\w*[nbc]|^--(?:line-number|byte-offset|count)/,
  uniq: /^-\w*c|^--count/,
  less: /^-\w*N|^--LINE-NUMBERS/,
  head: /\d\d|^-\w*[nc]$/,
  tail: /\d\d|^-\w*[ncfF]$|^--follow/,
  strings: /^-\w*[to]|^--radix/,
  cut: /^$/
}
// What is known to count, or to have a time on each line; and names that the shell fills in, which may be numbered.
const LISTS = /^\/(?:proc|sys|dev)\b|\blog\b|[*?[{$`]/i

// Names of files that are looked for in all that was done; a command with more of them is not worth the time.
const MOST_FILES = 20

/** When in doubt, it may: an answer that is ended by mistake is worse than one that goes on for too long. Takes time linear in the texts. */
export function mayCount(command: string, { past, initialState }: CommandContext): boolean {
  const parts = partsOf(command)
  if (!parts || parts.some(numbers)) return true
  const files = [...new Set(parts.flatMap(({ words }) => words.map(nameOf)).filter(Boolean))]
  if (files.length > MOST_FILES) return true
  // A file of which the world says nothing but its name counts no more than another.
  const told = (file: string) => (line: string) => names(line, file) && /\d/.test(line.replaceAll(file, ''))
  if (files.some((file) => initialState.split('\n').some(told(file)))) return true
  for (const earlier of past) {
    if (files.some((file) => names(earlier, file)) && !onlyShows(earlier)) return true
  }
  return false
}

interface Part {
  program: string
  /** Its options and arguments. */
  words: string[]
}

/** The programs that a command runs; `null` when the shell counts, or some part cannot be told. */
function partsOf(command: string): Part[] | null {
  if (COUNTING.test(command)) return null
  const parts = command
    // What is written elsewhere is not printed.
    .replace(/>+&?[ \t]*[^\s;|&()]*/g, ' ')
    .replaceAll('<', ' ')
    .split(/[\n;|&()]+/)
    .map((part) => part.split(/\s+/).filter((word) => word && !/^\d$/.test(word)))
    .map((words) =>
      words.slice(
        Math.max(
          0,
          words.findIndex((word) => !BEFORE.test(word))
        )
      )
    )
    .filter((words) => words.length > 0)
    .map(([program = '', ...words]) => ({ program: program.replace(/^.*\//, ''), words }))
  return parts.length > 0 ? parts : null
}

/** Whether a part may number what it prints. */
function numbers({ program, words }: Part): boolean {
  if (!SHOWS.has(program) && !TELLS.has(program)) return true
  return words.some((word) => LISTS.test(word) || NUMBERED[program]?.test(word))
}

/** Whether a command changes no file. */
function onlyShows(command: string): boolean {
  return !/>|\btee\b/.test(command) && (partsOf(command)?.every(({ program }) => SHOWS.has(program)) ?? false)
}

/** The name at the end of a path; `''` for options and for what is too common to be one. */
function nameOf(word: string): string {
  const name = word.replace(/^.*\//, '').replace(/^["']|["']$/g, '')
  return name.startsWith('-') ? '' : name
}

/** Whether `text` names the file, and not one whose name only contains it. */
function names(text: string, file: string): boolean {
  for (let at = text.indexOf(file); at >= 0; at = text.indexOf(file, at + 1)) {
    const around = (text[at - 1] ?? ' ') + (text[at + file.length] ?? ' ')
    if (!/[\w-]/.test(around)) return true
  }
  return false
}
