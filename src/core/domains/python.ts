// Python calls and the values in them, as web actions and desktop code write them.
import { repr } from '../text/python.ts'
import { type PythonLiteral, scan } from '../text/python-values.ts'

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
  const { take, sees, rest, value, fail } = scan(text)
  const space = () => take(/\s*/uy)
  space()
  const name =
    take(/[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/uy) ?? fail('The name of a function is expected')
  space()
  if (!take(/\(/uy)) throw new SyntaxError(`${name} is no call; a call has parentheses: ${name}(...)`)
  const call: PythonCall = { name, positional: [], keywords: new Map() }
  for (space(); !take(/\)/uy); space()) {
    if (call.positional.length + call.keywords.size && !take(/,\s*/uy)) fail('A comma or ) is expected')
    if (sees(')')) continue
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
  if (rest()) throw new SyntaxError(`One action is one call; leave out: ${rest().slice(0, SHOWN)}`)
  return call
}

// So much of what could not be read is shown.
const SHOWN = 30
