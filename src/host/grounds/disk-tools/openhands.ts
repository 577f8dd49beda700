// OpenHands' `str_replace_editor`: the commands of Anthropic's editor, in the words of the `openhands-aci` package (version 0.3).
import { posix } from 'node:path'
import { type Arguments, type Disk, type DiskAnswer, failed, kindAt, quote, text } from './disk/disk.ts'
import { isText } from './disk/kinds.ts'
import { numbered, replacedOnce } from './disk/lines.ts'
import { change, create, undone } from './editor.ts'

const AROUND = 4
const MOST_CHARS = 16_000
const CLIPPED =
  '<response clipped><NOTE>Due to the max output limit, only part of this file has been shown to you. You should retry this tool after you have searched inside the file with `grep -n` in order to find the line numbers of what you are looking for.</NOTE>'
const COMMANDS = ['view', 'create', 'str_replace', 'insert', 'undo_edit']
const NEEDS: Record<string, string[]> = {
  create: ['file_text'],
  str_replace: ['old_str'],
  insert: ['insert_line', 'new_str']
}

const refused = (why: string) => failed(`ERROR:\n${why}`)
const invalid = (name: string, value: string, why: string) => refused(`Invalid \`${name}\` parameter: ${value}. ${why}`)

export async function openhandsEditor(disk: Disk, given: Arguments): Promise<DiskAnswer> {
  const [command, path] = [text(given.command), text(given.path)]
  if (!posix.isAbsolute(path)) return invalid('path', path, await absoluteOf(disk, path))
  const kind = await kindAt(disk, path)
  if (command === 'create' && kind !== 'none')
    return invalid('path', path, `File already exists at: ${path}. Cannot overwrite files using command \`create\`.`)
  if (command !== 'create' && kind === 'none')
    return invalid('path', path, `The path ${path} does not exist. Please provide a valid path.`)
  if (command !== 'view' && kind === 'folder')
    return invalid(
      'path',
      path,
      `The path ${path} is a directory and only the \`view\` command can be used on directories.`
    )
  if (!COMMANDS.includes(command))
    return refused(
      `Unrecognized command ${command}. The allowed commands for the oh_editor tool are: ${COMMANDS.join(', ')}`
    )
  const missing = NEEDS[command]?.find((name) => given[name] === undefined || given[name] === null)
  if (missing) return refused(`Parameter \`${missing}\` is required for command: ${command}.`)
  if (command === 'create') return made(disk, path, given)
  if (kind === 'folder') return viewFolder(disk, path, given)
  const read = await disk.read(path)
  if (read.bytes === null) return refused(`Ran into ${read.reason} while trying to read ${path}`)
  if (isText(read.bytes, posix.extname(path).toLowerCase()) === 'binary') {
    const why = 'File appears to be binary and this file type cannot be read or edited by this tool.'
    return refused(`File validation failed for ${path}: ${why}`)
  }
  const content = read.bytes.toString().replaceAll(/\r\n?/g, '\n')
  if (command === 'view') return view(path, content, given.view_range)
  if (command === 'str_replace') return replace(disk, path, content, given)
  if (command === 'insert') return insert(disk, path, content, given)
  const before = await undone(disk, path)
  return before === null
    ? refused(`No edit history found for ${path}.`)
    : `Last edit to ${path} undone successfully. ${shown(before, path)}`
}

async function absoluteOf(disk: Disk, path: string): Promise<string> {
  const meant = posix.join(disk.root, path)
  const offered = (await kindAt(disk, meant)) === 'none' ? '' : ` Maybe you meant ${meant}?`
  return `The path should be an absolute path, starting with \`/\`.${offered}`
}

const shown = (content: string, what: string, first = 1): string => {
  const cut = content.length > MOST_CHARS ? content.slice(0, MOST_CHARS) + CLIPPED : content
  return `Here's the result of running \`cat -n\` on ${what}:\n${numbered(cut.split('\n'), first, '\t')}\n`
}

async function made(disk: Disk, path: string, given: Arguments): Promise<DiskAnswer> {
  if ((await kindAt(disk, posix.dirname(path))) === 'folder') return create(disk, path, given)
  return refused(`Ran into [Errno 2] No such file or directory: '${path}' while trying to write to ${path}`)
}

async function viewFolder(disk: Disk, path: string, given: Arguments): Promise<DiskAnswer> {
  if (Array.isArray(given.view_range) && given.view_range.length > 0) {
    const why = 'The `view_range` parameter is not allowed when `path` points to a directory.'
    return invalid('view_range', `[${given.view_range.join(', ')}]`, why)
  }
  const at = quote(path)
  const { output } = await disk.run(
    `find -L ${at} -mindepth 1 -maxdepth 1 -name '.*' | wc -l; cd ${at} && find -L . -maxdepth 2 -not \\( -path './.*' -o -path './*/.*' \\) -printf '%P\\t%Y\\n' | LC_ALL=C sort`
  )
  const [hidden = '0', ...rows] = output.trimEnd().split('\n')
  const paths = rows.map((row) => {
    const [name = '', type] = row.split('\t')
    return `${name ? posix.join(path, name) : path}${type === 'd' ? '/' : ''}`
  })
  const count = Number(hidden)
  const more = count
    ? `\n\n${count} hidden files/directories in this directory are excluded. You can use 'ls -la ${path}' to see them.`
    : ''
  return `Here's the files and directories up to 2 levels deep in ${path}, excluding hidden items:\n${paths.join('\n')}${more}`
}

/** As Python counts them: no line stands behind the last line's end. */
const linesOf = (content: string): string[] => {
  const lines = content.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

function view(path: string, content: string, range: unknown): DiskAnswer {
  if (!Array.isArray(range) || range.length === 0) return shown(content, path)
  const [first, last] = range
  const told = `[${range.join(', ')}]`
  if (range.length !== 2 || !Number.isInteger(first) || !Number.isInteger(last))
    return invalid('view_range', told, 'It should be a list of two integers.')
  const lines = linesOf(content)
  const most = lines.length
  if (first < 1 || first > most) {
    const why = `Its first element \`${first}\` should be within the range of lines of the file: [1, ${most}].`
    return invalid('view_range', told, why)
  }
  const end = last === -1 || last > most ? most : last
  if (end < first) {
    const why = `Its second element \`${end}\` should be greater than or equal to the first element \`${first}\`.`
    return invalid('view_range', told, why)
  }
  const note = last > most ? `NOTE: We only show up to ${most} since there're only ${most} lines in this file.\n` : ''
  return note + shown(lines.slice(first - 1, end).join('\n'), path, first)
}

/** Lines with their ends, so that what ends the file shows an empty one. */
const part = (content: string, from: number, to: number): string =>
  content
    .split(/(?<=\n)/)
    .slice(from, to)
    .join('')

async function replace(disk: Disk, path: string, content: string, given: Arguments): Promise<DiskAnswer> {
  let [old, next] = [text(given.old_str), text(given.new_str)]
  if (given.new_str === old)
    return invalid('new_str', old, 'No replacement was performed. `new_str` and `old_str` must be different.')
  if (!content.includes(old)) [old, next] = [old.trim(), next.trim()]
  if (!content.includes(old))
    return refused(`No replacement was performed, old_str \`${old}\` did not appear verbatim in ${path}.`)
  const before = content.split(old === '' ? /(?:)/u : old)
  if (old === '' || before.length > 2) {
    // Nothing stands before each character, and behind the last.
    const parts = old === '' ? ['', ...before, ''] : before
    let line = 1
    const lines = new Set<number>()
    for (const one of parts.slice(0, -1)) {
      line += one.split('\n').length - 1
      lines.add(line)
      line += old.split('\n').length - 1
    }
    return refused(
      `No replacement was performed. Multiple occurrences of old_str \`${old}\` in lines [${[...lines].join(', ')}]. Please ensure it is unique.`
    )
  }
  const after = replacedOnce(content, old, next)
  const error = await change(disk, path, content, after)
  if (error) return refused(error)
  const at = (before[0] ?? '').split('\n').length
  const start = Math.max(0, at - AROUND)
  const snippet = part(after, start, at + AROUND + next.split('\n').length - 1)
  return `The file ${path} has been edited. ${shown(snippet, `a snippet of ${path}`, start + 1)}Review the changes and make sure they are as expected. Edit the file again if necessary.`
}

async function insert(disk: Disk, path: string, content: string, given: Arguments): Promise<DiskAnswer> {
  const lines = linesOf(content)
  const at = given.insert_line
  if (typeof at !== 'number' || at < 0 || at > lines.length) {
    return invalid('insert_line', String(at), `It should be within the range of allowed values: [0, ${lines.length}]`)
  }
  const added = text(given.new_str).split('\n')
  const after = `${part(content, 0, at)}${added.join('\n')}\n${part(content, at, lines.length)}`
  const error = await change(disk, path, content, after)
  if (error) return refused(error)
  const start = Math.max(0, at - AROUND)
  const snippet = part(after, start, Math.min(lines.length, at + AROUND) + added.length)
  return `The file ${path} has been edited. ${shown(snippet, 'a snippet of the edited file', Math.max(1, at - AROUND + 1))}Review the changes and make sure they are as expected (correct indentation, no duplicate lines, etc). Edit the file again if necessary.`
}
