// How far two sequences are apart: 32 cells of the usual table at once, and in pieces, so that two long texts do not hold whoever asks.

/** Comes to its end in many turns; each is some milliseconds of work, and whoever drives it may do something else in between. */
export type SteppedWork<T> = Generator<undefined, T>

/** All of it at once, for short texts. */
export function done<T>(work: SteppedWork<T>): T {
  for (;;) {
    const next = work.next()
    if (next.done) return next.value
  }
}

// Blocks of 32 cells in one turn: about 10 ms.
const TURN = 2_000_000

/**
 * Length of the longest common subsequence (Hyyrö 2004, Bit-Parallel LCS-length Computation Revisited). A bit is 0 where a row of the
 * table is one more than the row above.
 */
export function* commonLength(a: Int32Array, b: Int32Array): SteppedWork<number> {
  if (a.length > b.length) return yield* commonLength(b, a)
  const rowOf = rows(a)
  const row = new Uint32Array(Math.ceil(a.length / 32)).fill(0xffffffff)
  let worked = 0
  for (const item of b) {
    advance(row, rowOf(item))
    worked += row.length
    if (worked < TURN) continue
    worked = 0
    yield
  }
  let length = 0
  for (let at = 0; at < a.length; at++) if (!(((row[at >>> 5] ?? 0) >>> (at & 31)) & 1)) length++
  return length
}

function advance(row: Uint32Array, same: Uint32Array): void {
  let carry = 0
  for (let block = 0; block < row.length; block++) {
    const was = row[block] ?? 0
    const here = same[block] ?? 0
    const sum = was + ((was & here) >>> 0) + carry
    row[block] = sum | (was & ~here)
    carry = sum > 0xffffffff ? 1 : 0
  }
}

/** Edit distance: insertions, deletions and substitutions count one each (Myers 1999, in blocks as Hyyrö 2003 has it). */
export function* editDistance(a: Int32Array, b: Int32Array): SteppedWork<number> {
  // Good predictions differ in a few places only, and equal ends cost nothing.
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let [endA, endB] = [a.length, b.length]
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--
    endB--
  }
  const [from, to] = [a.subarray(start, endA), b.subarray(start, endB)]
  return from.length < to.length ? yield* distance(from, to) : yield* distance(to, from)
}

function* distance(a: Int32Array, b: Int32Array): SteppedWork<number> {
  if (a.length === 0) return b.length
  const rowOf = rows(a)
  const blocks = Math.ceil(a.length / 32)
  // Where the table grows by one from a row to the next, and where it falls.
  const up = new Int32Array(blocks).fill(-1)
  const down = new Int32Array(blocks)
  const last = 1 << ((a.length - 1) & 31)
  let found = a.length
  let worked = 0
  for (const item of b) {
    found += step(up, down, rowOf(item), last)
    worked += blocks
    if (worked < TURN) continue
    worked = 0
    yield
  }
  return found
}

/** One column of the table; by how much its last cell differs from the one before. */
function step(up: Int32Array, down: Int32Array, equal: Uint32Array, last: number): number {
  let above = 1
  let below = 0
  let change = 0
  for (let block = 0; block < up.length; block++) {
    const rises = up[block] ?? 0
    const falls = down[block] ?? 0
    const here = equal[block] ?? 0
    const same = here | below
    const vertical = here | falls
    const horizontal = (((same & rises) + rises) ^ rises) | same
    const more = falls | ~(horizontal | rises)
    const less = rises & horizontal
    change = more & last ? 1 : less & last ? -1 : 0
    const shifted = (more << 1) | above
    up[block] = (less << 1) | below | ~(vertical | shifted)
    down[block] = shifted & vertical
    above = more >>> 31
    below = less >>> 31
  }
  return change
}

/** Bits of the places where an item stands; what is given holds until the next call. */
function rows(items: Int32Array): (item: number) => Uint32Array {
  const blocks = Math.ceil(items.length / 32)
  const places = new Map<number, number[]>()
  items.forEach((item, at) => {
    const known = places.get(item)
    if (known) known.push(at)
    else places.set(item, [at])
  })
  const set = (row: Uint32Array, list: number[]) => {
    for (const at of list) row[at >>> 5] = (row[at >>> 5] ?? 0) | (1 << (at & 31))
    return row
  }
  // At most 64 items stand in more than a 64th of all places: theirs are kept, the others' are written where they are asked for.
  const often = new Map<number, Uint32Array>()
  for (const [item, list] of places) if (list.length > blocks / 2) often.set(item, set(new Uint32Array(blocks), list))
  const seldom = new Uint32Array(blocks)
  let written: number[] = []
  return (item) => {
    const known = often.get(item)
    if (known) return known
    for (const at of written) seldom[at >>> 5] = 0
    written = places.get(item) ?? []
    return set(seldom, written)
  }
}
