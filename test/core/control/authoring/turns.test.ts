// What is held back of a recording, what of it leaks, and when two answers count as the same.
import { expect, test } from 'vitest'
import { isNear, leaksOf, shownOf } from '../../../../src/core/control/authoring/turns.ts'

test('the last turns are held back, at least one, and never all', () => {
  expect([10, 3, 2, 1].map((turns) => shownOf(turns, 0.3))).toEqual([7, 2, 1, 1])
  expect(shownOf(10, 0)).toBe(10)
  expect(shownOf(2, 0.9)).toBe(1)
})

test('ten words in a row of a held-back answer in a description are told, and those of a shown turn are repeated', () => {
  const words = (from: number) => Array.from({ length: 12 }, (_, at) => `word${from + at}`).join(' ')
  expect(leaksOf([words(0), words(100), words(200)], [words(100)], [`So it says: ${words(200)}`])).toEqual({
    repeated: [1],
    told: [2]
  })
  expect(leaksOf(['nine words are no leak at all, I think'], [], ['nine words are no leak at all, I think'])).toEqual({
    repeated: [],
    told: []
  })
})

test('numbers count as the same within a thousandth, words do not', () => {
  expect(isNear('It weighs 10.0004 kg.', 'It weighs 10.0001 kg.')).toBe(true)
  expect(isNear('1000.5', '1000')).toBe(true)
  expect(isNear('It weighs 10.1 kg.', 'It weighs 10 kg.')).toBe(false)
  expect(isNear('It weighs 10 kg.', 'It weighs 10 lb.')).toBe(false)
  expect(isNear('1 2', '1')).toBe(false)
})
