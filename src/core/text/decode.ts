// Text files as people's programs write them: UTF-8, or UTF-16 with its byte order mark, as PowerShell 5 and Notepad do.
import { OrreryError } from '../errors.ts'

/** Text in pieces. The bytes may be cut anywhere. */
export interface Decoding {
  /** @throws OrreryError invalid-input for an encoding that cannot be told for sure */
  decode(bytes: Uint8Array): string
  end(): string
}

// Enough characters to see that every other byte is zero.
const START = 4096

/**
 * The whole text, without the mark.
 * @param name what the text is, as the error is to call it: `"tools.json"`
 * @throws OrreryError invalid-input for UTF-16 without a mark, and UTF-32
 */
export function decodeText(bytes: Uint8Array, name: string): string {
  return new TextDecoder(encodingOf(bytes, name)).decode(bytes)
}

/** The beginning of a text; a character that is cut at its end is left out. @throws OrreryError as `decodeText` */
export function decodeStart(bytes: Uint8Array, name: string): string {
  return new TextDecoder(encodingOf(bytes, name)).decode(bytes, { stream: true })
}

/** A text that somebody else decoded as UTF-8, without its mark. @throws OrreryError as `decodeText` */
export function plainText(text: string, name: string): string {
  return text.includes('\0') ? decodeText(new TextEncoder().encode(text), name) : text.replace(/^\uFEFF/, '')
}

export function createDecoding(name: string): Decoding {
  let waiting = new Uint8Array()
  let decoder: TextDecoder | null = null
  return {
    decode(bytes) {
      if (decoder) return decoder.decode(bytes, { stream: true })
      waiting = joined(waiting, bytes)
      if (waiting.length < START) return ''
      decoder = new TextDecoder(encodingOf(waiting, name))
      return decoder.decode(waiting, { stream: true })
    },
    end: () => (decoder ? decoder.decode() : decodeText(waiting, name))
  }
}

/** Whether the text begins with the mark of UTF-16: any other text can be decoded as UTF-8 first. */
export function isMarkedUtf16(bytes: Uint8Array): boolean {
  const mark = markOf(bytes)
  return mark === 'utf-16le' || mark === 'utf-16be'
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

function encodingOf(bytes: Uint8Array, name: string): Encoding {
  const marked = markOf(bytes)
  if (marked === 'utf-32') throw refused(name, 'UTF-32')
  if (marked === null && isUnmarked(bytes.subarray(0, START))) throw refused(name, 'UTF-16 without a byte order mark')
  return marked ?? 'utf-8'
}

/** https://www.unicode.org/faq/utf_bom.html#bom4 */
function markOf([a, b, c, d]: Uint8Array): Encoding | 'utf-32' | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe && d === 0xff))
    return 'utf-32'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  return a === 0xfe && b === 0xff ? 'utf-16be' : null
}

// Blanks, digits, quotes and brackets are in texts of every script. In UTF-16 each of them has a zero beside it.
const FEWEST_ZEROS = 1 / 16
// Characters that files of text do not hold, and files of other kinds soon do.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NO_TEXT = /[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd-\uffff]/

/** Whether these are the bytes of UTF-16: many zeros at even places, or at odd ones, and what that makes is text. */
function isUnmarked(bytes: Uint8Array): boolean {
  const units = bytes.length >> 1
  const zeros = [0, 0] as [number, number]
  for (let at = 0; at < units * 2; at++) if (bytes[at] === 0) zeros[at & 1 ? 1 : 0]++
  const [high, low] = zeros
  if (Math.max(high, low) < units * FEWEST_ZEROS || units === 0) return false
  const text = new TextDecoder(high > low ? 'utf-16be' : 'utf-16le').decode(bytes.subarray(0, units * 2), {
    stream: true
  })
  return !NO_TEXT.test(text)
}

const refused = (name: string, encoding: string): OrreryError =>
  new OrreryError('invalid-input', `${name} is ${encoding}. Save it as UTF-8, then try again.`)

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
