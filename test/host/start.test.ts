import { chmod, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { exporters } from '../../src/core/formats/exporters/index.ts'
import { dataHome } from '../../src/host/data/home.ts'
import { findBrowser } from '../../src/host/launch/browser.ts'
import { buildAssets, hasAsset, isBuilt } from '../../src/host/launch/build.ts'
import { electronBinary } from '../../src/host/launch/electron.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'orrery-start-'))
})
afterEach(() => rm(root, { recursive: true }))

/** An empty file, changed at `time` seconds. */
async function touch(path: string, time: number): Promise<void> {
  const file = join(root, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, '')
  await utimes(file, time, time)
}

describe('the build', () => {
  beforeEach(async () => {
    for (const path of ['src/main/index.ts', 'src/renderer/App.tsx', 'package.json']) await touch(path, 100)
    for (const path of ['main/index.js', 'preload/index.cjs', 'renderer/index.html', 'assets/player.html'])
      await touch(`out/${path}`, 200)
  })

  test('is current when every output is newer than every source', () => {
    expect(isBuilt(root)).toBe(true)
  })
  test.each(['src/renderer/App.tsx', 'package.json', 'electron.vite.config.ts'])(
    'is stale once %s changed',
    async (path) => {
      await touch(path, 201)
      expect(isBuilt(root)).toBe(false)
    }
  )
  test.each(['main/index.js', 'preload/index.cjs', 'renderer/index.html', 'assets/player.html'])(
    'is stale without %s',
    async (path) => {
      await rm(join(root, 'out', path))
      expect(isBuilt(root)).toBe(false)
    }
  )
  test('has the player, which a checkout builds where it is missing', async () => {
    const builder = (...lines: string[]) => lines.join('\n')
    await touch('node_modules/vite/bin/vite.js', 100)
    await writeFile(
      join(root, 'node_modules/vite/bin/vite.js'),
      builder(
        "const { mkdirSync, writeFileSync } = require('node:fs')",
        "mkdirSync('out/assets', { recursive: true })",
        "writeFileSync('out/assets/player.html', process.argv.slice(2).join(' '))"
      )
    )
    await rm(join(root, 'out', 'assets'), { recursive: true })
    expect(hasAsset(root, 'player.html')).toBe(false)
    await buildAssets(root)
    expect(hasAsset(root, 'player.html')).toBe(true)
    expect(await readFile(join(root, 'out/assets/player.html'), 'utf8')).toBe(
      'build --config vite.player.config.ts --logLevel warn'
    )
    await writeFile(join(root, 'node_modules/vite/bin/vite.js'), "console.error('no disk'); process.exit(1)")
    await expect(buildAssets(root)).rejects.toThrow('Building the player failed:\nno disk')
  })
  test('of a format says which file it needs', () => {
    expect(exporters.flatMap(({ name, asset }) => (asset === undefined ? [] : [[name, asset]]))).toEqual([
      ['html', 'player.html']
    ])
  })
})

test('Electron is there only when its binary is, not just the package', async () => {
  expect(electronBinary(root)).toBe(null)
  await touch('node_modules/electron/package.json', 100)
  expect(electronBinary(root)).toBe(null)
  await writeFile(join(root, 'node_modules/electron/path.txt'), 'electron')
  expect(electronBinary(root)).toBe(null)
  await touch('node_modules/electron/dist/electron', 100)
  expect(electronBinary(root)).toBe(join(root, 'node_modules/electron/dist/electron'))
})

test('a Chrome anywhere on PATH is found before an Edge', async () => {
  await touch('one/microsoft-edge', 100)
  await touch('two/google-chrome', 100)
  for (const path of ['one/microsoft-edge', 'two/google-chrome']) await chmod(join(root, path), 0o755)
  const PATH = `${join(root, 'one')}:${join(root, 'two')}`
  expect(findBrowser({ PATH }, 'linux')).toBe(join(root, 'two', 'google-chrome'))
  expect(findBrowser({ PATH: join(root, 'one') }, 'linux')).toBe(join(root, 'one', 'microsoft-edge'))
})

test('data lives in ORRERY_HOME, else where the platform keeps it', () => {
  expect([
    dataHome({ ORRERY_HOME: '/tmp/o' }, 'darwin'),
    dataHome({ ORRERY_HOME: '~/o' }, 'linux'),
    dataHome({ ORRERY_HOME: '~' }, 'linux'),
    dataHome({ ORRERY_HOME: '/tmp/~o' }, 'linux'),
    dataHome({}, 'linux'),
    dataHome({ XDG_DATA_HOME: '/data' }, 'linux'),
    dataHome({}, 'darwin'),
    dataHome({ APPDATA: '/roaming' }, 'win32')
  ]).toEqual([
    '/tmp/o',
    join(homedir(), 'o'),
    homedir(),
    '/tmp/~o',
    join(homedir(), '.local', 'share', 'orrery'),
    '/data/orrery',
    join(homedir(), 'Library', 'Application Support', 'Orrery'),
    join('/roaming', 'Orrery')
  ])
})
