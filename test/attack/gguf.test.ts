// Model files whose headers are damaged, or made to keep their reader busy.
import { expect, test } from 'vitest'
import type { Outcome } from './gguf.child.ts'
import { watched } from './watched.ts'

const VARIANTS = 300

test('9.9 a hostile model file is refused in bounded work, with words', async () => {
  const outcomes = await watched<Outcome>('gguf.child.ts', [String(VARIANTS)])
  expect(outcomes.flatMap(({ name, wrong }) => wrong.map((what) => `${name}: ${what}`))).toEqual([])
  const made = outcomes.filter(({ name }) => !/^\d/.test(name))
  const fine = ['part nought']
  expect(made.filter(({ came }) => came === 'read').map(({ name }) => name)).toEqual(fine)
  expect(outcomes.length).toBe(made.length + VARIANTS)
  // Most bytes of a header matter, and not all.
  for (const way of ['read', 'broken'] as const) {
    expect(outcomes.filter(({ came }) => came === way).length, way).toBeGreaterThan(10)
  }
})
