// JSON with the places of its parts, so that one part changes and every other character stays as it was written.

import { readJson } from '../observations/documents/value.ts'
import { parseJson } from '../text/json.ts'

export interface JsonPart {
  kind: 'object' | 'array' | 'string' | 'number' | 'literal'
  /** Where it is written: from `start` up to but not including `end`. */
  start: number
  end: number
  entries: JsonMember[]
}

/** A member of an object, or an element of an array, whose `key` is `null`. */
export interface JsonMember {
  key: string | null
  /** Where its key begins; of an element, where its value does. */
  start: number
  part: JsonPart
}

/** The object or array that the text is; `null` for anything else, and for what is nested deeper than anything needs. Linear. */
export function partsOf(text: string): JsonPart | null {
  const start = skipSpace(text, 0)
  if (text[start] !== '{' && text[start] !== '[') return null
  return readJson(text) ? readPart(text, start) : null
}

/** The text is valid JSON of at most 100 levels: `partsOf` looked. */
function readPart(text: string, start: number): JsonPart {
  const char = text[start]
  if (char === '"') return { kind: 'string', start, end: stringEnd(text, start), entries: [] }
  if (char !== '{' && char !== '[') {
    let end = start
    while (end < text.length && !ENDS.has(text.charAt(end))) end++
    return { kind: /[tfn]/.test(text.charAt(start)) ? 'literal' : 'number', start, end, entries: [] }
  }
  const entries: JsonMember[] = []
  let at = skipSpace(text, start + 1)
  while (text[at] !== '}' && text[at] !== ']') {
    const from = at
    let key: string | null = null
    if (char === '{') {
      const end = stringEnd(text, at)
      key = textOf(text.slice(at, end))
      at = skipSpace(text, skipSpace(text, end) + 1)
    }
    const part = readPart(text, at)
    entries.push({ key, start: from, part })
    at = skipSpace(text, part.end)
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return { kind: char === '{' ? 'object' : 'array', start, end: at + 1, entries }
}

const SPACES = new Set([' ', '\t', '\r', '\n'])
const ENDS = new Set([...SPACES, ',', '}', ']', ''])

function skipSpace(text: string, from: number): number {
  let at = from
  while (SPACES.has(text.charAt(at))) at++
  return at
}

function stringEnd(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

/** What a string of JSON says. */
export const textOf = (written: string): string => String(parseJson(written))

export const sourceOf = (text: string, { start, end }: { start: number; end: number }): string => text.slice(start, end)

/** The texts of an object's members or an array's elements, as they are written. */
export const entriesOf = (text: string, { entries }: JsonPart): string[] =>
  entries.map(({ start, part }) => text.slice(start, part.end))

/** The object or array with other members or elements, each as it is to be written, in the formatting that it has. */
export function withEntries(text: string, part: JsonPart, written: readonly string[]): string {
  const open = text.charAt(part.start)
  const close = text.charAt(part.end - 1)
  const [first, second] = part.entries
  const last = part.entries.at(-1)
  if (!written.length) return open + close
  if (!first || !last) return open + written.join(separatorOf(text)) + close
  const lead = text.slice(part.start + 1, first.start)
  const between = second ? text.slice(first.part.end, second.start) : lead ? `,${lead}` : separatorOf(text)
  return open + lead + written.join(between) + text.slice(last.part.end, part.end - 1) + close
}

const separatorOf = (text: string): string => (isSpaced(text) ? ', ' : ',')

// How JSON is written shows at its beginning; all of a long text is not looked at for every field.
const BEGINNING = 2000

/** Whether a blank follows the colons, and the commas of what stands on one line. */
export const isSpaced = (text: string): boolean => text.slice(0, BEGINNING).includes('": ')

/** A member as it is to be written, with the blank after the colon that the others have. */
export function member(text: string, key: string, value: string): string {
  return `${JSON.stringify(key)}${isSpaced(text) ? ': ' : ':'}${value}`
}

/** What an object holds under the key; `null` for what is no object and for none. */
export const memberOf = (part: JsonPart, key: string): JsonPart | null =>
  (part.kind === 'object' && part.entries.find((entry) => entry.key === key)?.part) || null

/** The text with that member in the object: in the place of the one of that name, or after the last. */
export function withMember(text: string, object: JsonPart, { key, value }: { key: string; value: string }): string {
  const there = memberOf(object, key)
  if (there) return spliced(text, [{ ...there, text: value }])
  return spliced(text, [
    { ...object, text: withEntries(text, object, [...entriesOf(text, object), member(text, key, value)]) }
  ])
}

/** The text with other texts in the place of some of its parts, which do not overlap. */
export function spliced(text: string, edits: readonly { start: number; end: number; text: string }[]): string {
  const ordered = [...edits].sort((one, two) => one.start - two.start)
  let made = ''
  let at = 0
  for (const { start, end, text: put } of ordered) {
    made += text.slice(at, start) + put
    at = end
  }
  return made + text.slice(at)
}

/** Every part, parents before their children. */
export function* walk(part: JsonPart, key: string | null = null): Generator<{ part: JsonPart; key: string | null }> {
  yield { part, key }
  for (const entry of part.entries) yield* walk(entry.part, entry.key ?? key)
}
