// Numbers that only a seed and a count decide: mulberry32, a public-domain generator of 32 bits.

/** The number at place `count` (from 1) of this seed: whole, from 0 to below 2 ** 32, the same every time. */
export function mulberry32(seed: number, count: number): number {
  let mixed = (seed + count * 0x6d2b79f5) | 0
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return (mixed ^ (mixed >>> 14)) >>> 0
}
