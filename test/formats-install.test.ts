// The readers of other formats: what is said where they cannot be installed.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folder } from './host/folder.ts'

const WHY = 'No Python 3.12 or newer was found. Install one, or name it in ORRERY_PYTHON.'

/** Installs with a Python that is not there. */
async function install(more: Record<string, string>) {
  const cache = await folder()
  const env = { ...process.env, XDG_CACHE_HOME: cache, ORRERY_PYTHON: join(cache, 'no-python'), ...more }
  const script = join(import.meta.dirname, 'formats/install.mjs')
  const { status, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' })
  const [name = ''] = readdirSync(join(cache, 'orrery-formats'))
  return {
    status,
    stderr,
    left: readdirSync(join(cache, 'orrery-formats', name)),
    at: join(cache, 'orrery-formats', name)
  }
}

test('without Python the format tests fail, and say loudly that they did not run', async () => {
  const { status, stderr, left } = await install({ ORRERY_FORMATS_MINUTES: 'Infinity' })
  expect({ status, left }).toEqual({ status: 1, left: [] })
  expect(stderr).toContain(`THE FORMAT TESTS DID NOT RUN: No foreign reader could be installed.\n${WHY}\n`)
})

test('within a limit of time, as in CI, the reason is kept for the tests to give', async () => {
  const { status, stderr, left, at } = await install({ ORRERY_FORMATS_MINUTES: '10' })
  expect({ status, left }).toEqual({ status: 0, left: ['missing'] })
  expect(stderr).toContain('FORMAT TESTS WILL BE REPORTED AS NOT RUN: No foreign reader could be installed.\n')
  expect(readFileSync(join(at, 'missing'), 'utf8')).toBe(WHY)
})

test('a limit that is no number is refused', async () => {
  const env = { ...process.env, ORRERY_FORMATS_MINUTES: 'soon' }
  const script = join(import.meta.dirname, 'formats/install.mjs')
  const { status, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain('ORRERY_FORMATS_MINUTES is "soon"; expected a number above 0.')
})
