// The walks of the shipped worlds that rules compute, in processes of their own.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { WalkRow } from './walks.child.ts'

const run = promisify(execFile)
const walks = async (): Promise<WalkRow[]> => {
  const child = join(import.meta.dirname, 'walks.child.ts')
  const { stdout } = await run(process.execPath, [child], { maxBuffer: 1024 * 1024 })
  return JSON.parse(stdout)
}

it('31 each turn is computed, in less than 20 ms and 100 kB, and to the same bytes in another process', {
  timeout: 600_000
}, async () => {
  const [one, other] = [await walks(), await walks()]
  expect(one.length).toBeGreaterThanOrEqual(20)
  expect(one.map(({ name, tip }) => [name, tip])).toEqual(other.map(({ name, tip }) => [name, tip]))
  for (const { name, turns, executed, largest } of one) {
    expect([name, executed]).toEqual([name, turns])
    expect([name, largest < 100_000]).toEqual([name, true])
  }
  // Time of the processor over all turns of a kind of world, so that a busy machine is not taken for a slow program.
  for (const kind of new Set(one.map(({ domain }) => domain))) {
    const rows = one.filter(({ domain }) => domain === kind)
    const [ms, turns] = [rows.reduce((sum, row) => sum + row.ms, 0), rows.reduce((sum, row) => sum + row.turns, 0)]
    expect([kind, ms / turns < 20]).toEqual([kind, true])
  }
})
