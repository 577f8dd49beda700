// A folder of the user's as effects, where the repository lies, and patterns.
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FolderCopy } from '../../../../src/core/tree/folder.ts'
import { globTest, ripgrepGlobs } from '../../../../src/host/grounds/disk-tools/disk/glob.ts'
import { readFolder } from '../../../../src/host/grounds/disk-tools/folder.ts'
import { rootOf } from '../../../../src/host/grounds/disk-tools/root.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-folder-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('26.43 gives the files of a folder as writes, and says what was left out', async () => {
  await mkdir(join(folder, 'src'))
  await mkdir(join(folder, 'node_modules', 'x'), { recursive: true })
  await writeFile(join(folder, 'src', 'a.sh'), '#!/bin/sh\n')
  await chmod(join(folder, 'src', 'a.sh'), 0o755)
  await writeFile(join(folder, 'blob'), Buffer.from([0xff, 0xfe, 0]))
  await writeFile(join(folder, 'large'), 'x'.repeat(100))
  await symlink('src/a.sh', join(folder, 'link'))
  await symlink('/etc/hostname', join(folder, 'out'))
  await symlink('nowhere', join(folder, 'broken'))
  const { leftOut, ...copy } = await readFolder(folder, { most: { file: 64, object: 64, all: 1000 } })
  expect(copy).toEqual({
    name: basename(folder),
    files: [
      { path: 'blob', content: '//4A', encoding: 'base64' },
      { path: 'link', content: '#!/bin/sh\n', runs: true },
      { path: 'src/a.sh', content: '#!/bin/sh\n', runs: true }
    ],
    folders: ['src']
  })
  expect(leftOut).toEqual([
    { path: 'broken', why: 'a link to nothing' },
    { path: 'large', why: 'larger than 0.0625 KB' },
    { path: 'node_modules', why: 'installed or generated files' },
    { path: 'out', why: 'a link that leads out of the folder' }
  ])
  expect(FolderCopy.parse(copy)).toEqual(copy)
  expect((await readdir(folder)).length).toBe(7)
})

it('26.43 copies the history of git, and stops at the limit of all files together', async () => {
  await writeFile(join(folder, 'a.txt'), 'a\n')
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=a@example.org', ...args], { cwd: folder })
  git('init', '-q', '-b', 'main')
  git('add', '.')
  git('commit', '-qm', 'First')
  const { files } = await readFolder(folder)
  expect(files).toContainEqual({ path: '.git/HEAD', content: 'ref: refs/heads/main\n' })
  expect(files[0]?.path).toBe('a.txt')
  const small = await readFolder(folder, { most: { file: 100, object: 100, all: 1 } })
  expect(small.leftOut).toContainEqual({ path: 'a.txt', why: expect.stringMatching(/^all files together/) })
})

it('26.43 refuses what is no folder', async () => {
  await expect(readFolder(join(folder, 'none'))).rejects.toMatchObject({ code: 'not-found' })
})

it('finds nothing by a pattern that is longer than any path', () => {
  expect(globTest('y'.repeat(3_000_000))('y')).toBe(false)
  expect(globTest(`{${'y,'.repeat(1000)}z}`)('z')).toBe(true)
})

it('finds where the repository lies', () => {
  const calls = [
    { name: 'Read', arguments: { file_path: '/srv/app/app/clock.py' } },
    { name: 'LS', arguments: { path: '/srv/app/tests' } }
  ]
  expect(rootOf({ initialState: 'Repository /srv/slug, the working directory. Python 3.12.7.' })).toBe('/srv/slug')
  expect(rootOf({ initialState: '/home/dev/words: Python 3.11. No git.\n\na.py\nx = 1' })).toBe('/home/dev/words')
  expect(rootOf({ initialState: '/opt/reed (Python 3.11).' })).toBe('/opt/reed')
  expect(rootOf({ initialState: '', task: 'Mend the repository at /testbed.' })).toBe('/testbed')
  expect(rootOf({ initialState: '' }, calls)).toBe('/srv/app')
  expect(rootOf({ initialState: '' }, [{ name: 'Read', arguments: { file_path: '/etc/hosts' } }])).toBe('/workspace')
  expect(rootOf({ initialState: '' })).toBe('/workspace')
  expect(rootOf({ initialState: 'cwd /root/scripts\n\n$ ls\na.sh' })).toBe('/root/scripts')
  expect(rootOf({ initialState: 'Project root: /home/ana/app' })).toBe('/home/ana/app')
  const shown = (path: string) => `### ${path}\n\n\`\`\`\nx = 1\n\`\`\`\n`
  expect(rootOf({ initialState: shown('/opt/geo/a/b.py') + shown('/opt/geo/c.py') })).toBe('/opt/geo')
  expect(rootOf({ initialState: shown('/etc/nginx/a.conf') + shown('c.py') })).toBe('/workspace')
})

it('matches patterns as globs and as ripgrep does', () => {
  const paths = ['a.ts', 'src/b.ts', 'src/deep/c.tsx', '.x/d.ts', 'README.md']
  const glob = (pattern: string, options = {}) => paths.filter(globTest(pattern, options))
  expect(glob('*.ts')).toEqual(['a.ts'])
  expect(glob('**/*.ts')).toEqual(['a.ts', 'src/b.ts'])
  expect(glob('**/*.ts', { dot: true })).toEqual(['a.ts', 'src/b.ts', '.x/d.ts'])
  expect(glob('src/**')).toEqual(['src/b.ts', 'src/deep/c.tsx'])
  expect(glob('**/*.{ts,tsx}')).toEqual(['a.ts', 'src/b.ts', 'src/deep/c.tsx'])
  expect(glob('readme.*', { nocase: true })).toEqual(['README.md'])
  expect(glob('src/[!a].ts')).toEqual(['src/b.ts'])
  expect(glob('src/!(b).ts')).toEqual([])
  expect(glob('@(a|x).ts')).toEqual(['a.ts'])
  const ripgrep = (...patterns: string[]) => paths.filter((path) => ripgrepGlobs(patterns)?.allow(path, false))
  expect(ripgrep('*.ts')).toEqual(['a.ts', 'src/b.ts', '.x/d.ts'])
  expect(ripgrep('src/')).toEqual([])
  expect(ripgrep('src/**')).toEqual(['src/b.ts', 'src/deep/c.tsx'])
  expect(ripgrep('!*.ts')).toEqual(['src/deep/c.tsx', 'README.md'])
  expect(ripgrep('!src')).toEqual(['a.ts', '.x/d.ts', 'README.md'])
})
