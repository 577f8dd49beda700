import { expect, test } from 'vitest'
import { createRecent } from '../../../src/core/text/recent.ts'

test('what was used longest ago goes, by number or by size', () => {
  const byNumber = createRecent<string>(2)
  byNumber.set('a', 'one')
  byNumber.set('b', 'two')
  byNumber.get('a')
  byNumber.set('c', 'three')
  expect(['a', 'b', 'c'].map(byNumber.get)).toEqual(['one', undefined, 'three'])

  const bySize = createRecent<string, number>(8, ({ length }) => length)
  bySize.set(1, 'four')
  bySize.set(2, 'four')
  bySize.set(1, 'fives')
  expect([1, 2].map(bySize.has)).toEqual([true, false])
  bySize.drop(1)
  bySize.set(3, 'eight ch')
  expect(bySize.get(3)).toBe('eight ch')
})
