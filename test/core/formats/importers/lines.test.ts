import { expect, test } from 'vitest'
import { z } from 'zod'
import { linesOf, readLine } from '../../../../src/core/formats/importers/lines.ts'
import { must } from '../../../must.ts'

async function* pieces(all: Iterable<string>) {
  yield* all
}

async function all(...[given, options]: [Iterable<string>, { most?: number }?]) {
  const found = []
  for await (const line of linesOf(pieces(given), options)) found.push(line)
  return found
}

test('lines are the same however the text is cut', async () => {
  const text = 'a\r\n\nb c\n  \nd\r'
  const whole = [
    { number: 1, text: 'a', cut: false },
    { number: 3, text: 'b c', cut: false },
    { number: 5, text: 'd', cut: true }
  ]
  expect(await all([text])).toEqual(whole)
  expect(await all(text)).toEqual(whole)
})

test('each character of a line is searched and copied once, in however many pieces it comes', async () => {
  // Pieces of this many characters, all of one line: a reader that joins and splits again at every piece looks at 2.5e11.
  const piece = 'x'.repeat(1_000)
  function* many() {
    for (let index = 0; index < 22_000; index++) yield piece
  }
  const [line] = await all(many())
  expect(line?.text.length).toBe(22_000_000)
})

test('6.22 a line that is too long costs only itself, and says so', async () => {
  const found = await all(['12345', '6789', '\n1\n', '123', '45678'], { most: 8 })
  expect(found).toEqual([
    { number: 1, text: '', cut: false, long: true },
    { number: 2, text: '1', cut: false },
    { number: 3, text: '12345678', cut: true }
  ])
  expect(readLine(must(found[0]), z.number())).toEqual({
    skipped: { line: 1, reason: 'The line is longer than 134,217,728 characters, the most that is read.' }
  })
})
