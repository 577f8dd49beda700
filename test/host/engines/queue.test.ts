import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createQueue } from '../../../src/host/engines/queue.ts'
import { must } from '../../must.ts'

const { signal } = new AbortController()

/** Joins and reports what it is told until its turn comes. */
function enter(queue: ReturnType<typeof createQueue>, who?: { owner?: string; alone?: boolean }) {
  const place = queue.join(who)
  const told: (number | 'turn')[] = []
  const waiting = (async () => {
    for await (const ahead of place.turn(signal)) told.push(ahead)
    told.push('turn')
  })()
  return { told, leave: place.leave, waiting }
}

describe('a queue', () => {
  test('lets one go at a time, in order, and tells how many are ahead', async () => {
    const queue = createQueue()
    const [a, b, c] = [enter(queue), enter(queue), enter(queue)]
    await sleep(1)
    expect([a.told, b.told, c.told]).toEqual([['turn'], [1], [2]])
    a.leave()
    await sleep(1)
    expect([b.told, c.told]).toEqual([
      [1, 'turn'],
      [2, 1]
    ])
    b.leave()
    await c.waiting
    expect(c.told).toEqual([2, 1, 'turn'])
  })

  test('lets as many go as there is room for, and more when the room grows', async () => {
    let room = 2
    const queue = createQueue(() => room)
    const all = [1, 2, 3, 4].map(() => enter(queue))
    await sleep(1)
    expect(all.map(({ told }) => told)).toEqual([['turn'], ['turn'], [1], [2]])
    room = 4
    queue.look()
    await sleep(1)
    expect(all.map(({ told }) => told.at(-1))).toEqual(['turn', 'turn', 'turn', 'turn'])
  })

  test('serves the owner with the fewest running before the one who came first', async () => {
    const queue = createQueue(() => 2)
    const greedy = [1, 2, 3].map(() => enter(queue, { owner: 'greedy' }))
    const modest = enter(queue, { owner: 'modest' })
    await sleep(1)
    must(greedy[0]).leave()
    await sleep(1)
    expect([must(greedy[2]).told.at(-1), modest.told.at(-1)]).toEqual([1, 'turn'])
  })

  test('runs one alone when it must be, and nobody who came later passes it', async () => {
    const queue = createQueue(() => 3)
    const first = enter(queue)
    const alone = enter(queue, { alone: true })
    const later = enter(queue)
    await sleep(1)
    expect([first.told, alone.told, later.told]).toEqual([['turn'], [1], [2]])
    first.leave()
    await sleep(1)
    expect([alone.told.at(-1), later.told.at(-1)]).toEqual(['turn', 1])
    alone.leave()
    await later.waiting
    expect(later.told).toEqual([2, 1, 'turn'])
  })

  test('forgets who gives up', async () => {
    const queue = createQueue()
    const [a, b, c] = [enter(queue), enter(queue), enter(queue)]
    await sleep(1)
    b.leave()
    b.leave()
    a.leave()
    await c.waiting
    expect(c.told).toEqual([2, 'turn'])
  })

  test('stops waiting when it is cancelled', async () => {
    const queue = createQueue()
    enter(queue)
    const controller = new AbortController()
    const turn = queue.join().turn(controller.signal)
    await turn.next()
    const next = turn.next()
    controller.abort()
    await expect(next).rejects.toMatchObject({ code: 'cancelled' })
  })
})
