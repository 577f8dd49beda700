// Fifteen drawn screens of phones in three forms, 179 turns: what widgets decide is as Android does it, and what is an app's own is asked of the
// model. The turns were written before they were played (test/fixtures/phones).
import { describe, expect, it } from 'vitest'
import { drawn, type PhoneLot } from '../../../fixtures/phones/drawn.ts'
import { lots as first } from '../../../fixtures/phones/first.ts'
import { lots as second } from '../../../fixtures/phones/second.ts'
import { lots as third } from '../../../fixtures/phones/third.ts'
import { must } from '../../../must.ts'
import { play } from './play.ts'

type Answer = 'right' | 'wrong' | 'asked'

/** What becomes of each turn, with the number of those that the app alone knows (`own`). */
async function judged({ form, first, turns }: PhoneLot): Promise<{ answer: Answer; isOwn: boolean; at: number }[]> {
  const screens = [structuredClone(first)]
  const wants: (string | RegExp | null)[] = []
  for (const { want, then } of turns) {
    const next = structuredClone(must(screens.at(-1)))
    let shown: RegExp | null | undefined
    if (typeof want === 'function') want(next)
    else if (want === 'ask') {
      then?.(next)
      shown = null
    } else if (want !== 'same' && 'refuse' in want) shown = want.refuse
    else if (want !== 'same') Object.assign(next, structuredClone(must(screens.at(-want.back))))
    screens.push(next)
    wants.push(shown === undefined ? drawn[form](next) : shown)
  }
  const observed = screens.map(drawn[form])
  const played = await play({
    domain: 'android',
    first: must(observed[0]),
    turns: turns.map(({ a }, at) => ({ action: a, observation: must(observed[at + 1]) }))
  })
  expect(played.length).toBe(turns.length)
  return played.map(({ text }, at) => {
    const want = wants[at] ?? null
    const isRight = want !== null && text !== null && (typeof want === 'string' ? want === text : want.test(text))
    return { answer: text === null ? 'asked' : isRight ? 'right' : 'wrong', isOwn: want === null, at: at + 1 }
  })
}

// What an app may do besides, which a screen does not tell: a switch that shows its words, a choice of “Later” that shows a day.
const UNTOLD = ['player 6', 'money 10']

describe.each([
  { file: 'first', lots: first, right: 43, determined: 57 },
  { file: 'second', lots: second, right: 30, determined: 31 },
  { file: 'third', lots: third, right: 29, determined: 32 }
])('the $file phones', ({ lots, right, determined }) => {
  it('52.3 decides as Android does, and asks for what is an app’s own', async () => {
    const turns = (
      await Promise.all(lots.map(async (lot) => (await judged(lot)).map((turn) => ({ ...turn, name: lot.name }))))
    ).flat()
    const wrong = turns.filter(({ answer }) => answer === 'wrong').map(({ name, at }) => `${name} ${at}`)
    expect(wrong.filter((one) => !UNTOLD.includes(one))).toEqual([])
    expect({
      right: turns.filter(({ answer }) => answer === 'right').length,
      determined: turns.filter(({ isOwn }) => !isOwn).length
    }).toEqual({ right, determined })
  })
})
