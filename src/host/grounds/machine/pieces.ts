// Pieces of states (pages, generated code, devices), kept once by their hash and compressed together in groups.
import { hash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Statement } from 'better-sqlite3'
import { present } from '../../../core/present.ts'

/** Pieces of a group. Small enough that little is read beside what is wanted; larger ones are hardly smaller on disk. */
export const GROUP = 8
const MOST_HELD = 8

type Statements = Record<'lastGroup' | 'addGroup' | 'piece' | 'addPiece', Statement>

/** Bytes that a state added on disk, and before they were compressed. */
export interface Added {
  bytes: number
  raw: number
}

/** Keeps bytes as pieces; `flush` writes the last group. */
export function createWriter(sql: Statements) {
  let id = Number(sql.lastGroup.get()) + 1
  let fresh: Uint8Array[] = []
  const added: Added = { bytes: 0, raw: 0 }
  const seen = new Map<string, number>()
  function flush(): void {
    if (fresh.length === 0) return
    const whole = Buffer.concat(fresh)
    const body = zstdCompressSync(whole)
    sql.addGroup.run(id, fresh.map(({ length }) => length).join(' '), body)
    added.bytes += body.length
    added.raw += whole.length
    fresh = []
    id++
  }
  return {
    add(bytes: Uint8Array, digest = hash('sha1', bytes, 'buffer')): number {
      const name = digest.toString('latin1')
      const known = seen.get(name) ?? sql.piece.get(digest)
      if (known !== undefined) return Number(known)
      const piece = id * GROUP + fresh.length
      sql.addPiece.run(digest, piece)
      seen.set(name, piece)
      // A copy: what was given may be the running machine's memory.
      fresh.push(Uint8Array.from(bytes))
      if (fresh.length === GROUP) flush()
      return piece
    },
    flush(): Added {
      flush()
      return added
    }
  }
}

/** Gives the bytes of pieces; the groups read last are held. */
export function createReader(find: (id: number) => unknown): (piece: number) => Uint8Array {
  const groups = new Map<number, { at: number[]; bytes: Buffer }>()
  return (piece) => {
    const id = Math.floor(piece / GROUP)
    let group = groups.get(id)
    if (!group) {
      // `as`: the columns of `groups`.
      const { lengths, body } = find(id) as { lengths: string; body: Buffer }
      const at = [0]
      for (const length of lengths.split(' ')) at.push(present(at.at(-1)) + Number(length))
      if (groups.size === MOST_HELD) groups.clear()
      group = { at, bytes: zstdDecompressSync(body, { chunkSize: Math.max(present(at.at(-1)), 64) }) }
      groups.set(id, group)
    }
    return group.bytes.subarray(group.at[piece % GROUP], group.at[(piece % GROUP) + 1])
  }
}
