// Texts as Python writes and reads them (docs.python.org, Lexical analysis; `repr` of a str).

/** A text that was read, and where it ends. `closed` is false for one that lacks its last quote. */
export interface ReadLiteral {
  value: string
  end: number
  closed: boolean
}

export function isQuote(char: string | undefined): boolean {
  return char === "'" || char === '"'
}

/**
 * The text whose quote stands at `at`. An escape that Python does not know stays as it is written, as in Python.
 * @param options.mark what opens and closes it, where that is three quotes
 * @param options.raw nothing in it is an escape
 */
export function readString(
  text: string,
  at: number,
  { mark = text.charAt(at), raw = false }: { mark?: string; raw?: boolean } = {}
): ReadLiteral {
  const from = at + mark.length
  const close = closing(text, from, mark)
  const body = text.slice(from, close < 0 ? undefined : close)
  return { value: raw ? body : unescaped(body), end: close < 0 ? text.length : close + mark.length, closed: close >= 0 }
}

/** Where the text that starts at `from` ends, or -1. A backslash takes what follows it along. */
function closing(text: string, from: number, mark: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text.startsWith(mark, at)) return at
  }
  return -1
}

const ESCAPES = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['\n', ''],
  ['\r\n', ''],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"']
])

const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{1,3})|(\r\n|[\s\S]))/g

function unescaped(body: string): string {
  if (!body.includes('\\')) return body
  return body.replace(ESCAPE, (whole, x?: string, u?: string, long?: string, octal?: string, char?: string) => {
    if (char !== undefined) return ESCAPES.get(char) ?? whole
    const hex = x ?? u ?? long
    const code = hex === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(hex, 16)
    return code > 0x10ffff ? whole : String.fromCodePoint(code)
  })
}

// What Python calls not printable: everything of Unicode's groups C and Z but the space.
const UNPRINTABLE = /(?! )[\p{C}\p{Z}\\]/gu

const NAMED = new Map([
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t']
])

/** The text as Python's `repr` writes it: on one line, and nothing in it can end the quotes. */
export function repr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const body = text.replace(UNPRINTABLE, (char) => NAMED.get(char) ?? escaped(char.codePointAt(0) ?? 0))
  return quote + (quote === "'" ? body.replaceAll("'", "\\'") : body) + quote
}

function escaped(code: number): string {
  const hex = code.toString(16)
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}
