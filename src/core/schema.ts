// Whether an observation is the JSON that its tool's output schema asks for.
import { z } from 'zod'
import type { Json } from './ports.ts'

/** Why `text` does not fit the JSON schema, in a sentence; `null` when it does, or when there is none. */
export function misfit(text: string, schema: Json | null): string | null {
  if (schema === null) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return sentence(error instanceof Error ? error.message : String(error))
  }
  const { error } = readable(schema)?.safeParse(value) ?? {}
  if (!error) return null
  return sentence(
    error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ')
  )
}

const sentence = (problem: string): string => `The observation is not the JSON that was asked for: ${problem}.`

/** zod reads most of JSON Schema. What it cannot read is not held against the answer. */
function readable(schema: Json): z.ZodType | null {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return null
  try {
    return z.fromJSONSchema(schema)
  } catch {
    return null
  }
}
