import { expect, test, vi } from 'vitest'
import { findDomain } from '../../../src/core/domains/index.ts'
import { labelOf, screenIn } from '../../../src/core/domains/label.ts'
import * as readers from '../../../src/core/observations/screens/readers/index.ts'
import { must } from '../../must.ts'

const page = (name: string) => `URL: http://shop.example/\n\nRootWebArea 'Shop', focused\n\t[4] button '${name}'`
const web = findDomain('web')

test('an action is told of the observation before it; what is no screen, or not at hand, leaves numbers', () => {
  const told = [page('Pay'), 'Error: the page did not answer', '', null].map((before) =>
    labelOf(web, "click('4')", before)
  )
  expect(told).toEqual(['click “Pay”', 'click 4', 'click 4', 'click 4'])
})

test('each screen is read once, in one reading with whoever else looks at it', () => {
  const reader = must(readers.readers.find(({ name }) => name === 'axtree'))
  const read = vi.spyOn(reader, 'read')
  const seen = screenIn(page('Once'))
  const labels = Array.from({ length: 9 }, () => labelOf(web, "click('4')", page('Once')))
  expect([new Set(labels), screenIn(page('Once')) === seen, read.mock.calls.length]).toEqual([
    new Set(['click “Once”']),
    true,
    1
  ])
  read.mockRestore()
})

test('worlds without screens read none', () => {
  expect(labelOf(findDomain('textenv'), 'look', page('Pay'))).toBe('look')
})

test('what an agent hides in an action is seen in its label, and the direction of reading stays', () => {
  const action = { name: 'search', arguments: { query: '\u202egnp.exe\u0007' } }
  expect(labelOf(findDomain('mcp'), action, null)).toBe('search query=⟨202E⟩gnp.exe␇')
})
