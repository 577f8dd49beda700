// What commands print for a person.
import { expect, it } from 'vitest'
import { table } from '../../src/host/commands/print.ts'

it('a row of a table is one line, whatever its cells hold', () => {
  const out: string[] = []
  const write = (_io: unknown, text: string): void => void out.push(text)
  const rows = [
    ['id', 'title'],
    ['a\r\nb', 'two\nlines\n\nand more'],
    ['c', 'one']
  ]
  table(process, rows, write)
  expect(out).toEqual(['id   title', 'a b  two lines and more', 'c    one'])
})
