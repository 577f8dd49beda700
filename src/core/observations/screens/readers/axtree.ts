// BrowserGym's accessibility tree: `[bid] role 'name' value='v', box=..., clickable, props`.

import { isQuote, type ReadLiteral, readString, repr } from '../../../text/python.ts'
import type { ScreenReader } from '../reader.ts'
import type { ScreenNode } from '../screen.ts'
import { fromCorners } from './bounds.ts'
import { BEGINNING } from './limits.ts'
import { begins, readOutline, type Tail, WORDS, writeOutline } from './outline.ts'
import { readPreface } from './preface.ts'

export const axtree: ScreenReader = {
  name: 'axtree',
  title: 'a BrowserGym accessibility tree',
  recognises(text) {
    const beginning = text.slice(0, BEGINNING)
    return readPreface(beginning, begins).start < beginning.length
  },
  read: (text) => readOutline(text, dialect),
  write: (screen) => writeOutline(screen, dialect)
}

const dialect = { format: 'axtree', readTail, spellTail }

// These stand bare when they are so; BrowserGym leaves out the first three when they are not.
const BARE = new Set(['required', 'focused', 'atomic', 'clickable', 'visible', 'som'])
// Numbers in Chromium, so `repr` puts no quotes around them.
const NUMBERS = new Set(['valuemin', 'valuemax', 'level', 'setsize', 'posinset'])
const RANGES = new Set(['slider', 'spinbutton', 'progressbar', 'meter', 'scrollbar'])
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/
const PART = /, ([A-Za-z][\w-]*)(=?)/y

function readTail(line: string, from: number): Tail {
  const tail: Tail = { value: null, states: {}, attributes: [], bounds: null, problem: null }
  let at = from
  if (line.startsWith(' value=', at)) {
    const { value, end, closed } = readLiteral(line, at + 7)
    tail.value = value
    at = end
    if (!closed) tail.problem = 'lacks a closing quote'
  }
  while (at < line.length) {
    PART.lastIndex = at
    const [whole, name = '', equals] = PART.exec(line) ?? []
    if (!whole) return { ...tail, problem: line.slice(at).trim() ? 'could be read only in part' : tail.problem }
    at += whole.length
    if (!equals) {
      tail.states[name] = true
      continue
    }
    const quoted = isQuote(line[at])
    const { value, end, closed } = readLiteral(line, at)
    at = end
    if (!closed) tail.problem = 'lacks a closing quote'
    if (name === 'box' || name === 'center') tail.attributes.push([name, value])
    else tail.states[name] = meaning(name, value, quoted)
    if (name === 'box') tail.bounds = readBox(value)
  }
  return tail
}

/** A string, or what else stands up to the next comma. */
function readLiteral(line: string, at: number): ReadLiteral {
  if (isQuote(line[at])) return readString(line, at)
  const comma = line.indexOf(', ', at)
  const end = comma < 0 ? line.length : comma
  return { value: line.slice(at, end).trimEnd(), end, closed: true }
}

function meaning(name: string, value: string, quoted: boolean): boolean | string {
  if (value === 'True' && !quoted) return true
  if (value === 'False' && !quoted) return false
  if (WORDS.has(name) && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

function readBox(text: string): ScreenNode['bounds'] {
  const [left, top, right, bottom, ...more] = text
    .replace(/^\(|\)$/g, '')
    .split(',')
    .map(toNumber)
  if (left === undefined || top === undefined || right === undefined || bottom === undefined || more.length) return null
  return fromCorners(left, top, right, bottom)
}

function toNumber(text: string): number {
  return text.trim() ? Number(text) : Number.NaN
}

function spellTail({ role, value, states, attributes }: ScreenNode): string {
  const number = value !== null && RANGES.has(role) && NUMBER.test(value)
  const parts = [value === null ? '' : ` value=${number ? value : repr(value)}`]
  for (const [name, written] of attributes) {
    if (name === 'box' || name === 'center') parts.push(`${name}="${written}"`)
  }
  for (const [name, state] of Object.entries(states)) parts.push(writeState(name, state))
  return parts.join(', ')
}

function writeState(name: string, state: boolean | string): string {
  if (state === true && BARE.has(name)) return name
  if (typeof state === 'boolean' && WORDS.has(name)) return `${name}='${state}'`
  if (typeof state === 'boolean') return `${name}=${state ? 'True' : 'False'}`
  return `${name}=${NUMBERS.has(name) && NUMBER.test(state) ? state : repr(state)}`
}
