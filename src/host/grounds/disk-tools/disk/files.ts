// Which files lie below a folder, when each was changed, and which of them git ignores.
import { posix } from 'node:path'
import { type Disk, quote, within } from './disk.ts'
import { globTest, type RipgrepGlobs } from './glob.ts'

export interface ListedFile {
  /** From the folder that was listed. */
  path: string
  /** Unix seconds of the machine. */
  mtime: number
  ignored: boolean
  /** Ignored by a pattern of its own with a slash at its end, which is about folders alone. */
  asFolder: boolean
  /** Ignored by the pattern that the listed folder itself is ignored by, and by no other. */
  inherited: boolean
  folder: boolean
}

export interface Listing {
  /** The machine's time, Unix seconds; 0 unless it is asked for. */
  now: number
  files: ListedFile[]
}

interface ListOptions {
  /** Names to leave out with all that is in them. */
  prune?: string[]
  /** Also names that begin with a dot. */
  hidden?: boolean
  folders?: boolean
  /** Names of folders, one in the other: enters no others, in whatever case theirs are. */
  only?: string[]
  /** Levels below the folder; all when absent. */
  depth?: number
  /** Also asks for the time. */
  clock?: boolean
}

/** Links are listed and not followed. @returns null where the folder cannot be entered */
export async function listFiles(
  disk: Disk,
  folder: string,
  { prune = ['.git'], hidden = true, folders = false, only = [], depth, clock = false }: ListOptions = {}
): Promise<Listing | null> {
  const names = [
    ...prune.map((name) => `-name ${quote(name)}`),
    ...(hidden ? [] : ["-name '.?*'"]),
    ...(only.length ? [`-type d ! \\( ${leadingTo(only).join(' -o ')} \\)`] : [])
  ]
  const without = names.length ? `-mindepth 1 \\( ${names.join(' -o ')} \\) -prune -o` : '-mindepth 1'
  const deep = depth === undefined ? '' : `-maxdepth ${depth}`
  const kinds = folders ? '' : '! -type d'
  const list = quote(`${disk.state}/files`)
  const { status, output } = await disk.run(`[ -d ${quote(disk.state)} ] || mkdir -p ${quote(disk.state)}
cd -- ${quote(folder)} 2>/dev/null || exit 3
${clock ? 'date +%s.%N' : 'echo 0'}
find . ${deep} ${without} ${kinds} -fprintf ${list} '%P\\0' -printf '%y %T@ %P\\0' 2>/dev/null
printf '\\0'
git=$PWD
while [ "$git" ] && [ ! -e "$git/.git" ]; do git=\${git%/*}; done
[ -e "$git/.git" ] || exit 0
[ "$git" = "$PWD" ] || printf '%s\\0' "$PWD" >>${list}
git check-ignore --no-index -v -z --stdin <${list} 2>/dev/null
exit 0`)
  if (status === 3) return null
  const line = output.indexOf('\n')
  const [listed = '', ignored = ''] = splitAt(output.slice(line + 1), '\0\0')
  const patterns = patternsOf(ignored.split('\0'))
  // The folder itself is the one absolute path.
  const whole = [...patterns].find(([path]) => path.startsWith('/'))?.[1]
  const files = listed
    .split('\0')
    .filter(Boolean)
    .map((entry) => {
      const [, kind = '', time = '', path = ''] = /^(\S) (\S+) ([\s\S]*)$/.exec(entry) ?? []
      const found = patterns.get(path) ?? above(patterns, path)
      const isFolder = kind === 'd'
      return {
        path,
        mtime: Number(time),
        folder: isFolder,
        ignored: found !== undefined,
        asFolder: isFolder && found !== undefined && isOf(found.pattern, path),
        inherited: found !== undefined && found.place === whole?.place
      }
    })
  return { now: Number(output.slice(0, line)), files }
}

/** find's words for the folders, and for all that is in the last one. */
const leadingTo = (folders: string[]): string[] =>
  [...folders.map((_, index) => folders.slice(0, index + 1)), [...folders, '*']].map(
    (path) => `-ipath ${quote(`./${path.join('/')}`)}`
  )

function splitAt(text: string, mark: string): string[] {
  const at = text.indexOf(mark)
  // Nothing was listed: the mark's first half ends no entry.
  if (at < 0) return ['', text.replace(/^\0/, '')]
  return [text.slice(0, at), text.slice(at + mark.length)]
}

/** Where a pattern stands, and its words. */
interface Pattern {
  place: string
  pattern: string
}

/** By path, the pattern that git ignores it for: told as source, line, pattern, path. */
function patternsOf(told: string[]): Map<string, Pattern> {
  const found = new Map<string, Pattern>()
  for (let at = 0; at + 3 < told.length; at += 4) {
    const [source = '', line = '', pattern = '', path = ''] = told.slice(at, at + 4)
    if (!pattern.startsWith('!')) found.set(path, { place: `${source}:${line}`, pattern })
  }
  return found
}

const above = (folders: Map<string, Pattern>, path: string): Pattern | undefined =>
  path
    .split('/')
    .map((_, index, parts) => folders.get(parts.slice(0, index).join('/')))
    .find((pattern) => pattern !== undefined)

/** Whether a pattern with a slash at its end is about this very name. */
function isOf(pattern: string, path: string): boolean {
  const name = pattern.replace(/\/$/, '').split('/').at(-1) ?? ''
  return pattern.endsWith('/') && globTest(name, { dot: true })(path.split('/').at(-1) ?? '')
}

/** In the order of a walk through sorted folders. */
export function byPath(one: string, other: string): number {
  const [first, second] = [one.split('/'), other.split('/')]
  for (const [index, part] of first.entries()) {
    const against = second[index]
    if (against === undefined) return 1
    if (part !== against) return part < against ? -1 : 1
  }
  return first.length - second.length
}

/**
 * The files that ripgrep looks into, in order. A file that a glob asks for is searched although it is ignored or hidden, unless a folder on
 * the way to it is.
 */
export async function ripgrepFiles(
  disk: Disk,
  folder: string,
  { globs, hidden, prune = ['.git'] }: { globs: RipgrepGlobs | null; hidden: boolean; prune?: string[] }
): Promise<ListedFile[]> {
  const listing = await listFiles(disk, folder, { prune, folders: true })
  const skipped = (file: ListedFile): boolean =>
    (file.ignored && !file.inherited) || (!hidden && (file.path.split('/').at(-1) ?? '').startsWith('.'))
  const closed = new Set(listing?.files.filter((file) => file.folder && skipped(file)).map(({ path }) => path))
  // ripgrep's patterns are about paths from where it was started, which is the root.
  const from = within(folder, disk.root) ? posix.relative(disk.root, folder) : ''
  const reached = (path: string): boolean =>
    path.split('/').every((_, index, parts) => !closed.has(parts.slice(0, index).join('/')))
  return (listing?.files ?? [])
    .filter(
      (file) =>
        !file.folder &&
        reached(file.path) &&
        (globs ? globs.allow(posix.join(from, file.path), skipped(file)) : !skipped(file))
    )
    .sort((one, other) => byPath(one.path, other.path))
}
