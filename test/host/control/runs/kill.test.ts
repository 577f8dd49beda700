import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { RunKindPlugin } from '../../../../src/host/control/runs/kind.ts'
import { runsOf } from './runs.ts'

const JOBS = 200
// Results after which the process is killed, in one round after the other.
const KILLS = [1, 20, 33, 0, 50]

/** Whole lines that are numbers. */
const numbers = (text: string) => [...text.matchAll(/^(\d+)\n/gm)].map(([, number]) => Number(number))

test('24.2 killed at any moment, a run resumes to its report, and no job that has a result is done again', async () => {
  const home = await mkdtemp(join(tmpdir(), 'orrery-runs-kill-'))
  try {
    const announced: number[] = []
    for (const after of KILLS) announced.push(...numbers(await work(home, { after })))
    const begunBefore = numbers(await readFile(join(home, 'begun'), 'utf8'))
    const results = numbersIn(await readFile(join(home, 'runs', 'squares', 'killed.jsonl'), 'utf8'))
    // What was announced was on disk, and was announced once.
    expect(new Set(announced).size).toBe(announced.length)
    expect(announced.filter((job) => !results.has(job))).toEqual([])
    expect(announced.length).toBeGreaterThan(100)

    const said = await work(home, {})
    expect(said.split('\n').at(-2)).toBe(`report ${(JOBS * (JOBS + 1) * (2 * JOBS + 1)) / 6}`)
    const begun = numbers(await readFile(join(home, 'begun'), 'utf8'))
    const again = begun.slice(begunBefore.length)
    expect(again.filter((job) => results.has(job))).toEqual([])
    // Begun twice is only what a kill cut short: three at a time.
    expect(begun.length - JOBS).toBeLessThanOrEqual(3 * KILLS.length)
    expect(new Set(begun).size).toBe(JOBS)
  } finally {
    await rm(home, { recursive: true })
  }
})

test('a run of another process is listed as running, and neither started nor deleted until that process ends', async () => {
  const home = await mkdtemp(join(tmpdir(), 'orrery-runs-other-'))
  const child = begin(home, 100_000)
  try {
    await once(child.stdout, 'data')
    const { calls, streams } = runsOf({ home, kinds: [squares] })
    const start = () => {
      const input = { kind: 'squares', name: 'killed', options: {} }
      return streams['runs.start'](input, { signal: new AbortController().signal })[Symbol.asyncIterator]().next()
    }
    expect(await calls['runs.list']({})).toMatchObject([{ name: 'killed', state: 'running', total: 100_000 }])
    await expect(start()).rejects.toThrow('The run "killed" is in progress.')
    expect(() => calls['runs.delete']({ kind: 'squares', name: 'killed' })).toThrow('The run "killed" is in progress.')
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(await calls['runs.list']({})).toMatchObject([{ name: 'killed', state: 'stopped', total: 100_000 }])
    expect(await start()).toMatchObject({ value: { type: 'started', total: 0 } })
  } finally {
    child.kill('SIGKILL')
    await rm(home, { recursive: true })
  }
})

/** Stands for the child's own kind where no job is done. */
const squares: RunKindPlugin = {
  name: 'squares',
  options: z.unknown(),
  result: z.unknown(),
  prepare: async () => ({ settings: {}, problems: [], jobs: [], atOnce: 1, count: async () => {}, report: () => null })
}

/** What the child said until it ended, or was killed `after` so many announcements. */
async function work(home: string, { after }: { after?: number }): Promise<string> {
  const child = begin(home, JOBS)
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    if (after !== undefined && text.split('\n').length > after) child.kill('SIGKILL')
  })
  await once(child, 'close')
  return text
}

function begin(home: string, jobs: number) {
  const script = fileURLToPath(new URL('kill.child.ts', import.meta.url))
  return spawn(process.execPath, [script, home, String(jobs)], { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Jobs of the whole lines. */
function numbersIn(text: string): Set<number> {
  const lines = text.split('\n').slice(0, -1)
  return new Set(lines.map((line) => Number(JSON.parse(line).job)))
}
