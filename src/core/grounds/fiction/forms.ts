// The ways an answer can be written: what the check for leaks looks for.

import { isDate, type RowReference } from '../../tree/fiction.ts'
import { type FoldedLetter, signsOf } from './fold-text.ts'
import { inWords, numbersIn, shortest } from './numbers.ts'

export interface Forms {
  /** Letters and digits in a row, whatever stands between them. */
  texts: Text[]
  numbers: Numeric[]
}

interface Text {
  chars: string
  /** May begin and end inside a word: it is long, or its script does not part words. */
  inside: boolean
}

interface Numeric {
  /** In the shortest decimal form. */
  value: string
  /** What has to stand right after it, one of them; `[]` where the number says enough by itself. */
  units: string[]
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ')

// Fewer digits stand in every text: they count only with their unit.
const TELLING_DIGITS = 3
// Shorter words are parts of others.
const INSIDE_FROM = 8

const UNITS: string[][] = [
  ['m', 'metre', 'metres', 'meter', 'meters'],
  ['km', 'kilometre', 'kilometres', 'kilometer', 'kilometers'],
  ['cm', 'centimetre', 'centimetres', 'centimeter', 'centimeters'],
  ['mm', 'millimetre', 'millimetres', 'millimeter', 'millimeters'],
  ['kg', 'kilo', 'kilos', 'kilogram', 'kilograms'],
  ['g', 'gram', 'grams'],
  ['t', 'ton', 'tons', 'tonne', 'tonnes'],
  ['percent', 'per', 'pct'],
  ['h', 'hour', 'hours'],
  ['min', 'minute', 'minutes'],
  ['s', 'sec', 'second', 'seconds'],
  ['year', 'years'],
  ['day', 'days'],
  ['people', 'persons', 'inhabitants', 'residents'],
  ['eur', 'euro', 'euros'],
  ['usd', 'dollar', 'dollars'],
  ['gb', 'gigabyte', 'gigabytes'],
  ['w', 'watt', 'watts'],
  ['kw', 'kilowatt', 'kilowatts'],
  ['mw', 'megawatt', 'megawatts']
]

/** Every form of the answer and its aliases. */
export function formsOf({ answer, aliases = [] }: Pick<RowReference, 'answer' | 'aliases'>): Forms {
  const forms: Forms = { texts: [], numbers: [] }
  for (const said of [answer, ...aliases]) add(forms, said.trim())
  const seen = new Set<string>()
  return { ...forms, texts: forms.texts.filter(({ chars }) => chars && !seen.has(chars) && seen.add(chars)) }
}

function add(forms: Forms, said: string): void {
  const day = dayIn(said)
  if (day) {
    for (const form of datesOf(day)) forms.texts.push(textOf(form))
    return
  }
  const signs = signsOf(said)
  const number = onlyNumber(said, signs)
  if (number) {
    forms.numbers.push(number)
    const value = Number(number.value)
    if (Number.isInteger(value) && value >= 10 && value < 1_000_000)
      for (const words of wordsFor(value)) forms.texts.push({ ...textOf(words), inside: false })
    return
  }
  forms.texts.push(textOf(said))
  // "Ingrid Moen" stands as "Moen, Ingrid" in lists.
  const names = said.split(/[\s,]+/).filter(Boolean)
  if (names.length >= 2 && names.length <= 4 && names.every((name) => /^\p{Lu}[\p{L}\p{M}'’.-]*$/u.test(name)))
    forms.texts.push(
      textOf([names.at(-1), ...names.slice(0, -1)].join(' ')),
      textOf([...names.slice(1), names[0]].join(' '))
    )
}

function wordsFor(value: number): string[] {
  const plain = inWords(value)
  const hundreds = value >= 1100 && value < 10_000 && value % 1000 >= 100 ? hundredsOf(value) : []
  return [plain, ...hundreds].flatMap((words) => [words, words.split('hundred ').join('hundred and ')])
}

const hundredsOf = (value: number): string[] => [
  `${inWords(Math.floor(value / 100))} hundred${value % 100 ? ` ${inWords(value % 100)}` : ''}`
]

function textOf(said: string): Text {
  const chars = signsOf(said)
    .map(({ char }) => char)
    .join('')
  const unparted = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(chars)
  return { chars, inside: unparted || (chars.length >= INSIDE_FROM && !/\d/.test(chars)) }
}

/** The answer as one number, with its unit where it has one; `null` where it is something else. */
function onlyNumber(said: string, signs: readonly FoldedLetter[]): Numeric | null {
  const [found] = numbersIn(signs).toSorted((one, other) => other.to - other.from - (one.to - one.from))
  if (found?.from !== 0 || found.values.size === 0) return null
  const rest = signs
    .slice(found.to)
    .map(({ char }) => char)
    .join('')
  const percent = rest === '' && said.includes('%')
  const unit = percent ? 'percent' : rest
  const known = UNITS.find((names) => names.includes(unit))
  if (rest && !known) return null
  // What groups digits in an answer is what people write there: "1,204" is not one and a bit.
  const value = [...found.values][0] ?? ''
  const telling = value.replace('.', '').length >= TELLING_DIGITS
  return { value: shortest(value), units: telling || !unit ? [] : (known ?? []) }
}

interface Day {
  year: string
  month: number
  day: number
}

/** A day that the text is, and nothing else. */
function dayIn(said: string): Day | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(said)
  if (iso && isDate(said)) return { year: iso[1] ?? '', month: Number(iso[2]), day: Number(iso[3]) }
  const first = /^(\d{1,2})(?:st|nd|rd|th)? (?:of )?([A-Za-z]{3,9})\.?,? (\d{4})$/.exec(said)
  const second = /^([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/.exec(said)
  const [day, name, year] = first ? [first[1], first[2], first[3]] : second ? [second[2], second[1], second[3]] : []
  const month = MONTHS.findIndex((one) => name !== undefined && one.startsWith(name.toLowerCase())) + 1
  return day && year && month ? { year, month, day: Number(day) } : null
}

function datesOf({ year, month, day }: Day): string[] {
  const name = MONTHS[month - 1] ?? ''
  const names = [...new Set([name, name.slice(0, 3), ...(month === 9 ? ['sept'] : [])])]
  const two = (value: number) => String(value).padStart(2, '0')
  const days = [...new Set([String(day), two(day)])]
  const months = [...new Set([String(month), two(month)])]
  const ordinal = `${day}${day % 10 === 1 && day !== 11 ? 'st' : day % 10 === 2 && day !== 12 ? 'nd' : day % 10 === 3 && day !== 13 ? 'rd' : 'th'}`
  const worded = names.flatMap((one) =>
    [...days, ordinal].flatMap((of) => [
      `${of} ${one} ${year}`,
      `${of} of ${one} ${year}`,
      `${one} ${of} ${year}`,
      `${one} the ${of} ${year}`,
      `${year} ${one} ${of}`
    ])
  )
  const figures = days.flatMap((of) =>
    months.flatMap((one) => [`${year}-${one}-${of}`, `${of}.${one}.${year}`, `${one}/${of}/${year}`])
  )
  return [...worded, ...figures]
}
