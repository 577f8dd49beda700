// A disk that fills up while Orrery works: what was saved is kept, what could not be is said, and it goes on once there is room.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Outcome } from './disk-full.child.ts'

const CHILD = join(import.meta.dirname, 'disk-full.child.ts')
const WITHIN_MS = 120_000

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'orrery-full-'))
  return () => rmSync(home, { recursive: true, force: true })
})

test('6.9 on a disk that is full nothing that was acknowledged is lost, and work goes on once there is room', (context) => {
  // A disk of eight megabytes that only the process below sees.
  const disk = `mount -t tmpfs -o size=8m tmpfs '${home}'`
  const can = spawnSync('unshare', ['-rm', 'sh', '-c', disk])
  if (can.status !== 0) context.skip(`This machine lets nobody make a small disk: ${can.error ?? can.stderr}`)
  check(run('unshare', ['-rm', 'sh', '-c', `${disk} && exec "$0" "$@"`, process.execPath, CHILD, home, 'tmpfs']))
})

test.skipIf(process.platform !== 'linux')('6.9 so too where files may not grow, as under a quota', () => {
  // In blocks of 512 bytes.
  check(run('sh', ['-c', 'ulimit -S -f 4096 && exec "$0" "$@"', process.execPath, CHILD, home, 'limit']))
})

function run(command: string, args: string[]): Outcome {
  const text = execFileSync(command, args, {
    encoding: 'utf8',
    timeout: WITHIN_MS,
    stdio: ['ignore', 'pipe', 'inherit']
  })
  return JSON.parse(text)
}

function check({ acknowledged, words, ...rest }: Outcome): void {
  expect(acknowledged).toBeGreaterThan(10)
  expect(words).toMatch(/disk is full|cannot grow/i)
  expect(rest).toEqual({ codes: ['disk-full'], lost: 0, left: [], after: 5, integrity: 'ok' })
}
