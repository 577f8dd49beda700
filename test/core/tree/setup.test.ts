import { expect, test } from 'vitest'
import { calls } from '../../../src/core/contract/index.ts'
import { Setup, SetupChange } from '../../../src/core/tree/model.ts'

test('a change of rules says what it says and fills nothing in, so that the rest is inherited', () => {
  const input = { session: 's', branch: 'b', at: null, setup: { instruction: 'the disk is failing' } }
  expect(calls['worlds.fork'].input.parse(input)).toEqual(input)
})

test('every rule can be changed', () => {
  // What a world began with stays: its copied folder.
  const rules = Object.keys(Setup.shape).filter((name) => name !== 'folder')
  expect(Object.keys(SetupChange.shape)).toEqual(rules)
})
