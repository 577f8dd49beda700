// Writing an export to disk: beside its place first, renamed once it is whole; what fails or is cancelled leaves nothing.
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { OrreryError } from '../../core/errors.ts'
import type { FilePart } from './parts.ts'

/** Writes one file; one that is there is replaced. */
export async function placeFile(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  await guarded(path, async () => {
    if ((await stat(path).catch(() => null))?.isDirectory()) {
      throw new OrreryError('invalid-input', `"${path}" is a folder. Name a file.`)
    }
    const beside = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.part`)
    try {
      const file = await open(beside, 'wx')
      try {
        for await (const chunk of bytes) await file.writeFile(chunk)
      } finally {
        await file.close()
      }
      await rename(beside, path)
    } catch (error) {
      await rm(beside, { force: true })
      throw error
    }
  })
}

/** Writes files into a folder, which is made when missing; in one that is there, files of the same names are replaced. */
export async function placeFolder(path: string, parts: AsyncIterable<FilePart>): Promise<void> {
  await guarded(path, async () => {
    const found = await stat(path).catch(() => null)
    if (found && !found.isDirectory()) {
      throw new OrreryError(
        'invalid-input',
        `"${path}" is a file, but this export writes several. Name a folder or a .zip.`
      )
    }
    const beside = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.part`)
    await mkdir(beside)
    try {
      await writeAll(beside, parts)
      if (found) await moveInto(beside, path)
      else await rename(beside, path)
    } catch (error) {
      await rm(beside, { recursive: true, force: true })
      throw error
    }
  })
}

async function writeAll(folder: string, parts: AsyncIterable<FilePart>): Promise<void> {
  let file: FileHandle | null = null
  try {
    for await (const part of parts) {
      if (part instanceof Uint8Array) await file?.writeFile(part)
      else {
        await file?.close()
        const path = join(folder, part.file)
        await mkdir(dirname(path), { recursive: true })
        file = await open(path, 'wx')
      }
    }
  } finally {
    await file?.close()
  }
}

async function moveInto(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      await mkdir(target, { recursive: true })
      await moveInto(source, target)
    } else await rename(source, target)
  }
  await rmdir(from)
}

/** What the disk refuses, in words. */
async function guarded(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    if (cause instanceof OrreryError) throw cause
    const code = cause instanceof Error && 'code' in cause ? cause.code : ''
    if (code === 'ENOENT') {
      const what = `"${path}" cannot be written: its folder does not exist. Create it, or choose another.`
      throw new OrreryError('not-found', what, { cause })
    }
    if (code === 'ENOSPC') {
      throw new OrreryError(
        'disk-full',
        `The disk is full: "${path}" could not be written. Free some space, then export again.`,
        { cause }
      )
    }
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'EISDIR' || code === 'ENOTDIR') {
      throw new OrreryError('invalid-input', `"${path}" cannot be written: ${String(cause)}`, { cause })
    }
    throw cause
  }
}
