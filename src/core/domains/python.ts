// Python calls and the values in them, as web actions and desktop code write them.
import { readString, repr } from '../text/python.ts'

export type PythonLiteral = string | number | boolean | null | PythonLiteral[] | { [key: string]: PythonLiteral }

/** `click('a12', button='right')`: a dotted name, positional arguments, keyword arguments in their order. */
export interface PythonCall {
  name: string
  positional: PythonLiteral[]
  keywords: Map<string, PythonLiteral>
}

/** A value in Python's words. */
export function write(value: PythonLiteral): string {
  if (typeof value === 'string') return repr(value)
  if (Array.isArray(value)) return `[${value.map(write).join(', ')}]`
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'object') {
    return `{${Object.entries(value)
      .map(([key, one]) => `${repr(key)}: ${write(one)}`)
      .join(', ')}}`
  }
  return String(value)
}

/** A call on one line; the inverse of `readCall`. */
export function writeCall(name: string, positional: PythonLiteral[], keywords: [string, PythonLiteral][] = []): string {
  const given = [...positional.map(write), ...keywords.map(([key, value]) => `${key}=${write(value)}`)]
  return `${name}(${given.join(', ')})`
}

/**
 * Reads a text that is one call and nothing else. Values are texts, numbers, lists, dictionaries, `True`, `False` and `None`; expressions are not
 * computed.
 * @throws SyntaxError that says what was expected and what stood there
 */
export function readCall(text: string): PythonCall {
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

  space()
  const name =
    take(/[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/uy) ?? fail('The name of a function is expected')
  space()
  if (!take(/\(/uy)) throw new SyntaxError(`${name} is no call; a call has parentheses: ${name}(...)`)
  const call: PythonCall = { name, positional: [], keywords: new Map() }
  for (space(); !take(/\)/uy); space()) {
    if (call.positional.length + call.keywords.size && !take(/,\s*/uy)) fail('A comma or ) is expected')
    if (text[at] === ')') continue
    const key = take(/[\p{L}_]\w*(?=\s*=(?!=))/uy)
    if (key === undefined) {
      if (call.keywords.size) fail('A name and = are expected here too,')
      call.positional.push(value())
      continue
    }
    take(/\s*=\s*/uy)
    if (call.keywords.has(key)) throw new SyntaxError(`${key} is given twice`)
    call.keywords.set(key, value())
  }
  take(/[\s;]*/uy)
  if (at < text.length) throw new SyntaxError(`One action is one call; leave out: ${text.slice(at, at + SHOWN)}`)
  return call
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
