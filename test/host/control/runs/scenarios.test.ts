import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Handlers } from '../../../../src/core/contract/index.ts'
import type { RunEvent } from '../../../../src/core/contract/runs.ts'
import { ScenarioResult } from '../../../../src/core/control/result.ts'
import { ScenarioReport } from '../../../../src/core/control/summary.ts'
import { createHost } from '../../../../src/host/host.ts'
import { recorded, resources } from './recorded.ts'

let home = ''
let host: Handlers
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-scenarios-'))
  host = await createHost({ home, resources, tempo: 0 })
})
afterEach(async () => {
  await host.dispose()
  await rm(home, { recursive: true, force: true })
})

async function run(options: object, name = 'mine'): Promise<{ report: ScenarioReport; results: ScenarioResult[] }> {
  const results: ScenarioResult[] = []
  const input = { kind: 'scenarios', name, options, atOnce: 3 }
  let last: RunEvent | null = null
  for await (const event of host.streams['runs.start'](input as never, { signal: new AbortController().signal })) {
    if (event.type === 'job') results.push(ScenarioResult.parse(event.result))
    last = event
  }
  if (last?.type !== 'report') throw new Error('the run has no report')
  return { report: ScenarioReport.parse(last.report), results }
}

test('31.7 runs of recorded answers are byte-identical, and say so', async () => {
  const { report, results } = await run({ scenarios: [recorded()], repeat: 3 })
  expect(report).toMatchObject({ verdict: 'pass', runs: 3, groups: [{ determinism: 'exact', counts: { pass: 3 } }] })
  expect(new Set(results.map(({ tip }) => tip)).size).toBe(1)
  expect(new Set(results.map(({ session }) => session)).size).toBe(3)
  expect(results.map(({ turns }) => turns)).toEqual([10, 10, 10])
  const again = await run({ scenarios: [recorded()], repeat: 3 }, 'other')
  expect(again.results.map(({ tip }) => tip)).toEqual(results.map(({ tip }) => tip))
})

test('31.7 shards together are the whole, and none has what another has', async () => {
  const whole = await run({ scenarios: [recorded()], repeat: 8 })
  const parts = []
  for (const index of [1, 2, 3])
    parts.push(await run({ scenarios: [recorded()], repeat: 8, shard: { index, of: 3 } }, `s${index}`))
  const seeds = parts.flatMap(({ results }) => results.map(({ seed }) => seed))
  expect(seeds.toSorted()).toEqual(whole.results.map(({ seed }) => seed).toSorted())
})

test('31.5 a check that does not hold is told with its turn; stop conditions end a run', async () => {
  const checks = [{ name: 'wrong', at: 3, expect: { observation: 'nowhere to be found' } }]
  const failed = await run({ scenarios: [recorded({ checks: checks as never })] }, 'failed')
  expect(failed.report.verdict).toBe('fail')
  expect(failed.results[0]?.checks).toMatchObject([{ name: 'wrong', verdict: 'fail', turn: 3 }])
  const short = await run({ scenarios: [recorded({ stop: { turns: 4 } })] }, 'short')
  expect(short.results[0]).toMatchObject({ turns: 4, stopped: 'turns' })
  const when = await run(
    { scenarios: [recorded({ stop: { turns: 50, when: { turn: 2, holds: { observation: '$' } } } })] },
    'when'
  )
  expect(when.results[0]).toMatchObject({ turns: 2, stopped: 'condition' })
})

test('31.5 a world that cannot answer is inconclusive, with the reason', async () => {
  const setup = { domain: 'textenv', initialState: 'A room.', grounding: 'executed' }
  const more = { actions: ['look'], setup }
  const { report } = await run({ scenarios: [recorded(more as never)] })
  expect(report.groups[0]).toMatchObject({ verdict: 'inconclusive' })
  expect(report.groups[0]?.failures[0]?.why).toMatch(/^Turn 1 has no answer/)
})

test('a line that its world does not take fails its own run, with the reason; the others go on', async () => {
  const tool = { name: 'lend', inputSchema: { type: 'object', properties: { days: { type: 'integer' } } } }
  const setup = { domain: 'mcp', grounding: 'model', tools: [tool] }
  const wrong = { ...recorded({ actions: ['lend days=two'], setup } as never), name: 'wrong' }
  const { report, results } = await run({ scenarios: [wrong, recorded()] })
  expect(report.groups.map(({ scenario, verdict }) => [scenario, verdict])).toEqual([
    ['wrong', 'fail'],
    ['recorded', 'pass']
  ])
  const [refused] = results.filter(({ scenario }) => scenario === 'wrong')
  expect(refused).toMatchObject({ stopped: 'failed', turns: 0, checks: [] })
  expect(refused?.why).toMatch(/^Turn 1 cannot be done: .*two/)
})

test('31.7 a run that is killed continues where it was, also in a reaction, and repeats no step', async () => {
  await host.dispose()
  const count = 30
  const seen: string[] = []
  for (const kill of [2, 7, 12, 0]) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'scenarios.child.ts'), home, String(count)], {
      stdio: ['ignore', 'pipe', 'inherit']
    })
    let [rest, fresh] = ['', 0]
    child.stdout.on('data', (chunk: Buffer) => {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        seen.push(line)
        if (/^\d+$/.test(line) && ++fresh === kill) child.kill('SIGKILL')
      }
    })
    await once(child, 'close')
  }
  expect(seen.at(-1)).toBe('report')
  const done = seen.filter((line) => /^\d+$/.test(line))
  // A job whose result was written, and not announced before the kill, is announced as resumed.
  expect(new Set(done).size).toBe(done.length)
  host = await createHost({ home, resources, tempo: 0 })
  const sessions = await host.calls['worlds.list']({})
  expect(sessions).toHaveLength(count)
  for (const { id: session } of sessions) {
    const { branches } = await host.calls['worlds.open']({ session })
    const steps = await host.calls['steps.list']({ session, branch: branches[0]?.id ?? '' } as never)
    expect(steps).toHaveLength(10)
    for (const { id: step } of steps) {
      const { calls } = await host.calls['steps.get']({ session, step })
      expect(calls).toHaveLength(1)
    }
  }
})
