// What zod says of a value that does not fit, in words with which it can be mended.
import type { z } from 'zod'
import { isObject } from './json.ts'
import { isSlip, nearest } from './nearest.ts'

export interface SchemaIssue {
  path: PropertyKey[]
  message: string
  /** Something is not there that has to be. */
  missing?: true
}

/** The value that was read, and what it had to be. */
interface Read {
  value: unknown
  schema: z.ZodType
}

/** An issue of the form, said so that it can be mended. Of alternatives, the one that was probably meant counts. */
export function toldIssue(issue: z.core.$ZodIssue, { value: whole, schema }: Read): SchemaIssue[] {
  const { path } = issue
  const value = at(whole, path)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: `There is no "${key}" here.${meant(key, namesAt(schema, path))}`
    }))
  }
  if (issue.code === 'invalid_union') {
    if ('options' in issue && issue.discriminator !== undefined) return untold(path, issue.options ?? [], value)
    if (value === undefined) return [{ path, message: `"${nameOf(path)}" is missing.`, missing: true }]
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
    if (!best || (simple && !keys.length)) return [{ path, message: expected(alternatives.flat(), value) }]
    return best.flatMap((one) => toldIssue({ ...one, path: [...path, ...one.path] }, { value: whole, schema }))
  }
  if (issue.code === 'invalid_key') return [{ path, message: expected(issue.issues, value) }]
  if (issue.code === 'invalid_value') {
    const names = issue.values.map(String)
    return [{ path, message: `${show(value)} is not one of ${names.join(', ')}.${meant(String(value), names)}` }]
  }
  if (value === undefined && issue.code === 'invalid_type') {
    return [{ path, message: `"${nameOf(path)}" is missing (${typeName(issue.expected)}).`, missing: true }]
  }
  return [{ path, message: expected([issue], value) }]
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

function expected(issues: z.core.$ZodIssue[], value: unknown): string {
  const types = issues.flatMap((one) => (one.code === 'invalid_type' ? [typeName(one.expected)] : []))
  if (types.length === issues.length) return `Expected ${[...new Set(types)].join(' or ')}, not ${show(value)}.`
  const [first] = issues.filter(({ code }) => code !== 'invalid_type')
  const message = first?.message ?? 'This is not valid.'
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${message.endsWith('.') ? '' : '.'}`
}

const TYPES: Record<string, string> = {
  int: 'a whole number',
  record: 'an object',
  array: 'a list',
  string: 'a text',
  boolean: 'true or false'
}
const typeName = (type: string): string => TYPES[type] ?? `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

function at(whole: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
    whole
  )
}

/** The name that was probably meant by one that is not there, or all there are where they are few; `''` where that helps nobody. */
export function meant(name: string, names: readonly string[]): string {
  const best = names.length ? nearest(name, [...names]) : ''
  return best && (isSlip(name, best) || names.length > 8)
    ? ` Did you mean "${best}"?`
    : names.length && names.length <= 12
      ? ` There are: ${names.join(', ')}.`
      : ''
}

/** The names that an object at the path may have; of alternatives those of all. */
function namesAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const found = path.reduce<unknown[]>((all, part) => all.flatMap((one) => inner(one, part)), unwrapped(schema))
  return [...new Set(found.flatMap((one) => Object.keys(Object(Object(one).shape))))]
}

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
