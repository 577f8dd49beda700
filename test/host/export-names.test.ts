// Case app-export-names-other-scripts.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { downloadHeaders } from '../../src/host/formats/downloads.ts'
import { orrery, ownHome } from './command-line.ts'

let here = ownHome()
beforeEach(() => {
  here = ownHome()
  return () => here.remove()
})

const cast = (word: string) =>
  [
    '{"version": 2, "width": 80, "height": 24}',
    '[0.1, "o", "$ "]',
    `[0.5, "i", "echo ${word}\\r"]`,
    `[0.5, "o", "echo ${word}\\r\\n"]`,
    `[0.6, "o", "${word}\\r\\n$ "]`
  ].join('\n')

async function worldOf(title: string, word: string): Promise<string> {
  const path = join(here.folder, `${word}.cast`)
  writeFileSync(path, cast(word))
  const { out, code } = await orrery(['import', path, '--title', title])
  expect(code).toBe(0)
  return out.trim()
}

test('the files of an export keep the titles of its worlds', async () => {
  const titles = ['日本語の世界', 'Привет', 'привет', 'con', '--force', 'a/b: c?', 'Launch 🚀']
  for (const [index, title] of titles.entries()) await worldOf(title, `w${index}`)
  const folder = join(here.folder, 'casts')
  expect(await orrery(['export', '--all', '--format', 'asciicast', '-o', folder])).toMatchObject({ code: 0 })
  const names = readdirSync(folder).map((name) => name.normalize('NFC'))
  // The newest world is written first.
  const expected = ['日本語の世界', 'Привет-2', 'привет', 'con_', 'force', 'a-b-c', 'Launch-🚀']
  expect(names.sort()).toEqual(expected.map((name) => `${name}.cast`).sort())
})

async function* nothing() {}

test('so does the name under which a browser saves one', async () => {
  const id = await worldOf('日本語の世界', 'one')
  const { out } = await orrery(['export', id, '--format', 'asciicast', '--json'])
  const { filename } = JSON.parse(out)
  expect(filename).toBe('日本語の世界.cast')
  expect(downloadHeaders({ name: filename, mediaType: 'x/y', bytes: nothing() })['content-disposition']).toBe(
    `attachment; filename="______.cast"; filename*=UTF-8''${encodeURIComponent(filename)}`
  )
})

test('the name of an Inspect log begins with a time', async () => {
  const id = await worldOf('日本語の世界', 'one')
  const { out } = await orrery(['export', id, '--format', 'inspect', '--json'])
  expect(JSON.parse(out).filename).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d_日本語の世界\.inspect\.json$/)
})
