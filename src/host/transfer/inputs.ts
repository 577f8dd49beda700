// Files to import: from the disk, folders and zips opened, and those that came with the call.
import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { ImportFile } from '../../core/api.ts'
import { OrreryError } from '../../core/errors.ts'
import { HEAD, type Input } from '../../core/importing.ts'
import { unzipped, ZipError } from './unzip.ts'

// What a zip may unpack to: it is held in memory, and one of a few kB can claim to hold terabytes.
const UNZIPPED = 1_000_000_000
// A folder chosen by mistake, a home say, is refused instead of read.
const MOST_FILES = 10_000

/** @throws OrreryError not-found, invalid-input */
export async function inputsAt(paths: string[]): Promise<Input[]> {
  const found: Input[] = []
  for (const path of paths) await collect(path, basename(path), found)
  return found
}

/** Files that came with the call. */
export async function inputsOf(files: ImportFile[]): Promise<Input[]> {
  const all = files.map((file) => {
    const bytes = 'text' in file ? Buffer.from(file.text) : Buffer.from(file.base64, 'base64')
    return isZip(bytes) ? fromZip(file.name, bytes) : [inMemory(file.name, bytes)]
  })
  return all.flat()
}

async function collect(path: string, name: string, found: Input[]): Promise<void> {
  const facts = await stat(path).catch((cause: unknown) => {
    throw new OrreryError('not-found', `There is no file "${path}".`, { cause })
  })
  if (found.length >= MOST_FILES) {
    throw new OrreryError('invalid-input', `More than ${MOST_FILES} files were chosen. Import fewer at once.`)
  }
  if (facts.isDirectory()) {
    for (const entry of (await readdir(path)).sort()) {
      // Hidden files are a system's or an editor's own.
      if (!entry.startsWith('.')) await collect(join(path, entry), `${name}/${entry}`, found)
    }
  } else if (facts.isFile()) found.push(...(await onDisk(path, name, facts.size)))
}

async function onDisk(path: string, name: string, size: number): Promise<Input[]> {
  try {
    const file = await open(path)
    const start = Buffer.alloc(Math.min(size, HEAD * 4))
    await file.read(start, 0, start.length, 0).finally(() => file.close())
    if (isZip(start)) {
      const whole: Buffer[] = []
      for await (const chunk of createReadStream(path)) whole.push(chunk)
      return fromZip(name, Buffer.concat(whole))
    }
    const bytes = () => createReadStream(path)
    return [{ name, size, head: decoded(start), bytes, text: () => textOf(bytes()) }]
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
    head: decoded(content.subarray(0, HEAD * 4)),
    bytes,
    text: () => textOf(bytes())
  }
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
}

function fromZip(name: string, bytes: Uint8Array): Input[] {
  try {
    return unzipped(bytes, UNZIPPED).map((file) => inMemory(`${name}/${file.name}`, file.content))
  } catch (cause) {
    const why = cause instanceof ZipError ? cause.message : 'cannot be unpacked'
    throw new OrreryError('invalid-input', `The zip "${name}" ${why}. Unpack it and import the folder.`, { cause })
  }
}

const PIECE = 1 << 20

/** The beginning of a text. Cut bytes at its end decode to nothing. */
function decoded(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true }).slice(0, HEAD)
}

async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  const rest = decoder.decode()
  if (rest) yield rest
}
