// A snapshot as it is shipped. Most of its pages hold pieces of files that lie on the disk, which is shipped as well: these are told by their
// places there. Form: where the pages begin, how many blocks follow, the place of each on the disk, and the bytes without what is there.
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { present } from '../../../core/text/present.ts'

const BLOCK = 4096
/** In the stead of a place: the block itself follows. */
const HERE = 0xffffffff
// A block is looked for by its first bytes, as a number that is rolled over the disk: x = sum of b[i] * FACTOR ** (WINDOW - 1 - i).
const WINDOW = 64
const FACTOR = 0x01000193
const LEADING = Array.from({ length: WINDOW - 1 }).reduce<number>((power) => Math.imul(power, FACTOR), 1)
// Blocks that begin alike, with zeros for the most part, are not worth a search.
const MOST_ALIKE = 40
/** Blocks that are written at once. */
const PIECE = 1024

/** The bytes of a snapshot (`pages.ts`) without the blocks that are on the disk. */
export function packSnapshot(snapshot: Buffer, disk: Buffer): Buffer {
  const start = 4 + snapshot.readUInt32LE(0)
  const count = Math.floor((snapshot.length - start) / BLOCK)
  const places = findBlocks(snapshot.subarray(start, start + count * BLOCK), disk)
  const head = Buffer.alloc(8 + count * 4)
  head.writeUInt32LE(start, 0)
  head.writeUInt32LE(count, 4)
  const left: Buffer[] = []
  for (const [index, place] of places.entries()) {
    head.writeUInt32LE(place, 8 + index * 4)
    if (place === HERE) left.push(snapshot.subarray(start + index * BLOCK, start + (index + 1) * BLOCK))
  }
  return Buffer.concat([head, snapshot.subarray(0, start), ...left, snapshot.subarray(start + count * BLOCK)])
}

function findBlocks(blocks: Buffer, disk: Buffer): Uint32Array {
  const places = new Uint32Array(blocks.length / BLOCK).fill(HERE)
  const byStart = new Map<number, number[]>()
  // Asked before the map is: most of the disk begins no block.
  const maybe = new Uint8Array(1 << 22)
  for (const index of places.keys()) {
    const start = rolled(blocks, index * BLOCK)
    const alike = byStart.get(start)
    if (alike) alike.push(index)
    else byStart.set(start, [index])
    maybe[start >>> 10] = 1
  }
  let start = disk.length >= BLOCK ? rolled(disk, 0) : 0
  for (let at = 0; at + BLOCK <= disk.length; at++) {
    const alike = maybe[start >>> 10] ? (byStart.get(start) ?? []) : []
    for (const index of alike.length > MOST_ALIKE ? [] : alike) {
      if (places[index] !== HERE) continue
      if (blocks.compare(disk, at, at + BLOCK, index * BLOCK, (index + 1) * BLOCK) === 0) places[index] = at
    }
    const next = Math.imul(start - Math.imul(disk[at] ?? 0, LEADING), FACTOR)
    start = (next + (disk[at + WINDOW] ?? 0)) | 0
  }
  return places
}

function rolled(bytes: Buffer, at: number): number {
  let sum = 0
  for (let index = at; index < at + WINDOW; index++) sum = (Math.imul(sum, FACTOR) + (bytes[index] ?? 0)) | 0
  return sum
}

/** Writes the snapshot that was packed as `packed`, for the disk in the file `disk`, to the file `to`. */
export function unpackSnapshot({ packed, disk, to }: { packed: Buffer; disk: string; to: string }): void {
  const start = packed.readUInt32LE(0)
  const count = packed.readUInt32LE(4)
  const placeOf = (index: number): number => packed.readUInt32LE(8 + index * 4)
  let at = 8 + count * 4
  const files = [openSync(disk, 'r'), openSync(to, 'w', 0o600)]
  const [onDisk, out] = [present(files[0]), present(files[1])]
  const piece = Buffer.alloc(PIECE * BLOCK)
  try {
    at += writeSync(out, packed, at, start)
    for (let first = 0; first < count; first += PIECE) {
      const last = Math.min(first + PIECE, count)
      for (let index = first; index < last; ) {
        // Blocks that follow each other on the disk, or here, are read at once.
        const place = placeOf(index)
        let many = 1
        while (index + many < last && placeOf(index + many) === (place === HERE ? HERE : place + many * BLOCK)) many++
        const to = (index - first) * BLOCK
        if (place === HERE) at += packed.copy(piece, to, at, at + many * BLOCK)
        else readSync(onDisk, piece, to, many * BLOCK, place)
        index += many
      }
      writeSync(out, piece, 0, (last - first) * BLOCK)
    }
    writeSync(out, packed, at)
  } finally {
    for (const file of files) closeSync(file)
  }
}
