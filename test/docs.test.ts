// Documents that name files of this repository name files that are there.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const DOCUMENTS = [
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/architecture.md',
  'docs/fidelity.md',
  'docs/rewards.md',
  'docs/flagship.md',
  'docs/papers.md'
]

it.each(DOCUMENTS)('%s names files that exist', (document) => {
  const text = readFileSync(join(root, document), 'utf8')
  const code = [...text.matchAll(/`((?:\.ci|src|test|docs|resources|model|bin)\/[\w./-]+)`/g)].map(([, path]) => path)
  const links = [...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, path = '']) => join(dirname(document), path))
  const named = [...code, ...links].filter((path) => path !== undefined)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

// A decision stays as it was written: its paths are not mended when files move.
it('decisions that name files of another day say so', () => {
  const files =
    `${execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })}`.split('\n')
  const folder = join(root, 'docs/decisions')
  const old = readdirSync(folder).filter((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    if (/^History: paths are those of its day\.$/m.test(text) || /^## The move$/m.test(text)) return false
    const named = [...text.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, path = '']) => path)
    return named.some((path) => !files.some((file) => `/${file}`.endsWith(`/${path}`)))
  })
  expect(old).toEqual([])
})

it('CONTRIBUTING.md names scripts that exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const named = [...text.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, script]) => script)
  expect(named.filter((script) => !Object.hasOwn(scripts, String(script)))).toEqual([])
})

it('the table of clients in docs/agents.md has each client that test/doors installs, with its version', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const pinned = ['requirements.txt', 'requirements-bare.txt'].flatMap((name) =>
    [...read(`test/doors/${name}`).matchAll(/^([\w-]+)==(\S+)$/gm)].map(([, client, version]) => [client, version])
  )
  const installed = ['client', 'sdk', 'conformance'].map((name) => {
    const client = `@modelcontextprotocol/${name}`
    return [client, JSON.parse(read(`node_modules/${client}/package.json`)).version]
  })
  const inspector = Object.entries(JSON.parse(read('test/doors/inspector/package.json')).dependencies)
  // What a client needs that is installed without its dependencies, or a test needs beside it.
  const beside = 'aiohttp dirhash fastuuid importlib_metadata pathspec supabase toml'.split(' ')
  const right = [...pinned, ...installed, ...inspector].filter(([client]) => !beside.includes(String(client)))
  const rows = [...read('docs/agents.md').matchAll(/^\| [^|]+ \| `([^`|]+)` \| ([^|]+) \| [^|]+ \|$/gm)]
  const told = rows.map(([, client, version]) => [client, version]).filter(([client]) => client !== 'package')
  expect(new Map(told.sort() as [string, string][])).toEqual(new Map(right.sort() as [string, string][]))
})
