import type { Token } from 'node-llama-cpp'
import { expect, test } from 'vitest'
import { createRepetition } from '../../../src/host/engine-process/repetition.ts'

/** After how many tokens an answer is found to repeat itself; `null` for never. */
function noticed(times: number, answer: number[]): number | null {
  const repetition = createRepetition(times)
  // `as`: tokens are numbers that the library marks as its own.
  const at = answer.findIndex((token) => repetition.push(token as Token))
  return at < 0 ? null : at + 1
}
const over = (block: number[], times: number) => Array.from({ length: times }, () => block).flat()

test.each([
  ['a block of twenty tokens, said six times', 6, over([...Array(20).keys()], 10), 120],
  ['a short block, only when there are 48 tokens of it', 6, over([1, 2, 3], 30), 48],
  ['a block after a beginning of its own', 6, [90, 91, 92, ...over([...Array(10).keys()], 9)], 63],
  ['nothing in a count', 6, [...Array(500).keys()], null],
  [
    'nothing in lines that differ',
    6,
    over([1, 2, 3, 4], 9).map((token, at) => (at % 4 === 3 ? 1000 + at : token)),
    null
  ],
  ['nothing when repeating is allowed', 0, over([1, 2, 3], 100), null]
])('%s is noticed', (_, times, answer, at) => {
  expect(noticed(times, answer)).toBe(at)
})
