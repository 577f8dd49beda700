// Case app-full-disk-nothing-opens: on a full disk, and where nothing may be written, what only reads and what frees space still works.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Said } from '../host/command-line.ts'

const CHILD = join(import.meta.dirname, 'full-commands.child.ts')
const WITHIN_MS = 120_000

let folder: string
let disk: string
let elsewhere: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-full-'))
  disk = join(folder, 'disk')
  elsewhere = join(folder, 'elsewhere')
  for (const path of [disk, elsewhere]) mkdirSync(path)
  return () => rmSync(folder, { recursive: true, force: true })
})

type Outcome = { worlds: string[]; said: Record<string, Said>; files: string[] }

/** What the commands say on a disk of three megabytes that only they see; why not, where this machine makes none. */
function outcome(how: string): Outcome | string {
  const mount = `mount -t tmpfs -o size=3m,mode=700 tmpfs '${disk}'`
  const can = spawnSync('unshare', ['-rm', 'sh', '-c', mount], { encoding: 'utf8' })
  if (can.status !== 0) return `This machine lets nobody make a small disk: ${can.error ?? can.stderr}`
  const command = [`${mount} && exec "$0" "$@"`, process.execPath, CHILD, join(disk, 'home'), elsewhere, how]
  const said = execFileSync('unshare', ['-rm', 'sh', '-c', ...command], {
    encoding: 'utf8',
    timeout: WITHIN_MS,
    stdio: ['ignore', 'pipe', 'inherit']
  })
  return JSON.parse(said)
}

const FULL = `orrery: The disk is full, so nothing can be saved. Worlds can be looked at and exported to another disk, and models can be deleted.\n`
const unsaved = () =>
  `orrery: The disk is full, so "${join(disk, 'home', 'orrery.db')}" could not be written. Saved data is safe; only the last change was not saved. ` +
  'Free space on that disk (unused models are the largest files Orrery keeps), then try again. (disk-full)\n'
const titles = ({ out = '' }: Partial<Said> = {}) =>
  [...out.matchAll(/\d\d:\d\d {2}(\w+)$/gm)].map(([, title]) => title)
const exported = () =>
  readFileSync(join(elsewhere, 'all.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"echo ')).length

test('on a full disk worlds are listed, shown, exported and deleted, and models too', (context) => {
  const found = outcome('kept')
  if (typeof found === 'string') return context.skip(found)
  const { said, worlds, files } = found
  expect(Object.fromEntries(Object.entries(said).map(([name, { code, err }]) => [name, [code, err]]))).toEqual({
    sessions: [0, ''],
    show: [0, ''],
    export: [0, expect.stringMatching(/^Wrote .*all\.jsonl\n/)],
    models: [0, ''],
    // What was to be saved is said to be lost, and nothing else is.
    import: [1, unsaved()],
    delete: [0, ''],
    left: [0, ''],
    free: [0, '']
  })
  expect([titles(said.sessions), titles(said.left)]).toEqual([['two', 'one'], ['two']])
  expect(said.show?.out).toMatch(/^two \(terminal\)\n[\s\S]*echo two/)
  expect(exported()).toBe(worlds.length)
  expect(said.models?.out).toContain('small.gguf')
  // The room that was given is held back again, as far as it is there.
  expect(files).toContain('reserve')
})

test('without any room that is held back it is read all the same, and said that nothing can be saved', (context) => {
  const found = outcome('none')
  if (typeof found === 'string') return context.skip(found)
  const { said, worlds } = found
  expect(Object.fromEntries(Object.entries(said).map(([name, { code, err }]) => [name, [code, err]]))).toEqual({
    sessions: [0, FULL],
    show: [0, FULL],
    export: [0, expect.stringContaining(`${FULL}Wrote `)],
    models: [0, FULL],
    import: [1, FULL + unsaved()],
    delete: [1, FULL + unsaved()],
    left: [0, FULL],
    free: [0, FULL]
  })
  expect([titles(said.sessions), titles(said.left)]).toEqual([
    ['two', 'one'],
    ['two', 'one']
  ])
  expect(exported()).toBe(worlds.length)
})

test('on a disk that was full before Orrery first ran, models are listed and deleted', (context) => {
  const found = outcome('new')
  if (typeof found === 'string') return context.skip(found)
  const { said } = found
  expect(said.sessions).toEqual({
    code: 0,
    out: "No worlds yet. Create one: echo 'ls' | orrery step --domain terminal\n",
    err: FULL
  })
  expect(said.import).toEqual({ code: 1, out: '', err: FULL + unsaved() })
  expect([said.models?.code, said.models?.err, said.free?.code, said.free?.err]).toEqual([0, FULL, 0, FULL])
})

test('45.45 a data folder that can only be read is read, with what a killed Orrery left in the log', (context) => {
  const found = outcome('readonly')
  if (typeof found === 'string') return context.skip(found)
  const { said, worlds, files } = found
  const reason = `"${join(disk, 'home')}" can only be read, so nothing can be saved there. Make it writable, or set ORRERY_HOME to another folder.`
  const note = `orrery: ${reason}\n`
  expect([said.sessions?.code, said.sessions?.err, titles(said.sessions)]).toEqual([0, note, ['second', 'one']])
  expect(said.show?.out).toMatch(/^second \(terminal\)\n[\s\S]*echo two/)
  expect([said.export?.code, exported(), said.models?.code]).toEqual([0, worlds.length, 0])
  for (const refused of [said.import, said.delete])
    expect(refused).toEqual({ code: 1, out: '', err: `${note}orrery: ${reason} (forbidden)\n` })
  expect([said.free?.code, titles(said.left)]).toEqual([1, ['second', 'one']])
  expect(files).not.toContain('orrery.db-shm')
})
