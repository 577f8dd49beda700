// Notices that an answer only repeats itself: small models do not find the way out by themselves.
import type { Token } from 'node-llama-cpp'

// Longer blocks than a few lines are not what small models fall into.
const LONGEST = 64
// A ruled line or a row of zeros is no fault.
const LEAST_TOKENS = 48

/** `push` is true once the answer ends in one block said `times` over, and at least 48 tokens of it; never for 0. */
export function createRepetition(times: number): { push(token: Token): boolean } {
  const said: Token[] = []
  // For each length of a block: how many tokens at the end equal the one that far before.
  const runs = new Array<number>(LONGEST + 1).fill(0)
  return {
    push(token) {
      if (times === 0) return false
      said.push(token)
      let over = false
      for (let length = 1; length <= LONGEST; length++) {
        runs[length] = token === said[said.length - 1 - length] ? (runs[length] ?? 0) + 1 : 0
        over ||= (runs[length] ?? 0) + length >= Math.max(LEAST_TOKENS, times * length)
      }
      return over
    }
  }
}
