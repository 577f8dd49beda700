import { expect, it } from 'vitest'
import { hasWords } from '../../../src/core/text/words.ts'

it('words count from their beginning, whatever case, blanks, punctuation and script', () => {
  expect(hasWords('A REFUNDED ticket', 'refund')).toBe(true)
  expect(hasWords('A refunded ticket', 'fund')).toBe(false)
  expect(hasWords('What is your booking, reference?', 'Booking  reference')).toBe(true)
  expect(hasWords('booking of a reference', 'booking reference')).toBe(false)
  expect(hasWords('Welche Größen?', 'größe')).toBe(true)
  expect(hasWords('Anything', '...')).toBe(false)
})
