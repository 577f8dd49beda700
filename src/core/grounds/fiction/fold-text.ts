// Text made comparable, character by character: each letter and digit in one form, with the place it came from.

/** A letter or digit of the text. */
export interface FoldedLetter {
  char: string
  /** Where it stands in the text, in UTF-16 units. */
  from: number
  to: number
  /** What stands between it and the sign before it, without what cannot be seen; `''` at the beginning and inside words. */
  gap: string
}

// Letters that look like Latin ones. Both sides of a comparison go through this, so that Greek and Russian stay comparable with themselves.
// A letter, then the one that it looks like.
const PAIRS = 'аaвbеeз3іiјjкkмmнhоoрpсcѕsтtуyхxԁdԛqԝwαaβbεeηnιiκkνvοoρpτtυuχxøođdðdłlıiħh'
const ALIKE = new Map([
  ...[...PAIRS.matchAll(/(.)(.)/gu)].map(([, char = '', like = '']): [string, string] => [char, like]),
  ...Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' })
])

const LETTER = /[\p{L}\p{N}]/u
const MARK = /\p{M}/u
const DIGIT = /\p{Nd}/u
// Soft hyphen, joiners, marks of direction, byte order mark: none of them is seen.
const UNSEEN = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/u

const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|nbsp|thinsp|shy|minus|ndash|mdash|comma|period));/y
const PERCENT = /(?:%[\da-fA-F]{2}){1,4}/y
const NAMED: Record<string, string> = {
  ...{ amp: '&', nbsp: ' ', thinsp: ' ', shy: '\u00ad', minus: '-', ndash: '-', mdash: '-', comma: ',', period: '.' }
}

/** Linear in the text. */
export function signsOf(text: string): FoldedLetter[] {
  const signs: FoldedLetter[] = []
  let gap = ''
  for (let at = 0; at < text.length; ) {
    const { raw, length } = readAt(text, at)
    const to = at + length
    if (!UNSEEN.test(raw) && !(MARK.test(raw) && !LETTER.test(raw))) {
      let first = true
      for (const char of folded(raw)) {
        if (LETTER.test(char)) {
          signs.push({ char, from: at, to, gap: first ? gap : '' })
          gap = ''
        } else if (gap.length < MOST_GAP) gap += char
        first = false
      }
    }
    at = to
  }
  return signs
}

// Longer ones end every comparison.
const MOST_GAP = 16

/** The character at this place, however it is written. */
function readAt(text: string, at: number): { raw: string; length: number } {
  const char = String.fromCodePoint(text.codePointAt(at) ?? 0)
  if (char === '&') {
    ENTITY.lastIndex = at
    const [whole, decimal, hex, name] = ENTITY.exec(text) ?? []
    if (whole) {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null
      if (code === null) return { raw: NAMED[name ?? ''] ?? ' ', length: whole.length }
      if (code <= 0x10ffff) return { raw: String.fromCodePoint(code), length: whole.length }
    }
  }
  if (char === '%') {
    PERCENT.lastIndex = at
    const run = PERCENT.exec(text)?.[0] ?? ''
    for (let bytes = run.length / 3; bytes > 0; bytes--) {
      const part = run.slice(0, bytes * 3)
      const decoded = decode(part)
      // One character at a time, so that each has its own place.
      if (decoded !== null && [...decoded].length === 1) return { raw: decoded, length: part.length }
    }
  }
  return { raw: char, length: char.length }
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

function folded(raw: string): string {
  if (raw < '\u0080') return raw.toLowerCase()
  const plain = raw.normalize('NFKD').toLowerCase()
  let made = ''
  for (const char of plain) {
    if (MARK.test(char)) continue
    made += ALIKE.get(char) ?? (DIGIT.test(char) ? digitOf(char) : char)
  }
  return made
}

/** The digit as 0 to 9: every script's digits lie side by side in Unicode, in order. */
function digitOf(char: string): string {
  if (char <= '9') return char
  const code = char.codePointAt(0) ?? 0
  let below = 0
  while (below < 9 && DIGIT.test(String.fromCodePoint(code - below - 1))) below++
  return String(below)
}
