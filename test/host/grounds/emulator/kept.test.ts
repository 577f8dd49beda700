// States of machines on disk, and what an image must be; no image is needed for this.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { afterEach, expect, it } from 'vitest'
import { EMPTY } from '../../../../src/host/grounds/emulator/console.ts'
import { imageHash, prepare } from '../../../../src/host/grounds/emulator/image.ts'
import { type KeptStates, openKept, type Whole } from '../../../../src/host/grounds/emulator/kept.ts'
import { PAGE } from '../../../../src/host/grounds/emulator/pages.ts'
import { findImage } from '../../../../src/host/grounds/emulator-image.ts'
import { must } from '../../../must.ts'
import { folder } from '../../folder.ts'

const PAGES_OF_BASE = Array.from({ length: 50 }, (_, at) => 5000 + at)
const open: KeptStates[] = []
afterEach(() => {
  for (const kept of open.splice(0)) kept.close()
})
function keptAt(path: string, most = 1e9): KeptStates {
  const snapshot = `${path}.base`
  writeFileSync(snapshot, PAGES_OF_BASE.map(page).join(''))
  const kept = openKept(path, { base: snapshot, most })
  open.push(kept)
  return kept
}

function placesIn(kept: KeptStates, key: string) {
  const number = kept.numberOf(key)
  return number === null ? null : kept.places(number)
}

const inBase = { key: 'ba5e', inBase: true, bytes: () => Buffer.from('of the base') }
const base = new Map([[inBase.key, inBase]])
const sum = (text: string) => createHash('sha512').update(text).digest('hex')
const page = (fill: number) => Array.from({ length: 32 }, (_, at) => sum(`${fill} ${at}`)).join('')
/** A page that compresses to half, with `bytes` of it changed. */
const changed = (fill: number, bytes: number) => '*'.repeat(bytes) + page(fill).slice(bytes)
function state(pages: [number, number | string][], code = 'code'): Whole {
  const head = {
    clock: { ns: 1, instructions: 2, drawn: 3 },
    size: 1 << 20,
    firmware: { value: { undefined: true }, pointer: 0 },
    devices: { uart0: [1, { array: 'Uint8Array', bytes: 'AAE=' }] },
    typed: [65],
    code: [
      { slot: 7, key: 'c0de', inBase: false, bytes: () => Buffer.from(code) },
      { slot: 8, ...inBase }
    ]
  }
  return {
    state: {
      ...{ head, pages: pages.map(([at]) => at) },
      bytes: (index) => Buffer.from(textOf(must(pages[index])[1])),
      // The base has its pages at 1000 and up; a file has no page at its first byte.
      inBase: (index) => {
        const place = (must(pages[index])[0] - 1000) * PAGE
        return place > 0 ? place : null
      }
    },
    console: { ...EMPTY, screen: 'é' }
  }
}
const textOf = (what: number | string): string => (typeof what === 'string' ? what : page(what))
const read = ({ state, console }: Whole) => ({
  head: {
    ...state.head,
    code: state.head.code.map(({ bytes, ...rest }) => ({ ...rest, bytes: String(Buffer.from(bytes())) }))
  },
  pages: state.pages.map((at, index) => [at, String(Buffer.from(state.bytes(index)))]),
  console
})

it('26.4 a state comes back as it was, also in a new process, and equal pages are kept once', async () => {
  const path = join(await folder(), 'states.db')
  const many = Array.from({ length: 200 }, (_, at): [number, number] => [at * 3, at])
  const kept = keptAt(path)
  const first = kept.put('a', state(many))
  const second = kept.put('b', state([...many.slice(0, 199), [999, 1000]]))
  expect(second.bytes).toBeLessThan(first.bytes / 10)
  expect(second.raw).toBeLessThan(first.raw / 10)
  expect(first.raw).toBeGreaterThan(first.bytes)
  expect(kept.get('c', base)).toBe(null)
  const again = keptAt(path)
  expect(read(must(again.get('a', base)))).toEqual(read(state(many)))
  expect(read(must(again.get('b', base)))).toEqual(read(state([...many.slice(0, 199), [999, 1000]])))
})

it('26.4 a file of an earlier version is emptied, since each state can be made again', async () => {
  const path = join(await folder(), 'states.db')
  const old = new Database(path)
  old.exec('CREATE TABLE states (key TEXT PRIMARY KEY, used INTEGER, body BLOB) WITHOUT ROWID')
  old.exec("INSERT INTO states VALUES ('a', 1, 'x'); CREATE TABLE uses (state TEXT, part INTEGER)")
  // Of the version before: its groups did not tell what their pieces are told against.
  old.exec('CREATE TABLE groups (id INTEGER PRIMARY KEY, lengths TEXT NOT NULL, body BLOB NOT NULL)')
  old.pragma('user_version = 2')
  old.close()
  const kept = keptAt(path)
  expect(kept.has('a')).toBe(false)
  kept.put('a', state([[1, 1]]))
  expect(read(must(keptAt(path).get('a', base)))).toEqual(read(state([[1, 1]])))
})

it('26.4 what a step changes again lies apart from what it changes first, and code at hand is not read', async () => {
  const kept = keptAt(join(await folder(), 'states.db'))
  const run = (count: number, add: number) => state(Array.from({ length: count }, (_, at) => [at, at + add]))
  kept.put('a', run(16, 0))
  kept.put('b', run(32, 100), must(placesIn(kept, 'a')))
  const groups = must(placesIn(kept, 'b')).places.map((place) => Math.floor(place / 64))
  const again = new Set(groups.slice(0, 16))
  expect(groups.slice(16).filter((group) => again.has(group))).toEqual([])
  expect(read(must(kept.get('b', base)))).toEqual(read(run(32, 100)))
  const atHand = { key: 'c0de', inBase: false, bytes: () => Buffer.from('at hand') }
  const { head } = must(kept.get('b', new Map([...base, ['c0de', atHand]]))).state
  expect(head.code.map(({ key, bytes }) => [key, String(bytes())])).toContainEqual(['c0de', 'at hand'])
})

it('26.4 a page that differs in a few bytes from that of the base or of the state before is kept as its difference', async () => {
  const path = join(await folder(), 'states.db')
  const kept = keptAt(path)
  const steps = [
    // Like those of the base; and pages that the base does not have.
    Array.from({ length: 40 }, (_, at): [number, string] => [1001 + at, changed(5001 + at, 90)]),
    Array.from({ length: 40 }, (_, at): [number, string] => [at, changed(at, 0)]),
    // Like those of the step before, and of the one before that, which is itself kept as a difference.
    Array.from({ length: 40 }, (_, at): [number, string] => [at, changed(at, 90)]),
    Array.from({ length: 40 }, (_, at): [number, string] => [at, changed(at, 180)]),
    // Like none.
    Array.from({ length: 40 }, (_, at): [number, string] => [at, changed(at + 99, 0)])
  ]
  const added = steps.map((pages, step) =>
    kept.put(`s${step}`, state(pages), placesIn(kept, `s${step - 1}`) ?? undefined)
  )
  const whole = 40 * 2048
  expect(added.map(({ bytes }) => bytes < whole / 10)).toEqual([true, false, true, true, false])
  const again = keptAt(path)
  for (const [step, pages] of steps.entries())
    expect(read(must(again.get(`s${step}`, base))).pages).toEqual(pages.map(([at, text]) => [at, text]))
})

it('26.4 what a kept page is told against stays when its own state goes', async () => {
  const path = join(await folder(), 'states.db')
  const kept = keptAt(path, 1_000_000)
  const run = (bytes: number) =>
    state(Array.from({ length: 40 }, (_, at): [number, string] => [at, changed(at, bytes)]))
  kept.put('whole', run(0))
  kept.put('different', run(90), must(placesIn(kept, 'whole')))
  kept.rename('different', 'kept')
  const small = keptAt(path, 1)
  // No room: all go but the state put last, told against the first.
  small.put('last', run(180), must(placesIn(small, 'kept')))
  expect([small.has('whole'), small.has('kept'), small.has('last')]).toEqual([false, false, true])
  expect(read(must(small.get('last', base)))).toEqual(read(run(180)))
  const forgotten = must(placesIn(small, 'last'))
  small.put('other', state([[0, 7]]))
  expect(small.has('last')).toBe(false)
  // The places of a state that another process let go meanwhile.
  small.put('next', run(270), forgotten)
  expect(read(must(small.get('next', base)))).toEqual(read(run(270)))
})

it('26.4 equal pages of two states are in the same place, and different ones are not', async () => {
  const kept = keptAt(join(await folder(), 'states.db'))
  kept.put('a', state(Array.from({ length: 50 }, (_, at): [number, number] => [at, at])))
  kept.put('b', state(Array.from({ length: 50 }, (_, at): [number, number] => [at, at < 20 ? at : at + 100])))
  const [a, b] = [must(placesIn(kept, 'a')), must(placesIn(kept, 'b'))]
  expect(a.pages).toEqual(b.pages)
  expect(a.places.map((place, at) => place === b.places[at])).toEqual(a.pages.map((page) => page < 20))
  expect(must(kept.get('b', base)).state.places).toEqual(b.places)
  expect(placesIn(kept, 'c')).toBe(null)
})

/** A state that was just taken: each page with its sum, here its number. `left`: how many of the first ones a step left alone. */
function taken(fills: number[], left = 0): Whole {
  const { state: told, console } = state(fills.map((fill, at) => [at, fill]))
  const bytes = (index: number) => {
    if (index < left) throw new Error(`Page ${index} is read, which the step left alone.`)
    return told.bytes(index)
  }
  const low = Int32Array.from(fills)
  return { state: { ...told, bytes, sums: { low, high: low.map((one) => one + 1) } }, console }
}

it('26.4 what a step left alone is not read again, also where worlds take turns', async () => {
  const path = join(await folder(), 'states.db')
  const kept = keptAt(path)
  const fills = (world: number, step: number) =>
    Array.from({ length: 60 }, (_, at) => world * 100 + (at < 50 ? at : at + step))
  for (const world of [1, 2, 3]) kept.put(`w${world} 0`, taken(fills(world, 0)))
  for (const step of [1, 2, 3])
    for (const world of [1, 2, 3])
      kept.put(`w${world} ${step}`, taken(fills(world, step), 50), must(placesIn(kept, `w${world} ${step - 1}`)))
  const again = keptAt(path)
  for (const one of [kept, again])
    for (const world of [1, 2, 3])
      expect(read(must(one.get(`w${world} 3`, base)))).toEqual(read(taken(fills(world, 3))))
})

it('26.4 a state that could not be written leaves nothing behind in memory', async () => {
  const kept = keptAt(join(await folder(), 'states.db'))
  const fills = (from: number) => Array.from({ length: 60 }, (_, at) => from + at)
  kept.put('a', taken(fills(0)))
  const broken = taken(fills(100))
  // Its last part cannot be written, after all of its pages were.
  Object.assign(broken.console, { screen: 1n })
  expect(() => kept.put('b', broken, must(placesIn(kept, 'a')))).toThrow('BigInt')
  expect(kept.has('b')).toBe(false)
  kept.put('c', taken(fills(200)), must(placesIn(kept, 'a')))
  kept.put('d', taken(fills(100)), must(placesIn(kept, 'c')))
  expect(read(must(kept.get('c', base)))).toEqual(read(taken(fills(200))))
  expect(read(must(kept.get('d', base)))).toEqual(read(taken(fills(100))))
})

it('26.4 the states used longest ago go first when there is no room', async () => {
  const kept = keptAt(join(await folder(), 'states.db'), 400_000)
  for (let step = 0; step < 60; step++) {
    kept.put(`s${step}`, state(Array.from({ length: 40 }, (_, at): [number, number] => [at, step * 100 + at])))
    if (kept.has('s0')) kept.get('s0', base)
  }
  expect(kept.has('s59')).toBe(true)
  expect(kept.has('s1')).toBe(false)
  expect(kept.size().states).toBeLessThan(60)
  expect(read(must(kept.get('s59', base))).pages).toHaveLength(40)
})

it('a state takes another key, in place of one that had it', async () => {
  const path = join(await folder(), 'states.db')
  const kept = keptAt(path)
  const pages = [0, 1, 2].map((fill) => Array.from({ length: 99 }, (_, at): [number, number] => [at, fill * 100 + at]))
  for (const [index, one] of pages.entries()) kept.put(`s${index}`, state(one))
  expect(kept.rename('s0', 's1')).toBe(true)
  expect(kept.rename('s0', 's2')).toBe(false)
  expect(kept.rename('s2', 's2')).toBe(true)
  expect(kept.has('s0')).toBe(false)
  expect(kept.size().states).toBe(2)
  const again = keptAt(path, 1)
  expect(read(must(again.get('s1', base)))).toEqual(read(state(must(pages[0]))))
  // No room: all others go, and what they alone used.
  again.put('s3', state(must(pages[2])))
  expect([again.has('s1'), again.has('s2'), again.has('s3')]).toEqual([false, false, true])
  expect(read(must(again.get('s3', base)))).toEqual(read(state(must(pages[2]))))
})

it('no image is none, and says how to build one', async () => {
  const home = await folder()
  expect(findImage({ home, resources: home, env: {} })).toBe(null)
  await expect(prepare({ folder: home, data: home, most: 1e9 })).rejects.toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('orrery machine build')
  })
})

it('an image whose disk is damaged is refused by the name of the file', async () => {
  const home = await folder()
  const image = join(home, 'image')
  mkdirSync(image)
  for (const name of ['bios.bin', 'vgabios.bin', 'kernel']) writeFileSync(join(image, name), name)
  writeFileSync(join(image, 'disk.img.zst'), zstdCompressSync('a disk'))
  writeFileSync(join(image, 'SHA256SUMS'), `${'0'.repeat(64)}  disk.img\n`)
  expect(imageHash(image)).toMatch(/^[0-9a-f]{16}$/)
  expect(findImage({ home, resources: home, env: { ORRERY_MACHINE: image } })).toMatchObject({ from: 'ORRERY_MACHINE' })
  const preparing = () => prepare({ folder: image, data: join(home, 'data'), most: 1e9 })
  await expect(preparing()).rejects.toThrow('disk.img.zst')
  writeFileSync(join(image, 'disk.img.zst'), zstdCompressSync('a disk').subarray(0, 10))
  await expect(preparing()).rejects.toThrow(/disk\.img\.zst cannot be unpacked/)
})
