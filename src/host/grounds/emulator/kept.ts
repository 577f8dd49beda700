// The states of machines, kept by key in a file of their own. It is a cache: each state can be made again by replay, and the file be deleted.
//
// What a state has beyond the base is cut into pieces (pages, generated code, devices), kept once by their hash. A step's new pieces are
// compressed together in groups, so that a state comes back by reading a few groups, not thousands of pieces.
import { closeSync, openSync, readSync } from 'node:fs'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { present } from '../../../core/text/present.ts'
import type { Console } from './console.ts'
import type { GeneratedModule } from './generated-code.ts'
import type { Head } from './head.ts'
import { type KeptPages, type MachineState, PAGE } from './pages.ts'
import { type Added, createReader, createWriter, GROUP, type Like, unlisted } from './pieces.ts'
import type { SumsOfPages } from './sums.ts'

/** A machine with its console. */
export interface Whole {
  state: MachineState
  console: Console
}

export interface KeptStates {
  has(key: string): boolean
  /** The number of a state: under the same key another process may keep another one. `null`: it is not kept. */
  numberOf(key: string): number | null
  /** `from`: the state that this one came from, where it is kept. */
  put(key: string, whole: Whole, from?: KeptPages): Added & { number: number }
  /** `known`: code that is at hand. That of the base must be: it is not kept again. */
  get(key: string, known: ReadonlyMap<string, GeneratedModule>): Whole | null
  /** The pages of the state of that number and where each is kept, while it is kept. */
  places(number: number): KeptPages | null
  /** Gives a state another key; a state that had it is forgotten. @returns whether `from` was kept */
  rename(from: string, to: string): boolean
  /** Bytes on disk, and states in it. */
  size(): { bytes: number; states: number }
  close(): void
}

// Another process's machine writes the state of a compiler for seconds, and for much longer beside other work.
const PATIENCE_MS = 60_000
// States whose pages' sums stay in memory: 50 kB each. Of as many worlds that take turns, a step's own pages are found by them.
const RECENT = 32
// A file of another version is emptied: it is a cache.
const VERSION = 3
const TABLES = ['states', 'groups', 'pieces', 'uses']
// The groups that a state uses are one value: a row each would be written at every step, and again with a new key.
const SCHEMA = `
CREATE TABLE IF NOT EXISTS states (
  id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, used INTEGER NOT NULL, parts BLOB NOT NULL, body BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS groups (id INTEGER PRIMARY KEY, lengths TEXT NOT NULL, likes TEXT NOT NULL, body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS pieces (hash BLOB PRIMARY KEY, id INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS places ON pieces (id);
`

const statements = (db: Database.Database) => ({
  numberOf: db.prepare('SELECT id FROM states WHERE key = ?').pluck(),
  get: db.prepare('SELECT body FROM states WHERE key = ?').pluck(),
  ofNumber: db.prepare('SELECT body FROM states WHERE id = ?').pluck(),
  hasId: db.prepare('SELECT 1 FROM states WHERE id = ?').pluck(),
  put: db.prepare('INSERT OR REPLACE INTO states (key, used, parts, body) VALUES (?, ?, ?, ?)'),
  use: db.prepare('UPDATE states SET used = ? WHERE key = ?'),
  piece: db.prepare('SELECT id FROM pieces WHERE hash = ?').pluck(),
  addPiece: db.prepare('INSERT INTO pieces (hash, id) VALUES (?, ?)'),
  addGroup: db.prepare('INSERT INTO groups (id, lengths, likes, body) VALUES (?, ?, ?, ?)'),
  group: db.prepare('SELECT lengths, likes, body FROM groups WHERE id = ?'),
  lastGroup: db.prepare('SELECT coalesce(max(id), 0) FROM groups').pluck(),
  parts: db.prepare('SELECT parts FROM states').pluck(),
  groups: db.prepare('SELECT id, likes FROM groups').raw(),
  oldest: db.prepare('SELECT key FROM states ORDER BY used LIMIT ?').pluck(),
  forget: db.prepare('DELETE FROM states WHERE key = ?'),
  dropPieces: db.prepare('DELETE FROM pieces WHERE id >= ? AND id < ?'),
  dropGroup: db.prepare('DELETE FROM groups WHERE id = ?'),
  rename: db.prepare('UPDATE states SET key = ? WHERE key = ?'),
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

/** `path`: the file. `base`: that of the base. `most`: bytes that it may come to hold; the states used longest ago go first. */
export function openKept(path: string, { base, most }: { base: string; most: number }): KeptStates {
  const db = new Database(path, { timeout: PATIENCE_MS })
  const ofBase = openSync(base, 'r')
  const page = Buffer.alloc(PAGE)
  /** Valid until the next is read. */
  function pageOfBase(place: number): Buffer {
    readSync(ofBase, page, 0, PAGE, place)
    return page
  }
  db.pragma('journal_mode = WAL')
  // A megabyte. What is read is read once, and better-sqlite3 would keep 16.
  db.pragma('cache_size = -1000')
  db.pragma('synchronous = NORMAL')
  db.pragma('auto_vacuum = INCREMENTAL')
  begin(db)
  const sql = statements(db)
  const use = createUses(Number(sql.lastUse.get()))
  const { bytesUsed, evict } = createEviction(db, { sql, most })
  /** The states kept last, by number: most of the next is the same. */
  const recent = new Map<number, KeptPages & { sums: SumsOfPages }>()
  // `as`: the column.
  const numberOf = (key: string): number | null => (sql.numberOf.get(key) as number | undefined) ?? null

  const { read, likeOf, hold } = createReader((id) => sql.group.get(id), pageOfBase)

  /** Whether a state is still kept: another process may have forgotten it, and then its pieces may be gone. */
  const isKept = (number: number | null | undefined): boolean => sql.hasId.get(number ?? 0) !== undefined

  const write = db.transaction((key: string, { state, console }: Whole, from?: KeptPages) => {
    const { head, pages, bytes } = state
    const { devices, code, ...rest } = head
    const writer = createWriter(sql)
    const earlier = new Map(from?.pages.map((page, index) => [page, index]))
    const isThere = isKept(from?.number)
    const before = isThere ? recent.get(from?.number ?? 0) : undefined
    /** What a page may be like: that of the base, and that of the state before. */
    function* likes(index: number): Iterable<Like> {
      const place = state.inBase?.(index) ?? null
      if (place !== null) yield { at: -place, bytes: pageOfBase(place) }
      const was = isThere ? from?.places[earlier.get(present(pages[index])) ?? -1] : undefined
      if (was === undefined) return
      // Differences are from whole pieces only.
      const like = likeOf(was)
      const at = like === 0 ? was : like
      if (at !== null && at > 0) yield { at, bytes: read(at) }
    }
    /** Where a page is kept that is as it was in the state before. */
    const asBefore = (index: number): number | undefined => {
      const nth = earlier.get(present(pages[index]))
      if (nth === undefined || !before || !state.sums) return
      const { low, high } = before.sums
      return low[nth] === state.sums.low[index] && high[nth] === state.sums.high[index] ? before.places[nth] : undefined
    }
    const known = pages.map((_, index) => asBefore(index))
    const places: number[] = []
    // What a step changes again is soon of no other state: in groups of its own, it is not read with what stays.
    const addPages = (again: boolean): void => {
      for (const [index, page] of pages.entries())
        if (earlier.has(page) === again)
          places[index] = known[index] ?? writer.add(bytes(index), { likes: likes(index) })
    }
    addPages(false)
    const kept = code.map(({ slot, key, inBase, bytes }): Body['code'][number] => [
      slot,
      key,
      inBase ? null : writer.add(bytes(), { digest: Buffer.from(key, 'hex') })
    ])
    writer.flush()
    addPages(true)
    const body: Body = {
      head: rest,
      devices: Object.entries(devices).map(([name, device]) => [name, writer.add(Buffer.from(JSON.stringify(device)))]),
      code: kept,
      pages: differences(pages),
      pieces: differences(places),
      console
    }
    const pieces = [...body.devices.map(([, piece]) => piece), ...kept.flatMap(([, , piece]) => piece ?? []), ...places]
    const parts = Uint32Array.from(new Set(pieces.map((piece) => Math.floor(piece / GROUP))))
    const text = Buffer.from(JSON.stringify(body))
    const packed = zstdCompressSync(text)
    const { bytes: added, raw } = writer.flush()
    const { lastInsertRowid: id } = sql.put.run(key, use(), Buffer.from(parts.buffer), packed)
    const number = Number(id)
    evict(key)
    const told = { bytes: added + packed.length, raw: raw + text.length, number }
    return { told, places, written: writer.written }
  })

  /** In memory only what is surely on disk: under the numbers of what was not committed comes something else. */
  function put(...of: Parameters<KeptStates['put']>): ReturnType<KeptStates['put']> {
    // At once, so that no other process writes between what is read and what is written.
    const { told, places, written } = write.immediate(...of)
    const [, { state }] = of
    for (const [piece, one] of written) hold(piece, one)
    if (state.sums) recent.set(told.number, { number: told.number, pages: state.pages, places, sums: state.sums })
    for (const old of recent.keys()) if (recent.size > RECENT) recent.delete(old)
    return told
  }

  const rename = db.transaction((from: string, to: string): boolean => {
    if (numberOf(from) === null) return false
    if (from === to) return true
    sql.forget.run(to)
    sql.rename.run(to, from)
    return true
  })

  function bodyIn(packed: unknown): Body | null {
    // `as`: written above.
    return packed === undefined ? null : (JSON.parse(zstdDecompressSync(packed as Buffer).toString()) as Body)
  }

  return {
    has: (key) => numberOf(key) !== null,
    numberOf,
    put,
    rename: rename.immediate,
    places(number) {
      const one = recent.get(number)
      if (one && isKept(number)) return one
      const body = bodyIn(sql.ofNumber.get(number))
      return body && { number, pages: sums(body.pages), places: sums(body.pieces) }
    },
    get(key, known) {
      const body = bodyIn(sql.get.get(key))
      if (!body) return null
      sql.use.run(use(), key)
      const places = sums(body.pieces)
      const devices = body.devices.map(([name, piece]) => [name, JSON.parse(Buffer.from(read(piece)).toString())])
      const code = body.code.map(([slot, key, piece]) => {
        const there = known.get(key)
        if (there) return { slot, ...there }
        // Code is told against nothing: its bytes stay as they are.
        const bytes = read(present(piece))
        return { slot, key, inBase: false, bytes: () => bytes }
      })
      const head = { ...body.head, devices: Object.fromEntries(devices), code }
      return {
        state: { head, pages: sums(body.pages), places, bytes: (index) => read(present(places[index])) },
        console: body.console
      }
    },
    size: () => ({ bytes: bytesUsed(), states: Number(sql.states.get()) }),
    close() {
      closeSync(ofBase)
      db.close()
    }
  }
}

/** `evict`: the states used longest ago go, but for `keep`, until the file has `most` bytes. */
function createEviction(db: Database.Database, { sql, most }: { sql: ReturnType<typeof statements>; most: number }) {
  const bytesUsed = (): number =>
    (Number(db.pragma('page_count', { simple: true })) - Number(db.pragma('freelist_count', { simple: true }))) *
    Number(db.pragma('page_size', { simple: true }))

  function evict(keep: string): void {
    while (bytesUsed() > most) {
      const oldest = sql.oldest.all(Math.ceil(Number(sql.states.get()) / 4)).map(String)
      const keys = oldest.filter((key) => key !== keep)
      if (keys.length === 0) break
      for (const key of keys) sql.forget.run(key)
      const live = new Set<number>()
      // `as`: written below.
      for (const parts of sql.parts.iterate()) for (const part of partsOf(parts as Buffer)) live.add(part)
      // `as`: the two columns.
      const groups = sql.groups.all() as [id: number, likes: string][]
      // The pieces that live ones are a difference from are kept, too. Those are always whole, so one round finds all.
      for (const [, likes] of groups.filter(([id]) => live.has(id)))
        for (const piece of unlisted(likes)) if (piece > 0) live.add(Math.floor(piece / GROUP))
      // Nor is the last one dropped, after which the next is numbered: under a number there is only ever one group.
      const last = groups.reduce((most, [id]) => Math.max(most, id), 0)
      for (const [id] of groups) {
        if (live.has(id) || id === last) continue
        sql.dropPieces.run(id * GROUP, (id + 1) * GROUP)
        sql.dropGroup.run(id)
      }
    }
  }
  return { bytesUsed, evict }
}

/** Numbers that grow: milliseconds, so that those of several processes compare. */
function createUses(last: number): () => number {
  let uses = last
  return () => {
    uses = Math.max(uses + 1, Date.now())
    return uses
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

const partsOf = (parts: Buffer): Uint32Array => new Uint32Array(Uint8Array.from(parts).buffer)

/** At once, so that no other process begins the same file between what is read and what is written. */
function begin(db: Database.Database): void {
  db.transaction(() => {
    const version = Number(db.pragma('user_version', { simple: true }))
    if (version !== VERSION) for (const table of TABLES) db.exec(`DROP TABLE IF EXISTS ${table}`)
    db.exec(SCHEMA)
    db.pragma(`user_version = ${VERSION}`)
  }).immediate()
}
