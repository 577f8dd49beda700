import { expect, test } from 'vitest'
import { createPace } from '../../../src/host/engine-process/pace.ts'

test('a prompt is read in pieces that take no longer than cancelling can wait', () => {
  const pace = createPace({ batchSize: 512, gpu: false })
  expect([pace.size, pace.fixed]).toEqual([64, 64])
  pace.took(64, 640)
  expect(pace.size).toBe(16)
  pace.took(5, 1)
  expect(pace.size).toBe(16)
  for (let times = 0; times < 9; times++) pace.took(pace.size, pace.size / 100)
  expect([pace.size, pace.fixed]).toEqual([512, 64])
})

test('a GPU begins with whole batches', () => {
  const pace = createPace({ batchSize: 512, gpu: true })
  expect([pace.size, pace.fixed]).toEqual([512, 512])
})
