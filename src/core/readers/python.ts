// Python's literals, as `repr` writes them.

/** A literal that was read, and where it ends. `closed` is false for a string that lacks its last quote. */
export interface Literal {
  value: string
  end: number
  closed: boolean
}

const NAMED = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['0', '\0']
])
const DIGITS = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8]
])

export function isQuote(char: string | undefined): boolean {
  return char === "'" || char === '"'
}

/** The string whose quote stands at `at`. An unknown escape stays as it is written, as in Python. */
export function readString(text: string, at: number): Literal {
  const quote = text.charAt(at)
  let value = ''
  let from = at + 1
  for (let index = from; index < text.length; ) {
    const char = text.charAt(index)
    if (char === quote) return { value: value + text.slice(from, index), end: index + 1, closed: true }
    if (char !== '\\') {
      index++
      continue
    }
    const [meant, end] = readEscape(text, index)
    value += text.slice(from, index) + meant
    index = end
    from = end
  }
  return { value: value + text.slice(from), end: text.length, closed: false }
}

function readEscape(text: string, at: number): [meant: string, end: number] {
  const char = text.charAt(at + 1)
  const count = DIGITS.get(char)
  if (count) {
    const digits = text.slice(at + 2, at + 2 + count)
    const code = /^[\da-f]+$/i.test(digits) && digits.length === count ? Number.parseInt(digits, 16) : Number.NaN
    return code <= 0x10ffff ? [String.fromCodePoint(code), at + 2 + count] : ['\\', at + 1]
  }
  const named = NAMED.get(char)
  if (named !== undefined) return [named, at + 2]
  return char === '\\' || isQuote(char) ? [char, at + 2] : ['\\', at + 1]
}

// What Python calls not printable: everything of Unicode's groups C and Z but the space.
const UNPRINTABLE = /(?! )[\p{C}\p{Z}\\]/gu

/** The string as Python's `repr` writes it. */
export function repr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const escaped = text.replace(UNPRINTABLE, (char) => {
    if (char === '\\') return '\\\\'
    if (char === '\n') return '\\n'
    if (char === '\r') return '\\r'
    if (char === '\t') return '\\t'
    const code = char.codePointAt(0) ?? 0
    const hex = code.toString(16)
    if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`
    return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
  })
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote
}
