// Which files were read, and as what: Claude Code changes no file that it has not seen as it stands.
import { createHash } from 'node:crypto'
import type { Disk, DiskRead } from '../disk/disk.ts'

const hash = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

const UNSEEN = 'File has not been read yet. Read it first before writing to it.'

const noteOf = (disk: Disk, path: string): string => `${disk.state}/seen/${hash(path).slice(0, 32)}`

export async function note(disk: Disk, path: string, bytes: Uint8Array): Promise<void> {
  await disk.write(noteOf(disk, path), Buffer.from(hash(bytes)), 0o644)
}

/** Why what was read there may not be changed yet; `null` when it may, or nothing is there. A folder is never seen. */
export async function unseenIn(disk: Disk, path: string, read: DiskRead): Promise<string | null> {
  if (read.bytes === null) return read.why === 'folder' ? UNSEEN : null
  const known = (await disk.read(noteOf(disk, path))).bytes?.toString()
  if (known === undefined) return UNSEEN
  if (known === hash(read.bytes)) return null
  return 'File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.'
}
