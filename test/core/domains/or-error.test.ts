import { describe, expect, it } from 'vitest'
import { orError } from '../../../src/core/domains/or-error.ts'
import { readValue } from '../../../src/core/observations/documents/value.ts'

const ERROR = expect.objectContaining({ required: ['error'], additionalProperties: false })

describe('a schema leaves room for an error', () => {
  it('beside it, with what both stand on at the root', () => {
    const own = { type: 'object', properties: { a: { $ref: '#/$defs/b' } } }
    expect(orError(own)).toEqual({ anyOf: [own, ERROR] })
    const $defs = { b: { type: 'string' } }
    const $schema = 'https://json-schema.org/draft/2020-12/schema'
    expect(orError({ $schema, $defs, ...own })).toEqual({ $schema, $defs, anyOf: [own, ERROR] })
    expect(orError(true)).toBe(true)
  })

  it('and what points at the root points at where that has gone', () => {
    const tree = { type: 'object', properties: { left: { $ref: '#' }, name: { $ref: '#/$defs/answer' } } }
    const $defs = { answer: { type: 'array', items: { $ref: '#/properties/name' } } }
    expect(orError({ ...tree, $defs })).toEqual({
      $defs: {
        answer: { type: 'array', items: { $ref: '#/$defs/answer_/properties/name' } },
        answer_: {
          type: 'object',
          properties: { left: { $ref: '#/$defs/answer_' }, name: { $ref: '#/$defs/answer' } }
        }
      },
      anyOf: [{ $ref: '#/$defs/answer_' }, ERROR]
    })
  })

  it('that the reader of answers takes for one', () => {
    expect(readValue('{"error": "there is no room 99"}')).toMatchObject({ kind: 'json', error: true })
  })
})
