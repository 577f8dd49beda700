import { describe, expect, it } from 'vitest'
import { createQueue } from '../../../src/host/engines/queue.ts'

/** Someone in the line: what they were told, and whether it is their turn. */
function joining(queue: ReturnType<typeof createQueue>, who: { owner?: string; alone?: boolean } = {}) {
  const place = queue.join(who)
  const stop = new AbortController()
  const told: number[] = []
  let state = 'waiting'
  const turn = (async () => {
    for await (const ahead of place.turn(stop.signal)) told.push(ahead)
    state = 'running'
  })().catch((error: { code: string }) => {
    state = error.code
  })
  return { ...place, told, state: () => state, stop: () => stop.abort(), turn }
}

/** Everything that can happen without anybody leaving has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a queue', () => {
  it('lets one at a time, in order, and tells the others how many are ahead', async () => {
    const queue = createQueue()
    const [one, two, three] = [joining(queue), joining(queue), joining(queue)]
    await settled()
    expect([one, two, three].map(({ state }) => state())).toEqual(['running', 'waiting', 'waiting'])
    one.leave()
    await settled()
    expect([two, three].map(({ state }) => state())).toEqual(['running', 'waiting'])
    two.leave()
    await settled()
    expect(three.state()).toBe('running')
    expect([one.told, two.told, three.told]).toEqual([[], [1], [2, 1]])
  })

  it('lets as many as there is room for, also when the room grows', async () => {
    let room = 2
    const queue = createQueue(() => room)
    const all = [1, 2, 3, 4].map(() => joining(queue))
    await settled()
    expect(all.map(({ state }) => state())).toEqual(['running', 'running', 'waiting', 'waiting'])
    expect(all.map(({ told }) => told)).toEqual([[], [], [1], [2]])
    room = 4
    queue.look()
    await settled()
    expect(all.map(({ state }) => state())).toEqual(['running', 'running', 'running', 'running'])
  })

  it('goes on with the owner that has the fewest running, so that many samples of one world do not crowd out another', async () => {
    const queue = createQueue(() => 2)
    const crowd = [1, 2, 3, 4].map(() => joining(queue, { owner: 'crowd' }))
    const other = joining(queue, { owner: 'other' })
    await settled()
    expect(other.state()).toBe('waiting')
    crowd[0]!.leave()
    await settled()
    expect(other.state()).toBe('running')
    expect(crowd.map(({ state }) => state())).toEqual(['running', 'running', 'waiting', 'waiting'])
  })

  it('keeps the machine to one who must be alone, whom nobody passes', async () => {
    const queue = createQueue(() => 3)
    const first = joining(queue, { owner: 'a' })
    const strict = joining(queue, { owner: 'b', alone: true })
    const later = joining(queue, { owner: 'c' })
    await settled()
    expect([first, strict, later].map(({ state }) => state())).toEqual(['running', 'waiting', 'waiting'])
    first.leave()
    await settled()
    expect([strict, later].map(({ state }) => state())).toEqual(['running', 'waiting'])
    strict.leave()
    await settled()
    expect(later.state()).toBe('running')
  })

  it('forgets who gives up, and those behind move up', async () => {
    const queue = createQueue()
    const [one, two, three] = [joining(queue), joining(queue), joining(queue)]
    await settled()
    two.stop()
    await two.turn
    two.leave()
    two.leave()
    await settled()
    expect(two.state()).toBe('cancelled')
    expect(three.told).toEqual([2, 1])
    one.leave()
    await settled()
    expect(three.state()).toBe('running')
  })
})
