// Paths of Qwen CLI's tools: absolute, inside the workspace, or refused in its words.
import { posix } from 'node:path'
import { type Disk, type DiskRead, kindAt, within } from '../disk/disk.ts'

const HOME = '/root'

const refusal = (disk: Disk, what: string): string =>
  `${what} must be within one of the workspace directories: ${disk.root}`

export const outside = (disk: Disk, path: string, what: string): string | null =>
  within(posix.resolve(path), disk.root) ? null : refusal(disk, what)

/** What lies below a file lies nowhere, and is refused in the same words. */
export const belowFile = (disk: Disk, read: DiskRead): string | null =>
  read.bytes === null && read.why === 'inside' ? refusal(disk, 'File path') : null

/** The place that a search starts from. `error` is the refusal. */
export async function searched(
  disk: Disk,
  given: string,
  { files = false } = {}
): Promise<{ path: string; kind: 'file' | 'folder'; error?: never } | { error: string }> {
  if (!given) return { path: disk.root, kind: 'folder' }
  const path = given === '~' || given.startsWith('~/') ? HOME + given.slice(1) : posix.resolve(disk.root, given)
  if (!within(path, disk.root)) return { error: 'Path is not within workspace' }
  const kind = await kindAt(disk, path)
  if (kind === 'none') return { error: `Path does not exist: ${path}` }
  if (kind === 'file' && !files) return { error: `Path is not a directory: ${path}` }
  return { path, kind }
}

/** How folder and file names sort: as people read them. */
export const byName = (one: string, other: string): number => one.localeCompare(other)
