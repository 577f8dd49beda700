// The image that comes with Orrery, as its files are.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const shipped = join(root, 'resources', 'machine')

it('the shipped image is small enough, and lists every package with its version and its source', () => {
  const sizes = readdirSync(shipped).map((name) => statSync(join(shipped, name)).size)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(105e6)
  expect(Math.max(...sizes)).toBeLessThan(95e6)
  const lines = readFileSync(join(shipped, 'packages.txt'), 'utf8').trim().split('\n')
  for (const one of lines) expect(one).toMatch(/^\S+ \S+ \S+ \S+$/)
  const listed = new Set(lines.map((one) => one.split(' ')[0]))
  const asked = readFileSync(join(root, 'image', 'packages.txt'), 'utf8').split('\n')
  const missing = asked.filter((name) => name && !name.startsWith('#') && !listed.has(name))
  expect({ asked: asked.length > 40, missing }).toEqual({ asked: true, missing: [] })
})
