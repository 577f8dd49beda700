// Qwen CLI's `list_directory`, `glob` and `grep_search`.
import { posix } from 'node:path'
import { fits } from '../../../../core/text/wildcard.ts'
import { type Arguments, count, type Disk, type DiskAnswer, failed, kindAt, text } from '../disk/disk.ts'
import { type ListedFile, listFiles, ripgrepFiles } from '../disk/files.ts'
import { globTest, ripgrepGlobs } from '../disk/glob.ts'
import { searchFiles } from '../disk/search.ts'
import { byName, outside, searched } from './place.ts'
import { MOST_CHARS, MOST_LINES } from './text.ts'

const MOST_FILES = 100
const DAY_S = 24 * 60 * 60

export async function listDirectory(disk: Disk, given: Arguments): Promise<DiskAnswer> {
  const path = text(given.path)
  if (!posix.isAbsolute(path)) return failed(`Path must be absolute: ${path}`)
  const refused = outside(disk, path, 'Path')
  if (refused) return failed(refused)
  const listing = await listFiles(disk, path, { prune: [], folders: true, depth: 1 })
  if (!listing) {
    if ((await kindAt(disk, path)) === 'file') return failed(`Error: Path is not a directory: ${path}`)
    return failed(`Error listing directory: ENOENT: no such file or directory, stat '${path}'`)
  }
  if (listing.files.length === 0) return `Directory ${path} is empty.`
  const git = (await kindAt(disk, posix.join(disk.root, '.git'))) !== 'none'
  const filtering = { ...Object(given.file_filtering_options), ...given }.respect_git_ignore !== false
  const hidden = (file: ListedFile): boolean =>
    filtering && git && ((file.ignored && !file.asFolder) || file.path === '.git')
  const left = Array.isArray(given.ignore) ? given.ignore.map((pattern) => simple(text(pattern))) : []
  const shown = listing.files
    .filter((file) => !hidden(file) && !left.some((pattern) => pattern.test(file.path)))
    .sort((one, other) => Number(other.folder) - Number(one.folder) || byName(one.path, other.path))
  const ignored = listing.files.filter(hidden).length
  const names = shown.map((file) => `${file.folder ? '[DIR] ' : ''}${file.path}`).join('\n')
  return `Directory listing for ${path}:\n${names}${ignored ? `\n\n(${ignored} git-ignored)` : ''}`
}

/** `*` and `?` match anything. */
const simple = (pattern: string) => ({ test: (path: string): boolean => fits(pattern, path) })

export async function glob(disk: Disk, given: Arguments): Promise<DiskAnswer> {
  const pattern = text(given.pattern)
  if (!pattern.trim()) return failed("The 'pattern' parameter cannot be empty.")
  const place = await searched(disk, text(given.path))
  if (place.error !== undefined) return failed(place.error)
  const where = given.path ? `within ${place.path}` : 'in the workspace directory'
  const found = await matching(disk, place.path, [pattern])
  if (found.length === 0) return `No files found matching pattern "${pattern}" ${where}`
  const paths = found.slice(0, MOST_FILES).map(({ path }) => posix.join(place.path, path))
  const left = found.length - paths.length
  const cut = left > 0 ? `\n---\n[${left} ${left === 1 ? 'file' : 'files'} truncated] ...` : ''
  return `Found ${found.length} file(s) matching "${pattern}" ${where}, sorted by modification time (newest first):\n---\n${paths.join('\n')}${cut}`
}

/** Those of the last day by time, then the others by name. Files that git ignores are left out. */
export async function matching(disk: Disk, folder: string, patterns: string[]): Promise<ListedFile[]> {
  const listing = await listFiles(disk, folder, { clock: true })
  if (!listing) return []
  const tests = patterns.map((given) => {
    const pattern = given.startsWith(`${folder}/`) ? given.slice(folder.length + 1) : given
    const test = globTest(pattern, { nocase: true, dot: true })
    return (path: string) => path === pattern || test(path)
  })
  const recent = (file: ListedFile): boolean => listing.now - file.mtime < DAY_S
  return listing.files
    .filter((file) => !file.ignored && tests.some((test) => test(file.path)))
    .sort((one, other) => {
      if (recent(one) && recent(other)) return other.mtime - one.mtime
      return Number(recent(other)) - Number(recent(one)) || byName(one.path, other.path)
    })
}

export async function grep(disk: Disk, given: Arguments): Promise<DiskAnswer> {
  const [pattern, filter, path] = [text(given.pattern), text(given.glob), text(given.path)]
  const wrong = notAnExpression(pattern)
  if (wrong) return failed(`Invalid regular expression pattern: ${pattern}. Error: ${wrong}`)
  const place = await searched(disk, path, { files: true })
  if (place.error !== undefined) return failed(place.error)
  const globs = ripgrepGlobs(filter ? [filter] : [])
  const files =
    place.kind === 'file'
      ? [posix.basename(place.path)]
      : (await ripgrepFiles(disk, place.path, { globs, hidden: false })).map((file) => file.path)
  const folder = place.kind === 'file' ? posix.dirname(place.path) : place.path
  const { lines, error } = await searchFiles(disk, pattern, files, { ignoreCase: true, cwd: folder })
  if (error) return failed(`Error during grep search operation: ${error}`)
  const where = `${path ? `in path "${path}"` : 'in the workspace directory'}${filter ? ` (filter: "${filter}")` : ''}`
  const all = lines.flatMap((line) =>
    line === 'gap' ? [] : [`${posix.join(folder, line.path)}:${line.number}:${line.text}`]
  )
  if (all.length === 0) return `No matches found for pattern "${pattern}" ${where}.`
  const head = `Found ${all.length} ${all.length === 1 ? 'match' : 'matches'} for pattern "${pattern}" ${where}:\n---\n`
  const { shown, cut } = fitting(all.slice(0, Math.min(MOST_LINES, count(given.limit) ?? MOST_LINES)))
  const left = all.length - shown.length
  const told = left > 0 || cut ? `\n---\n[${left} ${left === 1 ? 'line' : 'lines'} truncated] ...` : ''
  return `${head}${shown.join('\n')}${told}`.trim()
}

function fitting(lines: string[]): { shown: string[]; cut: boolean } {
  let length = 0
  for (const [index, line] of lines.entries()) {
    const next = length + line.length + (index > 0 ? 1 : 0)
    if (next > MOST_CHARS) {
      const left = Math.max(MOST_CHARS - length - (index > 0 ? 1 : 0), 10)
      return { shown: [...lines.slice(0, index), `${line.slice(0, left)}...`], cut: true }
    }
    length = next
  }
  return { shown: lines, cut: false }
}

function notAnExpression(pattern: string): string | null {
  try {
    new RegExp(pattern)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
