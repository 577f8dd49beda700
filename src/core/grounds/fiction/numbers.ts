// Numbers in text, however their digits are grouped: `1,204`, `1 204`, `1.204`, `1204.0`, `1.204 million`.
import type { FoldedLetter } from './fold-text.ts'

export interface NumberSpan {
  /** Every number that this may be read as, in the shortest decimal form. */
  values: Set<string>
  /** Signs from, and up to without. */
  from: number
  to: number
}

const digit = (sign: FoldedLetter | undefined): boolean => sign !== undefined && sign.char >= '0' && sign.char <= '9'

// One separator between two digits: thousands, decimals, or a digit at a time.
const SEPARATOR = /^[.,'’_\u066b\u066c \u00a0\u2009\u202f]$/

// More digits than any fact has; a longer row of digits is read in pieces.
const MOST_DIGITS = 40

const SCALES: Record<string, number> = { k: 3, thousand: 3, m: 6, mn: 6, million: 6, bn: 9, billion: 9, trillion: 12 }

/** The numbers in a text. Linear in it. */
export function numbersIn(signs: readonly FoldedLetter[]): NumberSpan[] {
  const found: NumberSpan[] = []
  for (let at = 0; at < signs.length; ) {
    if (!digit(signs[at])) {
      at++
      continue
    }
    const groups: { digits: string; gap: string; from: number; to: number }[] = []
    let next = at
    while (next < signs.length && next - at < MOST_DIGITS && digit(signs[next])) {
      const sign = signs[next]
      const gap = sign?.gap ?? ''
      if (next > at && gap !== '' && !SEPARATOR.test(gap)) break
      const last = groups.at(-1)
      if (!last || gap !== '')
        groups.push({ digits: sign?.char ?? '', gap: next === at ? '' : gap, from: next, to: next + 1 })
      else {
        last.digits += sign?.char ?? ''
        last.to = next + 1
      }
      next++
    }
    for (const one of readings(groups, signs)) found.push(one)
    at = next
  }
  return found
}

interface Group {
  digits: string
  gap: string
  from: number
  to: number
}

/** A row of groups is one number or, where spaces part them, several. */
function readings(groups: Group[], signs: readonly FoldedLetter[]): NumberSpan[] {
  const found: NumberSpan[] = []
  const spaced = (group: Group) => /\s/.test(group.gap)
  // Digits written one at a time are one number.
  if (groups.length > 2 && groups.every(({ digits }) => digits.length === 1))
    found.push(spanOf(groups, [joined(groups)], signs))
  let from = 0
  while (from < groups.length) {
    // 1 204 000: as long as groups of three follow.
    let to = from + 1
    while (to < groups.length) {
      const group = groups[to]
      if (!group || (spaced(group) && !(group.digits.length === 3 && (groups[from]?.digits.length ?? 9) <= 3))) break
      to++
    }
    const run = groups.slice(from, to)
    found.push(spanOf(run, valuesOf(run), signs))
    // Each part beside a space may be a number of its own: "in 12 204 people".
    const parts = split(run, spaced)
    if (parts.length > 1) for (const one of parts.map((part) => spanOf(part, valuesOf(part), signs))) found.push(one)
    from = to
  }
  return found
}

const joined = (groups: readonly Group[]): string => groups.map(({ digits }) => digits).join('')

function split(groups: readonly Group[], spaced: (group: Group) => boolean): Group[][] {
  const parts: Group[][] = []
  for (const group of groups) {
    if (parts.length && !spaced(group)) parts.at(-1)?.push(group)
    else parts.push([group])
  }
  return parts
}

/** What a row of groups may mean: all of them thousands, or the last one decimals. */
function valuesOf(groups: readonly Group[]): string[] {
  const [first, ...rest] = groups
  if (!first) return []
  if (!rest.length) return [first.digits]
  const thousands = (parts: readonly Group[]) =>
    first.digits.length <= 3 && parts.every(({ digits }) => digits.length === 3)
  const values: string[] = []
  if (thousands(rest)) values.push(joined(groups))
  const last = rest.at(-1)
  const before = rest.slice(0, -1)
  // The sign of decimals is not that of thousands.
  const decimals = last && /[.,\u066b]/.test(last.gap) && before.every(({ gap }) => gap !== last.gap)
  if (decimals && (!before.length || thousands(before))) values.push(`${joined(groups.slice(0, -1))}.${last.digits}`)
  return values
}

function spanOf(groups: readonly Group[], values: readonly string[], signs: readonly FoldedLetter[]): NumberSpan {
  const from = groups[0]?.from ?? 0
  const end = groups.at(-1)?.to ?? from
  const { power, to } = scaleAt(signs, end)
  const scaled = power ? values.map((value) => shifted(value, power)) : []
  return { values: new Set([...values, ...scaled].map(shortest)), from, to: power ? to : end }
}

/** `million` right after a number. */
function scaleAt(signs: readonly FoldedLetter[], at: number): { power: number; to: number } {
  let word = ''
  let to = at
  for (; to < signs.length && word.length < 9; to++) {
    const sign = signs[to]
    if (!sign || (to > at && sign.gap !== '') || digit(sign)) break
    word += sign.char
  }
  return { power: SCALES[word] ?? 0, to }
}

function shifted(value: string, power: number): string {
  const [whole = '', part = ''] = value.split('.')
  const digits = part.padEnd(power, '0')
  return `${whole}${digits.slice(0, power)}.${digits.slice(power)}`
}

/** Without needless zeros: `007.50` is `7.5`. */
export function shortest(value: string): string {
  const [whole = '', part = ''] = value.split('.')
  let from = 0
  while (from < whole.length - 1 && whole[from] === '0') from++
  let to = part.length
  while (to > 0 && part[to - 1] === '0') to--
  return to ? `${whole.slice(from)}.${part.slice(0, to)}` : whole.slice(from)
}

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' '
  )
const TENS = ' ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** A whole number below a million in English words, without `and`. */
export function inWords(value: number): string {
  if (value < 20) return ONES[value] ?? ''
  if (value < 100) return [TENS[Math.floor(value / 10)], value % 10 ? ONES[value % 10] : ''].filter(Boolean).join(' ')
  const [size, name] = value < 1000 ? [100, 'hundred'] : [1000, 'thousand']
  const rest = value % size
  return [inWords(Math.floor(value / size)), name, rest ? inWords(rest) : ''].filter(Boolean).join(' ')
}
