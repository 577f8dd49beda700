// Files to import: from the disk, folders and zips opened, and those that came with the call.

import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { ImportFile } from '../../core/contract/files.ts'
import { OrreryError } from '../../core/errors.ts'
import { HEAD, type Input } from '../../core/formats/importing.ts'
import { createDecoding, decodeStart } from '../../core/text/decode.ts'
import { noFile } from '../data/plain-file.ts'
import { unzipped, ZipError } from './unzip.ts'

// What a zip may unpack to: it is held in memory, and one of a few kB can claim to hold terabytes.
const UNZIPPED = 1_000_000_000
// A folder chosen by mistake, a home say, is refused instead of read.
const MOST_FILES = 10_000

export interface Opening {
  signal: AbortSignal
  /** Told which zip is being unpacked, and how much of it was read, from 0 to 1. */
  onUnpack?(name: string, share: number): void
}

/** @throws OrreryError not-found, invalid-input, cancelled */
export async function inputsAt(paths: string[], opening: Opening): Promise<Input[]> {
  const found: Input[] = []
  for (const path of paths) await collect(path, basename(path), found, opening)
  return found
}

/** Files that came with the call. */
export async function inputsOf(files: ImportFile[], opening: Opening): Promise<Input[]> {
  const all: Input[] = []
  for (const file of files) {
    const bytes = 'text' in file ? Buffer.from(file.text) : Buffer.from(file.base64, 'base64')
    const found = isZip(bytes) ? await fromZip(file.name, bytes, opening) : [inMemory(file.name, bytes)]
    for (const one of found) all.push(one)
  }
  return all
}

async function collect(path: string, name: string, found: Input[], opening: Opening): Promise<void> {
  if (opening.signal.aborted) throw new OrreryError('cancelled', 'The import was cancelled.')
  const facts = await stat(path).catch((cause: unknown) => {
    throw noFile(path, cause)
  })
  if (found.length >= MOST_FILES) {
    throw new OrreryError('invalid-input', `More than ${MOST_FILES} files were chosen. Import fewer at once.`)
  }
  if (facts.isDirectory()) {
    for (const entry of (await readdir(path)).sort()) {
      // Hidden files are a system's or an editor's own.
      if (!entry.startsWith('.')) await collect(join(path, entry), `${name}/${entry}`, found, opening)
    }
  } else if (facts.isFile()) for (const one of await onDisk(path, name, facts.size, opening)) found.push(one)
}

async function onDisk(path: string, name: string, size: number, opening: Opening): Promise<Input[]> {
  try {
    const file = await open(path)
    const start = Buffer.alloc(Math.min(size, HEAD * 4))
    await file.read(start, 0, start.length, 0).finally(() => file.close())
    if (isZip(start)) {
      const whole: Buffer[] = []
      for await (const chunk of createReadStream(path)) whole.push(chunk)
      return await fromZip(name, Buffer.concat(whole), opening)
    }
    const bytes = () => createReadStream(path)
    return [{ name, size, ...begun(name, start), bytes, text: () => textOf(name, bytes()) }]
  } catch (cause) {
    if (cause instanceof OrreryError) throw cause
    throw new OrreryError('invalid-input', `"${path}" cannot be read: ${String(cause)}`, { cause })
  }
}

function inMemory(name: string, content: Uint8Array): Input {
  async function* bytes() {
    for (let at = 0; at < content.length; at += PIECE) {
      yield content.subarray(at, at + PIECE)
      // The host answers others in between.
      await setImmediate()
    }
  }
  return {
    name,
    size: content.length,
    ...begun(name, content.subarray(0, HEAD * 4)),
    bytes,
    text: () => textOf(name, bytes())
  }
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
}

async function fromZip(name: string, bytes: Uint8Array, { signal, onUnpack }: Opening): Promise<Input[]> {
  const onProgress = (share: number) => onUnpack?.(name, share)
  onProgress(0)
  try {
    const files = await unzipped(bytes, { most: UNZIPPED, signal, onProgress })
    return files.map((file) => inMemory(`${name}/${file.name}`, file.content))
  } catch (cause) {
    if (cause instanceof OrreryError) throw cause
    const why = cause instanceof ZipError ? cause.message : 'cannot be unpacked'
    throw new OrreryError('invalid-input', `The zip "${name}" ${why}. Unpack it and import the folder.`, { cause })
  }
}

const PIECE = 1 << 20

/** The beginning of a file as text, without a character cut at its end. An unknown encoding is an error of this file, not of the import. */
function begun(name: string, bytes: Uint8Array): Pick<Input, 'head' | 'unreadable'> {
  try {
    return { head: decodeStart(bytes, `"${name}"`).slice(0, HEAD) }
  } catch (error) {
    if (!(error instanceof OrreryError)) throw error
    return { head: '', unreadable: error }
  }
}

async function* textOf(name: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoding = createDecoding(`"${name}"`)
  for await (const chunk of bytes) yield decoding.decode(chunk)
  const rest = decoding.end()
  if (rest) yield rest
}
