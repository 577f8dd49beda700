// Folders that people copied into worlds, kept by content under <home>/folders, so that a world is replayed without the folder itself.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { OrreryError } from '../../core/errors.ts'
import { FOLDER_LIMITS, type Folder, FolderCopy } from '../../core/tree/folder.ts'
import { isPlain } from '../data/regular-file.ts'

export interface Folders {
  /** The same files give the same id, and are kept once. @throws OrreryError invalid-input when they are too large */
  keep(copy: FolderCopy): Folder
  /** @throws OrreryError not-found when it is not kept here, or damaged */
  read(folder: Folder): FolderCopy
  has(id: string): boolean
  remove(id: string): void
}

// Base64 and JSON around the bytes at most.
const MOST_UNPACKED = 4 * FOLDER_LIMITS.all

export function createFolders({ home }: { home: string }): Folders {
  const root = join(home, 'folders')
  const pathOf = (id: string) => join(root, `${id}.json.gz`)
  const has = (id: string) => isPlain(pathOf(id), { most: MOST_UNPACKED })

  return {
    has,
    keep({ name, files, folders }) {
      const bytes = files.reduce(
        (sum, { content, encoding }) => sum + Buffer.byteLength(content, encoding ?? 'utf8'),
        0
      )
      if (bytes > FOLDER_LIMITS.all) {
        const [given, most] = [bytes, FOLDER_LIMITS.all].map((size) => (size / 2 ** 20).toFixed(1))
        throw new OrreryError(
          'invalid-input',
          `The folder "${name}" has ${given} MB; ${most} MB can be copied into a world. Choose a smaller folder.`
        )
      }
      const text = JSON.stringify({ files, folders })
      const id = hashOf(text)
      if (!has(id)) {
        mkdirSync(root, { recursive: true, mode: 0o700 })
        const part = `${pathOf(id)}.${process.pid}.part`
        writeFileSync(part, gzipSync(text), { mode: 0o600 })
        renameSync(part, pathOf(id))
      }
      return { id, name, files: files.length, bytes }
    },
    read({ id, name }) {
      if (!has(id)) throw missing(name, 'are not in this data folder')
      const text = unpacked(pathOf(id))
      if (text === null || hashOf(text) !== id) throw missing(name, 'are damaged in this data folder')
      const parsed: unknown = JSON.parse(text)
      return FolderCopy.parse({ name, ...Object(parsed) })
    },
    remove(id) {
      if (existsSync(pathOf(id))) rmSync(pathOf(id))
    }
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

function unpacked(path: string): string | null {
  try {
    return gunzipSync(readFileSync(path), { maxOutputLength: MOST_UNPACKED }).toString()
  } catch {
    return null
  }
}

function missing(name: string, what: string): OrreryError {
  return new OrreryError(
    'not-found',
    `The files of the copied folder "${name}" ${what}. Import the world again from an Orrery export, which holds them, or create a new world and copy the folder in.`
  )
}
