// What a user is told of a value that does not fit: the place, what was expected and what came. Never zod's own words.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { numberName, sentenceOf } from '../../../src/core/text/issues.ts'
import { must } from '../../must.ts'

const Form = z.strictObject({
  share: z.number().min(0).max(1),
  above: z.number().gt(0).max(1),
  count: z.int().min(200),
  name: z.string().min(1).max(5),
  list: z.array(z.string()).min(2),
  kind: z.enum(['model', 'grounded']),
  address: z.url(),
  word: z.string().regex(/^[a-z]+$/),
  own: z.string().min(3, 'own words need three letters'),
  even: z.number().multipleOf(2),
  on: z.boolean(),
  some: z.union([z.literal('auto'), z.int()]),
  inner: z.strictObject({ deep: z.int() }),
  map: z.record(z.string().regex(/^[a-z]$/), z.string())
})
const whole = {
  ...{ share: 1, above: 1, count: 200, name: 'a', list: ['a', 'b'], kind: 'model', address: 'https://a.example' },
  ...{ word: 'a', own: 'abc', even: 2, on: true, some: 'auto', inner: { deep: 1 }, map: { a: 'b' } }
}

test.each<[Record<string, unknown>, string]>([
  [{ share: 5 }, 'share: Expected a number from 0 to 1, not 5.'],
  [{ share: 'x' }, 'share: Expected a number from 0 to 1, not "x".'],
  [{ share: undefined }, '"share" is missing (a number).'],
  [{ above: 0 }, 'above: Expected a number above 0 and at most 1, not 0.'],
  [{ count: 5 }, 'count: Expected a whole number of at least 200, not 5.'],
  [{ count: 200.5 }, 'count: Expected a whole number of at least 200, not 200.5.'],
  [{ name: '' }, 'name: The text is empty.'],
  [{ name: 'abcdef' }, 'name: Expected at most 5 characters, not 6.'],
  [{ list: ['a'] }, 'list: Expected at least 2 items, not 1.'],
  [{ kind: 'modle' }, 'kind: "modle" is not one of model, grounded. Did you mean "model"?'],
  [{ address: 'x' }, 'address: Expected a text of the form url, not "x".'],
  [{ word: 'A' }, 'word: Expected a text of the form /^[a-z]+$/, not "A".'],
  [{ own: 'a' }, 'own: own words need three letters'],
  [{ even: 3 }, 'even: Expected a multiple of 2, not 3.'],
  [{ on: 'yes' }, 'on: Expected true or false, not "yes".'],
  [{ some: 'x' }, 'some: Expected "auto" or a number, not "x".'],
  [{ inner: { deep: 'x' } }, 'inner.deep: Expected a whole number, not "x".'],
  [{ inner: { deep: 1, dep: 2 } }, 'inner.dep: There is no "dep" here. Did you mean "deep"?'],
  [{ map: { A: 'b' } }, 'map.A: Expected a text of the form /^[a-z]$/, not "A".'],
  [{ kidn: 'x' }, 'kidn: There is no "kidn" here. Did you mean "kind"?'],
  [{ deep: 1 }, 'deep: There is no "deep" here. It belongs in "inner".'],
  [{ on: 1, even: 'x' }, 'even: Expected a number, not "x". on: Expected true or false, not 1.']
])('%j', (change, sentence) => {
  const value = { ...whole, ...change }
  const { error } = Form.safeParse(value)
  expect(sentenceOf(must(error), { value, schema: Form })).toBe(sentence)
})

test('where the value is not known any more, less is said, and none of it in the words of zod', () => {
  const { error } = Form.safeParse({ ...whole, share: 5, name: 'abcdef', on: 'yes', kind: 'x', some: 'x', a: 1 })
  const sentence = sentenceOf(must(error))
  expect(sentence).toContain('on: Expected true or false.')
  expect(sentence).not.toMatch(/Invalid|Too (big|small)|Unrecognized|received/)
})

test('beyond five, the rest is counted', () => {
  const { error } = z.array(z.int()).safeParse(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  expect(sentenceOf(must(error))).toMatch(/ And 2 more\.$/)
})

test.each<[z.ZodType, string]>([
  [z.int().min(1).max(64).nullable().default(null), 'a whole number from 1 to 64'],
  [z.number().max(5), 'a number of at most 5'],
  [z.number(), 'a number']
])('%# a number is named with its range', (schema, name) => {
  expect(numberName(schema)).toBe(name)
})
