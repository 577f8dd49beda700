// Work that is told of while it is done, as a generator.
import { expect, it } from 'vitest'
import { fromCallbacks, passOn, type Tell } from '../../../src/core/step/from-callbacks.ts'

async function* counting(seen: string[]): AsyncGenerator<number, string> {
  try {
    for (let at = 1; at < 4; at++) yield at
    return 'counted'
  } finally {
    seen.push('ended')
  }
}

it('what is told comes in order, and the work goes on when it was taken', async () => {
  const seen: string[] = []
  const work = async (tell: Tell<number>) => {
    await tell(0)
    seen.push('first taken')
    return `${await passOn(counting(seen), tell)} to three`
  }
  const events = fromCallbacks(work)
  expect(await events.next()).toEqual({ done: false, value: 0 })
  expect(seen).toEqual([])
  const rest = [await events.next(), await events.next(), await events.next(), await events.next()]
  expect(rest.map(({ value }) => value)).toEqual([1, 2, 3, 'counted to three'])
  expect(seen).toEqual(['first taken', 'ended'])
})

it('an error of the work is the error of the generator', async () => {
  const broken = fromCallbacks<number, string>(async (tell) => {
    await tell(1)
    throw new Error('broken')
  })
  await broken.next()
  await expect(broken.next()).rejects.toThrow('broken')
})

it('where nobody takes any more, what is under way ends and nothing more can be told', async () => {
  const seen: string[] = []
  let failure: unknown
  const events = fromCallbacks(async (tell: Tell<number>) => {
    await passOn(counting(seen), tell).catch((error: unknown) => {
      failure = error
    })
    await tell(9)
  })
  await events.next()
  await events.return(undefined)
  await new Promise((resolve) => setImmediate(resolve))
  expect(seen).toEqual(['ended'])
  expect(failure).toMatchObject({ code: 'cancelled' })
})
