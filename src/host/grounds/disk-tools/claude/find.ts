// Claude Code's Glob, Grep and LS.
import { posix } from 'node:path'
import { RE2JS } from 're2js'
import { type Arguments, count, type Disk, type DiskAnswer, kindAt, text, within } from '../disk/disk.ts'
import { byPath, type ListedFile, listFiles, ripgrepFiles } from '../disk/files.ts'
import { globTest, ripgrepGlobs } from '../disk/glob.ts'
import { type SearchLine, searchFiles } from '../disk/search.ts'
import { isRefused } from './pattern.ts'
import { extensionsOf } from './types.ts'

const MOST_FILES = 100
const MOST_CHARS = 40_000
const VERSIONED = ['.git', '.svn', '.hg', '.bzr']

export async function glob(disk: Disk, given: Arguments): Promise<DiskAnswer> {
  const folder = posix.resolve(disk.root, text(given.path) || '.')
  const pattern = text(given.pattern)
  const whole = posix.isAbsolute(pattern)
  const base = whole ? '/' : folder
  const listing = await listFiles(disk, base, { only: whole ? namedIn(pattern) : [] })
  if (!listing) return 'No files found'
  const matches = globTest(pattern.replace(/^\//, ''), { nocase: true })
  const found = listing.files
    .filter(({ path }) => matches(path))
    .sort((one, other) => one.mtime - other.mtime || byPath(one.path, other.path))
    .map(({ path }) => posix.join(base, path))
  if (found.length === 0) return 'No files found'
  const cut =
    found.length > MOST_FILES ? ['(Results are truncated. Consider using a more specific path or pattern.)'] : []
  return [...found.slice(0, MOST_FILES), ...cut].join('\n')
}

/** The folders that an absolute pattern names before it leaves anything open. */
function namedIn(pattern: string): string[] {
  const folders = pattern.split('/').slice(1, -1)
  const open = folders.findIndex((name) => !/^[\w -][\w .-]*$/.test(name))
  return open < 0 ? folders : folders.slice(0, open)
}

export async function grep(disk: Disk, given: Arguments): Promise<DiskAnswer> {
  const place = posix.resolve(disk.root, text(given.path) || '.')
  const kind = await kindAt(disk, place)
  const mode = text(given.output_mode) || 'files_with_matches'
  // What ripgrep complains of is lost: nothing was found.
  if (kind === 'none' || isRefused(text(given.pattern))) return nothing(mode)
  if (given.multiline === true) return multiline(disk, given)
  const cwd = kind === 'file' ? posix.dirname(place) : place
  const files = kind === 'file' ? [{ path: posix.basename(place), mtime: 0 }] : await candidates(disk, place, given)
  if (files === null) return nothing(mode)
  const around = mode === 'content' ? (count(given['-C']) ?? count(given.context) ?? 0) : 0
  const { lines, error } = await searchFiles(
    disk,
    text(given.pattern),
    files.map(({ path }) => path),
    {
      ignoreCase: given['-i'] === true,
      before: around || (mode === 'content' ? (count(given['-B']) ?? 0) : 0),
      after: around || (mode === 'content' ? (count(given['-A']) ?? 0) : 0),
      cwd
    }
  )
  if (error) return nothing(mode)
  const full = (path: string): string => posix.join(cwd, path)
  const matches = lines.filter((line): line is SearchLine => line !== 'gap' && !line.context)
  const most = count(given.head_limit) || Number.POSITIVE_INFINITY
  if (mode === 'content') {
    // ripgrep names no file where it was given one.
    const name = (line: SearchLine): string => (kind === 'file' ? '' : full(line.path))
    const shown = lines.map((line) => (line === 'gap' ? '--' : told(line, name(line), given['-n'] === true)))
    return limited(shown.slice(0, most).join('\n').trim()) || 'No matches found'
  }
  const perFile = new Map<string, number>()
  for (const { path } of matches) perFile.set(full(path), (perFile.get(full(path)) ?? 0) + 1)
  if (mode === 'count') {
    const counted = [...perFile].slice(0, most)
    return countedIn(counted, kind === 'file')
  }
  return newest(
    files.map((file) => ({ ...file, path: full(file.path) })).filter(({ path }) => perFile.has(path)),
    most
  )
}

function told({ number, text: line, context }: SearchLine, path: string, withNumber: boolean): string {
  const mark = context ? '-' : ':'
  // ripgrep leaves out lines of more than 500 columns.
  const shown = line.length > 500 ? (context ? '[Omitted long context line]' : '[Omitted long matching line]') : line
  return `${path ? path + mark : ''}${withNumber ? number + mark : ''}${shown}`
}

/** What is told where nothing was found. */
function nothing(mode: string): string {
  if (mode === 'count') return countedIn([], false)
  return mode === 'content' ? 'No matches found' : 'No files found'
}

/** Of a single file ripgrep tells a number alone, and the program counts what has a name. */
function countedIn(counted: [path: string, times: number][], single: boolean): string {
  const named = single ? [] : counted
  const total = named.reduce((sum, [, times]) => sum + times, 0)
  const list = counted.map(([path, times]) => (single ? String(times) : `${path}:${times}`)).join('\n')
  return `${list || 'No matches found'}\n\nFound ${total} total ${total === 1 ? 'occurrence' : 'occurrences'} across ${named.length} ${named.length === 1 ? 'file' : 'files'}.`
}

function newest(files: { path: string; mtime: number }[], most: number): string {
  if (files.length === 0) return 'No files found'
  const sorted = files
    .sort((one, other) => other.mtime - one.mtime || one.path.localeCompare(other.path))
    .slice(0, most)
  return `Found ${sorted.length} ${sorted.length === 1 ? 'file' : 'files'}\n${sorted.map(({ path }) => path).join('\n')}`
}

/** The files that ripgrep would look into; `null` where it knows no such type. */
async function candidates(disk: Disk, folder: string, given: Arguments): Promise<ListedFile[] | null> {
  const type = text(given.type)
  const extensions = type ? extensionsOf(type) : null
  if (type && !extensions) return null
  const globs = text(given.glob)
    .split(/\s+/)
    .flatMap((one) => (one.includes('{') ? [one] : one.split(',')))
    .filter(Boolean)
  const files = await ripgrepFiles(disk, folder, { globs: ripgrepGlobs(globs), hidden: true, prune: VERSIONED })
  return files.filter(({ path }) => !extensions || extensions.test(posix.basename(path)))
}

/** A match over several lines: each file is read, and searched as a whole. */
async function multiline(disk: Disk, given: Arguments): Promise<DiskAnswer> {
  const place = posix.resolve(disk.root, text(given.path) || '.')
  const kind = await kindAt(disk, place)
  const files = kind === 'file' ? [{ path: '', mtime: 0 }] : await candidates(disk, place, given)
  if (files === null) return nothing(text(given.output_mode))
  const found: { path: string; mtime: number; count: number; lines: string[] }[] = []
  for (const { path, mtime } of files) {
    const full = posix.join(place, path).replace(/\/$/, '')
    const content = (await disk.read(full)).bytes?.toString() ?? ''
    const matches = matchesOf(content, text(given.pattern), given['-i'] === true)
    if (matches.length === 0) continue
    const all = content.split('\n')
    const rows = new Set(
      matches.flatMap(([first, last]) => all.slice(first, last + 1).map((_, index) => first + index))
    )
    const prefix = kind === 'file' ? '' : `${full}:`
    const lines = [...rows].map((row) => `${prefix}${given['-n'] === true ? `${row + 1}:` : ''}${all[row] ?? ''}`)
    found.push({ path: full, mtime, count: matches.length, lines })
  }
  const most = count(given.head_limit) || Number.POSITIVE_INFINITY
  if (given.output_mode === 'content') {
    return (
      limited(
        found
          .flatMap(({ lines }) => lines)
          .slice(0, most)
          .join('\n')
          .trim()
      ) || 'No matches found'
    )
  }
  if (given.output_mode !== 'count') return newest(found, most)
  return countedIn(
    found.map((one) => [one.path, one.count]),
    kind === 'file'
  )
}

/** First and last line of each match, from 0; in time linear in the content. */
function matchesOf(content: string, pattern: string, ignoreCase: boolean): [number, number][] {
  const flags = RE2JS.MULTILINE | RE2JS.DOTALL | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
  const matcher = RE2JS.compile(pattern, flags).matcher(content)
  const row = (at: number): number => content.slice(0, at).split('\n').length - 1
  const found: [number, number][] = []
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()]
    found.push([row(start), row(start + content.slice(start, end).replace(/\n$/, '').length)])
  }
  return found
}

const limited = (output: string): string =>
  output.length <= MOST_CHARS
    ? output
    : `${output.slice(0, MOST_CHARS)}\n\n... [${output.slice(MOST_CHARS).split('\n').length} lines truncated] ...`

export async function list(disk: Disk, given: Arguments): Promise<DiskAnswer> {
  const folder = posix.resolve(disk.root, text(given.path) || '.')
  const ignore = Array.isArray(given.ignore)
    ? given.ignore.map((pattern) => globTest(text(pattern), { dot: true }))
    : []
  const listing = await listFiles(disk, folder, { hidden: false, prune: ['__pycache__'], folders: true })
  // It begins at the root, of which it shows what leads to the folder; where there is no folder, nothing.
  const top = within(folder, disk.root) ? disk.root : folder
  const way = posix.relative(top, folder)
  const found = listing?.files ?? []
  const leading = found.length ? way.split('/').filter(Boolean) : []
  const entries = [
    ...leading.map((_, at) => ({ path: leading.slice(0, at + 1).join('/'), folder: true })),
    ...found.map((file) => ({ path: posix.join(way, file.path), folder: file.folder }))
  ]
    .filter(
      ({ path }) =>
        !ignore.some((test) => path.split('/').some((_, at, parts) => test(parts.slice(0, at + 1).join('/'))))
    )
    .sort((one, other) => byPath(one.path, other.path))
  const lines = entries.map(({ path, folder: isFolder }) => {
    const parts = path.split('/')
    return `${'  '.repeat(parts.length)}- ${parts.at(-1)}${isFolder ? '/' : ''}`
  })
  const whole = [`- ${top === '/' ? '/' : `${top}/`}`, ...lines].join('\n')
  if (whole.length <= MOST_CHARS) return `${whole}\n`
  return `There are more than ${MOST_CHARS} characters in the repository (ie. either there are lots of files, or there are many long filenames). Use the LS tool (passing a specific path), Bash tool, and other tools to explore nested directories. The first ${MOST_CHARS} characters are included below:\n\n${whole.slice(0, MOST_CHARS)}`
}
