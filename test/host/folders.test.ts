// Copied folders: kept by content, in worlds, out in an export and back in on another computer.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Handlers } from '../../src/core/contract/index.ts'
import { FOLDER_LIMITS, FolderCopy } from '../../src/core/tree/folder.ts'
import { Setup } from '../../src/core/tree/model.ts'
import { createHost } from '../../src/host/host.ts'
import { createFolders } from '../../src/host/library/folders.ts'
import { scripted } from '../core/acting.ts'
import { groundsOf, toybox } from '../fixtures/ground.ts'

const COPY: FolderCopy = {
  name: 'words',
  files: [
    { path: 'a.txt', content: 'a\n' },
    { path: 'bin/run', content: '//4A', encoding: 'base64', runs: true }
  ],
  folders: ['bin']
}
const resources = join(import.meta.dirname, '..', '..', 'resources')

let home: string
const hosts: Handlers[] = []
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-folders-'))
})
afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.dispose()))
  await rm(home, { recursive: true })
})

async function openHost(at: string): Promise<Handlers> {
  const grounds = groundsOf(toybox())
  const host = await createHost({ home: join(home, at), resources, grounds, engine: scripted(() => []).engine })
  hosts.push(host)
  return host
}

it('keeps the same files once, by content, and gives them back', async () => {
  const folders = createFolders({ home })
  const kept = folders.keep(COPY)
  expect(kept).toMatchObject({ name: 'words', files: 2, bytes: 5 })
  expect(folders.keep({ ...COPY, name: 'other' }).id).toBe(kept.id)
  expect(await readdir(join(home, 'folders'))).toHaveLength(1)
  expect(folders.read(kept)).toEqual(COPY)
})

it('names missing and damaged files, and says what to do', async () => {
  const folders = createFolders({ home })
  const kept = folders.keep(COPY)
  const [file = ''] = await readdir(join(home, 'folders'))
  await writeFile(join(home, 'folders', file), 'no archive')
  expect(() => folders.read(kept)).toThrow(/"words" are damaged.*Import the world again/)
  folders.remove(kept.id)
  expect(() => folders.read(kept)).toThrow(/"words" are not in this data folder.*Import the world again/)
})

it('27.24 refuses more than a machine has room for', () => {
  const content = 'x'.repeat(FOLDER_LIMITS.all + 1)
  expect(() => createFolders({ home }).keep({ name: 'a', files: [{ path: 'a', content }], folders: [] })).toThrow(
    /"a" has 16.0 MB; 16.0 MB can be copied/
  )
})

it.each(['../a', '/etc/passwd', 'a/../../b', 'a//b', './a', ''])('27.24 a copy has no file at "%s"', (path) => {
  expect(FolderCopy.safeParse({ name: 'a', files: [{ path, content: '' }] }).success).toBe(false)
})

it.each(['..', 'a/b', '', '/'])('27.24 a copied folder is not called "%s"', (name) => {
  expect(FolderCopy.safeParse({ name, files: [] }).success).toBe(false)
})

const SETUP = Setup.parse({ domain: 'terminal', initialState: 'a.txt: a' })
const { signal } = new AbortController()

it('a world keeps its folder through an export, on another computer, until the last such world is deleted', async () => {
  const host = await openHost('one')
  const folder = await host.calls['worlds.keepFolder'](COPY)
  const setup: Setup = { ...SETUP, grounding: 'grounded', folder }
  const { session, branch } = await host.calls['worlds.create']({ setup })
  expect(branch.setup.folder).toEqual(folder)
  const target = join(home, 'world.jsonl')
  const input = { sessions: [session.id], format: 'orrery', options: {}, to: { kind: 'path' as const, path: target } }
  for await (const _ of host.streams['formats.export'](input, { signal }));
  const text = await readFile(target, 'utf8')

  const other = await openHost('two')
  const files = [{ name: 'world.jsonl', text }]
  for await (const event of other.streams['formats.import'](
    { files, paths: [], options: {}, keep: true },
    { signal }
  )) {
    if (event.type === 'report') expect(event.report.problems).toEqual([])
  }
  expect(createFolders({ home: join(home, 'two') }).read(folder)).toEqual(COPY)

  const second = await other.calls['worlds.create']({ setup })
  await other.calls['worlds.delete']({ session: session.id })
  expect(await readdir(join(home, 'two', 'folders'))).toHaveLength(1)
  await other.calls['worlds.delete']({ session: second.session.id })
  expect(await readdir(join(home, 'two', 'folders'))).toEqual([])
})

it('27.24 refuses a folder where no machine has it, and one that is not kept here', async () => {
  const host = await openHost('one')
  const folder = await host.calls['worlds.keepFolder'](COPY)
  const create = (change: Partial<Setup>) => host.calls['worlds.create']({ setup: { ...SETUP, folder, ...change } })
  await expect(create({ grounding: 'model' })).rejects.toThrow(
    /"words" can be copied only into a search world, or a terminal or code world/
  )
  await host.calls['worlds.keepFolder'](COPY)
  await expect(create({ domain: 'web', grounding: 'grounded' })).rejects.toThrow(/can be copied only/)
  const unknown = { ...folder, id: '0'.repeat(64) }
  await expect(create({ grounding: 'grounded', folder: unknown })).rejects.toMatchObject({ code: 'not-found' })
  expect(await host.calls['worlds.list']({})).toEqual([])
  expect(await readdir(join(home, 'one', 'folders'))).toEqual([])
})
