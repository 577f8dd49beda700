// What zod says of a value that does not fit, in words with which it can be mended.
import { z } from 'zod'
import { isObject, isShallow } from './json.ts'
import { isSlip, nearest } from './nearest.ts'

export interface SchemaIssue {
  path: PropertyKey[]
  message: string
  /** Something is not there that has to be. */
  missing?: true
}

/** The value that was read, and what it had to be. Without them less can be said. */
interface Read {
  value?: unknown
  schema?: z.ZodType
}

// A person reads a few; more hide the first one, which is nearly always the cause.
const MOST_SENTENCES = 5

/**
 * Why a value does not fit, in one line: for each issue the place, what was expected and what came. What a schema says itself is kept as it is.
 * The only way in which a user is told of a ZodError.
 */
export function sentenceOf(error: { issues: readonly z.core.$ZodIssue[] }, read: Read = {}): string {
  const all = error.issues.flatMap((issue): SchemaIssue[] => (isStandard(issue) ? toldIssue(issue, read) : [issue]))
  const parts = all.slice(0, MOST_SENTENCES).map(placed)
  if (all.length > MOST_SENTENCES) parts.push(`And ${all.length - MOST_SENTENCES} more.`)
  return parts.map((part, at) => (at < parts.length - 1 ? ended(part) : part)).join(' ')
}

/** The text with a stop at its end. */
export const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** What is missing names itself, so its place is what lacks it. */
function placed({ path, message, missing: lacks }: SchemaIssue): string {
  const place = lacks ? path.slice(0, -1) : path
  return place.length ? `${place.map(String).join('.')}: ${message}` : message
}

/** An issue of the form, said so that it can be mended. Of alternatives, the one that was probably meant counts. */
export function toldIssue(issue: z.core.$ZodIssue, read: Read): SchemaIssue[] {
  const { path } = issue
  const { value: whole, schema } = read
  const value = at(whole, path)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: `There is no "${key}" here.${schema ? instead(key, schema, path) : ''}`
    }))
  }
  if (issue.code === 'invalid_union') {
    if ('options' in issue && issue.discriminator !== undefined) return untold(path, issue.options ?? [], value)
    if (value === undefined && 'value' in read)
      return [{ path, message: `"${nameOf(path)}" is missing.`, missing: true }]
    const alternatives = issue.errors.filter((errors) => errors.length > 0)
    const keys = isObject(value) ? Object.keys(value) : []
    // Alternatives that are told apart by a name: the one that is there, or the nearest that there could be.
    const names = [...new Set(alternatives.flat().flatMap((one) => (missing(one, value) ? [String(one.path[0])] : [])))]
    const [key] = keys
    if (
      key !== undefined &&
      names.length > 2 &&
      !keys.some((one) => alternatives.some((errors) => !refuses(errors, one)))
    ) {
      return [{ path: [...path, key], message: `There is no "${key}" here.${meant(key, names)}` }]
    }
    // An alternative that objects to no name is meant; among several, the one that objects to the least.
    const strange = (errors: z.core.$ZodIssue[]) =>
      errors.reduce(
        (sum, one) => sum + (one.path.length ? 0 : one.code === 'unrecognized_keys' ? one.keys.length * 10 : 5),
        0
      )
    const [best] = alternatives.toSorted((a, b) => strange(a) - strange(b))
    const simple = best?.every((one) => one.path.length === 0 && one.code !== 'unrecognized_keys')
    if (!best || (simple && !keys.length)) return [{ path, message: expected(alternatives.flat(), read, path) }]
    return best.flatMap((one) => toldIssue({ ...one, path: [...path, ...one.path] }, read))
  }
  if (issue.code === 'invalid_key') return [{ path, message: expected(issue.issues, { value: path.at(-1) }, []) }]
  if (issue.code === 'invalid_value' && isStandard(issue)) {
    if (!('value' in read)) return [{ path, message: `Expected one of ${issue.values.map(String).join(', ')}.` }]
    const names = issue.values.map(String)
    return [{ path, message: `${show(value)} is not one of ${names.join(', ')}.${meant(String(value), names)}` }]
  }
  if (issue.code === 'invalid_type' && isStandard(issue) && issue.message.endsWith('received undefined')) {
    return [{ path, message: `"${nameOf(path)}" is missing (${typeName(issue.expected)}).`, missing: true }]
  }
  return [{ path, message: expected([issue], read, path) }]
}

/** The issue of a union that one field selects (its discriminator), when that field is missing or names none of `options`. */
function untold(path: PropertyKey[], options: readonly unknown[], given: unknown): SchemaIssue[] {
  const names = options.map(String)
  const all = names.join(', ')
  if (given === undefined) {
    return [{ path, message: `"${nameOf(path)}" is missing. It is one of ${all}.`, missing: true }]
  }
  return [{ path, message: `${show(given)} is not one of ${all}.${meant(String(given), names)}` }]
}

const nameOf = (path: readonly PropertyKey[]): string => String(path.at(-1) ?? 'value')

const refuses = (errors: z.core.$ZodIssue[], key: string): boolean =>
  errors.some((one) => one.code === 'unrecognized_keys' && one.path.length === 0 && one.keys.includes(key))

const missing = (issue: z.core.$ZodIssue, value: unknown): boolean =>
  issue.path.length === 1 && at(value, issue.path) === undefined

// How zod's own sentences begin. What a schema says itself begins otherwise.
const STANDARD = /^(?:Invalid|Too big|Too small|Unrecognized key)/
const isStandard = ({ message }: z.core.$ZodIssue): boolean => STANDARD.test(message)

function expected(issues: readonly z.core.$ZodIssue[], read: Read, path: readonly PropertyKey[]): string {
  const value = at(read.value, path)
  const came = 'value' in read ? `, not ${show(value)}` : ''
  const kinds = issues.filter(isStandard).flatMap((one) => {
    if (one.code === 'invalid_value') return one.values.map((known) => `"${String(known)}"`)
    return one.code === 'invalid_type' ? [typeName(one.expected)] : []
  })
  if (issues.every((one) => isStandard(one) && (one.code === 'invalid_type' || one.code === 'invalid_value'))) {
    const [number] = kinds.length === 1 ? numbersAt(read.schema, path) : []
    return `Expected ${number ?? [...new Set(kinds)].join(' or ')}${came}.`
  }
  const [first = issues[0]] = issues.filter(({ code }) => code !== 'invalid_type')
  if (first && isStandard(first)) return ofSize(first, read, path) ?? `Expected something else${came}.`
  const message = first?.message ?? 'This is not valid.'
  return ended(message.charAt(0).toUpperCase() + message.slice(1))
}

/** What zod says of sizes and forms, in words; `null` for another issue. */
function ofSize(issue: z.core.$ZodIssue, read: Read, path: readonly PropertyKey[]): string | null {
  const value = at(read.value, path)
  const came = 'value' in read ? `, not ${show(value)}` : ''
  if (issue.code === 'not_multiple_of') return `Expected a multiple of ${issue.divisor}${came}.`
  if (issue.code === 'invalid_format') {
    const form = issue.format === 'regex' ? `a text of the form ${issue.pattern}` : `a text of the form ${issue.format}`
    return `Expected ${form}${came}.`
  }
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return null
  const unit = UNITS[issue.origin]
  const [limit, inside, beyond] =
    issue.code === 'too_big' ? [issue.maximum, 'at most', 'below'] : [issue.minimum, 'at least', 'above']
  const bound = `${issue.exact ? 'exactly' : issue.inclusive === false ? beyond : inside} ${limit}`
  if (!unit) return `Expected ${numbersAt(read.schema, path)[0] ?? `a number of ${bound}`}${came}.`
  if (issue.origin === 'string' && value === '') return 'The text is empty.'
  const length = 'value' in read ? `, not ${sizeOf(value)}` : ''
  return `Expected ${bound} ${String(limit) === '1' ? unit.slice(0, -1) : unit}${length}.`
}

const UNITS: Record<string, string> = {
  string: 'characters',
  array: 'items',
  set: 'items',
  map: 'items',
  file: 'bytes'
}

const sizeOf = (value: unknown): number =>
  typeof value === 'string' || Array.isArray(value) ? value.length : Object.keys(Object(value)).length

/** The numbers that may stand at the path, in words: `a whole number from 1 to 64`; none where no number belongs there. */
function numbersAt(schema: z.ZodType | undefined, path: readonly PropertyKey[]): string[] {
  return (schema ? schemasAt(schema, path) : []).flatMap((one) =>
    one instanceof z.ZodNumber ? [nameOfNumber(one)] : []
  )
}

/** What a number has to be, in words, such as `a whole number from 1 to 64`. @param schema one that takes a number */
export const numberName = (schema: z.ZodType): string => numbersAt(schema, [])[0] ?? 'a number'

function nameOfNumber(schema: z.ZodNumber): string {
  const { type, minimum = -Infinity, maximum = Infinity, exclusiveMinimum } = z.toJSONSchema(schema)
  const least = minimum > Number.MIN_SAFE_INTEGER ? minimum : null
  const most = maximum < Number.MAX_SAFE_INTEGER ? maximum : null
  const name = type === 'integer' ? 'a whole number' : 'a number'
  if (exclusiveMinimum !== undefined && most !== null) return `${name} above ${exclusiveMinimum} and at most ${most}`
  if (exclusiveMinimum !== undefined) return `${name} above ${exclusiveMinimum}`
  if (least !== null && most !== null) return `${name} from ${least} to ${most}`
  if (least !== null) return `${name} of at least ${least}`
  return most === null ? name : `${name} of at most ${most}`
}

const TYPES: Record<string, string> = {
  int: 'a whole number',
  record: 'an object',
  array: 'a list',
  string: 'a text',
  boolean: 'true or false'
}
const typeName = (type: string): string => TYPES[type] ?? `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`

// More of a value is not read.
const SHOWN = 60

function show(value: unknown): string {
  // Writing what nests deeper would end the stack.
  if (!isShallow(value, MOST_SHOWN)) return Array.isArray(value) ? 'a list' : 'an object'
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, 2 * SHOWN) : value) ?? 'nothing'
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

// Levels of lists and objects.
const MOST_SHOWN = 100

function at(whole: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
    whole
  )
}

/** The name that was probably meant by one that is not there, or all there are where they are few; `''` where that helps nobody. */
export function meant(name: string, names: readonly string[]): string {
  const best = nearest(name, names)
  return best !== null && (isSlip(name, best) || names.length > 8)
    ? ` Did you mean "${best}"?`
    : names.length && names.length <= 12
      ? ` There are: ${names.join(', ')}.`
      : ''
}

/** Where a name that an object at the path has not was meant to stand: by a slip, in one of its parts, or by the names there are. */
function instead(name: string, schema: z.ZodType, path: readonly PropertyKey[]): string {
  const names = namesAt(schema, path)
  const parts = names.filter((part) => namesAt(schema, [...path, part]).includes(name))
  const [home] = parts
  const slip = names.some((one) => isSlip(name, one))
  return home !== undefined && parts.length === 1 && !slip ? ` It belongs in "${home}".` : meant(name, names)
}

/** The names that an object at the path may have; of alternatives those of all. */
function namesAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  return [...new Set(schemasAt(schema, path).flatMap((one) => Object.keys(Object(Object(one).shape))))]
}

const schemasAt = (schema: z.ZodType, path: readonly PropertyKey[]): unknown[] =>
  path.reduce<unknown[]>((all, part) => all.flatMap((one) => inner(one, part)), unwrapped(schema))

function inner(schema: unknown, part: PropertyKey): unknown[] {
  const { shape, element, valueType } = Object(schema)
  const next = isObject(shape) ? shape[String(part)] : (element ?? valueType)
  return next === undefined ? [] : unwrapped(next)
}

/** Without what makes it optional; of a union the alternatives. */
function unwrapped(schema: unknown): unknown[] {
  let found = schema
  for (let depth = 0; depth < 10; depth++) {
    const { innerType, options, getter } = Object(Object(found).def)
    if (Array.isArray(options)) return options.flatMap(unwrapped)
    const next = typeof getter === 'function' ? getter() : innerType
    if (next === undefined) return [found]
    found = next
  }
  return [found]
}
