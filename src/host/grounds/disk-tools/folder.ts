// A folder of the user's on this machine as files for a world: read once, never written.
import { lstat, readdir, readFile, realpath } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { OrreryError } from '../../../core/errors.ts'
import {
  type CopiedFile,
  type FolderCopy,
  type FolderLimits,
  historyLast,
  type LeftOut,
  meter,
  skipped
} from '../../../core/tree/folder.ts'

interface FolderOptions {
  most?: FolderLimits
  signal?: AbortSignal
}

export type ReadFolder = FolderCopy & { leftOut: LeftOut[] }

/** The files to copy, and what was left out with the reason. @throws OrreryError not-found when it is no folder */
export async function readFolder(folder: string, { most, signal }: FolderOptions = {}): Promise<ReadFolder> {
  const top = await realpath(folder).catch(() => null)
  if (top === null) throw new OrreryError('not-found', `There is no folder "${folder}". Check the path.`)
  if (!(await lstat(top)).isDirectory())
    throw new OrreryError('invalid-input', `"${folder}" is a file. Give the path of a folder.`)
  const files: CopiedFile[] = []
  const folders: string[] = []
  const leftOut: LeftOut[] = []
  const objection = meter(most)

  async function file(path: string, name: string, size: number, mode: number): Promise<void> {
    const why = objection(name, size)
    if (why !== null) return leave(name, why)
    // A file that may not be read costs itself, not the copy.
    const bytes = await readFile(path).catch(() => null)
    if (bytes === null) leave(name, 'it may not be read')
    else files.push(copied(name, bytes, mode))
  }

  const leave = (path: string, why: string): void => void leftOut.push({ path, why })

  async function walk(at: string): Promise<void> {
    const entries = await readdir(at, { withFileTypes: true })
    for (const entry of entries.sort((one, other) => historyLast(one.name, other.name))) {
      signal?.throwIfAborted()
      const path = join(at, entry.name)
      const name = relative(top ?? '', path)
        .split(sep)
        .join('/')
      if (entry.isSymbolicLink()) {
        const target = await realpath(path).catch(() => null)
        const stat = target === null ? null : await lstat(target)
        if (target === null) leave(name, 'a link to nothing')
        else if (!target.startsWith(`${top}${sep}`)) leave(name, 'a link that leads out of the folder')
        else if (stat?.isFile()) await file(target, name, stat.size, stat.mode)
        else leave(name, 'a link to a folder')
      } else if (entry.isDirectory()) {
        const why = skipped(entry.name)
        if (why !== null) leave(name, why)
        else {
          folders.push(name)
          await walk(path)
        }
      } else if (entry.isFile()) {
        const { size, mode } = await lstat(path)
        await file(path, name, size, mode)
      } else leave(name, 'neither a file nor a folder')
    }
  }

  await walk(top)
  return { name: basename(top) || 'folder', files, folders, leftOut }
}

function copied(path: string, bytes: Buffer, mode: number): CopiedFile {
  const content = bytes.toString()
  const same = Buffer.from(content).equals(bytes)
  const runs = (mode & 0o111) !== 0 ? { runs: true as const } : {}
  return same ? { path, content, ...runs } : { path, content: bytes.toString('base64'), encoding: 'base64', ...runs }
}
