// Whatever it is written in: imported a second time, a file adds no world and changes none.
import { expect, onTestFinished, test } from 'vitest'
import { createHost } from '../../../src/host/host.ts'
import { importedBy } from '../../contract/imported.ts'
import { EXAMPLES } from '../../core/formats/importers/examples.ts'
import { folder } from '../folder.ts'

const FILES = EXAMPLES.filter(({ importer }) => importer !== null)

test('6.11 importing the same file twice adds no world, no branch, no step and no call, in every format', async () => {
  const host = await createHost({ home: await folder(), resources: 'resources' })
  onTestFinished(() => host.dispose())
  const worlds = async () => {
    const sessions = await host.calls['worlds.list']({})
    return Promise.all(sessions.map(({ id }) => host.calls['worlds.open']({ session: id })))
  }
  const read = new Set<string>()
  for (const { name, text, importer } of FILES) {
    const give = (as: string) => importedBy(host, { files: [{ name: as, text }] })
    const first = await give(name)
    expect([name, first.files[0]?.importer, first.worlds.length > 0]).toEqual([name, importer, true])
    const before = await worlds()
    const again = await give(name)
    expect([name, ...again.worlds.map(({ id, known }) => [id, known])]).toEqual([
      name,
      ...first.worlds.map(({ id }) => [id, true])
    ])
    expect(await worlds()).toEqual(before)
    read.add(first.files[0]?.importer ?? '')
  }
  expect(read.size).toBe(new Set(FILES.map(({ importer }) => importer)).size)
})

test('6.11 nor does importing all of them at once', async () => {
  const host = await createHost({ home: await folder(), resources: 'resources' })
  onTestFinished(() => host.dispose())
  const files = FILES.map(({ name, text }, index) => ({ name: `${index}/${name}`, text }))
  const all = () => importedBy(host, { files })
  const first = await all()
  const known = await host.calls['worlds.list']({})
  const again = await all()
  expect(again.worlds.map(({ id }) => id)).toEqual(first.worlds.map(({ id }) => id))
  expect(again.worlds.every(({ known }) => known)).toBe(true)
  expect(await host.calls['worlds.list']({})).toEqual(known)
})
