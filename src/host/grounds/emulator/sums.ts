// Sums of pages of the machine's memory, by which it is told what a step has changed without reading the base again: 64 bits of a page, as xxHash
// makes them (XXH64's rounds over four lanes), from a key that each process draws. JavaScript has no numbers of 64 bits that are quick.
import { randomBytes } from 'node:crypto'
import { Global, Instance, type Memory, Module } from './wasm.ts'

/** Bytes of a page. */
const PAGE = 4096
const LANES = [0, 1, 2, 3]
const PRIMES = [0x9e3779b185ebca87n, 0xc2b2ae3d27d4eb4fn, 0x165667b19e3779f9n, 0x85ebca77c2b2ae63n] as const

/** Sums of some pages, one after the other: their low and high words. */
export interface SumsOfPages {
  low: Int32Array
  high: Int32Array
}

export interface PageSums {
  /** Remembers the page as it stands. */
  note(page: number): void
  /** Whether the page is another than when it was noted. */
  differs(page: number): boolean
  /** Those of the pages as they stand. */
  of(pages: number[]): SumsOfPages
}

/** One for all memories of a process: what was kept of one is compared with another. */
const KEY = randomBytes(8).readBigUInt64LE()

/** @param pages how many may be noted @param key 64 bits */
export function createSums(memory: Memory, pages: number, key = KEY): PageSums {
  const exported = new Instance(new Module(MODULE), { e: { m: memory, k: new Global({ value: 'i64' }, key) } }).exports
  // `as`: the module below.
  const sum = exported.f as (at: number, low: number, high: number, half: 0 | 1 | 2) => number
  const [low, high] = [new Int32Array(pages), new Int32Array(pages)]
  const half = (which: 1 | 2) => (page: number) => sum(page * PAGE, 0, 0, which)
  return {
    note(page) {
      low[page] = half(1)(page)
      high[page] = half(2)(page)
    },
    differs: (page) => sum(page * PAGE, low[page] ?? 0, high[page] ?? 0, 0) !== 0,
    of: (pages) => ({ low: Int32Array.from(pages, half(1)), high: Int32Array.from(pages, half(2)) })
  }
}

// f(at, low, high, half): the low (half 1) or the high (half 2) word of the sum of the page at `at`; half 0: whether it is not `high:low`.
// Instructions by their numbers in WebAssembly's binary format. Locals: 0 to 3 the arguments, 4 to 7 the lanes, 8 the sum, 9 the page's end.
const [I32, I64] = [0x7f, 0x7e]
const [AT, LOW, HIGH, HALF, SUM, END] = [0, 1, 2, 3, 8, 9]
const [ADD, MUL, XOR, SHIFT, ROTATE] = [0x7c, 0x7e, 0x85, 0x88, 0x89]
const WIDEN = 0xad

function leb(value: bigint | number): number[] {
  const bytes: number[] = []
  for (let left = BigInt(value); ; ) {
    const byte = Number(left & 0x7fn)
    left >>= 7n
    if ((left === 0n && !(byte & 0x40)) || (left === -1n && byte & 0x40)) return [...bytes, byte]
    bytes.push(byte | 0x80)
  }
}

/** A number without a sign, which here takes one byte or two. */
const count = (number: number): number[] => (number < 128 ? [number] : [(number & 0x7f) | 0x80, number >> 7])
const get = (local: number): number[] => [0x20, local]
const set = (local: number): number[] => [0x21, local]
const long = (value: bigint): number[] => [0x42, ...leb(BigInt.asIntN(64, value))]
const word = (value: number): number[] => [0x41, ...leb(value)]
const lane = (nth: number): number => 4 + nth
const round = (value: number[]): number[] => [...[...value, ...long(31n), ROTATE], ...[...long(PRIMES[0]), MUL]]

const BODY = [
  ...LANES.flatMap((nth) => [0x23, 0, ...long(PRIMES[0] * BigInt(nth + 1)), ADD, ...set(lane(nth))]),
  ...[...get(AT), ...word(PAGE), 0x6a, ...set(END)],
  // A loop over 32 bytes at once.
  ...[0x03, 0x40],
  ...LANES.flatMap((nth) => [
    ...round([...get(lane(nth)), ...get(AT), 0x29, 3, 8 * nth, ...long(PRIMES[1]), MUL, ADD]),
    ...set(lane(nth))
  ]),
  ...[...get(AT), ...word(32), 0x6a, 0x22, AT, ...get(END), 0x49, 0x0d, 0, 0x0b],
  ...[1n, 7n, 12n, 18n].flatMap((by, nth) => [...get(lane(nth)), ...long(by), ROTATE, ...(nth ? [ADD] : [])]),
  ...set(SUM),
  ...LANES.flatMap((nth) => [
    ...[...get(SUM), ...round([...get(lane(nth)), ...long(PRIMES[1]), MUL]), XOR],
    ...[...long(PRIMES[0]), MUL, ...long(PRIMES[3]), ADD, ...set(SUM)]
  ]),
  ...[...get(SUM), ...get(SUM), ...long(33n), SHIFT, XOR, ...long(PRIMES[1]), MUL, ...set(SUM)],
  ...[...get(SUM), ...get(SUM), ...long(29n), SHIFT, XOR, ...long(PRIMES[2]), MUL, ...set(SUM)],
  ...[...get(SUM), ...get(SUM), ...long(32n), SHIFT, XOR, ...set(SUM)],
  // A half is told: the sum, shifted by 32 bits where it is the high one.
  ...[
    ...get(HALF),
    0x04,
    0x40,
    ...get(SUM),
    ...get(HALF),
    ...word(1),
    0x6b,
    ...word(32),
    0x6c,
    WIDEN,
    SHIFT,
    0xa7,
    0x0f,
    0x0b
  ],
  ...[...get(SUM), ...get(HIGH), WIDEN, ...long(32n), 0x86, ...get(LOW), WIDEN, 0x84, 0x52],
  0x0b
]

const sized = (bytes: readonly number[]): number[] => [...count(bytes.length), ...bytes]
const named = (name: string): number[] => sized([...Buffer.from(name)])
const section = (id: number, items: readonly number[][]): number[] => [
  id,
  ...sized([...count(items.length), ...items.flat()])
]

const MODULE = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [[0x60, 4, I32, I32, I32, I32, 1, I32]]),
  ...section(2, [
    [...named('e'), ...named('m'), 2, 0, 0],
    [...named('e'), ...named('k'), 3, I64, 0]
  ]),
  ...section(3, [[0]]),
  ...section(7, [[...named('f'), 0, 0]]),
  ...section(10, [sized([2, 5, I64, 1, I32, ...BODY])])
])
