import { describe, expect, test } from 'vitest'
import type { Json } from '../../../../src/core/tree/ports.ts'
import {
  canShow,
  type FieldSchema,
  readPart,
  startValue,
  variantName,
  variantOf,
  withProperty
} from '../../../../src/renderer/observations/document/fields.ts'

const none: FieldSchema = {}
const shape = (schema: Json, root = none, name = '') => readPart(schema, root, name).shape

describe('a part of a schema becomes the control that suits it', () => {
  test('single values', () => {
    expect([
      shape({ type: 'string' }),
      shape({ type: 'string' }, none, 'content'),
      shape({ type: 'string', format: 'multiline' }),
      shape({ type: 'integer' }),
      shape({ type: 'boolean' }),
      shape({ type: 'null' }),
      shape({ const: 3 }),
      shape({ enum: ['a', 1, null] })
    ]).toEqual([
      { kind: 'text', long: false },
      { kind: 'text', long: true },
      { kind: 'text', long: true },
      { kind: 'number' },
      { kind: 'boolean' },
      { kind: 'choice', options: [{ value: null, name: 'null' }] },
      { kind: 'choice', options: [{ value: 3, name: '3' }] },
      {
        kind: 'choice',
        options: [
          { value: 'a', name: 'a' },
          { value: 1, name: '1' },
          { value: null, name: 'null' }
        ]
      }
    ])
  })

  test('lists, objects and what else they may hold', () => {
    expect([
      shape({ type: 'array', items: { type: 'string' } }),
      shape({ properties: { a: { type: 'string' } }, required: ['a'] }),
      shape({ type: 'object', additionalProperties: { type: 'number' } })
    ]).toEqual([
      { kind: 'list', items: { type: 'string' } },
      { kind: 'object', properties: [{ name: 'a', schema: { type: 'string' }, required: true }], more: null },
      { kind: 'object', properties: [], more: { type: 'number' } }
    ])
  })

  test('what a form cannot express is JSON', () => {
    const parts: Json[] = [
      {},
      true,
      { type: 'array', prefixItems: [{}] },
      { type: 'object' },
      { $ref: '#/$defs/gone' },
      { $ref: 'http://x' }
    ]
    expect(parts.map((part) => shape(part))).toEqual(parts.map(() => ({ kind: 'json' })))
  })

  test('variants: of constants a choice, of one type several, else one of them', () => {
    expect([
      shape({ oneOf: [{ const: 'a', title: 'First' }, { enum: ['b', 'c'] }] }),
      shape({ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }], description: 'x' }),
      shape({ type: ['string', 'null'] }),
      // "One of these two must be given" leaves the object as it is.
      shape({ properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] })
    ]).toEqual([
      {
        kind: 'choice',
        options: [
          { value: 'a', name: 'First' },
          { value: 'b', name: 'b' },
          { value: 'c', name: 'c' }
        ]
      },
      { kind: 'union', variants: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      {
        kind: 'union',
        variants: [
          { type: 'string', title: 'string' },
          { type: 'null', title: 'null' }
        ]
      },
      {
        kind: 'object',
        properties: [
          { name: 'a', schema: {}, required: false },
          { name: 'b', schema: {}, required: false }
        ],
        more: null
      }
    ])
  })

  test('references are followed with what stands beside them, and those that lead in a circle end', () => {
    const root = {
      $defs: {
        'a/b': { type: 'string', title: 'Deep' },
        loop: { $ref: '#/$defs/loop' },
        chain: { $ref: '#/$defs/a~1b' }
      }
    }
    expect(readPart({ $ref: '#/$defs/chain', description: 'Mine' }, root)).toEqual({
      shape: { kind: 'text', long: false },
      title: 'Deep',
      description: 'Mine',
      preset: undefined
    })
    expect(shape({ $ref: '#/$defs/loop' }, root)).toEqual({ kind: 'json' })
  })

  test('allOf is one object', () => {
    const root = { $defs: { base: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] } } }
    expect(
      shape(
        { allOf: [{ $ref: '#/$defs/base' }, { properties: { name: { type: 'string' } }, required: ['name'] }] },
        root
      )
    ).toEqual({
      kind: 'object',
      properties: [
        { name: 'name', schema: { type: 'string' }, required: true },
        { name: 'id', schema: { type: 'integer' }, required: true }
      ],
      more: null
    })
  })
})

test('a form starts from what is required and already decided, and ends in a schema that contains itself', () => {
  const schema = {
    type: 'object',
    properties: {
      kind: { const: 'file' },
      deep: { type: 'object', properties: { n: { type: 'integer', default: 3 } }, required: ['n'] },
      open: { type: 'string' },
      optional: { const: 1 }
    },
    required: ['kind', 'deep', 'open']
  }
  expect(startValue(schema, schema)).toEqual({ kind: 'file', deep: { n: 3 } })
  const loop = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] }
  expect(JSON.stringify(startValue(loop, loop)).length).toBeLessThan(200)
})

test('the variant that a value is of is told by its type, and by what it requires', () => {
  const variants: Json[] = [
    { type: 'object', properties: { type: { const: 'a' }, x: {} }, required: ['type', 'x'] },
    { type: 'object', properties: { type: { const: 'b' } }, required: ['type'] },
    { type: 'string' }
  ]
  const of = (value: Json | undefined) => variantOf(variants, value, none)
  expect([of(undefined), of({ type: 'a', x: 1 }), of({ type: 'b' }), of('text'), of(12)]).toEqual([0, 0, 1, 2, 3])
  expect(variants.map((variant) => variantName(variant, none))).toEqual(['object: type, x', 'object: type', 'text'])
})

test('a value that is none of its part falls back to JSON, a number in the making does not', () => {
  expect([
    canShow({ kind: 'text', long: false }, { a: 1 }),
    canShow({ kind: 'number' }, '12 ap'),
    canShow({ kind: 'number' }, [1]),
    canShow({ kind: 'list', items: {} }, 'a'),
    canShow({ kind: 'object', properties: [], more: null }, null),
    canShow({ kind: 'boolean' }, undefined)
  ]).toEqual([false, true, false, false, false, true])
})

test('properties stand in the order of the schema, and hostile names are only names', () => {
  const value = withProperty({ z: 1, b: 2 }, 'a', 3, ['a', 'b'])
  expect(Object.entries(value ?? {})).toEqual([
    ['a', 3],
    ['b', 2],
    ['z', 1]
  ])
  expect(Object.keys(withProperty({}, '__proto__', 1, []) ?? {})).toEqual(['__proto__'])
  expect(withProperty({ a: 1, b: 2 }, 'a', undefined, ['a'])).toEqual({ b: 2 })
})
