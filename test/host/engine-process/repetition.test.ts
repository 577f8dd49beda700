import type { Token } from 'node-llama-cpp'
import { expect, it } from 'vitest'
import { createRepetition } from '../../../src/host/engine-process/repetition.ts'

/** After how many tokens of `block`, said over and over, the answer is over; `null` when it never is. */
function overAfter(block: number[], { times, before = [] }: { times: number; before?: number[] }): number | null {
  const repetition = createRepetition(times)
  for (const token of before) repetition.push(token as Token) // `as`: a token is a number with a brand.
  for (let count = 1; count <= 1000; count++) {
    if (repetition.push(block[(count - 1) % block.length] as Token)) return count
  }
  return null
}

const block = (length: number) => Array.from({ length }, (_, index) => 100 + index)

it('an answer is over once a block was said so many times, and 48 tokens of it', () => {
  expect(overAfter(block(10), { times: 6 })).toBe(60)
  expect(overAfter(block(64), { times: 6 })).toBe(384)
  // A ruled line is no fault.
  expect(overAfter([7], { times: 6 })).toBe(48)
  expect(overAfter(block(4), { times: 6 })).toBe(48)
})

it('what came before does not count', () => {
  expect(overAfter(block(10), { times: 6, before: [1, 2, 3, 4, 5] })).toBe(60)
})

it('longer blocks may be said as often as the model likes, and all of them when repeating is allowed', () => {
  expect(overAfter(block(65), { times: 6 })).toBeNull()
  expect(overAfter([7], { times: 0 })).toBeNull()
})

it('a block that changes each time is not the same block', () => {
  const repetition = createRepetition(3)
  const over = Array.from({ length: 500 }, (_, at) => repetition.push((at % 10 === 0 ? 1000 + at : at % 10) as Token))
  expect(over).not.toContain(true)
})
