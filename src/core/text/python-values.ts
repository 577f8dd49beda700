// Values as Python writes them: texts, numbers, lists, dictionaries, `True`, `False` and `None`. Nothing is computed.
import { readString } from './python.ts'

export type PythonLiteral = string | number | boolean | null | PythonLiteral[] | { [key: string]: PythonLiteral }

/** A place in a text of Python, moved on by what is taken. */
export interface PythonScanner {
  /** What the sticky pattern matches here, taken; `undefined` where it does not. */
  take(pattern: RegExp): string | undefined
  /** Whether the next character is this one; it stays. */
  sees(char: string): boolean
  /** What is left. */
  rest(): string
  /** @throws SyntaxError for what is none */
  value(): PythonLiteral
  /** @throws SyntaxError that says what was expected and what stands here */
  fail(expected: string): never
}

/** The value that the whole text is. @throws SyntaxError that says what was expected and what stood there */
export function readLiteral(text: string): PythonLiteral {
  const scanner = scan(text)
  scanner.take(/\s*/uy)
  const value = scanner.value()
  scanner.take(/\s*/uy)
  if (scanner.rest()) scanner.fail('The end is expected')
  return value
}

export function scan(text: string): PythonScanner {
  let at = 0

  function take(pattern: RegExp): string | undefined {
    // Each pattern is sticky: it is looked for here and nowhere else.
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    at += found?.length ?? 0
    return found
  }
  const space = () => take(/\s*/uy)
  function fail(expected: string): never {
    const found = text.slice(at, at + SHOWN).replaceAll('\n', ' ')
    throw new SyntaxError(`${expected} ${found ? `before: ${found}` : 'at the end'}`)
  }

  function value(depth = 0): PythonLiteral {
    if (depth > DEEPEST) return fail('Fewer lists inside lists are expected')
    const prefix = take(/[rRuU]?(?=["'])/uy)
    if (prefix !== undefined) return string(prefix.toLowerCase() === 'r')
    if (take(/[fFbB]{1,2}(?=["'])|[rR][bB](?=["'])/uy)) fail('A plain text in quotes is expected')
    const number = take(/[+-]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/uy)
    if (number !== undefined) return Number(number.replaceAll('_', ''))
    const close = take(/[[(]/uy)
    if (close) return list(close === '[' ? ']' : ')', depth)
    if (take(/\{/uy)) return dictionary(depth)
    const word = take(/[\p{L}_][\p{L}\p{N}_.-]*/uy)
    if (word === undefined) return fail('A value is expected')
    const known = WORDS.get(word)
    if (known !== undefined) return known
    throw new SyntaxError(`${word} is a name, not a value; a text stands in quotes: '${word}'`)
  }

  function list(close: string, depth: number): PythonLiteral[] {
    const items: PythonLiteral[] = []
    for (space(); !take(close === ']' ? /\]/uy : /\)/uy); space()) {
      if (items.length && !take(/,\s*/uy)) fail(`A comma or ${close} is expected`)
      if (text[at] !== close) items.push(value(depth + 1))
    }
    return items
  }

  function dictionary(depth: number): PythonLiteral {
    const entries = new Map<string, PythonLiteral>()
    for (space(); !take(/\}/uy); space()) {
      if (entries.size && !take(/,\s*/uy)) fail('A comma or } is expected')
      if (text[at] === '}') continue
      // JavaScript's keys stand without quotes.
      const key = /["']/.test(text[at] ?? '') ? string(false) : (take(/[\p{L}_$][\w$]*/uy) ?? fail('A key is expected'))
      if (!take(/\s*:\s*/uy)) fail('A colon is expected')
      if (entries.has(key)) throw new SyntaxError(`${key} is given twice`)
      entries.set(key, value(depth + 1))
    }
    return Object.fromEntries(entries)
  }

  function string(raw: boolean): string {
    const start = at
    const mark = take(/"""|'''|["']/uy)
    if (mark === undefined) return fail('A plain text in quotes is expected')
    const { value, end, closed } = readString(text, start, { mark, raw })
    if (!closed) {
      throw new SyntaxError(`The text that begins at ${text.slice(start, start + SHOWN)} has no closing ${mark}`)
    }
    at = end
    return value
  }

  return { take, sees: (char) => text[at] === char, rest: () => text.slice(at), value: () => value(), fail }
}

// No action nests at all; without a bound a long row of brackets would end in a crash.
const DEEPEST = 20

// So much of what could not be read is shown.
const SHOWN = 30

const WORDS = new Map<string, PythonLiteral>([
  ['True', true],
  ['False', false],
  ['None', null],
  // JSON's words, which agents mix in.
  ['true', true],
  ['false', false],
  ['null', null]
])
