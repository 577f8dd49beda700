// Pieces of states, read from groups that are kept.
import { zstdDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { PAGE } from '../../../../src/host/grounds/emulator/pages.ts'
import { createReader, createWriter, GROUP } from '../../../../src/host/grounds/emulator/pieces.ts'

interface Row {
  lengths: string
  likes: string
  body: Buffer
}

/** A writer and the groups that it wrote, by their number. */
function written() {
  const groups = new Map<number, Row>()
  const sql = {
    lastGroup: { get: () => 0 },
    piece: { get: () => undefined },
    addPiece: { run: () => {} },
    addGroup: {
      run: (id: number, lengths: string, likes: string, body: Buffer) => groups.set(id, { lengths, likes, body })
    }
  }
  // `as`: what of SQLite's statements a writer calls.
  return { groups, writer: createWriter(sql as unknown as Parameters<typeof createWriter>[0]) }
}

const base = Uint8Array.from({ length: PAGE }, (_, at) => (at * 31) % 251)
const like = { at: -PAGE, bytes: base }

/** The page of the base with its words at these places changed. */
function changed(places: number[], by: number): Uint8Array {
  const page = Uint8Array.from(base)
  for (const place of places) page[place * 4 + (by % 4)] = (page[place * 4 + (by % 4)] ?? 0) ^ (1 + (by % 255))
  return page
}

it('a page that is kept as a difference comes back to the byte, at its first and its last word too', () => {
  const { groups, writer } = written()
  const pages = [[], [0], [1023], [0, 1023], [7, 8, 512]].map((places, nth) => changed(places, nth + 1))
  const pieces = pages.map((page) => writer.add(page, { likes: [like] }))
  writer.flush()
  const { read, likeOf } = createReader(
    (id) => groups.get(id),
    () => base
  )
  expect(pieces.map((piece) => likeOf(piece))).toEqual(pages.map(() => -PAGE))
  expect(pieces.map((piece) => Buffer.from(read(piece)))).toEqual(pages.map((page) => Buffer.from(page)))
})

it('what differs is found in a group for little more than it takes to unpack it', () => {
  const { groups, writer } = written()
  const pieces = Array.from({ length: 24 * 40 }, (_, nth) =>
    writer.add(changed([nth % 1000, 1000 + (nth % 20)], nth), { likes: [like] })
  )
  writer.flush()
  const spent = (work: () => void): number => {
    const from = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(from)
    return user + system
  }
  const least = (work: () => void): number => Math.min(...Array.from({ length: 7 }, () => spent(work)))
  const unpacked = least(() => {
    for (const { body } of groups.values()) zstdDecompressSync(body)
  })
  const opened = least(() => {
    const { read } = createReader(
      (id) => groups.get(id),
      () => base
    )
    for (const piece of pieces) if (piece % GROUP === 0) read(piece)
  })
  // Seen: 1.6 times; with an iterator over all words 34 times.
  expect(opened / unpacked).toBeLessThan(8)
})
