// `str_replace_editor` as Anthropic published it and SWE-agent and others took it up: one tool with five commands.
import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { type Arguments, type Disk, type DiskAnswer, failed, kindAt, quote, text } from './disk/disk.ts'
import { numbered, occurrences, replacedOnce } from './disk/lines.ts'

const AROUND = 4
const MOST_CHARS = 16_000
const CLIPPED =
  '<response clipped><NOTE>To save on context only part of this file has been shown to you. You should retry this tool after you have searched inside the file with `grep -n` in order to find the line numbers of what you are looking for.</NOTE>'

const COMMANDS = ['view', 'create', 'str_replace', 'insert', 'undo_edit']

export const editor = (disk: Disk, given: Arguments): Promise<DiskAnswer> => edited(disk, given, false)

/** As SWE-agent 1 changed it: less is shown around a change, no folder is made, and a replacement must change something. */
export const sweAgentEditor = (disk: Disk, given: Arguments): Promise<DiskAnswer> => edited(disk, given, true)

async function edited(disk: Disk, given: Arguments, sweAgent: boolean): Promise<DiskAnswer> {
  const [command, path] = [text(given.command), text(given.path)]
  const misfit = sweAgent ? misfitIn(given) : null
  if (misfit) return failed(`${USAGE}\nstr_replace_editor: error: argument ${misfit}`)
  if (!COMMANDS.includes(command)) {
    return failed(
      `Unrecognized command ${command}. The allowed commands for the str_replace_editor tool are: ${COMMANDS.join(', ')}`
    )
  }
  if (!posix.isAbsolute(path)) {
    return failed(
      `The path ${path} is not an absolute path, it should start with \`/\`. Maybe you meant ${posix.join('/', path)}?`
    )
  }
  const kind = await kindAt(disk, path)
  if (kind === 'none' && command !== 'create')
    return failed(`The path ${path} does not exist. Please provide a valid path.`)
  if (kind !== 'none' && command === 'create') {
    return failed(`File already exists at: ${path}. Cannot overwrite files using command \`create\`.`)
  }
  if (kind === 'folder' && command !== 'view') {
    return failed(`The path ${path} is a directory and only the \`view\` command can be used on directories`)
  }
  if (command === 'view')
    return kind === 'folder' ? viewFolder(disk, path, given) : view(disk, path, given.view_range, sweAgent)
  if (command === 'create') {
    const folder = posix.dirname(path)
    return sweAgent && (await kindAt(disk, folder)) === 'none'
      ? failed(`The parent directory ${folder} does not exist. Please create it first.`)
      : create(disk, path, given)
  }
  const read = await disk.read(path)
  if (read.bytes === null) return failed(`Ran into ${read.reason} while trying to read ${path}`)
  const content = textOf(read.bytes, sweAgent)
  if (command === 'str_replace') return replace(disk, path, content, { ...given, sweAgent })
  if (command === 'insert') return insert(disk, path, content, given)
  // SWE-agent 1 forgets what it notes of a file as soon as the call is over.
  return sweAgent ? failed(`No edit history found for ${path}.`) : undo(disk, path)
}

// SWE-agent's is a program of the command line.
const USAGE = `usage: str_replace_editor [-h] [--file_text FILE_TEXT]
                          [--view_range VIEW_RANGE VIEW_RANGE]
                          [--old_str OLD_STR] [--new_str NEW_STR]
                          [--insert_line INSERT_LINE]
                          command path`

/** What its arguments are refused for, in the words of Python's argparse. */
function misfitIn({ view_range: range, insert_line: line }: Arguments): string | null {
  const odd = (values: unknown[]) => values.find((one) => !Number.isInteger(Number(one)))
  if (Array.isArray(range)) {
    if (range.length > 0 && odd(range) !== undefined) return `--view_range: invalid int value: '${String(odd(range))}'`
    if (range.length !== 2) return '--view_range: expected 2 arguments'
  }
  return line === undefined || odd([line]) === undefined ? null : `--insert_line: invalid int value: '${String(line)}'`
}

/** SWE-agent reads with Python's ends of lines, and so writes them. */
const textOf = (bytes: Buffer, sweAgent: boolean): string =>
  sweAgent ? bytes.toString().replace(/\r\n?/g, '\n') : bytes.toString()

const shown = (content: string, what: string, first = 1): string => {
  const cut = content.length > MOST_CHARS ? content.slice(0, MOST_CHARS) + CLIPPED : content
  return `Here's the result of running \`cat -n\` on ${what}:\n${numbered(tabless(cut).split('\n'), first, '\t')}\n`
}

/** Tabs reach to the next column of eight. */
const tabless = (content: string): string =>
  content
    .split('\n')
    .map((line) => line.split('\t').reduce((all, part) => all + ' '.repeat(8 - (all.length % 8)) + part))
    .join('\n')

async function viewFolder(disk: Disk, path: string, given: Arguments): Promise<DiskAnswer> {
  if (given.view_range !== undefined) {
    return failed('The `view_range` parameter is not allowed when `path` points to a directory.')
  }
  const { output } = await disk.run(`find ${quote(path)} -maxdepth 2 -not -path '*/\\.*' 2>/dev/null | LC_ALL=C sort`)
  return `Here's the files and directories up to 2 levels deep in ${path}, excluding hidden items:\n${output}\n`
}

async function view(disk: Disk, path: string, range: unknown, sweAgent: boolean): Promise<DiskAnswer> {
  const read = await disk.read(path)
  if (read.bytes === null) return failed(`Ran into ${read.reason} while trying to read ${path}`)
  const content = textOf(read.bytes, sweAgent)
  if (range === undefined || range === null) return shown(content, path)
  const [first, last] = Array.isArray(range) ? range : []
  if (!Array.isArray(range) || range.length !== 2 || !Number.isInteger(first) || !Number.isInteger(last)) {
    return failed('Invalid `view_range`. It should be a list of two integers.')
  }
  const lines = content.split('\n')
  const told = `Invalid \`view_range\`: [${first}, ${last}].`
  if (first < 1 || first > lines.length) {
    return failed(
      `${told} Its first element \`${first}\` should be within the range of lines of the file: [1, ${lines.length}]`
    )
  }
  if (last > lines.length) {
    return failed(
      `${told} Its second element \`${last}\` should be smaller than the number of lines in the file: \`${lines.length}\``
    )
  }
  if (last !== -1 && last < first) {
    return failed(`${told} Its second element \`${last}\` should be larger or equal than its first \`${first}\``)
  }
  return shown(lines.slice(first - 1, last === -1 ? undefined : last).join('\n'), path, first)
}

export async function create(disk: Disk, path: string, given: Arguments): Promise<DiskAnswer> {
  if (typeof given.file_text !== 'string') return failed('Parameter `file_text` is required for command: create')
  const error = await disk.write(path, Buffer.from(given.file_text))
  if (error) return failed(`Ran into ${error} while trying to write to ${path}`)
  await remember(disk, path, given.file_text)
  return `File created successfully at: ${path}`
}

async function replace(disk: Disk, path: string, whole: string, given: Arguments): Promise<DiskAnswer> {
  if (typeof given.old_str !== 'string') return failed('Parameter `old_str` is required for command: str_replace')
  const [content, old, next] = [tabless(whole), tabless(given.old_str), tabless(text(given.new_str))]
  // Nothing stands between all characters, as Python counts.
  const times = old === '' ? content.length + 1 : occurrences(content, old)
  if (times === 0) return failed(`No replacement was performed, old_str \`${old}\` did not appear verbatim in ${path}.`)
  if (times > 1) {
    const lines = content.split('\n').flatMap((line, index) => (line.includes(old) ? [index + 1] : []))
    return failed(
      `No replacement was performed. Multiple occurrences of old_str \`${old}\` in lines [${lines.join(', ')}]. Please ensure it is unique`
    )
  }
  if (given.sweAgent === true && old === next)
    return failed(`No replacement was performed, old_str \`${old}\` is the same as new_str \`${next}\`.`)
  const made = replacedOnce(content, old, next)
  const error = await change(disk, path, whole, made)
  if (error) return failed(error)
  const at = content.slice(0, content.indexOf(old)).split('\n').length - 1
  // SWE-agent takes the number of the line before for that of the line.
  const start = Math.max(0, at - AROUND - (given.sweAgent === true ? 1 : 0))
  const end = at + AROUND + next.split('\n').length - (given.sweAgent === true ? 1 : 0)
  const all = made.split('\n')
  const lines = all.slice(start, given.sweAgent === true && made.endsWith('\n') ? Math.min(end, all.length - 1) : end)
  return `The file ${path} has been edited. ${shown(lines.join('\n'), `a snippet of ${path}`, start + 1)}Review the changes and make sure they are as expected. Edit the file again if necessary.`
}

async function insert(disk: Disk, path: string, whole: string, given: Arguments): Promise<DiskAnswer> {
  const at = given.insert_line
  if (typeof at !== 'number') return failed('Parameter `insert_line` is required for command: insert')
  if (typeof given.new_str !== 'string') return failed('Parameter `new_str` is required for command: insert')
  const lines = tabless(whole).split('\n')
  if (at < 0 || at > lines.length) {
    return failed(
      `Invalid \`insert_line\` parameter: ${at}. It should be within the range of lines of the file: [0, ${lines.length}]`
    )
  }
  const added = tabless(given.new_str).split('\n')
  const error = await change(disk, path, whole, [...lines.slice(0, at), ...added, ...lines.slice(at)].join('\n'))
  if (error) return failed(error)
  const snippet = [...lines.slice(Math.max(0, at - AROUND), at), ...added, ...lines.slice(at, at + AROUND)].join('\n')
  return `The file ${path} has been edited. ${shown(snippet, 'a snippet of the edited file', Math.max(1, at - AROUND + 1))}Review the changes and make sure they are as expected (correct indentation, no duplicate lines, etc). Edit the file again if necessary.`
}

// What a file was before each change lies in the guest, so that it is rewound with the rest.
const historyOf = (disk: Disk, path: string): string =>
  `${disk.state}/history/${createHash('sha256').update(path).digest('hex').slice(0, 32)}`

async function remember(disk: Disk, path: string, content: string): Promise<void> {
  const folder = historyOf(disk, path)
  const { output } = await disk.run(`mkdir -p ${quote(folder)}; ls ${quote(folder)} | wc -l`)
  await disk.write(`${folder}/${String(Number(output) + 1).padStart(5, '0')}`, Buffer.from(content), 0o644)
}

/** Writes a file and remembers what it was. @returns why it failed, or null */
export async function change(disk: Disk, path: string, before: string, after: string): Promise<string | null> {
  const error = await disk.write(path, Buffer.from(after))
  if (error) return `Ran into ${error} while trying to write to ${path}`
  await remember(disk, path, before)
  return null
}

async function undo(disk: Disk, path: string): Promise<DiskAnswer> {
  const before = await undone(disk, path)
  if (before === null) return failed(`No edit history found for ${path}.`)
  return `Last edit to ${path} undone successfully. ${shown(before, path)}`
}

/** Puts back what the file was before its last change. @returns that, or null where it was not changed */
export async function undone(disk: Disk, path: string): Promise<string | null> {
  const folder = historyOf(disk, path)
  const { output } = await disk.run(`ls ${quote(folder)} 2>/dev/null | tail -n 1`)
  const last = output.trim()
  if (!last) return null
  const before = (await disk.read(`${folder}/${last}`)).bytes ?? Buffer.alloc(0)
  await disk.run(`rm ${quote(`${folder}/${last}`)}`)
  await disk.write(path, before)
  return before.toString()
}
