// Keys that one object of a text has more than once. Whoever reads such a text keeps the last and drops the others without a word.
import { parseJson } from './json.ts'

export interface Twice {
  key: string
  /** Where each of them begins, in characters from the text's start; two at least. */
  offsets: number[]
}

/** In words, for whoever wrote the text. */
export function twiceMessage(key: string, lines: readonly number[]): string {
  const times = lines.length === 2 ? 'twice' : `${lines.length} times`
  const [first, last] = [lines[0], lines.at(-1)]
  const shown = lines.length > 6 ? `${lines.slice(0, 5).join(', ')} … and ${last}` : listed(lines)
  const where = first === last ? `on line ${first}` : `on lines ${shown}`
  return `"${key}" is written ${times}, ${where}. Only the last would count: keep one.`
}

const listed = (lines: readonly number[]): string => [lines.slice(0, -1).join(', '), lines.at(-1)].join(' and ')

/** Counts the keys of objects as they come. */
export function createKeys() {
  const seen = new Map<string, number[]>()
  return {
    add(key: string, offset: number): void {
      const before = seen.get(key)
      if (before) before.push(offset)
      else seen.set(key, [offset])
    },
    twice: (): Twice[] => [...seen].flatMap(([key, offsets]) => (offsets.length > 1 ? [{ key, offsets }] : []))
  }
}

/** Those of a JSON text, objects that end first coming first. The text is known to be JSON. Linear in the text. */
export function twiceInJson(text: string): Twice[] {
  const found: Twice[] = []
  // `null`: a list.
  const open: (ReturnType<typeof createKeys> | null)[] = []
  let keyNext = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '{' || sign === '[') {
      open.push(sign === '{' ? createKeys() : null)
      keyNext = sign === '{'
    } else if (sign === '}' || sign === ']') {
      for (const one of open.pop()?.twice() ?? []) found.push(one)
      keyNext = false
    } else if (sign === ',') keyNext = Boolean(open.at(-1))
    else if (sign === '"') {
      const end = endOfString(text, at)
      if (keyNext) open.at(-1)?.add(String(parseJson(text.slice(at, end + 1))), at)
      keyNext = false
      at = end
    }
  }
  return found
}

/** The quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return text.length
}
