// Python calls and the literals in them, as web actions and desktop code write them (docs.python.org, Lexical analysis).

export type Literal = string | number | boolean | null | Literal[]

/** `click('a12', button='right')`: a dotted name, positional arguments, keyword arguments in their order. */
export interface PythonCall {
  name: string
  positional: Literal[]
  keywords: Map<string, Literal>
}

/** A text as Python's `repr` quotes it: on one line, and nothing in it can end the quotes. */
export function quote(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'"
  // Control characters, line separators and halves of a surrogate pair have no form of their own on a line.
  const escaped = text.replace(/[\\'"\p{Cc}\p{Cs}\u2028\u2029]/gu, (char) => {
    if (char === "'" || char === '"') return char === mark ? `\\${char}` : char
    const code = char.charCodeAt(0)
    return WRITTEN.get(char) ?? (code < 256 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`)
  })
  return mark + escaped + mark
}

/** A value in Python's words. */
export function write(value: Literal): string {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return `[${value.map(write).join(', ')}]`
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return String(value)
}

/** A call on one line; the inverse of `readCall`. */
export function writeCall(name: string, positional: Literal[], keywords: [string, Literal][] = []): string {
  const given = [...positional.map(write), ...keywords.map(([key, value]) => `${key}=${write(value)}`)]
  return `${name}(${given.join(', ')})`
}

/**
 * Reads a text that is one call and nothing else. Values are texts, numbers, lists, `True`, `False` and `None`; expressions are not
 * computed.
 * @throws SyntaxError that says what was expected and what stood there
 */
export function readCall(text: string): PythonCall {
  let at = 0

  function take(pattern: RegExp): string | undefined {
    // Sticky: the pattern is looked for here and nowhere else.
    const match = new RegExp(pattern, 'uy')
    match.lastIndex = at
    const found = match.exec(text)?.[0]
    at += found?.length ?? 0
    return found
  }
  const space = () => take(/\s*/)
  function fail(expected: string): never {
    const found = text.slice(at, at + SHOWN).replaceAll('\n', ' ')
    throw new SyntaxError(`${expected} ${found ? `before: ${found}` : 'at the end'}`)
  }

  function value(depth = 0): Literal {
    if (depth > DEEPEST) return fail('Fewer lists inside lists are expected')
    const prefix = take(/[rRuU]?(?=["'])/)
    if (prefix !== undefined) return string(prefix.toLowerCase() === 'r')
    if (take(/[fFbB]{1,2}(?=["'])|[rR][bB](?=["'])/)) fail('A plain text in quotes is expected')
    const number = take(/[+-]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/)
    if (number !== undefined) return Number(number.replaceAll('_', ''))
    const close = take(/[[(]/)
    if (close) return list(close === '[' ? ']' : ')', depth)
    const word = take(/[\p{L}_][\p{L}\p{N}_.-]*/u)
    if (word === undefined) return fail('A value is expected')
    if (WORDS.has(word)) return WORDS.get(word)!
    throw new SyntaxError(`${word} is a name, not a value; a text stands in quotes: '${word}'`)
  }

  function list(close: string, depth: number): Literal[] {
    const items: Literal[] = []
    for (space(); !take(close === ']' ? /\]/ : /\)/); space()) {
      if (items.length && !take(/,\s*/)) fail(`A comma or ${close} is expected`)
      if (text[at] !== close) items.push(value(depth + 1))
    }
    return items
  }

  function string(raw: boolean): string {
    const mark = take(/"""|'''|["']/)!
    const start = at
    const end = closing(text, start, mark)
    if (end < 0) {
      throw new SyntaxError(`The text that begins at ${text.slice(start - 1, start + SHOWN)} has no closing ${mark}`)
    }
    at = end + mark.length
    const body = text.slice(start, end)
    return raw ? body : unescaped(body)
  }

  space()
  const name =
    take(/[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/u) ?? fail('The name of a function is expected')
  space()
  if (!take(/\(/)) throw new SyntaxError(`${name} is no call; a call has parentheses: ${name}(...)`)
  const call: PythonCall = { name, positional: [], keywords: new Map() }
  for (space(); !take(/\)/); space()) {
    if (call.positional.length + call.keywords.size && !take(/,\s*/)) fail('A comma or ) is expected')
    if (text[at] === ')') continue
    const key = take(/[\p{L}_]\w*(?=\s*=(?!=))/u)
    if (key === undefined) {
      if (call.keywords.size) fail('A name and = are expected here too,')
      call.positional.push(value())
      continue
    }
    take(/\s*=\s*/)
    if (call.keywords.has(key)) throw new SyntaxError(`${key} is given twice`)
    call.keywords.set(key, value())
  }
  take(/[\s;]*/)
  if (at < text.length) throw new SyntaxError(`One action is one call; leave out: ${text.slice(at, at + SHOWN)}`)
  return call
}

// No action nests at all; without a bound a long row of brackets would end in a crash.
const DEEPEST = 20

// So much of what could not be read is shown.
const SHOWN = 30

const WORDS = new Map<string, Literal>([
  ['True', true],
  ['False', false],
  ['None', null],
  // JSON's words, which agents mix in.
  ['true', true],
  ['false', false],
  ['null', null]
])

const WRITTEN = new Map([
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t']
])

const ESCAPES = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['\n', ''],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"']
])

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0')
}

/** Where the text that starts at `from` ends, or -1. A backslash takes what follows it along. */
function closing(text: string, from: number, mark: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text.startsWith(mark, at)) return at
  }
  return -1
}

/** What the escapes stand for. One that Python does not know stays as it is, as in Python. */
function unescaped(body: string): string {
  return body.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{1,3})|(\r\n|[\s\S]))/g,
    (whole, x?: string, u?: string, long?: string, octal?: string, char?: string) => {
      const code = x ?? u
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
      if (long !== undefined) {
        const point = Number.parseInt(long, 16)
        return point > 0x10ffff ? whole : String.fromCodePoint(point)
      }
      return ESCAPES.get(char === '\r\n' ? '\n' : (char ?? '')) ?? whole
    }
  )
}
