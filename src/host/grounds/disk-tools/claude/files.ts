// Claude Code's Read, Write, Edit, MultiEdit and NotebookEdit.
import { posix } from 'node:path'
import { type Arguments, count, type Disk, type DiskAnswer, failed, quote, text } from '../disk/disk.ts'
import { isText } from '../disk/kinds.ts'
import { numbered, occurrences, replaced, replacedOnce } from '../disk/lines.ts'
import { note, unseenIn } from './seen.ts'

const MOST_LINES = 2000
const MOST_COLUMNS = 2000
const MOST_BYTES = 256 * 1024
// Lines shown before and after an edit.
const AROUND = 4

/** What the program finds out before it does a call is told apart from what fails in doing it. */
const refused = (why: string) => failed(`<tool_use_error>${why}</tool_use_error>`)

const linesOf = (content: string): string[] => content.split(/\r?\n/)

export async function read(disk: Disk, given: Arguments): Promise<DiskAnswer> {
  const path = posix.resolve(disk.root, text(given.file_path))
  const file = await disk.read(path)
  if (file.bytes === null) {
    return file.why === 'folder'
      ? failed('EISDIR: illegal operation on a directory, read')
      : refused(await missing(disk, path))
  }
  const extension = posix.extname(path).toLowerCase()
  const kind = isText(file.bytes, extension)
  // Pictures and documents reach the model as such: there is no text of theirs to give.
  if (kind === 'media' || extension === '.ipynb') return { needsModel: 'picture' }
  if (kind === 'binary') {
    return refused(
      `This tool cannot read binary files. The file appears to be a binary ${extension || 'file'} file. Please use appropriate tools for binary file analysis.`
    )
  }
  await note(disk, path, file.bytes)
  const ranged = given.offset !== undefined || given.limit !== undefined
  if (!ranged && file.bytes.length > MOST_BYTES) {
    return refused(
      `File content (${size(file.bytes.length)}) exceeds maximum allowed size (256KB). Please use offset and limit parameters to read specific portions of the file, or use the GrepTool to search for specific content.`
    )
  }
  const lines = linesOf(file.bytes.toString().replace(/^\uFEFF/, ''))
  const first = Math.max(0, count(given.offset) ?? 1)
  const start = Math.max(0, first - 1)
  const shown = lines.slice(start, start + (count(given.limit) ?? MOST_LINES))
  if (shown.length === 0 || file.bytes.length === 0) {
    return `<system-reminder>Warning: the file exists but is shorter than the provided offset (${first}). The file has ${lines.length} lines.</system-reminder>`
  }
  return numbered(shown.map(clipped), first, '→')
}

const clipped = (line: string): string =>
  line.length > MOST_COLUMNS ? `${line.slice(0, MOST_COLUMNS)}... [truncated]` : line

const size = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Number((bytes / 1024).toFixed(1))}KB` : `${Number((bytes / 1024 / 1024).toFixed(1))}MB`

/** A file of the same name with another ending is offered. */
async function missing(disk: Disk, path: string): Promise<string> {
  const { dir, name } = posix.parse(path)
  const { output } = await disk.run(
    `find ${quote(dir)} -maxdepth 1 -type f -printf '%f\\n' 2>/dev/null | LC_ALL=C sort`
  )
  const similar = output.split('\n').find((one) => one && posix.parse(one).name === name)
  return similar ? `File does not exist. Did you mean ${similar}?` : 'File does not exist.'
}

export async function write(disk: Disk, given: Arguments): Promise<DiskAnswer> {
  const path = posix.resolve(disk.root, text(given.file_path))
  const content = text(given.content)
  const file = await disk.read(path)
  const why = await unseenIn(disk, path, file)
  if (why) return refused(why)
  const error = await save(disk, path, content)
  if (error) return failed(error)
  if (file.bytes === null) return `File created successfully at: ${text(given.file_path)}`
  return updated(path, linesOf(content), 1)
}

async function save(disk: Disk, path: string, content: string): Promise<string | null> {
  const error = await disk.write(path, Buffer.from(content))
  if (!error) await note(disk, path, Buffer.from(content))
  return error && `Error writing file: ${error}`
}

const updated = (path: string, lines: string[], first: number): string =>
  `The file ${path} has been updated. Here's the result of running \`cat -n\` on a snippet of the edited file:\n${lines.join('') === '' && lines.length < 2 ? '' : numbered(lines, first, '→')}`

interface Change {
  old: string
  next: string
  all: boolean
}

const changeOf = (given: Arguments): Change => ({
  old: text(given.old_string),
  next: text(given.new_string),
  all: given.replace_all === true
})

export async function edit(disk: Disk, given: Arguments): Promise<DiskAnswer> {
  const path = posix.resolve(disk.root, text(given.file_path))
  const change = changeOf(given)
  const opened = await open(disk, path, [change])
  if ('refused' in opened) return refused(opened.refused)
  const made = applied(opened.content, change)
  if ('refused' in made) return refused(made.refused)
  const error = await save(disk, path, withEnds(opened, made.content))
  if (error) return failed(error)
  if (opened.before !== null && change.all) {
    return `The file ${path} has been updated. All occurrences of '${change.old}' were successfully replaced with '${change.next}'.`
  }
  const at = change.old ? linesOf(opened.content.slice(0, opened.content.indexOf(change.old))).length - 1 : 0
  const first = Math.max(0, at - AROUND)
  const last = at + AROUND + linesOf(change.next).length
  return updated(path, linesOf(made.content).slice(first, last), first + 1)
}

export async function multiEdit(disk: Disk, given: Arguments): Promise<DiskAnswer> {
  const path = posix.resolve(disk.root, text(given.file_path))
  const edits = (Array.isArray(given.edits) ? given.edits : []).map((one) => changeOf(Object(one)))
  const opened = await open(disk, path, edits)
  if ('refused' in opened) return refused(opened.refused)
  if (opened.before === null) return refused(await missing(disk, path))
  let { content } = opened
  // Each is looked for in the file as it is before they are made.
  const unmade = edits.map((change) => applied(opened.content, change)).find((made) => 'refused' in made)
  if (unmade && 'refused' in unmade) return refused(unmade.refused)
  for (const change of edits) {
    const made = applied(content, change)
    if ('refused' in made) return refused(made.refused)
    content = made.content
  }
  const error = await save(disk, path, withEnds(opened, content))
  if (error) return failed(error)
  const told = edits.map(({ old, next }, index) => `${index + 1}. Replaced "${short(old)}" with "${short(next)}"`)
  return `Applied ${edits.length} edit${edits.length === 1 ? '' : 's'} to ${path}:\n${told.join('\n')}`
}

const short = (words: string): string => (words.length > 50 ? `${words.slice(0, 50)}...` : words)

interface Opened {
  before: Buffer | null
  content: string
  windows: boolean
}

async function open(disk: Disk, path: string, edits: Change[]): Promise<Opened | { refused: string }> {
  if (edits.some(({ old, next }) => old === next)) {
    return { refused: 'No changes to make: old_string and new_string are exactly the same.' }
  }
  const file = await disk.read(path)
  if (file.bytes === null && file.why !== 'folder') {
    if (edits[0]?.old === '') return { before: null, content: '', windows: false }
    return { refused: await missing(disk, path) }
  }
  const whole = file.bytes?.toString() ?? ''
  if (edits[0]?.old === '' && whole.trim() !== '') return { refused: 'Cannot create new file - file already exists.' }
  const why = await unseenIn(disk, path, file)
  if (why || file.bytes === null) return { refused: why ?? '' }
  return { before: file.bytes, content: whole.replaceAll('\r\n', '\n'), windows: whole.includes('\r\n') }
}

const withEnds = ({ windows }: Opened, content: string): string =>
  windows ? content.replaceAll('\n', '\r\n') : content

function applied(content: string, { old, next, all }: Change): { content: string } | { refused: string } {
  if (old === '') return { content: next }
  const times = occurrences(content, old)
  if (times === 0) return { refused: `String to replace not found in file.\nString: ${old}` }
  if (times > 1 && !all) {
    return {
      refused: `Found ${times} matches of the string to replace, but replace_all is false. To replace all occurrences, set replace_all to true. To replace only one occurrence, please provide more context to uniquely identify the instance.\nString: ${old}`
    }
  }
  if (all) return { content: replaced(content, old, next) }
  // What is deleted takes the end of its line with it.
  const part = next === '' && !old.endsWith('\n') && content.includes(`${old}\n`) ? `${old}\n` : old
  return { content: replacedOnce(content, part, next) }
}
