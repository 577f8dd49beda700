// `orrery machine`, where several data folders share what is unpacked of an image.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { main } from '../../../../src/host/commands/cli.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-machine-command-'))
  vi.stubEnv('ORRERY_HOME', join(folder, 'home'))
  vi.stubEnv('ORRERY_MACHINE_CACHE', join(folder, 'shared'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** What the command prints. */
async function orrery(...argv: string[]): Promise<string> {
  let text = ''
  const write = (more: string) => (text += more)
  const io = { stdin: (async function* () {})(), stdout: { write }, stderr: { write } }
  expect(await main(argv, io, { signal: new AbortController().signal })).toBe(0)
  return text
}

it('what is kept of an image is listed and deleted in the data folder and where images are unpacked, and nothing else', async () => {
  const [states, disk] = [
    join(folder, 'home', 'machine', '0123456789abcdef'),
    join(folder, 'shared', '0123456789abcdef')
  ]
  const other = join(folder, 'shared', 'mine')
  for (const each of [states, disk, other]) mkdirSync(each, { recursive: true })
  writeFileSync(join(states, 'states.db'), 'x'.repeat(2000))
  writeFileSync(join(disk, 'disk.img'), 'x'.repeat(3000))
  const { kept } = JSON.parse(await orrery('machine', 'status', '--json'))
  expect(kept).toEqual([
    { hash: '0123456789abcdef', folder: states, files: [{ name: 'states.db', bytes: 2000 }] },
    { hash: '0123456789abcdef', folder: disk, files: [{ name: 'disk.img', bytes: 3000 }] }
  ])
  expect(await orrery('machine')).toContain(`Kept of image 0123456789abcdef (not in use): ${disk}`)
  expect(await orrery('machine', 'clean')).toBe(`Deleted ${states}\nDeleted ${disk}\n`)
  expect([states, disk, other].map((each) => existsSync(each))).toEqual([false, false, true])
})
