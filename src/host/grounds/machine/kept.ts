// The states of machines, kept by key in a file of their own. It is a cache: each state can be made again by replay, and the file be deleted.
//
// What a state has beyond the base is cut into pieces (pages, generated code, devices), kept once by their hash. A step's new pieces are
// compressed together in groups, so that a state comes back by reading a few groups, not thousands of pieces.
import { hash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { present } from '../../../core/present.ts'
import type { Console } from './console.ts'
import type { Code } from './generated-code.ts'
import type { Head } from './head.ts'
import type { Places, State } from './pages.ts'

/** A machine with its console. */
export interface Whole {
  state: State
  console: Console
}

/** Bytes that a state added on disk, and before they were compressed. */
export interface Added {
  bytes: number
  raw: number
}

export interface Kept {
  has(key: string): boolean
  /** `before`: the state that this one came from, where it is kept. */
  put(key: string, whole: Whole, before?: Places): Added
  /** `known`: code that is at hand. That of the base must be: it is not kept again. */
  get(key: string, known: ReadonlyMap<string, Code>): Whole | null
  /** The pages of a state and where each is kept, while it is kept. */
  places(key: string): Places | null
  /** Gives a state another key; a state that had it is forgotten. @returns whether `from` was kept */
  rename(from: string, to: string): boolean
  /** Bytes on disk, and states in it. */
  size(): { bytes: number; states: number }
  close(): void
}

// Small enough that little is read beside the pages that are wanted; larger ones are hardly smaller on disk.
const GROUP = 8
const MOST_HELD = 8
const SCHEMA = `
CREATE TABLE IF NOT EXISTS states (key TEXT PRIMARY KEY, used INTEGER NOT NULL, body BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS groups (id INTEGER PRIMARY KEY, lengths TEXT NOT NULL, body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS pieces (hash BLOB PRIMARY KEY, id INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS uses (state TEXT NOT NULL, part INTEGER NOT NULL, PRIMARY KEY (state, part)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS users ON uses (part);
CREATE INDEX IF NOT EXISTS places ON pieces (id);
`

const statements = (db: Database.Database) => ({
  has: db.prepare('SELECT 1 FROM states WHERE key = ?').pluck(),
  get: db.prepare('SELECT body FROM states WHERE key = ?').pluck(),
  put: db.prepare('INSERT OR REPLACE INTO states (key, used, body) VALUES (?, ?, ?)'),
  use: db.prepare('UPDATE states SET used = ? WHERE key = ?'),
  piece: db.prepare('SELECT id FROM pieces WHERE hash = ?').pluck(),
  addPiece: db.prepare('INSERT INTO pieces (hash, id) VALUES (?, ?)'),
  addGroup: db.prepare('INSERT INTO groups (id, lengths, body) VALUES (?, ?, ?)'),
  group: db.prepare('SELECT lengths, body FROM groups WHERE id = ?'),
  lastGroup: db.prepare('SELECT coalesce(max(id), 0) FROM groups').pluck(),
  addUse: db.prepare('INSERT OR IGNORE INTO uses (state, part) VALUES (?, ?)'),
  unuse: db.prepare('DELETE FROM uses WHERE state = ?'),
  oldest: db.prepare('SELECT key FROM states ORDER BY used LIMIT ?').pluck(),
  forget: db.prepare('DELETE FROM states WHERE key = ?'),
  stale: db.prepare('SELECT id FROM groups WHERE NOT EXISTS (SELECT 1 FROM uses WHERE part = groups.id)').pluck(),
  dropPieces: db.prepare('DELETE FROM pieces WHERE id >= ? AND id < ?'),
  dropGroup: db.prepare('DELETE FROM groups WHERE id = ?'),
  rename: db.prepare('UPDATE states SET key = ? WHERE key = ?'),
  renameUses: db.prepare('UPDATE uses SET state = ? WHERE state = ?'),
  states: db.prepare('SELECT count(*) FROM states').pluck(),
  lastUse: db.prepare('SELECT coalesce(max(used), 0) FROM states').pluck()
})

/** What is kept of a state: numbers of pieces (group times `GROUP`, plus place) in the stead of bytes. */
interface Body {
  head: Omit<Head, 'code' | 'devices'>
  devices: [name: string, piece: number][]
  code: [slot: number, key: string, piece: number | null][]
  pages: number[]
  pieces: number[]
  console: Console
}

/** `path`: the file. `most`: bytes that it may come to hold; the states used longest ago go first. */
export function openKept(path: string, { most }: { most: number }): Kept {
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.pragma('auto_vacuum = INCREMENTAL')
  db.exec(SCHEMA)
  const sql = statements(db)
  let uses = Number(sql.lastUse.get())
  const bytesUsed = (): number =>
    (Number(db.pragma('page_count', { simple: true })) - Number(db.pragma('freelist_count', { simple: true }))) *
    Number(db.pragma('page_size', { simple: true }))

  function evict(keep: string): void {
    for (let used = bytesUsed(); used > most; ) {
      const keys = sql.oldest.all(Math.ceil(Number(sql.states.get()) / 4)).map(String)
      for (const key of keys.filter((key) => key !== keep)) {
        sql.forget.run(key)
        sql.unuse.run(key)
      }
      for (const id of sql.stale.all().map(Number)) {
        sql.dropPieces.run(id * GROUP, (id + 1) * GROUP)
        sql.dropGroup.run(id)
      }
      const left = bytesUsed()
      if (left >= used) break
      used = left
    }
  }

  const put = db.transaction(
    (key: string, { state: { head, pages, bytes }, console }: Whole, before?: Places): Added => {
      const { devices, code, ...rest } = head
      const writer = createWriter(sql)
      // What a step changes again is soon of no other state: in groups of its own, it is not read with what stays.
      const often = new Set(before?.pages)
      const places: number[] = []
      const addPages = (again: boolean): void => {
        for (const [index, page] of pages.entries())
          if (often.has(page) === again) places[index] = writer.add(bytes(index))
      }
      addPages(false)
      const kept = code.map(({ slot, key, inBase, bytes }): Body['code'][number] => [
        slot,
        key,
        inBase ? null : writer.add(bytes(), Buffer.from(key, 'hex'))
      ])
      writer.flush()
      addPages(true)
      const body: Body = {
        head: rest,
        devices: Object.entries(devices).map(([name, device]) => [
          name,
          writer.add(Buffer.from(JSON.stringify(device)))
        ]),
        code: kept,
        pages: differences(pages),
        pieces: differences(places),
        console
      }
      const pieces = [
        ...body.devices.map(([, piece]) => piece),
        ...kept.flatMap(([, , piece]) => piece ?? []),
        ...places
      ]
      const parts = new Set(pieces.map((piece) => Math.floor(piece / GROUP)))
      const text = Buffer.from(JSON.stringify(body))
      const packed = zstdCompressSync(text)
      const { bytes: added, raw } = writer.flush()
      sql.unuse.run(key)
      sql.put.run(key, ++uses, packed)
      for (const part of parts) sql.addUse.run(key, part)
      evict(key)
      return { bytes: added + packed.length, raw: raw + text.length }
    }
  )

  const rename = db.transaction((from: string, to: string): boolean => {
    if (sql.has.get(from) === undefined) return false
    if (from === to) return true
    sql.forget.run(to)
    sql.unuse.run(to)
    sql.rename.run(to, from)
    sql.renameUses.run(to, from)
    return true
  })

  function bodyOf(key: string): Body | null {
    const packed = sql.get.get(key)
    // `as`: written above.
    return packed === undefined ? null : (JSON.parse(zstdDecompressSync(packed as Buffer).toString()) as Body)
  }

  return {
    has: (key) => sql.has.get(key) !== undefined,
    // At once, so that no other process writes between what is read and what is written.
    put: put.immediate,
    rename: rename.immediate,
    places(key) {
      const body = bodyOf(key)
      return body && { pages: sums(body.pages), places: sums(body.pieces) }
    },
    get(key, known) {
      const body = bodyOf(key)
      if (!body) return null
      sql.use.run(++uses, key)
      const read = createReader((id) => present(sql.group.get(id)))
      const places = sums(body.pieces)
      const devices = body.devices.map(([name, piece]) => [name, JSON.parse(Buffer.from(read(piece)).toString())])
      const code = body.code.map(([slot, key, piece]) => {
        const there = known.get(key)
        return { slot, ...(there ?? { key, inBase: false, bytes: copied(read(present(piece))) }) }
      })
      const head = { ...body.head, devices: Object.fromEntries(devices), code }
      return {
        state: { head, pages: sums(body.pages), places, bytes: (index) => read(present(places[index])) },
        console: body.console
      }
    },
    size: () => ({ bytes: bytesUsed(), states: Number(sql.states.get()) }),
    close: () => db.close()
  }
}

/** Keeps bytes as pieces; `flush` writes the last group. */
function createWriter(sql: ReturnType<typeof statements>) {
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

/** Code stays in memory for long: a copy, made where nothing of the groups around it is in reach. */
function copied(bytes: Uint8Array): () => Uint8Array {
  const copy = Uint8Array.from(bytes)
  return () => copy
}

/** Gives the bytes of pieces; the groups read last are held. */
function createReader(find: (id: number) => unknown): (piece: number) => Uint8Array {
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

/** Numbers that mostly follow each other, as what is added to get to the next: almost all ones, which compress to nothing. */
const differences = (numbers: number[]): number[] => numbers.map((number, index) => number - (numbers[index - 1] ?? 0))

function sums(differences: number[]): number[] {
  let sum = 0
  return differences.map((difference) => {
    sum += difference
    return sum
  })
}
