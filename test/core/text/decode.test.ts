import { describe, expect, test } from 'vitest'
import { createDecoding, decodeStart, decodeText, plainText } from '../../../src/core/text/decode.ts'

const TEXT = '{"said":"日本語 Привет 🙂"}\r\n'
const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, big = false) => {
  const bytes = new Uint8Array(text.length * 2)
  for (let at = 0; at < text.length; at++) new DataView(bytes.buffer).setUint16(at * 2, text.charCodeAt(at), !big)
  return bytes
}
const utf32 = (text: string) =>
  Uint8Array.from([...text].flatMap((one) => [one.charCodeAt(0) & 255, one.charCodeAt(0) >> 8, 0, 0]))

describe('a text file', () => {
  test.each([
    ['UTF-8', utf8(TEXT)],
    ['UTF-8 with its mark', utf8(`\uFEFF${TEXT}`)],
    ['UTF-16LE with its mark', utf16(`\uFEFF${TEXT}`)],
    ['UTF-16BE with its mark', utf16(`\uFEFF${TEXT}`, true)]
  ])('is read in %s, whole and in pieces of any size', (_, bytes) => {
    expect(decodeText(bytes, 'It')).toBe(TEXT)
    for (const size of [1, 2, 3, 5, 10_000]) expect(inPieces(bytes, size)).toBe(TEXT)
  })

  test('is read in pieces when it is longer than what its encoding is told by', () => {
    const text = TEXT.repeat(3000)
    for (const bytes of [utf8(text), utf16(`\uFEFF${text}`), utf16(`\uFEFF${text}`, true)])
      for (const size of [7, 4096, 65_537]) expect(inPieces(bytes, size)).toBe(text)
  })

  test.each([
    ['UTF-16 without a byte order mark', utf16(TEXT)],
    ['UTF-16 without a byte order mark', utf16(TEXT, true)],
    ['UTF-16 without a byte order mark', utf16('設定 = 一\n値 = 二\n'.repeat(2000))],
    ['UTF-32', utf32(`\uFEFF${'a'.repeat(20)}`)]
  ])('in %s is refused in a sentence', (encoding, bytes) => {
    const words = `"a.json" is ${encoding}. Save it as UTF-8, then try again.`
    expect(() => decodeText(bytes, '"a.json"')).toThrow(words)
    expect(() => decodeStart(bytes.subarray(0, 501), '"a.json"')).toThrow(words)
    expect(() => inPieces(bytes, 3, '"a.json"')).toThrow(words)
  })

  test.each([
    ['nothing', new Uint8Array()],
    ['one byte', Uint8Array.of(0x61)],
    ['a zero in a text', utf8(`{"text":"a\0b"}${' '.repeat(50)}`)],
    ['zeros as other kinds of files have them', Uint8Array.from({ length: 4096 }, (__, at) => (at % 4 ? 0 : at % 251))],
    ['numbers of 16 bits', Uint8Array.from({ length: 4096 }, (__, at) => (at & 1 ? 0 : at % 251))]
  ])('of %s is not taken for UTF-16', (_, bytes) => {
    expect(decodeText(bytes, 'It')).toBe(new TextDecoder().decode(bytes))
  })

  test('that was cut has no half character at its end', () => {
    expect(decodeStart(utf8('aé').subarray(0, 2), 'It')).toBe('a')
    expect(decodeStart(utf16('\uFEFFa🙂').subarray(0, 6), 'It')).toBe('a')
  })

  test('that somebody else decoded as UTF-8 is told by its zeros', () => {
    expect(plainText(`\uFEFF${TEXT}`, 'It')).toBe(TEXT)
    expect(() => plainText(new TextDecoder().decode(utf16('{"a": 1}')), 'This text')).toThrow(
      'This text is UTF-16 without a byte order mark. Save it as UTF-8, then try again.'
    )
  })
})

function inPieces(bytes: Uint8Array, size: number, name = 'It'): string {
  const decoding = createDecoding(name)
  let text = ''
  for (let at = 0; at < bytes.length; at += size) text += decoding.decode(bytes.subarray(at, at + size))
  return text + decoding.end()
}
