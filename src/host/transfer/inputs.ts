// Files to import: from the disk, folders and zips opened, and those that came with the call.
import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { zstdDecompressSync } from 'node:zlib'
import { Unzip, type UnzipDecoder, UnzipInflate } from 'fflate'
import type { ImportFile } from '../../core/api.ts'
import { OrreryError } from '../../core/errors.ts'
import { HEAD, type Input } from '../../core/importing.ts'

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
    return isZip(bytes) ? unzipped(file.name, bytes) : [inMemory(file.name, bytes)]
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
      return unzipped(name, Buffer.concat(whole))
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

function unzipped(name: string, bytes: Uint8Array): Input[] {
  const refuse = (why: string, cause?: unknown) =>
    new OrreryError('invalid-input', `The zip "${name}" ${why}. Unpack it and import the folder.`, { cause })
  const found: Input[] = []
  let size = 0
  const unzip = new Unzip((file) => {
    if (file.name.endsWith('/')) return
    const pieces: Uint8Array[] = []
    file.ondata = (error, data, final) => {
      if (error) throw error
      size += data.length
      if (size > UNZIPPED) throw refuse('holds more than 1 GB')
      pieces.push(data)
      if (final) found.push(inMemory(`${name}/${file.name}`, Buffer.concat(pieces)))
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  unzip.register(Zstd)
  try {
    // In pieces, so that one that unpacks to far more is found out early.
    for (let at = 0; at < bytes.length; at += PIECE)
      unzip.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length)
    if (!found.length) throw refuse('cannot be unpacked, or is empty')
    return found
  } catch (cause) {
    if (cause instanceof OrreryError) throw cause
    throw refuse('cannot be unpacked', cause)
  }
}

const PIECE = 1 << 20

/** Python's zips may be packed so, as those of Inspect are. */
class Zstd implements UnzipDecoder {
  static compression = 93
  ondata: UnzipDecoder['ondata'] = () => {}
  private pieces: Uint8Array[] = []

  push(data: Uint8Array, final: boolean): void {
    this.pieces.push(data)
    if (final) this.ondata(null, zstdDecompressSync(Buffer.concat(this.pieces), { maxOutputLength: UNZIPPED }), true)
  }
}

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
