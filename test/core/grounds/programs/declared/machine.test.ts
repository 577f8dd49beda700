// Files that a machine changed, taken in by tables: one with paths, or two with folders and what lies in them.
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readDeclared } from '../../../../../src/core/grounds/programs/declared/read.ts'
import type { FileChanges } from '../../../../../src/core/tree/ground.ts'
import { programOf } from './worlds.ts'

const PATHS = `
version: 1
tables:
  papers:
    columns: { path: text key, text: { type: text, max: 20 }, seen: { type: boolean, default: false } }
    rows: [{ path: a.txt, text: one, seen: true }, { path: deep/b.txt, text: two }, { path: empty/, text: '' }]
  mails:
    columns: { id: id, paper: { references: papers } }
    rows: [{ paper: deep/b.txt }]
machine: { home: /home/ada, files: papers }
`

const FOLDERS = `
version: 1
tables:
  folders:
    columns: { path: text required key, name: text, parent: text }
    rows: [{ path: home, name: Home, parent: '' }, { path: docs, name: Documents, parent: home }, { path: bin, name: Bin, parent: '' }]
  files:
    columns: { id: id, folder: { references: folders }, name: text required, text: { type: text, default: '' } }
    rows: [{ folder: docs, name: a.txt, text: one }, { folder: bin, name: old.txt, text: old }, { folder: home, name: b.txt }]
machine: { home: /home/user, files: files, folders: folders, root: home }
`

function world(yaml: string) {
  const program = programOf(yaml)
  let state = program.init('seed')
  return {
    take(changed: FileChanges) {
      state = program.step(state, { door: 'files', changed })?.state ?? state
    },
    files: () => (program.view('files', state) as { files: Record<string, string> }).files,
    tables: () => program.view('tools', state)
  }
}

it('60.1 a table of paths takes in files and empty folders, and a file that was moved keeps its row', () => {
  const { take, files, tables } = world(PATHS)
  expect(files()).toEqual({ 'a.txt': 'one', 'deep/b.txt': 'two', 'empty/': '' })
  take({ 'a.txt': null, 'empty/': null, 'sub/c.txt': 'one', 'new/': '', 'big.txt': 'x'.repeat(21) })
  expect(tables()).toMatchObject({
    papers: [
      { path: 'sub/c.txt', text: 'one', seen: true },
      { path: 'deep/b.txt', text: 'two', seen: false },
      { path: 'new/', text: '', seen: false }
    ]
  })
})

it('60.1 what the tables refuse changes nothing, and the rest is taken in', () => {
  const { take, files } = world(PATHS)
  take({ 'deep/b.txt': null, 'a.txt': 'changed' })
  expect(files()).toEqual({ 'a.txt': 'changed', 'deep/b.txt': 'two', 'empty/': '' })
  // It is referred to, so its copy is another row.
  take({ 'deep/b.txt': null, 'moved.txt': 'two' })
  expect(files()).toEqual({ 'a.txt': 'changed', 'deep/b.txt': 'two', 'empty/': '', 'moved.txt': 'two' })
})

it('55.13 two tables take in the same: folders on the way are made, and what is in a folder goes before it', () => {
  const { take, files, tables } = world(FOLDERS)
  expect(files()).toEqual({ 'Documents/': '', 'Documents/a.txt': 'one', 'b.txt': '' })
  take({ 'Documents/': null, 'Documents/a.txt': null, 'x/y/c.txt': 'one', 'x/empty/': '', 'b.txt': 'b' })
  expect(files()).toEqual({ 'x/': '', 'x/y/': '', 'x/empty/': '', 'x/y/c.txt': 'one', 'b.txt': 'b' })
  expect(tables()).toMatchObject({
    files: [
      { id: 1, folder: 'x/y', name: 'c.txt', text: 'one' },
      { id: 2, folder: 'bin', name: 'old.txt' },
      { id: 3, folder: 'home', name: 'b.txt', text: 'b' }
    ]
  })
  take({ x: 'now a file', 'x/': null, 'x/y/': null, 'x/empty/': null, 'x/y/c.txt': null })
  expect(files()).toEqual({ x: 'now a file', 'b.txt': 'b' })
})

it.each([
  ['files: papers', 'files: paper', ['machine', 'files'], 'There is no table "paper". Did you mean "papers"?'],
  ['text: { type: text, max: 20 }', 'words: text', ['machine', 'files'], 'The files of a machine are in a table'],
  ['seen: { type: boolean, default: false }', 'seen: boolean required', ['tables', 'papers', 'columns', 'seen'], ''],
  ['files: papers }', 'files: papers, folders: mails }', ['machine'], '"root" is the key'],
  ['files: papers }', 'files: papers, folders: mails, root: 1 }', ['machine', 'folders'], 'Folders have the columns']
])('%s as %s is refused', (from, to, path, message) => {
  const { faults } = readDeclared(parse(PATHS.replace(from, to)))
  expect(faults.find((one) => String(one.path) === String(path))?.message).toContain(message)
})
