// What of JSON Schema the library's grammars can hold an answer to. What they do not know they take for `null`, without a word.
import { OrreryError } from '../../core/errors.ts'
import { isObject } from '../../core/text/json.ts'
import type { Json } from '../../core/tree/ports.ts'

const TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']
// The library knows lists of these types only: an object or an array in such a list it leaves out.
const PLAIN = ['string', 'number', 'integer', 'boolean', 'null']
const ANYTHING: Node = {
  oneOf: [
    { type: PLAIN.filter((type) => type !== 'integer') },
    { type: 'object', additionalProperties: true },
    { type: 'array' }
  ]
}
// Each says alone which values there are; what else stands beside it can only be fewer of them.
const DECIDING = ['type', 'const', 'enum', 'oneOf', '$ref']
// Say something about values, but not in a way that a grammar could be made of.
const UNKNOWN = ['allOf', 'not', 'if', 'patternProperties', '$dynamicRef']

type Node = { [key: string]: Json }

/**
 * The same schema in the words the library knows: `anyOf` becomes `oneOf`, a schema that says nothing becomes any JSON. Limits that a grammar cannot keep
 * (patterns, ranges) are left to whoever reads the answer.
 * @throws OrreryError invalid-input naming the place of what no grammar can express
 */
export function grammarSchema(schema: Json, place = 'the schema'): Json {
  if (schema === true) return ANYTHING
  if (!isObject(schema)) throw refused(place, `${JSON.stringify(schema)} is not a schema`)
  const { anyOf, allOf, ...rest } = schema
  const node: Node = anyOf === undefined ? rest : { ...rest, oneOf: anyOf }
  // One part of one is that part; more would have to be true at once.
  if (Array.isArray(allOf) && allOf.length === 1) return grammarSchema({ ...node, ...asNode(allOf[0], place) }, place)

  const types = [node.type ?? []].flat()
  const strange = types.find((type) => !TYPES.includes(String(type)))
  if (strange !== undefined)
    throw refused(place, `the type ${JSON.stringify(strange)} is not one of ${TYPES.join(', ')}`)
  if (!DECIDING.some((key) => key in node)) {
    const unknown = [...UNKNOWN, ...(allOf === undefined ? [] : ['allOf'])].find((key) => key in schema)
    if (unknown) throw refused(place, `"${unknown}" alone does not define a value`)
    if ('properties' in node) node.type = 'object'
    else if ('items' in node || 'prefixItems' in node) node.type = 'array'
    else return { ...node, ...ANYTHING }
  }
  if (Array.isArray(node.type) && types.some((type) => !PLAIN.includes(String(type)))) {
    const { type: _, ...others } = node
    const plain = types.filter((type) => PLAIN.includes(String(type)))
    const each = types.filter((type) => !PLAIN.includes(String(type))).map((type) => ({ ...others, type }))
    return grammarSchema({ oneOf: [...(plain.length ? [{ ...others, type: plain }] : []), ...each] }, place)
  }
  // An object without a word about its properties may have any; the library would allow none.
  if (node.type === 'object' && !('properties' in node)) node.additionalProperties ??= true
  for (const key of ['items', 'additionalProperties']) {
    const inner = node[key]
    if (inner !== undefined && typeof inner !== 'boolean') node[key] = grammarSchema(inner, `${place}, ${key}`)
  }
  for (const key of ['oneOf', 'prefixItems']) {
    const inner = node[key]
    if (Array.isArray(inner)) node[key] = inner.map((one, at) => grammarSchema(one, `${place}, ${key} ${at + 1}`))
  }
  for (const key of ['properties', '$defs']) {
    if (!(key in node)) continue
    const named = Object.entries(asNode(node[key], `${place}, ${key}`))
    node[key] = Object.fromEntries(named.map(([name, one]) => [name, grammarSchema(one, `${place}, ${key} "${name}"`)]))
  }
  return node
}

function asNode(value: Json | undefined, place: string): Node {
  if (isObject(value)) return value
  throw refused(place, `${JSON.stringify(value)} is not an object of schemas`)
}

function refused(place: string, why: string): OrreryError {
  return new OrreryError(
    'invalid-input',
    `The output schema of this action cannot be turned into a grammar: in ${place}, ${why}. Simplify the schema.`
  )
}
