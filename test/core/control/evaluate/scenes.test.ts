// Word2World's exact match: the observation together with reward and success, and how it goes by the number of steps.
import { expect, test } from 'vitest'
import { curveOf } from '../../../../src/core/control/evaluate/curve.ts'
import { sceneScores } from '../../../../src/core/control/evaluate/scenes.ts'
import { findDomain } from '../../../../src/core/domains/index.ts'

const game = findDomain('textenv')
const scored = (predicted: string, truth: string) => sceneScores(game, 'look', { predicted, truth })

test('a scene is right alone, or with its reward and end', () => {
  expect(scored('You put it there.', 'You put it there. [SUCCESS]')).toEqual({ scene: 1, rewarded: 0 })
  expect(scored('You  put it there. [SUCCESS]', 'You put it there. [SUCCESS]')).toEqual({ scene: 1, rewarded: 1 })
  expect(scored('You drop it. [SUCCESS]', 'You put it there. [SUCCESS]')).toEqual({ scene: 0, rewarded: 0 })
  expect(scored('A room.\n\nReward: 0.5', 'A room.\n\nReward: 1')).toEqual({ scene: 1, rewarded: 0 })
})

test('a reward that is not told is 0, and an end that is not told has not come', () => {
  expect(scored('A room.', 'A room.\n\nReward: 0\nDone: false')).toEqual({ scene: 1, rewarded: 1 })
  expect(scored('A room.\nDone: true', 'A room.')).toEqual({ scene: 1, rewarded: 0 })
})

test('forms of one scene are the same, and actions to choose from have no order', () => {
  const wrapped = JSON.stringify({ observation: 'A room.', reward: 1, done: true, admissible_commands: ['b', 'a'] })
  expect(scored('A room.\n\nReward: 1\nDone: true\nAdmissible actions: a, b', wrapped)).toEqual({
    scene: 1,
    rewarded: 1
  })
  expect(scored('A room.\n\nAdmissible actions: a', 'A room.\n\nAdmissible actions: a, b')?.scene).toBe(0)
  expect(scored('-= Hall =-0/3\nA hall.', '-= Hall =-1/3\nA hall.')).toEqual({ scene: 1, rewarded: 0 })
})

test('where the domain has no scenes nothing is said', () => {
  expect(sceneScores(findDomain('terminal'), [], { predicted: 'a', truth: 'a' })).toBeNull()
})

test('the curve has means by number of steps', () => {
  const turns = [
    { turn: 2, exact: 0, rewarded: 0 },
    { turn: 1, exact: 1 },
    { turn: 2, exact: 1 },
    { turn: 7, exact: 1, rewarded: 1 }
  ]
  expect(curveOf(turns)).toEqual([
    { turn: 1, exact: 1, turns: 1 },
    { turn: 2, exact: 0.5, rewarded: 0, turns: 2 },
    { turn: 7, exact: 1, rewarded: 1, turns: 1 }
  ])
})
