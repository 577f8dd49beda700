import { expect, it } from 'vitest'
import { LISTED_SCHEMA } from '../../../src/core/grounds/effects/listed.ts'
import type { Json } from '../../../src/core/tree/ports.ts'
import { grammarSchema } from '../../../src/host/engine-process/schema.ts'

const OBJECT = { type: 'object', additionalProperties: true }
const ANYTHING = { oneOf: [{ type: ['string', 'number', 'boolean', 'null'] }, OBJECT, { type: 'array' }] }

it('leaves a schema in words the library knows as it is', () => {
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' }, sizes: { type: 'array', items: { type: 'integer', minimum: 0 } } },
    required: ['name'],
    additionalProperties: false
  }
  expect(grammarSchema(schema)).toEqual(schema)
  expect(grammarSchema({ enum: ['a', 1] })).toEqual({ enum: ['a', 1] })
  expect(grammarSchema({ const: null })).toEqual({ const: null })
  expect(grammarSchema({ type: ['string', 'null'] })).toEqual({ type: ['string', 'null'] })
})

it('says the rest in those words, at every depth', () => {
  expect(grammarSchema({})).toEqual(ANYTHING)
  expect(grammarSchema(true)).toEqual(ANYTHING)
  expect(grammarSchema({ description: 'whatever' })).toEqual({ description: 'whatever', ...ANYTHING })
  expect(grammarSchema({ anyOf: [{ type: 'string' }, {}] })).toEqual({ oneOf: [{ type: 'string' }, ANYTHING] })
  expect(grammarSchema({ allOf: [{ type: 'string' }] })).toEqual({ type: 'string' })
  expect(grammarSchema({ properties: { a: { anyOf: [{ type: 'null' }] } } })).toEqual({
    type: 'object',
    properties: { a: { oneOf: [{ type: 'null' }] } }
  })
  expect(grammarSchema({ $ref: '#/$defs/a', $defs: { a: {} } })).toEqual({ $ref: '#/$defs/a', $defs: { a: ANYTHING } })
})

// The library takes an object or an array in a list of types for `null`, and an object of which nothing is said for `{}`.
it('says each of several types by itself', () => {
  expect(grammarSchema({ type: ['object', 'array'] })).toEqual({ oneOf: [OBJECT, { type: 'array' }] })
  expect(grammarSchema({ type: ['array', 'null'], items: { type: 'string' } })).toEqual({
    oneOf: [
      { type: ['null'], items: { type: 'string' } },
      { type: 'array', items: { type: 'string' } }
    ]
  })
  expect(grammarSchema({ type: 'object' })).toEqual(OBJECT)
})

it.each<[Json, string]>([
  ['no schema', 'in the schema, "no schema" is not a schema'],
  [[1], 'in the schema, [1] is not a schema'],
  [
    { type: 'text' },
    'in the schema, the type "text" is not one of string, number, integer, boolean, null, object, array'
  ],
  [{ not: { type: 'string' } }, 'in the schema, "not" alone does not define a value'],
  [
    { type: 'object', properties: { a: { allOf: [{ type: 'string' }, {}] } } },
    'in the schema, properties "a", "allOf" alone does not define a value'
  ],
  [{ type: 'object', properties: 5 }, 'in the schema, properties, 5 is not an object of schemas']
])('refuses %j, naming the place', (schema, why) => {
  expect(() => grammarSchema(schema)).toThrow(
    `The output schema of this action cannot be turned into a grammar: ${why}. Simplify the schema.`
  )
})

it('the schema of listed changes is one that grammars can hold', () => {
  expect(JSON.stringify(grammarSchema(LISTED_SCHEMA))).toBe(JSON.stringify(LISTED_SCHEMA).replace('anyOf', 'oneOf'))
})
