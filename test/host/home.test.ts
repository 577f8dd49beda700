import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OrreryError } from '../../src/core/errors.ts'
import { makeFolder } from '../../src/host/home.ts'
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
