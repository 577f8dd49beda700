// Documents that name files of this repository name files that are there.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const DOCUMENTS = ['CONTRIBUTING.md', 'SECURITY.md', 'docs/architecture.md', 'docs/flagship.md']

it.each(DOCUMENTS)('%s names files that exist', (document) => {
  const text = readFileSync(join(root, document), 'utf8')
  const code = [...text.matchAll(/`((?:\.ci|src|test|docs|resources|model|bin)\/[\w./-]+)`/g)].map(([, path]) => path)
  const links = [...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, path = '']) => join(dirname(document), path))
  const named = [...code, ...links].filter((path) => path !== undefined)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it('CONTRIBUTING.md names scripts that exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const named = [...text.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, script]) => script)
  expect(named.filter((script) => !Object.hasOwn(scripts, String(script)))).toEqual([])
})
