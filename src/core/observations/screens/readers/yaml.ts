// The little of YAML that an aria snapshot is made of: one-line scalars, plain or in quotes.

/** A scalar that was read, and where it ends. */
export interface Scalar {
  value: string
  end: number
  closed: boolean
}

const NAMED = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
  ['0', '\0'],
  ['e', '\u001b']
])
const DIGITS = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8]
])

/** The string in double quotes that opens at `at`: JSON's, and YAML's, which knows more escapes. */
export function readDouble(text: string, at: number): Scalar {
  let value = ''
  let from = at + 1
  for (let index = from; index < text.length; ) {
    const char = text[index]
    if (char === '"') return { value: value + text.slice(from, index), end: index + 1, closed: true }
    if (char !== '\\') {
      index++
      continue
    }
    const mark = text.charAt(index + 1)
    const count = DIGITS.get(mark) ?? 0
    const digits = text.slice(index + 2, index + 2 + count)
    const code = count && /^[\da-f]+$/i.test(digits) ? Number.parseInt(digits, 16) : -1
    const known = code >= 0 && code <= 0x10ffff
    value += text.slice(from, index) + (known ? String.fromCodePoint(code) : (NAMED.get(mark) ?? mark))
    from = Math.min(text.length, index + 2 + (known ? count : 0))
    index = from
  }
  return { value: value + text.slice(from), end: text.length, closed: false }
}

/** The string in single quotes that opens at `at`; a quote in it stands twice. */
export function readSingle(text: string, at: number): Scalar {
  for (let index = at + 1; index < text.length; index++) {
    if (text[index] !== "'") continue
    if (text[index + 1] === "'") index++
    else return { value: text.slice(at + 1, index).replaceAll("''", "'"), end: index + 1, closed: true }
  }
  return { value: text.slice(at + 1).replaceAll("''", "'"), end: text.length, closed: false }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: YAML lets none of them stand plain
const CONTROLS = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/
// What a plain scalar may not begin with, hold, end with, or be, because YAML would read something else from it.
const BEGINS = /^[\s\-&*\],?!>|@"'#%[]/
const HOLDS = /:\s|\s#|[{}`]/
const ENDS = /[\s:]$/
const WORDS = new Set(['', 'y', 'n', 'yes', 'no', 'true', 'false', 'on', 'off', 'null', '~'])

/** Whether Playwright puts the string in quotes. */
function needsQuotes(text: string): boolean {
  if (BEGINS.test(text) || HOLDS.test(text) || ENDS.test(text) || CONTROLS.test(text)) return true
  return WORDS.has(text.toLowerCase()) || !Number.isNaN(Number(text)) || /^[-+]?\.(?:inf|nan)$/i.test(text)
}

export function writeKey(text: string): string {
  return needsQuotes(text) ? `'${text.replaceAll("'", "''")}'` : text
}

const ESCAPED = new Map([
  ['\\', '\\\\'],
  ['"', '\\"'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t']
])

export function writeValue(text: string): string {
  if (!needsQuotes(text)) return text
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to be escaped
  const escaped = text.replace(/[\\"\u0000-\u001f\u007f-\u009f]/g, (char) => {
    return ESCAPED.get(char) ?? `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`
  })
  return `"${escaped}"`
}
