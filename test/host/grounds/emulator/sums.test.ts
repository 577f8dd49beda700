// Sums of pages: those of xxHash's rounds, told apart by every bit.
import { expect, it } from 'vitest'
import { createSums } from '../../../../src/host/grounds/emulator/sums.ts'
import { Memory } from '../../../../src/host/grounds/emulator/wasm.ts'

const PAGE = 4096

it('a page differs where any of its bits does, and is the same again when that is put back', () => {
  const memory = new Memory({ initial: 1 })
  const bytes = new Uint8Array(memory.buffer)
  for (let at = 0; at < bytes.length; at++) bytes[at] = Math.imul(at, 2_654_435_761) >>> 24
  const sums = createSums(memory, 16)
  for (let page = 0; page < 16; page++) sums.note(page)
  const changed = () => Array.from({ length: 16 }, (_, page) => page).filter((page) => sums.differs(page))
  expect(changed()).toEqual([])
  const whole = sums.of([3, 8])
  for (let bit = 0; bit < PAGE * 8; bit += 61) {
    const at = 3 * PAGE + (bit >> 3)
    const before = bytes[at] ?? 0
    bytes[at] = before ^ (1 << (bit & 7))
    expect(changed(), `bit ${bit}`).toEqual([3])
    const { low, high } = sums.of([8, 3])
    expect([low[0], high[0]]).toEqual([whole.low[1], whole.high[1]])
    expect([low[1], high[1]]).not.toEqual([whole.low[0], whole.high[0]])
    bytes[at] = before
  }
  // Two words that changed places, and two top bits, which sums that only add or only turn would lose.
  const words = new Uint32Array(memory.buffer)
  const [one = 0, other = 0] = [words[8 * 1024 + 2], words[8 * 1024 + 10]]
  words[8 * 1024 + 2] = other
  words[8 * 1024 + 10] = one
  expect(changed()).toEqual([8])
  words[8 * 1024 + 2] = one
  words[8 * 1024 + 10] = other
  for (const at of [3, 11]) words[at] = (words[at] ?? 0) ^ 0x8000_0000
  expect(changed()).toEqual([0])
})

it('pages that were grown later are seen too', () => {
  const memory = new Memory({ initial: 1 })
  const sums = createSums(memory, 32, 1n)
  for (let page = 0; page < 16; page++) sums.note(page)
  memory.grow(1)
  sums.note(20)
  expect([sums.differs(0), sums.differs(20)]).toEqual([false, false])
  new Uint8Array(memory.buffer)[20 * PAGE + 5] = 1
  expect([sums.differs(0), sums.differs(20)]).toEqual([false, true])
})
