import { expect, test } from 'vitest'
import { OrreryError } from '../../../../src/core/errors.ts'
import { wholeText } from '../../../../src/core/formats/importers/whole.ts'

test('a document over the cap is refused before the rest of it is read', async () => {
  let pieces = 0
  const file = {
    name: 'log.json',
    async *text() {
      for (; pieces < 100; pieces++) yield 'x'.repeat(10)
    }
  }
  expect((await wholeText(file, { most: 1000 })).length).toBe(1000)
  pieces = 0
  await expect(wholeText(file, { most: 25 })).rejects.toThrow(
    new OrreryError(
      'invalid-input',
      '"log.json" is one JSON document of more than 25 characters, the most that is read.'
    )
  )
  expect(pieces).toBe(2)
})
