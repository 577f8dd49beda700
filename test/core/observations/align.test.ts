import { expect, it } from 'vitest'
import { aligned } from '../../../src/core/observations/screens/align.ts'

const rising = (a: string, b: string) => aligned([...a], [...b]).sort((one, other) => one - other)

it('finds what two sequences have in common, in the same order', () => {
  expect(rising('abc', 'abc')).toEqual([0, 1, 2])
  expect(rising('abc', 'xabc')).toEqual([1, 2, 3])
  expect(rising('abcd', 'abxcd')).toEqual([0, 1, 3, 4])
  expect(rising('abcd', 'acbd')).toEqual([0, 1, 3])
  expect(rising('', 'ab')).toEqual([])
  expect(rising('ab', '')).toEqual([])
})

it('matches what repeats, and leaves what is one too many', () => {
  expect(rising('-a-b-', '-a--b-')).toHaveLength(5)
  expect(rising('xx', 'xxx')).toEqual([0, 1])
  expect(rising('xyxy', 'yxyx')).toHaveLength(3)
})
