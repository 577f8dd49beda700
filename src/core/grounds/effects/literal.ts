// A value as people write it in JSON, JavaScript and Python: quotation marks of each kind, line ends within them, a comma behind the last entry.

/** Deeper than any tree of files. */
const DEEPEST = 50
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '0': '\0', '\n': '' }
const WORDS: Record<string, unknown> = { true: true, True: true, false: false, False: false, null: null, None: null }

/** The value at the start of `text`, and where it ends; `null` where there is none, or it does not end. */
export function readLiteral(text: string): { value: unknown; end: number } | null {
  let at = 0
  const fail = (): never => {
    throw new SyntaxError('no literal')
  }

  function skip(): void {
    for (;;) {
      const found = /^(?:\s+|\/\/[^\n]*|#[^\n]*)/.exec(text.slice(at, at + 500))?.[0]
      if (found === undefined) return
      at += found.length
    }
  }

  function string(): string {
    const one = text.charAt(at)
    const mark = text.startsWith(one.repeat(3), at) && one !== '`' ? one.repeat(3) : one
    at += mark.length
    const parts: string[] = []
    while (at < text.length && !text.startsWith(mark, at)) {
      const char = text.charAt(at)
      if (char === '\\') {
        const next = text.charAt(at + 1)
        const hex = /^(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/.exec(text.slice(at + 1, at + 6))
        parts.push(hex ? String.fromCharCode(Number.parseInt(hex[1] ?? hex[2] ?? '', 16)) : (ESCAPES[next] ?? next))
        at += 1 + (hex?.[0].length ?? 1)
      } else {
        parts.push(char)
        at++
      }
    }
    if (at >= text.length) fail()
    at += mark.length
    return parts.join('')
  }

  function value(depth: number): unknown {
    skip()
    const char = text.charAt(at)
    if (depth > DEEPEST) fail()
    if (char === '{' || char === '[') return char === '{' ? map(depth) : list(depth)
    if (char && `"'\``.includes(char)) return string()
    const word = /^[\w.+-]+/.exec(text.slice(at, at + 40))?.[0] ?? fail()
    at += word.length
    return word in WORDS ? WORDS[word] : Number.isNaN(Number(word)) ? fail() : Number(word)
  }

  function list(depth: number): unknown[] {
    const found: unknown[] = []
    entries(']', () => found.push(value(depth + 1)))
    return found
  }

  function map(depth: number): Record<string, unknown> {
    const found = new Map<string, unknown>()
    entries('}', () => {
      const bare = /^[\w$.]+(?=\s*:)/.exec(text.slice(at, at + 200))?.[0]
      const key = bare ?? (`"'\``.includes(text.charAt(at)) ? string() : fail())
      at += text.startsWith(key, at) && bare !== undefined ? key.length : 0
      skip()
      if (text.charAt(at++) !== ':') fail()
      found.set(key, value(depth + 1))
    })
    return Object.fromEntries(found)
  }

  function entries(close: string, read: () => void): void {
    at++
    for (;;) {
      skip()
      if (text.charAt(at) === close) break
      read()
      skip()
      if (text.charAt(at) === ',') at++
      else if (text.charAt(at) !== close) fail()
    }
    at++
  }

  try {
    return { value: value(0), end: at }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
