// Expressions that come to what was answered, in every call of a tool: values that are known then, and sums and products of two.
import { parseJson } from '../../../../text/json.ts'
import type { Json } from '../../../../tree/ports.ts'
import { literal, same } from './called.ts'

/** What is known in one call, by the expression that names it. */
export type KnownValues = ReadonlyMap<string, Json>

interface Sample {
  known: KnownValues
  target: Json
}

const isNumber = (value: Json | undefined): value is number => typeof value === 'number' && Number.isFinite(value)

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

const OPERATIONS: readonly (readonly [sign: string, run: (a: number, b: number) => number, turns: boolean])[] = [
  ['+', (a, b) => a + b, false],
  ['-', (a, b) => a - b, true],
  ['*', (a, b) => a * b, false]
]

// 2026-05-01T09:41, a UUID, a hash.
const OF_ITS_OWN = /^(?:\d{4}-\d\d-\d\d[T ]\d\d:|[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4})/i

/** @returns an expression that holds in all samples; `null` where none does */
export function formulaFor(samples: readonly Sample[]): string | null {
  const [first] = samples
  if (!first) return null
  const names = [...first.known.keys()]
  const holds = (of: (known: KnownValues) => Json | undefined) =>
    samples.every(({ known, target }) => same(of(known), target))
  const constant = samples.every(({ target }) => same(target, first.target))
  // A list, a time or a long key that was seen once is not always the same.
  const once =
    samples.length < 2 &&
    (typeof first.target === 'string' ? OF_ITS_OWN.test(first.target) : typeof first.target === 'object') &&
    first.target !== null
  // A figure or a flag that is always the same is that figure, and not by chance what was given.
  const telling = !constant || samples.length < 2 || typeof first.target === 'string'
  const named = names.find((name) => holds((known) => (known.has(name) ? known.get(name) : undefined)))
  if (named !== undefined && telling && first.target !== null && first.target !== false && first.target !== true)
    return named
  if (constant && !once) return named !== undefined && typeof first.target === 'string' ? named : literal(first.target)
  if (named !== undefined) return named
  if (samples.length < 2 || !samples.every(({ target }) => isNumber(target))) return null
  return arithmetic(samples, names)
}

function arithmetic(samples: readonly Sample[], names: readonly string[]): string | null {
  const numeric = names.filter((name) => samples.every(({ known }) => isNumber(known.get(name)))).slice(0, 30)
  const fits = (of: (known: (name: string) => number) => number) =>
    samples.every(({ known, target }) => rounded(of((name) => Number(known.get(name)))) === target)
  const apart = new Set(samples.map(({ target }) => JSON.stringify(target))).size > 1
  if (!apart) return null
  for (const one of numeric) {
    for (const other of numeric)
      for (const [sign, run, turns] of OPERATIONS)
        if ((turns || one <= other) && fits((known) => run(known(one), known(other)))) return `${one} ${sign} ${other}`
  }
  return null
}

/** A condition, as it is written and as it is tried on what is known in a call. */
interface Condition {
  text: string
  holds(known: KnownValues): boolean
}

const empty = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || value === false || value === 0

/**
 * What tells refused calls from those that were done: true in all of the first, in none of the others. The first that is found, of the simplest
 * kind; `null` where none is.
 */
export function conditionFor(
  refused: readonly KnownValues[],
  done: readonly KnownValues[],
  words: string
): Condition | null {
  const [first] = refused
  if (!first) return null
  const names = [...first.keys()]
  const all: Condition[] = []
  for (const name of names) {
    const value = first.get(name) ?? null
    const text = literal(value)
    if (value === null) all.push({ text: `${name} == null`, holds: (known) => (known.get(name) ?? null) === null })
    else if (text !== null && typeof value !== 'object' && (typeof value !== 'number' || !name.includes('.')))
      all.push({ text: `${name} == ${text}`, holds: (known) => same(known.get(name), value) })
    if (name.includes('.') && value !== null)
      all.push({ text: `${name} != null`, holds: (known) => (known.get(name) ?? null) !== null })
    all.push({ text: `not ${name}`, holds: (known) => empty(known.get(name)) })
    if (isNumber(value)) all.push({ text: `${name} <= 0`, holds: (known) => Number(known.get(name) ?? 1) <= 0 })
  }
  const texts = names.filter((name) => name.includes('.') && typeof first.get(name) === 'string')
  const usual = (name: string) => [...new Set(done.map((known) => JSON.stringify(known.get(name) ?? null)))]
  for (const name of texts) {
    const values = usual(name)
    const [only = 'null'] = values
    const text = literal(parseJson(only) as Json)
    if (values.length === 1 && done.length > 1 && only !== 'null' && text !== null)
      all.push({ text: `${name} != ${text}`, holds: (known) => !same(known.get(name), parseJson(only) as Json) })
  }
  const numeric = names.filter((name) => isNumber(first.get(name)))
  for (const one of numeric)
    for (const other of numeric)
      if (one !== other && (one.includes('.') || other.includes('.')))
        all.push({
          text: `${one} < ${other}`,
          holds: (known) =>
            isNumber(known.get(one)) && isNumber(known.get(other)) && Number(known.get(one)) < Number(known.get(other))
        })
  const given = names
    .filter((name) => !name.includes('.') && first.get(name) !== null && typeof first.get(name) !== 'object')
    .slice(0, 8)
  for (const one of given)
    for (const other of given)
      if (one !== other && typeof first.get(one) === typeof first.get(other))
        for (const sign of ['<=', '<', '=='] as const)
          all.push({
            text: `${one} ${sign} ${other}`,
            holds: (known) => ordered(known.get(one), known.get(other), sign)
          })
  // Without a call that was done, only what the words themselves say of a missing or empty value is believed.
  return (
    all.find(({ text, holds }) => {
      if (!refused.every(holds) || done.some(holds)) return false
      // What was given explains few refusals, unless they speak of it.
      const argument = text.includes('.') ? undefined : text.replace(/^not /, '').split(' ')[0]
      if (
        argument !== undefined &&
        !text.includes('.') &&
        refused.length < 3 &&
        !words.toLowerCase().includes(argument.toLowerCase().split('_')[0] ?? '')
      )
        return false
      if (!done.length) return /^not \w+$/.test(text) || text.includes('.')
      return done.length + refused.length > 2 || !/ == (?:'|"|\d)/.test(text)
    }) ?? null
  )
}

function ordered(one: Json | undefined, other: Json | undefined, sign: '<=' | '<' | '=='): boolean {
  if (typeof one !== typeof other || (typeof one !== 'number' && typeof one !== 'string')) return false
  const [a, b] = [one, other as typeof one]
  return sign === '==' ? a === b : sign === '<' ? a < b : a <= b
}

/** The text with what is known in the place of its values, the longest first. */
function templateFor(text: string, known: KnownValues): string {
  let made = [{ text: text.replaceAll('{{', '{ {'), open: true }]
  const values = [...known]
    .filter(([, value]) => (typeof value === 'string' && value.length > 1) || typeof value === 'number')
    .flatMap(([name, value]) => [
      [name, String(value)] as const,
      // An amount of money is told with its hundredths.
      ...(typeof value === 'number' && inCents(value) !== String(value)
        ? [[`money(${name})`, inCents(value)] as const]
        : [])
    ])
    .sort(([, a], [, b]) => b.length - a.length)
  for (const [name, value] of values) made = made.flatMap((part) => (part.open ? cut(part.text, value, name) : [part]))
  return made.map((part) => (part.open ? part.text : `{{${part.text}}}`)).join('')
}

const isWord = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)

function cut(text: string, value: string, name: string): { text: string; open: boolean }[] {
  const parts: { text: string; open: boolean }[] = []
  let from = 0
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    if (at < from) continue
    const end = at + value.length
    // Within a word it is another one.
    if ((isWord(value[0]) && isWord(text[at - 1])) || (isWord(value.at(-1)) && isWord(text[end]))) continue
    if (/\d/.test(value.at(-1) ?? '') && /^\.\d/.test(text.slice(end, end + 2))) continue
    parts.push({ text: text.slice(from, at), open: true }, { text: name, open: false })
    from = end
  }
  return [...parts, { text: text.slice(from), open: true }].filter((part) => part.text !== '')
}

const inCents = (value: number): string => value.toFixed(2)

function valueAt(part: string, known: KnownValues): string {
  const amount = /^money\((.{1,190})\)$/.exec(part)?.[1]
  return amount === undefined ? String(known.get(part) ?? '') : inCents(Number(known.get(amount)))
}

/** What the template comes to, as far as it is of names alone. */
const filled = (template: string, known: KnownValues): string =>
  template
    .split(/\{\{([^{}]{1,200})\}\}/)
    .map((part, at) => (at % 2 ? valueAt(part, known) : part))
    .join('')

/** The template that comes to most of the texts; `right` of them. */
export function templateOf(
  calls: readonly { text: string; known: KnownValues }[]
): { template: string; right: number } | null {
  const counts = new Map<string, number>()
  for (const { text, known } of calls) {
    const template = templateFor(text, known)
    if (counts.has(template)) continue
    counts.set(template, calls.filter((one) => filled(template, one.known) === one.text.replaceAll('{{', '{ {')).length)
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a)
  return best ? { template: best[0], right: best[1] } : null
}
