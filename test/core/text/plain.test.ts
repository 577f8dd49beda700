import { expect, it } from 'vitest'
import { trimEndOf, trimLines } from '../../../src/core/text/plain.ts'
import { createDice } from '../../fixtures/dice.ts'

const PARTS = [' ', '\t', '\n', '\r', '\r\n', '\u2028', '\u00a0', 'a', 'b ', '  ']

it('cuts ends off as the patterns did that took the square of a text', () => {
  const dice = createDice(7)
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from({ length: dice.below(10) }, () => dice.pick(PARTS)).join('')
    const cut = [trimEndOf(text, '\r\n'), trimLines(text), text.trimEnd()]
    const before = [text.replace(/[\r\n]+$/, ''), text.replace(/[ \t]+$/gm, ''), text.replace(/\s+$/, '')]
    if (cut.join('|') !== before.join('|')) expect(cut, JSON.stringify(text)).toEqual(before)
  }
})
