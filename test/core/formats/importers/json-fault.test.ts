import { expect, test } from 'vitest'
import { faultIn } from '../../../../src/core/formats/importers/json-fault.ts'

const WHOLE = '{"a": [1, -2.5e3, "x\\u00e9\\n", true, null, {}, []],\n "b": {"c": "\\"]"}}'

test('every JSON text is taken to its end', () => {
  for (const text of [WHOLE, '1', '"x"', '[]', ' {} ', JSON.stringify(JSON.parse(WHOLE), null, 2)]) {
    expect([text, faultIn(text)]).toEqual([text, text.length])
  }
})

test('a text that was cut ends too early', () => {
  for (let end = 0; end < WHOLE.length; end++) {
    // Cut in a word or an escape, that is what cannot stand there.
    expect(faultIn(WHOLE.slice(0, end))).toBeGreaterThan(end - 7)
  }
})

test('the character that cannot stand there is found wherever it is put, as JSON.parse finds it', () => {
  for (let at = 0; at < WHOLE.length; at++) {
    const text = `${WHOLE.slice(0, at)}\u0001${WHOLE.slice(at)}`
    expect(() => JSON.parse(text)).toThrow()
    // In a word or an escape, such as tr\u0001ue, it is the word.
    expect(at - faultIn(text)).toBeLessThan(6)
    expect(faultIn(text)).toBeLessThanOrEqual(at)
  }
})

test.each([
  ['{"a" 1}', 5],
  ['{"a": 1,}', 8],
  ['[1 2]', 3],
  ['[1,]', 3],
  ['{} {}', 3],
  ['{"a": "x\ny"}', 8],
  ['{"a": "\\x"}', 7],
  ['[1}', 2],
  ['{1: 2}', 1]
])('%j breaks at %i', (text, at) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(faultIn(text)).toBe(at)
})

test('a string may be millions of characters', () => {
  const long = `{"a": "${'x\\n'.repeat(3_000_000)}" 1}`
  expect(faultIn(long)).toBe(long.length - 2)
})
