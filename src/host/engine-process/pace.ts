// In how large pieces a prompt is read: as many tokens at once as cancelling can wait for.

// Nothing interrupts an evaluation. With what winds up after it, cancelling stays below a tenth of a second.
const SLICE_MS = 70
// On slow machines smaller slices cost: of 512 tokens, on one core with SmolLM2, slices of 16 took 1.22 times as long as slices of 64,
// and larger ones no less.
const LEAST = 16
const BEST = 64

export interface Pace {
  /** Tokens to read next in one piece. */
  readonly size: number
  /** The same every time, for strict mode. */
  readonly fixed: number
  /** Milliseconds to read one token. */
  readonly ms: number
  /** Learns from a piece that was read. */
  took(tokens: number, ms: number): void
}

/** `batchSize`: tokens that one evaluation can take. `gpu`: reads a whole batch in a few milliseconds. */
export function createPace({ batchSize, gpu }: { batchSize: number; gpu: boolean }): Pace {
  const fixed = gpu ? batchSize : Math.min(BEST, batchSize)
  let size = fixed
  // Until something was read: what llama.cpp does with a small model on one core, or a large one on a GPU.
  let each = gpu ? 0.3 : 3
  return {
    get size() {
      return size
    },
    get ms() {
      return each
    },
    fixed,
    took(tokens, ms) {
      // A short piece says little of how fast a long one would be.
      if (tokens < LEAST) return
      each = ms / tokens
      const fits = Math.round((tokens * SLICE_MS) / Math.max(ms, 1))
      size = Math.max(LEAST, Math.min(batchSize, 2 * size, fits))
    }
  }
}
