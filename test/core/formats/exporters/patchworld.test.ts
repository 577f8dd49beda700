import { expect, test } from 'vitest'
import { patchworld } from '../../../../src/core/formats/exporters/patchworld.ts'
import { written } from '../../trees.ts'
import { notes, rowsIn, world } from './training.ts'

const rows = async (...given: Parameters<typeof written>) => rowsIn(await written(...given))

test('every branch is a rollout of transitions, with the rewards and the end that the world tells', async () => {
  const nest = await world({ domain: 'textenv', initialState: 'Hidden.\n\nScene:\nA room.' }, [
    {
      action: 'look',
      text: 'A nest.\nReward: 0\nDone: false',
      instead: [{ action: 'sleep', text: 'Night.\nDone: true' }]
    },
    { action: 'take egg', text: 'You hold the egg.\nReward: 1\nDone: true', engine: 'recorded' }
  ])
  expect(await rows(patchworld, nest)).toEqual([
    {
      transitions: [
        {
          observation: 'A room.',
          action: 'look',
          next_observation: 'A nest.\nReward: 0\nDone: false',
          reward: 0,
          done: false
        },
        {
          ...{ observation: 'A nest.\nReward: 0\nDone: false', action: 'take egg' },
          ...{ next_observation: 'You hold the egg.\nReward: 1\nDone: true', reward: 1, done: true }
        }
      ],
      metadata: {
        ...{
          env: 'textenv',
          item_id: 's1',
          task_idx: 0,
          rollout_index: 0,
          split: 'train',
          success: true,
          total_reward: 1
        },
        ...{ program: 'orrery', version: '0.0.0', title: 'Fix it', branch: 'main', simulated: [true, false] }
      }
    },
    expect.objectContaining({
      metadata: expect.objectContaining({ rollout_index: 1, success: false, total_reward: 0, simulated: [true] })
    })
  ])
})

test('a world without rewards has none, and its branches are rollouts of one task', async () => {
  const all = await rows(patchworld, [notes, notes], { options: { split: 'val' } })
  expect(all.map(({ metadata }) => [metadata.task_idx, metadata.rollout_index, metadata.split])).toEqual(
    [0, 1].flatMap((task) => [0, 1, 2].map((rollout) => [task, rollout, 'val']))
  )
  expect(all[0].transitions[1]).toMatchObject({ reward: 0, done: false })
})
