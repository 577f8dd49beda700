import { expect, test } from 'vitest'
import { type Heights, STRIP, share } from '../../src/renderer/worlds/room.ts'

const open = { action: false, strip: false }
const heights = (over: Partial<Heights>): Heights => ({
  window: 900,
  column: 824,
  own: 78,
  notices: 0,
  action: 85,
  ...over
})
/** What is left for the world, where everything that has room stands in its place. */
const left = (given: Heights) => {
  const { action, notices, strip } = share(given, open)
  return given.column - given.own - (action ? given.action : 0) - (notices ? given.notices : 0) - strip
}

test('in a large window all stands in its place, and the strip has what the world leaves', () => {
  expect(share(heights({}), open)).toEqual({ action: true, notices: true, strip: 121 })
  expect(share(heights({ column: 1200, window: 900 }), open).strip).toBe(STRIP.most)
})

test('a notice that comes folds nothing that stays', () => {
  expect(share(heights({ notices: 60 }), open)).toEqual({ action: true, notices: false, strip: 121 })
  expect(share(heights({ notices: 30 }), open)).toEqual({ action: true, notices: true, strip: 91 })
})

test('in a low window the strip goes before the actions, and 320 pixels are more than 60 %', () => {
  expect(share(heights({ window: 700, column: 624 }), open)).toEqual({ action: true, notices: true, strip: 0 })
  expect(share(heights({ window: 480, column: 404, action: 47 }), open)).toEqual({
    action: false,
    notices: true,
    strip: 0
  })
})

test('what is folded leaves its room to the others', () => {
  expect(share(heights({ window: 700, column: 640 }), { action: true, strip: false }).strip).toBe(142)
  expect(share(heights({ notices: 100 }), { action: false, strip: true }).notices).toBe(true)
})

test('whatever the heights are, the world has its share wherever the window has it', () => {
  for (let window = 400; window <= 1400; window += 37) {
    for (const own of [0, 40, 78]) {
      for (const notices of [0, 55, 160]) {
        for (const action of [47, 85, 161]) {
          const given = heights({ window, column: window - 76, own, notices, action })
          const most = Math.max(320, Math.ceil(window * 0.6))
          expect(left(given)).toBeGreaterThanOrEqual(Math.min(most, given.column - own))
        }
      }
    }
  }
})
