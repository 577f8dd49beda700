// Where a text stops being JSON. The engine's own message often does not say.

const BLANK = /[ \t\r\n]*/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has none in its strings.
const IN_STRING = /["\\\u0000-\u001f]/g
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** What may come next. `first`: a value or the end of the array, or a key or the end of the object, that was just opened. */
type Next = 'value' | 'first' | 'key' | ':' | ','

/** The position of the first character that cannot stand there; the length of the text when it ends too early. Linear. */
export function faultIn(text: string): number {
  const open: ('[' | '{')[] = []
  let next: Next = 'value'
  for (let at = past(BLANK, text, 0); at < text.length; at = past(BLANK, text, at)) {
    const from = at
    const token = text.charAt(at)
    const inside = open.at(-1)
    const value: boolean = next === 'value' || (next === 'first' && inside === '[')
    const key: boolean = next === 'key' || (next === 'first' && inside === '{')
    at++
    if (token === '"' && (value || key)) {
      const end = endOfString(text, at)
      if (end < 0) return -end
      at = end
      next = key ? ':' : ','
    } else if (value && (token === '[' || token === '{')) {
      open.push(token)
      next = 'first'
    } else if (next === ':' && token === ':') next = 'value'
    else if (next === ',' && token === ',' && inside) next = inside === '[' ? 'value' : 'key'
    else if ((next === ',' || next === 'first') && inside && token === (inside === '[' ? ']' : '}')) {
      open.pop()
      next = ','
    } else {
      at = value ? past(SCALAR, text, from) : from
      if (at === from) return from
      next = ','
    }
  }
  return text.length
}

/** Behind the quote that ends the string that begins before `from`; negative: where it breaks. For strings of any length. */
export function endOfString(text: string, from: number): number {
  for (let at = from; ; ) {
    IN_STRING.lastIndex = at
    const found = IN_STRING.exec(text)
    if (!found) return -text.length
    if (found[0] === '"') return found.index + 1
    at = past(ESCAPE, text, found.index)
    if (at === found.index) return -at
  }
}

/** The position behind what the pattern takes there. */
function past(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : from
}
