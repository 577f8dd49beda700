// Walks through a GGUF header within bounds before the library reads it: the library believes every count and length, reads zeros
// beyond the end of a file, and copies all that it has read with every four megabytes more.
// The layout: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
import { type FileHandle, open } from 'node:fs/promises'

// Each several times what the largest models have: vocabularies of 260,000 tokens, with scores, types and merges, take 20 MB.
const MOST_BYTES = 64 * 2 ** 20
const MOST_KEYS = 10_000
const MOST_ELEMENTS = 4_000_000
const MOST_TENSORS = 200_000
// Keys are a few words; the library takes the square of the number of words.
const LONGEST_KEY = 1_000
// What ggml itself reads.
const MOST_DIMENSIONS = 4

// Bytes of a value by its type; texts (8) and arrays (9) have lengths of their own.
const SIZES: Record<number, number> = { 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 }
const BOOLEAN = 7
const TEXT = 8
const ARRAY = 9
const INTEGERS: Record<number, (bytes: Buffer) => number> = {
  0: (bytes) => bytes.readUInt8(),
  1: (bytes) => bytes.readInt8(),
  2: (bytes) => bytes.readUInt16LE(),
  3: (bytes) => bytes.readInt16LE(),
  4: (bytes) => bytes.readUInt32LE(),
  5: (bytes) => bytes.readInt32LE(),
  7: (bytes) => bytes.readUInt8(),
  10: (bytes) => Number(bytes.readBigUInt64LE()),
  11: (bytes) => Number(bytes.readBigInt64LE())
}

/** What a header says in few words: enough to tell what kind of file it is. */
export interface HeaderOutline {
  /** Numbers, switches and short texts. */
  values: Map<string, string | number | boolean>
  /** Words that its makers put on it (`general.tags`). */
  tags: string[]
  /** Names of the tensors. */
  tensors: string[]
}

/** @throws Error that says what is wrong with the file at `path`, of `size` bytes */
export async function checkHeader(path: string, size: number): Promise<HeaderOutline> {
  const file = await open(path)
  try {
    return await walk(createReader(file, size))
  } finally {
    await file.close()
  }
}

async function walk(reader: Reader): Promise<HeaderOutline> {
  if ((await reader.text(4)) !== 'GGUF') throw new Error('it does not start with "GGUF"')
  const version = await reader.u32()
  if (version !== 2 && version !== 3) throw new Error(`it has version ${version}; only 2 and 3 are supported`)
  const tensors = await reader.count(MOST_TENSORS)
  const keys = await reader.count(MOST_KEYS)
  const outline: HeaderOutline = { values: new Map(), tags: [], tensors: [] }
  let elements = 0
  for (let index = 0; index < keys; index++) {
    const key = await reader.text(await reader.count(LONGEST_KEY))
    const type = await reader.u32()
    if (type === ARRAY && key === 'general.tags') outline.tags = await tagsOf(reader)
    else if (type === ARRAY) elements += await skipArray(reader, MOST_ELEMENTS - elements)
    else {
      const value = await knownOf(reader, type)
      // Offsets are rounded up to it.
      if (key === 'general.alignment' && value === 0) throw damaged()
      if (value !== null) outline.values.set(key, value)
    }
  }
  for (let index = 0; index < tensors; index++) {
    outline.tensors.push(await reader.text(await reader.count(LONGEST_KEY)))
    const dimensions = await reader.u32()
    if (dimensions > MOST_DIMENSIONS) throw damaged()
    reader.skip(dimensions * 8 + 4 + 8)
  }
  return outline
}

// Names and kinds are short; templates and licenses are not kept.
const LONGEST_TEXT = 200

/** The value that follows; `null` for one that says nothing here: a long text, a fraction. */
async function knownOf(reader: Reader, type: number): Promise<string | number | boolean | null> {
  if (type === TEXT) {
    const bytes = await reader.count()
    if (bytes <= LONGEST_TEXT) return reader.text(bytes)
    reader.skip(bytes)
    return null
  }
  const size = sizeOf(type)
  const read = INTEGERS[type]
  if (!read) {
    reader.skip(size)
    return null
  }
  const value = read(Buffer.from(await reader.text(size), 'latin1'))
  return type === BOOLEAN ? value !== 0 : value
}

async function tagsOf(reader: Reader): Promise<string[]> {
  const type = await reader.u32()
  const length = await reader.count(MOST_KEYS)
  const tags: string[] = []
  for (let index = 0; index < length; index++) {
    const tag = await knownOf(reader, type)
    if (typeof tag === 'string') tags.push(tag.toLowerCase())
  }
  return tags
}

/** Elements of the array. Arrays of arrays are in no model, and llama.cpp does not read them. */
async function skipArray(reader: Reader, most: number): Promise<number> {
  const type = await reader.u32()
  const length = await reader.count(most)
  if (type !== TEXT) reader.skip(length * sizeOf(type))
  else await reader.skipTexts(length)
  return length
}

function sizeOf(type: number): number {
  const size = SIZES[type]
  if (size === undefined) throw damaged()
  return size
}

interface Reader {
  u32(): Promise<number>
  /** A number of 64 bits that counts something: at most `most`, or what is left of the file. */
  count(most?: number): Promise<number>
  text(bytes: number): Promise<string>
  /** Goes on after so many bytes. */
  skip(bytes: number): void
  skipTexts(count: number): Promise<void>
}

// Headers are read from front to back: this many bytes at once.
const WINDOW = 2 ** 20

function createReader(file: FileHandle, size: number): Reader {
  const end = Math.min(size, MOST_BYTES)
  let window: Buffer = Buffer.alloc(0)
  let start = 0
  let at = 0

  const beyond = () => (size > MOST_BYTES ? new Error('its header is too large') : damaged())

  /** Where in the window the next `bytes` are. */
  async function take(bytes: number): Promise<number> {
    const from = at
    at += bytes
    if (at > end) throw beyond()
    if (from < start || at > start + window.length) {
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(Math.max(WINDOW, bytes)),
        0,
        Math.max(WINDOW, bytes),
        from
      )
      window = buffer.subarray(0, bytesRead)
      start = from
      if (bytesRead < bytes) throw damaged()
    }
    return from - start
  }

  async function count(most = end): Promise<number> {
    const place = await take(8)
    const found = window.readBigUInt64LE(place)
    if (found > BigInt(most)) throw damaged()
    return Number(found)
  }

  function skip(bytes: number): void {
    at += bytes
    if (at > end) throw beyond()
  }

  return {
    async u32() {
      const place = await take(4)
      return window.readUInt32LE(place)
    },
    count,
    async text(bytes) {
      const place = await take(bytes)
      return window.toString('latin1', place, place + bytes)
    },
    skip,
    async skipTexts(texts) {
      for (let left = texts; left > 0; left--) {
        const place = at - start
        // There are hundreds of thousands, nearly all in the window: those are not waited for.
        const near = place >= 0 && place + 8 <= window.length && window.readUInt32LE(place + 4) === 0
        skip(near ? 8 + window.readUInt32LE(place) : await count())
      }
    }
  }
}

const damaged = () => new Error('its header is damaged')
