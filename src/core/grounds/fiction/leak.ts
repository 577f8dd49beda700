// The reference answer of a world stays on the pages that may show it: everywhere else it is taken out of the observation.

import { parseJson } from '../../text/json.ts'
import type { RowReference } from '../../tree/fiction.ts'
import type { Action } from '../../tree/model.ts'
import { findAnswer, type Span } from './find-answer.ts'
import { type Forms, formsOf } from './forms.ts'

/** What stands where something was taken out: as search engines mark what they leave out. */
const WITHHELD = '...'

export interface Guarded {
  text: string
  /** Number of places that were withheld. */
  withheld: number
  /** The answer is still there. */
  leaks: boolean
}

// No more goes with an answer than this, each way, in UTF-16 units.
const LONGEST_SENTENCE = 1000

// Each round takes out what the one before uncovered: two halves that came together, say.
const ROUNDS = 4

/** The text without the answer. `reveals`: the page it stands on may show it. */
export function guard(text: string, reference: RowReference, action: Action): Guarded {
  const forms = formsOf(reference)
  const may = reference.reveal ?? []
  const asked = stringsIn(action)
  const revealed = may.filter((place) => asked.some((one) => samePlace(one, place)))
  if (!revealed.length) return withhold(text, forms)
  const addresses = asked.filter(isAddress)
  if (addresses.length < 2) return { text, withheld: 0, leaks: false }
  // Several pages follow each other, each after a line with its address.
  const made = pagesIn(text, addresses).map((page) =>
    page.address !== null && may.some((place) => samePlace(page.address ?? '', place))
      ? { text: page.text, withheld: 0, leaks: false }
      : withhold(page.text, forms)
  )
  return {
    text: made.map((part) => part.text).join('\n'),
    withheld: made.reduce((sum, part) => sum + part.withheld, 0),
    leaks: made.some(({ leaks }) => leaks)
  }
}

/** Whether the text holds the answer, in any form. */
export const holdsAnswer = (text: string, reference: Pick<RowReference, 'answer' | 'aliases'>): boolean =>
  findAnswer(text, formsOf(reference)).length > 0

/** Whether an action's own words hold it. */
export const saysAnswer = (action: Action, reference: RowReference): boolean => {
  const forms = formsOf(reference)
  return stringsIn(action).some((said) => findAnswer(said, forms).length > 0)
}

function withhold(text: string, forms: Forms): Guarded {
  const json = /^\s*[[{]/.test(text) ? withholdJson(text, forms) : null
  if (json) return json
  let made = text
  let withheld = 0
  for (let round = 0; round < ROUNDS; round++) {
    const spans = findAnswer(made, forms)
    if (!spans.length) return { text: made, withheld, leaks: false }
    withheld += spans.length
    // The first round takes out sentences; what is left after that goes by itself.
    made = without(made, round === 0 ? unitsOf(made, spans) : spans)
  }
  return { text: made, withheld, leaks: findAnswer(made, forms).length > 0 }
}

function without(text: string, spans: Span[]): string {
  let made = ''
  let at = 0
  for (const { from, to } of spans) {
    if (to <= at) continue
    const kept = text.slice(at, Math.max(at, from))
    // Two that follow each other are one.
    if (!(made.endsWith(WITHHELD) && !kept.trim())) made += `${kept}${WITHHELD}`
    at = to
  }
  return made + text.slice(at)
}

function unitsOf(text: string, spans: readonly Span[]): Span[] {
  const units: Span[] = []
  for (const span of spans) if (span.to > (units.at(-1)?.to ?? 0)) units.push(unitOf(text, span))
  return units
}

/** What is taken out with the answer: its sentence, its cell of a table, or, in an address, the answer alone. */
function unitOf(text: string, { from, to }: Span): Span {
  const near = Math.max(0, from - LONGEST_SENTENCE)
  const start = near + text.slice(near, from).lastIndexOf('\n') + 1
  const after = text.slice(to, to + LONGEST_SENTENCE)
  const end = to + (after.includes('\n') ? after.indexOf('\n') : after.length)
  let left = from
  let right = to
  if (inAddress(text, start, from, to)) return { from, to }
  const cells = text.slice(start, end).trimStart().startsWith('|')
  const label =
    /^\s{0,12}(?:\[\d{1,6}\]|[-*•]|#{1,6}|\d{1,4}[.)]|>)?\s{0,4}(?:\**[\p{L}][\p{L} _-]{0,40}\**:\**\s)?\s{0,4}/u.exec(
      text.slice(start, start + 100)
    )
  const floor = start + Math.min(label?.[0].length ?? 0, from - start)
  const stops = (at: number) =>
    cells ? text[at] === '|' : /[.!?。]/.test(text[at] ?? '') && /\s/.test(text[at + 1] ?? ' ')
  while (left > floor && !stops(left - 1)) left--
  while (right < end && !stops(right)) right++
  // The stop belongs to the sentence; the bar is the table's.
  if (!cells && right < end) right++
  while (left < from && /\s/.test(text[left] ?? '')) left++
  if (cells) while (right > to && /\s/.test(text[right - 1] ?? '')) right--
  return { from: left, to: right }
}

function inAddress(text: string, start: number, from: number, to: number): boolean {
  let left = from
  while (left > start && !/[\s<>"()]/.test(text[left - 1] ?? '')) left--
  return /^[a-z][a-z+.-]{1,15}:\/\//i.test(text.slice(left, left + 20)) && !/\s/.test(text.slice(from, to))
}

/** The same in JSON: texts lose the sentence, numbers become null. `null` where it is none. */
function withholdJson(text: string, forms: Forms): Guarded | null {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    return null
  }
  if (!findAnswer(text, forms).length && !findAnswer(stringsIn(value as Action).join('\n'), forms).length)
    return { text, withheld: 0, leaks: false }
  let withheld = 0
  const clean = (part: unknown, deep: number): unknown => {
    if (deep > 100) return part
    if (typeof part === 'string') {
      const made = withhold(part, forms)
      withheld += made.withheld
      return made.text
    }
    if (typeof part === 'number' && findAnswer(String(part), forms).length) {
      withheld++
      return null
    }
    if (Array.isArray(part)) return part.map((one) => clean(one, deep + 1))
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([name, one]) => pairOf(name, one, deep)))
  }
  // "length_m: 12" says what neither the name nor the number says alone.
  const pairOf = (name: string, one: unknown, deep: number): [string, unknown] => {
    const key = withhold(name, forms)
    withheld += key.withheld
    const made = clean(one, deep + 1)
    if (typeof made !== 'number' || !findAnswer(`${made} ${name.split('_').at(-1) ?? ''}`, forms).length)
      return [key.text, made]
    withheld++
    return [key.text, null]
  }
  const indent = /^\s*[[{]\s*\n([ \t]{1,8})/.exec(text)?.[1]
  let made = JSON.stringify(clean(value, 0), null, indent ?? (text.includes('\n') ? 2 : 0))
  // Parts of it lie in neighbouring fields: no field may show them.
  if (findAnswer(made, forms).length) {
    const spans = findAnswer(made, forms)
    const blanked = blankedStrings(made, spans)
    withheld += spans.length
    made = blanked
  }
  return { text: made, withheld, leaks: findAnswer(made, forms).length > 0 }
}

/** The letters and digits of these spans as dots, so that quotes and commas stay what they are. */
function blankedStrings(text: string, spans: Span[]): string {
  let made = ''
  let at = 0
  for (const { from, to } of spans) {
    made += text.slice(at, from)
    made += text.slice(from, to).replace(/[\p{L}\p{N}]/gu, (char) => (/\d/.test(char) ? '0' : '.'))
    at = to
  }
  return made + text.slice(at)
}

/** The parts of a text that follow lines which are one of the addresses; what comes before the first has none. */
function pagesIn(text: string, addresses: readonly string[]): { address: string | null; text: string }[] {
  const pages: { address: string | null; lines: string[] }[] = [{ address: null, lines: [] }]
  for (const line of text.split('\n')) {
    const bare = line.replace(/^[#*\s<[]{0,8}/, '').replace(/[*:\s>\]]{0,8}$/, '')
    const address = addresses.find((one) => samePlace(one, bare))
    if (address !== undefined) pages.push({ address, lines: [line] })
    else pages.at(-1)?.lines.push(line)
  }
  return pages.filter(({ lines }) => lines.length).map(({ address, lines }) => ({ address, text: lines.join('\n') }))
}

const isAddress = (text: string): boolean => /^[a-z][a-z+.-]{1,15}:\/\/\S/i.test(text)

/** Two ways to write an address, or a key, mean the same. */
function samePlace(one: string, other: string): boolean {
  return plainPlace(one) === plainPlace(other)
}

function plainPlace(text: string): string {
  const bare = text.trim().replace(/^https?:\/\/(?:www\.)?/i, '')
  const path = bare === text.trim() ? bare : (bare.split('#')[0] ?? '')
  let end = path.length
  while (end > 0 && path[end - 1] === '/') end--
  return path.slice(0, end).toLowerCase()
}

/** Every text in a value, numbers too. */
export function stringsIn(value: Action): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => [name, ...stringsIn(one)])
  return []
}
