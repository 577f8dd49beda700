// What a role writes between fences.
import { expect, it as test } from 'vitest'
import { testsIn } from '../../../../src/core/control/authoring/roles.ts'

const one = { name: 'the lamp is on', actions: ['light lamp'], expect: { observation: { contains: 'on' } } }

test('of a list of tests that was cut off, those that are whole count, and what is missing is told', () => {
  const whole = JSON.stringify([one, { ...one, name: 'a "}" in a name' }, one], null, 1)
  expect(testsIn(whole)).toMatchObject({ tests: [one, { name: 'a "}" in a name' }, one], problems: [] })
  const cut = whole.slice(0, whole.lastIndexOf('light'))
  expect(testsIn(cut)).toEqual({
    tests: [one, { ...one, name: 'a "}" in a name' }],
    problems: ['The list is no JSON after item 2; those before it are taken.']
  })
})

test('what is no list holds no test', () => {
  for (const text of ['', '[', '[{"name": "the la', JSON.stringify(one), 'none yet'])
    expect(testsIn(text)).toEqual({ tests: [], problems: ['The block holds no JSON list of tests.'] })
})
