// Databases damaged in every way that disks, crashes and people damage files: each opens, or is set aside and named.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import type { Outcome } from './database.child.ts'

// Each kind of damage twelve times. ORRERY_ATTACK_DATABASES runs more.
const VARIANTS = Number(process.env.ORRERY_ATTACK_DATABASES ?? 216)
// One takes a quarter of a second; what takes this long hangs.
const HANGS_MS = 60_000

test('6.2 a damaged database opens, or is set aside and named; none hangs, is taken for a bug, or is written to', async () => {
  const outcomes = await meetAll(VARIANTS)
  const wrong = outcomes.flatMap(({ name, wrong }) => wrong.map((what) => `${name}: ${what}`))
  expect(wrong).toEqual([])
  expect(outcomes).toHaveLength(VARIANTS)
  // Every way out was taken, so that the test is known to damage enough and not too much.
  for (const way of ['opened', 'aside', 'refused'] as const) {
    expect(outcomes.filter(({ came }) => came === way).length, way).toBeGreaterThan(0)
  }
  expect(new Set(outcomes.flatMap(({ codes }) => codes))).toContain('database-corrupt')
})

/** In a process of its own: what hangs there is seen here. */
async function meetAll(count: number): Promise<Outcome[]> {
  const script = join(import.meta.dirname, 'database.child.ts')
  const child = spawn(process.execPath, [script, '0', String(count)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const outcomes: Outcome[] = []
  let at = 'the first'
  let hung = false
  const watch = () =>
    setTimeout(() => {
      hung = true
      child.kill('SIGKILL')
    }, HANGS_MS)
  let timer = watch()
  for await (const line of createInterface({ input: child.stdout })) {
    clearTimeout(timer)
    timer = watch()
    const told: Outcome = JSON.parse(line)
    at = told.name
    if (told.came) outcomes.push(told)
  }
  clearTimeout(timer)
  expect({ hung, at: hung ? at : null }).toEqual({ hung: false, at: null })
  return outcomes
}
