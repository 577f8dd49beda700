// Who has the emulator when several worlds want it.
import { expect, it } from 'vitest'
import { createTurns } from '../../../../src/host/grounds/emulator/turns.ts'

function turnsAt() {
  let now = 0
  const turns = createTurns(() => now)
  const had: string[] = []
  return {
    turns,
    had,
    pass: (ms: number) => {
      now += ms
    },
    work: async (name: string, again = false) => {
      await turns.take(again)
      had.push(name)
    }
  }
}

it('whoever waits has it next, in order, and whoever had it for long is told only where others wait', async () => {
  const { turns, had, pass, work } = turnsAt()
  await work('one')
  pass(1000)
  expect(turns.isOver()).toBe(false)
  const waiting = [work('two'), work('three')]
  expect(turns.isOver()).toBe(true)
  turns.leave()
  await waiting[0]
  expect({ had, over: turns.isOver() }).toEqual({ had: ['one', 'two'], over: false })
  pass(301)
  expect(turns.isOver()).toBe(true)
  turns.leave()
  await waiting[1]
  turns.leave()
  await work('four')
  expect(had).toEqual(['one', 'two', 'three', 'four'])
})

it('long works wait longer for each other than a new one waits for them, and none waits for ever', async () => {
  const { turns, had, pass, work } = turnsAt()
  await work('long')
  const other = work('other', true)
  pass(1000)
  expect(turns.isOver()).toBe(false)
  const fresh = work('fresh')
  expect(turns.isOver()).toBe(true)
  turns.leave()
  await fresh
  pass(10)
  const newer = work('newer')
  turns.leave()
  await other
  expect(had).toEqual(['long', 'fresh', 'other'])
  turns.leave()
  await newer
})
