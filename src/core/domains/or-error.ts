// What a tool that declares a schema may answer: a value of it, or that the call failed.
import type { Json } from '../tree/ports.ts'

const ERROR = {
  type: 'object',
  properties: { error: { type: 'string', description: 'Why the call failed.' } },
  required: ['error'],
  additionalProperties: false
}

/**
 * The schema of a value that fits `schema`, or of `{"error": "why"}`. MCP lets a call fail in words whatever its tool declares; as JSON
 * the words are something that every engine can be held to.
 */
export function orError(schema: Json): Json {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema
  const { $schema, $defs, definitions, ...own } = schema
  const shared = {
    ...($schema !== undefined && { $schema }),
    ...(definitions !== undefined && { definitions })
  }
  if (
    !JSON.stringify(own)
      .concat(JSON.stringify($defs) ?? '', JSON.stringify(definitions) ?? '')
      .match(TO_ROOT)
  ) {
    return { ...shared, ...($defs !== undefined && { $defs }), anyOf: [own, ERROR] }
  }
  // What points at the root, or into it, must find it in its new place.
  const known = typeof $defs === 'object' && $defs !== null ? Object.keys($defs) : []
  const name = free('answer', known)
  const moved: Json = JSON.parse(
    JSON.stringify({ ...shared, $defs: { ...Object($defs), [name]: own } }),
    (key, value) => (key === '$ref' && typeof value === 'string' ? value.replace(ROOT, `#/$defs/${name}`) : value)
  )
  return { ...Object(moved), anyOf: [{ $ref: `#/$defs/${name}` }, ERROR] }
}

const ROOT = /^#(?=$|\/(?!\$defs\/|definitions\/))/
const TO_ROOT = /"\$ref":"#(?:"|\/(?!\$defs\/|definitions\/))/

function free(name: string, taken: string[]): string {
  return taken.includes(name) ? free(`${name}_`, taken) : name
}
