// One tag of XML or HTML, with what real texts get wrong in it.

export interface Tag {
  name: string
  attributes: [name: string, value: string][]
  /** Ends in `/>`. */
  closed: boolean
  /** Ends at the next `<`, for want of a `>` or a quote. */
  broken: boolean
  end: number
}

// Made once: a screen of 5,000 nodes asks them half a million times.
const MARK = /[^\s/]/g
const SIGN = /\S/g
const KEY_END = /[\s=></]/g
const NAME_END = /[\s/><]/g
const BARE_END = /[\s></]/g
const BARE_END_HTML = /[\s>]/g

// No element has a tenth of these: they are what is left of a text that lost its quotes.
const MOST_ATTRIBUTES = 1000

/** The opening tag at `from`; `null` when the text ends inside it. */
export function readTag(text: string, from: number, html: boolean): Tag | null {
  const name = nameAt(text, from + 1)
  const attributes: [string, string][] = []
  let at = from + 1 + name.length
  const tag = (end: number, closed: boolean, broken: boolean) => ({ name, attributes, closed, broken, end })
  const keep = (key: string, value: string) => {
    if (attributes.length < MOST_ATTRIBUTES) attributes.push([key, value])
  }
  for (;;) {
    at = search(MARK, text, at)
    if (at === text.length) return null
    if (text[at] === '>') return tag(at + 1, text[at - 1] === '/', false)
    if (text[at] === '<') return tag(at, false, true)
    const nameEnd = search(KEY_END, text, at + 1)
    const key = text.slice(at, nameEnd)
    const sign = search(SIGN, text, nameEnd)
    if (text[sign] !== '=') {
      keep(key, '')
      at = nameEnd
      continue
    }
    const value = search(SIGN, text, sign + 1)
    const quote = text[value] === '"' || text[value] === "'" ? text[value] : ''
    if (quote === '') {
      at = search(html ? BARE_END_HTML : BARE_END, text, value)
      keep(key, text.slice(value, at))
      continue
    }
    const close = text.indexOf(quote, value + 1)
    // XML has no `<` in a value: one there means that the quote before it is missing.
    const missing = close === -1 || (!html && text.slice(value, close).includes('<'))
    if (missing) {
      const end = text.indexOf('<', value)
      if (end === -1) return null
      keep(key, text.slice(value + 1, end).trimEnd())
      return tag(end, false, true)
    }
    keep(key, text.slice(value + 1, close))
    at = close + 1
  }
}

/** Where one of the characters is found first at or after `from`; the text's length when nowhere. The pattern is global, of one character. */
export function search(character: RegExp, text: string, from: number): number {
  character.lastIndex = from
  return character.test(text) ? character.lastIndex - 1 : text.length
}

/** The name that begins at `from`. */
export function nameAt(text: string, from: number): string {
  return text.slice(from, search(NAME_END, text, from))
}

export function isNameStart(char: string | undefined): boolean {
  return char !== undefined && char !== '' && (/[a-zA-Z_:]/.test(char) || char > '\u00bf')
}
