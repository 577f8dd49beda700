import { expect, test } from 'vitest'
import { mostAlike, nearest, noSuch } from '../../../src/core/text/nearest.ts'

const NAMES = ['list', 'show', 'delete', 'locale', 'note-slow']

test.each([
  ['shwo', 'show'],
  ['delte', 'delete'],
  ['note_slow', 'note-slow'],
  ['nope', null],
  ['zzz', null]
])('%s: %s', (wanted, meant) => {
  expect(nearest(wanted, NAMES)).toBe(meant)
})

test('the most alike is named however little that is', () => {
  expect([mostAlike('nope', NAMES), mostAlike('nope', [])]).toEqual(['note-slow', null])
})

test.each<[string, string[], string | undefined, string]>([
  ['shwo', NAMES, 'orrery things', 'There is no thing "shwo". Did you mean "show"? `orrery things` lists all.'],
  ['nope', NAMES, 'orrery things', 'There is no thing "nope". `orrery things` lists all.'],
  ['nope', NAMES, undefined, 'There is no thing "nope". There are: list, show, delete, locale, note-slow.'],
  ['nope', [], undefined, 'There is no thing "nope". There are none.']
])('%s is not there: what was meant, else what there is', (name, names, list, message) => {
  expect(noSuch('thing', name, names, list)).toMatchObject({ code: 'not-found', message })
})
