// What a turn does on the machine in several batches is there for others at once, or not at all.
import { expect, it } from 'vitest'
import type { MachineClient } from '../../../src/host/grounds/emulator-client.ts'
import { atOnce } from '../../../src/host/grounds/machine/working.ts'

function fake() {
  const states = new Set(['before'])
  const rename = async (from: string, to: string) => {
    expect(states.delete(from)).toBe(true)
    states.add(to)
  }
  // `as`: nothing else of a client is used here.
  return { states, client: { rename } as unknown as MachineClient }
}

it('a state that is half done has no name that others know', async () => {
  const { states, client } = fake()
  const seen: boolean[] = []
  const done = await atOnce(client, 'after', async (to) => {
    for (let batch = 0; batch < 2; batch++) {
      states.add(to)
      seen.push(states.has('after'))
    }
    return 'shown'
  })
  expect({ done, seen, states: [...states] }).toEqual({
    done: 'shown',
    seen: [false, false],
    states: ['before', 'after']
  })
})

it('what fails on the way leaves the state unknown', async () => {
  const { states, client } = fake()
  const failed = atOnce(client, 'after', async (to) => {
    states.add(to)
    throw new Error('The machine ended.')
  })
  await expect(failed).rejects.toThrow('ended')
  expect(states.has('after')).toBe(false)
})
