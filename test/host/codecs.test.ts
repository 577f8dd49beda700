// Files of agents in other encodings, by the names that Python has for them.
import { expect, test } from 'vitest'
import { decoded } from '../../src/host/doors/agents/codecs.ts'

const bytes = (...all: number[]) => Uint8Array.from(all)

// As Python 3.12 decodes them.
test.each<[encoding: string | null, given: Uint8Array, text: string]>([
  [null, bytes(0xef, 0xbb, 0xbf, 0x61), '\ufeffa'],
  ['utf-8-sig', bytes(0xef, 0xbb, 0xbf, 0x61), 'a'],
  ['UTF_8', bytes(0xc3, 0xa9), 'é'],
  ['latin-1', bytes(0xe9, 0x85), 'é\u0085'],
  ['ISO-8859-1', bytes(0xe9), 'é'],
  ['cp1252', bytes(0x85), '…'],
  ['cp1251', bytes(0xcf), 'П'],
  ['ascii', bytes(0x61), 'a'],
  ['cp932', bytes(0x93, 0xfa), '日'],
  ['gbk', bytes(0xd6, 0xd0), '中'],
  ['utf-16', bytes(0xff, 0xfe, 0x61, 0), 'a'],
  ['utf-16', bytes(0xfe, 0xff, 0, 0x61), 'a'],
  ['utf_16_le', bytes(0x61, 0), 'a']
])('%s', (encoding, given, text) => {
  expect(decoded(given, { encoding })).toBe(text)
})

test('what is no text is refused, left out, or marked; an encoding that nobody knows is told from it', () => {
  const given = bytes(0x61, 0xff)
  expect(() => decoded(given, {})).toThrow(TypeError)
  expect(() => decoded(given, { encoding: 'ascii' })).toThrow(TypeError)
  expect(decoded(given, { errors: 'ignore' })).toBe('a')
  expect(decoded(given, { errors: 'replace' })).toBe('a\ufffd')
  expect(() => decoded(given, { encoding: 'klingon' })).toThrow(RangeError)
})
