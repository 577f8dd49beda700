// What expressions can call. Each function computes a value from values, in time linear in them.
import type { Json } from '../../../tree/ports.ts'
import { rounded, total } from './decimal.ts'
import { mistake } from './refusal.ts'
import { dateAfter, daysBetween } from './time.ts'

export interface FunctionContext {
  /** The next number of the world's own chance, from 0 to below 1. */
  draw(): number
}

interface Function {
  /** The least and the most values. */
  takes: readonly [least: number, most: number]
  /** The second value is computed for each item of the first, which is `it` there. */
  each?: true
  run(values: readonly Json[], called: FunctionContext): Json
}

const shown = (value: Json): string => JSON.stringify(value).slice(0, 60)

function listIn(value: Json | undefined): readonly Json[] {
  if (Array.isArray(value)) return value
  if (value === null || value === undefined) return []
  throw mistake(`Expected a list, not ${shown(value)}.`)
}

export function numberIn(value: Json | undefined): number {
  if (typeof value === 'number') return value
  throw mistake(`Expected a number, not ${shown(value ?? null)}.`)
}

// A text that is made longer than this is refused.
const MOST_TEXT = 100_000

/** As it is shown to a reader: nothing for `null`, JSON for what has parts. */
export function textOf(value: Json | undefined): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(bounded(value, MOST_TEXT)) : String(value)
}

/** The value, which may hold the same list many times over. @throws VerbRefusal where it is too large to be written out */
export function bounded(value: Json, most: number): Json {
  let left = most
  const open: Json[] = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    left -= typeof next === 'string' ? next.length + 1 : 1
    if (left < 0) throw mistake(`A value is longer than ${most} characters.`)
    if (typeof next === 'object' && next !== null) for (const part of Object.values(next)) open.push(part)
  }
  return value
}

/** Texts one after the other. @throws VerbRefusal where that is too long, before it is made */
export function joined(parts: readonly string[], between = ''): string {
  const length = parts.reduce((sum, part) => sum + part.length + between.length, 0)
  if (length > MOST_TEXT) throw mistake(`A text is longer than ${MOST_TEXT} characters.`)
  return parts.join(between)
}

/** Smaller is first; numbers by size, all else as text, `null` last. */
export function compare(one: Json, other: Json): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  const [left, right] = [textOf(one), textOf(other)]
  return left < right ? -1 : left > right ? 1 : 0
}

function sorted(list: readonly Json[], keys: readonly Json[]): Json[] {
  const order = list.map((item, at) => ({ item, key: keys[at] ?? null, at }))
  return order.sort((one, other) => compare(one.key, other.key) || one.at - other.at).map(({ item }) => item)
}

const text = (run: (value: string) => Json): Function => ({ takes: [1, 1], run: ([value]) => run(textOf(value)) })

const texts = (run: (value: string, other: string) => Json): Function => ({
  takes: [2, 2],
  run: ([value, other]) => run(textOf(value), textOf(other))
})

/** The item whose key wins, or the key itself where no item is asked for. */
const extreme = (wins: (order: number) => boolean): Function => ({
  takes: [1, 2],
  each: true,
  run: ([list, keys]) =>
    listIn(keys ?? list).reduce<Json>(
      (best, one) => (one !== null && (best === null || wins(compare(one, best))) ? one : best),
      null
    )
})

export const FUNCTIONS: Readonly<Record<string, Function>> = {
  // Decided before its values are computed.
  if: { takes: [3, 3], run: ([test, yes = null, no = null]) => (test ? yes : no) },
  count: { takes: [1, 1], run: ([list]) => listIn(list).length },
  sum: {
    takes: [1, 2],
    each: true,
    // As in SQL, nothing adds nothing.
    run: ([list, values]) => total(listIn(values ?? list).flatMap((one) => (one === null ? [] : [numberIn(one)])))
  },
  min: extreme((order) => order < 0),
  max: extreme((order) => order > 0),
  map: { takes: [2, 2], each: true, run: ([, values]) => [...listIn(values)] },
  sort: { takes: [1, 2], each: true, run: ([list, keys]) => sorted(listIn(list), listIn(keys ?? list)) },
  reverse: { takes: [1, 1], run: ([list]) => [...listIn(list)].reverse() },
  unique: {
    takes: [1, 1],
    run: ([list]) => [...new Map(listIn(list).map((one) => [`${typeof one} ${textOf(one)}`, one])).values()]
  },
  first: { takes: [1, 1], run: ([list]) => listIn(list)[0] ?? null },
  last: { takes: [1, 1], run: ([list]) => listIn(list).at(-1) ?? null },
  take: { takes: [2, 2], run: ([list, many]) => listIn(list).slice(0, Math.max(0, numberIn(many))) },
  join: { takes: [2, 2], run: ([list, between]) => joined(listIn(list).map(textOf), textOf(between)) },
  length: { takes: [1, 1], run: ([value]) => (Array.isArray(value) ? value.length : textOf(value).length) },
  lower: text((value) => value.toLowerCase()),
  upper: text((value) => value.toUpperCase()),
  trim: text((value) => value.trim()),
  text: text((value) => value),
  contains: texts((value, part) => value.toLowerCase().includes(part.toLowerCase())),
  startsWith: texts((value, part) => value.startsWith(part)),
  endsWith: texts((value, part) => value.endsWith(part)),
  split: texts((value, between) => value.split(between || ' ')),
  replace: {
    takes: [3, 3],
    run: ([value, part, by]) => (part ? joined(textOf(value).split(textOf(part)), textOf(by)) : textOf(value))
  },
  number: {
    takes: [1, 1],
    run: ([value]) => {
      const read = Number(textOf(value).trim() || Number.NaN)
      return Number.isFinite(read) ? read : null
    }
  },
  abs: { takes: [1, 1], run: ([value]) => Math.abs(numberIn(value)) },
  floor: { takes: [1, 1], run: ([value]) => Math.floor(numberIn(value)) },
  round: { takes: [1, 2], run: ([value, places]) => rounded(numberIn(value), placesIn(places)) },
  money: { takes: [1, 1], run: ([value]) => rounded(numberIn(value), 2).toFixed(2) },
  addDays: { takes: [2, 2], run: ([date, days]) => dateAfter(textOf(date), numberIn(days)) },
  daysBetween: { takes: [2, 2], run: ([from, to]) => daysBetween(textOf(from), textOf(to)) },
  digits: {
    takes: [1, 1],
    run: ([many], { draw }) =>
      Array.from({ length: Math.min(20, Math.max(1, numberIn(many))) }, () => Math.floor(draw() * 10)).join('')
  }
}

const placesIn = (value: Json | undefined): number =>
  value === undefined ? 0 : Math.min(12, Math.max(0, Math.floor(numberIn(value))))
