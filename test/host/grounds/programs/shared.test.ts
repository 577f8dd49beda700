// Which files a machine and a program have in common, and what differs: the machine's listing, done in a folder of this computer.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import {
  changesSince,
  effectsOf,
  filesFound,
  sharable,
  sumsOf
} from '../../../../src/host/grounds/emulator/shared-files.ts'
import { must } from '../../../must.ts'

const RAW = 'data:application/octet-stream;base64,/w=='

function folder(files: Record<string, string | Buffer>) {
  const home = mkdtempSync(join(tmpdir(), 'orrery-shared-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    if (path.endsWith('/')) mkdirSync(join(home, path), { recursive: true })
    else writeFileSync(join(home, path), content)
  }
  return (known: Record<string, string>) =>
    filesFound({ home, files: known }, async (jobs) => ({
      ...{ ns: 0, instructions: 0 },
      results: jobs.map((job) => {
        if (job.do === 'read') return { did: 'read' as const, content: readFileSync(job.path), error: null }
        const { stdout, status } = spawnSync('bash', ['-c', must(job.do === 'run' ? job.script : null)])
        return { did: 'run' as const, status: status ?? 1, output: stdout.toString() }
      })
    }))
}

it('60.1 what differs is found, whatever it is called, and what is hidden, large or oddly named is not', async () => {
  const found = folder({
    ...{ 'same.txt': 'same', 'changed.txt': 'new', 'deep/in/it.txt': '', 'empty/': '', 'with own/.git/x': 'x' },
    ...{ "it's $HOME.txt": 'quoted', 'ümlaut ü.txt': 'ü', 'raw.bin': Buffer.from([255]), 'nul.bin': '\0' },
    ...{ '.hidden': 'x', '.own/x': 'x', 'two\nlines': 'x', 'back\\slash/x': 'x', 'tab\there': 'x' },
    ...{ 'large.txt': 'x'.repeat(256 * 1024 + 1), 'largest.bin': Buffer.alloc(256 * 1024, 255) }
  })
  const known = { 'same.txt': 'same', 'changed.txt': 'old', 'gone.txt': 'gone', 'gone/': '', 'deep/': '' }
  const changed = await found(known)
  const { 'largest.bin': largest, ...others } = changed
  expect(others).toEqual({
    ...{ 'gone.txt': null, 'gone/': null, 'changed.txt': 'new', 'deep/in/it.txt': '', 'empty/': '', 'with own/': '' },
    ...{ "it's $HOME.txt": 'quoted', 'ümlaut ü.txt': 'ü', 'raw.bin': RAW, 'nul.bin': '\0' }
  })
  // The program takes all of it, and then nothing differs.
  const taken = Object.entries({ ...known, ...changed }).filter((one): one is [string, string] => one[1] !== null)
  expect(must(largest)).toHaveLength(RAW.length - 4 + 349528)
  expect(await found(sharable(Object.fromEntries(taken)))).toEqual({})
})

it('60.1 of many files the program keeps its own, and takes the first others while there is room', async () => {
  const own = Object.fromEntries(Array.from({ length: 499 }, (_, at) => [`z/${at}`, 'x']))
  const found = folder({ ...own, 'z/7': 'y', b: 'b', a: 'a' })
  expect(await found(own)).toEqual({ 'z/7': 'y', a: 'a' })
  expect(await found({ ...own, a: 'a' })).toEqual({ 'z/7': 'y' })
})

it('60.1 the machine is brought what it has otherwise, and a folder goes when nothing is left in it', () => {
  const before = sumsOf({ 'a.txt': 'a', 'x/': '', 'x/y.txt': 'y', 'z/': '', same: 's', w: '' })
  const files = sharable({
    'a.txt': 'b',
    'x/y.txt': 'y',
    same: 's',
    'w/': '',
    'n/m.bin': RAW,
    '../out': 'x',
    '.own': 'x'
  })
  expect(effectsOf('/home/ada', changesSince(before, files))).toEqual([
    { do: 'remove', path: '/home/ada/z' },
    { do: 'remove', path: '/home/ada/w' },
    { do: 'write', path: '/home/ada/a.txt', content: 'b' },
    { do: 'mkdir', path: '/home/ada/w' },
    { do: 'write', path: '/home/ada/n/m.bin', content: '/w==', encoding: 'base64' }
  ])
})
