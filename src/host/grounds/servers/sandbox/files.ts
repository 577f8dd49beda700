// The files of a world: a plain map between calls, a file system in memory during one.
import { posix } from 'node:path'
import type { IFs } from 'memfs'
import { createFsFromVolume, Volume } from 'memfs'
import type { StateChange } from '../../../../core/tree/ground.ts'

/** Times are milliseconds since 1970. `claimed`: it exists, and what is in it is not known. */
export interface File {
  /** `null` for a folder; of a link, where it leads. */
  bytes: Uint8Array | null
  link?: true
  mode: number
  made: number
  changed: number
  claimed: boolean
}
export type Files = ReadonlyMap<string, File>

const FILE = 0o644
const FOLDER = 0o755

/** The files after these effects; effects of other kinds change none. */
export function affect(files: Files, effects: readonly StateChange[], now: number): Files {
  const made = new Map(files)
  const times = { made: now, changed: now }
  function folders(path: string): void {
    for (let at = path; !made.has(at); at = posix.dirname(at)) {
      made.set(at, { ...times, bytes: null, mode: FOLDER, claimed: false })
      if (at === '/') return
    }
  }
  function write(given: string, text: string, mode = FILE): void {
    const path = posix.resolve('/', given)
    folders(posix.dirname(path))
    made.set(path, { ...times, bytes: Buffer.from(text), mode, claimed: false })
  }
  for (const effect of effects) {
    if (effect.do === 'write') write(effect.path, effect.content, effect.mode)
    else if (effect.do === 'append') {
      const before = made.get(posix.resolve('/', effect.path))?.bytes
      write(effect.path, Buffer.from(before ?? []).toString() + effect.content)
    } else if (effect.do === 'mkdir' || effect.do === 'cwd') {
      const path = posix.resolve('/', effect.path)
      folders(path)
      const there = made.get(path)
      if (there?.claimed) made.set(path, { ...there, bytes: null, claimed: false })
    } else if (effect.do === 'remove') {
      const path = posix.resolve('/', effect.path)
      for (const one of [...made.keys()]) if (one === path || one.startsWith(`${path}/`)) made.delete(one)
    } else if (effect.do === 'claim') {
      const path = posix.resolve('/', effect.path)
      if (made.has(path)) continue
      folders(posix.dirname(path))
      const bytes = effect.kind === 'folder' ? null : new Uint8Array()
      made.set(path, { ...times, bytes, mode: bytes ? FILE : FOLDER, claimed: true })
    }
  }
  return made
}

/** A file system that holds them. `setNow` sets the clock that it reads. */
export function mount(files: Files, setNow: (now: number) => void): IFs {
  const fs = createFsFromVolume(new Volume())
  // Folders come before what is in them.
  for (const [path, { bytes, mode, made, link }] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    setNow(made)
    if (bytes === null) fs.mkdirSync(path, { recursive: true, mode })
    else if (link) fs.symlinkSync(Buffer.from(bytes).toString(), path)
    else fs.writeFileSync(path, bytes, { mode })
  }
  for (const [path, { changed, link }] of files) if (!link) fs.utimesSync(path, changed / 1000, changed / 1000)
  return fs
}

/** What the file system holds now. What did not change is the same object as `before`. */
export function unmount(fs: IFs, before: Files): Files {
  const found = new Map<string, File>()
  function visit(path: string): void {
    const stats = fs.lstatSync(path)
    const was = before.get(path)
    const folder = stats.isDirectory()
    const changed = Number(stats.mtimeMs)
    const made = Number(stats.birthtimeMs)
    const link = stats.isSymbolicLink()
    const bytes = folder ? null : new Uint8Array(Buffer.from(link ? fs.readlinkSync(path) : fs.readFileSync(path)))
    // What is new was made with all the rights there are: umask 022.
    const mode = Number(stats.mode) & (was ? 0o777 : 0o755)
    const same =
      was &&
      was.mode === mode &&
      (link || near(was.changed, changed)) &&
      near(was.made, made) &&
      equal(was.bytes, bytes)
    found.set(path, same ? was : { bytes, mode, made, changed, claimed: false, ...(link && { link }) })
    if (folder) for (const name of fs.readdirSync(path)) visit(posix.join(path, String(name)))
  }
  visit('/')
  // A claimed file that was moved is claimed where it is now.
  const lost = [...before].filter(([path, file]) => file.claimed && !found.has(path))
  for (const [, file] of lost) {
    const moved = [...found].find(([path, one]) => !before.has(path) && near(one.made, file.made) && !one.bytes?.length)
    if (moved) found.set(moved[0], { ...moved[1], claimed: true })
  }
  return found
}

// File systems keep times as fractions of a second.
const near = (a: number, b: number): boolean => Math.abs(a - b) < 2

const equal = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a === null || b === null ? a === b : Buffer.compare(a, b) === 0

/** Bytes that `files` hold and `before` does not. */
export function newBytes(files: Files, before: Files): number {
  let sum = 0
  for (const [path, file] of files) if (before.get(path) !== file) sum += path.length + (file.bytes?.length ?? 0) + 100
  return sum
}
