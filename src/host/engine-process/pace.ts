// In how large pieces a prompt is read: as many tokens at once as cancelling can wait for.
import { largest } from '../../core/text/extremes.ts'

// Nothing interrupts an evaluation. With what winds up after it, cancelling stays below a tenth of a second.
const SLICE_MS = 70
// Smaller pieces cost: on one slow core (4.7 ms a token with the model that comes along) pieces of 16 tokens took 1.1 times the processor time of
// pieces of 64, pieces of 8 took 1.35 times, pieces of 4 took 1.75 times.
const LEAST = 8
const FIXED = 16
// A machine that had other work a moment ago has it again: the slowest of so many pieces counts.
const REMEMBERED = 8

export interface ReadingPace {
  /** Tokens to read next in one piece: at the slowest rate of late, no more than can be read in 70 ms, but 8 at least. */
  readonly size: number
  /** The same every time, for strict mode. */
  readonly fixed: number
  /** Milliseconds to read one token. */
  readonly ms: number
  /** Learns from a piece that was read. */
  took(tokens: number, ms: number): void
}

/** `batchSize`: tokens that one evaluation can take. `gpu`: reads a whole batch in a few milliseconds. */
export function createPace({ batchSize, gpu }: { batchSize: number; gpu: boolean }): ReadingPace {
  const fixed = gpu ? batchSize : Math.min(FIXED, batchSize)
  // Nothing is known yet of how fast this machine reads.
  let size = gpu ? batchSize : Math.min(LEAST, batchSize)
  // Until something was read: what llama.cpp does with a small model on one core, or a large one on a GPU.
  let each = gpu ? 0.3 : 3
  const late: number[] = []
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
      if (tokens < Math.min(LEAST, size)) return
      each = ms / tokens
      late.push(each)
      if (late.length > REMEMBERED) late.shift()
      const fits = Math.floor(SLICE_MS / largest(late))
      size = Math.min(batchSize, Math.max(LEAST, Math.min(2 * size, fits)))
    }
  }
}
