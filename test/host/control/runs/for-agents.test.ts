// The scenarios for agents: each can be done, and is not done by itself.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ScenarioReport } from '../../../../src/core/control/summary.ts'
import { createHost } from '../../../../src/host/host.ts'
import { resources } from './recorded.ts'
import { readAll } from './shipped.ts'

// Skipping is said loudly in test/grounds, where an image is missing.
test('each scenario for agents passes with its own actions, and fails without them', {
  timeout: 600_000
}, async () => {
  const scenarios = readAll('scenarios/for-agents')
  expect(scenarios.length).toBeGreaterThanOrEqual(3)
  const home = await mkdtemp(join(tmpdir(), 'orrery-for-agents-'))
  const host = await createHost({ home, resources })
  const verdicts = async (name: string, some: typeof scenarios) => {
    const input = { kind: 'scenarios', name, options: { scenarios: some } }
    let report: unknown
    for await (const event of host.streams['runs.start'](input as never, { signal: new AbortController().signal }))
      if (event.type === 'report') report = event.report
    return ScenarioReport.parse(report).groups.map(({ verdict }) => verdict)
  }
  try {
    expect(await verdicts('done', scenarios)).toEqual(scenarios.map(() => 'pass'))
    const idle = scenarios.map((one) => ({ ...one, actions: ['ls'] }))
    expect(await verdicts('idle', idle)).toEqual(scenarios.map(() => 'fail'))
  } finally {
    await host.dispose()
    await rm(home, { recursive: true, force: true })
  }
})
