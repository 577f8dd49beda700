import { expect, test } from 'vitest'
import { fit, isFound } from '../../src/renderer/found.ts'

test('a text is found by the beginnings of its words, in any order and case, without accents', () => {
  const text = 'search-fiction-lighthouses: A coast that does not exist, Ærø, Größe'
  for (const query of ['', '  ', 'LIGHT', 'coast fiction', 'search-fic', 'grosse'.slice(0, 3), 'ærø', 'Größe', 'große'])
    expect([query, fit(text, query)]).toEqual([query, 1])
  expect(fit(text, 'house')).toBe(0.5)
  expect(isFound(text, 'coast mountain')).toBe(false)
  // Letters that are far apart make no word.
  expect(isFound('Export this world…', 'help')).toBe(false)
})

test('nothing that is typed breaks it', () => {
  for (const query of ['(', '\\', '[a-', '\u0000', '😀', '\u202e', 'a'.repeat(10_000)])
    expect(fit('a b', query)).toBeGreaterThanOrEqual(0)
})
