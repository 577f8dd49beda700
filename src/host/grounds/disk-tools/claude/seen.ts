// Which files were read, and as what: Claude Code changes no file that it has not seen as it stands.
import { createHash } from 'node:crypto'
import type { Disk } from '../disk/disk.ts'

const hash = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

const noteOf = (disk: Disk, path: string): string => `${disk.state}/seen/${hash(path).slice(0, 32)}`

export async function note(disk: Disk, path: string, bytes: Uint8Array): Promise<void> {
  await disk.write(noteOf(disk, path), Buffer.from(hash(bytes)), 0o644)
}

/** Why the file may not be changed yet; `null` when it may. */
export async function unseen(disk: Disk, path: string, bytes: Uint8Array): Promise<string | null> {
  const known = (await disk.read(noteOf(disk, path))).bytes?.toString()
  if (known === undefined) return 'File has not been read yet. Read it first before writing to it.'
  if (known === hash(bytes)) return null
  return 'File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.'
}
