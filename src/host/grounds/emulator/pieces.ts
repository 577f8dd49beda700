// Pieces of states (pages, generated code, devices), kept once by their hash and compressed together in groups. A page that differs little from
// another is kept as its difference from that, in groups of their own: most of a step's pages are such.
import { hash } from 'node:crypto'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Statement } from 'better-sqlite3'
import { present } from '../../../core/text/present.ts'
import { createRecent } from '../../../core/text/recent.ts'
import { PAGE } from './pages.ts'

/** Numbers of pieces that each group has. */
export const GROUP = 64
/** Pieces of a group that are kept whole. Few enough that little is read beside what is wanted; more are hardly smaller on disk. */
const WHOLE = 8
/** Differences, which are quickly read. */
const DIFFERENT = 24
/** Bytes of pieces in memory: what four terminals with seeds of their own have beyond the base and each other, and what their next steps change. */
const MOST_HELD = 40e6
/** Bytes of groups in memory: those around what is read for the first time. */
const MOST_AROUND = 4e6
/** Words (32 bits) of a page's 1,024 that may differ from another's. With more of them the difference compresses worse than the page. */
const MOST_DIFFERENT = 192
// The quickest: 5 % more on disk than the third for half of the time, most of which is the memory that it takes.
const PARAMS = { [constants.ZSTD_c_compressionLevel]: 1 }

type Statements = Record<'lastGroup' | 'addGroup' | 'piece' | 'addPiece', Statement>

/** Bytes that a state added on disk, and before they were compressed. */
export interface Added {
  bytes: number
  raw: number
}

/** A page that other pages may be told against. `at`: a piece that is kept whole; below zero: a place in the base's file. */
export interface Like {
  at: number
  bytes: Uint8Array
}

/** Keeps bytes as pieces; `flush` writes the last groups. */
export function createWriter(sql: Statements) {
  let next = Number(sql.lastGroup.get()) + 1
  const added: Added = { bytes: 0, raw: 0 }
  const seen = new Map<string, number>()
  const written = new Map<number, Piece>()
  const [whole, different] = [createGroup(WHOLE), createGroup(DIFFERENT)]

  function createGroup(most: number) {
    let id = 0
    let fresh: { bytes: Uint8Array; like: number }[] = []
    function flush(): void {
      if (fresh.length === 0) return
      const raw = Buffer.concat(fresh.map(({ bytes }) => bytes))
      const body = zstdCompressSync(raw, { params: PARAMS })
      sql.addGroup.run(id, listed(fresh.map(({ bytes }) => bytes.length)), listed(fresh.map(({ like }) => like)), body)
      added.bytes += body.length
      added.raw += raw.length
      fresh = []
    }
    return {
      flush,
      add(bytes: Uint8Array, like: number): number {
        if (fresh.length === 0) id = next++
        const piece = id * GROUP + fresh.length
        fresh.push({ bytes, like })
        if (fresh.length === most) flush()
        return piece
      }
    }
  }

  return {
    /** The new pieces, by number. */
    written,
    /** `likes`: what the bytes may be told against, the best first; asked for only when they are not kept yet. */
    add(bytes: Uint8Array, { digest = hash('sha1', bytes, 'buffer'), likes = [] as Iterable<Like> } = {}): number {
      const name = digest.toString('latin1')
      const known = seen.get(name) ?? sql.piece.get(digest)
      if (known !== undefined) return Number(known)
      const like = firstLike(bytes, likes)
      // A copy: what was given may be the running machine's memory.
      const own = new Uint8Array(bytes)
      const told = like ? xor(own, like.bytes) : own
      const piece = like ? different.add(told, like.at) : whole.add(told, 0)
      written.set(piece, { like: like?.at ?? 0, ...(like ? differingIn(wordsOf(told)) : { bytes: own }) })
      sql.addPiece.run(digest, piece)
      seen.set(name, piece)
      return piece
    },
    flush(): Added {
      whole.flush()
      different.flush()
      return added
    }
  }
}

function firstLike(bytes: Uint8Array, likes: Iterable<Like>): Like | null {
  for (const like of likes) if (isLike(bytes, like.bytes)) return like
  return null
}

function isLike(one: Uint8Array, other: Uint8Array): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)]
  let different = 0
  for (let at = 0; at < words.length; at++) if (words[at] !== others[at] && ++different > MOST_DIFFERENT) return false
  return true
}

/** Of two that are as long. */
function xor(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length)
  const [words, others, all] = [wordsOf(one), wordsOf(other), wordsOf(both)]
  for (let at = 0; at < all.length; at++) all[at] = (words[at] ?? 0) ^ (others[at] ?? 0)
  return both
}

/** A view, or a copy where one of 32 bits cannot begin. */
function wordsOf(page: Uint8Array): Int32Array {
  const { buffer, byteOffset, length } = page.byteOffset % 4 === 0 ? page : new Uint8Array(page)
  return new Int32Array(buffer, byteOffset, length / 4)
}

const listed = (numbers: number[]): string => numbers.join(' ')
/** The numbers of a column of `groups`. */
export const unlisted = (text: string): number[] => text.split(' ').map(Number)

export interface PieceReader {
  /** The bytes of a piece: of one that is told against another, valid until the next is read. */
  read(piece: number): Uint8Array
  /** Has a piece in memory, whose bytes do not change any more. */
  hold(piece: number, one: Piece): void
  /** What a piece is told against (`Like`); 0: it is kept whole; `null`: it is no longer kept. */
  likeOf(piece: number): number | null
}

interface Group {
  likes: number[]
  /** As it is kept: who asks what a piece is like needs nothing else. */
  packed: { lengths: string; body: Buffer } | null
  opened: Piece[] | null
  /** Bytes in memory. */
  size: number
}

/** A piece in memory: a whole one as it is, one that differs as the words that do. `like`: what it is told against (`Like`); 0: it is whole. */
type Piece = { like: number } & ({ bytes: Uint8Array } | Differing)
interface Differing {
  places: Uint16Array
  words: Int32Array
}

/** What an object takes beside its bytes. */
const BESIDE = 300
const sizeOf = (one: Piece): number => BESIDE + ('bytes' in one ? one.bytes.length : one.places.length * 6)

function opened({ likes, packed }: Group): Piece[] {
  const lengths = unlisted(present(packed).lengths)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const bytes = zstdDecompressSync(present(packed).body, { chunkSize: Math.max(total, 64) })
  let at = 0
  return lengths.map((length, nth) => {
    const own = bytes.subarray(at, at + length)
    at += length
    const like = likes[nth] ?? 0
    // A copy: the rest of its group need not stay for it.
    return { like, ...(like ? differingIn(wordsOf(own)) : { bytes: new Uint8Array(own) }) }
  })
}

/** The words that are not zero, with their places. In plain loops: a step that puts back a seeded world's pages reads half a million words. */
function differingIn(all: Int32Array): Differing {
  let count = 0
  for (let at = 0; at < all.length; at++) if (all[at] !== 0) count++
  const [places, words] = [new Uint16Array(count), new Int32Array(count)]
  for (let at = 0, nth = 0; nth < count; at++) {
    const word = all[at] ?? 0
    if (word === 0) continue
    places[nth] = at
    words[nth++] = word
  }
  return { places, words }
}

/**
 * Holds pieces that were read or written, up to `MOST_HELD` bytes: worlds that take turns in a machine put the same ones back again and again. A
 * group never changes under its number. `find`: a row of `groups`; `ofBase`: the page at a place in the base's file.
 */
export function createReader(find: (id: number) => unknown, ofBase: (place: number) => Uint8Array): PieceReader {
  const pieces = createRecent<Piece, number>(MOST_HELD, sizeOf)
  const groups = createRecent<Group, number>(MOST_AROUND, ({ size }) => size)

  function groupOf(piece: number): Group | null {
    const id = Math.floor(piece / GROUP)
    const known = groups.get(id)
    if (known) return known
    // `as`: the columns of `groups`.
    const row = find(id) as { lengths: string; likes: string; body: Buffer } | undefined
    if (!row) return null
    const { lengths, likes, body } = row
    const group: Group = { likes: unlisted(likes), packed: { lengths, body }, opened: null, size: body.length }
    groups.set(id, group)
    return group
  }

  function piecesOf(id: number, group: Group): Piece[] {
    if (group.opened) return group.opened
    const all = opened(group)
    const size = all.reduce((sum, one) => sum + sizeOf(one), 0)
    groups.set(id, { likes: group.likes, opened: all, packed: null, size })
    return all
  }

  function pieceOf(piece: number): Piece {
    const known = pieces.get(piece)
    if (known) return known
    const one = present(piecesOf(Math.floor(piece / GROUP), present(groupOf(piece)))[piece % GROUP])
    return pieces.set(piece, one)
  }

  const page = new Uint8Array(PAGE)
  const words = new Int32Array(page.buffer)
  function read(piece: number): Uint8Array {
    const own = pieceOf(piece)
    if ('bytes' in own) return own.bytes
    page.set(own.like < 0 ? ofBase(-own.like) : read(own.like))
    const { places, words: others } = own
    for (let at = 0; at < places.length; at++) {
      const place = places[at] ?? 0
      words[place] = (words[place] ?? 0) ^ (others[at] ?? 0)
    }
    return page
  }

  const likeOf = (piece: number): number | null =>
    pieces.get(piece)?.like ?? groupOf(piece)?.likes[piece % GROUP] ?? null
  return { read, hold: pieces.set, likeOf }
}
