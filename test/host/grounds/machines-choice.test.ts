// Which of several machines does a world's next step; the machines are played, so no image is needed.
import { expect, it } from 'vitest'
import { createMachineClient } from '../../../src/host/grounds/machines.ts'
import type { ChildPort } from '../../../src/host/process/child.ts'
import { folder } from '../folder.ts'

/** Machines that do everything at once when they are let; `did`: the states that each was asked to come from. */
function played() {
  const did: (string | null)[][] = []
  const waiting: (() => void)[] = []
  const spawn = (): ChildPort => {
    const own: (string | null)[] = []
    did.push(own)
    let answer: (message: unknown) => void = () => {}
    let ended: (code: number) => void = () => {}
    return {
      onMessage(listener) {
        answer = listener
      },
      onExit(listener) {
        ended = listener
      },
      kill: () => ended(0),
      postMessage(message) {
        const { type, id, from, keys } = Object(message)
        if (type === 'open') answer({ type: 'opened', id, hash: 'hash' })
        if (type === 'has') answer({ type: 'had', id, has: keys.map(() => true) })
        if (type === 'rename') answer({ type: 'renamed', id })
        if (type !== 'work') return
        own.push(from)
        waiting.push(() => answer({ type: 'done', id, done: { results: [], ns: 0, instructions: 0 } }))
      }
    }
  }
  return {
    did,
    spawn,
    release: () => {
      for (const go of waiting.splice(0)) go()
    }
  }
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 10))

it('a world goes back to the machine that came to its state, where that is as free as the others, or one call behind', async () => {
  const { did, spawn, release } = played()
  const client = createMachineClient({ folder: await folder(), data: await folder(), machines: 2, spawn })
  const step = (from: string | null, to: string) => client.work({ from, to, jobs: [] })
  const all = async (...works: Promise<unknown>[]) => {
    const going = setInterval(release, 20)
    await Promise.all(works)
    // What is answered is kept before the next is asked.
    await soon()
    clearInterval(going)
  }
  // Two worlds at once, each in a machine of its own.
  await all(step(null, 'a1'), step(null, 'b1'))
  expect(did).toEqual([[null], [null]])
  // Both do something else.
  await all(step('b1', 'd1'))
  await all(step('a1', 'c1'))
  await all(step('a1', 'a2'))
  expect(did[0]).toEqual([null, 'a1', 'a1'])
  await all(step('b1', 'b2'))
  expect(did[1]).toEqual([null, 'b1', 'b1'])
  // Both are at work: one call more is waited behind, two are not.
  const busy = [step('a2', 'e1'), step('b2', 'f1')]
  await all(...busy, step('a1', 'g1'), step('a2', 'a3'), step('a2', 'a4'))
  expect(did[0]?.slice(3)).toEqual(['a2', 'a1', 'a2'])
  expect(did[1]?.slice(3)).toEqual(['b2', 'a2'])
  await client.close()
})
