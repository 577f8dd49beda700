// `node:fs` as the servers see it: the file system of the world whose call is running, and nothing of this machine's.
import real from 'node:fs'
import { posix } from 'node:path'
import { Readable } from 'node:stream'
import type { IFs } from 'memfs'
import type { Files } from './files.ts'

// What Linux gives as the size of a folder on its usual file systems.
const FOLDER_SIZE = 4096

let current: { fs: IFs; files: Files } | null = null
/** The first thing that was looked into and that the world claims without showing it. */
let unseen: { path: string; kind: 'file' | 'folder' } | null = null

export function useDisk(fs: IFs, files: Files): void {
  current = { fs, files }
  unseen = null
}

export const looked = () => unseen

type Function = (...given: unknown[]) => unknown

function disk(): Record<string, unknown> & { promises: Record<string, unknown> } {
  if (!current) throw new Error('No world is running.')
  // `as`: called by name, as the servers do.
  return current.fs as never
}

const INSIDE_FILES = new Set(['readFile', 'open', 'createReadStream', 'copyFile', 'appendFile', 'truncate'])
const INSIDE_FOLDERS = new Set(['readdir', 'opendir', 'rmdir', 'rm'])

function look(name: string, path: unknown): void {
  if (typeof path !== 'string' || !current) return
  const at = posix.resolve('/', path)
  const file = current.files.get(at)
  const inside = file?.bytes === null ? INSIDE_FOLDERS : INSIDE_FILES
  if (!file?.claimed || !inside.has(name.replace(/Sync$/, ''))) return
  unseen ??= { path: at, kind: file.bytes === null ? 'folder' : 'file' }
}

function failure(code: string, what: string, call: string): Error {
  return Object.assign(new Error(`${code}: ${what}, ${call}`), { code, syscall: call.split(' ')[0] })
}

const isFolder = (path: unknown): boolean =>
  current?.fs.statSync(String(path), { throwIfNoEntry: false })?.isDirectory() ?? false
const isThere = (path: unknown): boolean => current?.fs.existsSync(String(path)) ?? false

/** Where memfs lets pass what Linux refuses. */
function refuse(name: string, [path, second]: unknown[]): void {
  if (name === 'mkdir' && Object(second).recursive && isThere(path) && !isFolder(path)) {
    throw failure('EEXIST', 'file already exists', `mkdir '${path}'`)
  }
  // An exclusive write says that it exists.
  if (name === 'writeFile' && isFolder(path)) {
    throw failure('EISDIR', 'illegal operation on a directory', `open '${path}'`)
  }
  if (name !== 'rename') return
  const call = `rename '${path}' -> '${second}'`
  if (!isThere(path)) return
  if (posix.join(String(second), '/').startsWith(posix.join(String(path), '/')) && path !== second) {
    throw failure('EINVAL', 'invalid argument', call)
  }
  if (isFolder(second) && !isFolder(path)) throw failure('EISDIR', 'illegal operation on a directory', call)
  if (isFolder(path) && isThere(second) && !isFolder(second)) throw failure('ENOTDIR', 'not a directory', call)
}

// Of Linux, in bytes.
const LONGEST_NAME = 255
const LONGEST_PATH = 4095

// What the system calls of these functions are called in errors; others have the function's own name.
const CALLS: Record<string, string> = { readFile: 'open', writeFile: 'open', appendFile: 'open', readdir: 'scandir' }

/** Names are longer than Linux allows them to be. What comes before such a name is looked up first. */
function refuseLong(name: string, path: unknown): void {
  if (typeof path !== 'string' || path.length <= LONGEST_NAME / 4) return
  const parts = posix.resolve('/', path).split('/')
  const long = parts.findIndex((part) => Buffer.byteLength(part) > LONGEST_NAME)
  if (Buffer.byteLength(path) > LONGEST_PATH || (long > 0 && isFolder(parts.slice(0, long).join('/') || '/'))) {
    const call = name.replace(/Sync$/, '')
    throw failure('ENAMETOOLONG', 'name too long', `${CALLS[call] ?? call} '${path}'`)
  }
}

/** Names in the order of their bytes, as Node gives them on Linux. */
function inOrder(made: unknown): unknown {
  if (!Array.isArray(made)) return made
  const nameOf = (entry: unknown) => Buffer.from(String(Object(entry).name ?? entry))
  return made.toSorted((one, other) => Buffer.compare(nameOf(one), nameOf(other)))
}

/** A folder is opened like a file, and not read like one. */
const notReadable = () => failure('EISDIR', 'illegal operation on a directory', 'read')
const readFolder = async (): Promise<never> => {
  throw notReadable()
}
const unreadable = () =>
  new Readable({
    read() {
      this.destroy(notReadable())
    }
  })

/** What `stat` tells, with what Linux tells of folders; the size of what is claimed is not known. */
function tell(path: unknown, stats: unknown): unknown {
  if (typeof stats !== 'object' || stats === null || !('isDirectory' in stats)) return stats
  const file = current?.files.get(posix.resolve('/', String(path)))
  // `as`: they are memfs's Stats.
  const folder = (stats as { isDirectory(): boolean }).isDirectory()
  if (folder) Object.assign(stats, { size: FOLDER_SIZE })
  else if (file?.claimed) {
    const get = () => {
      look('readFile', path)
      return 0
    }
    Object.defineProperty(stats, 'size', { get })
  }
  return stats
}

const isStat = (name: string): boolean => /^l?stat(Sync)?$/.test(name)

/** The promises of `node:fs`, of which every function is the running world's. */
const promises = Object.fromEntries(
  Object.keys(real.promises).map((name) => [
    name,
    async (...given: unknown[]) => {
      look(name, given[0])
      refuseLong(name, given[0])
      const flag = Object(given[2]).flag ?? ''
      if (!(name === 'writeFile' && String(flag).includes('x'))) refuse(name, given)
      const made = await (disk().promises[name] as Function)(...given)
      if (name === 'open' && isFolder(given[0])) Object.assign(Object(made), { read: readFolder })
      if (name === 'readdir') return inOrder(made)
      return isStat(name) ? tell(given[0], made) : made
    }
  ])
)

/** In place of `node:fs`; what is no function or a class (constants, Stats) is not the world's. */
export const fs: Record<string, unknown> = {
  ...Object.fromEntries(
    Object.entries(real).flatMap(([name, value]) => {
      if (typeof value !== 'function' || /^[A-Z_]/.test(name)) return []
      const call = (...given: unknown[]) => {
        look(name, given[0])
        if (name === 'createReadStream' && isFolder(given[0])) return unreadable()
        if (name.endsWith('Sync') && name !== 'existsSync') refuseLong(name, given[0])
        const made = (disk()[name] as Function)(...given)
        if (name === 'readdirSync') return inOrder(made)
        return isStat(name) ? tell(given[0], made) : made
      }
      return [[name, call]]
    })
  ),
  constants: real.constants,
  promises
}
