// Time and chance of a machine, counted from what it executes.
import { present } from '../../../core/text/present.ts'

// The guest appears to run at 500 million instructions a second.
export const NS_PER_INSTRUCTION = 2
// No two readings of the clock may be equal: v86 then extrapolates from values that are not part of its state.
const NS_PER_READING = 10
export const NS_PER_MS = 1e6
// v86's counter of executed instructions, a 32-bit word at a fixed place of its memory.
const INSTRUCTIONS = 664 >> 2

/** A part of the machine's state. */
export interface CountedClock {
  /** Nanoseconds since power-on. */
  ns: number
  /** Instructions executed since power-on. */
  instructions: number
  /** Numbers drawn by the processor's generator. */
  drawn: number
}

/** `words`: the machine's memory, once there is one. */
export function createClock(words: () => Uint32Array | null) {
  const clock: CountedClock = { ns: 0, instructions: 0, drawn: 0 }
  let counted = 0

  function count(memory: Uint32Array): void {
    const now = present(memory[INSTRUCTIONS])
    const more = (now - counted) >>> 0
    counted = now
    clock.instructions += more
    clock.ns += more * NS_PER_INSTRUCTION
  }

  return {
    clock,
    count: () => count(present(words())),
    /** What the guest and v86's devices read as the time, in milliseconds. */
    tick(): number {
      const memory = words()
      if (!memory) return 0
      count(memory)
      clock.ns += NS_PER_READING
      // Half a nanosecond keeps the division from falling below a whole one.
      return (clock.ns + 0.5) / NS_PER_MS
    },
    /** The processor's random numbers (SplitMix32 over a count). */
    draw(): number {
      let z = (1 + Math.imul(++clock.drawn, 0x9e3779b9)) | 0
      z = Math.imul(z ^ (z >>> 16), 0x85ebca6b)
      z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35)
      return z ^ (z >>> 16)
    },
    /** Takes the counter as it stands: after a state was put back. */
    recount(): void {
      counted = present(present(words())[INSTRUCTIONS])
    }
  }
}
