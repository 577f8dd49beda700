// What a terminal draws in other widths and sets of characters than letters.
import { expect, test } from 'vitest'
import { createLines } from '../../../../src/core/observations/terminal/lines.ts'

const shown = (...written: string[]) => {
  const lines = createLines({ width: 80 })
  for (const text of written) lines.write(text)
  return lines.text()
}

// As xterm shows them.
test.each<[what: string, written: string, text: string]>([
  ['a move to a column behind wide characters', '圍棋\x1b[10Gx', '圍棋     x'],
  ['wide characters that are deleted as two columns each', '日本\b\b\x1b[K語', '日語'],
  ['half of a wide character that is written over', '日本\rx', 'x 本'],
  ['the other half', '日本\x1b[2Gx', ' x本'],
  ['an accent over a letter', 'e\u0301\bx', 'x'],
  ['lines that are drawn, by either set', '\x1b(0lqk\x1b(Bq\x1b)0\x0emqj\x0fm', '┌─┐q└─┘m'],
  ['a character that is repeated', '-\x1b[19b|', `${'-'.repeat(20)}|`],
  ['a line that is gone back to', '日本\r\nab\x1b[A\x1b[5Gx\r\n', '日本x\nab']
])('%s', (_, written, text) => {
  expect(shown(written)).toBe(text)
  expect(shown(...written)).toBe(text)
})
