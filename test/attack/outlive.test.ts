// A program that was asked for its tools tries to stay: when Orrery is killed, stopped, and when it has its answer.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useNothing } from '../e2e/window.ts'
import { must } from '../must.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FAMILY = join(ROOT, 'test/fixtures/mcp/family.sh')
const SERVER = join(ROOT, 'test/fixtures/mcp/server.mjs')
const PATIENT = { timeout: 60_000 }

let place: string
let record: string
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'orrery-attack-'))
  record = join(place, 'pids')
  await writeFile(record, '')
  await useNothing(place)
})
afterEach(async () => {
  for (const pid of alive()) process.kill(pid, 'SIGKILL')
  await rm(place, { recursive: true, force: true })
})

/** The real command line, asking the family. */
function asking(env: Record<string, string>) {
  const command = `'${FAMILY}' '${process.execPath}' '${SERVER}'`
  const variables = Object.entries({ RECORD: record, ...env }).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  return spawn(process.execPath, ['bin/orrery.mjs', 'tools', '--ask', command, ...variables], {
    cwd: ROOT,
    env: { ...process.env, ORRERY_HOME: place },
    stdio: 'ignore',
    // The head of a group, which is killed as a whole like a terminal's job.
    detached: true
  })
}

// The server writes lines of its own into the record.
const family = () =>
  readFileSync(record, 'utf8')
    .split('\n')
    .filter((line) => /^\d+$/.test(line))
    .map(Number)

/** Those of the family that live; the dead whom nobody has buried yet do not count. */
function alive(): number[] {
  return family().filter((pid) => {
    try {
      process.kill(pid, 0)
      return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
    } catch {
      return false
    }
  })
}

// Windows ends what Node started, and what that started, with Node: they are in one job. macOS hides the environment of its own programs, and the
// family is made of such.
describe.runIf(process.platform === 'linux')('a program that is asked for its tools', () => {
  const ways = [
    ['killed', 'SIGKILL', false, 3],
    ['killed with its group', 'SIGKILL', true, 2],
    ['told to end', 'SIGTERM', false, 2],
    ['interrupted with its group', 'SIGINT', true, 1],
    ['left by its terminal', 'SIGHUP', true, 1]
  ] as const
  for (const [what, signal, group, rounds] of ways) {
    test(`21.7 is gone with all it started when Orrery is ${what}, ${rounds} of ${rounds}`, async () => {
      for (let round = 0; round < rounds; round++) {
        await writeFile(record, '')
        const orrery = asking({ HANG: '1' })
        const ended = once(orrery, 'exit')
        await expect.poll(() => alive().length, PATIENT).toBe(8)
        process.kill(group ? -must(orrery.pid) : must(orrery.pid), signal)
        await ended
        await expect.poll(alive, PATIENT).toEqual([])
        expect(family()).toHaveLength(8)
      }
    })
  }

  test('21.7 is gone with all it started when it has told its tools', async () => {
    const orrery = asking({ TOOLS: '1' })
    const [code] = await once(orrery, 'exit')
    expect([code, family().length]).toEqual([0, 8])
    await expect.poll(alive, PATIENT).toEqual([])
  })

  test('21.7 is gone with all it started when Orrery is killed while it starts, 3 of 3', async () => {
    for (let round = 0; round < 3; round++) {
      await writeFile(record, '')
      const orrery = asking({ HANG: '1' })
      const ended = once(orrery, 'exit')
      // At the first sign of life: most of the family is still to come.
      await expect.poll(() => family().length, { ...PATIENT, interval: 5 }).toBeGreaterThan(0)
      process.kill(must(orrery.pid), 'SIGKILL')
      await ended
      // What was about to write its id has done so, or never will.
      await expect.poll(alive, PATIENT).toEqual([])
      await new Promise((resolve) => setTimeout(resolve, 1000))
      expect(alive()).toEqual([])
    }
  })
})
