// Which files lie below a folder, when each was changed, and which of them git ignores.
import { type Disk, quote } from './disk.ts'

export interface Listed {
  /** From the folder that was listed. */
  path: string
  /** Unix seconds of the machine. */
  mtime: number
  ignored: boolean
  /** Ignored by a pattern with a slash at its end, which is about folders alone. */
  asFolder: boolean
  folder: boolean
}

export interface Listing {
  /** The machine's time, Unix seconds; 0 unless it is asked for. */
  now: number
  files: Listed[]
}

interface ListOptions {
  /** Names to leave out with all that is in them. */
  prune?: string[]
  /** Also names that begin with a dot. */
  hidden?: boolean
  folders?: boolean
  /** Levels below the folder; all when absent. */
  depth?: number
  /** Also asks for the time. */
  clock?: boolean
}

/** Links are listed and not followed. @returns null where the folder cannot be entered */
export async function listFiles(
  disk: Disk,
  folder: string,
  { prune = ['.git'], hidden = true, folders = false, depth, clock = false }: ListOptions = {}
): Promise<Listing | null> {
  const names = [...prune.map((name) => `-name ${quote(name)}`), ...(hidden ? [] : ["-name '.?*'"])]
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
[ -e "$git/.git" ] && git check-ignore --no-index -v -z --stdin <${list} 2>/dev/null
exit 0`)
  if (status === 3) return null
  const line = output.indexOf('\n')
  const [listed = '', ignored = ''] = splitAt(output.slice(line + 1), '\0\0')
  const patterns = patternsOf(ignored.split('\0'))
  const files = listed
    .split('\0')
    .filter(Boolean)
    .map((entry) => {
      const [, kind = '', time = '', path = ''] = /^(\S) (\S+) ([\s\S]*)$/.exec(entry) ?? []
      const pattern = patterns.get(path)
      const skipped = pattern !== undefined || below(patterns, path)
      return {
        path,
        mtime: Number(time),
        folder: kind === 'd',
        ignored: skipped,
        asFolder: pattern?.endsWith('/') ?? false
      }
    })
  return { now: Number(output.slice(0, line)), files }
}

function splitAt(text: string, mark: string): string[] {
  const at = text.indexOf(mark)
  // Nothing was listed: the mark's first half ends no entry.
  if (at < 0) return ['', text.replace(/^\0/, '')]
  return [text.slice(0, at), text.slice(at + mark.length)]
}

/** By path, the pattern that git ignores it for: told as source, line, pattern, path. */
function patternsOf(told: string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (let at = 0; at + 3 < told.length; at += 4) {
    const [pattern = '', path = ''] = told.slice(at + 2, at + 4)
    if (!pattern.startsWith('!')) found.set(path, pattern)
  }
  return found
}

const below = (folders: Map<string, string>, path: string): boolean =>
  path.split('/').some((_, index, parts) => folders.has(parts.slice(0, index).join('/')))

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
