// A value as a person types it, made what a tool's schema asks for: `folder_id=0` is a string where the schema says string.

import { JsonValue, parseJson, referred } from '../../text/json.ts'
import type { Json } from '../../tree/ports.ts'
import { isSchema, type ObjectSchema } from './bounded.ts'

/** The value, or what was expected in its place: `an integer`, `one of: open, closed`. `known` when a schema decided. */
export type TypedValue = { value: Json } | { expected: string }

// Deeper alternatives and longer chains of references are taken as text.
const DEEPEST = 20

/**
 * `text` as the parameter `name` of `input` asks for it; `null` where the schema does not say anything.
 * @param quoted it stood in quotes, which are gone: a text is meant where one fits
 */
export function typedBy(input: ObjectSchema, name: string, text: string, quoted: boolean): TypedValue | null {
  const { properties } = input
  const schema = isSchema(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
  const choices = isSchema(schema) ? alternatives(schema, input, 0) : []
  if (!choices.length || choices.some(isOpen)) return null
  const fits = choices.flatMap((one) => fitsOf(one, text))
  // Quotes say text; without them a number or a word of JSON is meant where it fits, but never where the text itself is a choice.
  const listed = fits.find(({ rank }) => rank === 'listed')
  const literal = quoted ? undefined : fits.find(({ rank }) => rank === 'literal')
  const best = listed ?? literal ?? fits.find(({ rank }) => rank === 'text') ?? fits[0]
  return best ? { value: best.value } : { expected: [...new Set(choices.map(described))].join(' or ') }
}

/** The schema's alternatives one by one, references followed; `[]` when it has too many or leads nowhere. */
function alternatives(schema: ObjectSchema, root: ObjectSchema, depth: number): ObjectSchema[] {
  if (depth > DEEPEST) return []
  if (typeof schema.$ref === 'string') {
    const target = referred(root, schema.$ref)
    return isSchema(target) ? alternatives(target, root, depth + 1) : []
  }
  const { anyOf, oneOf, allOf, type, ...rest } = schema
  const several = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : null
  if (several)
    return several.slice(0, DEEPEST).flatMap((one) => (isSchema(one) ? alternatives(one, root, depth + 1) : []))
  if (Array.isArray(allOf) && type === undefined) {
    const told = allOf.filter(isSchema).flatMap((one) => alternatives(one, root, depth + 1))
    return told.filter((one) => !isOpen(one))
  }
  if (Array.isArray(type)) return type.map((one) => ({ ...rest, type: one }))
  return [schema]
}

const isOpen = (schema: ObjectSchema): boolean =>
  schema.type === undefined && !Array.isArray(schema.enum) && schema.const === undefined

type Fit = { value: Json; rank: 'listed' | 'literal' | 'text' | 'other' }

function fitsOf(schema: ObjectSchema, text: string): Fit[] {
  const listed = schema.const !== undefined ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : null
  if (listed) {
    const same = (one: Json) => (typeof one === 'string' ? one : JSON.stringify(one))
    const exact = listed.find((one) => same(one) === text)
    if (exact !== undefined) return [{ value: exact, rank: 'listed' }]
    const alike = listed.filter((one) => same(one).toLowerCase() === text.toLowerCase())
    return alike.length === 1 ? alike.map((value) => ({ value, rank: 'listed' })) : []
  }
  if (schema.type === 'string') return [{ value: text, rank: 'text' }]
  const value = parsed(text)
  switch (schema.type) {
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value) ? [{ value, rank: 'literal' }] : []
    case 'number':
      return typeof value === 'number' ? [{ value, rank: 'literal' }] : []
    case 'boolean':
      return typeof value === 'boolean' ? [{ value, rank: 'literal' }] : []
    case 'null':
      return value === null ? [{ value, rank: 'literal' }] : []
    case 'object':
      return isSchema(value) ? [{ value, rank: 'literal' }] : []
    case 'array':
      return Array.isArray(value) ? [{ value, rank: 'literal' }] : items(schema, text)
    default:
      return [{ value: value ?? text, rank: 'other' }]
  }
}

/** `labels=bug,docs`: plain values with commas between, where the items are no lists or objects themselves. */
function items({ items }: ObjectSchema, text: string): Fit[] {
  if (!isSchema(items) || !['string', 'integer', 'number', 'boolean'].includes(String(items.type))) return []
  if (!text || /^[[{]/.test(text)) return []
  const values = text.split(',').map((part) => fitsOf(items, part.trim())[0])
  const whole = values.flatMap((one) => (one ? [one.value] : []))
  return whole.length === values.length ? [{ value: whole, rank: 'other' }] : []
}

function parsed(text: string): Json | undefined {
  try {
    return JsonValue.parse(parseJson(text))
  } catch {
    return undefined
  }
}

const NAMES: Record<string, string> = {
  string: 'text',
  integer: 'a whole number, such as 3',
  number: 'a number, such as 1.5',
  boolean: 'true or false',
  null: 'null',
  object: 'an object, such as {"key": "value"}',
  array: 'a list, such as ["a", "b"]'
}

// More values than one reads.
const MOST_LISTED = 12

function described(schema: ObjectSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (!Array.isArray(schema.enum)) return NAMES[String(schema.type)] ?? String(schema.type)
  const shown = schema.enum.slice(0, MOST_LISTED).map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  return `one of: ${shown.join(', ')}${schema.enum.length > MOST_LISTED ? ', …' : ''}`
}
