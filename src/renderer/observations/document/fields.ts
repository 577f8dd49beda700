// A tool's JSON schema as the parts of a form. What a form cannot express is a part that is written as JSON.
import { isObject, referred } from '../../../core/text/json.ts'
import type { Json } from '../../../core/tree/ports.ts'

export type FieldSchema = Record<string, Json>

/** One part of a form, with what its schema says of it. */
export interface FormPart {
  shape: FieldShape
  title: string | null
  description: string | null
  /** `undefined` where the schema names none. */
  preset: Json | undefined
}

export type FieldShape =
  | { kind: 'text'; long: boolean }
  | { kind: 'number' }
  | { kind: 'boolean' }
  | { kind: 'choice'; options: { value: Json; name: string }[] }
  | { kind: 'list'; items: Json }
  /** `more` is the schema of further properties, `null` where the schema does not ask for any. */
  | { kind: 'object'; properties: { name: string; schema: Json; required: boolean }[]; more: Json | null }
  | { kind: 'union'; variants: Json[] }
  | { kind: 'json' }

/** `schema` as a part of a form; `root` is what its references are looked up in, `name` the property it belongs to. */
export function readPart(schema: Json, root: FieldSchema, name = ''): FormPart {
  const whole = resolve(schema, root)
  return {
    shape: whole === null ? { kind: 'json' } : shapeOf(whole, root, name),
    title: textOf(whole?.title),
    description: textOf(whole?.description),
    preset: whole?.default
  }
}

/** What a form starts from: what is required and already decided by the schema. */
export function startValue(schema: Json, root: FieldSchema, depth = 0): Json | undefined {
  const { shape, preset } = readPart(schema, root)
  if (preset !== undefined) return preset
  if (shape.kind === 'choice') return shape.options.length === 1 ? shape.options[0]?.value : undefined
  if (shape.kind !== 'object' || depth > DEEPEST) return undefined
  const known = shape.properties.flatMap(({ name, schema: one, required }): [string, Json][] => {
    const value = required ? startValue(one, root, depth + 1) : undefined
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(known)
}

/** Whether a part of this shape can show `value` for editing. */
export function canShow(shape: FieldShape, value: Json | undefined): boolean {
  if (value === undefined) return true
  switch (shape.kind) {
    case 'text':
      return typeof value === 'string'
    case 'number':
      // A number that is incomplete or invalid is kept as text.
      return typeof value === 'number' || typeof value === 'string'
    case 'boolean':
      return typeof value === 'boolean'
    case 'choice':
      return shape.options.some((option) => same(option.value, value))
    case 'list':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'union':
    case 'json':
      return true
    default:
      return shape satisfies never
  }
}

/** The variant that `value` most looks like, by its index; the first for no value. */
export function variantOf(variants: readonly Json[], value: Json | undefined, root: FieldSchema): number {
  if (value === undefined) return 0
  const found = variants.findIndex((variant) => looksLike(readPart(variant, root).shape, value, root))
  return found < 0 ? variants.length : found
}

/** What a variant is called in a list of choices. */
export function variantName(variant: Json, root: FieldSchema): string {
  const { shape, title } = readPart(variant, root)
  if (title !== null) return title
  if (shape.kind === 'list') return `list of ${variantName(shape.items, root)}`
  if (shape.kind === 'choice') return shape.options.map((option) => option.name).join(' | ')
  if (shape.kind === 'object') {
    const names = shape.properties.map(({ name }) => name).slice(0, 3)
    return names.length ? `object: ${names.join(', ')}` : 'object'
  }
  return { text: 'text', number: 'number', boolean: 'true or false', union: 'choice', json: 'JSON' }[shape.kind]
}

/** `value` with `part` at `key`, in the order of `names`; without it where `part` is `undefined`. */
export function withProperty(
  value: Json | undefined,
  key: string,
  part: Json | undefined,
  names: readonly string[]
): Json {
  const entries = new Map(isObject(value) ? Object.entries(value) : [])
  if (part === undefined) entries.delete(key)
  else entries.set(key, part)
  const known = names.filter((name) => entries.has(name))
  const others = [...entries.keys()].filter((name) => !names.includes(name))
  return Object.fromEntries([...known, ...others].map((name) => [name, entries.get(name) ?? null]))
}

export const same = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other)

// A form in a form in a form: below this a person reads JSON more easily, and a schema that contains itself must end.
export const DEEPEST = 6
const LONGEST_CHAIN = 16

// Arguments that usually hold several lines, by the names that tools give them.
const LONG =
  /^(contents?|text|body|code|patch|diff|script|prompt|message|thought|notes?|old_?(str|string|text)|new_?(str|string|text)|file_?text|markdown|html|sql|goal)$/i
const LONG_FORMAT = /^(multiline|textarea|markdown|text|code)$/

function shapeOf(schema: FieldSchema, root: FieldSchema, name: string): FieldShape {
  if (schema.const !== undefined) return choice([schema.const])
  if (Array.isArray(schema.enum)) return choice(schema.enum)
  const variants = schema.oneOf ?? schema.anyOf
  if (Array.isArray(variants) && variants.length) return union(schema, variants, root)
  if (Array.isArray(schema.type)) {
    const [only] = schema.type
    if (schema.type.length === 1 && only !== undefined) return shapeOf({ ...schema, type: only }, root, name)
    return { kind: 'union', variants: schema.type.map((type) => ({ ...schema, title: String(type), type })) }
  }
  switch (schema.type ?? (isObject(schema.properties) ? 'object' : undefined)) {
    case 'string': {
      const long = typeof schema.maxLength === 'number' && schema.maxLength > 300
      const media = schema.contentMediaType !== undefined
      const format = typeof schema.format === 'string' && LONG_FORMAT.test(schema.format)
      return { kind: 'text', long: long || media || format || LONG.test(name) }
    }
    case 'number':
    case 'integer':
      return { kind: 'number' }
    case 'boolean':
      return { kind: 'boolean' }
    case 'null':
      return choice([null])
    case 'array':
      // Tuples have a schema for each place.
      if (schema.prefixItems !== undefined || Array.isArray(schema.items)) return { kind: 'json' }
      return { kind: 'list', items: schema.items ?? {} }
    case 'object':
      return objectShape(schema)
    default:
      return { kind: 'json' }
  }
}

function objectShape(schema: FieldSchema): FieldShape {
  const properties = Object.entries(isObject(schema.properties) ? schema.properties : {})
  const required = Array.isArray(schema.required) ? schema.required : []
  const more = schema.additionalProperties
  const open = more === true ? {} : isObject(more) ? more : null
  if (!properties.length && open === null) return { kind: 'json' }
  return {
    kind: 'object',
    properties: properties.map(([name, one]) => ({ name, schema: one, required: required.includes(name) })),
    more: open
  }
}

/** Variants that are single values are one choice; rules beside them hold for each. */
function union(schema: FieldSchema, variants: Json[], root: FieldSchema): FieldShape {
  const parts = variants.map((variant) => readPart(variant, root))
  const options = parts.flatMap(({ shape, title }) =>
    shape.kind === 'choice' ? shape.options.map((one) => ({ ...one, name: title ?? one.name })) : []
  )
  if (parts.every(({ shape }) => shape.kind === 'choice')) return { kind: 'choice', options }
  const { oneOf, anyOf, title, description, default: preset, ...shared } = schema
  // `required` alone, as tools say "one of these two": the form is that of the object around it.
  if (
    variants.every((variant) => isObject(variant) && variant.type === undefined && variant.properties === undefined)
  ) {
    if (isObject(shared.properties)) return shapeOf(shared, root, '')
  }
  if (!Object.keys(shared).length) return { kind: 'union', variants }
  return {
    kind: 'union',
    variants: variants.map((variant) => (isObject(variant) ? { ...shared, ...variant } : variant))
  }
}

function choice(values: Json[]): FieldShape {
  return {
    kind: 'choice',
    options: values.map((value) => ({ value, name: typeof value === 'string' ? value : JSON.stringify(value) }))
  }
}

function looksLike(shape: FieldShape, value: Json, root: FieldSchema): boolean {
  if (shape.kind === 'number') return typeof value === 'number'
  if (shape.kind === 'union') return shape.variants.some((one) => looksLike(readPart(one, root).shape, value, root))
  if (shape.kind !== 'object' || !isObject(value)) return canShow(shape, value)
  // Variants are told apart by what they require, and by properties that can only have one value.
  return shape.properties.every(({ name, schema, required }) => {
    const part = value[name]
    if (part === undefined) return !required
    const { shape: inner } = readPart(schema, root)
    return inner.kind !== 'choice' || canShow(inner, part)
  })
}

/** The schema with its references followed and `allOf` folded in; `null` where that is not possible. */
function resolve(schema: Json, root: FieldSchema): FieldSchema | null {
  let at: Json | undefined = schema
  for (let hops = 0; hops < LONGEST_CHAIN; hops++) {
    if (!isObject(at)) return null
    if (typeof at.$ref !== 'string') return merged(at, root)
    const { $ref, ...beside } = at
    const target = referred(root, String($ref))
    at = isObject(target) ? { ...target, ...beside } : undefined
  }
  return null
}

function merged(schema: FieldSchema, root: FieldSchema): FieldSchema | null {
  const { allOf, ...rest } = schema
  if (allOf === undefined) return schema
  if (!Array.isArray(allOf)) return rest
  let all: FieldSchema = rest
  for (const one of allOf) {
    const part = isObject(one) && one.allOf === undefined ? resolve(one, root) : null
    if (part === null) return null
    const [mine, theirs] = [all, part]
    all = {
      ...theirs,
      ...mine,
      ...(isObject(theirs.properties) && {
        properties: { ...theirs.properties, ...(isObject(mine.properties) ? mine.properties : {}) }
      }),
      ...(Array.isArray(theirs.required) && {
        required: [...(Array.isArray(mine.required) ? mine.required : []), ...theirs.required]
      })
    }
  }
  return all
}

const textOf = (value: Json | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null)
