import { describe, expect, test } from 'vitest'
import { median, medianRatio, repeat } from '../../bench/engine/middle.ts'

describe('middle', () => {
  test('is the value in the middle, or between the two in the middle', () => {
    expect([median([3]), median([9, 1, 2]), median([4, 1, 2, 100])]).toEqual([3, 2, 3])
    expect(() => median([])).toThrow(RangeError)
  })

  test('of a ratio compares what was measured together', () => {
    // The machine became ten times slower on the way: every pair still says two.
    expect(medianRatio([2, 20, 200], [1, 10, 100])).toBe(2)
  })

  test('repeats as often as it must when time is over, and as often as it may when there is time', () => {
    expect([...repeat({ least: 2, most: 5, seconds: 0 })]).toEqual([0, 1])
    expect([...repeat({ least: 2, most: 5, seconds: 3600 })]).toEqual([0, 1, 2, 3, 4])
  })
})
