import { existsSync } from 'node:fs'
import { chmod, mkdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OrreryError } from '../../src/core/errors.ts'
import { closeToOthers, makeFolder } from '../../src/host/data/home.ts'
import { createHost } from '../../src/host/host.ts'
import { folder } from './folder.ts'

test('a data folder is made with the folders above it, and one that is there is left as it is', async () => {
  const path = join(await folder(), 'one', 'two')
  expect(makeFolder(path)).toBe(path)
  expect(makeFolder(path)).toBe(path)
  expect(existsSync(path)).toBe(true)
})

test('a data folder that is a file is refused in words that say what to do', async () => {
  const home = join(await folder(), 'a-file')
  await writeFile(home, '')
  await expect(createHost({ home, resources: 'resources' })).rejects.toEqual(
    new OrreryError(
      'forbidden',
      `Orrery cannot keep its data in "${home}" (EEXIST: file already exists, mkdir '${home}'). Make it writable, or set ORRERY_HOME to a folder that is.`
    )
  )
})

// Nothing can be made in /proc, where Node's own recursive mkdir never returns.
test.runIf(process.platform === 'linux')('a data folder where nothing can be made is refused at once', () => {
  expect(() => makeFolder('/proc/orrery/data')).toThrow('Orrery cannot keep its data in "/proc/orrery/data"')
})

// Windows has no such permissions: there a person's folders are closed to others by where they are.
describe.runIf(process.platform !== 'win32')('21.1 what Orrery keeps is its owner’s alone', () => {
  const modes = (paths: string[]) =>
    Promise.all(paths.map(async (path) => ((await stat(path)).mode & 0o7777).toString(8)))

  test('a folder is made so', async () => {
    const path = join(await folder(), 'one', 'two')
    makeFolder(path)
    expect(await modes([path, join(path, '..')])).toEqual(['700', '700'])
  })

  test('what an older version left open is closed, and nothing that is not Orrery’s', async () => {
    const [home, elsewhere] = [join(await folder(), 'home'), await folder()]
    const [ours, others] = [
      [
        'orrery.db',
        'orrery.db-wal',
        'settings.json',
        'states/a.state',
        'templates/pack/terminal/system_prompt.txt',
        'evals/b',
        'runs/samples/b'
      ],
      ['notes.txt', 'window/Cookies']
    ]
    for (const name of [...ours, ...others]) {
      await mkdir(join(home, name, '..'), { recursive: true })
      await writeFile(join(home, name), '')
      await chmod(join(home, name), 0o644)
    }
    await chmod(elsewhere, 0o755)
    await symlink(elsewhere, join(home, 'models'))
    await chmod(home, 0o755)
    expect(closeToOthers(home)).toBe(null)
    const at = (names: string[]) => names.map((name) => join(home, name))
    expect(await modes(at(['.', 'states', 'templates', 'templates/pack', 'evals', 'runs/samples', 'window']))).toEqual(
      Array(7).fill('700')
    )
    expect(await modes(at(ours))).toEqual(ours.map(() => '600'))
    expect(await modes([...at(others), elsewhere])).toEqual(['644', '644', '755'])
  })

  test('a folder that is shared on purpose stays as it is, and that it is open is said', async () => {
    const home = await folder()
    await chmod(home, 0o1777)
    await writeFile(join(home, 'orrery.db'), '')
    await chmod(join(home, 'orrery.db'), 0o644)
    expect(closeToOthers(home)).toMatch(/^Other users of this machine can read .* chmod 700/)
    expect(await modes([home, join(home, 'orrery.db')])).toEqual(['1777', '600'])
  })
})
