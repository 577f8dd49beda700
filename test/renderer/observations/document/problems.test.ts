import { expect, test } from 'vitest'
import { placeOf, problemsAt, problemsOf } from '../../../../src/renderer/observations/document/problems.ts'

const tool = {
  name: 't',
  inputSchema: {
    type: 'object',
    properties: {
      path: { type: 'string', minLength: 1 },
      count: { type: 'integer', minimum: 1, maximum: 9 },
      mode: { enum: ['r', 'w'] },
      list: {
        type: 'array',
        items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        minItems: 1
      }
    },
    required: ['path'],
    additionalProperties: false
  }
}

test('what is wrong is said in words, at its place', () => {
  const problems = problemsOf(tool, { path: '', count: 'x', mode: 'a', list: [{ name: 3 }, {}], odd: 1 })
  expect(problems.map(({ path, text, missing }) => [placeOf(path), text, missing])).toEqual([
    ['path', 'This must have at least 1 character.', false],
    ['count', 'This must be a number, not text.', false],
    ['mode', 'Use one of: r, w.', false],
    ['list[0].name', 'This must be text, not a number.', false],
    ['list[1].name', 'This is required.', true],
    ['odd', 'The tool has no argument with this name.', false]
  ])
})

test('numbers and lists are told their bounds', () => {
  expect(problemsOf(tool, { path: 'a', count: 12, list: [] }).map(({ text }) => text)).toEqual([
    'This must be at most 9.',
    'This must have at least 1 entry.'
  ])
})

test('what is missing is known as that', () => {
  expect(problemsOf(tool, {})).toEqual([{ path: ['path'], text: 'This is required.', missing: true }])
})

test('problems are found at a place, and below it', () => {
  const problems = problemsOf(tool, { path: 'a', list: [{}, {}] })
  expect(problemsAt(problems, ['list'])).toEqual([])
  expect(problemsAt(problems, ['list'], { below: true }).map(({ path }) => placeOf(path))).toEqual([
    'list[0].name',
    'list[1].name'
  ])
})
