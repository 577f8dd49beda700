// A folder of the user's as effects for a world: read once, never written.
import type { Dirent } from 'node:fs'
import { lstat, readdir, readFile, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { OrreryError } from '../../../core/errors.ts'
import type { Effect } from '../../../core/ground.ts'

export interface LeftOut {
  /** From the folder. */
  path: string
  why: string
}

interface FolderOptions {
  /** Where the files are to lie in the guest. */
  root: string
  /** Bytes of one file, of one object of git's, and of all. */
  most?: { file: number; object: number; all: number }
  signal?: AbortSignal
}

const MOST = { file: 2 ** 20, object: 4 * 2 ** 20, all: 16 * 2 ** 20 }
const SKIPPED = new Set(['node_modules', '.venv', '__pycache__'])

type Write = Extract<Effect, { do: 'write' }>

/** Writes for the guest, folders before what is in them, and what was left out with the reason. @throws OrreryError not-found when it is no folder */
export async function folderEffects(
  folder: string,
  { root, most = MOST, signal }: FolderOptions
): Promise<{ effects: Effect[]; leftOut: LeftOut[] }> {
  const top = await realpath(folder).catch(() => null)
  if (top === null || !(await lstat(top)).isDirectory()) {
    throw new OrreryError('not-found', `There is no folder "${folder}". Give the path of the repository's folder.`)
  }
  const effects: Effect[] = []
  const leftOut: LeftOut[] = []
  let all = 0

  async function file(path: string, name: string, size: number, mode: number): Promise<void> {
    const limit = name.startsWith('.git/') ? most.object : most.file
    if (size > limit) return leave(name, `larger than ${shown(limit)}`)
    if (all + size > most.all) return leave(name, `all files together would be larger than ${shown(most.all)}`)
    all += size
    effects.push(written(`${root}/${name}`, await readFile(path), mode))
  }

  const leave = (path: string, why: string): void => void leftOut.push({ path, why })

  async function walk(at: string): Promise<void> {
    const entries = await readdir(at, { withFileTypes: true })
    for (const entry of entries.sort(historyLast)) {
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
        if (SKIPPED.has(entry.name)) leave(name, 'installed or generated files')
        else {
          effects.push({ do: 'mkdir', path: `${root}/${name}` })
          await walk(path)
        }
      } else if (entry.isFile()) {
        const { size, mode } = await lstat(path)
        await file(path, name, size, mode)
      } else leave(name, 'neither a file nor a folder')
    }
  }

  await walk(top)
  return { effects, leftOut }
}

// The files themselves come before git's history where there is not room for all.
function historyLast(one: Dirent, other: Dirent): number {
  const late = Number(one.name === '.git') - Number(other.name === '.git')
  return late || (one.name < other.name ? -1 : 1)
}

const shown = (bytes: number): string => (bytes < 2 ** 20 ? `${bytes / 1024} KB` : `${bytes / 2 ** 20} MB`)

function written(path: string, bytes: Buffer, mode: number): Write {
  const content = bytes.toString()
  const same = Buffer.from(content).equals(bytes)
  const runs = (mode & 0o111) !== 0 ? { mode: 0o755 } : {}
  return same
    ? { do: 'write', path, content, ...runs }
    : { do: 'write', path, content: bytes.toString('base64'), encoding: 'base64', ...runs }
}
