// Orrery's own coding tools: paths from the repository's root, `cat -n` numbers, unified diffs (core/domains/swe/tools.ts).
import { posix } from 'node:path'
import { type Arguments, count, type Disk, type DiskAnswer, failed, kindAt, quote, text } from './disk/disk.ts'
import { byPath, listFiles } from './disk/files.ts'
import { globTest } from './disk/glob.ts'
import { numbered, occurrences, replaced } from './disk/lines.ts'

type Tool = (disk: Disk, given: Arguments) => Promise<DiskAnswer>

const at = (disk: Disk, path: string): string => posix.resolve(disk.root, path)

export const orreryTools: Record<string, Tool> = {
  async read_file(disk, given) {
    const { bytes } = await disk.read(at(disk, text(given.file_path)))
    if (bytes === null) return failed(`Error: File not found: ${text(given.file_path)}`)
    const first = Math.max(1, count(given.offset) ?? 1)
    const content = bytes.toString().replace(/\n$/, '')
    const lines = bytes.length ? content.split('\n') : []
    return numbered(lines.slice(first - 1, first - 1 + (count(given.limit) ?? 2000)), first, '\t')
  },
  async write_file(disk, given) {
    const [path, content] = [text(given.file_path), text(given.content)]
    const known = (await kindAt(disk, at(disk, path))) !== 'none'
    const error = await disk.write(at(disk, path), Buffer.from(content))
    if (error) return failed(`Error: ${path} could not be written: ${error}`)
    return `${known ? 'Replaced' : 'Created'} ${path} (${content.replace(/\n$/, '').split('\n').length - (content ? 0 : 1)} lines).`
  },
  async edit(disk, given) {
    const [path, part] = [text(given.file_path), text(given.old_string)]
    const { bytes } = await disk.read(at(disk, path))
    if (bytes === null) return failed(`Error: File not found: ${path}`)
    const before = bytes.toString()
    const times = occurrences(before, part)
    if (times === 0) return failed(`Error: old_string not found in ${path}`)
    if (times > 1 && given.replace_all !== true) return failed(`Error: old_string occurs ${times} times in ${path}`)
    const after = Buffer.from(replaced(before, part, text(given.new_string)))
    const error = await disk.write(at(disk, path), after)
    if (error) return failed(`Error: ${path} could not be written: ${error}`)
    const labels = `--label ${quote(`a/${path}`)} --label ${quote(`b/${path}`)}`
    await disk.write(`${disk.state}/before-edit`, bytes, 0o644)
    const diff = await disk.run(`diff -u ${labels} ${quote(`${disk.state}/before-edit`)} ${quote(at(disk, path))}`)
    return diff.output.trimEnd()
  },
  async list_directory(disk, given) {
    const path = text(given.path)
    const listing = await listFiles(disk, at(disk, path), { prune: [], folders: true, depth: 1 })
    if (!listing) return failed(`Error: Folder not found: ${path}`)
    const names = (folder: boolean): string[] =>
      listing.files
        .filter((file) => file.folder === folder)
        .map((file) => file.path)
        .sort(byCode)
    return [...names(true).map((name) => `${name}/`), ...names(false)].join('\n')
  },
  async glob(disk, given) {
    const matches = globTest(text(given.pattern))
    const listing = await listFiles(disk, at(disk, text(given.path) || '.'), { folders: true })
    const found = (listing?.files ?? []).filter(({ path }) => matches(path))
    const newest = found.sort((one, other) => other.mtime - one.mtime || one.path.localeCompare(other.path))
    return newest.map(({ path }) => path).join('\n') || 'No files found'
  },
  async grep_search(disk, given) {
    const path = text(given.path) || '.'
    const fits = given.glob ? globTest(text(given.glob)) : () => true
    const command = `grep -rnE --exclude-dir=.git -e ${quote(text(given.pattern))} -- ${quote(path)}`
    const { output } = await disk.run(`cd -- ${quote(disk.root)} && LC_ALL=C.UTF-8 ${command} 2>/dev/null`)
    const all = output.trimEnd().replace(/^\.\//gm, '').split('\n')
    const file = (line: string): string => line.slice(0, line.indexOf(':'))
    // Of a single file grep tells no name.
    if ((await kindAt(disk, at(disk, path))) !== 'folder') return all.join('\n') || 'No matches found'
    // grep goes through a folder in the order of the disk; here that is the order of the names. Its own patterns of files know no braces.
    const lines = all.filter((line) => fits(file(line)) || fits(posix.basename(file(line))))
    lines.sort((one, other) => byPath(file(one), file(other)))
    return lines.join('\n') || 'No matches found'
  },
  async run_shell_command(disk, given) {
    const [command, directory] = [text(given.command), text(given.directory)]
    const { stdout, stderr, status } = await disk.shell(command, {
      cwd: at(disk, directory || '.'),
      timeoutSeconds: count(given.timeout) ?? 120
    })
    const shown = (stream: string): string => stream.trimEnd() || '(empty)'
    return `Command: ${command}\nDirectory: ${directory || '(root)'}\nStdout: ${shown(stdout)}\nStderr: ${shown(stderr)}\nExit Code: ${status}`
  },
  async todo_write(_disk, given) {
    const todos = Array.isArray(given.todos) ? given.todos : []
    return todos.map((todo) => `${MARKS[todo.status] ?? '[ ]'} ${todo.content}`).join('\n')
  }
}

const MARKS: Record<string, string> = { pending: '[ ]', in_progress: '[~]', completed: '[x]' }

const byCode = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
