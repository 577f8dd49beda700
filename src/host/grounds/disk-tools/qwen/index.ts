// The tools of Qwen CLI (Qwen Code 0.1 to 0.7) on the disk; where two versions differ, the tool's schema tells which it is.
import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import type { Setup } from '../../../../core/tree/model.ts'
import { type Arguments, count, type Disk, type DiskAnswer, failed, text, within } from '../disk/disk.ts'
import { globTest } from '../disk/glob.ts'
import { edit } from './edit.ts'
import { glob, grep, listDirectory, matching } from './find.ts'
import { belowFile, outside } from './place.ts'
import { runShell } from './shell.ts'
import { MOST_LINES, shownText } from './text.ts'

type Tool = (disk: Disk, given: Arguments, parameters: Set<string>) => Promise<DiskAnswer>

export const qwenTools: Record<string, Tool> = {
  async read_file(disk, given) {
    const path = text(given.absolute_path)
    if (!path.trim()) return failed("The 'absolute_path' parameter must be non-empty.")
    if (!posix.isAbsolute(path)) {
      return failed(`File path must be absolute, but was relative: ${path}. You must provide an absolute path.`)
    }
    const temporary = `/root/.qwen/tmp/${createHash('sha256').update(disk.root).digest('hex')}`
    const read = await disk.read(path)
    const refused = within(posix.resolve(path), temporary)
      ? null
      : (outside(disk, path, 'File path') ?? belowFile(disk, read))
    if (refused) return failed(`${refused} or within the project temp directory: ${temporary}`)
    const [offset, limit] = [count(given.offset) ?? 0, count(given.limit)]
    if (offset < 0) return failed('Offset must be a non-negative number')
    if (limit !== undefined && limit <= 0) return failed('Limit must be a positive number')
    if (read.bytes === null) {
      return failed(read.why === 'folder' ? `Path is a directory, not a file: ${path}` : `File not found: ${path}`)
    }
    const relative = posix.relative(disk.root, path)
    const { text: shown, part } = shownText(read.bytes, path, relative, { offset, ...(limit && { limit }) })
    return part ? `Showing lines ${part.first}-${part.last} of ${part.total} total lines.\n\n---\n\n${shown}` : shown
  },
  async write_file(disk, given) {
    const path = text(given.file_path)
    if (!path) return failed('Missing or empty "file_path"')
    if (!posix.isAbsolute(path)) return failed(`File path must be absolute: ${path}`)
    const read = await disk.read(path)
    const refused = outside(disk, path, 'File path') ?? belowFile(disk, read)
    if (refused) return failed(refused)
    if (read.bytes === null && read.why === 'folder') return failed(`Path is a directory, not a file: ${path}`)
    const error = await disk.write(path, Buffer.from(text(given.content)))
    if (error) return failed(`Error writing to file '${path}': ${error}`)
    return read.bytes === null
      ? `Successfully created and wrote to new file: ${path}.`
      : `Successfully overwrote file: ${path}.`
  },
  edit: (disk, given, parameters) => edit(disk, given, parameters.has('replace_all') ? 'snippet' : 'expected'),
  list_directory: listDirectory,
  glob,
  grep_search: grep,
  read_many_files: readManyFiles,
  run_shell_command: runShell,
  async todo_write(_disk, given) {
    const todos = Array.isArray(given.todos) ? given.todos : []
    const ids = todos.map(({ id }) => id)
    if (new Set(ids).size < ids.length) return failed('Todo IDs must be unique within the array.')
    if (todos.length === 0) {
      return 'Todo list has been cleared.\n\n<system-reminder>\nYour todo list is now empty. DO NOT mention this explicitly to the user. You have no pending tasks in your todo list.\n</system-reminder>'
    }
    return `Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress. Please proceed with the current tasks if applicable\n\n<system-reminder>\nYour todo list has changed. DO NOT mention this explicitly to the user. Here are the latest contents of your todo list: \n\n${JSON.stringify(todos)}. Continue on with the tasks at hand if applicable.\n</system-reminder>`
  },
  async save_memory(disk, given) {
    const fact = text(given.fact)
    if (!fact.trim()) return failed('Error: Parameter "fact" must be a non-empty string.')
    const path = '/root/.qwen/QWEN.md'
    const before = (await disk.read(path)).bytes?.toString() ?? ''
    const heading = '## Qwen Added Memories\n'
    const start = before.includes(heading)
      ? before.trimEnd()
      : `${before.trim() ? `${before.trimEnd()}\n\n` : ''}${heading}`
    await disk.write(path, Buffer.from(`${start.trimEnd()}\n- ${fact.trim()}\n`))
    return `Okay, I've remembered that: "${fact}"`
  },
  web_fetch: async () => ({ needsModel: 'network' }),
  web_search: async () => ({ needsModel: 'network' })
}

/** Of a tool in the world's list. */
export const parametersOf = (tools: Setup['tools'], name: string): Set<string> =>
  new Set(Object.keys(Object(tools.find((tool) => tool.name === name)?.inputSchema.properties)))

const EXCLUDED = [
  '**/node_modules/**',
  '**/.git/**',
  '**/bower_components/**',
  '**/.svn/**',
  '**/.hg/**',
  '**/.vscode/**',
  '**/.idea/**',
  '**/dist/**',
  '**/build/**',
  '**/coverage/**',
  '**/__pycache__/**',
  '**/.DS_Store',
  '**/.env'
]

// What is left out of many files unless it is named: no text is in them.
const NO_TEXT = /\.(?:bin|exe|dll|so|dylib|class|jar|war|zip|tar|gz|bz2|rar|7z|docx?|xlsx?|pptx?|od[tsp]|py[co])$/

async function readManyFiles(disk: Disk, given: Arguments): Promise<DiskAnswer> {
  const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(text) : [])
  const excluded = [...(given.useDefaultExcludes === false ? [] : EXCLUDED), ...list(given.exclude)].map((pattern) =>
    globTest(pattern, { dot: true, nocase: true })
  )
  const named = list(given.paths)
  const asked = [...named, ...list(given.include)].map((path) =>
    posix.relative(disk.root, posix.resolve(disk.root, path))
  )
  const binary = (path: string): boolean => given.useDefaultExcludes !== false && NO_TEXT.test(path.toLowerCase())
  const files = (await matching(disk, disk.root, asked))
    .map(({ path }) => path)
    .filter((path) => !binary(path) && !excluded.some((test) => test(path)))
    .sort()
  const limit = Math.floor(MOST_LINES / Math.max(1, files.length))
  const parts: string[] = []
  for (const path of files) {
    const { bytes } = await disk.read(posix.join(disk.root, path))
    const explicit = named.some(
      (pattern) => pattern.includes(posix.extname(path)) || pattern.includes(posix.parse(path).name)
    )
    if (bytes === null || (/\.(?:png|jpe?g|gif|webp|bmp|pdf)$/i.test(path) && !explicit)) continue
    const full = posix.join(disk.root, path)
    const { text: shown, part } = shownText(bytes, full, path, { limit })
    const told = part ? `Showing lines ${part.first}-${part.last} of ${part.total} total lines.\n---\n` : ''
    parts.push(`--- ${full} ---\n\n${told}${shown}\n\n`)
  }
  if (parts.length === 0) return 'No files matching the criteria were found or all were skipped.'
  return [...parts, '\n--- End of content ---'].join('')
}
