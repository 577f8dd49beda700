// Values against JSON Schema: what of it zod reads, and how what it does not read is left alone.
import { z } from 'zod'
import type { Json } from './ports.ts'

/** A JSON Schema that is an object, as MCP's tools have them. */
export type Schema = Record<string, Json>

/** Why `text` does not fit the JSON schema, in a sentence; `null` when it does, or when there is none. */
export function misfit(text: string, schema: Json | null): string | null {
  if (!isSchema(schema)) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return sentence(error instanceof Error ? error.message : String(error))
  }
  const all = alternatives(schema).map((one) => issuesOf(one, value))
  const [issues] = all
  if (!issues || all.some((one) => !one.length)) return null
  return sentence(issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; '))
}

/** What is wrong with the value, as zod tells it; `[]` when it fits. What zod cannot read of the schema is not held against it. */
export function issuesOf(schema: Schema, value: unknown): z.core.$ZodIssue[] {
  const known = checked(schema)
  const readable = readSchema(known) ?? readSchema(readableParts(known))
  try {
    return readable?.safeParse(value).error?.issues ?? []
  } catch {
    // A reference that only turns out to lead nowhere when it is followed.
    return []
  }
}

/** A schema that is one of several, each by itself: the first is what the others stand in for, and the one to speak of. */
function alternatives({ anyOf, ...rest }: Schema): Schema[] {
  const several = Array.isArray(anyOf) ? anyOf.filter(isSchema) : []
  return several.length
    ? several.map((one) => ({ ...rest, ...one }))
    : [{ ...rest, ...(anyOf !== undefined && { anyOf }) }]
}

const sentence = (problem: string): string => `The observation is not the JSON that was asked for: ${problem}.`

const isSchema = (value: Json | undefined): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Without formats, which JSON Schema leaves to whoever wants to check them (most servers do not, and zod's are narrower than theirs). */
function checked(schema: Schema): Schema {
  const kept = JSON.stringify(schema, (key, value: unknown) => {
    const loose = typeof value === 'string' && (key === 'format' || (key === 'pattern' && !isAsked(value)))
    return loose ? undefined : value
  })
  return JSON.parse(kept)
}

// Longer than any pattern that people write.
const LONGEST_PATTERN = 1000

function isAsked(pattern: string): boolean {
  return pattern.length <= LONGEST_PATTERN && !UNASKED.test(pattern)
}

// Kinds of letters, which zod takes for the letter p; and a repeated group that repeats inside, which could take for ever.
const UNASKED = /\\[pP]\{|\((?:[^()\\]|\\.)*[+*}](?:[^()\\]|\\.)*\)[+*{]/

function readSchema(schema: Schema): z.ZodType | null {
  try {
    // A registry of its own: the global one would remember every schema that was ever read.
    return z.fromJSONSchema(schema, { registry: z.registry() })
  } catch {
    return null
  }
}

/** The same schema with every property that zod cannot read open to anything, and without the rules across properties. */
function readableParts(schema: Schema): Schema {
  const { properties, required, additionalProperties, $defs, definitions } = schema
  const shared: Schema = {
    ...(schema.$schema === undefined ? {} : { $schema: schema.$schema }),
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions })
  }
  const kept = Object.entries(isSchema(properties) ? properties : {}).map(([name, property]): [string, Json] => {
    const alone = readSchema({ ...shared, type: 'object', properties: { [name]: property } })
    return [name, alone ? property : {}]
  })
  return {
    ...shared,
    type: 'object',
    properties: Object.fromEntries(kept),
    ...(Array.isArray(required) ? { required } : {}),
    ...(additionalProperties === false ? { additionalProperties } : {})
  }
}
