// Databases damaged in every way that disks, crashes and people damage files: each opens, or is set aside and named.
import { expect, test } from 'vitest'
import type { Outcome } from './database.child.ts'
import { watched } from './watched.ts'

// Each kind of damage six times. ORRERY_ATTACK_DATABASES runs more.
const VARIANTS = Number(process.env.ORRERY_ATTACK_DATABASES ?? 108)

test('6.2 a damaged database opens, or is set aside and named; none hangs, is taken for a bug, or is written to', async () => {
  const outcomes = await watched<Outcome>('database.child.ts', ['0', String(VARIANTS)])
  const wrong = outcomes.flatMap(({ name, wrong }) => wrong.map((what) => `${name}: ${what}`))
  expect(wrong).toEqual([])
  expect(outcomes).toHaveLength(VARIANTS)
  // Every way out was taken, so that the test is known to damage enough and not too much.
  for (const way of ['opened', 'aside', 'refused'] as const) {
    expect(outcomes.filter(({ came }) => came === way).length, way).toBeGreaterThan(0)
  }
  expect(new Set(outcomes.flatMap(({ codes }) => codes))).toContain('database-corrupt')
})
