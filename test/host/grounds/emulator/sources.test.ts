// Which sources an image is built from when a mirror is in a wrong state. The apt-get is the test's own.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, it as test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'sources-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const WRONG = 'E: Failed to fetch security/Packages.xz  File has unexpected size (1 != 2). Mirror sync in progress?'

// Skipped elsewhere than on Linux: an image is built on Debian alone, with its apt, whose place the test's own takes.

/** `fails`: how often the update fails. `left`: what answers all the same. */
function choose({ fails, left }: { fails: number; left: string }) {
  const at = mkdtempSync(join(folder, 'run-'))
  mkdirSync(join(at, 'bin'))
  mkdirSync(join(at, 'apt'))
  const apt = join(at, 'bin', 'apt-get')
  const script = [
    '#!/bin/bash',
    `if [[ " $* " == *" update "* ]]; then echo x >> ${at}/tries; [ "$(wc -l < ${at}/tries)" -gt ${fails} ] || { echo '${WRONG}' >&2; exit 100; }; exit; fi`,
    `[[ " $* " != *" indextargets "* ]] || printf '%s' '${left}'`
  ]
  writeFileSync(apt, `${script.join('\n')}\n`)
  chmodSync(apt, 0o755)
  const { status, stdout, stderr } = spawnSync(
    join(import.meta.dirname, '..', '..', '..', '..', 'image', 'sources.sh'),
    ['/etc/own.list', join(at, 'apt')],
    { encoding: 'utf8', env: { PATH: [join(at, 'bin'), process.env.PATH].join(delimiter), PAUSES: '0 0' } }
  )
  const tries = readFileSync(join(at, 'tries'), 'utf8').length / 2
  return { status, list: stdout.trim(), said: stderr, tries, at }
}

// The image is built on Debian, with its shell and tools; elsewhere this script is never run.
const onLinux = test.skipIf(process.platform !== 'linux')

onLinux('sources that answer are taken as they are, also where they answer only at the second try', () => {
  expect(choose({ fails: 0, left: '' })).toMatchObject({ status: 0, list: '/etc/own.list', said: '', tries: 1 })
  expect(choose({ fails: 1, left: '' })).toMatchObject({ status: 0, list: '/etc/own.list', said: '', tries: 2 })
})

onLinux('where one goes on failing, the others are taken, and both are named', () => {
  const one = 'deb mirror bookworm main\n'
  const { status, list, said, tries, at } = choose({ fails: 9, left: one })
  expect({ status, tries, list }).toEqual({ status: 0, tries: 3, list: join(at, 'apt', 'sources.list') })
  expect(readFileSync(list, 'utf8')).toBe(one)
  expect(said).toContain(WRONG)
  expect(said).toContain('not every source answers')
  expect(said).toContain(one)
})

onLinux('where none answers, the build ends and says so', () => {
  const { status, said } = choose({ fails: 9, left: '' })
  expect(status).toBe(1)
  expect(said).toContain('no source of /etc/own.list answers')
})
