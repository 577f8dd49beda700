// The base that states are told against, and the machine's state as its head and the pages that differ from that base. Not v86's own
// `save_state`: that restores three registers wrongly and drops generated code, so that a machine put back would not go on as one that went on.
import { closeSync, openSync, readSync, renameSync, writeSync } from 'node:fs'
import { present } from '../../../core/text/present.ts'
import type { Emulator } from './emulator.ts'
import type { GeneratedModule } from './generated-code.ts'
import { type Head, headOf, setHead } from './head.ts'
import { createSums, type SumsOfPages } from './sums.ts'

/** A page of the guest's memory in bytes. */
export const PAGE = 4096
const ZERO = Buffer.alloc(PAGE)

/** Pages of a state that is kept: equal places hold equal pages. */
export interface KeptPages {
  /** That of the state; `null`: the base. */
  number: number | null
  /** Numbers of the pages that differ from the base, in order. */
  pages: number[]
  places: number[]
}

/** A state, told against the base. */
export interface MachineState {
  head: Head
  /** Numbers of the pages that differ, in order. */
  pages: number[]
  /** Where each is kept (`KeptPages`). Told of a state that is kept. */
  places?: number[]
  /** The bytes of a page, by its place in `pages`; a view of the running machine when the state was just taken. */
  bytes(index: number): Uint8Array
  /** Where the base's file has that page of the base; `null`: nowhere, it is all zeros. Told of a state that was just taken. */
  inBase?(index: number): number | null
  /** Of the pages, by which those are found that a step left alone. Told of a state that was just taken. */
  sums?: SumsOfPages
}

/** A file with all of a machine's memory; only the places of its pages are held. */
export interface Base {
  /** Its generated code, by key. */
  code: ReadonlyMap<string, GeneratedModule>
  /** `null`: back to the base itself. `now`: what the machine is exactly in; without it all of its memory is compared with the base. */
  restore(state: MachineState | null, now?: KeptPages): void
  /** The machine as it stands. */
  save(): MachineState
  close(): void
}

/** Writes the machine as it stands to `path`, as the base of later states. @returns bytes written */
export function writeBase(emulator: Emulator, path: string): number {
  const head = headOf(emulator)
  const memory = Buffer.from(emulator.memory.buffer)
  const pages: number[] = []
  for (let page = 0; page < memory.length / PAGE; page++) {
    if (ZERO.compare(memory, page * PAGE, (page + 1) * PAGE)) pages.push(page)
  }
  const code = head.code.map(({ slot, key, bytes }) => ({ slot, key, length: bytes().length }))
  const json = Buffer.from(JSON.stringify({ ...head, code, pages }))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(json.length)
  const unfinished = `${path}.${process.pid}`
  const file = openSync(unfinished, 'w', 0o600)
  let written = 0
  try {
    written = writeSync(file, length) + writeSync(file, json)
    for (const page of pages) written += writeSync(file, memory, page * PAGE, PAGE)
    for (const { bytes } of head.code) written += writeSync(file, bytes())
  } finally {
    closeSync(file)
  }
  renameSync(unfinished, path)
  return written
}

/** Opens a base and puts `emulator` in its state. @throws Error when the file is no base */
export function openBase(emulator: Emulator, path: string): Base {
  const file = openSync(path, 'r')
  const { head, places } = readBase(file, path)
  const sums = createSums(emulator.memory, places.length)

  /** Numbers of the pages that differ from the base, in order. */
  function changes(memory: Buffer): number[] {
    const pages: number[] = []
    for (let page = 0; page < memory.length / PAGE; page++) {
      const isOther =
        (places[page] ?? -1) < 0 ? ZERO.compare(memory, page * PAGE, (page + 1) * PAGE) !== 0 : sums.differs(page)
      if (isOther) pages.push(page)
    }
    return pages
  }

  /** Puts pages of the base back; those that lie side by side are read at once. */
  function putBack(memory: Buffer, pages: number[]): void {
    for (let index = 0; index < pages.length; ) {
      const page = present(pages[index])
      const place = places[page] ?? -1
      const start = page * PAGE
      let run = 1
      if (place >= 0) {
        while (pages[index + run] === page + run && places[page + run] === place + run * PAGE) run++
        readSync(file, memory, start, run * PAGE, place)
      } else if (ZERO.compare(memory, start, start + PAGE)) memory.fill(0, start, start + PAGE)
      index += run
    }
  }

  const base: Base = {
    code: new Map(head.code.map(({ slot: _, ...one }) => [one.key, one])),
    save() {
      const head = headOf(emulator)
      const memory = Buffer.from(emulator.memory.buffer)
      const pages = changes(memory)
      return {
        head,
        pages,
        bytes: (index) => memory.subarray((pages[index] ?? 0) * PAGE, ((pages[index] ?? 0) + 1) * PAGE),
        inBase: (index) => {
          const place = places[pages[index] ?? -1] ?? -1
          return place < 0 ? null : place
        },
        sums: sums.of(pages)
      }
    },
    restore(state, now) {
      const next = state?.head ?? head
      const more = next.size - emulator.memory.buffer.byteLength
      if (more > 0) emulator.memory.grow(more / 65_536)
      setHead(emulator, next)
      const memory = Buffer.from(emulator.memory.buffer)
      const own = new Set(state?.pages)
      const other = now?.pages ?? changes(memory)
      putBack(
        memory,
        other.filter((page) => !own.has(page))
      )
      const there = new Map(now?.pages.map((page, index) => [page, now.places[index]]))
      const wanted = (state?.pages ?? [])
        .map((page, index) => ({ page, index, place: state?.places?.[index] ?? -1 }))
        .filter(({ page, place }) => place < 0 || there.get(page) !== place)
      // In the order in which they are kept, so that each part of the file is read once.
      for (const { page, index } of wanted.sort((a, b) => a.place - b.place)) {
        memory.set(present(state).bytes(index), page * PAGE)
      }
      emulator.resume()
    },
    close: () => closeSync(file)
  }
  // Nothing of a new machine is worth a comparison.
  base.restore(null, { number: null, pages: [...places.keys()], places: [] })
  for (const [page, place] of places.entries()) if (place >= 0) sums.note(page)
  return base
}

/** What is in a base: its head, and where each page of the memory is (-1: all zeros). */
function readBase(file: number, path: string): { head: Head; places: Int32Array } {
  const read = (at: number, length: number): Buffer => {
    const bytes = Buffer.alloc(length)
    if (readSync(file, bytes, 0, length, at) < length) throw new Error(`The snapshot ${path} ends too early.`)
    return bytes
  }
  const length = read(0, 4).readUInt32LE(0)
  // `as`: written above, and named by the hash of what it was made from.
  const { pages, code, ...rest } = JSON.parse(read(4, length).toString()) as Omit<Head, 'code'> & {
    pages: number[]
    code: { slot: number; key: string; length: number }[]
  }
  const places = new Int32Array(rest.size / PAGE).fill(-1)
  let at = 4 + length
  for (const page of pages) {
    places[page] = at
    at += PAGE
  }
  const pieces = code.map(({ slot, key, length }) => {
    const from = at
    at += length
    return { slot, key, inBase: true, bytes: () => read(from, length) }
  })
  return { head: { ...rest, code: pieces }, places }
}
