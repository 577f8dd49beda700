// A folder of a test's own, gone when the test is over.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'orrery-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}
