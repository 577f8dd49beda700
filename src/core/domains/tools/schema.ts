// Values against JSON Schema: what of it zod reads, and how what it does not read is left alone.

import type { z } from 'zod'
import { sentenceOf } from '../../text/issues.ts'
import { parseJson } from '../../text/json.ts'
import type { Json } from '../../tree/ports.ts'
import { isSchema, type ObjectSchema, readable, toZod } from './bounded.ts'

/** Why `text` does not fit the JSON schema, in a sentence; `null` when it does, or when there is none. */
export function misfit(text: string, schema: Json | null): string | null {
  if (!isSchema(schema)) return null
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    return sentence(`${error instanceof Error ? error.message : String(error)}.`)
  }
  const all = alternatives(schema).map((one) => issuesOf(one, value))
  const [issues] = all
  if (!issues || all.some((one) => !one.length)) return null
  return sentence(sentenceOf({ issues }, { value }))
}

/** What is wrong with the value, as zod tells it; `[]` when it fits. What cannot be read of the schema is not held against it. */
export function issuesOf(schema: ObjectSchema, value: unknown): z.core.$ZodIssue[] {
  try {
    const known = readable(schema)
    const made = toZod(known) ?? toZod({ ...known, schema: readableParts(known.schema) })
    return made?.safeParse(value).error?.issues ?? []
  } catch {
    // A reference that only turns out to lead nowhere when it is followed, or more work than is allowed.
    return []
  }
}

// Each is checked by itself, which takes the schema's length times their number.
const MOST_ALTERNATIVES = 20

/** A schema that is one of several, each by itself: the first is what the others stand in for, and the one to speak of. */
function alternatives({ anyOf, ...rest }: ObjectSchema): ObjectSchema[] {
  const several = Array.isArray(anyOf) ? anyOf.filter(isSchema) : []
  return several.length && several.length <= MOST_ALTERNATIVES
    ? several.map((one) => ({ ...rest, ...one }))
    : [{ ...rest, ...(anyOf !== undefined && { anyOf }) }]
}

const sentence = (problem: string): string => `The observation is not the JSON that was asked for: ${problem}`

/** The same schema with every property that zod cannot read open to anything, and without the rules across properties. */
function readableParts(schema: ObjectSchema): ObjectSchema {
  const { properties, required, additionalProperties, $defs, definitions } = schema
  const shared: ObjectSchema = {
    ...(schema.$schema === undefined ? {} : { $schema: schema.$schema }),
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions })
  }
  const kept = Object.entries(isSchema(properties) ? properties : {}).map(([name, property]): [string, Json] => {
    const alone = toZod({ schema: { ...shared, type: 'object', properties: { [name]: property } }, patterns: NONE })
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

const NONE = new Map()
