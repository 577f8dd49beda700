import { expect, it } from 'vitest'
import { twiceInJson, twiceMessage } from '../../../src/core/text/twice.ts'

it.each<[string, string, [string, number[]][]]>([
  ['none', '{"a": 1, "b": {"a": 2}, "c": ["a", "a"]}', []],
  ['one', '{"a": 1, "a": 2}', [['a', [1, 9]]]],
  [
    'inside and outside, the inner first',
    '{"x": {"k": 1, "l": 2, "k": 3}, "x": 4}',
    [
      ['k', [7, 23]],
      ['x', [1, 32]]
    ]
  ],
  ['three, written in other ways', '{"a":1,"\\u0061":2,"a":3}', [['a', [1, 7, 18]]]],
  ['in a list', '[{"a": "}", "b": "\\"a", "a": ","}]', [['a', [2, 24]]]],
  ['values that look like keys', '{"a": "a", "b": "a"}', []],
  ['no object', '"a"', []]
])('keys that are there twice in JSON: %s', (_, text, expected) => {
  expect(twiceInJson(text).map(({ key, offsets }) => [key, offsets])).toEqual(expected)
})

it('names every line, and says what to do', () => {
  expect(twiceMessage('setup', [4, 9])).toBe(
    '"setup" is written twice, on lines 4 and 9. Only the last would count: keep one.'
  )
  expect(twiceMessage('a', [2, 2])).toBe('"a" is written twice, on line 2. Only the last would count: keep one.')
  expect(twiceMessage('a', [1, 2, 3])).toMatch(/^"a" is written 3 times, on lines 1, 2 and 3\./)
})
