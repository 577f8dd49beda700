// Bytes of a console that end in the middle of a sequence: what is whole, and the rest that waits for more.

// The start of an escape sequence, or of a character of UTF-8, that is not whole yet. In latin1, so that a character is a byte.
const UNFINISHED = new RegExp(
  [
    '\\x1b(?:\\[[0-?]*[ -/]*|[\\]PX^_][^\\x07\\x1b]*\\x1b?|[ -/]*)?',
    '[\\xc2-\\xdf]',
    '[\\xe0-\\xef][\\x80-\\xbf]?',
    '[\\xf0-\\xf4][\\x80-\\xbf]{0,2}'
  ]
    .map((one) => `(?:${one})$`)
    .join('|')
)

export function split(bytes: Buffer): { whole: Buffer; rest: Buffer } {
  // No sequence that a terminal heeds is longer.
  const tail = bytes.subarray(-4096).toString('latin1')
  const length = UNFINISHED.exec(tail)?.[0].length ?? 0
  return { whole: bytes.subarray(0, bytes.length - length), rest: bytes.subarray(bytes.length - length) }
}
