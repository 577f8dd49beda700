// How a file of JSON is laid out, and the first of its rows, as far as its beginning shows.
import { isObject, parsePythonJson } from '../../text/json.ts'

export interface FileLayout {
  kind: 'lines' | 'array' | 'object'
  /** The first objects, at most a few; the document itself where it is one object. */
  rows: Record<string, unknown>[]
}

// Some programs begin with a line about the file.
const MOST = 8

/** `null` where the text does not begin as JSON. Rows that are longer than the beginning are not among them. */
export function layoutOf(head: string): FileLayout | null {
  const start = head.trimStart()
  if (start.startsWith('[')) return { kind: 'array', rows: itemsOf(start.slice(1)) }
  if (!start.startsWith('{')) return null
  const rows = start
    .split('\n', MOST)
    .map(parsed)
    .filter((row) => row !== null)
  const [first = ''] = start.split('\n', 1)
  if (rows.length && parsed(first) !== null && (rows.length > 1 || !start.trim().includes('\n'))) {
    return { kind: 'lines', rows }
  }
  const whole = parsed(start)
  return { kind: 'object', rows: whole ? [whole] : rows }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = parsePythonJson(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** The whole objects that a list begins with. Linear. */
function itemsOf(text: string): Record<string, unknown>[] {
  const items: Record<string, unknown>[] = []
  let [depth, from] = [0, 0]
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/g)) {
    if (token === '{' || token === '[') {
      if (depth === 0) from = index
      depth++
    } else if (token === '}' || token === ']') {
      depth--
      // The list itself ends.
      if (depth < 0) break
      const item = depth === 0 ? parsed(text.slice(from, index + 1)) : null
      if (item) items.push(item)
      if (items.length === MOST) break
    }
  }
  return items
}
