// Where a text gives an answer away, in any of its forms.
import { type FoldedLetter, signsOf } from './fold-text.ts'
import type { Forms } from './forms.ts'
import { numbersIn } from './numbers.ts'

/** Part of a text, in UTF-16 units. */
export interface Span {
  from: number
  to: number
}

// More between two letters of an answer, and they are not read together.
const WIDEST_GAP = 12

/** Every place, in order. Linear in the text, for as many forms as there are. */
export function findAnswer(text: string, forms: Forms): Span[] {
  const signs = signsOf(text)
  const spans: Span[] = []
  const add = (from: number, to: number) => {
    const [first, last] = [signs[from], signs[to - 1]]
    if (first && last) spans.push({ from: first.from, to: last.to })
  }
  const stream = signs.map(({ char }) => char).join('')
  // Some signs are two units long.
  const at = stream.length === signs.length ? null : offsetsOf(signs)
  for (const { chars, inside } of forms.texts) {
    const length = at ? [...chars].length : chars.length
    for (let found = stream.indexOf(chars); found >= 0; found = stream.indexOf(chars, found + 1)) {
      const from = at ? (at.get(found) ?? -1) : found
      if (from < 0) continue
      const to = from + length
      if ((inside || (begins(signs, from) && begins(signs, to))) && whole(signs, from, to)) add(from, to)
    }
  }
  if (forms.numbers.length) {
    for (const { values, from, to } of numbersIn(signs)) {
      for (const { value, units } of forms.numbers) {
        if (values.has(value) && (!units.length || followed(text, signs, to, units))) add(from, to)
      }
    }
  }
  return merged(spans)
}

const kind = (char: string) => (/\p{N}/u.test(char) ? 'digit' : 'letter')

/** A word, or a number, begins here, or the text has ended. */
function begins(signs: readonly FoldedLetter[], at: number): boolean {
  const [before, sign] = [signs[at - 1], signs[at]]
  if (!before || !sign) return true
  return sign.gap !== '' || before.to > sign.from || kind(before.char) !== kind(sign.char)
}

function whole(signs: readonly FoldedLetter[], from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) if ((signs[at]?.gap.length ?? 0) > WIDEST_GAP) return false
  return true
}

function followed(text: string, signs: readonly FoldedLetter[], at: number, units: readonly string[]): boolean {
  let word = ''
  for (let next = at; next < signs.length && word.length < 16; next++) {
    const sign = signs[next]
    if (!sign || (next > at ? sign.gap !== '' : !/^[\s*_-]{0,4}$/.test(sign.gap))) break
    word += sign.char
  }
  const end = signs[at - 1]?.to ?? 0
  return units.includes(word) || (units.includes('percent') && /^\s?[%٪]/.test(text.slice(end, end + 2)))
}

function offsetsOf(signs: readonly FoldedLetter[]): Map<number, number> {
  const at = new Map<number, number>()
  let units = 0
  signs.forEach(({ char }, index) => {
    at.set(units, index)
    units += char.length
  })
  return at
}

function merged(spans: Span[]): Span[] {
  const made: Span[] = []
  for (const span of spans.sort((one, other) => one.from - other.from)) {
    const last = made.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else made.push({ ...span })
  }
  return made
}
