import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openHashes } from '../../src/host/models/hashes.ts'
import { folder } from './folder.ts'

it('a hash that cannot be remembered, for want of space or rights, is given all the same', async () => {
  const home = await folder()
  const model = join(home, 'm.gguf')
  writeFileSync(model, 'weights')
  // A file where the folder would have to be.
  const hashes = openHashes(join(model, 'hashes.json'))
  expect(await hashes.of(model)).toBe(createHash('sha256').update('weights').digest('hex'))
})

it('hashes of several files asked for at once are all remembered or computed anew, and none fails', async () => {
  const home = await folder()
  const files = ['a', 'b', 'c', 'd'].map((name) => join(home, name))
  for (const file of files) writeFileSync(file, file)
  const hashes = openHashes(join(home, 'hashes.json'))
  expect(await Promise.all(files.map((file) => hashes.of(file)))).toEqual(
    files.map((file) => createHash('sha256').update(file).digest('hex'))
  )
})
