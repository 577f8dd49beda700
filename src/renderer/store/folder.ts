// A folder that a person picks for a new world: read in the window, file by file, so that the host is never given a path.
import { type CopiedFile, type FolderCopy, historyLast, type LeftOut, meter, skipped } from '../../core/tree/folder.ts'
import { fileOf } from './files.ts'

export interface PickedFolder {
  copy: FolderCopy
  bytes: number
  leftOut: LeftOut[]
}

interface ReadOptions {
  signal: AbortSignal
  onProgress(done: number, of: number): void
}

/** Reads the files that a folder picker gave. `null`: it was cancelled, or there was nothing in the folder. */
export async function readPicked(files: readonly File[], options: ReadOptions): Promise<PickedFolder | null> {
  const { signal, onProgress } = options
  const name = files[0]?.webkitRelativePath.split('/')[0]
  if (!name) return null
  const all = files
    .map((file) => ({ file, path: file.webkitRelativePath.slice(name.length + 1) }))
    .sort((one, other) => historyLast(one.path, other.path))
  const objection = meter()
  const leftOut = new Map<string, string>()
  const copied: CopiedFile[] = []
  let bytes = 0
  for (const [index, { file, path }] of all.entries()) {
    if (signal.aborted) return null
    onProgress(index, all.length)
    const parts = path.split('/')
    const at = parts.slice(0, -1).findIndex((part) => skipped(part) !== null)
    if (at >= 0) {
      leftOut.set(parts.slice(0, at + 1).join('/'), skipped(parts[at] ?? '') ?? '')
      continue
    }
    const why = objection(path, file.size)
    const read = why === null ? await fileOf(file, path).catch(() => null) : null
    if (why !== null || read === null) {
      leftOut.set(path, why ?? 'it may not be read')
      continue
    }
    bytes += file.size
    copied.push(fileFrom(read, path))
  }
  const copy = { name, files: copied, folders: [] }
  return { copy, bytes, leftOut: [...leftOut].map(([path, why]) => ({ path, why })) }
}

/** A browser does not tell which files can be executed: those that name their interpreter are taken to be. */
function fileFrom(read: Awaited<ReturnType<typeof fileOf>>, path: string): CopiedFile {
  if ('base64' in read) return { path, content: read.base64, encoding: 'base64' }
  return { path, content: read.text, ...(read.text.startsWith('#!') && { runs: true as const }) }
}
